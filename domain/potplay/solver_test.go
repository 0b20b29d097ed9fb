package potplay_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"kast/domain/dice"
	"kast/domain/pot"
	"kast/domain/potplay"
)

// Best, Value and Of say the same as the evaluation, and a solver that has been used the same as a new one.
func TestSolver_Same(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	var solver potplay.Solver
	for range 300 {
		p := randomPosition(r)
		e := potplay.Evaluate(p)
		if again := solver.Evaluate(p); !reflect.DeepEqual(again, e) {
			t.Fatalf("%+v: got %+v, want %+v", p, again, e)
		}
		if got := solver.Value(p); got != e.Figures {
			t.Fatalf("%+v: got the value %v, want %v", p, got, e.Figures)
		}
		best, some := solver.Best(p)
		if some != (len(e.Choices) > 0) || some && best != e.Choices[0].Action {
			t.Fatalf("%+v: got %v, %t, want %v", p, best, some, e.Choices)
		}
		allowed := map[potplay.Action]bool{}
		for _, c := range e.Choices {
			got, ok := solver.Of(p, c.Action)
			if got != c.Figures || !ok {
				t.Fatalf("%+v: %v: got %v, %t", p, c, got, ok)
			}
			allowed[c.Action] = true
		}
		for range 20 {
			a := potplay.Action{Held: dice.Mask(r.IntN(128)), Then: potplay.Then(r.IntN(3))}
			_, ok := solver.Of(p, a)
			a.Held = lowest(p.Dice, a.Held)
			if ok != allowed[a] {
				t.Fatalf("%+v: %+v: got %t", p, a, ok)
			}
		}
	}
}

// Fewer points than those of the dice aside are no matter, and leave nothing behind in the solver.
func TestSolver_FewPoints(t *testing.T) {
	for _, need := range []int{0, 200, 2000} {
		var solver potplay.Solver
		few := potplay.Position{Points: 50, Groups: pot.Groups{1: 4}, Free: 2, Need: need, OwnPot: true}
		solver.Evaluate(few)
		start := potplay.Position{Needs350: true, Free: 6, Need: need, OwnPot: true}
		if got, want := solver.Evaluate(start), potplay.Evaluate(start); !reflect.DeepEqual(got, want) {
			t.Errorf("need %d: got %+v, want %+v", need, got, want)
		}
	}
}

// lowest returns the hold of the same faces at the lowest positions; an impossible hold stays.
func lowest(d dice.Dice, held dice.Mask) dice.Mask {
	if held&^dice.All(d.Len()) != 0 {
		return held
	}
	left := d.CountsOf(held)
	held = 0
	for i := range d.Len() {
		if face := d.At(i); left[face] > 0 {
			left[face]--
			held |= 1 << i
		}
	}
	return held
}

// A higher pot is never worse, and a higher need never easier.
func TestEvaluate_Monotone(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	var solver potplay.Solver
	for range 400 {
		p := randomPosition(r)
		now := solver.Value(p)
		more := p
		more.Pot += 50 * (1 + r.IntN(20))
		if then := solver.Value(more); then.Chance < now.Chance-1e-9 || p.Need == 0 && then.Gain < now.Gain-1e-9 {
			t.Fatalf("%+v: got %v, and %v with a pot of %d", p, now, then, more.Pot)
		}
		if p.Need > 0 {
			more = p
			more.Need += 50 * (1 + r.IntN(20))
			if then := solver.Value(more); then.Chance > now.Chance+1e-9 {
				t.Fatalf("%+v: got %v, and %v with a need of %d", p, now, then, more.Need)
			}
			more = p
			more.Need = 0
			if then := solver.Value(more); then.Gain < now.Gain-1e-9 {
				t.Fatalf("%+v: got %v, but only %v when played for the gain", p, now, then)
			}
		}
	}
}

// randomPosition makes up a position of a turn, before or after a roll.
func randomPosition(r *rand.Rand) potplay.Position {
	p := potplay.Position{
		Needs350: r.IntN(2) == 0, Pot: 50 * r.IntN(80), Free: 6, First: r.IntN(3) > 0, OwnPot: r.IntN(3) == 0,
	}
	if r.IntN(2) == 0 {
		p.Need = 50 * (1 + r.IntN(100))
	}
	if r.IntN(10) == 0 {
		p.Pot *= 100
	}
	for {
		faces := make([]int, p.Free)
		for i := range faces {
			faces[i] = 1 + r.IntN(6)
		}
		if r.IntN(3) == 0 {
			copy(faces, []int{faces[0], faces[0], faces[0]}[:min(3, p.Free)])
		}
		d := dice.MustNew(faces...)
		if r.IntN(3) == 0 {
			if r.IntN(2) == 0 {
				p.Dice = d
			}
			return p
		}
		held := dice.Mask(r.IntN(64)) & dice.All(p.Free)
		gained, after, ok := pot.Hold(d.Counts(), d.CountsOf(held), p.Groups)
		if !ok || held == dice.All(p.Free) || held == 0 {
			continue
		}
		p.Points += gained
		p.Groups = after
		p.Free -= held.Len()
		p.First = false
	}
}
