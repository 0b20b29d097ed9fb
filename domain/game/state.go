package game

import (
	"slices"
	"time"

	"kast/domain/dice"
	"kast/domain/pot"
	"kast/domain/scorecard"
)

// NoSeat stands for no seat where a seat number is expected.
const NoSeat = -1

// Status is where a game is in its life.
type Status string

// Where a game is in its life.
const (
	StatusOpen     Status = "open"     // seats may be taken
	StatusPlaying  Status = "playing"  // one seat is on turn
	StatusFinished Status = "finished" // played to its end
	StatusClosed   Status = "closed"   // ended without being played to its end
)

// State is a game at one point of its log. It is a value: Evolve never changes one that it was given, so a state may be
// kept, shared and compared. The zero State is that of an empty log.
type State struct {
	Game       string
	Ruleset    Ruleset
	Options    Options
	Dice       DiceMode
	Visibility Visibility
	Commitment string // hex; empty with client dice
	ServerSeed string // hex; empty until revealed

	Status Status
	Seats  []Seat
	Turn   Turn
	Pot    int        // pot engine: the common pot
	Final  FinalRound // pot engine
	Fallen Fallen

	Seq                              int // of the last event
	CreatedAt, StartedAt, FinishedAt time.Time
	ResumedAt                        time.Time // when a server last took the game up again; zero for never
}

// Seat is one seat of a game.
type Seat struct {
	Kind       SeatKind
	BotLevel   BotLevel
	ClientSeed string
	Turns      int            // turns that it has begun
	Card       scorecard.Card // scorecard engine
	Score      int            // pot engine
	IsIn       bool           // pot engine: has banked once
	GaveUp     int            // 0 = plays on; else how many had given up with it
	Placement  int            // from 1; 0 = none
}

// Fallen tells how often each face has fallen in a game: how often a 1 in the first place, to a 6 in the last. A die counts
// each time that it is rolled, not while it is held or set aside.
type Fallen [6]int

// Resigned tells whether the seat has given up.
func (s Seat) Resigned() bool { return s.GaveUp > 0 }

// FinalRound is the provisional winner of the pot engine.
type FinalRound struct {
	Seat  int // NoSeat before the final round
	Score int
}

// On tells whether the final round is on.
func (f FinalRound) On() bool { return f.Seat != NoSeat }

// Turn is the turn under way.
type Turn struct {
	Seat  int       // NoSeat when nobody is on turn
	Round int       // the how-manieth turn of this seat, from 1
	Roll  int       // rolls made in this turn
	Dice  dice.Dice // as they lie; none before the first roll
	Held  dice.Mask // the hold that stands, of the dice just rolled

	BeganAt  time.Time // when the event came that began the turn
	RolledAt time.Time // when the last roll came; zero before the first

	// Of the pot engine.
	Fresh    bool       // all dice are to be rolled: at the start, after a straight, after an own pot
	Locked   dice.Mask  // set aside earlier in this turn
	Groups   pot.Groups // of the dice set aside
	Points   int        // of the dice set aside
	Needs350 bool       // a straight or own pot came in this turn, so that everybody needs 350 to stop
}

// OnTurn returns the seat on turn, or NoSeat.
func (s State) OnTurn() int {
	if s.Status != StatusPlaying {
		return NoSeat
	}
	return s.Turn.Seat
}

// Total returns the points of a seat so far.
func (s State) Total(seat int) int {
	if s.Ruleset.Engine == PotEngine {
		return s.Seats[seat].Score
	}
	return s.Seats[seat].Card.Total()
}

// ClientSeeds returns the client seeds in seat order, which server dice are drawn with.
func (s State) ClientSeeds() []string {
	seeds := make([]string, len(s.Seats))
	for i, seat := range s.Seats {
		seeds[i] = seat.ClientSeed
	}
	return seeds
}

// NeedsEntry tells whether the seat on turn needs 350 points to stop: it is not in yet, or a straight or own pot came in
// this turn.
func (s State) NeedsEntry() bool {
	return s.Ruleset.Engine == PotEngine && s.OnTurn() != NoSeat && (s.Turn.Needs350 || !s.Seats[s.Turn.Seat].IsIn)
}

// rolled returns the positions that the last roll of the pot engine rolled, of which some may be held.
func (s State) rolled() dice.Mask { return dice.All(s.Ruleset.Dice) &^ s.Turn.Locked }

// Rolls returns the positions that a roll would roll now, with the hold that stands.
func (s State) Rolls() dice.Mask { return s.rollsWith(s.Turn.Held) }

// rollsWith returns the positions that a roll with this hold rolls.
func (s State) rollsWith(held dice.Mask) dice.Mask {
	all := dice.All(s.Ruleset.Dice)
	if s.Turn.Fresh {
		return all
	}
	return all &^ (s.Turn.Locked | held)
}

// HeldPoints returns what the hold that stands adds to the turn's points; pot engine.
func (s State) HeldPoints() int {
	if s.Turn.Fresh {
		return 0
	}
	points, _, _ := pot.Hold(s.Turn.Dice.CountsOf(s.rolled()), s.Turn.Dice.CountsOf(s.Turn.Held), s.Turn.Groups)
	return points
}

// playing counts the seats that have not given up.
func (s State) playing() int {
	n := 0
	for _, seat := range s.Seats {
		if !seat.Resigned() {
			n++
		}
	}
	return n
}

// mayMove tells whether a move of the seat can be by this one: the computer moves its own seats and no others, and the
// clock the seat on turn, if its time is counted. Phones keep the time of games with client dice, of any seat.
func (s State) mayMove(seat int, by By) bool {
	switch by {
	case ByPlayer, ByBot:
		return (s.Seats[seat].Kind == BotSeat) == (by == ByBot)
	case ByClock:
		return s.Dice == ClientDice || s.OnTurn() == seat && !s.Deadline().IsZero()
	case ByServer:
		return false
	}
	return false
}

// seated tells whether a seat of this kind is taken.
func (s State) seated(kind SeatKind) bool {
	return slices.ContainsFunc(s.Seats, func(seat Seat) bool { return seat.Kind == kind })
}

// isOpen tells whether there is such a seat and nobody has taken it.
func (s State) isOpen(seat int) bool {
	return seat >= 0 && seat < len(s.Seats) && s.Seats[seat].Kind == OpenSeat
}

// openSeat returns the first seat that nobody has taken, or NoSeat.
func (s State) openSeat() int {
	return slices.IndexFunc(s.Seats, func(seat Seat) bool { return seat.Kind == OpenSeat })
}
