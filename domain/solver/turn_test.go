package solver_test

import (
	"math"
	"testing"

	"kast/domain/dice"
	"kast/domain/scorecard"
)

// near is how far two ways to work out a total may be apart by rounding.
const near = 1e-9

// Cards near the end, played out by brute force.
func TestTable_LastRounds(t *testing.T) {
	for _, r := range rulesets {
		t.Run(r.name, func(t *testing.T) {
			table, slow, random := r.table(t), newSlowGame(r.rules), newRandom(2)
			for _, open := range []int{0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3} {
				c := random.card(open)
				if got, want := table.Value(c), slow.value(c); math.Abs(got-want) > near {
					t.Errorf("%v: got %v, want %v", c, got, want)
				}
			}
		})
	}
}

// Any card, where the cards that one turn leads to are taken as known: together
// with the last rounds that proves the whole table, if it holds everywhere.
func TestTurn_FixedPoint(t *testing.T) {
	for _, r := range rulesets {
		t.Run(r.name, func(t *testing.T) {
			table, random := r.table(t), newRandom(3)
			for i := range 26 {
				c := random.card(1 + i%scorecard.Boxes)
				got, want := table.Turn(c), newSlowTurn(r.rules, c, table.Value)
				same(t, "start", got.Start(), want.start())
				same(t, "value", table.Value(c), want.start())
				for j, faces := range slowThrows {
					d := dice.MustNew(faces[:]...)
					for left := range 3 {
						same(t, "rolled", got.AfterRoll(d, left), want.rolled[left][j])
						for held := range dice.All(5) {
							if left > 0 {
								same(t, "held", got.AfterHold(d, held, left), want.held[left][j][held])
							}
						}
					}
					for _, e := range r.rules.Entries(c, d.Counts()) {
						same(t, "entered", got.AfterEntry(e), table.Value(c.With(e)))
					}
				}
				if t.Failed() {
					t.Fatalf("on %v", c)
				}
			}
		})
	}
}

func same(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > near {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// More points in one of the filled boxes are worth just as much more; in an upper
// box also up to the bonus, since the same play gets it sooner.
func TestTable_MorePoints(t *testing.T) {
	for _, r := range rulesets {
		t.Run(r.name, func(t *testing.T) {
			table, random := r.table(t), newRandom(4)
			for range 100_000 {
				c := random.card(1 + random.IntN(scorecard.Boxes-1))
				b := scorecard.Box(random.IntN(scorecard.Boxes - 1))
				if c.Filled(b) {
					continue
				}
				low, high := random.points(b), random.points(b)
				low, high = min(low, high), max(low, high)
				got := table.Value(c.With(scorecard.Entry{Box: b, Points: high})) -
					table.Value(c.With(scorecard.Entry{Box: b, Points: low}))
				most := float64(high - low)
				if b.Upper() {
					most += scorecard.UpperBonusPoints
				}
				if got < float64(high-low)-near || got > most+near {
					t.Fatalf("%v, %v %d or %d: %v more", c, b, low, high, got)
				}
			}
		})
	}
}

// The solver takes what dice other than five alike give from an empty card.
func TestOnlyFivesDependOnTheCard(t *testing.T) {
	for _, r := range rulesets {
		t.Run(r.name, func(t *testing.T) {
			random := newRandom(5)
			for range 300 {
				c := random.card(1 + random.IntN(scorecard.Boxes))
				for _, d := range slowThrows {
					if d[0] == d[4] {
						continue
					}
					open := 0
					for _, e := range r.rules.Entries(scorecard.Card{}, slowCounts(d)) {
						if c.Filled(e.Box) {
							continue
						}
						open++
						if got, err := r.rules.Entry(c, slowCounts(d), e.Box); err != nil || got != e {
							t.Fatalf("%v, %v: got %v, %v, want %v", c, d, got, err, e)
						}
					}
					if got := len(r.rules.Entries(c, slowCounts(d))); got != open {
						t.Fatalf("%v, %v: got %d entries, want %d", c, d, got, open)
					}
				}
			}
		})
	}
}

func TestTable_Value_Bonuses(t *testing.T) {
	table := rulesets[0].table(t)
	c := scorecard.NewCard(map[scorecard.Box]int{scorecard.FiveOfAKind: 50}, 300)
	plain := scorecard.NewCard(map[scorecard.Box]int{scorecard.FiveOfAKind: 50}, 0)
	same(t, "value", table.Value(c), table.Value(plain)+300)
}

func TestTurn_Panics(t *testing.T) {
	table := rulesets[0].table(t)
	turn := table.Turn(scorecard.Card{})
	d, full := dice.MustNew(1, 2, 3, 4, 5), newRandom(6).card(0)
	for name, f := range map[string]func(){
		"full card":        func() { table.Turn(full) },
		"wrong points":     func() { table.Value(scorecard.NewCard(map[scorecard.Box]int{scorecard.Twos: 3}, 0)) },
		"four dice":        func() { turn.AfterRoll(dice.MustNew(1, 2, 3, 4), 1) },
		"three rolls left": func() { turn.AfterRoll(d, 3) },
		"less than none":   func() { turn.AfterRoll(d, -1) },
		"no roll left":     func() { turn.AfterHold(d, 0, 0) },
		"nothing to roll":  func() { turn.AfterHold(d, dice.All(5), 1) },
		"evaluation":       func() { turn.Evaluate(d, 3) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("did not panic")
				}
			}()
			f()
		})
	}
}
