package scorecard

import (
	"fmt"
	"math/bits"
)

// Box is one of the thirteen places on a card. Boxes are ordered as in the
// table of the rules, which is also the order that settles ties.
type Box uint8

// The boxes, upper part first.
const (
	Ones Box = iota
	Twos
	Threes
	Fours
	Fives
	Sixes
	ThreeOfAKind
	FourOfAKind
	FullHouse
	SmallStraight
	LargeStraight
	Chance
	FiveOfAKind
)

// Boxes is the number of boxes on a card.
const Boxes = 13

// AllBoxes returns every box in the order of the rule table.
func AllBoxes() [Boxes]Box {
	var all [Boxes]Box
	for i := range all {
		all[i] = Box(i)
	}
	return all
}

func boxIDs() [Boxes]string {
	return [Boxes]string{
		Ones:          "ones",
		Twos:          "twos",
		Threes:        "threes",
		Fours:         "fours",
		Fives:         "fives",
		Sixes:         "sixes",
		ThreeOfAKind:  "threeOfAKind",
		FourOfAKind:   "fourOfAKind",
		FullHouse:     "fullHouse",
		SmallStraight: "smallStraight",
		LargeStraight: "largeStraight",
		Chance:        "chance",
		FiveOfAKind:   "fiveOfAKind",
	}
}

// String returns the id of the box, such as "ones" or "threeOfAKind".
func (b Box) String() string {
	if b >= Boxes {
		return fmt.Sprintf("Box(%d)", uint8(b))
	}
	return boxIDs()[b]
}

// ParseBox returns the box with the given id; false when there is none. Ids
// are matched exactly, capitals included.
func ParseBox(s string) (Box, bool) {
	for i, id := range boxIDs() {
		if id == s {
			return Box(i), true
		}
	}
	return 0, false
}

// Upper tells whether the box belongs to the upper part, ones to sixes.
func (b Box) Upper() bool { return b <= Sixes }

// UpperBox returns the upper box that counts the given face, 1 to 6. It panics
// for any other face.
func UpperBox(face int) Box {
	if face < 1 || face > 6 {
		panic(fmt.Sprintf("scorecard: no upper box for face %d", face))
	}
	return Box(face - 1)
}

// face returns the face that an upper box counts.
func (b Box) face() int { return int(b) + 1 }

// Allows tells whether the box can hold the given points, whatever the ruleset:
// what some roll gives there, as a joker too, or 0. A chance of 0 is allowed as
// well, though no roll gives it.
func (b Box) Allows(points int) bool {
	if points == 0 {
		return b < Boxes
	}
	switch b {
	case Ones, Twos, Threes, Fours, Fives, Sixes:
		return points > 0 && points <= Dice*b.face() && points%b.face() == 0
	case ThreeOfAKind, FourOfAKind, Chance:
		return points >= Dice && points <= Dice*6
	case FullHouse:
		return points == FullHousePoints
	case SmallStraight:
		return points == SmallStraightPoints
	case LargeStraight:
		return points == LargeStraightPoints
	case FiveOfAKind:
		return points == FiveOfAKindPoints
	}
	return false
}

// BoxSet is a set of boxes; the zero value is empty.
type BoxSet uint16

// Has tells whether b is in the set.
func (s BoxSet) Has(b Box) bool { return s>>b&1 == 1 }

// With returns the set with b added.
func (s BoxSet) With(b Box) BoxSet { return s | 1<<b }

// Len returns the number of boxes in the set.
func (s BoxSet) Len() int { return bits.OnesCount16(uint16(s)) }
