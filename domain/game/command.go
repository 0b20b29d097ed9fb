package game

import (
	"kast/domain/dice"
	"kast/domain/scorecard"
)

// Command is something that somebody wants to do to a game; the closed set of types below. Facts from outside (dice
// that were drawn, who may move which seat) come with it.
//
//sumtype:decl
type Command interface{ isCommand() }

type (
	// Create makes a game. BadOptions.
	Create struct {
		Game       string // UUID in canonical lower case
		Ruleset    RulesetID
		Options    OptionsChoice
		Dice       DiceMode
		Visibility Visibility
		Commitment string // of the server seed; empty with client dice
		Seats      []SeatSpec
		Start      bool // start at once if no seat is open

		// clockless lets a table go without the clock that its ruleset asks for: games were made so before there were
		// clocks, and their logs hold for ever.
		clockless bool
	}

	// Join takes an open seat. GameNotOpen, SeatsFull, BadOptions.
	Join struct {
		Seat          *int // the seat; nil = the first open one
		ClientSeed    string
		StartWhenFull bool // start if no seat is open after it
	}

	// Leave frees seats of an open game. GameNotOpen, BadOptions.
	Leave struct {
		Seats []int // at least one; the first is the seat that the call is named for
		// Kept tells that the first seat is open still: somebody gives it up for whom it was kept. For whom a seat is kept
		// no log says, since a person can be deleted and a log cannot change.
		Kept  bool
		Close bool // close the game if no account is seated after it
	}

	// Start begins play. GameNotOpen, BadOptions.
	Start struct {
		By       By
		Seed     string // the starter's client seed, "" for none
		SeedSeat int    // the seat, numbered as before the start, whose seed it is; NoSeat for none
	}

	// Roll rolls all dice but the held and locked ones.
	// GameNotPlaying, NotYourTurn, NoRollsLeft, MustHold, BadHold, BadDice.
	Roll struct {
		By   By
		Seat int
		Held []int // positions; nil = the hold that stands, empty = none
		// Dice are the faces that the client sent, all positions; nil = none sent. Client dice only.
		Dice []int
		// Drawn are the faces that the server drew for all positions; those that roll take theirs. Server dice only.
		Drawn dice.Dice
	}

	// Hold sets the dice to keep. GameNotPlaying, NotYourTurn, MustRollFirst, NoRollsLeft, BadHold.
	Hold struct {
		By   By
		Seat int
		Held []int // positions; empty = none
	}

	// Enter enters the roll in a box. GameNotPlaying, NotYourTurn, WrongRuleset, MustRollFirst, BoxTaken, BoxForbidden.
	Enter struct {
		By   By
		Seat int
		Box  scorecard.Box
	}

	// Bank stops a turn of the pot engine.
	// GameNotPlaying, NotYourTurn, WrongRuleset, MustRollFirst, MustHold, BadHold, CannotBank.
	Bank struct {
		By   By
		Seat int
		Held []int // positions; nil = the hold that stands, empty = none
	}

	// Resign gives up, also out of turn. GameNotPlaying.
	Resign struct {
		By   By
		Seat int
	}

	// Resume starts the clock anew, in a game with server dice. GameNotPlaying.
	Resume struct{}

	// Close ends an open game that nobody started, or one that nobody goes on with. GameNotPlaying.
	Close struct{}
)

func (Create) isCommand() {}
func (Join) isCommand()   {}
func (Leave) isCommand()  {}
func (Start) isCommand()  {}
func (Roll) isCommand()   {}
func (Hold) isCommand()   {}
func (Enter) isCommand()  {}
func (Bank) isCommand()   {}
func (Resign) isCommand() {}
func (Resume) isCommand() {}
func (Close) isCommand()  {}
