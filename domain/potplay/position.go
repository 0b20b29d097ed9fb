package potplay

import (
	"errors"
	"fmt"

	"kast/domain/dice"
	"kast/domain/pot"
)

// MaxAmount is the highest pot, and the most points aside, that [Position.Check] lets through.
const MaxAmount = 1_000_000

// Errors that [Position.Check] returns, wrapped with the value that caused them.
var (
	// ErrAmount tells that the pot, the points or the need are negative, that the pot or the points are no multiple of
	// 50, or that they are above [MaxAmount].
	ErrAmount = errors.New("amount out of bounds")
	// ErrGroups tells that a group is not of three to six dice, or of a face that is not 1 to 6.
	ErrGroups = errors.New("no such group")
	// ErrFree tells that the free dice are not 1 to 6, or that there are more than six dice with those of the groups.
	ErrFree = errors.New("number of free dice")
	// ErrSixFree tells that nothing is aside, since all six dice are free, and yet there are points aside.
	ErrSixFree = errors.New("points aside with six free dice")
	// ErrFirst tells that a first roll is not one of all six dice.
	ErrFirst = errors.New("first roll of fewer than six dice")
	// ErrDice tells that there are dice, but not as many as are free.
	ErrDice = errors.New("number of dice")
)

// Position is one moment of a turn, before a roll or right after one.
type Position struct {
	// Needs350 tells that a stop needs 350 points: the player is not in, or a straight or own pot came in this turn.
	Needs350 bool
	Pot      int
	Points   int        // set aside in this turn
	Groups   pot.Groups // among the dice set aside
	Free     int        // the dice to roll, or those just rolled
	// First tells that the roll of the free dice is the first of the turn, which can be a zilch.
	First bool
	// Need asks for the best chance that the turn gains this much, as in the final round the gain that overtakes;
	// 0 asks for the best gain.
	Need int
	// OwnPot tells that a pot is the player's own: the option is on, and so is the final round.
	OwnPot bool
	// Dice are the free dice as they have just fallen; none before the roll.
	Dice dice.Dice
}

// Check tells whether the position can be evaluated, with the first that applies of [ErrAmount], [ErrGroups],
// [ErrFree], [ErrSixFree], [ErrFirst] and [ErrDice].
//
// It doesn't ask whether the points are those of the dice aside: any will do, since what comes depends on the number
// alone. A position of a game passes, unless the pot, which has no limit there, is above [MaxAmount].
func (p Position) Check() error {
	if p.Pot > MaxAmount {
		return fmt.Errorf("pot %d: %w", p.Pot, ErrAmount)
	}
	return p.checkButPot()
}

// checkButPot is Check without the upper limit of the pot.
func (p Position) checkButPot() error {
	switch {
	case p.Pot < 0 || p.Pot%pot.Step != 0:
		return fmt.Errorf("pot %d: %w", p.Pot, ErrAmount)
	case p.Points < 0 || p.Points%pot.Step != 0 || p.Points > MaxAmount:
		return fmt.Errorf("%d points: %w", p.Points, ErrAmount)
	case p.Need < 0:
		return fmt.Errorf("need of %d: %w", p.Need, ErrAmount)
	}
	for face, n := range p.Groups {
		if n > 0 && (face == 0 || n < 3 || n > pot.Dice) {
			return fmt.Errorf("%d dice of face %d: %w", n, face, ErrGroups)
		}
	}
	switch {
	case p.Free < 1 || p.singles() < 0:
		return fmt.Errorf("%d free dice: %w", p.Free, ErrFree)
	case p.Free == pot.Dice && p.Points > 0:
		return fmt.Errorf("%d points: %w", p.Points, ErrSixFree)
	case p.First && p.Free != pot.Dice:
		return fmt.Errorf("%d free dice: %w", p.Free, ErrFirst)
	case p.Dice.Len() > 0 && p.Dice.Len() != p.Free:
		return fmt.Errorf("%d dice of %d free ones: %w", p.Dice.Len(), p.Free, ErrDice)
	}
	return nil
}

// singles returns how many dice are aside that are in no group.
func (p Position) singles() int {
	n := pot.Dice - p.Free
	for _, group := range p.Groups {
		n -= int(group)
	}
	return n
}

// aside returns the dice set aside. Which of the singles are ones and which are fives follows from the points; where
// these cannot be, any will do.
func (p Position) aside() aside {
	a := aside{groups: p.Groups, fives: p.singles()}
	one, five := pot.SinglePoints(1), pot.SinglePoints(5)
	for ; a.fives > 0 && a.points()+one-five <= p.Points; a.fives-- {
		a.ones++
	}
	return a
}

// stakes returns what stays the same in the rest of the round, of which a is the present.
func (p Position) stakes(a aside) stakes {
	s := stakes{goal: goal{need: p.Need, ownPot: p.OwnPot}, pot: p.Pot, needs350: p.Needs350, spare: p.Points - a.points()}
	// The figures have no room for any pot. Above the limit best play is long the same, and where the pot matters to the
	// need, it is the difference that does.
	if above := s.pot - MaxAmount; above > 0 {
		s.pot = MaxAmount
		if s.need > pot.Entry {
			s.need = max(s.need-above, pot.Entry)
		}
	}
	return s
}
