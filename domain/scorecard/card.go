package scorecard

import "fmt"

// The upper bonus: UpperBonusPoints once the six upper boxes sum to
// UpperBonusFrom or more.
const (
	UpperBonusFrom   = 63
	UpperBonusPoints = 35
)

// Card is what one seat has written down: the points of the boxes filled so
// far and the sum of the bonuses for further fives alike. The zero value is an
// empty card; cards are equal (==) when all of this is.
type Card struct {
	points  [Boxes]int // 0 while the box is open
	filled  BoxSet
	bonuses int
}

// NewCard returns the card on which the given boxes are filled with the given
// points and fiveBonuses is the sum of the bonuses for further fives alike. It
// takes the numbers as they are; see [Box.Allows] for what a box can hold.
func NewCard(points map[Box]int, fiveBonuses int) Card {
	c := Card{bonuses: fiveBonuses}
	for b, p := range points {
		c = c.With(Entry{Box: b, Points: p})
	}
	return c
}

// Filled tells whether box b has been used, be it for a strike.
func (c Card) Filled(b Box) bool { return c.filled.Has(b) }

// Points returns the points in box b, and whether it has been used; an open
// box has no points, a struck one 0.
func (c Card) Points(b Box) (points int, filled bool) {
	return c.points[b], c.filled.Has(b)
}

// Open returns the boxes that have not been used.
func (c Card) Open() BoxSet { return (1<<Boxes - 1) &^ c.filled }

// FilledCount returns how many boxes have been used.
func (c Card) FilledCount() int { return c.filled.Len() }

// UpperSum returns the sum of the upper boxes, without the bonus.
func (c Card) UpperSum() int { return sum(c.points[Ones : Sixes+1]) }

// UpperBonus returns [UpperBonusPoints] when the upper sum has come to
// [UpperBonusFrom], else 0.
func (c Card) UpperBonus() int {
	if c.UpperSum() >= UpperBonusFrom {
		return UpperBonusPoints
	}
	return 0
}

// LowerSum returns the sum of the lower boxes, without the bonuses for further
// fives alike.
func (c Card) LowerSum() int { return sum(c.points[ThreeOfAKind:]) }

// FiveBonuses returns the sum of the bonuses paid for further fives alike.
func (c Card) FiveBonuses() int { return c.bonuses }

// Total returns the points of the whole card: upper sum, upper bonus, lower
// sum and the bonuses for further fives alike.
func (c Card) Total() int {
	return c.UpperSum() + c.UpperBonus() + c.LowerSum() + c.FiveBonuses()
}

// With returns the card with the entry made: its box filled with its points,
// its bonus added. It does not ask whether the rules allow the entry
// ([Rules.Entry] does), but panics when the box is filled.
func (c Card) With(e Entry) Card {
	if c.Filled(e.Box) {
		panic(fmt.Sprintf("scorecard: %v is filled", e.Box))
	}
	c.points[e.Box] = e.Points
	c.filled = c.filled.With(e.Box)
	c.bonuses += e.Bonus
	return c
}

func sum(points []int) int {
	total := 0
	for _, p := range points {
		total += p
	}
	return total
}
