// Package potplay is best play in a turn of the pot game, tiotusen: what a position is worth to the player on turn, and
// what each thing that may be done in it is worth.
//
// Best play has one of two objectives. Without a need it makes the expected change of the player's own score in this
// turn as high as can be: with the pot taken, the loss by a zilch, straights that let the player roll again. With a need
// it makes the chance as high as can be that the turn gains at least so much; where chances are equal, the expected
// change under the play that follows. What the turn leaves to others has no price in either. See
// docs/rules/tiotusen.en.md for the rules.
//
// Everything is worked out from the rules when it is asked for, exactly but for rounding: no figure is stored, and none
// comes from a simulation. A turn is rounds of six dice. A round has 81 states between rolls, which are valued from the
// last die backwards; a straight, or an own pot, begins another round with a higher pot, whose worth is found in the
// same way. So there is a chain of rounds with ever higher pots. It is finite, since from some pot on nothing changes any more
// but the amount.
package potplay

import (
	"kast/domain/dice"
	"kast/domain/pot"
)

// Then is what follows on a hold.
type Then uint8

// What may follow on a hold.
const (
	Roll Then = iota // the dice that are left
	Bank             // stop, and take the points
)

// Action is something that may be done in a position.
type Action struct {
	Held dice.Mask // among the dice just rolled; none before a roll
	Then Then
}

// Figures are what a position or an action is worth when all that follows is best play.
type Figures struct {
	Gain   float64 // the expected change of the score in this turn
	Chance float64 // that the turn gains the need; 0 where there is no need
}

// Choice is an action with its worth.
type Choice struct {
	Action
	Figures
}

// Evaluation is what is to be known of a position.
type Evaluation struct {
	// Figures are those of best play. Before the roll that is the better of rolling and stopping.
	Figures
	// Outcome is what the dice lead to. Other than with Scored there is nothing to choose.
	Outcome pot.Outcome
	// Choices are all that may be done, best first: before a roll to roll and, with dice aside and points enough, to bank;
	// after one every different hold with both. Of equal dice those at the lowest positions stand for all.
	//
	// Among chances within 1e-9 of the best that is left the gain decides, and among gains within 1e-9 of the best of
	// these to stop comes before to roll, then more dice, then those at lower positions.
	Choices []Choice
}

// Evaluate returns what is to be known of a position. It panics on one that [Position.Check] refuses, but for a pot
// above [MaxAmount]: there the gains are those with a pot of MaxAmount, while chances and choices are exact.
func Evaluate(p Position) Evaluation {
	var s Solver
	return s.Evaluate(p)
}

// Best returns the best action, the first of the choices; false where the dice leave none. It panics where [Evaluate]
// does.
func Best(p Position) (Action, bool) {
	var s Solver
	return s.Best(p)
}
