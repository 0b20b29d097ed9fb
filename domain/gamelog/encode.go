package gamelog

import (
	"fmt"

	"kast/domain/game"
	"kast/domain/pot"
)

// encode writes a record without its place in the chain.
func encode(r game.Record) wire {
	w := wire{Seq: r.Seq, ID: r.ID, At: r.At.Format(timeLayout), By: string(r.By), Type: TypeOf(r.Event)}
	switch e := r.Event.(type) {
	case game.Created:
		w.created(e)
	case game.Joined:
		w.Seat = &e.Seat
		w.ClientSeed = ifAny(e.ClientSeed)
	case game.Left:
		w.Seat = &e.Seat
	case game.Started:
		w.Seats = &wireSeats{old: e.Seats}
		if e.ClientSeeds != nil {
			w.ClientSeeds = &e.ClientSeeds
		}
	case game.Rolled:
		w.Seat = &e.Seat
		w.Dice = new(e.Dice.Faces())
		if e.Outcome != pot.NoOutcome {
			w.Outcome = new(e.Outcome.String())
		}
		if e.Points != 0 {
			w.Points = &e.Points
		}
	case game.Held:
		w.Seat = &e.Seat
		w.Held = new(e.Held.Positions())
	case game.Entered:
		w.Seat = &e.Seat
		w.Box = new(e.Entry.Box.String())
		w.Points, w.Bonus, w.Joker = &e.Entry.Points, &e.Entry.Bonus, &e.Entry.Joker
	case game.Banked:
		w.Seat = &e.Seat
		w.Points = &e.Points
	case game.Resigned:
		w.Seat = &e.Seat
	case game.Resumed:
	case game.Finished:
		if e.Placements != nil {
			w.Placements = &e.Placements
		}
		w.ServerSeed = ifAny(e.ServerSeed)
	case game.Closed:
		w.ServerSeed = ifAny(e.ServerSeed)
	default:
		panic(fmt.Sprintf("gamelog: unknown event %T", e))
	}
	return w
}

func (w *wire) created(e game.Created) {
	w.GameID = &e.Game
	w.Ruleset, w.RulesVersion = new(string(e.Ruleset)), &e.RulesVersion
	w.DiceMode, w.Visibility = new(string(e.Dice)), new(string(e.Visibility))
	w.Commitment = ifAny(e.Commitment)

	ruleset, _ := game.Lookup(e.Ruleset)
	w.Options = &wireOptions{TurnSeconds: &e.Options.TurnSeconds, Advice: &e.Options.Advice}
	if ruleset.HasAutoEnter() {
		w.Options.AutoEnterSeconds = &e.Options.AutoEnterSeconds
	}
	if ruleset.HasOwnPot() {
		w.Options.OwnPot = &e.Options.OwnPot
	}

	seats := make([]wireSeat, len(e.Seats))
	for i, seat := range e.Seats {
		seats[i] = wireSeat{Kind: string(seat.Kind), BotLevel: ifAny(string(seat.BotLevel))}
	}
	w.Seats = &wireSeats{specs: seats}
}

// ifAny is nil for the empty string: a field that does not apply.
func ifAny(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
