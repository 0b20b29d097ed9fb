package potplay

import (
	"testing"

	"kast/domain/pot"
)

// The sizes of the game, reckoned by another program.
func TestGraph_Counts(t *testing.T) {
	g := rules()
	pairs, choices, none := 0, 0, 0
	for i, n := range g.nodes {
		orders := n.straight + n.nothing
		for _, s := range n.scored {
			orders += s.orders
			for _, next := range s.next {
				if int(next) >= i {
					t.Errorf("node %d comes before %d, which it follows", i, next)
				}
			}
		}
		for _, f := range n.pots {
			orders += f.orders
		}
		if orders != n.orders {
			t.Errorf("node %d: %d orders are something, of %d", i, orders, n.orders)
		}
		for rolled := range rolls(n.free) {
			pairs++
			if pot.Classify(rolled, n.groups, false) != pot.Scored {
				none++
				continue
			}
			for range holds(rolled, n.groups) {
				choices++
			}
		}
	}
	if len(g.nodes) != 81 || pairs != 2639 {
		t.Errorf("got %d states, and %d with their rolls, want 81, 2639", len(g.nodes), pairs)
	}
	// A roll without a choice goes on in one way, as if it had one hold.
	if choices != 3868 || none != 1027 || choices+none != 4895 {
		t.Errorf("got %d holds, and %d rolls that leave none, want 3868 and 1027, together 4895", choices, none)
	}
	if len(g.totals) != totals {
		t.Errorf("got %d different pots, want %d", len(g.totals), totals)
	}
	if six := g.nodes[sixFree]; six.aside != (aside{}) || len(g.nodes) != sixFree+1 {
		t.Errorf("the last node is %+v", six)
	}
}

// From the steady pots on, what follows from the steady line is on that line, and one step before it is not.
func TestSteady(t *testing.T) {
	const rounding = point / 10_000_000_000
	for _, ownPot := range []bool{false, true} {
		s := steadyWith(ownPot)
		// above returns by how much six dice are worth more than on the line, if the line held in later rounds.
		above := func(p int) int64 {
			r := newRound(rules(), stakes{goal: goal{ownPot: ownPot}, pot: p, needs350: true}, s.with)
			return r.rolling(sixFree, false).gain - s.with(p).gain
		}
		from := newTurn(goal{ownPot: ownPot}).high
		for _, p := range []int{from, from + pot.Step, from + 1000, 100_000, MaxAmount, 2 * MaxAmount} {
			if d := above(p); d > rounding || d < -rounding {
				t.Errorf("own pot %t, pot %d: %g points off the line", ownPot, p, float64(d)/point)
			}
		}
		if d := above(from - pot.Step); d <= rounding {
			t.Errorf("own pot %t, pot %d: on the line already", ownPot, from-pot.Step)
		}
	}
}

// Where the need is too far away, no choice of the round has a chance that counts.
func TestTurn_Far(t *testing.T) {
	for ownPot, distance := range map[bool]int{false: far, true: farOwnPot} {
		need := distance + pot.Entry + pot.Step // the first that is too far for a pot of 0
		turn := &turn{goal: goal{need: need, ownPot: ownPot}, graph: rules(), steady: steadyWith(ownPot)}
		turn.high = need - pot.Entry
		turn.grid, turn.known = make([]worth, turn.high/pot.Step), make([]bool, turn.high/pot.Step)
		if got := newTurn(turn.goal); got.low != pot.Step {
			t.Errorf("own pot %t: pots from %d are not too far, want from %d", ownPot, got.low, pot.Step)
		}
		r := newRound(rules(), stakes{goal: turn.goal, needs350: true}, turn.again)
		best := r.rolling(sixFree, false).chance
		for _, h := range r.here {
			best = max(best, h.roll.chance)
		}
		if best == 0 || best > sameChance {
			t.Errorf("own pot %t: got a chance of %g", ownPot, float64(best)/certain)
		}
	}
}

// A position above the limit is one at the limit, and the need keeps its distance.
func TestPosition_PotAboveLimit(t *testing.T) {
	p := Position{Pot: MaxAmount + 5000, Need: MaxAmount + 6000, Free: 6, First: true}
	want := Position{Pot: MaxAmount, Need: MaxAmount + 1000, Free: 6, First: true}
	if got := Evaluate(p); got.Figures != Evaluate(want).Figures {
		t.Errorf("got %v, want %v", got.Figures, Evaluate(want).Figures)
	}
	p.Need, want.Need = 2000, pot.Entry // whoever takes the pot gains it
	if got := Evaluate(p); got.Figures != Evaluate(want).Figures {
		t.Errorf("got %v, want %v", got.Figures, Evaluate(want).Figures)
	}
	p.Need, want.Need = 300, 300 // it can be gained without the pot
	if got := Evaluate(p); got.Figures != Evaluate(want).Figures {
		t.Errorf("got %v, want %v", got.Figures, Evaluate(want).Figures)
	}
}
