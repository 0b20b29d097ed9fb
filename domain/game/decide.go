package game

import (
	"fmt"

	"kast/domain/dice"
)

// Caused is an event that a command causes, before it has a place in the log.
//
// The moves of a computer seat are by the bot and those of all others by the player, whoever held the phone. Moves by
// the clock are made where a clock runs: for the seat on turn that has a deadline, or at the table of a game with client
// dice for any.
type Caused struct {
	By    By
	Event Event
}

// Decision is what a command leads to.
type Decision struct {
	Events []Caused // in order, at least one
	Named  int      // the index of the event that the command is named for; what else it causes stands around it
}

// Decide tells what a command does to a game in state s, or refuses it with a *Refusal and changes nothing. It draws
// nothing and reads no clock.
//
// serverSeed is the hex seed of a game with server dice, which is revealed in the event that ends it; it is used for
// nothing else, and not at all with client dice.
//
// What no caller may ask for is a bug and panics: to create a game that is there already, dice drawn in the wrong
// number, and a move by somebody who never makes it (see Caused).
func Decide(s State, c Command, serverSeed string) (Decision, error) {
	d := decider{state: s, seed: serverSeed}
	if err := d.decide(c); err != nil {
		return Decision{}, err
	}
	return Decision{Events: d.events, Named: d.named}, nil
}

// decider collects what a command causes, and keeps the state up with it.
type decider struct {
	state  State
	seed   string
	events []Caused
	named  int
}

func (d *decider) decide(c Command) error {
	switch c := c.(type) {
	case Create:
		return d.create(c)
	case Join:
		return d.join(c)
	case Leave:
		return d.leave(c)
	case Start:
		return d.start(c)
	case Roll:
		return d.roll(c)
	case Hold:
		return d.hold(c)
	case Enter:
		return d.enter(c)
	case Bank:
		return d.bank(c)
	case Resign:
		return d.resign(c)
	case Resume:
		// With client dice no clock runs that could be started anew. With server dice there are old logs in which a server did so
		// without a clock.
		if d.state.Status != StatusPlaying || d.state.Dice == ClientDice {
			return refuse(GameNotPlaying, NoReason)
		}
		d.cause(ByServer, Resumed{})
		return nil
	case Close:
		if d.state.Status != StatusPlaying && d.state.Status != StatusOpen {
			return refuse(GameNotPlaying, NoReason)
		}
		d.cause(ByServer, Closed{ServerSeed: d.reveal()})
		return nil
	}
	panic(fmt.Sprintf("game: unknown command %T", c))
}

// cause adds an event and folds it.
func (d *decider) cause(by By, e Event) {
	d.events = append(d.events, Caused{By: by, Event: e})
	d.state = Evolve(d.state, Record{Seq: d.state.Seq + 1, By: by, Event: e})
}

// name adds the event that the command is named for.
func (d *decider) name(by By, e Event) {
	d.named = len(d.events)
	d.cause(by, e)
}

// finishIfOver adds what ends the game, where nobody is on turn any more.
func (d *decider) finishIfOver() {
	if d.state.Turn.Seat == NoSeat {
		d.cause(ByServer, Finished{Placements: placements(d.state), ServerSeed: d.reveal()})
	}
}

// reveal is the seed that the event which ends the game gives away.
func (d *decider) reveal() string {
	if d.state.Dice == ClientDice {
		return ""
	}
	return d.seed
}

// onTurn refuses a move of a seat that is not on turn.
func (d *decider) onTurn(seat int, by By) error {
	if d.state.Status != StatusPlaying {
		return refuse(GameNotPlaying, NoReason)
	}
	if d.state.Turn.Seat != seat {
		return refuse(NotYourTurn, NoReason)
	}
	d.movedBy(seat, by)
	return nil
}

// movedBy sees to it that the log does not come to say what a check of it would not believe.
func (d *decider) movedBy(seat int, by By) {
	if !d.state.mayMove(seat, by) {
		panic(fmt.Sprintf("game: seat %d moved by %s", seat, by))
	}
}

