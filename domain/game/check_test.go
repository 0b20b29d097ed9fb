package game_test

import (
	"errors"
	"slices"
	"testing"

	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/pot"
	"kast/domain/scorecard"
)

// aGame is a log of a game with server dice: a lobby, a turn, a resignation that ends it.
//
//	1 created  2 joined  3 left  4 joined  5 started  6 rolled  7 held  8 rolled  9 entered  10 rolled  11 resigned  12 finished
func aGame(t *testing.T) []game.Record {
	t.Helper()
	g := lobby(t, game.Penta, 1)
	g.do(game.Join{ClientSeed: "a"})
	g.do(game.Leave{Seats: []int{1}})
	g.do(game.Join{ClientSeed: "b"})
	g.do(game.Start{By: game.ByPlayer, Seed: "host", SeedSeat: 0})
	g.do(game.Roll{By: game.ByPlayer, Drawn: dice5(6, 6, 1, 2, 3)})
	g.do(game.Roll{By: game.ByPlayer, Held: []int{0, 1}, Drawn: dice5(1, 1, 6, 6, 3)})
	g.enter(scorecard.FourOfAKind)
	g.do(game.Roll{By: game.ByPlayer, Seat: 1, Drawn: dice5(1, 2, 3, 4, 5)})
	g.resign(1)
	return g.log
}

// aPotGame is a log of tiotusen with client dice.
//
//	1 created  2 started  3 rolled (straight)  4 rolled  5 held  6 banked  7 rolled (zilch)  8 rolled (pot)  9 rolled
func aPotGame(t *testing.T) []game.Record {
	t.Helper()
	g := playing(t, game.Tiotusen, 2)
	g.straight()
	g.gain(1000)
	g.zilch()
	g.roll(1, 5, 2, 2, 2, 5)
	g.roll(1, 5, 2, 3, 3, 4)
	return g.log
}

func aSoloGame(t *testing.T) []game.Record {
	t.Helper()
	g := playing(t, game.Femlika, 1)
	g.roll(1, 2, 3, 4, 5)
	g.resign(0)
	return g.log
}

