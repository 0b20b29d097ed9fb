package play

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"kast/domain/game"
)

const (
	// openFor is how long a table may stay open before it closes.
	openFor = 24 * time.Hour
	// closeEvery is how often games are looked for that nobody goes on with.
	closeEvery = time.Minute
	// closeRetryEvery is how often a game is tried again that could not be closed.
	closeRetryEvery = time.Hour
	// releaseEvery is how often Keep asks whether the clocks run yet.
	releaseEvery = time.Second
)

// Closer ends the games of all players that nobody goes on with: tables that nobody has started a day after they were
// made, and running games without a clock in which nobody has moved for the time that the operator sets. Of both only that
// time counts in which a server ran, see UnusedBefore. A game in which a clock runs goes on by itself.
type Closer struct {
	service *Service
	runs    Runs
	after   time.Duration
	log     *slog.Logger
	failed  map[string]time.Time // when a game could not be closed
}

// NewCloser returns the Closer of a service. after is how long a running game may stand still; 0 for ever.
func NewCloser(s *Service, runs Runs, after time.Duration, log *slog.Logger) *Closer {
	return &Closer{service: s, runs: runs, after: after, log: log, failed: map[string]time.Time{}}
}

// Keep closes games until ctx ends. It begins once the clocks run: until then a server that has just started gives players
// their time. What goes wrong is logged, and tried again.
func (c *Closer) Keep(ctx context.Context) {
	tick := time.NewTicker(releaseEvery)
	defer tick.Stop()
	for c.service.clocksHeld.Load() {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
	tick.Reset(closeEvery)
	for ctx.Err() == nil {
		if err := c.Sweep(ctx, c.service.now()); err != nil && ctx.Err() == nil {
			c.log.Error("idle games not closed", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

// Sweep closes the games that nobody goes on with at now. An error of one game does not keep the others; the game is
// tried again after a while.
func (c *Closer) Sweep(ctx context.Context, now time.Time) error {
	for id, at := range c.failed {
		if now.Sub(at).Abs() >= closeRetryEvery {
			delete(c.failed, id)
		}
	}
	openBefore, err := UnusedBefore(ctx, c.runs, now, openFor)
	if err != nil {
		return err
	}
	var movedBefore time.Time
	if c.after > 0 {
		if movedBefore, err = UnusedBefore(ctx, c.runs, now, c.after); err != nil {
			return err
		}
	}
	for after := int64(0); ; {
		ids, next, err := c.service.store.Idle(ctx, openBefore, movedBefore, after, batch)
		if err != nil {
			return fmt.Errorf("list idle games: %w", err)
		}
		for _, id := range ids {
			if _, failed := c.failed[id]; failed {
				continue
			}
			err := guarded(func() error { return c.service.closeIdle(ctx, id, openBefore, movedBefore) })
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				c.failed[id] = now
				c.log.Error("idle game not closed", "game", id, "error", err)
			}
		}
		if next == 0 {
			return nil
		}
		after = next
	}
}

// closeIdle closes a game if nobody goes on with it. Who moves meanwhile has moved on with it: the log's head decides.
func (s *Service) closeIdle(ctx context.Context, id string, openBefore, movedBefore time.Time) error {
	l, err := s.load(ctx, id)
	if err != nil {
		return movedOn(err)
	}
	if !l.idle(openBefore, movedBefore) {
		return nil
	}
	seed, err := s.seed(ctx, l.State)
	if err != nil {
		return err
	}
	d := draft{state: l.State, head: l.Head}
	if err := s.decide(&d, game.Close{}, seed, ""); err != nil {
		return err
	}
	_, err = s.append(ctx, l, d, nil, plan{})
	return movedOn(err)
}

// idle tells whether a game is an open one made before a time, or a running one without a clock that nobody has moved
// since before another. Times are the server's, as in the store.
func (l loaded) idle(openBefore, movedBefore time.Time) bool {
	switch l.State.Status {
	case game.StatusOpen:
		return l.Beside.CreatedAt.Before(openBefore)
	case game.StatusPlaying:
		return l.State.Deadline().IsZero() && l.Beside.UpdatedAt.Before(movedBefore)
	case game.StatusFinished, game.StatusClosed:
	}
	return false
}
