package potplay

import (
	"iter"
	"slices"
	"sync"

	"kast/domain/dice"
	"kast/domain/pot"
)

// aside is what lies aside between two rolls of one round of six dice: the groups, and how many single ones and fives.
// There are 81 of them with a die left to roll. The points of the dice follow from it, so that what a round can still
// become depends on nothing else but the stakes.
type aside struct {
	groups      pot.Groups
	ones, fives int
}

func (a aside) free() int {
	free := pot.Dice - a.ones - a.fives
	for _, n := range a.groups {
		free -= int(n)
	}
	return free
}

func (a aside) points() int {
	return a.groups.Value() + a.ones*pot.SinglePoints(1) + a.fives*pot.SinglePoints(5)
}

// with returns what lies aside after a hold, which made the groups what they are in after. A held one or five that is
// in no group then is a single.
func (a aside) with(held dice.Counts, after pot.Groups) aside {
	a.groups = after
	if after[1] == 0 {
		a.ones += held.Of(1)
	}
	if after[5] == 0 {
		a.fives += held.Of(5)
	}
	return a
}

// node is one aside with all that the next roll can bring. Rolls that lead to the same are taken together.
type node struct {
	aside
	free, points int
	orders       int64 // in which the free dice can fall, 6 to the power of free
	scored       []scored
	pots         []filled
	straight     int64 // the orders that are a straight
	nothing      int64 // the orders that score nothing
}

// scored is rolls that leave a choice.
type scored struct {
	orders int64
	next   []uint8 // the different nodes that a hold leads to, at least one
}

// filled is rolls that are a pot.
type filled struct {
	orders int64
	total  int // which of the graph's totals it is of
}

// graph is the rules of a round, unfolded: which aside a roll and a hold lead to. It holds no value of anything, and
// is the same whatever the stakes are.
type graph struct {
	nodes  []node // each after those that follow it
	index  map[aside]uint8
	totals []int // the different points that six dice have in a pot
}

// sixFree is the last node, with nothing aside.
const sixFree = 80

// totals is how many different points there are in a pot.
const totals = 39

// rules is made when it is first asked for and only read from then on.
var rules = sync.OnceValue(unfold) //nolint:gochecknoglobals // data made from the rules, not state

func unfold() *graph {
	g := &graph{index: map[aside]uint8{}}
	g.add(aside{})
	return g
}

// add returns the place of a node, which it unfolds with all that follow unless it is there already.
func (g *graph) add(a aside) uint8 {
	if i, there := g.index[a]; there {
		return i
	}
	n := node{aside: a, free: a.free(), points: a.points()}
	choices := map[string]int{} // where they are in n.scored
	for rolled, orders := range rolls(n.free) {
		n.orders += orders
		switch pot.Classify(rolled, a.groups, false) {
		case pot.Scored:
			var next []uint8
			for held, after := range holds(rolled, a.groups) {
				next = append(next, g.add(a.with(held, after)))
			}
			at, known := choices[string(next)]
			if !known {
				at = len(n.scored)
				choices[string(next)] = at
				n.scored = append(n.scored, scored{next: next})
			}
			n.scored[at].orders += orders
		case pot.Pot:
			n.fill(g.total(n.points+pot.Most(rolled, a.groups)), orders)
		case pot.Straight:
			n.straight += orders
		case pot.Bust, pot.Zilch, pot.NoOutcome:
			n.nothing += orders
		}
	}
	i := uint8(len(g.nodes))
	g.index[a] = i
	g.nodes = append(g.nodes, n)
	return i
}

// total returns the place of the points of a pot.
func (g *graph) total(points int) int {
	at := slices.Index(g.totals, points)
	if at < 0 {
		at = len(g.totals)
		g.totals = append(g.totals, points)
	}
	return at
}

// fill adds rolls that are a pot.
func (n *node) fill(total int, orders int64) {
	for i := range n.pots {
		if n.pots[i].total == total {
			n.pots[i].orders += orders
			return
		}
	}
	n.pots = append(n.pots, filled{orders, total})
}

// rolls gives every different roll of n dice, with the number of orders in which the dice can fall so.
func rolls(n int) iter.Seq2[dice.Counts, int64] {
	return func(yield func(dice.Counts, int64) bool) {
		var rest func(c dice.Counts, face, left int, orders int64) bool
		rest = func(c dice.Counts, face, left int, orders int64) bool {
			if face == 6 {
				c[6] = uint8(left)
				return yield(c, orders)
			}
			choose := int64(1) // which of the dice left show this face
			for k := 0; k <= left; k++ {
				c[face] = uint8(k)
				if !rest(c, face+1, left-k, orders*choose) {
					return false
				}
				choose = choose * int64(left-k) / int64(k+1)
			}
			return true
		}
		rest(dice.Counts{}, 1, n, 1)
	}
}

// holds gives every different legal hold of at least one die, with the groups as they are after it.
func holds(rolled dice.Counts, g pot.Groups) iter.Seq2[dice.Counts, pot.Groups] {
	return func(yield func(dice.Counts, pot.Groups) bool) {
		var rest func(held dice.Counts, face int) bool
		rest = func(held dice.Counts, face int) bool {
			if face > 6 {
				_, after, ok := pot.Hold(rolled, held, g)
				return !ok || held == dice.Counts{} || yield(held, after)
			}
			for k := 0; k <= rolled.Of(face); k++ {
				held[face] = uint8(k)
				if !rest(held, face+1) {
					return false
				}
			}
			return true
		}
		rest(dice.Counts{}, 1)
	}
}
