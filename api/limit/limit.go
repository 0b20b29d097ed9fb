// Package limit bounds how often something may be tried: by whom, and by all together. It counts in memory, for this
// process alone.
package limit

import (
	"container/list"
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Rate is how often something may fail: Burst times at once, and then once in Every.
type Rate struct {
	Burst int
	Every time.Duration
}

func (r Rate) limiter() *rate.Limiter { return rate.NewLimiter(rate.Every(r.Every), r.Burst) }

// maxKeys is how many keys are remembered. The rate of all together bounds how many can have failed of late, so that in
// practice only those are forgotten that have nothing to remember.
const maxKeys = 10_000

// Limiter counts failures by key and over all. What succeeds costs nothing. It is safe for concurrent use.
type Limiter struct {
	each Rate
	now  func() time.Time

	mu    sync.Mutex
	all   account
	byKey map[string]*list.Element // of *account
	used  list.List                // first the one used last
}

// account is what is left of a rate.
type account struct {
	key   string
	left  *rate.Limiter
	tries int           // under way, each of which may fail yet
	ended chan struct{} // closed when one of them ends; nil while nobody waits for that
}

// New returns a Limiter of failures with the same key, and of all together.
func New(each, all Rate, now func() time.Time) *Limiter {
	return &Limiter{each: each, now: now, all: account{left: all.limiter()}, byKey: map[string]*list.Element{}}
}

// ExceededError is the error of a try that came too early.
type ExceededError struct {
	Wait time.Duration // until the next may be made
}

func (e *ExceededError) Error() string { return fmt.Sprintf("too many tries, wait %v", e.Wait) }

// Try is a try under way.
type Try struct {
	limiter *Limiter
	of      *account
}

// Begin begins a try, which the caller must end. When as many tries are under way as may fail, it waits for one of them to
// end: so not even many at once fail more often than the rate allows. *ExceededError, or the error of ctx.
func (l *Limiter) Begin(ctx context.Context, key string) (*Try, error) {
	for {
		t, ended, err := l.begin(key)
		if t != nil || err != nil {
			return t, err
		}
		select {
		case <-ended:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// begin returns a try, or what to wait for.
func (l *Limiter) begin(key string) (*Try, <-chan struct{}, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	of := l.account(key)
	for _, a := range []*account{of, &l.all} {
		left := a.left.TokensAt(now)
		if left < 1 {
			l.forget(of, now)
			return nil, nil, &ExceededError{Wait: wait(a.left, left)}
		}
		if float64(a.tries+1) > left {
			if a.ended == nil {
				a.ended = make(chan struct{})
			}
			ended := a.ended
			l.forget(of, now)
			return nil, ended, nil
		}
	}
	of.tries++
	l.all.tries++
	return &Try{limiter: l, of: of}, nil, nil
}

// wait is how long it takes until a whole failure is left.
func wait(l *rate.Limiter, left float64) time.Duration {
	return time.Duration((1 - left) / float64(l.Limit()) * float64(time.Second))
}

// End ends a try. It is called once.
func (t *Try) End(failed bool) {
	l := t.limiter
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	for _, a := range []*account{t.of, &l.all} {
		a.tries--
		if failed {
			a.left.AllowN(now, 1) // there is one left for each try under way
		}
		if a.ended != nil {
			close(a.ended)
			a.ended = nil
		}
	}
	l.forget(t.of, now)
}

// account returns what is left for a key.
func (l *Limiter) account(key string) *account {
	if e := l.byKey[key]; e != nil {
		l.used.MoveToFront(e)
		return e.Value.(*account)
	}
	a := &account{key: key, left: l.each.limiter()}
	l.byKey[key] = l.used.PushFront(a)
	for e := l.used.Back(); l.used.Len() > maxKeys && e != nil; {
		before := e.Prev()
		if e.Value.(*account).tries == 0 {
			l.drop(e)
		}
		e = before
	}
	return a
}

// forget drops an account with nothing to remember.
func (l *Limiter) forget(a *account, now time.Time) {
	e := l.byKey[a.key]
	if e != nil && e.Value == a && a.tries == 0 && a.left.TokensAt(now) >= float64(l.each.Burst) {
		l.drop(e)
	}
}

func (l *Limiter) drop(e *list.Element) {
	delete(l.byKey, l.used.Remove(e).(*account).key)
}
