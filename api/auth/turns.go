package auth

import (
	"context"
	"sync"
)

// turns lets those with the same key go one after the other. The zero value is ready, and it is safe for concurrent use.
type turns struct {
	mu    sync.Mutex
	byKey map[string]*turn
}

// turn is whose it is at a key, and how many there are with those who wait.
type turn struct {
	taken chan struct{} // has room for one
	users int
}

// take waits for the turn, until ctx ends, and keeps it until release is called. The error of ctx.
func (t *turns) take(ctx context.Context, key string) (release func(), err error) {
	t.mu.Lock()
	if t.byKey == nil {
		t.byKey = map[string]*turn{}
	}
	at := t.byKey[key]
	if at == nil {
		at = &turn{taken: make(chan struct{}, 1)}
		t.byKey[key] = at
	}
	at.users++
	t.mu.Unlock()
	leave := func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if at.users--; at.users == 0 {
			delete(t.byKey, key)
		}
	}
	select {
	case at.taken <- struct{}{}:
		return func() { <-at.taken; leave() }, nil
	case <-ctx.Done():
		leave()
		return nil, ctx.Err()
	}
}
