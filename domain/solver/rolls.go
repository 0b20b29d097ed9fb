package solver

import (
	"slices"

	"kast/domain/scorecard"
)

// rolls is what the rules give for the 252 throws in every box, put together by
// what matters, since many throws give the same in several boxes. The boxes are
// in parts, and the throws that give the same in all boxes of a part are a group
// of that part. So the best box of a part is looked for once a group, and only
// the best part once a throw.
type rolls struct {
	parts  [parts]part
	groups [throws][parts]uint8   // by throw: its group in each part
	points [scorecard.Boxes][]int // by box: all that throws give there
	fives  []int                  // the throws of five alike, which depend on the card and so are in no group
}

type part struct {
	boxes  []scorecard.Box
	groups []places
}

// places tells what a group gives in each box of its part, as a place in
// rolls.points.
type places [scorecard.Boxes]uint8

// Powers of two above what there is, so that indices need no check.
const (
	parts     = 4
	maxGroups = 128 // of a part
	maxPlaces = 32  // of a box
)

func newRolls(rules entries, l *lattice) *rolls {
	r := &rolls{parts: [parts]part{
		{boxes: []scorecard.Box{scorecard.Ones, scorecard.Twos, scorecard.Threes}},
		{boxes: []scorecard.Box{scorecard.Fours, scorecard.Fives, scorecard.Sixes}},
		{boxes: []scorecard.Box{scorecard.ThreeOfAKind, scorecard.FourOfAKind, scorecard.Chance}},
		{boxes: []scorecard.Box{
			scorecard.FullHouse, scorecard.SmallStraight, scorecard.LargeStraight, scorecard.FiveOfAKind,
		}},
	}}
	for i := range throws {
		c := l.counts[partial+i]
		if different(c) == 1 {
			r.fives = append(r.fives, i)
			continue
		}
		given := rules.Entries(scorecard.Card{}, c)
		for p := range r.parts {
			r.groups[i][p] = r.group(&r.parts[p], given)
		}
	}
	return r
}

// pointsOf returns what a throw that is not five alike gives in a box.
func (r *rolls) pointsOf(throw int, b scorecard.Box) int {
	for p := range r.parts {
		if slices.Contains(r.parts[p].boxes, b) {
			return r.points[b][r.parts[p].groups[r.groups[throw][p]][b]]
		}
	}
	panic("solver: no such box")
}

// group returns the group, in a part, of a throw that gives this on an empty
// card.
func (r *rolls) group(p *part, given []scorecard.Entry) uint8 {
	var at places
	for _, e := range given {
		if slices.Contains(p.boxes, e.Box) {
			at[e.Box] = place(&r.points[e.Box], e.Points)
		}
	}
	return place(&p.groups, at)
}

// place returns where x is in the list, which gets it if need be.
func place[T comparable](list *[]T, x T) uint8 {
	at := slices.Index(*list, x)
	if at < 0 {
		at = len(*list)
		*list = append(*list, x)
	}
	return uint8(at)
}
