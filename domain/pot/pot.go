// Package pot holds the rules of the pot game, tiotusen: which dice score, what
// a choice of them is worth, and what a roll leads to.
//
// Turns, scores and the pot itself are not known here. The rules are in
// docs/rules/tiotusen.en.md.
package pot

// The numbers of the game.
const (
	// Dice is the number of dice.
	Dice = 6
	// Entry is how many turn points a stop needs from a player who is not in
	// yet, after a straight, and to take the pot.
	Entry = 350
	// Target is the score that starts the final round.
	Target = 10000
	// StraightPoints is what a straight puts into the pot.
	StraightPoints = 1000
	// ZilchPoints is what a zilch adds to the score: a loss.
	ZilchPoints = -1000
	// Step divides all points of the game.
	Step = 50
)
