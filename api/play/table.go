package play

import (
	"context"
	"errors"

	"kast/domain/game"
)

// JoinWish is what somebody who wants a seat brings.
type JoinWish struct {
	InviteCode string // of a private table; may be empty at a public one
	ClientSeed string // a share in the dice, public for ever; empty for none
}

// maxComings is after how many events nobody may join a table any more. Who comes and goes is in the log for ever, and a client
// gone wrong must not fill the disk with it.
const maxComings = 1000

// ErrTooManyComings: so many have come to a table and gone that nobody may join it any more.
var ErrTooManyComings = errors.New("too many have come and gone")

// Join takes the seat that is kept for the caller, else the first open one; while seats are kept for others there is none
// (SeatsFull). ErrNotFound (also for a wrong invite code), ErrAlreadySeated, ErrTooManyComings, ErrIDInUse,
// ErrStale, a *game.Refusal.
func (s *Service) Join(ctx context.Context, id string, call Call, w JoinWish) (Result, error) {
	return s.change(ctx, id, call, func(l loaded) (plan, error) {
		// Who may watch is not invited to play.
		public := l.State.Visibility == game.Public
		if !public && !l.Inside(call.Account) && !invited(l.Beside.InviteCode, w.InviteCode) {
			return plan{}, ErrNotFound
		}
		if l.State.Status == game.StatusOpen && l.ownSeat(call.Account) != game.NoSeat {
			return plan{}, ErrAlreadySeated
		}
		return l.sit(call.Account, false, w.ClientSeed)
	})
}

// sit plans how an account takes the seat that seatFor finds. ErrTooManyComings, a *game.Refusal.
func (l loaded) sit(account string, reserved bool, clientSeed string) (plan, error) {
	seat, err := l.seatFor(account, reserved)
	if err != nil {
		return plan{}, err
	}
	if l.State.Seq >= maxComings {
		return plan{}, ErrTooManyComings
	}
	c := game.Join{Seat: seat, ClientSeed: clientSeed, StartWhenFull: l.Beside.StartWhenFull}
	return plan{command: c, joiner: account}, nil
}

// Leave frees the caller's seat at an open table, or gives up the one that is kept for it; in a running game it gives up.
// A host who leaves an open table, with a seat or without, takes its guests along, and the next account becomes host;
// when no account is left the table closes and stays the host's. Where a host leaves who has brought nobody no event
// tells of it.
// ErrNotFound, ErrNotSeated, ErrStale, a *game.Refusal.
func (s *Service) Leave(ctx context.Context, id string, call Call) (Result, error) {
	return s.change(ctx, id, call, func(l loaded) (plan, error) {
		own := l.place(call.Account)
		switch {
		case !l.visibleTo(call.Account):
			return plan{}, ErrNotFound
		case own == game.NoSeat && (l.State.Status != game.StatusOpen || l.Beside.Host != call.Account):
			return plan{}, ErrNotSeated
		case l.State.Status == game.StatusPlaying:
			return plan{command: game.Resign{By: game.ByPlayer, Seat: own}}, nil
		default:
			return l.leave(call.Account, own), nil
		}
	})
}

// leave plans how an account leaves an open table from its seat, or gives up the one that is kept for it, or leaves as a
// host without one (own is NoSeat then). The table closes when nobody is left who plays, or was asked to.
func (l loaded) leave(account string, own int) plan {
	c := game.Leave{}
	if own != game.NoSeat {
		c.Seats = append(c.Seats, own)
		c.Kept = l.State.Seats[own].Kind == game.OpenSeat
	}
	if l.Beside.Host != account {
		c.Close = c.Kept && l.kept() == 1
		return plan{command: c}
	}
	c.Close = true
	for _, seat := range l.brought(account) {
		if seat != own {
			c.Seats = append(c.Seats, seat)
		}
	}
	host := l.nextHost(own)
	switch {
	case host == "" && len(c.Seats) == 0:
		return plan{command: game.Close{}} // a table without host is none; it stays a game of its host
	case host == "":
		return plan{command: c} // the table closes, and stays a game of its host
	case len(c.Seats) == 0:
		return plan{host: &host}
	}
	return plan{command: c, host: &host}
}

// nextHost returns the next account after a seat, going round; empty when no other is seated.
func (l loaded) nextHost(after int) string {
	n := len(l.Beside.Seats)
	for i := 1; i <= n; i++ {
		seat := l.Beside.Seats[(after+i+n)%n]
		if seat.AccountID != "" && seat.AccountID != l.Beside.Host {
			return seat.AccountID
		}
	}
	return ""
}

// Start begins play, with the seats that are taken. clientSeed is the host's share in the dice; it goes to the host's
// own seat, or else to the first of its guests. ErrNotFound, ErrHostOnly, ErrIDInUse, ErrStale, a *game.Refusal.
func (s *Service) Start(ctx context.Context, id string, call Call, clientSeed string) (Result, error) {
	return s.change(ctx, id, call, func(l loaded) (plan, error) {
		switch {
		case !l.visibleTo(call.Account):
			return plan{}, ErrNotFound
		case l.Beside.Host != call.Account:
			return plan{}, ErrHostOnly
		}
		c := game.Start{By: game.ByPlayer, Seed: clientSeed, SeedSeat: l.ownSeat(call.Account)}
		if hosted := l.moves(call.Account); c.SeedSeat == game.NoSeat && len(hosted) > 0 {
			c.SeedSeat = hosted[0]
		}
		return plan{command: c}, nil
	})
}
