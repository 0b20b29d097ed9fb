package play

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kast/domain/game"
	"kast/repository"
)

// ErrNotFinished: the game was not played to its end, so there is nothing to play again.
var ErrNotFinished = errors.New("game not finished")

// Rematch asks for another game with the same people, seats and options, in which the next seat begins. The first who
// asks makes the table and sits down; for the others their seats are kept, and asking is how they take them. Whoever is
// in already is answered the game as it is, Repeated and without events. clientSeed is the caller's share in the dice; it
// counts for those who join, since the first asks before there is a commitment.
//
// ErrNotFound, ErrNotSeated, ErrHostOnly, ErrIDInUse, ErrStale (of the game that was played), ErrNotFinished,
// ErrTooManyComings, a *game.Refusal: GameNotOpen where the others play without the caller, BadOptions where too few are left, or
// for a client seed with client dice.
func (s *Service) Rematch(ctx context.Context, id string, call Call, clientSeed string) (Result, error) {
	deleted := false
	for range maxAttempts {
		r, err := s.rematch(ctx, id, call, clientSeed)
		switch {
		case errors.Is(err, repository.ErrCodeTaken):
			continue // another code is drawn
		case errors.Is(err, repository.ErrConflict):
			continue // another was faster: join that one's table
		case errors.Is(err, repository.ErrNoAccount):
			deleted = true
			continue // somebody is gone: ask those who are left
		case deleted && (errors.Is(err, ErrNotFound) || errors.Is(err, ErrNotSeated)):
			return Result{}, ErrNoAccount // it was the caller
		}
		return r, err
	}
	return Result{}, ErrBusy
}

// rematch is one attempt. repository.ErrConflict and repository.ErrNoAccount when it must be decided anew.
func (s *Service) rematch(ctx context.Context, id string, call Call, clientSeed string) (Result, error) {
	old, err := s.loadFor(ctx, call.Account, id)
	switch {
	case err != nil:
		return Result{}, err
	case !old.Inside(call.Account):
		return Result{}, ErrNotSeated
	case old.Beside.Rematch == "" && old.Beside.Host != call.Account && old.hostsFromAside():
		return Result{}, ErrHostOnly
	}
	if r, known, err := s.askedBefore(ctx, old, call); known || err != nil {
		return r, err
	}
	switch {
	case call.IfMatch != nil && !slices.Contains(call.IfMatch, old.Head):
		return Result{}, ErrStale
	case old.State.Status != game.StatusFinished:
		return Result{}, ErrNotFinished
	case old.Beside.Rematch != "":
		return s.accept(ctx, old, call, clientSeed)
	case old.State.Dice == game.ClientDice && clientSeed != "":
		// Not used here, but whoever asks does not know whether he is the first.
		return Result{}, &game.Refusal{Code: game.BadOptions, Reason: game.ReasonClientSeed}
	}
	return s.propose(ctx, old, call)
}

// askedBefore finds what the same call led to before. ErrIDInUse when the id stands for something else.
func (s *Service) askedBefore(ctx context.Context, old loaded, call Call) (Result, bool, error) {
	if call.ID == "" {
		return Result{}, false, nil
	}
	if old.Beside.Rematch != "" {
		l, err := s.loadAs(ctx, call.Account, old.Beside.Rematch)
		if err != nil {
			return Result{}, false, err
		}
		r, known, err := s.known(ctx, l, call)
		if known && !l.visibleTo(call.Account) {
			return Result{}, false, ErrIDInUse // has left since then
		}
		if known || err != nil {
			return r, known, err
		}
	}
	return s.created(ctx, call) // it may have made a table that was closed since, or the id is another game's
}

