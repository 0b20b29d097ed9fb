package game

import (
	"time"

	"kast/domain/dice"
	"kast/domain/pot"
	"kast/domain/scorecard"
)

// By says who caused an event.
type By string

// Who causes events.
const (
	ByPlayer By = "player" // what a call asked for
	ByClock  By = "clock"  // a clock that ran out
	ByBot    By = "bot"    // a computer seat
	ByServer By = "server" // what follows from another event, and upkeep
)

// DiceMode says who rolls.
type DiceMode string

// Who rolls.
const (
	ServerDice DiceMode = "server" // the server, provably fairly
	ClientDice DiceMode = "client" // real dice, or an offline game: the client sends the faces
)

// Visibility says who may see a game.
type Visibility string

// Who may see a game.
const (
	Private Visibility = "private" // its seats and its host
	Public  Visibility = "public"  // everybody
)

// SeatKind says what a seat is taken by.
type SeatKind string

// What a seat is taken by.
const (
	AccountSeat SeatKind = "account" // a person with an account
	OpenSeat    SeatKind = "open"    // nobody yet
	GuestSeat   SeatKind = "guest"   // a person without account, moved by the host
	BotSeat     SeatKind = "bot"     // the computer
)

// BotLevel says how well a computer seat plays.
type BotLevel string

// How well a computer seat plays.
const (
	NoBotLevel BotLevel = ""
	BotBest    BotLevel = "best"   // exact best play
	BotCasual  BotLevel = "casual" // as a sensible beginner
)

// Event is what happened in a game; the closed set of types below. An event says all that a later fold needs, so that
// no rule has to be judged again.
//
//sumtype:decl
type Event interface{ isEvent() }

// SeatSpec describes a seat at creation.
type SeatSpec struct {
	Kind     SeatKind
	BotLevel BotLevel // of a bot, else empty
}

type (
	// Created is the first event of every log.
	Created struct {
		Game         string // UUID in canonical lower case
		Ruleset      RulesetID
		RulesVersion int
		Options      Options
		Dice         DiceMode
		Visibility   Visibility
		Commitment   string // hex SHA-256 of the server seed; empty for client dice
		Seats        []SeatSpec
	}

	// Joined: an account took an open seat.
	Joined struct {
		Seat       int
		ClientSeed string // its share in the dice, "" for none; always "" with client dice
	}

	// Left: a seat of an open game became free again, or somebody gave up an open one that was kept for it.
	Left struct{ Seat int }

	// Started: play begins. Seats that nobody took are gone and the others are numbered anew.
	Started struct {
		Seats       []int    // the old number of each seat, in the new order
		ClientSeeds []string // in the new order; nil with client dice
	}

	// Rolled: dice fell. Nothing is held after it.
	Rolled struct {
		Seat    int
		Dice    dice.Dice   // all dice of the table after the roll
		Outcome pot.Outcome // of the pot engine; else NoOutcome
		Points  int         // pot engine: what went into the pot (straight, pot), or what the score lost (zilch, negative)
	}

	// Held: a seat chose the dice to keep, in place of its choice before.
	Held struct {
		Seat int
		Held dice.Mask
	}

	// Entered: a roll was entered in a box.
	Entered struct {
		Seat  int
		Entry scorecard.Entry
	}

	// Banked: a turn of the pot engine was stopped. The hold that stands belongs to it.
	Banked struct {
		Seat   int
		Points int // what the score gained, the pot taken included
	}

	// Resigned: a seat gave up.
	Resigned struct{ Seat int }

	// Resumed: the clock starts anew after a time in which no server ran.
	Resumed struct{}

	// Finished: the game is over.
	Finished struct {
		Placements []int  // one a seat, from 1; nil when a solo game was given up, which has no result
		ServerSeed string // revealed, hex; empty with client dice
	}

	// Closed: the game ended without being played to its end: nobody started it, or nobody went on with it.
	Closed struct {
		ServerSeed string // revealed, hex; empty with client dice
	}
)

func (Created) isEvent()  {}
func (Joined) isEvent()   {}
func (Left) isEvent()     {}
func (Started) isEvent()  {}
func (Rolled) isEvent()   {}
func (Held) isEvent()     {}
func (Entered) isEvent()  {}
func (Banked) isEvent()   {}
func (Resigned) isEvent() {}
func (Resumed) isEvent()  {}
func (Finished) isEvent() {}
func (Closed) isEvent()   {}

// Record is one event in its log.
type Record struct {
	Seq   int       // from 1, without gaps
	ID    string    // UUID in canonical lower case, unique in the log
	At    time.Time // UTC, whole milliseconds
	By    By
	Event Event
}
