package rest

import "kast/domain/scorecard"

// rulesetID names a game.
type rulesetID string // @name RulesetID

const (
	penta    rulesetID = "penta"
	femlika  rulesetID = "femlika"
	bonanza  rulesetID = "bonanza"
	tiotusen rulesetID = "tiotusen"
)

// gameStatus is where a game is in its life.
type gameStatus string // @name GameStatus

const (
	statusOpen     gameStatus = "open"     // seats may be taken
	statusPlaying  gameStatus = "playing"  // one seat is on turn
	statusFinished gameStatus = "finished" // over: played to its end, or given up by all but one; a solo game that was given up has no placement
	statusClosed   gameStatus = "closed"   // ended without a result: nobody started it, or nobody went on with it
)

// diceMode says who rolls.
type diceMode string // @name DiceMode

const (
	diceServer diceMode = "server" // the server, provably fairly
	diceClient diceMode = "client" // real dice, or an offline game
)

// visibility says who may see a game.
type visibility string // @name Visibility

const (
	visiblePrivate visibility = "private" // its seats and its host
	visiblePublic  visibility = "public"  // everybody with an account
)

// seatKind says what a seat is taken by.
type seatKind string // @name SeatKind

const (
	seatAccount seatKind = "account" // a person with an account
	seatOpen    seatKind = "open"    // nobody yet
	seatGuest   seatKind = "guest"   // a person without account, moved by the host
	seatBot     seatKind = "bot"     // the computer
)

// wishKind says what a seat of a new game is to be.
type wishKind string // @name NewSeatKind

const (
	wishMe    wishKind = "me"    // the caller's
	wishOpen  wishKind = "open"  // for whoever joins
	wishGuest wishKind = "guest" // a person without account, moved by the host
	wishBot   wishKind = "bot"   // the computer's; where the dice are the client's the host makes its moves
)

// botLevel says how well a computer seat plays.
type botLevel string // @name BotLevel

const (
	botBest   botLevel = "best"   // exact best play
	botCasual botLevel = "casual" // as a sensible beginner
)

// seatStatus tells whether a seat plays on.
type seatStatus string // @name SeatStatus

const (
	seatPlaying  seatStatus = "playing"  // has not given up
	seatResigned seatStatus = "resigned" // has given up
)

func seatStatusOf(resigned bool) seatStatus {
	if resigned {
		return seatResigned
	}
	return seatPlaying
}

// move is something that the seat on turn does.
type move string // @name Move

const (
	moveRoll  move = "roll"
	moveHold  move = "hold"
	moveEnter move = "enter"
	moveBank  move = "bank"
)

// confirm is what to ask the player before an entry is sent.
type confirm string // @name Confirm

const (
	confirmEnter  confirm = "enter"  // rolls are left: really enter already?
	confirmStrike confirm = "strike" // really strike this box?
)

// boxID names a box of the card.
type boxID string // @name Box

const (
	boxOnes          boxID = "ones"
	boxTwos          boxID = "twos"
	boxThrees        boxID = "threes"
	boxFours         boxID = "fours"
	boxFives         boxID = "fives"
	boxSixes         boxID = "sixes"
	boxThreeOfAKind  boxID = "threeOfAKind"
	boxFourOfAKind   boxID = "fourOfAKind"
	boxFullHouse     boxID = "fullHouse"
	boxSmallStraight boxID = "smallStraight"
	boxLargeStraight boxID = "largeStraight"
	boxChance        boxID = "chance"
	boxFiveOfAKind   boxID = "fiveOfAKind"
)

// eventType names what happened.
type eventType string // @name EventType

const (
	eventCreated  eventType = "created"
	eventJoined   eventType = "joined"
	eventLeft     eventType = "left"
	eventStarted  eventType = "started"
	eventRolled   eventType = "rolled"
	eventHeld     eventType = "held"
	eventEntered  eventType = "entered"
	eventBanked   eventType = "banked"
	eventResigned eventType = "resigned"
	eventResumed  eventType = "resumed"
	eventFinished eventType = "finished"
	eventClosed   eventType = "closed"
)

// eventBy says who caused an event.
type eventBy string // @name EventBy

const (
	byPlayer eventBy = "player" // what a call asked for
	byClock  eventBy = "clock"  // a clock that ran out
	byBot    eventBy = "bot"    // a computer seat
	byServer eventBy = "server" // what follows from another event, and upkeep
)

// outcome is what a roll of tiotusen led to.
type outcome string // @name Outcome

const (
	outcomeScored   outcome = "scored"
	outcomeStraight outcome = "straight"
	outcomePot      outcome = "pot"
	outcomeZilch    outcome = "zilch"
	outcomeBust     outcome = "bust"
)

// box reads the name of a box.
func (b boxID) box() (scorecard.Box, bool) { return scorecard.ParseBox(string(b)) }
