// Package scorecard holds the rules of the games with five dice and a card of
// thirteen boxes: what a roll is worth in a box, which boxes it may go into,
// and what a card comes to.
//
// The three games differ only in what happens when five alike turn up again,
// and [Rules] is that difference. Turns, rolls and seats are not known here.
// The rules themselves are in docs/rules/penta.en.md, docs/rules/femlika.en.md
// and docs/rules/bonanza.en.md.
package scorecard

import (
	"errors"
	"fmt"

	"kast/domain/dice"
)

// Errors that [Rules.Entry] returns, wrapped with the box.
var (
	// ErrBoxTaken tells that the box has been used already.
	ErrBoxTaken = errors.New("box is taken")
	// ErrBoxForbidden tells that the box is open, but the roll is a joker that
	// must go elsewhere.
	ErrBoxForbidden = errors.New("the joker binds another box")
)

// JokerPolicy tells when five alike are a joker.
type JokerPolicy uint8

const (
	// JokerNever knows no jokers: five alike always score as an ordinary roll.
	JokerNever JokerPolicy = iota
	// JokerWhileFifty makes five alike a joker while the five-of-a-kind box
	// holds 50.
	JokerWhileFifty
	// JokerWhileFilled makes five alike a joker once the five-of-a-kind box is
	// used, struck or not.
	JokerWhileFilled
)

// Rules is what tells one scorecard game from another.
type Rules struct {
	// FurtherFive is the bonus for entering five alike, in whatever box, while
	// the five-of-a-kind box holds 50.
	FurtherFive int
	// Joker tells when five alike are a joker.
	Joker JokerPolicy
}

// Entries returns what five dice would give in every box that they may be
// entered in now, in the order of the rule table. It is empty only for a full
// card.
//
// Where the dice are a joker, these are the boxes of the first line that can be
// met: the upper box of their face; else the open lower boxes, at full value;
// else the other open upper boxes, for 0. See docs/rules/penta.en.md and
// docs/rules/bonanza.en.md.
func (r Rules) Entries(c Card, d dice.Counts) []Entry {
	allowed, joker := r.allowed(c, d)
	bonus := r.bonus(c, d)
	entries := make([]Entry, 0, allowed.Len())
	for _, b := range AllBoxes() {
		if allowed.Has(b) {
			entries = append(entries, entry(b, d, bonus, joker))
		}
	}
	return entries
}

// Entry returns what five dice give in box b. It fails with [ErrBoxTaken] when
// the box has been used, and with [ErrBoxForbidden] when it is open but the
// dice are a joker that must go elsewhere.
func (r Rules) Entry(c Card, d dice.Counts, b Box) (Entry, error) {
	if c.Filled(b) {
		return Entry{}, fmt.Errorf("%v: %w", b, ErrBoxTaken)
	}
	allowed, joker := r.allowed(c, d)
	if !allowed.Has(b) {
		return Entry{}, fmt.Errorf("%v: %w", b, ErrBoxForbidden)
	}
	return entry(b, d, r.bonus(c, d), joker), nil
}

const (
	upperBoxes BoxSet = 1<<(Sixes+1) - 1
	lowerBoxes BoxSet = (1<<Boxes - 1) &^ upperBoxes
)

// allowed returns the boxes that the dice may be entered in, and whether that
// is because they are a joker.
func (r Rules) allowed(c Card, d dice.Counts) (boxes BoxSet, joker bool) {
	open := c.Open()
	face, five := fiveAlike(d)
	if !five || !r.jokers(c) {
		return open, false
	}
	if own := UpperBox(face); open.Has(own) {
		return BoxSet(0).With(own), true
	}
	if lower := open & lowerBoxes; lower != 0 {
		return lower, true
	}
	return open & upperBoxes, true
}

// jokers tells whether five alike would be a joker now.
func (r Rules) jokers(c Card) bool {
	switch r.Joker {
	case JokerNever:
		return false
	case JokerWhileFifty:
		return holdsFifty(c)
	case JokerWhileFilled:
		return c.Filled(FiveOfAKind)
	}
	panic(fmt.Sprintf("scorecard: joker policy %d", r.Joker))
}

// bonus returns what entering the dice pays on top of the box's points.
func (r Rules) bonus(c Card, d dice.Counts) int {
	if _, five := fiveAlike(d); five && holdsFifty(c) {
		return r.FurtherFive
	}
	return 0
}

func holdsFifty(c Card) bool {
	points, _ := c.Points(FiveOfAKind)
	return points == FiveOfAKindPoints
}

// entry values an allowed entry. A joker counts in full where an ordinary five
// alike is worth nothing; everywhere else the ordinary value is the joker's.
func entry(b Box, d dice.Counts, bonus int, joker bool) Entry {
	e := Entry{Box: b, Points: Score(b, d), Bonus: bonus, Joker: joker}
	if joker {
		e.Points = max(e.Points, jokerPoints[b])
	}
	return e
}

var jokerPoints = [Boxes]int{
	FullHouse:     FullHousePoints,
	SmallStraight: SmallStraightPoints,
	LargeStraight: LargeStraightPoints,
}
