package play

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"kast/domain/fairness"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/repository"
)

// Call is what a client says about a call that changes a game.
type Call struct {
	Account string   // who calls
	ID      string   // the id that the client chose, UUID in canonical lower case; empty for none
	Request string   // digest of route and body: two calls with one id are the same only if this is the same
	IfMatch []string // the heads on one of which the caller insists; nil for any
}

// Result is what a call led to.
type Result struct {
	View
	Events   []gamelog.Line // what the call caused
	Repeated bool           // the call had been carried out before; Events are those of then
}

// plan is what a call wants to do to a game that it has seen.
type plan struct {
	command game.Command
	joiner  string  // the account that takes the seat that is joined
	host    *string // the new host, nil to leave it
}

// maxAttempts bounds how often a call is decided anew because others changed the game meanwhile.
const maxAttempts = 64

// change carries a call out: load, know a repeat, decide, append; and again where the game has moved on in between, so
// that the append's transaction is what decides which of two calls was first.
func (s *Service) change(ctx context.Context, id string, call Call, aim func(loaded) (plan, error)) (Result, error) {
	for range maxAttempts {
		l, err := s.load(ctx, id)
		if err != nil {
			return Result{}, err
		}
		p, err := aim(l)
		if hidden(err) {
			return Result{}, err
		}
		if r, known, err := s.known(ctx, l, call); known || err != nil {
			return r, err
		}
		if call.IfMatch != nil && !slices.Contains(call.IfMatch, l.Head) {
			return Result{}, ErrStale
		}
		if err != nil {
			return Result{}, err
		}
		r, err := s.commit(ctx, l, call, p)
		if !errors.Is(err, repository.ErrConflict) {
			return r, err
		}
	}
	return Result{}, ErrBusy
}

// hidden tells the errors that go before everything else that can be wrong with a call: whether it was made before, or
// on a stale state, is for those who may make it.
func hidden(err error) bool {
	return errors.Is(err, ErrNotFound) || errors.Is(err, ErrNotSeated) || errors.Is(err, ErrHostOnly)
}

// known finds a call that was carried out before. ErrIDInUse when the id stands for something else.
func (s *Service) known(ctx context.Context, l loaded, call Call) (Result, bool, error) {
	if call.ID == "" || !l.log.has(call.ID) {
		return Result{}, false, nil // an event has the id of every call that was carried out
	}
	before, err := s.store.Call(ctx, l.Beside.ID, call.ID)
	if errors.Is(err, repository.ErrNotFound) {
		return Result{}, false, ErrIDInUse
	}
	if err != nil {
		return Result{}, false, fmt.Errorf("look up call: %w", err)
	}
	if before.AccountID != call.Account || before.Request != call.Request {
		return Result{}, false, ErrIDInUse
	}
	lines, err := s.lines(ctx, l.Beside.ID, before.FirstSeq-1, before.LastSeq)
	if err != nil {
		return Result{}, false, err
	}
	return Result{View: l.View, Events: lines, Repeated: true}, true, nil
}

// commit decides the command and appends what it causes. repository.ErrConflict when the game has moved on.
func (s *Service) commit(ctx context.Context, l loaded, call Call, p plan) (Result, error) {
	seed, err := s.seed(ctx, l.State)
	if err != nil {
		return Result{}, err
	}
	command := p.command
	if roll, ok := command.(game.Roll); ok && seed != nil && l.State.OnTurn() != game.NoSeat {
		roll.Drawn = seed.Dice(gamelog.Position(l.State), l.State.Ruleset.Dice)
		command = roll
	}
	lines, state, err := s.decide(l.State, l.Head, command, seed, call.ID)
	if err != nil {
		return Result{}, err
	}
	a := repository.Append{
		GameID: l.Beside.ID, After: l.Beside.Head, Events: stored(lines), At: lines[len(lines)-1].At,
		Summary: summary(state), Host: p.host, Call: callRecord(call, lines),
	}
	after := l.Beside
	after.Head = head(lines)
	after.UpdatedAt = a.At
	after.Summary = a.Summary
	after.Seats = seatsAfter(l.Beside.Seats, lines, state, p.joiner)
	if sameOwners(after.Seats, l.Beside.Seats) {
		a.Standings = standings(state)
	} else {
		a.Seats = after.Seats
	}
	if p.host != nil {
		after.Host = *p.host
	}
	if state.Status != game.StatusOpen && l.Beside.InviteCode != "" {
		after.InviteCode = "" // an invitation is dead once play has begun
		a.InviteCode = &after.InviteCode
	}
	if err := s.store.Append(ctx, a); err != nil {
		return Result{}, fmt.Errorf("append to game %s: %w", l.Beside.ID, err)
	}
	s.folds.put(l.Beside.ID, l.log.with(lines, state))
	r := Result{View: View{Beside: after, State: state, Head: after.Head.Hash}, Events: lines}
	if p.joiner != "" {
		return r, s.nameSeats(ctx, &r.View)
	}
	return r, nil
}

