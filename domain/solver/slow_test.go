package solver_test

import (
	"math"
	"slices"
	"sync"

	"kast/domain/dice"
	"kast/domain/scorecard"
)

// This file is a second opinion: a turn worked out slowly and plainly, with
// every hold of every throw and all that the free dice can show, and nothing
// taken from the package.

// slowThrows are the 252 throws, dice ascending, and slowNumber their places by
// dice.
var slowThrows, slowNumber = func() (throws [][5]int, number map[[5]int]int) {
	number = map[[5]int]int{}
	for i := range 6 * 6 * 6 * 6 * 6 {
		d := slowDice(i, [5]int{})
		if _, known := number[d]; !known {
			number[d] = len(throws)
			throws = append(throws, d)
		}
	}
	return throws, number
}()

// slowDice writes the base-6 digits of i in all places that hold no die, and
// sorts.
func slowDice(i int, d [5]int) [5]int {
	for at := range d {
		if d[at] == 0 {
			d[at] = 1 + i%6
			i /= 6
		}
	}
	slices.Sort(d[:])
	return d
}

// slowOutcomes tells, by throw and by the positions held, which throws follow:
// one for each of all that the free dice can show.
var slowOutcomes = sync.OnceValue(func() (outcomes [252][32][]uint8) {
	for i, d := range slowThrows {
		for held := range 32 {
			kept, ways := d, 1
			for at := range kept {
				if held>>at&1 == 0 {
					kept[at] = 0
					ways *= 6
				}
			}
			for w := range ways {
				outcomes[i][held] = append(outcomes[i][held], uint8(slowNumber[slowDice(w, kept)]))
			}
		}
	}
	return outcomes
})

// slowTurn is what a turn leads to: expected final totals.
type slowTurn struct {
	rolled [3][252]float64     // by rolls left and throw
	held   [4][252][32]float64 // by rolls left before the roll, throw, and positions held
}

// newSlowTurn works out the turn of a card, where value gives the expected final
// totals of cards with one open box less.
func newSlowTurn(rules scorecard.Rules, c scorecard.Card, value func(scorecard.Card) float64) *slowTurn {
	t := &slowTurn{}
	for i, d := range slowThrows {
		best := math.Inf(-1)
		for _, e := range rules.Entries(c, slowCounts(d)) {
			best = max(best, value(c.With(e)))
		}
		t.rolled[0][i] = best
	}
	for left := 1; left <= 3; left++ {
		for i := range slowThrows {
			best := t.rolled[0][i]
			for held, follow := range slowOutcomes()[i] {
				sum := 0.0
				for _, next := range follow {
					sum += t.rolled[left-1][next]
				}
				mean := sum / float64(len(follow))
				t.held[left][i][held] = mean
				if held != 31 {
					best = max(best, mean)
				}
			}
			if left < 3 {
				t.rolled[left][i] = best
			}
		}
	}
	return t
}

func (t *slowTurn) start() float64 { return t.held[3][0][0] }

// slowGame values cards by playing them to the end.
type slowGame struct {
	rules scorecard.Rules
	known map[slowState]float64 // what is still to come
}

// slowState is what can make a difference to what is still to come.
type slowState struct {
	open        scorecard.BoxSet
	upper, five int
}

func newSlowGame(rules scorecard.Rules) *slowGame {
	return &slowGame{rules: rules, known: map[slowState]float64{}}
}

func (g *slowGame) value(c scorecard.Card) float64 {
	total := float64(c.Total())
	if c.Open() == 0 {
		return total
	}
	five, _ := c.Points(scorecard.FiveOfAKind)
	s := slowState{c.Open(), c.UpperSum(), five}
	toCome, known := g.known[s]
	if !known {
		toCome = newSlowTurn(g.rules, c, g.value).start() - total
		g.known[s] = toCome
	}
	return total + toCome
}

func slowCounts(d [5]int) dice.Counts { return dice.MustNew(d[:]...).Counts() }
