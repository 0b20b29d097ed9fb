package shape

import (
	"kast/api/play"
	"kast/domain/bestplay"
	"kast/domain/dice"
	"kast/domain/potplay"
	"kast/domain/solver"
)

// AdviceDo is what may be done.
type AdviceDo string // @name AdviceDo

// What there may be to do.
const (
	DoHold  AdviceDo = "hold"  // keep these dice; scorecard games: and roll the others
	DoEnter AdviceDo = "enter" // scorecard games: enter the roll in a box
	DoRoll  AdviceDo = "roll"  // tiotusen, before a roll
	DoBank  AdviceDo = "bank"  // tiotusen, before a roll: stop
)

// AdviceThen is what to do once dice are held in tiotusen.
type AdviceThen string // @name AdviceThen

// What may follow a hold.
const (
	ThenRoll AdviceThen = "roll" // the dice that are left
	ThenBank AdviceThen = "bank" // stop
)

// Advice is best play in a position.
type Advice struct {
	ExpectedTotal *float64       `json:"expectedTotal,omitzero"`                  // scorecard games: of the card in the end, what is on it included
	ExpectedGain  *float64       `json:"expectedGain,omitzero"`                   // tiotusen: what the score is expected to gain in this turn
	Chance        *float64       `json:"chance,omitzero" minimum:"0" maximum:"1"` // tiotusen, with need: to gain so much in this turn
	Actions       []AdviceAction `json:"actions"`                                 // best first
} // @name Advice

// AdviceAction is something that may be done, and what it leads to.
type AdviceAction struct {
	Do            AdviceDo   `json:"do"`
	Held          []int      `json:"held,omitzero" minimum:"0" maximum:"5" maxItems:"6"` // of hold: positions; of equal dice the lowest stand for all
	Box           Box        `json:"box,omitzero"`                                       // of enter
	Then          AdviceThen `json:"then,omitzero"`                                      // of hold in tiotusen
	ExpectedTotal *float64   `json:"expectedTotal,omitzero"`
	Loss          *float64   `json:"loss,omitzero" minimum:"0"` // scorecard games: by how much that is less than the best
	ExpectedGain  *float64   `json:"expectedGain,omitzero"`
	Chance        *float64   `json:"chance,omitzero" minimum:"0" maximum:"1"`
} // @name AdviceAction

// AdviceOf is best play in a position of a game.
func AdviceOf(a play.Advice) Advice {
	if a.Scorecard != nil {
		return ScorecardAdvice(*a.Scorecard)
	}
	return PotAdvice(bestplay.Position(a.State), *a.Pot, func(m dice.Mask) dice.Mask { return bestplay.OnTable(a.State, m) })
}

// ScorecardAdvice is best play in a scorecard game.
func ScorecardAdvice(e solver.Evaluation) Advice {
	a := Advice{ExpectedTotal: &e.ExpectedTotal, Actions: make([]AdviceAction, len(e.Actions))}
	for i, action := range e.Actions {
		shape := AdviceAction{Do: DoEnter, ExpectedTotal: &action.ExpectedTotal, Loss: &action.Loss}
		if action.Kind == solver.Hold {
			shape.Do, shape.Held = DoHold, action.Held.Positions()
		} else {
			shape.Box = Box(action.Entry.Box.String())
		}
		a.Actions[i] = shape
	}
	return a
}

// PotAdvice gives best play in tiotusen; onTable turns a hold among the dice just rolled into the positions to show.
func PotAdvice(p potplay.Position, e potplay.Evaluation, onTable func(dice.Mask) dice.Mask) Advice {
	chance := func(f potplay.Figures) *float64 {
		if p.Need == 0 {
			return nil
		}
		return &f.Chance
	}
	a := Advice{ExpectedGain: &e.Gain, Chance: chance(e.Figures), Actions: make([]AdviceAction, len(e.Choices))}
	for i, choice := range e.Choices {
		shape := AdviceAction{Do: DoRoll, ExpectedGain: &choice.Gain, Chance: chance(choice.Figures)}
		switch {
		case p.Dice.Len() > 0:
			shape.Do, shape.Held, shape.Then = DoHold, onTable(choice.Held).Positions(), ThenRoll
			if choice.Then == potplay.Bank {
				shape.Then = ThenBank
			}
		case choice.Then == potplay.Bank:
			shape.Do = DoBank
		}
		a.Actions[i] = shape
	}
	return a
}
