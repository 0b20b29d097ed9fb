package game_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kast/domain/game"
	"kast/domain/scorecard"
)

// A few tables in the states that refusals need.

func openTable(t *testing.T) *table {
	t.Helper()
	c := newGame(game.Femlika, 2)
	c.Seats[1].Kind = game.OpenSeat
	return create(t, c)
}

func rolled(t *testing.T, id game.RulesetID, faces ...int) *table {
	t.Helper()
	g := playing(t, id, 2)
	g.roll(faces...)
	return g
}

func serverGame(t *testing.T, id game.RulesetID) *table {
	t.Helper()
	c := newGame(id, 2)
	c.Dice, c.Commitment = game.ServerDice, commitment
	return create(t, c)
}

// jokerBound has a card of penta on which five fours may go into fours only.
func jokerBound(t *testing.T) *table {
	t.Helper()
	g := playing(t, game.Penta, 1)
	g.roll(1, 1, 1, 1, 1)
	g.enter(scorecard.FiveOfAKind)
	g.roll(4, 4, 4, 4, 4)
	return g
}

func TestDecide_refusals(t *testing.T) {
	const none = game.NoReason
	two := []game.SeatSpec{{Kind: game.GuestSeat}, {Kind: game.GuestSeat}}
	empty := func(t *testing.T) *table { t.Helper(); return &table{t: t} }
	newCreate := func(change func(*game.Create)) game.Create {
		c := newGame(game.Bonanza, 2)
		change(&c)
		return c
	}
	full := func(t *testing.T) *table {
		t.Helper()
		c := newGame(game.Tiotusen, 2)
		c.Start = false
		return create(t, c)
	}
	on := func(id game.RulesetID, faces ...int) func(t *testing.T) *table {
		return func(t *testing.T) *table {
			t.Helper()
			if len(faces) == 0 {
				return playing(t, id, 2)
			}
			return rolled(t, id, faces...)
		}
	}
	server := func(t *testing.T) *table { t.Helper(); return serverGame(t, game.Penta) }
	thirdRoll := func(t *testing.T) *table {
		t.Helper()
		g := rolled(t, game.Penta, 1, 2, 3, 4, 6)
		g.roll(1, 2, 3, 4, 6)
		g.roll(1, 2, 3, 4, 6)
		return g
	}
	resigned := func(t *testing.T) *table {
		t.Helper()
		g := playing(t, game.Penta, 3)
		g.resign(2)
		return g
	}
	finished := func(t *testing.T) *table {
		t.Helper()
		g := playing(t, game.Penta, 2)
		g.resign(1)
		return g
	}
	closed := func(t *testing.T) *table {
		t.Helper()
		g := openTable(t)
		g.do(game.Close{})
		return g
	}
	fresh := func(t *testing.T) *table { // after a straight
		t.Helper()
		return rolled(t, game.Tiotusen, 1, 2, 3, 4, 5, 6)
	}
	locked := func(t *testing.T) *table { // position 0 set aside
		t.Helper()
		g := rolled(t, game.Tiotusen, 1, 2, 2, 3, 4, 6)
		g.hold(1)
		g.roll(1, 2, 2, 3, 4)
		return g
	}
	needs350 := func(t *testing.T) *table {
		t.Helper()
		g := rolled(t, game.Tiotusen, 1, 1, 1, 3, 4, 6)
		g.hold(1, 1)
		return g
	}
	by := game.ByPlayer

	cases := []struct {
		name   string
		table  func(*testing.T) *table
		c      game.Command
		code   game.Code
		reason game.Reason
	}{
		{"create/no such ruleset", empty, newCreate(func(c *game.Create) { c.Ruleset = "yatzy" }), game.WrongRuleset, none},
		{"create/turn clock", empty, newCreate(func(c *game.Create) { c.Options.TurnSeconds = new(45) }), game.BadOptions, game.ReasonTurnSeconds},
		{"create/negative turn clock", empty, newCreate(func(c *game.Create) { c.Options.TurnSeconds = new(-1) }), game.BadOptions, game.ReasonTurnSeconds},
		{"create/auto enter", empty, newCreate(func(c *game.Create) { c.Options.AutoEnterSeconds = new(1) }), game.BadOptions, game.ReasonAutoEnterSeconds},
		{"create/negative auto enter", empty, newCreate(func(c *game.Create) { c.Options.AutoEnterSeconds = new(-1) }), game.BadOptions, game.ReasonAutoEnterSeconds},
		{"create/auto enter of tiotusen", empty, newCreate(func(c *game.Create) { c.Ruleset, c.Options.AutoEnterSeconds = game.Tiotusen, new(0) }), game.BadOptions, game.ReasonAutoEnterSeconds},
		{"create/own pot of a scorecard game", empty, newCreate(func(c *game.Create) { c.Options.OwnPot = new(bool) }), game.BadOptions, game.ReasonOwnPot},
		{"create/no seats", empty, newCreate(func(c *game.Create) { c.Seats = nil }), game.BadOptions, game.ReasonSeatCount},
		{"create/five seats of bonanza", empty, newCreate(func(c *game.Create) { c.Seats = slices.Repeat(two, 3)[:5] }), game.BadOptions, game.ReasonSeatCount},
		{"create/nine seats of femlika", empty, newCreate(func(c *game.Create) { c.Ruleset, c.Seats = game.Femlika, slices.Repeat(two, 5)[:9] }), game.BadOptions, game.ReasonSeatCount},
		{"create/one seat of tiotusen", empty, newCreate(func(c *game.Create) { c.Ruleset, c.Seats = game.Tiotusen, two[:1] }), game.BadOptions, game.ReasonSeatCount},
		{"create/bot without level", empty, newCreate(func(c *game.Create) { c.Seats = []game.SeatSpec{{Kind: game.BotSeat}} }), game.BadOptions, game.ReasonBotLevel},
		{"create/level of a guest", empty, newCreate(func(c *game.Create) { c.Seats = []game.SeatSpec{{Kind: game.GuestSeat, BotLevel: game.BotBest}} }), game.BadOptions, game.ReasonBotLevel},
		{"create/server dice without commitment", empty, newCreate(func(c *game.Create) { c.Dice = game.ServerDice }), game.BadOptions, game.ReasonCommitment},
		{"create/client dice with commitment", empty, newCreate(func(c *game.Create) { c.Commitment = commitment }), game.BadOptions, game.ReasonCommitment},

		{"join/not yet created", empty, game.Join{}, game.GameNotOpen, none},
		{"join/runs", on(game.Penta), game.Join{}, game.GameNotOpen, none},
		{"join/finished", finished, game.Join{}, game.GameNotOpen, none},
		{"join/closed", closed, game.Join{}, game.GameNotOpen, none},
		{"join/full", full, game.Join{}, game.SeatsFull, none},
		{"join/taken seat", openTable, game.Join{Seat: new(0)}, game.BadOptions, game.ReasonSeatTaken},
		{"join/seed for client dice", openTable, game.Join{ClientSeed: "a"}, game.BadOptions, game.ReasonClientSeed},
		{"leave/runs", on(game.Penta), game.Leave{Seats: []int{0}}, game.GameNotOpen, none},
		{"leave/open seat", openTable, game.Leave{Seats: []int{1}}, game.BadOptions, game.ReasonSeat},
		{"leave/taken seat as kept", openTable, game.Leave{Seats: []int{0}, Kept: true}, game.BadOptions, game.ReasonSeat},
		{"leave/no such seat as kept", openTable, game.Leave{Seats: []int{2}, Kept: true}, game.BadOptions, game.ReasonSeat},
		{"leave/open seat beside the kept one", openTable, game.Leave{Seats: []int{1, 1}, Kept: true}, game.BadOptions, game.ReasonSeat},
		{"leave/no such seat", openTable, game.Leave{Seats: []int{2}}, game.BadOptions, game.ReasonSeat},
		{"leave/negative seat", openTable, game.Leave{Seats: []int{-1}}, game.BadOptions, game.ReasonSeat},
		{"leave/twice", openTable, game.Leave{Seats: []int{0, 0}}, game.BadOptions, game.ReasonSeat},
		{"leave/nobody", openTable, game.Leave{Close: true}, game.BadOptions, game.ReasonSeat},
		{"start/runs", on(game.Penta), game.Start{By: by, SeedSeat: game.NoSeat}, game.GameNotOpen, none},
		{"start/seed for client dice", openTable, game.Start{By: by, Seed: "a"}, game.BadOptions, game.ReasonClientSeed},
		{"start/too few", func(t *testing.T) *table {
			t.Helper()
			g := full(t)
			g.do(game.Leave{Seats: []int{1}})
			return g
		}, game.Start{By: by, SeedSeat: game.NoSeat}, game.BadOptions, game.ReasonSeatCount},

		{"roll/open", openTable, game.Roll{By: by, Dice: []int{1, 2, 3, 4, 5}}, game.GameNotPlaying, none},
		{"roll/finished", finished, game.Roll{By: by, Dice: []int{1, 2, 3, 4, 5}}, game.GameNotPlaying, none},
		{"roll/closed", closed, game.Roll{By: by, Dice: []int{1, 2, 3, 4, 5}}, game.GameNotPlaying, none},
		{"roll/not on turn", on(game.Penta), game.Roll{By: by, Seat: 1, Dice: []int{1, 2, 3, 4, 5}}, game.NotYourTurn, none},
		{"roll/no such seat", on(game.Penta), game.Roll{By: by, Seat: 7, Dice: []int{1, 2, 3, 4, 5}}, game.NotYourTurn, none},
		{"roll/nobody", on(game.Penta), game.Roll{By: by, Seat: game.NoSeat, Dice: []int{1, 2, 3, 4, 5}}, game.NotYourTurn, none},
		{"roll/resigned", resigned, game.Roll{By: by, Seat: 2, Dice: []int{1, 2, 3, 4, 5}}, game.NotYourTurn, none},
		{"roll/fourth", thirdRoll, game.Roll{By: by, Dice: []int{1, 2, 3, 4, 6}}, game.NoRollsLeft, none},
		{"roll/fourth, holding all", thirdRoll, game.Roll{By: by, Held: []int{0, 1, 2, 3, 4}, Dice: []int{1, 2, 3, 4, 6}}, game.NoRollsLeft, none},
		{"roll/all held", on(game.Penta, 1, 2, 3, 4, 6), game.Roll{By: by, Held: []int{4, 3, 2, 1, 0}, Dice: []int{1, 2, 3, 4, 6}}, game.BadHold, game.ReasonHoldAll},
		{"roll/held before the first", on(game.Penta), game.Roll{By: by, Held: []int{0}, Dice: []int{1, 2, 3, 4, 5}}, game.BadHold, game.ReasonHoldBeforeRoll},
		{"roll/held twice", on(game.Penta, 1, 2, 3, 4, 6), game.Roll{By: by, Held: []int{0, 0}, Dice: []int{1, 2, 3, 4, 6}}, game.BadHold, game.ReasonHoldPositions},
		{"roll/held sixth die", on(game.Penta, 1, 2, 3, 4, 6), game.Roll{By: by, Held: []int{5}, Dice: []int{1, 2, 3, 4, 6}}, game.BadHold, game.ReasonHoldPositions},
		{"roll/held negative", on(game.Penta, 1, 2, 3, 4, 6), game.Roll{By: by, Held: []int{-1}, Dice: []int{1, 2, 3, 4, 6}}, game.BadHold, game.ReasonHoldPositions},
		{"roll/no dice", on(game.Penta), game.Roll{By: by}, game.BadDice, game.ReasonDiceMissing},
		{"roll/empty dice", on(game.Penta), game.Roll{By: by, Dice: []int{}}, game.BadDice, game.ReasonDiceCount},
		{"roll/six dice of five", on(game.Penta), game.Roll{By: by, Dice: []int{1, 2, 3, 4, 5, 6}}, game.BadDice, game.ReasonDiceCount},
		{"roll/seven dice of six", on(game.Tiotusen), game.Roll{By: by, Dice: []int{1, 2, 3, 4, 5, 6, 1}}, game.BadDice, game.ReasonDiceCount},
		{"roll/face 0", on(game.Penta), game.Roll{By: by, Dice: []int{0, 2, 3, 4, 5}}, game.BadDice, game.ReasonDiceFace},
		{"roll/face 7", on(game.Penta), game.Roll{By: by, Dice: []int{1, 2, 3, 4, 7}}, game.BadDice, game.ReasonDiceFace},
		{"roll/face 257", on(game.Penta), game.Roll{By: by, Dice: []int{1, 2, 3, 4, 257}}, game.BadDice, game.ReasonDiceFace},
		{"roll/kept die changed", on(game.Penta, 1, 2, 3, 4, 6), game.Roll{By: by, Held: []int{4}, Dice: []int{1, 2, 3, 4, 5}}, game.BadDice, game.ReasonDiceKept},
		{"roll/locked die changed", locked, game.Roll{By: by, Held: []int{1}, Dice: []int{2, 1, 2, 3, 4, 5}}, game.BadDice, game.ReasonDiceKept},
		{"roll/dice where the server rolls", server, game.Roll{By: by, Dice: []int{1, 2, 3, 4, 5}}, game.BadDice, game.ReasonDiceServer},
		{"roll/empty dice where the server rolls", server, game.Roll{By: by, Dice: []int{}}, game.BadDice, game.ReasonDiceServer},
		{"roll/nothing held", on(game.Tiotusen, 1, 2, 2, 3, 4, 6), game.Roll{By: by, Dice: []int{1, 2, 2, 3, 4, 6}}, game.MustHold, none},
		{"roll/hold taken back", on(game.Tiotusen, 1, 2, 2, 3, 4, 6), game.Roll{By: by, Held: []int{}, Dice: []int{1, 2, 2, 3, 4, 6}}, game.MustHold, none},
		{"roll/held does not score", on(game.Tiotusen, 1, 2, 2, 3, 4, 6), game.Roll{By: by, Held: []int{0, 1}, Dice: []int{1, 2, 2, 3, 4, 6}}, game.BadHold, game.ReasonHoldNotScoring},
		{"roll/all held in tiotusen", on(game.Tiotusen, 1, 2, 2, 3, 4, 6), game.Roll{By: by, Held: []int{0, 1, 2, 3, 4, 5}, Dice: []int{1, 2, 2, 3, 4, 6}}, game.BadHold, game.ReasonHoldNotScoring},
		{"roll/held locked", locked, game.Roll{By: by, Held: []int{0, 1}, Dice: []int{1, 1, 2, 2, 3, 4}}, game.BadHold, game.ReasonHoldLocked},
		{"roll/held after a straight", fresh, game.Roll{By: by, Held: []int{0}, Dice: []int{1, 2, 2, 3, 4, 6}}, game.BadHold, game.ReasonHoldBeforeRoll},

		{"hold/open", openTable, game.Hold{By: by}, game.GameNotPlaying, none},
		{"hold/not on turn", on(game.Penta, 1, 2, 3, 4, 6), game.Hold{By: by, Seat: 1}, game.NotYourTurn, none},
		{"hold/before the first roll", on(game.Penta), game.Hold{By: by}, game.MustRollFirst, none},
		{"hold/before the first roll of tiotusen", on(game.Tiotusen), game.Hold{By: by, Held: []int{9}}, game.MustRollFirst, none},
		{"hold/after a straight", fresh, game.Hold{By: by, Held: []int{0}}, game.MustRollFirst, none},
		{"hold/after the third roll", thirdRoll, game.Hold{By: by, Held: []int{0}}, game.NoRollsLeft, none},
		{"hold/out of range", on(game.Tiotusen, 1, 2, 2, 3, 4, 6), game.Hold{By: by, Held: []int{6}}, game.BadHold, game.ReasonHoldPositions},
		{"hold/far out of range", on(game.Tiotusen, 1, 2, 2, 3, 4, 6), game.Hold{By: by, Held: []int{256}}, game.BadHold, game.ReasonHoldPositions},
		{"hold/does not score", on(game.Tiotusen, 1, 2, 2, 3, 4, 6), game.Hold{By: by, Held: []int{1}}, game.BadHold, game.ReasonHoldNotScoring},
		{"hold/locked", locked, game.Hold{By: by, Held: []int{0}}, game.BadHold, game.ReasonHoldLocked},

		{"enter/open", openTable, game.Enter{By: by}, game.GameNotPlaying, none},
		{"enter/not on turn", on(game.Penta, 1, 2, 3, 4, 6), game.Enter{By: by, Seat: 1}, game.NotYourTurn, none},
		{"enter/before the first roll", on(game.Penta), game.Enter{By: by}, game.MustRollFirst, none},
		{"enter/in tiotusen", on(game.Tiotusen, 1, 2, 2, 3, 4, 6), game.Enter{By: by}, game.WrongRuleset, none},
		{"enter/not on turn in tiotusen", on(game.Tiotusen, 1, 2, 2, 3, 4, 6), game.Enter{By: by, Seat: 1}, game.NotYourTurn, none},
		{"enter/taken", jokerBound, game.Enter{By: by, Box: scorecard.FiveOfAKind}, game.BoxTaken, none},
		{"enter/bound by the joker", jokerBound, game.Enter{By: by, Box: scorecard.FullHouse}, game.BoxForbidden, none},

		{"bank/open", openTable, game.Bank{By: by}, game.GameNotPlaying, none},
		{"bank/not on turn", on(game.Tiotusen, 1, 2, 2, 3, 4, 6), game.Bank{By: by, Seat: 1}, game.NotYourTurn, none},
		{"bank/in a scorecard game", on(game.Penta, 1, 2, 3, 4, 6), game.Bank{By: by}, game.WrongRuleset, none},
		{"bank/before the first roll", on(game.Tiotusen), game.Bank{By: by}, game.MustRollFirst, none},
		{"bank/before the first roll, with a hold", on(game.Tiotusen), game.Bank{By: by, Held: []int{0}}, game.MustRollFirst, none},
		{"bank/after a straight", fresh, game.Bank{By: by}, game.CannotBank, none},
		{"bank/nothing held", on(game.Tiotusen, 1, 1, 1, 2, 4, 6), game.Bank{By: by}, game.MustHold, none},
		{"bank/hold taken back", needs350, game.Bank{By: by, Held: []int{}}, game.MustHold, none},
		{"bank/less than 350", needs350, game.Bank{By: by}, game.CannotBank, none},
		{"bank/hold out of range", needs350, game.Bank{By: by, Held: []int{6}}, game.BadHold, game.ReasonHoldPositions},
		{"bank/hold does not score", needs350, game.Bank{By: by, Held: []int{0, 1, 2, 3}}, game.BadHold, game.ReasonHoldNotScoring},
		{"bank/hold locked", locked, game.Bank{By: by, Held: []int{0}}, game.BadHold, game.ReasonHoldLocked},

		{"resign/open", openTable, game.Resign{By: by}, game.GameNotPlaying, none},
		{"resign/finished", finished, game.Resign{By: by}, game.GameNotPlaying, none},
		{"resign/twice", resigned, game.Resign{By: by, Seat: 2}, game.GameNotPlaying, game.ReasonResigned},
		{"resign/no such seat", resigned, game.Resign{By: by, Seat: 3}, game.GameNotPlaying, game.ReasonSeat},
		{"resign/nobody", resigned, game.Resign{By: by, Seat: game.NoSeat}, game.GameNotPlaying, game.ReasonSeat},
		{"resume/open", openTable, game.Resume{}, game.GameNotPlaying, none},
		{"resume/finished", finished, game.Resume{}, game.GameNotPlaying, none},
		{"close/not yet created", empty, game.Close{}, game.GameNotPlaying, none},
		{"close/finished", finished, game.Close{}, game.GameNotPlaying, none},
		{"close/closed", closed, game.Close{}, game.GameNotPlaying, none},
	}
	codes, reasons := map[game.Code]bool{}, map[game.Reason]bool{none: true}
	for _, c := range cases {
		codes[c.code], reasons[c.reason] = true, true
		t.Run(c.name, func(t *testing.T) { c.table(t).refused(c.c, c.code, c.reason) })
	}
	for _, code := range game.Codes() {
		if !codes[code] {
			t.Errorf("no case of %s", code)
		}
	}
	for _, reason := range game.Reasons() {
		if !reasons[reason] {
			t.Errorf("no case of reason %s", reason)
		}
	}
}

