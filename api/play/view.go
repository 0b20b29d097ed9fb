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
	// watcher is the account that the game was loaded for, where it is one that was let in to watch.
	watcher string
}

// loaded is a game with what its log comes to.
type loaded struct {
	View
	log fold
}

// reader reads what is kept beside a log: Game or Recent of the store.
type reader func(ctx context.Context, id string) (repository.Game, error)

// load reads a game, and of its log what is not known yet. ErrNotFound.
func (s *Service) load(ctx context.Context, id string) (loaded, error) {
	return s.loadBy(ctx, id, s.store.Game)
}

func (s *Service) loadBy(ctx context.Context, id string, read reader) (loaded, error) {
	kept := s.folds.get(id)
	beside, err := s.besideBy(ctx, id, read)
	if err != nil {
		return loaded{}, err
	}
	log, err := s.foldAt(ctx, id, beside.Head, kept)
	if err != nil {
		return loaded{}, err
	}
	return loaded{View: View{Beside: beside, State: log.state, Head: log.head.Hash}, log: log}, nil
}

// beside reads what is kept beside a log. ErrNotFound.
func (s *Service) beside(ctx context.Context, id string) (repository.Game, error) {
	return s.besideBy(ctx, id, s.store.Game)
}

func (s *Service) besideBy(ctx context.Context, id string, read reader) (repository.Game, error) {
	beside, err := read(ctx, id)
	if errors.Is(err, repository.ErrNotFound) {
		return repository.Game{}, ErrNotFound
	}
	if err != nil {
		return repository.Game{}, fmt.Errorf("load game %s: %w", id, err)
	}
	return beside, nil
}

// lines reads and decodes the events from after+1 to last, which the log must have.
func (s *Service) lines(ctx context.Context, id string, after, last int) ([]gamelog.Line, error) {
	return readLines(ctx, s.store, id, after, last)
}

func readLines(ctx context.Context, store repository.Games, id string, after, last int) ([]gamelog.Line, error) {
	if last <= after {
		return nil, nil
	}
	events, err := store.Events(ctx, id, after, last-after)
	if err != nil {
		return nil, fmt.Errorf("load log %s: %w", id, err)
	}
	if len(events) != last-after {
		return nil, fmt.Errorf("load log %s: %w", id, ErrHead)
	}
	lines := make([]gamelog.Line, len(events))
	for i, e := range events {
		if lines[i], err = gamelog.Decode(e.JSON); err != nil {
			return nil, fmt.Errorf("load log %s, event %d: %w", id, e.Seq, err)
		}
	}
	return lines, nil
}

// loadAs loads a game with what visibleTo has to know of the account. Whether it watches is asked only where that makes
// a difference, so that a move costs the same whether others watch or not. ErrNotFound.
func (s *Service) loadAs(ctx context.Context, account, id string) (loaded, error) {
	return s.loadAsBy(ctx, account, id, s.store.Game)
}

func (s *Service) loadAsBy(ctx context.Context, account, id string, read reader) (loaded, error) {
	l, err := s.loadBy(ctx, id, read)
	if err != nil || l.Beside.WatchCode == "" || l.visibleTo(account) {
		return l, err
	}
	watches, err := s.store.Watches(ctx, id, account)
	if err != nil {
		return loaded{}, fmt.Errorf("load watchers of game %s: %w", id, err)
	}
	if watches {
		l.watcher = account
	}
	return l, nil
}

// loadFor loads a game for somebody who may see it. ErrNotFound hides the others from the rest.
func (s *Service) loadFor(ctx context.Context, account, id string) (loaded, error) {
	l, err := s.loadAs(ctx, account, id)
	if err != nil {
		return loaded{}, err
	}
	if !l.visibleTo(account) {
		return loaded{}, ErrNotFound
	}
	return l, nil
}

// visibleTo tells whether an account may see the game, which was loaded for it by loadAs: everybody a public one, and of
// a private one the host, the seated, and those who were let in to watch.
func (v View) visibleTo(account string) bool {
	return v.State.Visibility == game.Public || v.Inside(account) || account != "" && v.watcher == account
}

// Inside tells whether an account is the host or holds a seat, or has one kept.
func (v View) Inside(account string) bool {
	return v.Beside.Host == account || v.place(account) != game.NoSeat
}

// ownSeat returns the seat that the account sits on itself, or NoSeat.
func (v View) ownSeat(account string) int {
	return slices.IndexFunc(v.Beside.Seats, func(seat repository.Seat) bool { return seat.AccountID == account })
}

// moves lists the seats that an account moves: its own, and as host those of its guests; and those of computers where
// the dice are the client's. With server dice computers move by themselves.
func (v View) moves(account string) []int {
	byBot := func(seat int) bool { return v.State.Seats[seat].Kind == game.BotSeat }
	if v.State.Dice == game.ServerDice {
		return slices.DeleteFunc(v.brought(account), byBot)
	}
	return v.brought(account)
}

// brought lists the seats that an account has brought to the table: its own, and as host its guests and computers.
func (v View) brought(account string) []int {
	var seats []int
	for i, seat := range v.State.Seats {
		hosted := seat.Kind == game.GuestSeat || seat.Kind == game.BotSeat
		if v.Beside.Seats[i].AccountID == account || hosted && v.Beside.Host == account {
			seats = append(seats, i)
		}
	}
	return seats
}

// viewAt is the game in an earlier state. Nothing is told of what came of it later.
func (l loaded) viewAt(s game.State, head string) View {
	v := View{Beside: l.Beside, State: s, Head: head}
	v.Beside.Seats = l.ownersAt(s)
	v.Beside.Rematch = ""
	if l.Waits() {
		v.Beside.InviteCode = "" // it is not told as long as seats are kept, whatever state is asked for
	}
	return v
}

// ownersAt lists who held the seats in an earlier state. Before the start seats may have had other numbers; of one that
// changed hands later the former holder is not remembered.
func (l loaded) ownersAt(s game.State) []repository.Seat {
	owners := make([]repository.Seat, len(s.Seats))
	number := func(old int) int { return old }
	left := make([]bool, len(s.Seats))
	for _, r := range l.log.moved {
		if r.Seq <= s.Seq {
			continue
		}
		if e, ok := r.Event.(game.Started); ok {
			number = func(old int) int { return slices.Index(e.Seats, old) }
		}
		if e, ok := r.Event.(game.Left); ok {
			left[e.Seat] = true
		}
	}
	for i, seat := range s.Seats {
		now := number(i)
		if now < 0 || seat.Kind == game.OpenSeat || left[i] {
			continue
		}
		owners[i] = l.Beside.Seats[now]
	}
	return owners
}
