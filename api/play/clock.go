package play

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"kast/domain/game"
	"kast/repository"
)

const (
	// grace is how long after the deadline a call may still arrive: the network takes its time.
	grace = time.Second
	// clockEvery is how often the clocks are looked at. Together with grace a turn whose time is up is played between one
	// and two seconds after the deadline.
	clockEvery = 250 * time.Millisecond
	// beatEvery is how often the server notes that it runs.
	beatEvery = time.Second
	// stoodStill is how old the last beat must be for players to get their time back: two beats are missing then.
	stoodStill = 2 * beatEvery
	// retryEvery is how often a game is tried again whose clock could not be kept.
	retryEvery = 10 * time.Second
	// dueBatch is how many overdue games are read at a time.
	dueBatch = 100
)

// overdue tells whether the time of the seat on turn was up when a call arrived.
func overdue(s game.State, arrived time.Time) bool {
	deadline := s.Deadline()
	return !deadline.IsZero() && arrived.After(deadline.Add(grace))
}

// clocksStand tells whether every move is in time now: the server starts, or the machine slept or its clock jumped until a
// moment ago, and players get their time anew at the next look at the clocks. A call may well come before that.
func (s *Service) clocksStand(now time.Time) bool {
	seen := s.clocksSeen.Load()
	return s.clocksHeld.Load() || seen != 0 && now.UnixMilli()-seen > stoodStill.Milliseconds()
}

// runClock plays the turn for a player whose time is up. repository.ErrConflict when the game has moved on, so that a
// deadline has its consequence once, however many notice it.
func (s *Service) runClock(ctx context.Context, l loaded) error {
	seed, err := s.seed(ctx, l.State)
	if err != nil {
		return err
	}
	d := draft{state: l.State, head: l.Head}
	if err := s.timeUp(ctx, &d, seed); err != nil {
		return err
	}
	if err := s.follow(ctx, &d, seed); err != nil {
		return err
	}
	_, err = s.append(ctx, l, d, nil, plan{})
	return err
}

// Clocks is the one timer of a process for the clocks of all games.
type Clocks struct {
	service *Service
	store   Heart
	log     *slog.Logger
	failed  map[string]time.Time // when the clock of a game could not be kept
}

// Heart is where servers note that they run.
type Heart interface {
	// Heartbeat returns when a server last noted that it runs; the zero time for never.
	Heartbeat(ctx context.Context) (time.Time, error)
	// Beat notes that a server runs at this time.
	Beat(ctx context.Context, at time.Time) error
}

// NewClocks returns the clocks of a service.
func NewClocks(s *Service, heart Heart, log *slog.Logger) *Clocks {
	return &Clocks{service: s, store: heart, log: log, failed: map[string]time.Time{}}
}

// Keep is what a server does about clocks from its start until ctx ends: it makes the tables of best play, which a clock
// plays by, gives players their time anew whose deadline passed meanwhile or while no server ran, and runs the clocks.
// Hold is called before it, ahead of the first request.
func (c *Clocks) Keep(ctx context.Context) {
	if err := c.service.tables.Prepare(ctx); err != nil {
		if ctx.Err() == nil {
			c.log.Error("no best play, and no clocks", "error", err)
		}
		return
	}
	if err := c.Resume(ctx); err != nil && ctx.Err() == nil {
		c.log.Error("clocks not started anew", "error", err)
	}
	c.service.clocksHeld.Store(false)
	c.Run(ctx)
}

// Hold keeps all clocks from running out until Keep has all that they need: until then every move is in time.
func (c *Clocks) Hold() { c.service.clocksHeld.Store(true) }

// Resume gives players their time anew whose deadline passed while no server ran. It is called before the clocks run. A game
// that cannot be resumed is logged, and keeps nobody from playing the others.
func (c *Clocks) Resume(ctx context.Context) error {
	last, err := c.store.Heartbeat(ctx)
	if err != nil {
		return fmt.Errorf("read the heartbeat: %w", err)
	}
	now := c.service.now()
	if !last.IsZero() && now.Sub(last) > stoodStill {
		err := c.service.eachDue(ctx, now, func(ctx context.Context, id string) {
			err := guarded(func() error { return c.service.resume(ctx, id, last, now) })
			if err != nil && ctx.Err() == nil {
				c.log.Error("clock not started anew", "game", id, "error", err)
			}
		})
		if err != nil {
			return err
		}
	}
	return c.store.Beat(ctx, now)
}

