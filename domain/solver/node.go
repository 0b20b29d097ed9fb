package solver

import (
	"math/bits"

	"kast/domain/scorecard"
)

// node is a state but for the upper sum. The lower twelve bits tell which boxes
// are open, the upper boxes first, as in [scorecard.BoxSet]. What stands above
// them is the state of the thirteenth, five of a kind.
type node uint16

const (
	upperBoxes = 6
	otherBoxes = 12 // all but five of a kind

	upperSets = 1 << upperBoxes
	otherSets = 1 << otherBoxes
	nodes     = 3 * otherSets
)

// What the five-of-a-kind box holds.
const (
	fiveOpen node = iota * otherSets
	fiveStruck
	fiveFifty
)

func nodeOf(c scorecard.Card) node {
	n := node(c.Open()) % otherSets
	points, filled := c.Points(scorecard.FiveOfAKind)
	switch {
	case !filled:
		return n + fiveOpen
	case points == 0:
		return n + fiveStruck
	default:
		return n + fiveFifty
	}
}

// card returns a card of the node. What its filled boxes hold is of no account,
// five of a kind apart: no rule asks.
func (n node) card() scorecard.Card {
	var c scorecard.Card
	for _, b := range scorecard.AllBoxes() {
		if n.open(b) {
			continue
		}
		e := scorecard.Entry{Box: b}
		if b == scorecard.FiveOfAKind && n.five() == fiveFifty {
			e.Points = scorecard.FiveOfAKindPoints
		}
		c = c.With(e)
	}
	return c
}

func (n node) five() node { return n - n%otherSets }

// upper returns the set of the open upper boxes.
func (n node) upper() int { return int(n % upperSets) }

func (n node) open(b scorecard.Box) bool {
	if b == scorecard.FiveOfAKind {
		return n.five() == fiveOpen
	}
	return n>>b&1 == 1
}

// boxes returns how many boxes are open.
func (n node) boxes() int {
	open := bits.OnesCount16(uint16(n % otherSets))
	if n.five() == fiveOpen {
		open++
	}
	return open
}

// after returns the node that an entry in an open box leads to.
func (n node) after(e scorecard.Entry) node {
	switch {
	case e.Box != scorecard.FiveOfAKind:
		return n - 1<<e.Box
	case e.Points == 0:
		return n + fiveStruck
	default:
		return n + fiveFifty
	}
}
