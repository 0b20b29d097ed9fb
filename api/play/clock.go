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
	// stoodStill is how long no server must have run for players to get their time back.
	stoodStill = 5 * time.Second
	// dueBatch is how many overdue games are read at a time.
	dueBatch = 100
)

// overdue tells whether the time of the seat on turn was up when a call arrived.
func overdue(s game.State, arrived time.Time) bool {
	deadline := s.Deadline()
	return !deadline.IsZero() && arrived.After(deadline.Add(grace))
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
	return &Clocks{service: s, store: heart, log: log}
}

// Resume gives players their time anew whose deadline passed while no server ran. It is called once, before the first
// request is served.
func (c *Clocks) Resume(ctx context.Context) error {
	last, err := c.store.Heartbeat(ctx)
	if err != nil {
		return fmt.Errorf("read the heartbeat: %w", err)
	}
	now := c.service.now()
	if !last.IsZero() && now.Sub(last) > stoodStill {
		err := c.service.eachDue(ctx, now, func(ctx context.Context, l loaded) error {
			if l.State.Deadline().Before(last) {
				return nil // it had passed before the server stopped
			}
			return c.service.resume(ctx, l)
		})
		if err != nil {
			return err
		}
	}
	return c.store.Beat(ctx, now)
}

// Run looks after the clocks until ctx ends. What goes wrong is logged, and tried again.
func (c *Clocks) Run(ctx context.Context) {
	tick := time.NewTicker(clockEvery)
	defer tick.Stop()
	var beaten time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := c.service.now()
		if now.Sub(beaten) >= beatEvery || now.Before(beaten) {
			if err := c.store.Beat(ctx, now); err != nil && ctx.Err() == nil {
				c.log.Error("heartbeat not stored", "error", err)
			}
			beaten = now
		}
		if err := c.Tick(ctx, now); err != nil && ctx.Err() == nil {
			c.log.Error("clocks not kept", "error", err)
		}
	}
}

// Tick plays all turns whose time is up at now.
func (c *Clocks) Tick(ctx context.Context, now time.Time) error {
	return c.service.eachDue(ctx, now.Add(-grace), func(ctx context.Context, l loaded) error {
		if !overdue(l.State, now) {
			return nil
		}
		return c.service.runClock(ctx, l)
	})
}

// eachDue calls do with every game whose deadline is before a time. Games that have moved on meanwhile are passed over.
// An error of one does not keep the others from their turn; all of them are returned.
func (s *Service) eachDue(ctx context.Context, before time.Time, do func(context.Context, loaded) error) error {
	var errs []error
	for after := int64(0); ; {
		ids, next, err := s.store.Due(ctx, before, after, dueBatch)
		if err != nil {
			return errors.Join(append(errs, fmt.Errorf("list games that are due: %w", err))...)
		}
		for _, id := range ids {
			l, err := s.load(ctx, id)
			if err == nil {
				err = do(ctx, l)
			}
			if err != nil && !errors.Is(err, repository.ErrConflict) {
				errs = append(errs, fmt.Errorf("clock of game %s: %w", id, err))
			}
		}
		if next == 0 {
			return errors.Join(errs...)
		}
		after = next
	}
}

// resume starts the clock of a game anew.
func (s *Service) resume(ctx context.Context, l loaded) error {
	d := draft{state: l.State, head: l.Head}
	if err := s.decide(&d, game.Resume{}, nil, ""); err != nil {
		return err
	}
	_, err := s.append(ctx, l, d, nil, plan{})
	return err
}
