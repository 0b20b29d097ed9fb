package limit

import (
	"container/list"
	"sync"
)

// Known remembers which keys were noted last, as many as there is room for. It is safe for concurrent use.
type Known struct {
	mu    sync.Mutex
	most  int
	byKey map[string]*list.Element // of string
	noted list.List                // first the one noted last
}

// NewKnown returns a Known with room for most keys.
func NewKnown(most int) *Known { return &Known{most: most, byKey: map[string]*list.Element{}} }

// Note remembers a key.
func (k *Known) Note(key string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if e := k.byKey[key]; e != nil {
		k.noted.MoveToFront(e)
		return
	}
	k.byKey[key] = k.noted.PushFront(key)
	if k.noted.Len() > k.most {
		delete(k.byKey, k.noted.Remove(k.noted.Back()).(string))
	}
}

// Has tells whether a key is remembered.
func (k *Known) Has(key string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.byKey[key] != nil
}
