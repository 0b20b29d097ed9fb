package shape

import (
	"errors"

	"kast/api/play"
	"kast/domain/game"
	"kast/domain/gamelog"
)

// BreachCause says what is wrong with an event of an uploaded log: the code of a refused move, or one of these.
type BreachCause string // @name BreachCause

// The causes.
const (
	CauseSequence     BreachCause = "badSequence"    // the numbers do not count from 1 without gaps
	CauseChain        BreachCause = "brokenChain"    // prev is not the hash of the event before
	CauseHash         BreachCause = "wrongHash"      // hash is not that of the event
	CauseNoCause      BreachCause = "notCaused"      // nothing can cause this event here
	CauseDiffers      BreachCause = "wrongOutcome"   // the rules lead to another event
	CauseIncomplete   BreachCause = "incomplete"     // the log ends before all that its last move caused
	CauseServerDice   BreachCause = "notClientDice"  // the dice of the game are the server's
	CauseOtherGame    BreachCause = "otherGame"      // gameId is not the id in the address
	CauseIDInUse      BreachCause = "idInUse"        // another event has this id
	CauseSeated       BreachCause = "alreadySeated"  // the account would hold two seats
	CauseNotYourTurn  BreachCause = "notYourTurn"    // another seat is on turn
	CauseNotOpen      BreachCause = "gameNotOpen"    // the game has started or is over
	CauseNotPlaying   BreachCause = "gameNotPlaying" // the game has not started or is over, or this seat has given up
	CauseSeatsFull    BreachCause = "seatsFull"      // no seat is open
	CauseWrongRuleset BreachCause = "wrongRuleset"   // this game has no such move
	CauseMustRoll     BreachCause = "mustRollFirst"  // nothing has been rolled yet
	CauseNoRolls      BreachCause = "noRollsLeft"    // the last roll of the turn has been made
	CauseMustHold     BreachCause = "mustHold"       // a scoring die must be held first
	CauseBadHold      BreachCause = "badHold"        // these dice cannot be held
	CauseBadDice      BreachCause = "badDice"        // these dice cannot have been rolled
	CauseBoxTaken     BreachCause = "boxTaken"       // the box is filled
	CauseBoxForbidden BreachCause = "boxForbidden"   // the joker must go elsewhere
	CauseCannotBank   BreachCause = "cannotBank"     // the points do not allow a stop
	CauseBadOptions   BreachCause = "badOptions"     // options or seats that the game does not allow
)

// CauseOf names the cause of a breach, for those that an upload can have; false for others.
func CauseOf(cause error) (BreachCause, bool) {
	if refusal, ok := errors.AsType[*game.Refusal](cause); ok {
		return BreachCause(refusal.Code), true
	}
	for _, m := range []struct {
		err   error
		cause BreachCause
	}{
		{game.ErrSeq, CauseSequence},
		{gamelog.ErrChain, CauseChain},
		{gamelog.ErrHash, CauseHash},
		{game.ErrNoCommand, CauseNoCause},
		{game.ErrDiffers, CauseDiffers},
		{game.ErrIncomplete, CauseIncomplete},
		{play.ErrNotClientDice, CauseServerDice},
		{play.ErrOtherGame, CauseOtherGame},
		{play.ErrIDInUse, CauseIDInUse},
		{play.ErrAlreadySeated, CauseSeated},
	} {
		if errors.Is(cause, m.err) {
			return m.cause, true
		}
	}
	return "", false
}
