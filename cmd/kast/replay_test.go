package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kast/api/play"
	"kast/domain/game"
	"kast/domain/scorecard"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares what a replay prints with the file in testdata.
func golden(t *testing.T, w *world, name, id string) {
	t.Helper()
	goldenOf(t, w, "replay", name, id)
}

// goldenOf compares what a command prints of a game with the file in testdata.
func goldenOf(t *testing.T, w *world, command, name, id string) {
	t.Helper()
	got := kast(t, command, "--db", w.path, id)
	if got.code != exitOK || got.err != "" {
		t.Fatalf("exit code %d: %s", got.code, got.err)
	}
	file := filepath.Join("testdata", command, name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(got.out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got.out, string(want)); diff != "" {
		t.Errorf("it differs from %s (-got +want):\n%s", file, diff)
	}
}

// A whole game with server dice, with a seat that is renumbered by the start, and client seeds.
func TestReplay_penta(t *testing.T) {
	w := newWorld(t, "Anna", "Bo", "Cia")
	ctx := t.Context()
	id := w.create("Anna", play.NewGame{
		Ruleset: game.Penta, Dice: game.ServerDice, Visibility: game.Public,
		Seats: []play.SeatWish{{Kind: play.SeatMe}, {Kind: play.SeatOpen}, {Kind: play.SeatOpen}},
	})
	w.must(w.games.Join(ctx, id, w.call("Bo"), play.JoinWish{}))
	w.must(w.games.Join(ctx, id, w.call("Cia"), play.JoinWish{ClientSeed: "cia_1"}))
	w.must(w.games.Leave(ctx, id, w.call("Bo")))
	r := w.must(w.games.Start(ctx, id, w.call("Anna"), "anna-on-the-sofa"))
	for r.State.Status == game.StatusPlaying {
		r = w.playCard([]string{"Anna", "Cia"}[r.State.OnTurn()], id)
	}
	golden(t, w, "penta", id)
}

// Client dice, a guest, a further five alike without a joker, a strike, and somebody who gives up.
func TestReplay_femlika(t *testing.T) {
	w := newWorld(t, "Anna")
	ctx := t.Context()
	id := w.create("Anna", play.NewGame{
		Ruleset: game.Femlika, Dice: game.ClientDice, Start: true,
		Seats: []play.SeatWish{{Kind: play.SeatGuest, Name: "Farmor Åsa"}, {Kind: play.SeatMe}},
	})
	turn := func(box scorecard.Box, dice ...int) {
		t.Helper()
		w.must(w.games.Roll(ctx, id, w.call("Anna"), nil, dice))
		w.must(w.games.Enter(ctx, id, w.call("Anna"), box))
	}
	turn(scorecard.FiveOfAKind, 6, 6, 6, 6, 6)
	turn(scorecard.LargeStraight, 1, 2, 4, 4, 6)
	w.must(w.games.Roll(ctx, id, w.call("Anna"), nil, []int{6, 6, 2, 6, 6}))
	w.must(w.games.Hold(ctx, id, w.call("Anna"), []int{0, 1}))
	w.must(w.games.Hold(ctx, id, w.call("Anna"), []int{0, 1, 3, 4}))
	w.must(w.games.Roll(ctx, id, w.call("Anna"), nil, []int{6, 6, 6, 6, 6}))
	w.must(w.games.Enter(ctx, id, w.call("Anna"), scorecard.Sixes))
	w.must(w.games.Resign(ctx, id, w.call("Anna"), 0))
	golden(t, w, "femlika", id)
}

// A game that is not over, alone, with jokers.
func TestReplay_bonanza(t *testing.T) {
	w := newWorld(t, "Anna")
	ctx := t.Context()
	id := w.create("Anna", play.NewGame{
		Ruleset: game.Bonanza, Dice: game.ClientDice, Start: true, Seats: []play.SeatWish{{Kind: play.SeatMe}},
	})
	for _, box := range []scorecard.Box{scorecard.FiveOfAKind, scorecard.Fours, scorecard.SmallStraight} {
		w.must(w.games.Roll(ctx, id, w.call("Anna"), nil, []int{4, 4, 4, 4, 4}))
		w.must(w.games.Enter(ctx, id, w.call("Anna"), box))
	}
	w.must(w.games.Roll(ctx, id, w.call("Anna"), nil, []int{1, 1, 2, 3, 5}))
	golden(t, w, "bonanza", id)
}

// The example of docs/rules/tiotusen.en.md, and then a final round.
func TestReplay_tiotusen(t *testing.T) {
	w := newWorld(t, "Anna")
	ctx := t.Context()
	id := w.create("Anna", play.NewGame{
		Ruleset: game.Tiotusen, Dice: game.ClientDice, Start: true,
		Seats: []play.SeatWish{
			{Kind: play.SeatMe}, {Kind: play.SeatGuest, Name: "Bo"}, {Kind: play.SeatGuest, Name: "Cia"},
		},
	})
	roll := func(dice ...int) {
		t.Helper()
		w.must(w.games.Roll(ctx, id, w.call("Anna"), nil, dice))
	}
	hold := func(positions ...int) {
		t.Helper()
		w.must(w.games.Hold(ctx, id, w.call("Anna"), positions))
	}
	bank := func() {
		t.Helper()
		w.must(w.games.Bank(ctx, id, w.call("Anna"), nil))
	}
	roll(3, 3, 3, 2, 4, 6)
	hold(0, 1, 2)
	roll(3, 3, 3, 3, 5, 2)
	hold(3, 4)
	bank()
	roll(1, 5, 2, 2, 2, 5) // pot
	roll(1, 2, 3, 4, 5, 6) // straight
	roll(1, 1, 5, 2, 3, 4)
	hold(0, 1, 2)
	roll(1, 1, 5, 5, 2, 6)
	hold(3)
	roll(1, 1, 5, 5, 1, 3)
	hold(4)
	bank()
	roll(2, 2, 3, 4, 6, 6) // zilch
	roll(1, 2, 2, 3, 4, 6)
	hold(0)
	roll(1, 2, 3, 3, 4, 6) // bust
	roll(5, 2, 2, 3, 4, 6)
	hold(0)
	bank()
	for range 3 { // Anna goes to 10 000 and over, the others lose
		roll(1, 1, 1, 1, 1, 2)
		hold(0, 1, 2, 3, 4)
		bank()
		roll(2, 2, 3, 4, 6, 6)
		roll(2, 2, 3, 4, 6, 6)
	}
	golden(t, w, "tiotusen", id)
}

// A game with server dice that runs: the proof is said to hold, and the seed is not shown.
func TestReplay_running(t *testing.T) {
	w := newWorld(t, "Anna")
	id := w.create("Anna", play.NewGame{
		Ruleset: game.Penta, Dice: game.ServerDice, Start: true, Seats: []play.SeatWish{{Kind: play.SeatMe}},
	})
	w.playCard("Anna", id)
	got := kast(t, "replay", "--db", w.path, id)
	contains(t, got.out, "The dice proof holds so far", "The seed is secret until the game is over.")
	seed, err := w.db.Seed(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	notContains(t, got.out, hex(seed))
}

// A computer is named by its level, and by its seat only where two have the same.
func TestReplay_computers(t *testing.T) {
	w := newWorld(t, "Anna")
	casual := play.SeatWish{Kind: play.SeatBot, Level: game.BotCasual}
	best := play.SeatWish{Kind: play.SeatBot, Level: game.BotBest}
	for _, c := range []struct {
		seats []play.SeatWish
		says  []string
	}{
		{
			[]play.SeatWish{{Kind: play.SeatMe}, casual, best},
			[]string{"seat 1    computer (casual)\n", "seat 2    computer (best)\n"},
		},
		{
			[]play.SeatWish{{Kind: play.SeatMe}, casual, casual},
			[]string{"seat 1    computer (casual, seat 1)\n", "seat 2    computer (casual, seat 2)\n"},
		},
	} {
		id := w.create("Anna", play.NewGame{
			Ruleset: game.Penta, Dice: game.ServerDice, Visibility: game.Private, Start: true, Seats: c.seats,
		})
		for _, command := range []string{"replay", "review"} {
			got := kast(t, command, "--db", w.path, id)
			if got.code != exitOK {
				t.Fatalf("%s: exit code %d: %s", command, got.code, got.err)
			}
			contains(t, got.out, c.says...)
			notContains(t, got.out, "bot (")
		}
	}
}

func TestReplay_refusals(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"no game", []string{"replay", "--db", w.path, "00000000-0000-4000-8000-000000000000"}, exitFailed, "there is no game"},
		{"no id", []string{"replay", "--db", w.path, "penta"}, exitUsage, "is not the id of a game"},
		{"no operand", []string{"replay", "--db", w.path}, exitUsage, "one GAME is needed"},
		{"two operands", []string{"replay", "a", "b"}, exitUsage, "one GAME is needed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := kast(t, c.args...)
			if got.code != c.code || got.out != "" {
				t.Errorf("exit code %d, want %d; output %q", got.code, c.code, got.out)
			}
			contains(t, got.err, c.says)
		})
	}
}
