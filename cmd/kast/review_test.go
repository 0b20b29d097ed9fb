package main

import (
	"testing"

	"kast/api/play"
	"kast/domain/game"
	"kast/domain/scorecard"
)

// A game that ended early, at a table with a guest; one decision of three gives something away.
func TestReview_penta(t *testing.T) {
	w := newWorld(t, "Anna")
	ctx := t.Context()
	id := w.create("Anna", play.NewGame{
		Ruleset: game.Penta, Dice: game.ClientDice, Start: true,
		Seats: []play.SeatWish{{Kind: play.SeatMe}, {Kind: play.SeatGuest, Name: "Bo"}},
	})
	w.must(w.games.Roll(ctx, id, w.call("Anna"), nil, []int{6, 6, 6, 1, 2}))
	w.must(w.games.Roll(ctx, id, w.call("Anna"), []int{0, 1, 2}, []int{6, 6, 6, 6, 2}))
	w.must(w.games.Enter(ctx, id, w.call("Anna"), scorecard.Chance))
	w.must(w.games.Roll(ctx, id, w.call("Anna"), nil, []int{2, 3, 4, 5, 6}))
	w.must(w.games.Enter(ctx, id, w.call("Anna"), scorecard.LargeStraight))
	w.must(w.games.Resign(ctx, id, w.call("Anna"), 1))
	goldenOf(t, w, "review", "penta", id)
}

// Turns of tiotusen: a stop too early, a zilch, a bust, and a group held in part.
func TestReview_tiotusen(t *testing.T) {
	w := newWorld(t, "Anna")
	ctx := t.Context()
	id := w.create("Anna", play.NewGame{
		Ruleset: game.Tiotusen, Dice: game.ClientDice, Start: true,
		Seats: []play.SeatWish{{Kind: play.SeatMe}, {Kind: play.SeatGuest, Name: "Bo"}},
	})
	roll := func(held []int, dice ...int) {
		t.Helper()
		w.must(w.games.Roll(ctx, id, w.call("Anna"), held, dice))
	}
	bank := func(held ...int) {
		t.Helper()
		w.must(w.games.Bank(ctx, id, w.call("Anna"), held))
	}
	roll(nil, 1, 1, 1, 5, 2, 3)
	bank(0, 1, 2)
	roll(nil, 2, 2, 3, 3, 4, 6)
	roll(nil, 1, 1, 1, 1, 1, 2)
	roll([]int{0, 1, 2, 3, 4}, 1, 1, 1, 1, 1, 6)
	roll(nil, 1, 1, 1, 1, 2, 3)
	roll([]int{0, 1, 2}, 1, 1, 1, 2, 5, 6)
	bank(4)
	goldenOf(t, w, "review", "tiotusen", id)
}

func TestReview_refused(t *testing.T) {
	w := newWorld(t, "Anna")
	if got := kast(t, "review", "--db", w.path, "x"); got.code != exitUsage {
		t.Errorf("exit code %d: %s", got.code, got.err)
	}
	got := kast(t, "review", "--db", w.path, "00000000-0000-4000-8000-000000000000")
	if got.code != exitFailed {
		t.Errorf("exit code %d", got.code)
	}
	contains(t, got.err, "there is no game")
}
