package play

import (
	"context"
	"errors"
	"fmt"

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

// ErrListed: what lists say of a game is not what its log says.
var ErrListed = errors.New("what is kept beside the log does not match it")

// Verify refolds a game's log and checks its chain, every outcome, the dice against the seed, and what lists know of it.
// It returns the number of events. ErrNotFound, a *game.Breach, gamelog.ErrFormat, ErrListed.
func (s *Service) Verify(ctx context.Context, id string) (events int, err error) {
	l, err := s.load(ctx, id)
	if err != nil {
		return 0, err
	}
	seed, err := s.seed(ctx, l.State)
	if err != nil {
		return 0, err
	}
	state, err := gamelog.Verify(l.lines, seed)
	if err != nil {
		return len(l.lines), err
	}
	switch {
	case state.Game != id, l.Beside.Head != head(l.lines), l.Beside.Summary != summary(state):
		return len(l.lines), ErrListed
	case len(l.Beside.Seats) != len(state.Seats):
		return len(l.lines), ErrListed
	}
	for i, standing := range standings(state) {
		if l.Beside.Seats[i].Standing != standing {
			return len(l.lines), ErrListed
		}
	}
	return len(l.lines), nil
}

// Rebuild makes what lists know of a game anew from its log. ErrNotFound, ErrBusy.
func (s *Service) Rebuild(ctx context.Context, id string) error {
	for range maxAttempts {
		l, err := s.load(ctx, id)
		if err != nil {
			return err
		}
		err = s.store.Rebuild(ctx, id, l.Beside.Head, summary(l.State), standings(l.State))
		if !errors.Is(err, repository.ErrConflict) {
			return err
		}
	}
	return ErrBusy
}

// Lines returns a whole log, for the operator's tools. ErrNotFound.
func (s *Service) Lines(ctx context.Context, id string) ([]gamelog.Line, View, error) {
	l, err := s.load(ctx, id)
	return l.lines, l.View, err
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
					return l.leave(account, l.ownSeat(account)), nil
				}
			case game.StatusPlaying:
				for _, seat := range l.moves(account) {
					if !l.State.Seats[seat].Resigned() {
						return plan{command: game.Resign{By: mover(l.State, seat), Seat: seat}}, nil
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
