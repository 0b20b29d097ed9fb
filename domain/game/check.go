package game

import (
	"errors"
	"fmt"
)

// Breach is a place in a log that the rules do not allow.
type Breach struct {
	Seq   int   // the record at fault
	Cause error // a *Refusal where a command was refused, else what differs
}

func (b *Breach) Error() string { return fmt.Sprintf("event %d: %v", b.Seq, b.Cause) }

// Unwrap returns the cause.
func (b *Breach) Unwrap() error { return b.Cause }

// Causes of a breach that are no refusal.
var (
	ErrSeq        = errors.New("sequence numbers must count from 1 without gaps")
	ErrNoCommand  = errors.New("nothing can cause this event here")
	ErrDiffers    = errors.New("the rules lead to another event")
	ErrIncomplete = errors.New("the log ends before all that its last move caused")
)

// Check refolds a log through Decide: each event must be what the rules lead to, from the command that caused it. It
// returns the state at the end, or a *Breach at the first event that is not. visit, when not nil, is called with the
// state before each record; an error of it is a breach too.
func Check(log []Record, visit func(before State, r Record) error) (State, error) {
	_, seed, _ := End(log)
	var s State
	for i := 0; i < len(log); {
		// Looked at before the event is judged: where one is missing or in the wrong place, that is what there is to say.
		if log[i].Seq != s.Seq+1 {
			return s, &Breach{Seq: log[i].Seq, Cause: ErrSeq}
		}
		c, err := commandOf(s, log[i])
		if err != nil {
			return s, &Breach{Seq: log[i].Seq, Cause: err}
		}
		d, err := Decide(s, c, seed)
		if err != nil {
			return s, &Breach{Seq: log[i].Seq, Cause: err}
		}
		for _, want := range d.Events {
			if i == len(log) {
				return s, &Breach{Seq: s.Seq, Cause: ErrIncomplete}
			}
			r := log[i]
			switch {
			case r.Seq != s.Seq+1:
				return s, &Breach{Seq: r.Seq, Cause: ErrSeq}
			case r.By != want.By || !equal(r.Event, want.Event):
				return s, &Breach{Seq: r.Seq, Cause: ErrDiffers}
			}
			if visit != nil {
				if err := visit(s, r); err != nil {
					return s, &Breach{Seq: r.Seq, Cause: err}
				}
			}
			s = Evolve(s, r)
			i++
		}
	}
	return s, nil
}

// End returns the event that ends a game, and the server seed that it reveals, "" with client dice; over is false where
// the log has no such event.
func End(log []Record) (end Record, serverSeed string, over bool) {
	for _, r := range log {
		if e, ok := r.Event.(Finished); ok {
			return r, e.ServerSeed, true
		}
		if e, ok := r.Event.(Closed); ok {
			return r, e.ServerSeed, true
		}
	}
	return Record{}, "", false
}

// commandOf returns the command that an event is named for. What only follows from others (an automatic start apart,
// which might as well have been asked for) has none.
func commandOf(s State, r Record) (Command, error) {
	created, first := r.Event.(Created)
	if first != (s.Seq == 0) {
		return nil, ErrNoCommand
	}
	switch e := r.Event.(type) {
	case Created:
		return createOf(created)
	case Joined:
		return Join{Seat: &e.Seat, ClientSeed: e.ClientSeed}, nil
	case Left:
		return Leave{Seats: []int{e.Seat}, Kept: s.isOpen(e.Seat)}, nil
	case Started:
		return startOf(s, r.By, e)
	case Resumed:
		return Resume{}, nil
	case Closed:
		return Close{}, nil
	case Rolled:
		if e.Dice.Len() != s.Ruleset.Dice {
			return nil, &Refusal{Code: BadDice, Reason: ReasonDiceCount}
		}
		c := Roll{By: r.By, Seat: e.Seat, Drawn: e.Dice}
		if s.Dice == ClientDice {
			c.Dice = e.Dice.Faces()
		}
		return c, mover(s, e.Seat, r.By)
	case Held:
		return Hold{By: r.By, Seat: e.Seat, Held: e.Held.Positions()}, mover(s, e.Seat, r.By)
	case Entered:
		return Enter{By: r.By, Seat: e.Seat, Box: e.Entry.Box}, mover(s, e.Seat, r.By)
	case Banked:
		return Bank{By: r.By, Seat: e.Seat}, mover(s, e.Seat, r.By)
	case Resigned:
		return Resign{By: r.By, Seat: e.Seat}, mover(s, e.Seat, r.By)
	case Finished:
		return nil, ErrNoCommand
	}
	panic(fmt.Sprintf("game: unknown event %T", r.Event))
}

// mover checks who is said to have moved a seat.
func mover(s State, seat int, by By) error {
	if seat < 0 || seat >= len(s.Seats) {
		return &Refusal{Code: NotYourTurn, Reason: ReasonSeat}
	}
	if !s.mayMove(seat, by) {
		return ErrDiffers
	}
	return nil
}

func createOf(e Created) (Command, error) {
	ruleset, ok := Lookup(e.Ruleset)
	if !ok || ruleset.Version != e.RulesVersion {
		return nil, &Refusal{Code: WrongRuleset}
	}
	return Create{
		Game: e.Game, Ruleset: e.Ruleset, Options: ruleset.choice(e.Options), Dice: e.Dice,
		Visibility: e.Visibility, Commitment: e.Commitment, Seats: e.Seats, clockless: true,
	}, nil
}

// startOf finds the client seed that came with the start: the one that the seat did not have before. Nobody brings one to
// a start that comes by itself.
func startOf(s State, by By, e Started) (Command, error) {
	if !mayStart(by) {
		return nil, ErrDiffers
	}
	c := Start{By: by, SeedSeat: NoSeat}
	for i, old := range e.Seats {
		if by == ByPlayer && i < len(e.ClientSeeds) && old >= 0 && old < len(s.Seats) && e.ClientSeeds[i] != s.Seats[old].ClientSeed {
			c.Seed, c.SeedSeat = e.ClientSeeds[i], old
		}
	}
	return c, nil
}
