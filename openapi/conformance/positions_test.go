package conformance_test

import (
	"fmt"
	"slices"
	"testing"

	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/pot"
	"kast/domain/scorecard"
)

// cardPosition is one moment of a turn of a scorecard game.
type cardPosition struct {
	Given struct {
		Ruleset     string         `json:"ruleset"`
		Card        map[string]int `json:"card"`
		FiveBonuses int            `json:"fiveBonuses"`
		Roll        int            `json:"roll"`
		Dice        []int          `json:"dice"`
		Held        []int          `json:"held"`
	} `json:"given"`
	Expect struct {
		RollsLeft     int         `json:"rollsLeft"`
		May           []string    `json:"may"`
		Boxes         []cardEntry `json:"boxes"`
		MustSacrifice bool        `json:"mustSacrifice"`
		UpperSum      int         `json:"upperSum"`
		UpperBonus    int         `json:"upperBonus"`
		LowerSum      int         `json:"lowerSum"`
		Total         int         `json:"total"`
	} `json:"expect"`
}

type cardEntry struct {
	Box     string `json:"box"`
	Points  int    `json:"points"`
	Bonus   int    `json:"bonus"`
	Joker   bool   `json:"joker"`
	Strike  bool   `json:"strike"`
	Confirm string `json:"confirm,omitempty"`
}

func cardPositionOf(s game.State) cardPosition {
	var p cardPosition
	card, turn := s.Seats[s.Turn.Seat].Card, s.Turn
	p.Given.Ruleset, p.Given.Card, p.Given.FiveBonuses = string(s.Ruleset.ID), cardOf(card), card.FiveBonuses()
	p.Given.Roll, p.Given.Dice, p.Given.Held = turn.Roll, facesOf(turn.Dice), turn.Held.Positions()
	e := &p.Expect
	e.RollsLeft, e.May, e.Boxes = s.RollsLeft(), mayOf(s), []cardEntry{}
	for _, entry := range s.Entries() {
		e.Boxes = append(e.Boxes, cardEntry{
			entry.Box.String(), entry.Points, entry.Bonus, entry.Joker, entry.Strike(), string(s.Confirm(entry)),
		})
	}
	e.MustSacrifice = scorecard.MustSacrifice(s.Entries())
	e.UpperSum, e.UpperBonus, e.LowerSum, e.Total = card.UpperSum(), card.UpperBonus(), card.LowerSum(), card.Total()
	return p
}

// TestScorecardPositions: what may be done at a position, and what the client asks first.
func TestScorecardPositions(t *testing.T) {
	cases := newByKey[string, cardPosition](3)
	for _, id := range scorecardGames() {
		for seed := range uint64(60) {
			g := seat(t, id, 1, false)
			for r := newLuck(seed, 40); g.state.OnTurn() != game.NoSeat; g.move(r) {
				p := cardPositionOf(g.state)
				joker := slices.ContainsFunc(p.Expect.Boxes, func(e cardEntry) bool { return e.Joker })
				bonus := slices.ContainsFunc(p.Expect.Boxes, func(e cardEntry) bool { return e.Bonus > 0 })
				key := fmt.Sprint(id, p.Given.Roll, joker, bonus, p.Expect.MustSacrifice, len(p.Given.Held) == 5, p.Expect.UpperBonus > 0)
				if cases.wants(key) {
					cases.taken = append(cases.taken, p)
				}
			}
		}
	}
	t.Logf("%d cases of %d kinds", len(cases.taken), len(cases.seen))
	current(t, "vectors/scorecard-positions.json", lines(t, cases.taken))
}

// potPosition is one moment of a turn of tiotusen.
type potPosition struct {
	Given struct {
		OwnPot     bool           `json:"ownPot"`
		FinalRound *finalRound    `json:"finalRound,omitempty"`
		Seat       int            `json:"seat"`
		Scores     []int          `json:"scores"`
		IsIn       bool           `json:"isIn"`
		Pot        int            `json:"pot"`
		Roll       int            `json:"roll"`
		Fresh      bool           `json:"fresh"`
		Restarted  bool           `json:"restarted"`
		Dice       []int          `json:"dice"`
		Locked     []int          `json:"locked"`
		Groups     map[string]int `json:"groups"`
		Points     int            `json:"points"`
		Held       []int          `json:"held"`
	} `json:"given"`
	Expect struct {
		May        []string  `json:"may"`
		Needs350   bool      `json:"needs350"`
		Rolls      []int     `json:"rolls"`
		HeldPoints int       `json:"heldPoints"`
		Bank       *int      `json:"bank,omitempty"`
		Holds      []heldFor `json:"holds"`
	} `json:"expect"`
}

