package play

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/repository"
)

// View is a game as it was after one event of its log.
type View struct {
	// Beside is what is kept beside the log, as it is now. Its seats are those of State: the same in number and order.
	Beside repository.Game
	State  game.State
	Head   string // hash of the event, the game's entity tag
}

// loaded is a game with its whole log.
type loaded struct {
	View
	lines []gamelog.Line
}

// load reads and folds a game. ErrNotFound.
func (s *Service) load(ctx context.Context, id string) (loaded, error) {
	beside, err := s.beside(ctx, id)
	if err != nil {
		return loaded{}, err
	}
	lines, err := s.lines(ctx, id, 0, beside.Head.Seq)
	if err != nil {
		return loaded{}, err
	}
	l := loaded{View: View{Beside: beside, Head: beside.Head.Hash}, lines: lines}
	for _, line := range lines {
		l.State = game.Evolve(l.State, line.Record)
	}
	return l, nil
}

// beside reads what is kept beside a log. ErrNotFound.
func (s *Service) beside(ctx context.Context, id string) (repository.Game, error) {
	beside, err := s.store.Game(ctx, id)
	if errors.Is(err, repository.ErrNotFound) {
		return repository.Game{}, ErrNotFound
	}
	if err != nil {
		return repository.Game{}, fmt.Errorf("load game %s: %w", id, err)
	}
	return beside, nil
}

// lines reads and decodes the events from after+1 to last.
func (s *Service) lines(ctx context.Context, id string, after, last int) ([]gamelog.Line, error) {
	events, err := s.store.Events(ctx, id, after, last-after)
	if err != nil {
		return nil, fmt.Errorf("load log %s: %w", id, err)
	}
	lines := make([]gamelog.Line, len(events))
	for i, e := range events {
		if lines[i], err = gamelog.Decode(e.JSON); err != nil {
			return nil, fmt.Errorf("load log %s, event %d: %w", id, e.Seq, err)
		}
	}
	return lines, nil
}

// loadFor loads a game for somebody who may see it. ErrNotFound hides the others from the rest.
func (s *Service) loadFor(ctx context.Context, account, id string) (loaded, error) {
	l, err := s.load(ctx, id)
	if err != nil {
		return loaded{}, err
	}
	if !l.visibleTo(account) {
		return loaded{}, ErrNotFound
	}
	return l, nil
}

// visibleTo tells whether an account may see the game.
func (v View) visibleTo(account string) bool {
	return v.State.Visibility == game.Public || v.Inside(account)
}

// Inside tells whether an account is the host or holds a seat.
func (v View) Inside(account string) bool {
	return v.Beside.Host == account || v.ownSeat(account) != game.NoSeat
}

// ownSeat returns the seat that the account sits on itself, or NoSeat.
func (v View) ownSeat(account string) int {
	return slices.IndexFunc(v.Beside.Seats, func(seat repository.Seat) bool { return seat.AccountID == account })
}

// moves lists the seats that an account moves: its own, and as host those of its guests and of computers.
func (v View) moves(account string) []int {
	var seats []int
	for i, seat := range v.State.Seats {
		hosted := seat.Kind == game.GuestSeat || seat.Kind == game.BotSeat
		if v.Beside.Seats[i].AccountID == account || hosted && v.Beside.Host == account {
			seats = append(seats, i)
		}
	}
	return seats
}

// at returns the game as it was after event seq, 1 ≤ seq ≤ len(l.lines).
func (l loaded) at(seq int) View {
	v := View{Beside: l.Beside, Head: l.lines[seq-1].Hash}
	for _, line := range l.lines[:seq] {
		v.State = game.Evolve(v.State, line.Record)
	}
	v.Beside.Seats = l.ownersAt(v.State)
	return v
}

// ownersAt lists who held the seats in an earlier state. Before the start seats may have had other numbers; of one that
// changed hands later the former holder is not remembered.
func (l loaded) ownersAt(s game.State) []repository.Seat {
	owners := make([]repository.Seat, len(s.Seats))
	number := func(old int) int { return old }
	for _, line := range l.lines[s.Seq:] {
		if e, ok := line.Event.(game.Started); ok {
			number = func(old int) int { return slices.Index(e.Seats, old) }
		}
	}
	for i, seat := range s.Seats {
		now := number(i)
		if now < 0 || seat.Kind == game.OpenSeat || l.leftAfter(s.Seq, i) {
			continue
		}
		owners[i] = l.Beside.Seats[now]
	}
	return owners
}

// leftAfter tells whether a seat was given up to others after event seq.
func (l loaded) leftAfter(seq, seat int) bool {
	return slices.ContainsFunc(l.lines[seq:], func(line gamelog.Line) bool {
		e, ok := line.Event.(game.Left)
		return ok && e.Seat == seat
	})
}
