// Package solver plays the scorecard games as well as they can be played. From
// the rules it works out what every card and every throw is worth to a player
// who wants the highest expected final total and plays for it to the end. That
// is exact, but for the rounding of float64.
//
// What is still to come depends on a card only through its state: which boxes
// are open, what the upper boxes sum to as long as the upper bonus hangs on it,
// and whether the five-of-a-kind box is open, struck or holds 50. [Solve] goes
// through the states from the full card back to the empty one, as is usual for
// games of this kind (T. Verhoeff, Eindhoven, 1999; J. Glenn, Loyola College,
// technical report CS-TR-0002, 2006). Within a turn it does not take each throw
// with each hold. It goes through the 462 holds of zero to five dice: what a hold
// is worth before the roll is the mean of the six holds with one die more, and
// the best hold of a throw is found through the holds with one die less.
//
// A [Table] then values cards, and a [Turn] all that can happen in one turn.
package solver

import (
	"sync"

	"kast/domain/dice"
	"kast/domain/scorecard"
)

// MaxRolls is how often a turn may roll.
const MaxRolls = 3

// entries is what the solver asks of the rules; [scorecard.Rules] answers it.
// Only five alike may be entered differently from card to card: what other dice
// give in a box that is open, they give there on an empty card too.
type entries interface {
	Entries(scorecard.Card, dice.Counts) []scorecard.Entry
}

// Table holds what every state is worth under one ruleset. It never changes once
// it is made, and any number of goroutines may use it at once.
type Table struct {
	rules entries
	holds *lattice
	sums  *sums
	rolls *rolls

	// worth is the expectation of the points that are still to come, the upper
	// bonus included; sums tells where a state's is.
	worth []lanes

	idle sync.Pool // of *worker, for turns
}

func newTable(rules entries) *Table {
	t := &Table{rules: rules, holds: newLattice(), sums: newSums()}
	t.rolls = newRolls(rules, t.holds)
	t.worth = make([]lanes, t.sums.size())
	return t
}

// Start returns the expected final total of an empty card.
func (t *Table) Start() float64 { return t.Value(scorecard.Card{}) }

// Value returns the expected final total of a card before the first roll of a
// turn, what is written on it included; of a full card its total. It panics when
// a box holds what it cannot hold; [Check] tells.
func (t *Table) Value(c scorecard.Card) float64 {
	n, sum := t.state(c)
	return float64(c.Total()) + t.worth[t.sums.block(n)+sum/width][sum%width]
}

// States returns how many states the table answers for: all that a card can come
// to, where upper sums beyond what the bonus asks for count as one.
func (t *Table) States() int { return t.sums.states() }

// state returns the node of a card and the class of its upper sum.
func (t *Table) state(c scorecard.Card) (n node, sum int) {
	if err := checkCard(c); err != nil {
		panic("solver: " + err.Error())
	}
	n = nodeOf(c)
	return n, int(t.sums.class[n.upper()][min(c.UpperSum(), settledSum)])
}
