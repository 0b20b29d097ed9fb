package solver

import (
	"errors"
	"fmt"

	"kast/domain/dice"
	"kast/domain/scorecard"
)

// Errors that [Check] returns, wrapped with what is wrong.
var (
	// ErrPoints tells that a box holds points that nothing gives there.
	ErrPoints = errors.New("no points of this box")
	// ErrFull tells that no box is open, so that there is no turn to play.
	ErrFull = errors.New("card is full")
	// ErrDice tells that there are neither five dice nor none.
	ErrDice = errors.New("neither five dice nor none")
	// ErrRollsLeft tells that so many rolls can't be left: without dice all
	// three are, with dice at most two.
	ErrRollsLeft = errors.New("rolls left do not fit the dice")
)

// Check tells whether [Table.Evaluate] takes these. Whether a game can come to
// such a card is of no account, as long as each box holds what it can hold; nor
// are the bonuses for further fives alike. It fails with [ErrPoints], [ErrFull],
// [ErrDice] or [ErrRollsLeft].
func Check(c scorecard.Card, d dice.Dice, rollsLeft int) error {
	if err := checkCard(c); err != nil {
		return err
	}
	if c.FilledCount() == scorecard.Boxes {
		return ErrFull
	}
	switch {
	case d.Len() != 0 && d.Len() != scorecard.Dice:
		return fmt.Errorf("%d: %w", d.Len(), ErrDice)
	case d.Len() == 0 && rollsLeft != MaxRolls, d.Len() != 0 && (rollsLeft < 0 || rollsLeft >= MaxRolls):
		return fmt.Errorf("%d: %w", rollsLeft, ErrRollsLeft)
	}
	return nil
}

func checkCard(c scorecard.Card) error {
	for _, b := range scorecard.AllBoxes() {
		if points, filled := c.Points(b); filled && !b.Allows(points) {
			return fmt.Errorf("%d in %v: %w", points, b, ErrPoints)
		}
	}
	return nil
}
