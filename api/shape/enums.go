package shape

import "kast/domain/scorecard"

// RulesetID names a game.
type RulesetID string // @name RulesetID

// The rulesets.
const (
	Penta    RulesetID = "penta"
	Femlika  RulesetID = "femlika"
	Bonanza  RulesetID = "bonanza"
	Tiotusen RulesetID = "tiotusen"
)

// GameStatus is where a game is in its life.
type GameStatus string // @name GameStatus

// What a game's status may be.
const (
	StatusOpen     GameStatus = "open"     // seats may be taken
	StatusPlaying  GameStatus = "playing"  // one seat is on turn
	StatusFinished GameStatus = "finished" // over: played to its end, or given up by all but one; a solo game that was given up has no placement
	StatusClosed   GameStatus = "closed"   // ended without a result: nobody started it, or nobody went on with it
)

// DiceMode says who rolls.
type DiceMode string // @name DiceMode

// Who may roll.
const (
	DiceServer DiceMode = "server" // the server, provably fairly
	DiceClient DiceMode = "client" // real dice, or an offline game
)

// Visibility says who may see a game.
type Visibility string // @name Visibility

// Who may see a game.
const (
	VisiblePrivate Visibility = "private" // its seats and its host
	VisiblePublic  Visibility = "public"  // everybody with an account
)

// SeatKind says what a seat is taken by.
type SeatKind string // @name SeatKind

// What a seat may be taken by.
const (
	SeatAccount SeatKind = "account" // a person with an account
	SeatOpen    SeatKind = "open"    // nobody yet
	SeatGuest   SeatKind = "guest"   // a person without account, moved by the host
	SeatBot     SeatKind = "bot"     // the computer
)

// WishKind says what a seat of a new game is to be.
type WishKind string // @name NewSeatKind

// What a seat of a new game may be.
const (
	WishMe    WishKind = "me"    // the caller's
	WishOpen  WishKind = "open"  // for whoever joins
	WishGuest WishKind = "guest" // a person without account, moved by the host
	WishBot   WishKind = "bot"   // the computer's; where the dice are the client's the host makes its moves
)

// BotLevel says how well a computer seat plays.
type BotLevel string // @name BotLevel

// The levels of computer seats.
const (
	BotBest   BotLevel = "best"   // exact best play
	BotCasual BotLevel = "casual" // as a sensible beginner
)

// SeatStatus tells whether a seat plays on.
type SeatStatus string // @name SeatStatus

// Whether a seat plays on.
const (
	SeatPlaying  SeatStatus = "playing"  // has not given up
	SeatResigned SeatStatus = "resigned" // has given up
)

// SeatStatusOf is the status of a seat that has given up or not.
func SeatStatusOf(resigned bool) SeatStatus {
	if resigned {
		return SeatResigned
	}
	return SeatPlaying
}

// Move is something that the seat on turn does.
type Move string // @name Move

// The moves.
const (
	MoveRoll  Move = "roll"
	MoveHold  Move = "hold"
	MoveEnter Move = "enter"
	MoveBank  Move = "bank"
)

// Confirm is what to ask the player before an entry is sent.
type Confirm string // @name Confirm

// What there may be to ask.
const (
	ConfirmEnter  Confirm = "enter"  // rolls are left: really enter already?
	ConfirmStrike Confirm = "strike" // really strike this box?
)

// Box names a box of the card.
type Box string // @name Box

// The boxes.
const (
	BoxOnes          Box = "ones"
	BoxTwos          Box = "twos"
	BoxThrees        Box = "threes"
	BoxFours         Box = "fours"
	BoxFives         Box = "fives"
	BoxSixes         Box = "sixes"
	BoxThreeOfAKind  Box = "threeOfAKind"
	BoxFourOfAKind   Box = "fourOfAKind"
	BoxFullHouse     Box = "fullHouse"
	BoxSmallStraight Box = "smallStraight"
	BoxLargeStraight Box = "largeStraight"
	BoxChance        Box = "chance"
	BoxFiveOfAKind   Box = "fiveOfAKind"
)

// EventType names what happened.
type EventType string // @name EventType

// The types of events.
const (
	EventCreated  EventType = "created"
	EventJoined   EventType = "joined"
	EventLeft     EventType = "left"
	EventStarted  EventType = "started"
	EventRolled   EventType = "rolled"
	EventHeld     EventType = "held"
	EventEntered  EventType = "entered"
	EventBanked   EventType = "banked"
	EventResigned EventType = "resigned"
	EventResumed  EventType = "resumed"
	EventFinished EventType = "finished"
	EventClosed   EventType = "closed"
)

// EventBy says who caused an event.
type EventBy string // @name EventBy

// Who may cause an event.
const (
	ByPlayer EventBy = "player" // what a call asked for
	ByClock  EventBy = "clock"  // a clock that ran out
	ByBot    EventBy = "bot"    // a computer seat
	ByServer EventBy = "server" // what follows from another event, and upkeep
)

// Outcome is what a roll of tiotusen led to.
type Outcome string // @name Outcome

// What a roll may lead to.
const (
	OutcomeScored   Outcome = "scored"
	OutcomeStraight Outcome = "straight"
	OutcomePot      Outcome = "pot"
	OutcomeZilch    Outcome = "zilch"
	OutcomeBust     Outcome = "bust"
)

// Parse reads the name of a Parse.
func (b Box) Parse() (scorecard.Box, bool) { return scorecard.ParseBox(string(b)) }