func potPositionOf(t *testing.T, s game.State) potPosition {
	t.Helper()
	var p potPosition
	turn, given := s.Turn, &p.Given
	given.OwnPot, given.FinalRound = s.Options.OwnPot, finalOf(s)
	given.Seat, given.Scores, given.IsIn, given.Pot = turn.Seat, totalsOf(s), s.Seats[turn.Seat].IsIn, s.Pot
	given.Roll, given.Fresh, given.Restarted = turn.Roll, turn.Fresh, turn.Needs350
	given.Dice, given.Locked, given.Held = facesOf(turn.Dice), turn.Locked.Positions(), turn.Held.Positions()
	given.Groups, given.Points = groupsOf(turn.Groups), turn.Points
	e := &p.Expect
	e.May, e.Needs350, e.Rolls, e.HeldPoints = mayOf(s), s.NeedsEntry(), s.Rolls().Positions(), s.HeldPoints()
	e.Holds = legalHolds(s)
	if s.May().Bank {
		d, err := game.Decide(s, game.Bank{By: game.ByPlayer, Seat: turn.Seat}, "")
		if err != nil {
			t.Fatal(err)
		}
		banked, _ := d.Events[0].Event.(game.Banked)
		e.Bank = &banked.Points
	}
	return p
}

// TestTiotusenPositions: what may be held, what a stop gives, and whether it is allowed.
func TestTiotusenPositions(t *testing.T) {
	cases := newByKey[string, potPosition](2)
	for seed := range uint64(60) {
		g := seat(t, game.Tiotusen, 2+int(seed%2), seed%4 < 2)
		for r := newLuck(seed, 25); g.state.OnTurn() != game.NoSeat; g.move(r) {
			p := potPositionOf(t, g.state)
			decides(t, g.state, p)
			key := fmt.Sprint(p.Given.FinalRound != nil, p.Given.IsIn, p.Given.Fresh, p.Given.Restarted, len(p.Given.Locked) > 0,
				len(p.Given.Groups) > 0, len(p.Given.Held) > 0, p.Expect.Bank != nil, p.Given.Pot > 0)
			if cases.wants(key) {
				cases.taken = append(cases.taken, p)
			}
		}
	}
	t.Logf("%d cases of %d kinds", len(cases.taken), len(cases.seen))
	current(t, "vectors/tiotusen-positions.json", lines(t, cases.taken))
}

// decides checks that a game takes exactly the holds and moves of a position.
func decides(t *testing.T, s game.State, p potPosition) {
	t.Helper()
	allowed := func(c game.Command) bool {
		_, err := game.Decide(s, c, "")
		return err == nil
	}
	for m := dice.Mask(1); m <= dice.All(pot.Dice); m++ {
		listed := slices.ContainsFunc(p.Expect.Holds, func(h heldFor) bool { return slices.Equal(h.Held, m.Positions()) })
		if got := allowed(game.Hold{By: game.ByPlayer, Seat: p.Given.Seat, Held: m.Positions()}); got != listed {
			t.Errorf("%+v: hold %v: allowed %t, listed %t", p.Given, m.Positions(), got, listed)
		}
	}
	if got := allowed(game.Bank{By: game.ByPlayer, Seat: p.Given.Seat}); got != (p.Expect.Bank != nil) {
		t.Errorf("%+v: bank allowed: %t", p.Given, got)
	}
	fell := s.Turn.Dice.Faces()
	if fell == nil {
		fell = []int{1, 1, 1, 1, 1, 1}
	}
	if got := allowed(game.Roll{By: game.ByPlayer, Seat: p.Given.Seat, Dice: fell}); got != slices.Contains(p.Expect.May, "roll") {
		t.Errorf("%+v: roll allowed: %t", p.Given, got)
	}
}
