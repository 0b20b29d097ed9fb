package game

import (
	"errors"

	"kast/domain/dice"
	"kast/domain/scorecard"
)

func (d *decider) rollScorecard(c Roll, held dice.Mask) error {
	switch {
	case d.state.Turn.Fresh && held != 0:
		return refuse(BadHold, ReasonHoldBeforeRoll)
	case held == dice.All(d.state.Ruleset.Dice):
		return refuse(BadHold, ReasonHoldAll)
	}
	after, err := d.cast(c, d.state.rollsWith(held))
	if err != nil {
		return err
	}
	d.holdFirst(c.By, c.Seat, held)
	d.name(c.By, Rolled{Seat: c.Seat, Dice: after})
	return nil
}

func (d *decider) enter(c Enter) error {
	if err := d.onTurn(c.Seat, c.By); err != nil {
		return err
	}
	switch {
	case d.state.Ruleset.Engine != ScorecardEngine:
		return refuse(WrongRuleset, NoReason)
	case d.state.Turn.Fresh:
		return refuse(MustRollFirst, NoReason)
	}
	entry, err := d.state.Ruleset.Scorecard.Entry(d.state.Seats[c.Seat].Card, d.state.Turn.Dice.Counts(), c.Box)
	switch {
	case errors.Is(err, scorecard.ErrBoxTaken):
		return refuse(BoxTaken, NoReason)
	case errors.Is(err, scorecard.ErrBoxForbidden):
		return refuse(BoxForbidden, NoReason)
	case err != nil:
		return err
	}
	d.name(c.By, Entered{Seat: c.Seat, Entry: entry})
	d.finishIfOver()
	return nil
}

// Entries lists what the seat on turn may enter now, in the order of the card; none before the first roll of a turn,
// and none in the pot game.
func (s State) Entries() []scorecard.Entry {
	if s.OnTurn() == NoSeat || s.Ruleset.Engine != ScorecardEngine || s.Turn.Fresh {
		return nil
	}
	return s.Ruleset.Scorecard.Entries(s.Seats[s.Turn.Seat].Card, s.Turn.Dice.Counts())
}

// RollsLeft returns how often the seat on turn may still roll; scorecard engine.
func (s State) RollsLeft() int { return MaxRolls - s.Turn.Roll }

// noRollsLeft tells whether the seat on turn has made its last roll.
func (s State) noRollsLeft() bool {
	return s.Ruleset.Engine == ScorecardEngine && s.Turn.Roll == MaxRolls
}

// Confirm is what a client asks the player before it sends an entry.
type Confirm string

// What a client asks.
const (
	ConfirmNothing Confirm = ""       // enter at once
	ConfirmEnter   Confirm = "enter"  // rolls are left: really enter already?
	ConfirmStrike  Confirm = "strike" // the box gets 0: really strike it?
)

// Confirm tells what to ask before an entry of the seat on turn: a strike always, points only while rolls are left.
func (s State) Confirm(e scorecard.Entry) Confirm {
	switch {
	case e.Strike():
		return ConfirmStrike
	case s.RollsLeft() > 0:
		return ConfirmEnter
	default:
		return ConfirmNothing
	}
}
