package solver

import (
	"cmp"
	"slices"

	"kast/domain/dice"
	"kast/domain/scorecard"
)

const (
	faces    = 6
	allHolds = 462                // of zero to five dice
	partial  = 210                // of zero to four dice; they come first
	throws   = allHolds - partial // of five dice
	noDice   = 0                  // the hold of no dice
)

// lattice numbers the holds, those of fewer dice first, and has the ways from
// each to the holds with one die more and one die less. Positions do not matter
// to what a hold is worth, so a hold is counts.
type lattice struct {
	counts [allHolds]dice.Counts
	number map[dice.Counts]int
	more   [partial][faces]uint16 // by face - 1
	less   [allHolds][]uint16     // for each face that the hold has
}

func newLattice() *lattice {
	l := &lattice{number: make(map[dice.Counts]int, allHolds)}
	all := allCounts(1, scorecard.Dice)
	// Holds of as many faces stand together, so that choose does the same many
	// times in a row, which a processor guesses right.
	slices.SortStableFunc(all, func(a, b dice.Counts) int {
		return cmp.Or(cmp.Compare(a.Total(), b.Total()), cmp.Compare(different(a), different(b)))
	})
	for i, c := range all {
		l.counts[i] = c
		l.number[c] = i
	}
	for i, c := range l.counts {
		for face := 1; face <= faces; face++ {
			if i < partial {
				l.more[i][face-1] = uint16(l.number[with(c, face, 1)])
			}
			if c.Of(face) > 0 {
				l.less[i] = append(l.less[i], uint16(l.number[with(c, face, -1)]))
			}
		}
	}
	return l
}

// allCounts lists the counts of at most n dice that show the face or a larger
// one.
func allCounts(face, n int) []dice.Counts {
	if face > faces {
		return []dice.Counts{{}}
	}
	var all []dice.Counts
	for of := range n + 1 {
		for _, c := range allCounts(face+1, n-of) {
			all = append(all, with(c, face, of))
		}
	}
	return all
}

// with returns the counts with so many dice of a face more.
func with(c dice.Counts, face, more int) dice.Counts {
	c[face] = uint8(c.Of(face) + more)
	return c
}

// different returns how many faces the dice show.
func different(c dice.Counts) int {
	n := 0
	for _, of := range c {
		if of > 0 {
			n++
		}
	}
	return n
}
