package scorecard

import "kast/domain/dice"

// Dice is the number of dice in the scorecard games.
const Dice = 5

// What the boxes with a fixed value give when the roll fits them.
const (
	FullHousePoints     = 25
	SmallStraightPoints = 30
	LargeStraightPoints = 40
	FiveOfAKindPoints   = 50
)

// Score returns the points that five dice give in box b as an ordinary entry,
// that is without any joker; 0 where they do not fit it. Five alike are three
// and four of a kind, but neither a full house nor a straight.
func Score(b Box, d dice.Counts) int {
	switch b {
	case Ones, Twos, Threes, Fours, Fives, Sixes:
		return b.face() * d.Of(b.face())
	case ThreeOfAKind:
		return pointsIf(most(d) >= 3, d.Sum())
	case FourOfAKind:
		return pointsIf(most(d) >= 4, d.Sum())
	case FullHouse:
		return pointsIf(isFullHouse(d), FullHousePoints)
	case SmallStraight:
		return pointsIf(run(d) >= 4, SmallStraightPoints)
	case LargeStraight:
		return pointsIf(run(d) >= 5, LargeStraightPoints)
	case Chance:
		return d.Sum()
	case FiveOfAKind:
		_, five := fiveAlike(d)
		return pointsIf(five, FiveOfAKindPoints)
	}
	return 0
}

func pointsIf(fits bool, points int) int {
	if fits {
		return points
	}
	return 0
}

// most returns how many dice show the face that most of them show.
func most(d dice.Counts) int {
	return int(max(d[1], d[2], d[3], d[4], d[5], d[6]))
}

// run returns the length of the longest run of faces that follow each other.
func run(d dice.Counts) int {
	longest, length := 0, 0
	for face := 1; face <= 6; face++ {
		if d[face] == 0 {
			length = 0
			continue
		}
		length++
		longest = max(longest, length)
	}
	return longest
}

// isFullHouse tells whether three dice show one face and two another.
func isFullHouse(d dice.Counts) bool {
	three, two := false, false
	for _, n := range d {
		three = three || n == 3
		two = two || n == 2
	}
	return three && two
}

// fiveAlike returns the face that all five dice show.
func fiveAlike(d dice.Counts) (face int, ok bool) {
	for face, n := range d {
		if n == Dice {
			return face, true
		}
	}
	return 0, false
}
