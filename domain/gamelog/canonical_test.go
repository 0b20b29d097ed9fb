package gamelog_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/domain/pot"
	"kast/domain/scorecard"
)

// The encoder writes fields in the order of a struct; this holds it to what a library makes of RFC 8785, over every
// field that there is.
func TestSeal_canonical(t *testing.T) {
	const id = "0191d9a2-7f3c-7c1e-8a54-3b0f6f7e2d11"
	events := []game.Event{
		game.Created{
			Game: id, Ruleset: game.Penta, RulesVersion: 1, Dice: game.ServerDice, Visibility: game.Public,
			Commitment: gamelog.Genesis(), Options: game.Options{Advice: true},
			Seats: []game.SeatSpec{{Kind: game.AccountSeat}, {Kind: game.BotSeat, BotLevel: game.BotBest}},
		},
		game.Created{
			Game: id, Ruleset: game.Tiotusen, RulesVersion: 1, Dice: game.ClientDice, Visibility: game.Private,
			Options: game.Options{OwnPot: true}, Seats: []game.SeatSpec{{Kind: game.GuestSeat}, {Kind: game.OpenSeat}},
		},
		game.Joined{Seat: 1, ClientSeed: "a_b-9"},
		game.Joined{Seat: 1},
		game.Left{Seat: 2},
		game.Started{Seats: []int{0, 2}, ClientSeeds: []string{"", "x"}},
		game.Started{Seats: []int{0}},
		game.Held{Seat: 0, Held: 0b10011},
		game.Rolled{Seat: 0, Dice: dice.MustNew(1, 2, 3, 4, 5)},
		game.Rolled{Seat: 0, Dice: dice.MustNew(1, 1, 1, 1, 1, 1), Outcome: pot.Pot, Points: 8000},
		game.Rolled{Seat: 0, Dice: dice.MustNew(2, 2, 3, 3, 4, 4), Outcome: pot.Zilch, Points: -1000},
		game.Entered{Seat: 3, Entry: scorecard.Entry{Box: scorecard.FullHouse, Points: 25, Bonus: 100, Joker: true}},
		game.Banked{Seat: 1, Points: 350},
		game.Resigned{Seat: 1},
		game.Resumed{},
		game.Finished{Placements: []int{2, 1}, ServerSeed: gamelog.Genesis()},
		game.Finished{},
		game.Closed{ServerSeed: gamelog.Genesis()},
	}
	for i, e := range events {
		at := time.Date(2026, 11, 29, 20, 15, 45, 0, time.UTC)
		line, err := gamelog.Seal(gamelog.Genesis(), game.Record{Seq: i + 1, ID: id, At: at, By: game.ByPlayer, Event: e})
		if err != nil {
			t.Fatalf("%T: %v", e, err)
		}
		want := jsontext.Value(bytes.Clone(line.JSON))
		if err := want.Canonicalize(); err != nil {
			t.Fatalf("%T: %v", e, err)
		}
		if !bytes.Equal(line.JSON, want) {
			t.Errorf("%T:\n got %s\nwant %s", e, line.JSON, want)
		}
	}
}
