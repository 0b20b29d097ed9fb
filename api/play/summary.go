package play

import (
	"slices"

	"github.com/go-json-experiment/json"

	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/repository"
)

// ListedOptions are a game's options as lists keep them: those that its ruleset has.
type ListedOptions struct {
	TurnSeconds      int   `json:"turnSeconds"`
	AutoEnterSeconds *int  `json:"autoEnterSeconds,omitzero"`
	Advice           bool  `json:"advice"`
	OwnPot           *bool `json:"ownPot,omitzero"`
}

// OptionsOf gives the options that a ruleset has.
func OptionsOf(r game.Ruleset, o game.Options) ListedOptions {
	listed := ListedOptions{TurnSeconds: o.TurnSeconds, Advice: o.Advice}
	if r.HasAutoEnter() {
		listed.AutoEnterSeconds = &o.AutoEnterSeconds
	}
	if r.HasOwnPot() {
		listed.OwnPot = &o.OwnPot
	}
	return listed
}

// summary is what lists tell of a game in this state.
func summary(s game.State) repository.Summary {
	options, err := json.Marshal(OptionsOf(s.Ruleset, s.Options))
	if err != nil {
		panic("play: options that are no JSON: " + err.Error())
	}
	sum := repository.Summary{
		Ruleset: string(s.Ruleset.ID), RulesVersion: s.Ruleset.Version, Status: string(s.Status), Dice: string(s.Dice),
		Visibility: string(s.Visibility), Options: string(options), TurnSeat: s.OnTurn(),
		StartedAt: s.StartedAt, FinishedAt: s.FinishedAt, Deadline: s.Deadline(), Counted: true,
	}
	if s.Dice == game.ServerDice { // what others say that they have rolled is no matter of ours
		sum.Fallen = s.Fallen
	}
	if sum.TurnSeat != game.NoSeat {
		sum.Round = s.Turn.Round
	}
	return sum
}

// standings is how the seats stand in this state.
func standings(s game.State) []repository.Standing {
	all := make([]repository.Standing, len(s.Seats))
	for i, seat := range s.Seats {
		all[i] = repository.Standing{
			Seat: i, Kind: string(seat.Kind), BotLevel: string(seat.BotLevel), Resigned: seat.Resigned(),
			Total: s.Total(i), Placement: seat.Placement,
		}
		if s.Ruleset.Engine == game.ScorecardEngine {
			all[i].FurtherFives = seat.Card.FiveBonuses() / s.Ruleset.Scorecard.FurtherFive
			all[i].UpperBonus = seat.Card.UpperBonus() > 0
		}
	}
	return all
}

// changedStandings is how those seats stand that stood otherwise before; a roll, for one, changes none.
func changedStandings(before, after []repository.Seat) (changed []repository.Standing) {
	for i, seat := range after {
		if seat.Standing != before[i].Standing {
			changed = append(changed, seat.Standing)
		}
	}
	return changed
}

// seatsAfter is who holds which seat after these events, and how the seats stand then.
func seatsAfter(before []repository.Seat, lines []gamelog.Line, s game.State, joiner string) []repository.Seat {
	owners := make([]repository.Seat, len(before))
	copy(owners, before)
	for _, l := range lines {
		switch e := l.Event.(type) {
		case game.Joined:
			owners[e.Seat] = repository.Seat{AccountID: joiner}
		case game.Left:
			owners[e.Seat] = repository.Seat{}
		case game.Started:
			kept := make([]repository.Seat, len(e.Seats))
			for i, old := range e.Seats {
				kept[i] = owners[old]
			}
			owners = kept
		case game.Closed:
			for i := range owners {
				if owners[i].KeptFor != "" {
					owners[i] = repository.Seat{}
				}
			}
		case game.Created, game.Rolled, game.Held, game.Entered, game.Banked, game.Resigned, game.Resumed, game.Finished:
			// These leave the seats to those who hold them.
		}
	}
	for i, standing := range standings(s) {
		owners[i].Standing = standing
	}
	return owners
}

// sameOwners tells whether the same hold the same seats.
func sameOwners(a, b []repository.Seat) bool {
	return slices.EqualFunc(a, b, func(x, y repository.Seat) bool {
		return x.AccountID == y.AccountID && x.KeptFor == y.KeptFor && x.Name == y.Name && x.Kind == y.Kind
	})
}
