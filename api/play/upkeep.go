package play

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"kast/domain/fairness"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/repository"
)

// batch is how many games upkeep reads at a time.
const batch = 200

// EachGame calls do with the id of every game, oldest first, until it returns an error.
func (s *Service) EachGame(ctx context.Context, do func(id string) error) error {
	for after := int64(0); ; {
		ids, next, err := s.store.GameIDs(ctx, after, batch)
		if err != nil {
			return fmt.Errorf("list games: %w", err)
		}
		for _, id := range ids {
			if err := do(id); err != nil {
				return err
			}
		}
		if next == 0 {
			return nil
		}
		after = next
	}
}

// What Verify finds beside the breaches of game.Check and gamelog.Verify.
var (
	// ErrListed: the log holds, but lists say something else of the game. Rebuild mends that.
	ErrListed = errors.New("what lists know of the game does not match its log")
	// ErrStored: an event's number, id or hash in the store is not that of the event, or the event is another game's. It
	// comes inside a *game.Breach.
	ErrStored = errors.New("the event is not stored as it was written")
	// ErrHead: events are missing at the end, or there are more than the game knows of. It comes inside a *game.Breach.
	ErrHead = errors.New("the log does not end at its head")
)

// Verify refolds a game's log and checks its chain, every outcome, the dice against the seed, and what lists know of it.
// It returns the number of events. ErrNotFound, a *game.Breach, ErrListed.
func (s *Service) Verify(ctx context.Context, id string) (events int, err error) {
	lines, beside, err := s.Lines(ctx, id)
	if err != nil {
		return len(lines), err
	}
	var seed *fairness.Seed
	if created, ok := lines[0].Event.(game.Created); ok {
		if seed, err = s.seed(ctx, game.State{Game: id, Dice: created.Dice}); err != nil {
			return len(lines), err
		}
	}
	state, err := gamelog.Verify(lines, seed)
	if err != nil {
		return len(lines), err
	}
	if state.Game != id {
		return len(lines), &game.Breach{Seq: 1, Cause: ErrStored}
	}
	if !listedRight(beside, state) {
		return len(lines), ErrListed
	}
	return len(lines), nil
}

// listedRight tells whether lists say of a game what its log comes to. Of a game from before its dice were counted they
// need not say what is counted: the server does that by itself (Books).
func listedRight(beside repository.Game, state game.State) bool {
	want := summary(state)
	if !beside.Summary.Counted {
		want.Counted, want.Fallen = false, beside.Summary.Fallen
	}
	if beside.Summary != want || len(beside.Seats) != len(state.Seats) {
		return false
	}
	for i, standing := range standings(state) {
		if !beside.Summary.Counted {
			standing.FurtherFives, standing.UpperBonus = beside.Seats[i].FurtherFives, beside.Seats[i].UpperBonus
		}
		if beside.Seats[i].Standing != standing {
			return false
		}
	}
	return true
}

// Rebuild makes what lists know of a game anew from its log; what its review gave is worked out again after that (Books).
// The records follow with RebuildTotals. ErrNotFound, ErrBusy.
func (s *Service) Rebuild(ctx context.Context, id string) error {
	for range maxAttempts {
		beside, err := s.beside(ctx, id)
		if err != nil {
			return err
		}
		log, err := s.foldOn(ctx, id, beside.Head, fold{})
		if err != nil {
			return err
		}
		err = s.store.Rebuild(ctx, id, log.head, summary(log.state), standings(log.state))
		if !errors.Is(err, repository.ErrConflict) {
			return err
		}
	}
	return ErrBusy
}

// Counted tells whether the dice of a game are counted; if not, Rebuild counts them. ErrNotFound.
func (s *Service) Counted(ctx context.Context, id string) (bool, error) {
	beside, err := s.beside(ctx, id)
	return beside.Summary.Counted, err
}

// VerifyTotals checks that the records and the sums of dice are those of the games as lists know them. ErrListed.
func (s *Service) VerifyTotals(ctx context.Context) error {
	right, err := s.store.Recounted(ctx)
	if err == nil && !right {
		err = ErrListed
	}
	return err
}

