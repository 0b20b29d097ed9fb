package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

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
	// At is when the call arrived, which is when a move counts; zero for now.
	At time.Time
}

// Result is what a call led to.
type Result struct {
	View
	Events   []gamelog.Line // what the call caused
	Repeated bool           // the call had been carried out before; Events are those of then
}

// plan is what a call wants to do to a game that it has seen.
type plan struct {
	command game.Command // nil where only the host changes
	joiner  string       // the account that takes the seat that is joined
	host    *string      // the new host, nil to leave it
	deleted string       // an account that is about to be deleted, and is told of nothing more
}

// maxAttempts bounds how often a call is decided anew because others changed the game meanwhile.
const maxAttempts = 64

// change carries a call out: load, know a repeat, decide, append; and again where the game has moved on in between, so
// that the append's transaction is what decides which of two calls was first.
func (s *Service) change(ctx context.Context, id string, call Call, aim func(loaded) (plan, error)) (Result, error) {
	if call.At.IsZero() {
		call.At = s.now()
	}
	// First what the store remembers will do, which saves reading it: an append is refused where it was not up to date. Whatever
	// else may come of it is looked at again.
	read := s.store.Recent
	for range maxAttempts {
		r, again, err := s.attempt(ctx, id, call, aim, read)
		if !again {
			return r, err
		}
		read = s.store.Game
	}
	return Result{}, ErrBusy
}

// attempt is change once; again tells that what it was decided on is not, or may not be, what is there.
func (s *Service) attempt(
	ctx context.Context, id string, call Call, aim func(loaded) (plan, error), read reader,
) (r Result, again bool, err error) {
	l, err := s.loadAsBy(ctx, call.Account, id, read)
	if err != nil {
		return Result{}, false, err
	}
	recent := l.Beside.Seen != 0
	if overdue(l.State, call.At) && !s.clocksStand(call.At) {
		if recent {
			return Result{}, true, nil
		}
		// The time was up before the call came: first that has its consequence, then the call meets the game as it is.
		err := s.runClock(ctx, l)
		again := err == nil || errors.Is(err, repository.ErrConflict)
		return Result{}, again, err
	}
	p, err := aim(l)
	if hidden(err) {
		return Result{}, recent, err
	}
	if recent && (err != nil || p.command == nil || l.log.has(call.ID)) {
		return Result{}, true, err
	}
	if r, known, err := s.known(ctx, l, call); known || err != nil {
		return r, false, err
	}
	if call.IfMatch != nil && !slices.Contains(call.IfMatch, l.Head) {
		return Result{}, recent, ErrStale
	}
	if err != nil {
		return Result{}, false, err
	}
	r, err = s.commit(ctx, l, call, p)
	switch {
	case errors.Is(err, repository.ErrNoAccount) && p.joiner != "" && !recent:
		return Result{}, false, ErrNoAccount
	case errors.Is(err, repository.ErrNoAccount), errors.Is(err, repository.ErrConflict):
		return Result{}, true, err // somebody moved, or an account is gone that had a seat: decide anew on what is there now
	}
	_, refused := errors.AsType[*game.Refusal](err)
	return r, recent && (refused || errors.Is(err, ErrTooManyHolds)), err
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

// Done finds what the same call to a game led to before, for whom nothing more is to be done. ErrIDInUse.
func (s *Service) Done(ctx context.Context, id string, call Call) (Result, bool, error) {
	l, err := s.loadAs(ctx, call.Account, id)
	if errors.Is(err, ErrNotFound) || err == nil && !l.visibleTo(call.Account) {
		return Result{}, false, nil
	}
	if err != nil {
		return Result{}, false, err
	}
	return s.known(ctx, l, call)
}

// commit decides the command and appends what it causes. repository.ErrConflict when the game has moved on.
func (s *Service) commit(ctx context.Context, l loaded, call Call, p plan) (Result, error) {
	if p.command == nil {
		v, err := s.alter(ctx, l.View, repository.Alteration{Host: p.host})
		return Result{View: v}, err
	}
	seed, err := s.seed(ctx, l.State)
	if err != nil {
		return Result{}, err
	}
	d := draft{state: l.State, head: l.Head, by: call.Account}
	if err := s.decide(&d, p.command, seed, call.ID); err != nil {
		return Result{}, err
	}
	if _, hold := p.command.(game.Hold); hold && l.log.holds >= maxHolds {
		return Result{}, ErrTooManyHolds
	}
	if l.answered(d, p.joiner) {
		if err := s.decide(&d, game.Start{By: game.ByServer, SeedSeat: game.NoSeat}, seed, ""); err != nil {
			return Result{}, err
		}
	}
	if err := s.follow(ctx, &d, seed); err != nil {
		return Result{}, err
	}
	return s.append(ctx, l, d, callRecord(call, d.lines), p)
}

// append stores a draft that continues a game. repository.ErrConflict when the game has moved on.
func (s *Service) append(ctx context.Context, l loaded, d draft, call *repository.Call, p plan) (Result, error) {
	a := repository.Append{
		GameID: l.Beside.ID, After: l.Beside.Head, Seen: l.Beside.Seen, Beside: l.Beside.Beside, Events: stored(d.lines), At: d.stored,
		Summary: summary(d.state), Host: p.host, Call: call,
	}
	if a.At.IsZero() {
		a.At = d.lines[len(d.lines)-1].At
	}
	after := l.Beside
	after.Seen = 0
	after.Head = head(d.lines)
	after.UpdatedAt = a.At
	after.Summary = a.Summary
	after.Seats = seatsAfter(l.Beside.Seats, d.lines, d.state, p.joiner)
	if sameOwners(after.Seats, l.Beside.Seats) {
		a.Standings = changedStandings(l.Beside.Seats, after.Seats)
	} else {
		a.Seats = after.Seats
	}
	if p.host != nil {
		after.Host = *p.host
	}
	if d.state.Status != game.StatusOpen && l.Beside.InviteCode != "" {
		after.InviteCode = "" // an invitation is dead once play has begun
		a.InviteCode = &after.InviteCode
	}
	r := Result{View: View{Beside: after, State: d.state, Head: after.Head.Hash}, Events: d.lines}
	var err error
	if a.Notices, err = s.notices(l.State, r.View, d.by); err != nil {
		return Result{}, err
	}
	if p.deleted != "" {
		a.Notices = slices.DeleteFunc(a.Notices, func(n repository.Notice) bool { return n.AccountID == p.deleted })
	}
	if err := s.store.Append(ctx, a); err != nil {
		return Result{}, fmt.Errorf("append to game %s: %w", l.Beside.ID, err)
	}
	s.folds.put(l.Beside.ID, l.log.with(d.lines, d.state))
	s.wake(a.Notices)
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
		names[cmp.Or(seat.AccountID, seat.KeptFor)] = seat.Name
	}
	v.Beside.Seats = slices.Clone(v.Beside.Seats)
	for i, seat := range v.Beside.Seats {
		if account := cmp.Or(seat.AccountID, seat.KeptFor); account != "" {
			v.Beside.Seats[i].Name = names[account]
		}
	}
	return nil
}

