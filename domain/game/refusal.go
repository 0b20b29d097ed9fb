package game

// Code says why a command was refused. The values are the API's error codes and never change.
type Code string

// The codes of refusals.
const (
	// Not now: the game or the turn is elsewhere.
	NotYourTurn    Code = "notYourTurn"
	GameNotOpen    Code = "gameNotOpen"
	GameNotPlaying Code = "gameNotPlaying"
	SeatsFull      Code = "seatsFull"

	// Against the rules, whenever it comes.
	WrongRuleset  Code = "wrongRuleset"  // an entry in tiotusen, a bank in a scorecard game
	MustRollFirst Code = "mustRollFirst" // nothing was rolled yet in this turn
	NoRollsLeft   Code = "noRollsLeft"   // the third roll has been made
	MustHold      Code = "mustHold"      // tiotusen: a scoring die must be held first
	BadHold       Code = "badHold"       // twice, out of range, locked, not scoring, nothing left to roll
	BadDice       Code = "badDice"       // not 1 to 6, too few, a kept die changed, given where the server rolls
	BoxTaken      Code = "boxTaken"      // the box is filled
	BoxForbidden  Code = "boxForbidden"  // the joker binds another box
	CannotBank    Code = "cannotBank"    // the points do not allow a stop
	BadOptions    Code = "badOptions"    // options, seats or client seed that the ruleset does not allow
)

// Codes lists every code of a refusal, for tables that must be complete.
func Codes() []Code {
	return []Code{
		NotYourTurn, GameNotOpen, GameNotPlaying, SeatsFull,
		WrongRuleset, MustRollFirst, NoRollsLeft, MustHold, BadHold, BadDice, BoxTaken, BoxForbidden, CannotBank, BadOptions,
	}
}

// NotNow tells the codes of a game or turn that is elsewhere from those of a move that the rules never allow.
func (c Code) NotNow() bool {
	switch c {
	case NotYourTurn, GameNotOpen, GameNotPlaying, SeatsFull:
		return true
	case WrongRuleset, MustRollFirst, NoRollsLeft, MustHold, BadHold, BadDice, BoxTaken, BoxForbidden, CannotBank, BadOptions:
		return false
	}
	panic("game: unknown code " + string(c))
}

// Reason narrows a code down for the person who reads the message. Clients decide by Code alone.
type Reason string

// The reasons.
const (
	NoReason               Reason = ""
	ReasonHoldPositions    Reason = "holdPositions"    // twice, or out of range
	ReasonHoldBeforeRoll   Reason = "holdBeforeRoll"   // no dice of this turn lie on the table
	ReasonHoldLocked       Reason = "holdLocked"       // set aside earlier in the turn
	ReasonHoldNotScoring   Reason = "holdNotScoring"   // holds a die that scores nothing
	ReasonHoldAll          Reason = "holdAll"          // nothing left to roll
	ReasonDiceServer       Reason = "diceServer"       // the server rolls in this game
	ReasonDiceMissing      Reason = "diceMissing"      // the client rolls in this game
	ReasonDiceCount        Reason = "diceCount"        // not one die for every position
	ReasonDiceFace         Reason = "diceFace"         // not 1 to 6
	ReasonDiceKept         Reason = "diceKept"         // a kept die changed
	ReasonTurnSeconds      Reason = "turnSeconds"      // not among the clocks of this game
	ReasonAutoEnterSeconds Reason = "autoEnterSeconds" // out of bounds, or not an option of this game
	ReasonOwnPot           Reason = "ownPot"           // not an option of this game
	ReasonSeatCount        Reason = "seatCount"        // too few or too many seats
	ReasonClientSeed       Reason = "clientSeed"       // not of the form, or no server dice to mix it into, or no seat for it
	ReasonBotLevel         Reason = "botLevel"         // a level for a seat that is no computer's, or none for one that is
	ReasonSeat             Reason = "seat"             // no such seat, or nobody sits there
	ReasonSeatTaken        Reason = "seatTaken"        // no such seat, or somebody sits there
	ReasonCommitment       Reason = "commitment"       // server dice need one, client dice have none
	ReasonResigned         Reason = "resigned"         // this seat has given up
)

// Reasons lists every reason but NoReason, for tables that must be complete.
func Reasons() []Reason {
	return []Reason{
		ReasonHoldPositions, ReasonHoldBeforeRoll, ReasonHoldLocked, ReasonHoldNotScoring, ReasonHoldAll,
		ReasonDiceServer, ReasonDiceMissing, ReasonDiceCount, ReasonDiceFace, ReasonDiceKept,
		ReasonTurnSeconds, ReasonAutoEnterSeconds, ReasonOwnPot,
		ReasonSeatCount, ReasonClientSeed, ReasonBotLevel, ReasonSeat, ReasonSeatTaken, ReasonCommitment, ReasonResigned,
	}
}

// Refusal is a command that may not be carried out. State and log stay as they are.
type Refusal struct {
	Code   Code
	Reason Reason
}

func (r *Refusal) Error() string {
	if r.Reason == NoReason {
		return "refused: " + string(r.Code)
	}
	return "refused: " + string(r.Code) + " (" + string(r.Reason) + ")"
}

func refuse(c Code, r Reason) error { return &Refusal{Code: c, Reason: r} }
