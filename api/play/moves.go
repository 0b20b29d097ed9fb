package play

import (
	"context"
	"errors"
	"slices"

	"kast/domain/game"
	"kast/domain/scorecard"
)

// Roll rolls the dice that are not held. held are positions: nil for the hold that stands, empty for none. faces are
// all dice of the table, where they are the client's. Errors as of every move: ErrNotFound, ErrNotSeated, ErrIDInUse,
// ErrStale, a *game.Refusal.
func (s *Service) Roll(ctx context.Context, id string, call Call, held, faces []int) (Result, error) {
	return s.move(ctx, id, call, func(by game.By, seat int) game.Command {
		return game.Roll{By: by, Seat: seat, Held: held, Dice: faces}
	})
}

// maxHolds is how many holds may follow each other. Everybody sees each of them, so each is in the log for ever; nobody needs as
// many, and a client gone wrong must not fill the disk. It is no rule of the games: a log that has more is as good.
const maxHolds = 100

// ErrTooManyHolds: the dice were held again and again, with nothing else in between.
var ErrTooManyHolds = errors.New("too many holds")

// Hold sets which dice to keep, by position. Errors as of Roll, and ErrTooManyHolds.
func (s *Service) Hold(ctx context.Context, id string, call Call, held []int) (Result, error) {
	return s.move(ctx, id, call, func(by game.By, seat int) game.Command {
		return game.Hold{By: by, Seat: seat, Held: held}
	})
}

// Enter enters the roll in a box. Errors as of Roll.
func (s *Service) Enter(ctx context.Context, id string, call Call, box scorecard.Box) (Result, error) {
	return s.move(ctx, id, call, func(by game.By, seat int) game.Command {
		return game.Enter{By: by, Seat: seat, Box: box}
	})
}

// Bank stops the turn and takes its points. held as for Roll. Errors as of Roll.
func (s *Service) Bank(ctx context.Context, id string, call Call, held []int) (Result, error) {
	return s.move(ctx, id, call, func(by game.By, seat int) game.Command {
		return game.Bank{By: by, Seat: seat, Held: held}
	})
}

// move carries out a move of the seat on turn, if the caller moves that. If not, the command of another seat of the
// caller's says why.
func (s *Service) move(
	ctx context.Context, id string, call Call, command func(game.By, int) game.Command,
) (Result, error) {
	return s.change(ctx, id, call, func(l loaded) (plan, error) {
		if !l.visibleTo(call.Account) {
			return plan{}, ErrNotFound
		}
		mine := l.moves(call.Account)
		if len(mine) == 0 {
			return plan{}, ErrNotSeated
		}
		seat := mine[0]
		if slices.Contains(mine, l.State.OnTurn()) {
			seat = l.State.OnTurn()
		}
		return plan{command: command(Mover(l.State, seat), seat)}, nil
	})
}

// Mover says who moves a seat.
func Mover(s game.State, seat int) game.By {
	if s.Seats[seat].Kind == game.BotSeat {
		return game.ByBot
	}
	return game.ByPlayer
}

// Resign gives up: the caller's own seat (seat is NoSeat), or one that the caller moves as host.
// ErrNotFound, ErrNotSeated, ErrIDInUse, ErrStale, a *game.Refusal.
func (s *Service) Resign(ctx context.Context, id string, call Call, seat int) (Result, error) {
	return s.change(ctx, id, call, func(l loaded) (plan, error) {
		if !l.visibleTo(call.Account) {
			return plan{}, ErrNotFound
		}
		which := seat
		if which == game.NoSeat {
			which = l.ownSeat(call.Account)
		}
		if !slices.Contains(l.moves(call.Account), which) {
			return plan{}, ErrNotSeated
		}
		return plan{command: game.Resign{By: Mover(l.State, which), Seat: which}}, nil
	})
}
