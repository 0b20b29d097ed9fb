package game

import (
	"kast/domain/dice"
	"kast/domain/pot"
)

func (d *decider) rollPot(c Roll, held dice.Mask) error {
	before := d.state
	first := before.Turn.Roll == 0
	switch {
	case before.Turn.Fresh && held != 0:
		return refuse(BadHold, ReasonHoldBeforeRoll)
	case !before.Turn.Fresh:
		if held == 0 {
			return refuse(MustHold, NoReason)
		}
		if _, err := d.valueHold(held); err != nil {
			return err
		}
	}
	rolls := before.rollsWith(held)
	after, err := d.cast(c, rolls)
	if err != nil {
		return err
	}
	d.holdFirst(c.By, c.Seat, held)

	set := d.state
	set.setAside()
	rolled := after.CountsOf(rolls)
	e := Rolled{Seat: c.Seat, Dice: after, Outcome: pot.Classify(rolled, set.Turn.Groups, first)}
	switch e.Outcome {
	case pot.Straight:
		e.Points = pot.StraightPoints
	case pot.Pot:
		e.Points = set.Turn.Points + pot.Most(rolled, set.Turn.Groups)
	case pot.Zilch:
		e.Points = pot.ZilchPoints
	case pot.Scored, pot.Bust, pot.NoOutcome:
	}
	d.name(c.By, e)
	d.finishIfOver()
	return nil
}

func (d *decider) bank(c Bank) error {
	if err := d.onTurn(c.Seat, c.By); err != nil {
		return err
	}
	t := d.state.Turn
	switch {
	case d.state.Ruleset.Engine != PotEngine:
		return refuse(WrongRuleset, NoReason)
	case t.Roll == 0:
		return refuse(MustRollFirst, NoReason)
	case t.Fresh:
		return refuse(CannotBank, NoReason)
	}
	held, err := d.holdGiven(c.Held)
	if err != nil {
		return err
	}
	if held == 0 {
		return refuse(MustHold, NoReason)
	}
	points, err := d.valueHold(held)
	if err != nil {
		return err
	}
	points += t.Points
	if points < pot.Entry && d.state.NeedsEntry() {
		return refuse(CannotBank, NoReason)
	}
	if points >= pot.Entry {
		points += d.state.Pot
	}
	d.holdFirst(c.By, c.Seat, held)
	d.name(c.By, Banked{Seat: c.Seat, Points: points})
	d.finishIfOver()
	return nil
}

// valueHold returns what a hold among the dice just rolled adds to the turn's points. BadHold when it names a die that
// was set aside earlier, or one that does not score.
func (d *decider) valueHold(held dice.Mask) (int, error) {
	t := d.state.Turn
	if held&t.Locked != 0 {
		return 0, refuse(BadHold, ReasonHoldLocked)
	}
	points, _, ok := pot.Hold(t.Dice.CountsOf(d.state.rolled()), t.Dice.CountsOf(held), t.Groups)
	if !ok {
		return 0, refuse(BadHold, ReasonHoldNotScoring)
	}
	return points, nil
}
