package gamelog

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/pot"
	"kast/domain/scorecard"
)

// decode reads the fields that the event's type has. It need not look for too many or too few: Decode finds those when
// it writes the record again. A draft may lack its place in the chain.
func decode(w wire, draft bool) (game.Record, error) {
	at, err := time.Parse(timeLayout, w.At)
	if err != nil {
		return game.Record{}, fmt.Errorf("at: %q is no time in UTC with milliseconds", w.At)
	}
	by, err := oneOf("by", w.By, game.ByPlayer, game.ByClock, game.ByBot, game.ByServer)
	if err != nil {
		return game.Record{}, err
	}
	switch {
	case !ValidID(w.ID):
		return game.Record{}, errors.New("id: not a UUID in lower case")
	case !hexHash(w.Prev) && !(draft && w.Prev == ""):
		return game.Record{}, errors.New("prev: not 64 lower-case hex digits")
	case !hexHash(w.Hash) && !(draft && w.Hash == ""):
		return game.Record{}, errors.New("hash: not 64 lower-case hex digits")
	case w.Commitment != nil && !hexHash(*w.Commitment):
		return game.Record{}, errors.New("commitment: not 64 lower-case hex digits")
	case w.ServerSeed != nil && !hexHash(*w.ServerSeed):
		return game.Record{}, errors.New("serverSeed: not 64 lower-case hex digits")
	case !w.exact():
		return game.Record{}, errors.New("a number that JSON readers may take for another one")
	}
	e, err := decodeEvent(w)
	if err != nil {
		return game.Record{}, fmt.Errorf("%s: %w", w.Type, err)
	}
	return game.Record{Seq: w.Seq, ID: w.ID, At: at, By: by, Event: e}, nil
}

func decodeEvent(w wire) (game.Event, error) {
	switch w.Type {
	case created:
		return decodeCreated(w)
	case joined:
		return game.Joined{Seat: value(w.Seat), ClientSeed: value(w.ClientSeed)}, nil
	case left:
		return game.Left{Seat: value(w.Seat)}, nil
	case started:
		if w.Seats == nil || w.Seats.old == nil {
			return nil, errors.New("seats: old seat numbers expected")
		}
		return game.Started{Seats: w.Seats.old, ClientSeeds: value(w.ClientSeeds)}, nil
	case rolled:
		return decodeRolled(w)
	case held:
		mask, err := dice.MaskOf(value(w.Held), dice.MaxDice)
		if err != nil {
			return nil, fmt.Errorf("held: %w", err)
		}
		return game.Held{Seat: value(w.Seat), Held: mask}, nil
	case entered:
		box, ok := scorecard.ParseBox(value(w.Box))
		if !ok {
			return nil, fmt.Errorf("box: unknown %q", value(w.Box))
		}
		entry := scorecard.Entry{Box: box, Points: value(w.Points), Bonus: value(w.Bonus), Joker: value(w.Joker)}
		return game.Entered{Seat: value(w.Seat), Entry: entry}, nil
	case banked:
		return game.Banked{Seat: value(w.Seat), Points: value(w.Points)}, nil
	case resigned:
		return game.Resigned{Seat: value(w.Seat)}, nil
	case resumed:
		return game.Resumed{}, nil
	case finished:
		return game.Finished{Placements: value(w.Placements), ServerSeed: value(w.ServerSeed)}, nil
	case closed:
		return game.Closed{ServerSeed: value(w.ServerSeed)}, nil
	default:
		return nil, fmt.Errorf("unknown type %q", w.Type)
	}
}

func decodeRolled(w wire) (game.Event, error) {
	faces, err := dice.New(value(w.Dice)...)
	if err != nil {
		return nil, fmt.Errorf("dice: %w", err)
	}
	e := game.Rolled{Seat: value(w.Seat), Dice: faces, Points: value(w.Points)}
	if w.Outcome != nil {
		outcome, ok := pot.ParseOutcome(*w.Outcome)
		if !ok {
			return nil, fmt.Errorf("outcome: unknown %q", *w.Outcome)
		}
		e.Outcome = outcome
	}
	return e, nil
}

func decodeCreated(w wire) (game.Event, error) {
	ruleset, ok := game.Lookup(game.RulesetID(value(w.Ruleset)))
	if !ok {
		return nil, fmt.Errorf("ruleset: unknown %q", value(w.Ruleset))
	}
	if value(w.RulesVersion) != ruleset.Version {
		return nil, fmt.Errorf("rulesVersion: %d of %s is unknown", value(w.RulesVersion), ruleset.ID)
	}
	if !ValidID(value(w.GameID)) {
		return nil, errors.New("gameId: not a UUID in lower case")
	}
	mode, err := oneOf("diceMode", value(w.DiceMode), game.ServerDice, game.ClientDice)
	if err != nil {
		return nil, err
	}
	visibility, err := oneOf("visibility", value(w.Visibility), game.Private, game.Public)
	if err != nil {
		return nil, err
	}
	e := game.Created{
		Game: *w.GameID, Ruleset: ruleset.ID, RulesVersion: ruleset.Version, Dice: mode, Visibility: visibility,
		Commitment: value(w.Commitment),
	}
	if w.Options != nil {
		e.Options = game.Options{
			TurnSeconds: value(w.Options.TurnSeconds), AutoEnterSeconds: value(w.Options.AutoEnterSeconds),
			Advice: value(w.Options.Advice), OwnPot: value(w.Options.OwnPot),
		}
	}
	if w.Seats == nil || w.Seats.specs == nil {
		return nil, errors.New("seats: descriptions of seats expected")
	}
	for _, seat := range w.Seats.specs {
		spec, err := decodeSeat(seat)
		if err != nil {
			return nil, err
		}
		e.Seats = append(e.Seats, spec)
	}
	return e, nil
}

func decodeSeat(seat wireSeat) (game.SeatSpec, error) {
	kind, err := oneOf("kind", seat.Kind, game.AccountSeat, game.OpenSeat, game.GuestSeat, game.BotSeat)
	if err != nil {
		return game.SeatSpec{}, err
	}
	level, err := oneOf("botLevel", value(seat.BotLevel), game.NoBotLevel, game.BotBest, game.BotCasual)
	return game.SeatSpec{Kind: kind, BotLevel: level}, err
}

func oneOf[T ~string](field, s string, values ...T) (T, error) {
	if !slices.Contains(values, T(s)) {
		return "", fmt.Errorf("%s: unknown %q", field, s)
	}
	return T(s), nil
}

// value is what p points to, or zero.
func value[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}