// nameSeats fills in the names of accounts that have just been seated, which only the store knows.
func (s *Service) nameSeats(ctx context.Context, v *View) error {
	now, err := s.store.Game(ctx, v.Beside.ID)
	if err != nil {
		return fmt.Errorf("name the seats of game %s: %w", v.Beside.ID, err)
	}
	names := map[string]string{}
	for _, seat := range now.Seats {
		names[seat.AccountID] = seat.Name
	}
	v.Beside.Seats = slices.Clone(v.Beside.Seats)
	for i, seat := range v.Beside.Seats {
		if seat.AccountID != "" {
			v.Beside.Seats[i].Name = names[seat.AccountID]
		}
	}
	return nil
}

// decide lets the domain decide, and seals what it causes into the log after head.
func (s *Service) decide(
	state game.State, head string, c game.Command, seed *fairness.Seed, id string,
) ([]gamelog.Line, game.State, error) {
	secret := ""
	if seed != nil {
		secret = seed.Hex()
	}
	d, err := game.Decide(state, c, secret)
	if err != nil {
		return nil, game.State{}, err
	}
	at := gamelog.Time(s.now())
	lines := make([]gamelog.Line, len(d.Events))
	for i, caused := range d.Events {
		r := game.Record{Seq: state.Seq + 1, At: at, By: caused.By, Event: caused.Event}
		if i == d.Named && id != "" {
			r.ID = id
		} else if r.ID, err = s.newID(); err != nil {
			return nil, game.State{}, err
		}
		if lines[i], err = gamelog.Seal(head, r); err != nil {
			return nil, game.State{}, err
		}
		head = lines[i].Hash
		state = game.Evolve(state, r)
	}
	return lines, state, nil
}

// seed returns the secret seed of a game with server dice, nil for client dice.
func (s *Service) seed(ctx context.Context, state game.State) (*fairness.Seed, error) {
	if state.Dice != game.ServerDice {
		return nil, nil
	}
	b, err := s.store.Seed(ctx, state.Game)
	if err != nil {
		return nil, fmt.Errorf("load the seed of game %s: %w", state.Game, err)
	}
	if len(b) != len(fairness.Seed{}) {
		return nil, fmt.Errorf("the seed of game %s has %d bytes", state.Game, len(b))
	}
	seed := fairness.Seed(b)
	return &seed, nil
}

func (s *Service) newID() (string, error) {
	id, err := uuid.NewRandomFromReader(s.random)
	if err != nil {
		return "", fmt.Errorf("make an id: %w", err)
	}
	return id.String(), nil
}

func stored(lines []gamelog.Line) []repository.Event {
	events := make([]repository.Event, len(lines))
	for i, l := range lines {
		events[i] = repository.Event{Seq: l.Seq, ID: l.ID, Hash: l.Hash, JSON: l.JSON}
	}
	return events
}

func head(lines []gamelog.Line) repository.Head {
	last := lines[len(lines)-1]
	return repository.Head{Seq: last.Seq, Hash: last.Hash}
}

func callRecord(call Call, lines []gamelog.Line) *repository.Call {
	if call.ID == "" {
		return nil
	}
	return &repository.Call{
		ID: call.ID, AccountID: call.Account, Request: call.Request,
		FirstSeq: lines[0].Seq, LastSeq: lines[len(lines)-1].Seq,
	}
}
