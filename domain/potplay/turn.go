package potplay

import (
	"sync"

	"kast/domain/pot"
)

// Where the pot is high enough, only the chance to take it counts, and best play no longer depends on how high it is.
// These are pots from which on that is so. Without own pot, the last to go is a choice that costs 7 points and raises
// the chance by 0.0003.
//
// One look at the pot itself is enough to know it of all higher ones. What six dice are worth under best play is a
// convex function of the pot, since each way to play gives a straight line and the best of them counts; it lies nowhere
// below the line of [steady], and rises nowhere faster. So where the two meet they stay together.
const (
	steadyFrom       = 25_400
	steadyFromOwnPot = 2_650
)

// Where the pot is so far below what is needed that no choice of a round has a chance above 1e-9, all chances count as
// equal. Six dice with such a pot are valued as if nothing were needed.
const (
	far       = 8_000
	farOwnPot = 40_000
)

// turn is the play of one turn: rounds, each with a higher pot than the one before.
type turn struct {
	goal
	graph  *graph
	steady steady
	latest *round // that was asked for

	low, high int     // the pots that grid is for: from low, below high
	grid      []worth // of six dice in the midst of the turn
	known     []bool
	below     *turn // for the pots below low
}

func newTurn(g goal) *turn {
	t := &turn{goal: g, graph: rules(), steady: steadyWith(g.ownPot)}
	switch {
	case g.need > 0:
		// From here on, whoever stops with 350 points gains what is needed.
		t.high = max(0, g.need-pot.Entry)
		if g.ownPot {
			t.low = max(0, t.high-farOwnPot)
		} else {
			t.low = max(0, t.high-far)
		}
	case g.ownPot:
		t.high = steadyFromOwnPot
	default:
		t.high = steadyFrom
	}
	if t.low > 0 {
		t.below = newTurn(goal{ownPot: g.ownPot})
	}
	n := (t.high - t.low + pot.Step - 1) / pot.Step
	t.grid, t.known = make([]worth, n), make([]bool, n)
	return t
}

// round returns the play of a round. It remembers the latest, since the positions of a turn come one after the other.
func (t *turn) round(s stakes) *round {
	if t.latest == nil || t.latest.stakes != s {
		t.latest = newRound(t.graph, s, t.again)
	}
	return t.latest
}

// again returns the worth of all six dice in the midst of a turn.
func (t *turn) again(p int) worth {
	p = max(0, p) // less comes from nodes that the position can't lead to, where its points are fewer than those of its dice
	if p >= t.high {
		w := t.steady.with(p)
		if t.need == 0 {
			w.chance = 0
		}
		return w
	}
	if p < t.low {
		return t.below.again(p)
	}
	at := (p - t.low) / pot.Step
	if !t.known[at] {
		r := newRound(t.graph, stakes{goal: t.goal, pot: p, needs350: true}, t.again)
		t.grid[at], t.known[at] = r.rolling(sixFree, false), true
	}
	return t.grid[at]
}

// steady is what six dice are worth in the midst of a turn without a pot, if they are played as with the highest one:
// for the best chance to stop with 350 points, and of equal chances for the points.
type steady worth

// with returns what they are worth with a pot.
func (s steady) with(p int) worth {
	return worth{chance: s.chance, gain: s.gain + times(s.chance, p)}
}

func steadyWith(ownPot bool) steady {
	if ownPot {
		return steadyOwnPot()
	}
	return steadyNoOwnPot()
}

//nolint:gochecknoglobals // made from the rules and then only read, like a constant
var (
	steadyOwnPot   = sync.OnceValue(func() steady { return settle(true) })
	steadyNoOwnPot = sync.OnceValue(func() steady { return settle(false) })
)

// settle finds the worth of six dice that follows from itself, as that of the dice in the next round. Each step comes
// closer by the share of rounds that end with all six dice again, which is small.
func settle(ownPot bool) steady {
	var s steady
	stakes := stakes{goal: goal{need: pot.Entry, ownPot: ownPot}, needs350: true}
	for range 100 {
		next := steady(newRound(rules(), stakes, s.with).rolling(sixFree, false))
		if next == s {
			break
		}
		s = next
	}
	return s
}
