package pot

import (
	"fmt"

	"kast/domain/dice"
)

// Outcome is what a roll leads to.
type Outcome uint8

const (
	// NoOutcome is no roll.
	NoOutcome Outcome = iota
	// Scored leaves the choice to the player: hold scoring dice, then roll the
	// rest or stop.
	Scored
	// Straight is 1 to 6 on six dice: [StraightPoints] go into the pot and the
	// same player rolls all six again.
	Straight
	// Pot is a roll whose dice all score: the turn's points go into the pot and
	// the turn passes.
	Pot
	// Zilch is a first roll of a turn without a scoring die: the score changes
	// by [ZilchPoints] and the turn passes.
	Zilch
	// Bust is a later roll without a scoring die: the turn's points are lost and
	// the turn passes.
	Bust
)

const outcomes = 6

func outcomeIDs() [outcomes]string {
	return [outcomes]string{
		NoOutcome: "",
		Scored:    "scored",
		Straight:  "straight",
		Pot:       "pot",
		Zilch:     "zilch",
		Bust:      "bust",
	}
}

// String returns the id of the outcome, such as "scored"; "" for [NoOutcome].
func (o Outcome) String() string {
	if o >= outcomes {
		return fmt.Sprintf("Outcome(%d)", uint8(o))
	}
	return outcomeIDs()[o]
}

// ParseOutcome returns the outcome with the given id; false when there is none.
// The empty id is none.
func ParseOutcome(s string) (Outcome, bool) {
	for i, id := range outcomeIDs() {
		if id == s && s != "" {
			return Outcome(i), true
		}
	}
	return NoOutcome, false
}

// Classify tells what a roll leads to. rolled counts the dice just rolled, g
// the groups set aside earlier in the turn, and first tells whether this is the
// first roll of the turn; the roll after a straight is not. No dice have no
// outcome.
//
// A straight comes before a pot, and both before zilch and bust. Six dice of a
// kind each make a straight only where they were all rolled at once. See
// docs/rules/tiotusen.en.md.
func Classify(rolled dice.Counts, g Groups, first bool) Outcome {
	switch score := scoring(rolled, g).Total(); {
	case rolled == dice.Counts{}:
		return NoOutcome
	case isStraight(rolled):
		return Straight
	case score == rolled.Total():
		return Pot
	case score > 0:
		return Scored
	case first:
		return Zilch
	default:
		return Bust
	}
}
