package solver_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"kast/domain/dice"
	"kast/domain/scorecard"
	"kast/domain/solver"
)

// A hundred thousand games take about two minutes of a processor.
var games = flag.Int("games", 5000, "how many games of each ruleset to simulate")

// The mean total of games under best play is the expected total of an empty
// card, give or take three standard errors.
func TestTable_Simulated(t *testing.T) {
	n := *games
	if testing.Short() {
		n = min(n, 1000)
	}
	for _, r := range rulesets {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			table := r.table(t)
			sum, squares := 0.0, 0.0
			for _, c := range simulate(table, n) {
				total := float64(c.Total())
				sum += total
				squares += total * total
			}
			mean := sum / float64(n)
			deviation := math.Sqrt(squares/float64(n) - mean*mean)
			allowed := 3 * deviation / math.Sqrt(float64(n))
			t.Logf("%d games: mean %.3f, standard deviation %.2f; expected %.3f", n, mean, deviation, table.Start())
			if math.Abs(mean-table.Start()) > allowed {
				t.Errorf("mean of %d games: got %.3f, want %.3f give or take %.3f", n, mean, table.Start(), allowed)
			}
		})
	}
}

// simulate plays games by the first action of each evaluation. They go forward
// together, turn by turn, so that all which have come to the same state share it.
func simulate(table *solver.Table, n int) []scorecard.Card {
	cards, sources := make([]scorecard.Card, n), make([]rand.PCG, n)
	for i := range sources {
		sources[i].Seed(uint64(i), 9)
	}
	for range scorecard.Boxes {
		alike := map[solver.State][]int{}
		for i, c := range cards {
			s := table.StateOf(c)
			alike[s] = append(alike[s], i)
		}
		for _, players := range alike {
			turn := table.Turn(cards[players[0]])
			for _, i := range players {
				cards[i] = cards[i].With(play(turn, random{rand.New(&sources[i])}))
			}
		}
	}
	return cards
}

func play(turn *solver.Turn, r random) scorecard.Entry {
	d := r.dice()
	for left := solver.MaxRolls - 1; ; left-- {
		best := turn.Evaluate(d, left).Actions[0]
		if best.Kind == solver.Enter {
			return best.Entry
		}
		d = d.Replace(r.dice(), dice.All(scorecard.Dice)&^best.Held)
	}
}
