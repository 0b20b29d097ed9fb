package solver

import (
	"fmt"

	"kast/domain/dice"
	"kast/domain/scorecard"
)

// Turn holds what everything that can happen in one turn of a card leads to: the
// expected final total under best play from there on, what is on the card
// included. It never changes.
//
// A review asks it for the totals along a turn. What a roll changes in them is
// luck: [Turn.AfterRoll] less the total before it. What a decision changes is
// its loss: [Turn.AfterRoll] less [Turn.AfterHold] or [Turn.AfterEntry]. Since
// the turn after begins where the entry led to, all of it adds up.
type Turn struct {
	table *Table
	card  scorecard.Card

	// What is still to come, by throw or hold and by how many rolls are left:
	// after a roll none to two, before one one to three.
	rolled [MaxRolls][throws]float64
	held   [MaxRolls + 1][partial]float64
}

// Turn works out the next turn of a card. It panics when a box holds what it
// cannot hold, and for a full card; [Check] tells.
func (t *Table) Turn(c scorecard.Card) *Turn {
	turn := &Turn{}
	t.turn(turn, c)
	return turn
}

func (t *Table) turn(turn *Turn, c scorecard.Card) {
	n, sum := t.state(c)
	if n.boxes() == 0 {
		panic("solver: " + ErrFull.Error())
	}
	w, ok := t.idle.Get().(*worker)
	if !ok {
		w = &worker{table: t}
	}
	defer t.idle.Put(w)

	turn.table, turn.card = t, c
	lane := sum % width
	w.visit(n)
	w.enter(sum / width)
	for left := range MaxRolls {
		for i := range turn.rolled[left] {
			turn.rolled[left][i] = -w.holds[partial+i][lane]
		}
		w.holds.expect(t.holds)
		for i := range turn.held[left+1] {
			turn.held[left+1][i] = -w.holds[i][lane]
		}
		if left+1 < MaxRolls {
			w.holds.choose(t.holds)
		}
	}
}

// Start returns the expected final total before the first roll.
func (t *Turn) Start() float64 { return t.total(t.held[MaxRolls][noDice]) }

// AfterRoll returns the expected final total of the best there is to do with
// five dice when so many rolls are left, none to two.
func (t *Turn) AfterRoll(d dice.Dice, rollsLeft int) float64 {
	if d.Len() != scorecard.Dice || rollsLeft < 0 || rollsLeft >= MaxRolls {
		panic(fmt.Sprintf("solver: %d dice and %d rolls left after a roll", d.Len(), rollsLeft))
	}
	return t.total(t.rolled[rollsLeft][t.table.holds.number[d.Counts()]-partial])
}

// AfterHold returns the expected final total of holding the dice at some of the
// positions and rolling the others, when so many rolls are left, one or two,
// that roll included. It panics when no die is left to roll.
func (t *Turn) AfterHold(d dice.Dice, held dice.Mask, rollsLeft int) float64 {
	hold := d.CountsOf(held)
	if d.Len() != scorecard.Dice || hold.Total() == scorecard.Dice || rollsLeft < 1 || rollsLeft >= MaxRolls {
		panic(fmt.Sprintf("solver: %d of %d dice held and %d rolls left", hold.Total(), d.Len(), rollsLeft))
	}
	return t.total(t.held[rollsLeft][t.table.holds.number[hold]])
}

// AfterEntry returns the expected final total after an entry, which the rules
// must allow.
func (t *Turn) AfterEntry(e scorecard.Entry) float64 { return t.table.Value(t.card.With(e)) }

func (t *Turn) total(toCome float64) float64 { return float64(t.card.Total()) + toCome }