// draft is what a command causes before it is appended: lines that continue a log, and the state and head after them.
type draft struct {
	lines []gamelog.Line
	state game.State
	head  string
	by    string // the account whose call it is; empty for the clock's doing
	// stored is when the server got the lines, where that is not when they happened; zero where it is.
	stored time.Time
}

// decide lets the domain decide on a command, and adds what it causes to the draft. The event that the command is named
// for gets the id, if there is one.
func (s *Service) decide(d *draft, c game.Command, seed *fairness.Seed, id string) error {
	secret := ""
	if seed != nil {
		secret = seed.Hex()
		if roll, ok := c.(game.Roll); ok && d.state.OnTurn() != game.NoSeat {
			roll.Drawn = seed.Dice(gamelog.Position(d.state), d.state.Ruleset.Dice)
			c = roll
		}
	}
	lines, state, err := Carry(d.state, d.head, c, secret, s.now(), func(named bool) (string, error) {
		if named && id != "" {
			return id, nil
		}
		return s.newID()
	})
	if err != nil {
		return err
	}
	d.lines, d.state, d.head = append(d.lines, lines...), state, lines[len(lines)-1].Hash
	return nil
}

// Carry lets the domain decide on a command, and seals what it causes, all at one time, behind the event with the hash head,
// which led to state. secret is as of game.Decide; id gives each event its id and is told whether it is the one that the
// command is named for. It returns at least one line, and the state after them. A *game.Refusal, the errors of id.
func Carry(
	state game.State, head string, c game.Command, secret string, at time.Time, id func(named bool) (string, error),
) ([]gamelog.Line, game.State, error) {
	decision, err := game.Decide(state, c, secret)
	if err != nil {
		return nil, state, err
	}
	lines := make([]gamelog.Line, len(decision.Events))
	for i, caused := range decision.Events {
		r := game.Record{Seq: state.Seq + 1, At: gamelog.Time(at), By: caused.By, Event: caused.Event}
		if r.ID, err = id(i == decision.Named); err != nil {
			return nil, state, err
		}
		if lines[i], err = gamelog.Seal(head, r); err != nil {
			return nil, state, err
		}
		head, state = lines[i].Hash, game.Evolve(state, r)
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
