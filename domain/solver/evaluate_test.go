package solver_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"kast/domain/dice"
	"kast/domain/scorecard"
	"kast/domain/solver"
)

// At random positions every action is there once, with the total that brute
// force gives it, and the best comes first.
func TestTable_Evaluate(t *testing.T) {
	for _, r := range rulesets {
		t.Run(r.name, func(t *testing.T) {
			table, random := r.table(t), newRandom(7)
			for i := range scorecard.Boxes {
				c := random.card(1 + i)
				slow := newSlowTurn(r.rules, c, table.Value)
				same(t, "before the first roll", table.Evaluate(c, dice.Dice{}, 3).ExpectedTotal, slow.start())
				for range 20 {
					d, left := random.dice(), random.IntN(3)
					want := slowActions(r.rules, c, d, left, slow, table.Value)
					checkEvaluation(t, d, table.Evaluate(c, d, left), want)
					if got, want := table.Entries(c, d), table.Evaluate(c, d, 0).Actions; !slices.Equal(got, want) {
						t.Errorf("entries %v, want %v", got, want)
					}
					if t.Failed() {
						t.Fatalf("%v, %v, %d rolls left", c, d.Faces(), left)
					}
				}
			}
		})
	}
}

// slowActions gives the total of every action, by the name that actionName gives
// it.
func slowActions(
	rules scorecard.Rules, c scorecard.Card, d dice.Dice, left int, slow *slowTurn, value func(scorecard.Card) float64,
) map[string]float64 {
	totals := map[string]float64{}
	for _, e := range rules.Entries(c, d.Counts()) {
		totals[e.Box.String()] = value(c.With(e))
	}
	if left == 0 {
		return totals
	}
	for held := range dice.All(scorecard.Dice) {
		kept, ways := [5]int{}, 1
		for at := range kept {
			if held.Has(at) {
				kept[at] = d.At(at)
			} else {
				ways *= 6
			}
		}
		sum := 0.0
		for w := range ways {
			sum += slow.rolled[left-1][slowNumber[slowDice(w, kept)]]
		}
		totals[fmt.Sprint(d.CountsOf(held))] = sum / float64(ways)
	}
	return totals
}

// actionName names a box, or how many dice of each face are held.
func actionName(d dice.Dice, a solver.Action) string {
	if a.Kind == solver.Enter {
		return a.Entry.Box.String()
	}
	return fmt.Sprint(d.CountsOf(a.Held))
}

