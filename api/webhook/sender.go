package webhook

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"kast/repository"
)

const (
	// atOnce is how many notices are under way at the same time.
	atOnce = 4
	// pollEvery is how often the store is looked at for notices of other processes, and for those that are due again.
	pollEvery = time.Second
	// attemptTime is how long the receiver may take for one.
	attemptTime = 10 * time.Second
	// leaseTime is when a notice is taken for abandoned by the process that claimed it: after an attempt's time, and some
	// more for the store.
	leaseTime = 3 * attemptTime
	// firstDelay is about how long to wait after the first failure. It doubles with each, up to maxDelay.
	firstDelay, maxDelay = time.Second, time.Hour
	// maxAge is how old a notice may get.
	maxAge = 24 * time.Hour
	// storeTime bounds what has still to be noted in the store when the sender stops.
	storeTime = 5 * time.Second
)

// Options are what a Sender needs of the outside; zero values give the real thing.
type Options struct {
	Logger *slog.Logger // nil for none
	// Transport carries requests; nil for the network, with TLS verified and no proxy.
	Transport http.RoundTripper
}

// Sender delivers notices. Any number of them may work on one store.
type Sender struct {
	target Target
	client *http.Client
	log    *slog.Logger
	wake   chan struct{}
	// failing is true from a failure until the next delivery: a receiver that is down is worth one line of log.
	failing atomic.Bool
}

// New returns a sender. It does nothing until Run.
func New(t Target, o Options) *Sender {
	s := &Sender{target: t, client: newClient(o.Transport), log: o.Logger, wake: make(chan struct{}, 1)}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	return s
}

// Wake tells that there is a notice to deliver. It waits for nothing.
func (s *Sender) Wake() {
	select {
	case s.wake <- struct{}{}:
	default: // it is awake
	}
}

// Run delivers the notices of a store until ctx ends. Attempts under way are broken off then, and made again by whoever
// runs next on the store. What goes wrong is logged, and tried again.
func (s *Sender) Run(ctx context.Context, store repository.Notices) {
	var attempts sync.WaitGroup
	defer s.client.CloseIdleConnections()
	defer attempts.Wait()
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	done := make(chan struct{}, atOnce)
	for free := atOnce; ; {
		if free > 0 {
			now := time.Now()
			claimed, err := store.ClaimNotices(ctx, now, now.Add(leaseTime), free)
			if err != nil && ctx.Err() == nil {
				s.log.Error("notices not read", "error", err)
			}
			for _, n := range claimed {
				free--
				attempts.Go(func() {
					s.deliver(ctx, store, n)
					done <- struct{}{}
				})
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-done:
			free++
		case <-s.wake:
		case <-tick.C:
		}
	}
}

// deliver makes one attempt at a notice that was claimed, and notes in the store what came of it.
func (s *Sender) deliver(ctx context.Context, store repository.Notices, n repository.Notice) {
	a := answer{reason: "too old"}
	if time.Since(n.At) < maxAge {
		a = s.post(ctx, n)
	}
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTime)
	defer cancel()
	now := time.Now()
	again := now.Add(max(delay(n.Attempts), min(a.retryAfter, maxDelay)))
	var err error
	switch {
	case a.delivered:
		if s.failing.Swap(false) {
			s.log.Info("webhook works again", "webhook", s.target)
		}
		err = store.RemoveNotice(bounded, n.ID)
	case ctx.Err() != nil:
		err = store.PostponeNotice(bounded, n.ID, n.Attempts, now)
	case a.refused || again.Sub(n.At) >= maxAge:
		s.log.Warn("notice given up", "webhook", s.target, "notice", n.ID, "game", n.GameID, "attempts", n.Attempts, "reason", a.reason)
		err = store.RemoveNotice(bounded, n.ID)
	default:
		if !s.failing.Swap(true) {
			s.log.Warn("webhook fails", "webhook", s.target, "notice", n.ID, "game", n.GameID, "reason", a.reason)
		}
		err = store.PostponeNotice(bounded, n.ID, n.Attempts, again)
	}
	if err != nil {
		s.log.Error("outcome of a notice not stored", "notice", n.ID, "error", err) // it will be sent once more
	}
}

// delay is how long to wait after so many attempts: twice as long after each, and somewhere between half of that and
// all of it, so that what failed together does not come back together.
func delay(attempts int) time.Duration {
	d := maxDelay
	if n := attempts - 1; n < 12 {
		d = min(firstDelay<<max(n, 0), maxDelay)
	}
	return d/2 + rand.N(d/2+1)
}
