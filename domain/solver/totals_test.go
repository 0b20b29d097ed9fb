package solver_test

import (
	"math"
	"testing"

	"kast/domain/scorecard"
)

// The totals of a card have the mean that the table says, and their chances sum
// up to 1.
func TestTable_Totals(t *testing.T) {
	for _, r := range rulesets {
		t.Run(r.name, func(t *testing.T) {
			table := r.table(t)
			cards := []scorecard.Card{}
			for open := range 6 {
				for seed := range 4 {
					cards = append(cards, newRandom(uint64(10*open+seed)).card(open))
				}
			}
			for _, c := range cards {
				totals := table.Totals(c)
				mean, _ := totals.Mean()
				if want := table.Value(c); math.Abs(mean-want) > 1e-8 {
					t.Errorf("mean total of %v: got %.9f, want %.9f", c, mean, want)
				}
				sum := 0.0
				for total := range totals.Most() + 1 {
					sum += totals.Chance(total)
				}
				if math.Abs(sum-1) > 1e-9 {
					t.Errorf("chances of %v: got a sum of %.12f, want 1", c, sum)
				}
			}
		})
	}
}

// With five alike as the last open box there are two totals, and how likely they
// are is well known.
func TestTable_TotalsOfTheLastBox(t *testing.T) {
	table := rulesets[1].table(t)
	c := scorecard.Card{}
	for _, b := range scorecard.AllBoxes() {
		if b != scorecard.FiveOfAKind {
			c = c.With(scorecard.Entry{Box: b})
		}
	}
	totals := table.Totals(c)
	// Within three rolls, when one keeps what there is most of.
	if got, want := totals.Chance(50), 347897.0/7558272; math.Abs(got-want) > 1e-12 {
		t.Errorf("chance of 50: got %.12f, want %.12f", got, want)
	}
	if got, want := totals.Chance(0), 1-347897.0/7558272; math.Abs(got-want) > 1e-12 {
		t.Errorf("chance of 0: got %.12f, want %.12f", got, want)
	}
}

// Simulated ends of games fall as the totals say.
func TestTable_TotalsSimulated(t *testing.T) {
	const games = 20000
	table := rulesets[0].table(t)
	r := newRandom(77)
	start := r.card(3)
	totals := table.Totals(start)
	counts := map[int]int{}
	for range games {
		c := start
		for c.Open() != 0 {
			turn := table.Turn(c)
			c = c.With(play(turn, r))
		}
		counts[c.Total()]++
	}
	below := 0
	cumulative, farthest := 0.0, 0.0
	for total := range totals.Most() + 1 {
		below += counts[total]
		cumulative += totals.Chance(total)
		farthest = max(farthest, math.Abs(float64(below)/games-cumulative))
	}
	// Kolmogorov's distance: 1.95/√n is exceeded once in a thousand.
	if allowed := 1.95 / math.Sqrt(games); farthest > allowed {
		t.Errorf("distance of %d simulated games: got %.5f, want at most %.5f", games, farthest, allowed)
	}
}