func TestCheck(t *testing.T) {
	for name, log := range map[string][]game.Record{"penta": aGame(t), "tiotusen": aPotGame(t), "solo": aSoloGame(t), "empty": nil} {
		t.Run(name, func(t *testing.T) {
			visited := 0
			s, err := game.Check(log, func(before game.State, r game.Record) error {
				want(t, "state before", before, game.Fold(log[:r.Seq-1]))
				visited++
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			want(t, "visited", visited, len(log))
			want(t, "state", s, game.Fold(log))
		})
	}
}

// Every part of a log as it runs is a log, except where a move is cut off from what it caused.
func TestCheck_running(t *testing.T) {
	log := aGame(t)
	for n := range log {
		_, err := game.Check(log[:n], nil)
		if n == 11 { // without the end that the resignation causes
			isBreach(t, err, 11, game.ErrIncomplete)
		} else if err != nil {
			t.Errorf("%d events: %v", n, err)
		}
	}
}

func isBreach(t *testing.T, err error, seq int, cause error) {
	t.Helper()
	var breach *game.Breach
	if !errors.As(err, &breach) {
		t.Fatalf("got %v, want a breach", err)
	}
	want(t, "seq", breach.Seq, seq)
	var got, wanted *game.Refusal
	switch {
	case errors.As(cause, &wanted) && errors.As(err, &got):
		want(t, "refusal", *got, *wanted)
	case !errors.Is(err, cause):
		t.Errorf("got cause %v, want %v", breach.Cause, cause)
	}
}

func TestCheck_breaches(t *testing.T) {
	refusal := func(code game.Code, reason game.Reason) error { return &game.Refusal{Code: code, Reason: reason} }
	event := func(seq int, e game.Event) func([]game.Record) []game.Record {
		return func(log []game.Record) []game.Record {
			log[seq-1].Event = e
			return log
		}
	}
	by := func(seq int, by game.By) func([]game.Record) []game.Record {
		return func(log []game.Record) []game.Record {
			log[seq-1].By = by
			return log
		}
	}
	created := func(change func(*game.Created)) func([]game.Record) []game.Record {
		return func(log []game.Record) []game.Record {
			e := log[0].Event.(game.Created)
			change(&e)
			log[0].Event = e
			return log
		}
	}
	then := func(e game.Event) func([]game.Record) []game.Record {
		return func(log []game.Record) []game.Record {
			return append(log, record(len(log)+1, game.Caused{By: game.ByServer, Event: e}))
		}
	}
	fours := scorecard.Entry{Box: scorecard.FourOfAKind, Points: 27}
	cases := []struct {
		name   string
		log    func(*testing.T) []game.Record
		change func([]game.Record) []game.Record
		seq    int
		cause  error
	}{
		{"starts at 2", aGame, func(log []game.Record) []game.Record { return log[1:] }, 2, game.ErrSeq},
		{"gap", aGame, func(log []game.Record) []game.Record { return slices.Delete(log, 7, 8) }, 9, game.ErrSeq},
		{"doubled", aGame, func(log []game.Record) []game.Record { return slices.Insert(log, 8, log[7]) }, 8, game.ErrSeq},
		{"swapped", aGame, func(log []game.Record) []game.Record { log[6], log[7] = log[7], log[6]; return log }, 8, game.ErrSeq},
		{"gap before what a move caused", aGame, func(log []game.Record) []game.Record { log[11].Seq = 13; return log }, 13, game.ErrSeq},
		{"not created", aGame, event(1, game.Resumed{}), 1, game.ErrNoCommand},
		{"created again", aGame, func(log []game.Record) []game.Record { log[5].Event = log[0].Event; return log }, 6, game.ErrNoCommand},
		{"unknown version", aGame, created(func(e *game.Created) { e.RulesVersion = 2 }), 1, refusal(game.WrongRuleset, game.NoReason)},
		{"unknown ruleset", aGame, created(func(e *game.Created) { e.Ruleset = "yatzy" }), 1, refusal(game.WrongRuleset, game.NoReason)},
		{"a clock that nobody keeps", aGame, created(func(e *game.Created) { e.Options.TurnSeconds = 44 }), 1, refusal(game.BadOptions, game.ReasonTurnSeconds)},
		{"an option of another ruleset", aGame, created(func(e *game.Created) { e.Options.OwnPot = true }), 1, game.ErrDiffers},
		{"too many seats", aGame, created(func(e *game.Created) { e.Seats = make([]game.SeatSpec, 9) }), 1, refusal(game.BadOptions, game.ReasonSeatCount)},
		{"created by the server", aGame, by(1, game.ByServer), 1, game.ErrDiffers},

		{"joined another seat", aGame, event(2, game.Joined{Seat: 0, ClientSeed: "a"}), 2, refusal(game.BadOptions, game.ReasonSeatTaken)},
		{"joined no seat", aGame, event(2, game.Joined{Seat: 99, ClientSeed: "a"}), 2, refusal(game.BadOptions, game.ReasonSeatTaken)},
		{"joined with a bad seed", aGame, event(2, game.Joined{Seat: 1, ClientSeed: "a|b"}), 2, refusal(game.BadOptions, game.ReasonClientSeed)},
		{"joined a full table", aGame, event(3, game.Joined{Seat: 1}), 3, refusal(game.SeatsFull, game.NoReason)},
		{"left no seat", aGame, event(3, game.Left{Seat: -5}), 3, refusal(game.BadOptions, game.ReasonSeat)},
		{"started with an open seat", aGame, event(4, game.Started{Seats: []int{0, 1}, ClientSeeds: []string{"", ""}}), 4, game.ErrDiffers},
		{"started in another order", aGame, event(5, game.Started{Seats: []int{1, 0}, ClientSeeds: []string{"b", "host"}}), 5, game.ErrDiffers},
		{"started with seats that are not there", aGame, event(5, game.Started{Seats: []int{-1, 1 << 40}, ClientSeeds: []string{"x", "y", "z"}}), 5, game.ErrDiffers},
		{"started without seats", aGame, event(5, game.Started{Seats: []int{}, ClientSeeds: []string{}}), 5, game.ErrDiffers},
		{"started with two new seeds", aGame, event(5, game.Started{Seats: []int{0, 1}, ClientSeeds: []string{"host", "c"}}), 5, game.ErrDiffers},
		{"started with a seed gone", aGame, event(5, game.Started{Seats: []int{0, 1}, ClientSeeds: []string{"", ""}}), 5, game.ErrDiffers},
		{"started without seeds", aGame, event(5, game.Started{Seats: []int{0, 1}}), 5, game.ErrDiffers},
		{"started with a bad seed", aGame, event(5, game.Started{Seats: []int{0, 1}, ClientSeeds: []string{"å", "b"}}), 5, refusal(game.BadOptions, game.ReasonClientSeed)},
		{"started by itself with a seed", aGame, by(5, game.ByServer), 5, game.ErrDiffers},
		{"started by a clock", aGame, by(5, game.ByClock), 5, game.ErrDiffers},
		{"started with seeds for client dice", aPotGame, event(2, game.Started{Seats: []int{0, 1}, ClientSeeds: []string{}}), 2, game.ErrDiffers},

		{"rolled six dice", aGame, event(6, game.Rolled{Dice: dice.MustNew(6, 6, 1, 2, 3, 4)}), 6, refusal(game.BadDice, game.ReasonDiceCount)},
		{"rolled no dice", aPotGame, event(3, game.Rolled{}), 3, refusal(game.BadDice, game.ReasonDiceCount)},
		{"rolled by another seat", aGame, event(6, game.Rolled{Seat: 1, Dice: dice5(6, 6, 1, 2, 3)}), 6, refusal(game.NotYourTurn, game.NoReason)},
		{"rolled by no seat", aGame, event(6, game.Rolled{Seat: -1, Dice: dice5(6, 6, 1, 2, 3)}), 6, refusal(game.NotYourTurn, game.ReasonSeat)},
		{"rolled by a seat that is not there", aGame, event(6, game.Rolled{Seat: 2, Dice: dice5(6, 6, 1, 2, 3)}), 6, refusal(game.NotYourTurn, game.ReasonSeat)},
		{"rolled before the start", aGame, event(2, game.Rolled{Dice: dice5(6, 6, 1, 2, 3)}), 2, refusal(game.GameNotPlaying, game.NoReason)},
		{"kept die changed", aGame, event(8, game.Rolled{Dice: dice5(6, 5, 6, 6, 3)}), 8, game.ErrDiffers},
		{"kept die changed, client dice", aPotGame, event(5, game.Held{Held: 0b1000}), 5, refusal(game.BadHold, game.ReasonHoldNotScoring)},
		{"rolled with an outcome", aGame, event(6, game.Rolled{Dice: dice5(6, 6, 1, 2, 3), Outcome: pot.Scored}), 6, game.ErrDiffers},
		{"another outcome", aPotGame, event(4, game.Rolled{Dice: dice.MustNew(1, 1, 1, 2, 3, 4), Outcome: pot.Bust}), 4, game.ErrDiffers},
		{"zilch that costs less", aPotGame, event(7, game.Rolled{Seat: 1, Dice: dice.MustNew(2, 2, 3, 3, 4, 4), Outcome: pot.Zilch, Points: -500}), 7, game.ErrDiffers},
		{"another pot", aPotGame, event(8, game.Rolled{Seat: 0, Dice: dice.MustNew(1, 5, 2, 2, 2, 5), Outcome: pot.Pot, Points: 450}), 8, game.ErrDiffers},
		{"held a die that is not there", aGame, event(7, game.Held{Held: 1 << 5}), 7, refusal(game.BadHold, game.ReasonHoldPositions)},
		{"held by the server", aGame, by(7, game.ByServer), 7, game.ErrDiffers},
		{"rolled by a bot", aGame, by(6, game.ByBot), 6, game.ErrDiffers},
		{"rolled by a clock that there is none of", aGame, func(log []game.Record) []game.Record {
			e := log[0].Event.(game.Created)
			e.Options.AutoEnterSeconds = 0
			log[0].Event, log[5].By = e, game.ByClock
			return log
		}, 6, game.ErrDiffers},

		{"entered for more", aGame, event(9, game.Entered{Entry: scorecard.Entry{Box: fours.Box, Points: 28}}), 9, game.ErrDiffers},
		{"entered with a bonus", aGame, event(9, game.Entered{Entry: scorecard.Entry{Box: fours.Box, Points: fours.Points, Bonus: 100}}), 9, game.ErrDiffers},
		{"entered as a joker", aGame, event(9, game.Entered{Entry: scorecard.Entry{Box: fours.Box, Points: fours.Points, Joker: true}}), 9, game.ErrDiffers},
		{"entered in no box", aGame, event(9, game.Entered{Entry: scorecard.Entry{Box: 200}}), 9, refusal(game.BoxForbidden, game.NoReason)},
		{"entered by another seat", aGame, event(9, game.Entered{Seat: 1, Entry: fours}), 9, refusal(game.NotYourTurn, game.NoReason)},
		{"entered in tiotusen", aPotGame, event(6, game.Entered{Entry: fours}), 6, refusal(game.WrongRuleset, game.NoReason)},
		{"banked more", aPotGame, event(6, game.Banked{Points: 2050}), 6, game.ErrDiffers},
		{"banked in penta", aGame, event(9, game.Banked{Points: 50}), 9, refusal(game.WrongRuleset, game.NoReason)},
		{"banked with nothing held", aPotGame, event(5, game.Banked{Points: 50}), 5, refusal(game.MustHold, game.NoReason)},

		{"resigned seat that is not there", aGame, event(11, game.Resigned{Seat: 2}), 11, refusal(game.NotYourTurn, game.ReasonSeat)},
		{"finished too early", aGame, event(10, game.Finished{Placements: []int{1, 2}}), 10, game.ErrNoCommand},
		{"not finished", aGame, event(12, game.Resumed{}), 12, game.ErrDiffers},
		{"other placements", aGame, event(12, game.Finished{Placements: []int{2, 1}, ServerSeed: serverSeed}), 12, game.ErrDiffers},
		{"placements without result", aSoloGame, event(5, game.Finished{Placements: []int{}}), 5, game.ErrDiffers},
		{"no placements", aGame, event(12, game.Finished{ServerSeed: serverSeed}), 12, game.ErrDiffers},
		{"finished by a player", aGame, by(12, game.ByPlayer), 12, game.ErrDiffers},
		{"a seed of client dice", aSoloGame, event(5, game.Finished{ServerSeed: serverSeed}), 5, game.ErrDiffers},
		{"goes on after the end", aGame, then(game.Resumed{}), 13, refusal(game.GameNotPlaying, game.NoReason)},
		{"ends twice", aGame, then(game.Closed{ServerSeed: serverSeed}), 13, refusal(game.GameNotPlaying, game.NoReason)},
		{"closed with a seed of client dice", aPotGame, then(game.Closed{ServerSeed: serverSeed}), 10, game.ErrDiffers},
		{"resumed by a player", aGame, func(log []game.Record) []game.Record {
			return append(log[:9:9], record(10, game.Caused{By: game.ByPlayer, Event: game.Resumed{}}))
		}, 10, game.ErrDiffers},
		{"resumed with client dice", aPotGame, then(game.Resumed{}), 10, refusal(game.GameNotPlaying, game.NoReason)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := game.Check(c.change(c.log(t)), nil)
			isBreach(t, err, c.seq, c.cause)
		})
	}
}

func TestCheck_visit(t *testing.T) {
	stop := errors.New("stop")
	s, err := game.Check(aGame(t), func(_ game.State, r game.Record) error {
		if r.Seq == 8 {
			return stop
		}
		return nil
	})
	isBreach(t, err, 8, stop)
	want(t, "state before the breach", s.Seq, 7)
	want(t, "text", err.Error(), "event 8: stop")
}

func TestEnd(t *testing.T) {
	log := aGame(t)
	end, seed, over := game.End(log)
	want(t, "end", end, log[11])
	want(t, "seed", seed, serverSeed)
	want(t, "over", over, true)
	_, _, over = game.End(log[:11])
	want(t, "over before the end", over, false)
}
