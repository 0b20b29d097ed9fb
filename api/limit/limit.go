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

// Rate is how often something may be counted: Burst times at once, and then once in Every. The zero Rate bounds nothing.
type Rate struct {
	Burst int
	Every time.Duration
}

// Daily is the rate of a number a day.
func Daily(n int) Rate {
	if n <= 0 {
		return Rate{}
	}
	return Rate{Burst: n, Every: 24 * time.Hour / time.Duration(n)}
}

// unbounded stands for the zero Rate: more than can be counted.
const unbounded = 1 << 40

func (r Rate) limiter() *rate.Limiter {
	if r.Burst <= 0 {
		return rate.NewLimiter(rate.Every(time.Nanosecond), unbounded)
	}
	return rate.NewLimiter(rate.Every(r.Every), r.Burst)
}

// maxKeys is how many keys are remembered. Where all together are bounded, that bounds how many can have
// been counted of late, so that in practice only those are forgotten that have nothing to remember.
const maxKeys = 10_000

// Limiter counts tries by key and over all: those that failed, or whatever else its user says of them at their end. What
// is not counted costs nothing. It is safe for concurrent use.
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
	tries int           // under way, each of which may be counted yet
	ended chan struct{} // closed when one of them ends; nil while nobody waits for that
}

// New returns a Limiter of tries with the same key, and of all together. Both rates may be the zero one.
func New(each, all Rate, now func() time.Time) *Limiter {
	return &Limiter{each: each, now: now, all: account{left: all.limiter()}, byKey: map[string]*list.Element{}}
}

// ExceededError is the error of a try that came too early.
type ExceededError struct {
	Wait time.Duration // until the next may be made
}

func (e *ExceededError) Error() string { return fmt.Sprintf("too many tries, wait %v", e.Wait) }

// Standing is what is left of a rate for a key.
type Standing struct {
	Quota  int           // what may be counted at once
	Window time.Duration // in which that much comes back
	Left   int           // what may be counted now
	Whole  time.Duration // until all of it is there again; 0 when it is
}

// Standing tells what is left for a key, of its own rate.
func (l *Limiter) Standing(key string) Standing {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := Standing{Quota: l.each.Burst, Window: time.Duration(l.each.Burst) * l.each.Every, Left: l.each.Burst}
	e := l.byKey[key]
	if e == nil {
		return s
	}
	left := e.Value.(*account).left.TokensAt(l.now())
	s.Left = max(0, int(left))
	s.Whole = max(0, time.Duration((float64(s.Quota)-left)*float64(l.each.Every)))
	return s
}

// Bounds tells whether the rate of a key bounds anything.
func (l *Limiter) Bounds() bool { return l.each.Burst > 0 }

// Try is a try under way.
type Try struct {
	limiter *Limiter
	of      *account
}

// Begin begins a try, which the caller must end. When as many tries are under way as may be counted, it waits for one of them to
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

// wait is how long it takes until a whole one is left.
func wait(l *rate.Limiter, left float64) time.Duration {
	return time.Duration((1 - left) / float64(l.Limit()) * float64(time.Second))
}

// End ends a try, and says whether it is counted. It is called once.
func (t *Try) End(counted bool) {
	l := t.limiter
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	for _, a := range []*account{t.of, &l.all} {
		a.tries--
		if counted {
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
	if e != nil && e.Value == a && a.tries == 0 && a.left.TokensAt(now) >= float64(a.left.Burst()) {
		l.drop(e)
	}
}

func (l *Limiter) drop(e *list.Element) {
	delete(l.byKey, l.used.Remove(e).(*account).key)
}