func checkEvaluation(t *testing.T, d dice.Dice, got solver.Evaluation, want map[string]float64) {
	t.Helper()
	best := 0.0
	for _, total := range want {
		best = max(best, total)
	}
	same(t, "best", got.ExpectedTotal, best)
	if got.Actions[0].ExpectedTotal != got.ExpectedTotal || got.Actions[0].Loss != 0 {
		t.Errorf("the first action, %v, is not the best", got.Actions[0])
	}
	last := best
	for _, a := range got.Actions {
		name := actionName(d, a)
		total, there := want[name]
		if !there {
			t.Errorf("%s is no action, or there twice", name)
		}
		delete(want, name)
		same(t, name, a.ExpectedTotal, total)
		same(t, "loss of "+name, a.Loss, best-total)
		if a.ExpectedTotal > last+solver.Tie {
			t.Errorf("%s is better than what comes before it", name)
		}
		last = a.ExpectedTotal
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
}

// Actions that are equal, whatever rounding makes of them.
func TestTable_Evaluate_Ties(t *testing.T) {
	for _, test := range []struct {
		name string
		open scorecard.Box
		dice []int
		want []string // the first actions
	}{
		{"entering before holding", scorecard.SmallStraight, []int{1, 2, 3, 4, 6}, []string{"smallStraight", "hold [0 1 2 3]"}},
		{
			"lower positions first", scorecard.SmallStraight,
			[]int{5, 4, 3, 2, 1},
			[]string{"smallStraight", "hold [0 1 2 3]", "hold [1 2 3 4]"},
		},
		{
			"more dice first", scorecard.FiveOfAKind,
			[]int{1, 2, 3, 4, 5},
			[]string{"hold [0]", "hold [1]", "hold [2]", "hold [3]", "hold [4]", "hold []"},
		},
		{"equal dice at the lowest positions", scorecard.FiveOfAKind, []int{2, 6, 6, 1, 6}, []string{"hold [1 2 4]"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			points := map[scorecard.Box]int{}
			for _, b := range scorecard.AllBoxes() {
				if b != test.open {
					points[b] = 0
				}
			}
			got := rulesets[0].table(t).Evaluate(scorecard.NewCard(points, 0), dice.MustNew(test.dice...), 2)
			var names []string
			for _, a := range got.Actions[:len(test.want)] {
				name := a.Entry.Box.String()
				if a.Kind == solver.Hold {
					name = fmt.Sprint("hold ", a.Held.Positions())
				}
				names = append(names, name)
			}
			if !slices.Equal(names, test.want) {
				t.Errorf("got %v, want %v", names, test.want)
			}
		})
	}
}

// Of equal entries the box that comes first on the card comes first. No position
// of the games is known where that happens to the best, so the rules are ones
// under which all boxes are the same.
func TestTable_Evaluate_TiedBoxes(t *testing.T) {
	got := solver.Unsolved(worthless{}).Evaluate(scorecard.Card{}, dice.MustNew(3, 3, 3, 3, 4), 0)
	for i, a := range got.Actions {
		if a.Entry.Box != scorecard.Box(i) || a.Loss != 0 {
			t.Errorf("place %d: got %v", i, a)
		}
	}
}

// worthless lets anything go anywhere, for nothing.
type worthless struct{}

func (worthless) Entries(c scorecard.Card, _ dice.Counts) []scorecard.Entry {
	var all []scorecard.Entry
	for _, b := range scorecard.AllBoxes() {
		if !c.Filled(b) {
			all = append(all, scorecard.Entry{Box: b})
		}
	}
	return all
}

func TestTable_Evaluate_BeforeTheFirstRoll(t *testing.T) {
	table := rulesets[0].table(t)
	got := table.Evaluate(scorecard.Card{}, dice.Dice{}, 3)
	if len(got.Actions) != 0 {
		t.Errorf("got actions %v, want none", got.Actions)
	}
	same(t, "expected total", got.ExpectedTotal, table.Start())
}

func TestCheck(t *testing.T) {
	full := newRandom(8).card(0)
	five := dice.MustNew(1, 2, 3, 4, 5)
	for _, test := range []struct {
		name string
		card scorecard.Card
		dice dice.Dice
		left int
		want error
	}{
		{"before the first roll", scorecard.Card{}, dice.Dice{}, 3, nil},
		{"after it", scorecard.Card{}, five, 2, nil},
		{"after the last", scorecard.Card{}, five, 0, nil},
		{"struck and paid", scorecard.NewCard(map[scorecard.Box]int{scorecard.FiveOfAKind: 0}, 100), five, 0, nil},
		{"no such points", scorecard.NewCard(map[scorecard.Box]int{scorecard.FiveOfAKind: 25}, 0), five, 0, solver.ErrPoints},
		{"full", full, five, 0, solver.ErrFull},
		{"four dice", scorecard.Card{}, dice.MustNew(1, 2, 3, 4), 1, solver.ErrDice},
		{"six dice", scorecard.Card{}, dice.MustNew(1, 2, 3, 4, 5, 6), 1, solver.ErrDice},
		{"dice before the first roll", scorecard.Card{}, five, 3, solver.ErrRollsLeft},
		{"no dice after it", scorecard.Card{}, dice.Dice{}, 2, solver.ErrRollsLeft},
		{"less than none left", scorecard.Card{}, five, -1, solver.ErrRollsLeft},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := solver.Check(test.card, test.dice, test.left); !errors.Is(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// Many may ask at once. What the table says does not matter here, but that the
// race detector watches.
func TestTable_Concurrent(t *testing.T) {
	table := solver.Unsolved(rulesets[0].rules)
	var asking sync.WaitGroup
	for i := range 4 {
		asking.Go(func() {
			random := newRandom(uint64(i))
			for range 50 {
				table.Evaluate(random.card(3), random.dice(), 2)
			}
		})
	}
	asking.Wait()
}
