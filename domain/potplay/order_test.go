package potplay_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kast/domain/dice"
	"kast/domain/potplay"
)

// Equal figures: to stop comes before to roll, then more dice, then the lower positions.
func TestEvaluate_Ties(t *testing.T) {
	tests := []struct {
		name string
		p    potplay.Position
		want string // the first choices
	}{
		{
			"the points decide between stops that all gain the need",
			potplay.Position{Points: 50, Free: 5, Need: 100, Dice: dice.MustNew(1, 5, 4, 3, 3)},
			"[0 1] stop, [0] stop, [1] stop",
		},
		{
			"where the need is out of reach the points decide, and a stop comes before a roll that gains as much",
			potplay.Position{Points: 50, Free: 5, Need: 9000, Dice: dice.MustNew(1, 5, 4, 3, 3)},
			"[0] roll, [1] roll, [0 1] stop, [0 1] roll, [0] stop, [1] stop",
		},
		{
			"to stop with two fives or with a one gains the same: more dice first",
			potplay.Position{Points: 50, Free: 5, Dice: dice.MustNew(1, 4, 5, 3, 5)},
			"[0 2 4] stop, [0] roll, [2] roll, [0 2] stop, [0 2] roll, [2 4] roll, [2 4] stop, [0] stop, [0 2 4] roll, [2] stop",
		},
		{
			"nothing can be gained any more: more dice first, then lower positions",
			potplay.Position{Needs350: true, Points: 50, Free: 3, Dice: dice.MustNew(5, 4, 1)},
			"[0 2] roll, [0] roll, [2] roll",
		},
		{
			"of equal dice the lowest",
			potplay.Position{Pot: 5000, Points: 300, Free: 4, Dice: dice.MustNew(2, 5, 3, 5)},
			"[1 3] stop, [1] stop, [1] roll, [1 3] roll",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := []string{}
			for _, c := range potplay.Evaluate(tt.p).Choices {
				got = append(got, fmt.Sprint(c.Held.Positions(), map[potplay.Then]string{potplay.Roll: " roll", potplay.Bank: " stop"}[c.Then]))
			}
			if got := strings.Join(got, ", "); !strings.HasPrefix(got, tt.want) {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// The order of a list is that of the rules, whatever is compared in which order: each stands before the next.
func TestEvaluate_Order(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	var solver potplay.Solver
	for range 500 {
		p := randomPosition(r)
		e := solver.Evaluate(p)
		for i := 1; i < len(e.Choices); i++ {
			a, b := e.Choices[i-1], e.Choices[i]
			switch {
			case math.Abs(a.Chance-b.Chance) > 1e-9:
				if a.Chance < b.Chance {
					t.Fatalf("%+v: %+v stands before %+v", p, a, b)
				}
			case math.Abs(a.Gain-b.Gain) > 1e-9:
				if a.Gain < b.Gain {
					t.Fatalf("%+v: %+v stands before %+v", p, a, b)
				}
			case a.Then != b.Then:
				if a.Then != potplay.Bank {
					t.Fatalf("%+v: %+v stands before %+v", p, a, b)
				}
			case a.Held.Len() != b.Held.Len():
				if a.Held.Len() < b.Held.Len() {
					t.Fatalf("%+v: %+v stands before %+v", p, a, b)
				}
			case slices.Compare(a.Held.Positions(), b.Held.Positions()) >= 0:
				t.Fatalf("%+v: %+v stands before %+v", p, a, b)
			}
		}
	}
}
