package solver

import (
	"cmp"
	"math/bits"
	"slices"

	"kast/domain/dice"
	"kast/domain/scorecard"
)

// Tie is how far apart two expected totals may be and still count as equal. It
// is far more than rounding makes of one and the same total, and far less than
// makes a difference to a player.
const Tie = 1e-9

// Kind is what an action is.
type Kind uint8

// The actions that there are.
const (
	// Enter enters the dice in a box.
	Enter Kind = iota
	// Hold holds some of the dice, or none, and rolls the others.
	Hold
)

// Action is something that a player can do with the dice.
type Action struct {
	Kind  Kind
	Entry scorecard.Entry // of Enter
	Held  dice.Mask       // of Hold

	// ExpectedTotal is the expected final total under best play after it, what
	// is on the card included.
	ExpectedTotal float64
	// Loss is by how much that is less than the best; 0 for what equals it.
	Loss float64
}

// Evaluation is what there is to do, and what it leads to.
type Evaluation struct {
	// ExpectedTotal is the expected final total under best play.
	ExpectedTotal float64
	// Actions are all that may be done, the best first. Of equal ones entering
	// comes before holding, since what can be had now needs no luck; of entries
	// the one whose box is first on the card; of holds the one of more dice, and
	// then the one at lower positions.
	//
	// Equal dice are the same hold, at the lowest positions that they have.
	// Holding all dice is none. Before the first roll there is nothing to decide,
	// and no action.
	Actions []Action
}

// Evaluate works out what there is to do on a card with five dice and so many
// rolls left, or before the first roll, with no dice. It panics for what [Check]
// refuses.
func (t *Table) Evaluate(c scorecard.Card, d dice.Dice, rollsLeft int) Evaluation {
	if err := Check(c, d, rollsLeft); err != nil {
		panic("solver: " + err.Error())
	}
	var turn Turn
	t.turn(&turn, c)
	return turn.Evaluate(d, rollsLeft)
}

// Evaluate is [Table.Evaluate] for the card of the turn.
func (t *Turn) Evaluate(d dice.Dice, rollsLeft int) Evaluation {
	if err := Check(t.card, d, rollsLeft); err != nil {
		panic("solver: " + err.Error())
	}
	if d.Len() == 0 {
		return Evaluation{ExpectedTotal: t.Start()}
	}
	actions := t.table.entries(make([]Action, 0, scorecard.Boxes+1<<scorecard.Dice-1), t.card, d)
	if rollsLeft > 0 {
		for held := range dice.All(scorecard.Dice) {
			if lowest(d, held) {
				total := t.AfterHold(d, held, rollsLeft)
				actions = append(actions, Action{Kind: Hold, Held: held, ExpectedTotal: total})
			}
		}
	}
	rank(actions)
	return Evaluation{ExpectedTotal: actions[0].ExpectedTotal, Actions: actions}
}

// Entries returns the actions of [Table.Evaluate] that enter five dice, in their
// order and with the same totals. A loss is what is less than the best entry.
// It costs little, since nothing is asked that comes of rolls. It panics for
// what [Check] refuses.
func (t *Table) Entries(c scorecard.Card, d dice.Dice) []Action {
	if err := Check(c, d, 0); err != nil {
		panic("solver: " + err.Error())
	}
	actions := t.entries(make([]Action, 0, scorecard.Boxes), c, d)
	rank(actions)
	return actions
}

// entries adds all entries of five dice to actions, in the order of the card.
func (t *Table) entries(actions []Action, c scorecard.Card, d dice.Dice) []Action {
	for _, e := range t.rules.Entries(c, d.Counts()) {
		actions = append(actions, Action{Kind: Enter, Entry: e, ExpectedTotal: t.Value(c.With(e))})
	}
	return actions
}

// lowest tells whether no die that is not held shows the same as a held one
// after it.
func lowest(d dice.Dice, held dice.Mask) bool {
	for i := range d.Len() {
		for j := range i {
			if held.Has(i) && !held.Has(j) && d.At(i) == d.At(j) {
				return false
			}
		}
	}
	return true
}

// rank puts the best first and works out the losses. Equal is what is within
// [Tie] of the best that is not yet placed.
func rank(actions []Action) {
	slices.SortFunc(actions, func(a, b Action) int {
		return cmp.Or(cmp.Compare(b.ExpectedTotal, a.ExpectedTotal), byPreference(a, b))
	})
	best := actions[0].ExpectedTotal
	for rest := actions; len(rest) > 0; {
		equal := 1
		for equal < len(rest) && rest[0].ExpectedTotal-rest[equal].ExpectedTotal <= Tie {
			equal++
		}
		slices.SortFunc(rest[:equal], byPreference)
		rest = rest[equal:]
	}
	for i, a := range actions {
		if loss := best - a.ExpectedTotal; loss > Tie {
			actions[i].Loss = loss
		}
	}
}

// byPreference orders equal actions as [Evaluation] tells.
func byPreference(a, b Action) int {
	return cmp.Or(
		cmp.Compare(a.Kind, b.Kind),
		cmp.Compare(a.Entry.Box, b.Entry.Box),
		cmp.Compare(b.Held.Len(), a.Held.Len()),
		cmp.Compare(bits.Reverse8(uint8(b.Held)), bits.Reverse8(uint8(a.Held))),
	)
}