// propose makes the table.
func (s *Service) propose(ctx context.Context, old loaded, call Call) (Result, error) {
	p, err := old.again(call.Account)
	if err != nil {
		return Result{}, err
	}
	st := old.State
	n := NewGame{
		Ruleset: st.Ruleset.ID, Dice: st.Dice, Visibility: st.Visibility, Start: true,
		Options: st.Ruleset.Adapted(st.Options, len(p.specs), st.Dice),
	}
	g, r, err := s.newGame(ctx, call, n, p)
	if err != nil {
		return Result{}, err
	}
	g.RematchOf = st.Game
	err = s.store.CreateGame(ctx, g)
	if errors.Is(err, repository.ErrExists) {
		return Result{}, fmt.Errorf("%w: %w", repository.ErrConflict, err) // the same call at once: look it up
	}
	if err != nil {
		return Result{}, fmt.Errorf("create the rematch of game %s: %w", st.Game, err)
	}
	return s.newlyMade(ctx, g, r)
}

// again is who plays again when an account asks for it: all who are still there, from the seat on that came after the one
// that began. The host takes its guests along, so it stays the host while it has some; so does one that plays on no seat.
// Else the table is in the hands of whoever asks, who is there to start it. A *game.Refusal where too few are left.
func (l loaded) again(caller string) (party, error) {
	n := len(l.State.Seats)
	p := party{host: l.Beside.Host}
	if p.host == "" || l.ownSeat(p.host) != game.NoSeat && !l.hasGuests() {
		p.host = caller
	}
	for i := range n {
		at := (i + 1) % n
		seat, beside := l.State.Seats[at], l.Beside.Seats[at]
		spec, owner := game.SeatSpec{Kind: seat.Kind, BotLevel: seat.BotLevel}, repository.Seat{}
		switch {
		case seat.Kind == game.AccountSeat && beside.AccountID == "", seat.Kind == game.GuestSeat && l.Beside.Host == "":
			continue // deleted, or the guest of a host that was
		case seat.Kind == game.AccountSeat && beside.AccountID == caller:
			owner.AccountID = caller
		case seat.Kind == game.AccountSeat:
			spec.Kind, owner.KeptFor = game.OpenSeat, beside.AccountID
		case seat.Kind == game.GuestSeat:
			owner.Name = beside.Name
		}
		p.specs, p.owners = append(p.specs, spec), append(p.owners, owner)
	}
	if len(p.specs) < min(n, fewest) {
		return party{}, &game.Refusal{Code: game.BadOptions, Reason: game.ReasonSeatCount} // nobody meant to play alone
	}
	return p, nil
}

func (l loaded) hasGuests() bool {
	return slices.ContainsFunc(l.State.Seats, func(seat game.Seat) bool { return seat.Kind == game.GuestSeat })
}

// hostsFromAside tells whether guests play with a host that has no seat itself: there is none that could be kept until it
// agrees, so only the host may ask.
func (l loaded) hostsFromAside() bool {
	return l.Beside.Host != "" && l.ownSeat(l.Beside.Host) == game.NoSeat && l.hasGuests()
}

// accept takes the caller's seat at the rematch that is there. repository.ErrConflict where it has just been closed.
func (s *Service) accept(ctx context.Context, old loaded, call Call, clientSeed string) (Result, error) {
	call.IfMatch = nil // it was about the game before
	var now View
	r, err := s.change(ctx, old.Beside.Rematch, call, func(l loaded) (plan, error) {
		now = l.View
		sat := old.ownSeat(call.Account) != game.NoSeat
		switch {
		case l.State.Status == game.StatusClosed && l.State.StartedAt.IsZero():
			return plan{}, repository.ErrConflict
		case l.ownSeat(call.Account) != game.NoSeat, !sat && l.Beside.Host == call.Account:
			return plan{}, ErrAlreadySeated
		case !sat:
			return plan{}, ErrNotSeated
		}
		return l.sit(call.Account, true, clientSeed)
	})
	if errors.Is(err, ErrAlreadySeated) {
		return Result{View: now, Repeated: true}, nil
	}
	return r, err
}
