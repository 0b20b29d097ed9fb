package rest_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
)

// table is a game that is played by what its answers say, as a client without rules of its own would.
type table struct {
	game   gameView
	movers []*client // who moves each seat
	random *rand.Rand
	// seen is called with every answer to a move.
	seen func(answer, changed)
}

// tableOf is a table at which every seat is moved by one of these clients.
func tableOf(g gameView, seed uint64, movers ...*client) *table {
	return &table{game: g, movers: movers, random: rand.New(rand.NewPCG(seed, 0)), seen: func(answer, changed) {}}
}

func (tb *table) mover() *client { return tb.movers[tb.game.Turn.Seat] }

// post makes a move of the seat on turn.
func (tb *table) post(what string, body object) changed {
	c := tb.mover()
	c.t.Helper()
	a := c.post("/v1/games/"+tb.game.ID+"/"+what, body).is(201)
	ch := decode[changed](a)
	tb.game = ch.Game
	tb.seen(a, ch)
	return ch
}

// roll rolls all dice but the held ones; nil for the hold that stands.
func (tb *table) roll(held []int) changed {
	body := object{"id": newID(), "held": held}
	if held == nil {
		delete(body, "held")
		held = tb.game.Turn.Held
	}
	if tb.game.Dice == "client" {
		body["dice"] = tb.cast(held)
	}
	return tb.post("rolls", body)
}

// cast rolls the client's own dice.
func (tb *table) cast(held []int) []int {
	n := 5
	if tb.game.Ruleset == "tiotusen" {
		n = 6
	}
	t := tb.game.Turn
	keep := append(slices.Clone(held), t.Locked...)
	after := make([]int, n)
	for i := range after {
		if len(t.Dice) == n && slices.Contains(keep, i) {
			after[i] = t.Dice[i]
		} else {
			after[i] = 1 + tb.random.IntN(6)
		}
	}
	return after
}

// play makes one move: it rolls, enters or stops.
func (tb *table) play() {
	tb.mover().t.Helper()
	switch {
	case tb.game.Ruleset == "tiotusen":
		tb.playPot()
	case tb.game.Turn.Roll > 0 && (*tb.game.Turn.RollsLeft == 0 || tb.random.IntN(4) == 0):
		tb.post("entries", object{"id": newID(), "box": mostPoints(tb.game.Turn.Boxes).Box})
	case tb.game.Turn.Roll == 0:
		tb.roll(nil)
	default:
		held := tb.someDice()
		if tb.random.IntN(3) == 0 {
			tb.post("holds", object{"id": newID(), "held": held})
			held = nil
		}
		tb.roll(held)
	}
}

// someDice chooses up to four of five dice.
func (tb *table) someDice() []int {
	held := tb.random.Perm(5)[:tb.random.IntN(5)]
	slices.Sort(held)
	return held
}

func mostPoints(entries []entryView) entryView {
	return slices.MaxFunc(entries, func(a, b entryView) int { return a.Points + a.Bonus - b.Points - b.Bonus })
}

// playPot holds whatever scores, and stops as soon as it may with 350 points, or with few dice left.
func (tb *table) playPot() {
	t := tb.game.Turn
	if !slices.Contains(t.May, "hold") {
		tb.roll(nil)
		return
	}
	if len(t.Held) == 0 {
		tb.post("holds", object{"id": newID(), "held": scoring(t)})
		t = tb.game.Turn
	}
	free := 6 - len(t.Locked) - len(t.Held)
	if slices.Contains(t.May, "bank") && (*t.Points+*t.HeldPoints >= 350 || free < 3) {
		tb.post("banks", object{"id": newID()})
		return
	}
	tb.roll(nil)
}

// scoring are the positions of the dice just rolled that score.
func scoring(t *turnView) []int {
	count := map[int]int{}
	for i, face := range t.Dice {
		if !slices.Contains(t.Locked, i) {
			count[face]++
		}
	}
	held := []int{}
	for i, face := range t.Dice {
		if slices.Contains(t.Locked, i) {
			continue
		}
		if face == 1 || face == 5 || count[face] >= 3 || t.Groups[strconv.Itoa(face)] > 0 {
			held = append(held, i)
		}
	}
	return held
}
