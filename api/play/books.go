package play

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"time"

	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/domain/review"
	"kast/repository"
)

const (
	// booksEvery is how often is looked whether games wait for the books.
	booksEvery = 2 * time.Second
	// booksBatch is how many of them are read at a time.
	booksBatch = 100
	// booksRetry is how often a game is tried again with which something is wrong.
	booksRetry = time.Hour
)

// Books works out, off the path of moves, what the statistics of games need beside what appends keep: it counts the dice
// of games from before they were counted, and reviews games that are finished. Which games wait for that the store knows,
// so that a restart loses nothing, and that several processes on one store at worst do the same twice.
type Books struct {
	service *Service
	log     *slog.Logger
	failed  map[string]time.Time // when something was found to be wrong with a game
}

// NewBooks returns the books of a service.
func NewBooks(s *Service, log *slog.Logger) *Books {
	return &Books{service: s, log: log, failed: map[string]time.Time{}}
}

// Keep keeps the books until ctx ends. What goes wrong is logged, and tried again.
func (b *Books) Keep(ctx context.Context) {
	tick := time.NewTicker(booksEvery)
	defer tick.Stop()
	for {
		err := b.CatchUp(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case errors.Is(err, ErrNoTable):
			b.log.Error("no best play, and no reviews", "error", err)
			return
		case err != nil:
			b.log.Error("statistics not kept", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// CatchUp does what waits to be done: first it counts, then it reviews, for which it waits for the table of best play.
// Something wrong with one game is logged, and keeps the others from nothing. ErrNoTable; faults of the store.
func (b *Books) CatchUp(ctx context.Context) error {
	s := b.service
	if err := b.each(ctx, s.store.Uncounted, s.Rebuild); err != nil {
		return err
	}
	return b.each(ctx, s.store.Unreviewed, s.putReview)
}

// each does something with every game of a list. It takes as long a rest as the work took: moves go first.
func (b *Books) each(
	ctx context.Context, list func(context.Context, int64, int) ([]string, int64, error), do func(context.Context, string) error,
) error {
	for after := int64(0); ; {
		ids, next, err := list(ctx, after, booksBatch)
		if err != nil {
			return err
		}
		for _, id := range ids {
			begun := time.Now()
			if at, failed := b.failed[id]; failed && begun.Sub(at) < booksRetry {
				continue
			}
			delete(b.failed, id)
			err := movedOn(guarded(func() error { return do(ctx, id) }))
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case errors.Is(err, ErrNoTable), errors.Is(err, repository.ErrUnavailable):
				return err
			case err != nil:
				b.failed[id] = begun
				b.log.Error("game not in the statistics", "game", id, "error", err)
			}
			if err := rest(ctx, time.Since(begun)); err != nil {
				return err
			}
		}
		if next == 0 {
			return nil
		}
		after = next
	}
}

// guarded does something with a game, whose panic is an error. A log that somebody has tampered with may not fold, and must not end the server.
func guarded(do func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return do()
}

// rest waits, unless ctx ends before.
func rest(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// putReview reviews a finished game and stores what that says of its seats. ErrNotFound, ErrNoTable;
// repository.ErrConflict when the game is not finished.
func (s *Service) putReview(ctx context.Context, id string) error {
	beside, err := s.beside(ctx, id)
	if err != nil {
		return err
	}
	t, err := s.tables.Table(ctx, game.RulesetID(beside.Summary.Ruleset))
	if err != nil {
		return err
	}
	lines, err := s.lines(ctx, id, 0, beside.Head.Seq)
	if err != nil {
		return err
	}
	judged := review.Game(t, gamelog.Records(lines)).Seats
	played := make([]repository.Played, len(judged))
	for i, seat := range judged {
		played[i] = repository.Played{Loss: millionths(seat.Loss), Luck: millionths(seat.Luck)}
	}
	if err := s.store.PutReview(ctx, id, beside.Head, played); err != nil {
		return fmt.Errorf("store the review of game %s: %w", id, err)
	}
	return nil
}

// millionths rounds points, so that processors which round differently come to the same.
func millionths(points float64) int64 { return int64(math.Round(points * 1e6)) }
