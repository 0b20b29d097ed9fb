package potplay_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kast/domain/dice"
	"kast/domain/pot"
	"kast/domain/potplay"
)

const tolerance = 1e-8 // the slow play rounds too

// A turn is followed from its start, whatever the rolls and holds: every position on the way must have the figures of
// the slow play.
func TestEvaluate_Slowly(t *testing.T) {
	tests := []struct {
		name   string
		need   int
		top    int // see slowAgain
		ownPot bool
		pots   []int
	}{
		{"gain", 0, 30_000, false, []int{0, 1000, 2650, 25_950}},
		{"need 50", 50, 50, false, []int{0, 400}},
		{"need 500", 500, 500, false, []int{0, 100, 150, 500}},
		{"need 1050", 1050, 1050, false, []int{0, 650, 700, 2000}},
		{"need 4300", 4300, 4300, false, []int{0, 1500}},
		{"gain, own pot", 0, 3000, true, []int{0, 800, 2600}},
		{"need 450, own pot", 450, 450, true, []int{0, 100}},
		{"need 1700, own pot", 1700, 1700, true, []int{0, 900}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, uint64(tt.need)))
			again := slowAgain(tt.need, tt.top, tt.ownPot)
			var solver potplay.Solver
			for _, amount := range tt.pots {
				for range 12 {
					p := potplay.Position{
						Pot: amount, Free: pot.Dice, First: true, Needs350: r.IntN(2) == 0, Need: tt.need, OwnPot: tt.ownPot,
					}
					followSlowly(t, r, &solver, p, again)
				}
			}
		})
	}
}

// followSlowly plays a turn at random and compares all its positions.
func followSlowly(
	t *testing.T, r *rand.Rand, solver *potplay.Solver, p potplay.Position, again func(int) slowWorth,
) {
	t.Helper()
	for p.Free > 0 {
		compareSlowly(t, solver, p, again)
		values := make([]int, p.Free)
		for i := range values {
			values[i] = 1 + r.IntN(6)
			if r.IntN(3) == 0 { // more of a kind than there are in truth
				values[i] = values[0]
			}
		}
		p.Dice = dice.MustNew(values...)
		e := compareSlowly(t, solver, p, again)
		if len(e.Choices) == 0 {
			return
		}
		held := p.Dice.CountsOf(e.Choices[r.IntN(len(e.Choices))].Held)
		gained, after, _ := pot.Hold(p.Dice.Counts(), held, p.Groups)
		p.Points += gained
		p.Groups = after
		p.Free -= held.Total()
		p.First = false
		p.Dice = dice.Dice{}
	}
}

// compareSlowly compares all figures of a position.
func compareSlowly(
	t *testing.T, solver *potplay.Solver, p potplay.Position, again func(int) slowWorth,
) potplay.Evaluation {
	t.Helper()
	e := solver.Evaluate(p)
	play, state := slowly(p, again)
	same := func(name string, got potplay.Figures, want slowWorth) {
		t.Helper()
		scale := max(1, math.Abs(want.gain)/1000)
		if math.Abs(got.Gain-want.gain) > tolerance*scale || math.Abs(got.Chance-want.chance) > tolerance {
			t.Fatalf("%+v: %s: got %v, want %v", p, name, got, want)
		}
	}
	if p.Dice.Len() == 0 {
		want := []slowWorth{play.roll(state, p.First)}
		if p.Free < pot.Dice {
			want = play.after(state)
		}
		if len(e.Choices) != len(want) {
			t.Fatalf("%+v: got %d choices, want %d", p, len(e.Choices), len(want))
		}
		for _, c := range e.Choices {
			same("choice", c.Figures, want[c.Then])
		}
		best := slices.MaxFunc(want, func(a, b slowWorth) int {
			if slowBetter(a, b) {
				return 1
			}
			return -1
		})
		same("position", e.Figures, best)
		return e
	}

	sorted := slices.Sorted(slices.Values(p.Dice.Faces()))
	same("position", e.Figures, play.rolled(state, sorted, p.First))
	if e.Outcome != pot.Scored {
		if len(e.Choices) > 0 {
			t.Fatalf("%+v: got choices after %v", p, e.Outcome)
		}
		return e
	}
	want := 0
	for _, to := range slowHolds(state, sorted) {
		want += len(play.after(to))
	}
	if len(e.Choices) != want {
		t.Fatalf("%+v: got %d choices, want %d", p, len(e.Choices), want)
	}
	for _, c := range e.Choices {
		to, ok := slowHold(state, faces(p.Dice, c.Held))
		if !ok {
			t.Fatalf("%+v: hold %v", p, c.Held.Positions())
		}
		same("choice", c.Figures, play.after(to)[c.Then])
	}
	return e
}

// Points that the dice aside can't give are taken as they are.
func TestEvaluate_SlowlyAnyPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	var solver potplay.Solver
	again := slowAgain(900, 900, true)
	for range 200 {
		p := potplay.Position{
			Needs350: r.IntN(2) == 0, Pot: 50 * r.IntN(30), Points: 50 * (1 + r.IntN(40)), Free: 1 + r.IntN(5),
		}
		if r.IntN(2) == 0 {
			p.Groups[1+r.IntN(6)] = 3
			p.Free = 1 + r.IntN(3)
		}
		if r.IntN(2) == 0 {
			p.Need, p.OwnPot = 900, true
		}
		values := make([]int, p.Free)
		for i := range values {
			values[i] = 1 + r.IntN(6)
		}
		compareSlowly(t, &solver, p, again)
		p.Dice = dice.MustNew(values...)
		compareSlowly(t, &solver, p, again)
	}
}