func (d *decider) roll(c Roll) error {
	if err := d.onTurn(c.Seat, c.By); err != nil {
		return err
	}
	if d.state.noRollsLeft() {
		return refuse(NoRollsLeft, NoReason)
	}
	held, err := d.holdGiven(c.Held)
	if err != nil {
		return err
	}
	if d.state.Ruleset.Engine == PotEngine {
		return d.rollPot(c, held)
	}
	return d.rollScorecard(c, held)
}

// cast gives the dice on the table after a roll of the given positions.
func (d *decider) cast(c Roll, rolls dice.Mask) (dice.Dice, error) {
	n := d.state.Ruleset.Dice
	if d.state.Dice == ServerDice {
		if c.Dice != nil {
			return dice.Dice{}, refuse(BadDice, ReasonDiceServer)
		}
		if c.Drawn.Len() != n {
			panic(fmt.Sprintf("game: %d dice drawn where %d are needed", c.Drawn.Len(), n))
		}
		if d.state.Turn.Dice.Len() == 0 {
			return c.Drawn, nil
		}
		return d.state.Turn.Dice.Replace(c.Drawn, rolls), nil
	}
	switch {
	case c.Dice == nil:
		return dice.Dice{}, refuse(BadDice, ReasonDiceMissing)
	case len(c.Dice) != n:
		return dice.Dice{}, refuse(BadDice, ReasonDiceCount)
	}
	after, err := dice.New(c.Dice...)
	if err != nil {
		return dice.Dice{}, refuse(BadDice, ReasonDiceFace)
	}
	for i := range n {
		if !rolls.Has(i) && after.At(i) != d.state.Turn.Dice.At(i) {
			return dice.Dice{}, refuse(BadDice, ReasonDiceKept)
		}
	}
	return after, nil
}

// holdMask reads positions; BadHold when one is out of range or named twice.
func (d *decider) holdMask(positions []int) (dice.Mask, error) {
	m, err := dice.MaskOf(positions, d.state.Ruleset.Dice)
	if err != nil {
		return 0, refuse(BadHold, ReasonHoldPositions)
	}
	return m, nil
}

// holdGiven is the hold for a roll or a stop: the one given with it, else the one that stands.
func (d *decider) holdGiven(positions []int) (dice.Mask, error) {
	if positions == nil {
		return d.state.Turn.Held, nil
	}
	return d.holdMask(positions)
}

// holdFirst appends the hold that a roll or a stop brings with it, where it differs from the one that stands.
func (d *decider) holdFirst(by By, seat int, held dice.Mask) {
	if held != d.state.Turn.Held {
		d.cause(by, Held{Seat: seat, Held: held})
	}
}

func (d *decider) hold(c Hold) error {
	if err := d.onTurn(c.Seat, c.By); err != nil {
		return err
	}
	switch {
	case d.state.Turn.Fresh:
		return refuse(MustRollFirst, NoReason)
	case d.state.noRollsLeft():
		return refuse(NoRollsLeft, NoReason)
	}
	held, err := d.holdMask(c.Held)
	if err != nil {
		return err
	}
	if d.state.Ruleset.Engine == PotEngine {
		if _, err := d.valueHold(held); err != nil {
			return err
		}
	}
	d.name(c.By, Held{Seat: c.Seat, Held: held})
	return nil
}

func (d *decider) resign(c Resign) error {
	if d.state.Status != StatusPlaying {
		return refuse(GameNotPlaying, NoReason)
	}
	switch {
	case c.Seat < 0 || c.Seat >= len(d.state.Seats):
		return refuse(GameNotPlaying, ReasonSeat)
	case d.state.Seats[c.Seat].Resigned():
		return refuse(GameNotPlaying, ReasonResigned)
	}
	d.movedBy(c.Seat, c.By)
	d.name(c.By, Resigned{Seat: c.Seat})
	d.finishIfOver()
	return nil
}