// The lists of codes and reasons name all constants of their types.
func TestCodes_complete(t *testing.T) {
	source, err := os.ReadFile("refusal.go")
	if err != nil {
		t.Fatal(err)
	}
	declared := func(typ string) []string {
		var values []string
		for _, m := range regexp.MustCompile(`(?m)^\t\w+\s+`+typ+` = "(\w+)"`).FindAllStringSubmatch(string(source), -1) {
			values = append(values, m[1])
		}
		return values
	}
	var codes, reasons []string
	for _, c := range game.Codes() {
		codes = append(codes, string(c))
	}
	for _, r := range game.Reasons() {
		reasons = append(reasons, string(r))
	}
	want(t, "codes", codes, declared("Code"))
	want(t, "reasons", reasons, declared("Reason"))
}

func TestCode_NotNow(t *testing.T) {
	var notNow []game.Code
	for _, c := range game.Codes() {
		if c.NotNow() {
			notNow = append(notNow, c)
		}
	}
	want(t, "codes of a game or turn that is elsewhere", notNow,
		[]game.Code{game.NotYourTurn, game.GameNotOpen, game.GameNotPlaying, game.SeatsFull})
	mustPanic(t, "unknown code", func() { game.Code("x").NotNow() })
}

func TestRefusal_Error(t *testing.T) {
	want(t, "without reason", (&game.Refusal{Code: game.MustHold}).Error(), "refused: mustHold")
	want(t, "with reason", (&game.Refusal{Code: game.BadHold, Reason: game.ReasonHoldAll}).Error(), "refused: badHold (holdAll)")
}

func mustPanic(t *testing.T, text string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		if got := fmt.Sprint(recover()); !strings.Contains(got, text) {
			t.Errorf("got panic %q, want one with %q", got, text)
		}
	}()
	f()
}