// RebuildTotals makes the records and the sums of dice anew, from the games as lists know them, and reports whether
// anything was wrong. With Rebuild for every game before it all of them follow from the logs.
func (s *Service) RebuildTotals(ctx context.Context) (wrong bool, err error) {
	if right, err := s.store.Recounted(ctx); right || err != nil { // a file that only can be read is good for that
		return false, err
	}
	return s.store.Recount(ctx)
}

// Lines returns a whole log and what is kept beside it, for the operator's tools. It folds nothing, since a log that was
// tampered with may not fold. ErrNotFound; a *game.Breach at the first event that is not there or cannot be read, with
// the lines before it.
func (s *Service) Lines(ctx context.Context, id string) ([]gamelog.Line, repository.Game, error) {
	beside, err := s.beside(ctx, id)
	if err != nil {
		return nil, beside, err
	}
	events, damage := s.store.Events(ctx, id, 0, beside.Head.Seq+1)
	if damage != nil {
		events, damage = s.readable(ctx, id, beside.Head.Seq)
	}
	lines := make([]gamelog.Line, 0, len(events))
	for _, e := range events[:min(len(events), beside.Head.Seq)] {
		l, err := gamelog.Decode(e.JSON)
		if err == nil && (e.Seq != l.Seq || e.ID != l.ID || e.Hash != l.Hash || !bytes.Equal(e.JSON, l.JSON)) {
			err = ErrStored
		}
		if err != nil {
			return lines, beside, &game.Breach{Seq: e.Seq, Cause: err}
		}
		lines = append(lines, l)
	}
	if damage != nil {
		return lines, beside, damage
	}
	if len(lines) == 0 || beside.Head != head(lines) {
		return lines, beside, &game.Breach{Seq: len(lines), Cause: ErrHead}
	}
	if len(events) > len(lines) {
		// Somebody may have moved between the two reads. If not, there are events that the game does not know of.
		now, err := s.beside(ctx, id)
		if err == nil && now.Head == beside.Head {
			err = &game.Breach{Seq: len(events), Cause: ErrHead}
		}
		if err != nil {
			return lines, beside, err
		}
	}
	return lines, beside, nil
}

// readable reads a log event by event, where it cannot be read as a whole, up to the first that cannot be read at all: a
// *game.Breach then.
func (s *Service) readable(ctx context.Context, id string, last int) (events []repository.Event, err error) {
	for seq := 1; seq <= last; seq++ {
		one, err := s.store.Events(ctx, id, seq-1, 1)
		if ctx.Err() != nil {
			return events, ctx.Err()
		}
		if err != nil {
			return events, &game.Breach{Seq: seq, Cause: err}
		}
		events = append(events, one...)
	}
	return events, nil
}

// Withdraw takes an account out of all games that are not over, before it is deleted: it leaves open tables and gives up
// running games, with the guests that it moves.
func (s *Service) Withdraw(ctx context.Context, account string) error {
	for _, status := range []game.Status{game.StatusOpen, game.StatusPlaying} {
		f := repository.GameFilter{Status: string(status)}
		for p := (repository.Page{Limit: batch}); ; {
			page, err := s.store.GamesOf(ctx, account, f, p)
			if err != nil {
				return fmt.Errorf("list games: %w", err)
			}
			for _, g := range page.Games {
				if err := s.withdraw(ctx, account, g.ID); err != nil {
					return err
				}
			}
			if page.Next == 0 {
				break
			}
			p.Before = page.Next
		}
	}
	return nil
}

// errWithdrawn ends withdraw's rounds: the account has nothing left to give up in this game.
var errWithdrawn = errors.New("withdrawn")

func (s *Service) withdraw(ctx context.Context, account, id string) error {
	for {
		_, err := s.change(ctx, id, Call{Account: account}, func(l loaded) (plan, error) {
			switch l.State.Status {
			case game.StatusOpen:
				if l.Inside(account) {
					p := l.leave(account, l.place(account))
					p.deleted = account
					return p, nil
				}
			case game.StatusPlaying:
				for _, seat := range l.moves(account) {
					if !l.State.Seats[seat].Resigned() {
						return plan{command: game.Resign{By: Mover(l.State, seat), Seat: seat}, deleted: account}, nil
					}
				}
			case game.StatusFinished, game.StatusClosed:
			}
			return plan{}, errWithdrawn
		})
		if errors.Is(err, errWithdrawn) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