// Run looks after the clocks until ctx ends. What goes wrong is logged, and tried again. When the machine slept, or its
// clock was put forward, as on one that learns the time only once it is up, that is a time without server too.
func (c *Clocks) Run(ctx context.Context) {
	tick := time.NewTicker(clockEvery)
	defer tick.Stop()
	var beaten time.Time
	seen := c.service.now()
	c.service.clocksSeen.Store(seen.UnixMilli())
	defer c.service.clocksSeen.Store(0)
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := c.service.now()
		if slept := now.Round(0).Sub(seen.Round(0)); slept > stoodStill { // by the wall clock
			if err := c.Resume(ctx); err != nil && ctx.Err() == nil {
				c.log.Error("clocks not started anew", "slept", slept, "error", err)
			}
		}
		if now.Sub(beaten) >= beatEvery || now.Before(beaten) {
			if err := c.store.Beat(ctx, now); err != nil && ctx.Err() == nil {
				c.log.Error("heartbeat not stored", "error", err)
			}
			beaten = now
		}
		if err := c.Tick(ctx, now); err != nil && ctx.Err() == nil {
			c.log.Error("clocks not kept", "error", err)
		}
		seen = now // not a later reading: a jump in between would go unseen
		c.service.clocksSeen.Store(seen.UnixMilli())
	}
}

// Tick plays all turns whose time is up at now. An error of one game does not keep the others from theirs; the game is
// tried again after a while.
func (c *Clocks) Tick(ctx context.Context, now time.Time) error {
	return c.service.eachDue(ctx, now.Add(-grace), func(ctx context.Context, id string) {
		if at, failed := c.failed[id]; failed && now.Sub(at).Abs() < retryEvery {
			return
		}
		delete(c.failed, id)
		err := guarded(func() error { return c.service.keepClock(ctx, id, now) })
		if err != nil && ctx.Err() == nil {
			c.failed[id] = now
			c.log.Error("clock of a game not kept", "game", id, "error", err)
		}
	})
}

// eachDue calls do with the id of every game whose deadline is before a time.
func (s *Service) eachDue(ctx context.Context, before time.Time, do func(ctx context.Context, id string)) error {
	for after := int64(0); ; {
		ids, next, err := s.store.Due(ctx, before, after, dueBatch)
		if err != nil {
			return fmt.Errorf("list games that are due: %w", err)
		}
		for _, id := range ids {
			if err := ctx.Err(); err != nil {
				return err
			}
			do(ctx, id)
		}
		if next == 0 {
			return nil
		}
		after = next
	}
}

// ClockLag tells for how long the time of a turn has been up that is not over yet: of the games that are due, of which it
// looks at some, the longest. Where clocks are kept it is less than two seconds.
func (s *Service) ClockLag(ctx context.Context) (longest time.Duration, err error) {
	now := s.now()
	ids, _, err := s.store.Due(ctx, now, 0, dueBatch)
	if err != nil {
		return 0, fmt.Errorf("list games that are due: %w", err)
	}
	for _, id := range ids {
		g, err := s.store.Game(ctx, id)
		if errors.Is(err, repository.ErrNotFound) {
			continue
		}
		if err != nil {
			return 0, fmt.Errorf("load game %s: %w", id, err)
		}
		if !g.Summary.Deadline.IsZero() {
			longest = max(longest, now.Sub(g.Summary.Deadline))
		}
	}
	return longest, nil
}

// keepClock plays the turn under way in a game if its time is up at now. Who came first is not our concern: a game that
// has moved on, or is gone, needs no clock.
func (s *Service) keepClock(ctx context.Context, id string, now time.Time) error {
	l, err := s.load(ctx, id)
	if err == nil && overdue(l.State, now) {
		err = s.runClock(ctx, l)
	}
	return movedOn(err)
}

// resume starts the clock of a game anew, if its deadline passed between two times. Somebody may move meanwhile, in the
// same turn, whose time is still up after that; so it looks again.
func (s *Service) resume(ctx context.Context, id string, from, to time.Time) error {
	for range maxAttempts {
		l, err := s.load(ctx, id)
		if err != nil {
			return movedOn(err)
		}
		// Another process may have resumed the game meanwhile; a deadline before from had passed when the server still ran.
		if deadline := l.State.Deadline(); deadline.Before(from) || !deadline.Before(to) {
			return nil
		}
		d := draft{state: l.State, head: l.Head}
		if err := s.decide(&d, game.Resume{}, nil, ""); err != nil {
			return err
		}
		if _, err = s.append(ctx, l, d, nil, plan{}); !errors.Is(err, repository.ErrConflict) {
			return movedOn(err)
		}
	}
	return ErrBusy
}

func movedOn(err error) error {
	if errors.Is(err, repository.ErrConflict) || errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}
