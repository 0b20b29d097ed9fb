package solver_test

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"kast/domain/dice"
	"kast/domain/scorecard"
	"kast/domain/solver"
)

// ruleset is one of the games, with the expected total of an empty card from a
// solver that has nothing in common with this one.
type ruleset struct {
	name  string
	rules scorecard.Rules
	start float64
	solve func() *solver.Table // once
}

var rulesets = []ruleset{
	newRuleset("penta", scorecard.Rules{FurtherFive: 100, Joker: scorecard.JokerWhileFifty}, 254.484846),
	newRuleset("femlika", scorecard.Rules{FurtherFive: 100, Joker: scorecard.JokerNever}, 253.970241),
	newRuleset("bonanza", scorecard.Rules{FurtherFive: 50, Joker: scorecard.JokerWhileFilled}, 250.000078),
}

func newRuleset(name string, rules scorecard.Rules, start float64) ruleset {
	return ruleset{name, rules, start, sync.OnceValue(func() *solver.Table { return solve(rules) })}
}

// solve solves on all processors.
func solve(rules solver.Entries) *solver.Table { return solveTelling(rules, nil) }

func solveTelling(rules solver.Entries, progress func(done, all int)) *solver.Table {
	t, err := solver.SolveEntries(rules, solver.Options{Workers: runtime.GOMAXPROCS(0), Progress: progress})
	if err != nil {
		panic(err)
	}
	return t
}

// table returns the table of the ruleset. The tests that need one are skipped
// under the race detector, which has nothing to find in them that it does not
// find in TestSolve_Stop and TestTable_Concurrent.
func (r ruleset) table(tb testing.TB) *solver.Table {
	tb.Helper()
	if raced {
		tb.Skip("a solve takes too long under the race detector")
	}
	return r.solve()
}

// random draws cards and dice, the same in every run.
type random struct{ *rand.Rand }

func newRandom(seed uint64) random { return random{rand.New(rand.NewPCG(seed, 0))} }

// card draws a card with so many open boxes. The others hold anything that they
// can hold.
func (r random) card(open int) scorecard.Card {
	var c scorecard.Card
	for _, i := range r.Perm(scorecard.Boxes)[open:] {
		c = c.With(scorecard.Entry{Box: scorecard.Box(i), Points: r.points(scorecard.Box(i))})
	}
	return c
}

func (r random) points(b scorecard.Box) int {
	for {
		if points := r.IntN(scorecard.FiveOfAKindPoints + 1); b.Allows(points) {
			return points
		}
	}
}

func (r random) dice() dice.Dice {
	return dice.MustNew(1+r.IntN(6), 1+r.IntN(6), 1+r.IntN(6), 1+r.IntN(6), 1+r.IntN(6))
}
