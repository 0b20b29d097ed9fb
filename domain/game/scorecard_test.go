package game_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kast/domain/game"
	"kast/domain/scorecard"
)

// scorecardGames are the games that follow the scorecard engine.
func scorecardGames() []game.RulesetID {
	return []game.RulesetID{game.Penta, game.Femlika, game.Bonanza}
}

// withCard is a solo game whose card is filled by entering each roll in its box, in order; none of them a joker.
type filled struct {
	box  scorecard.Box
	dice [5]int
}

func withCard(t *testing.T, id game.RulesetID, card ...filled) *table {
	t.Helper()
	g := playing(t, id, 1)
	for _, f := range card {
		g.roll(f.dice[:]...)
		g.enter(f.box)
	}
	return g
}

var (
	fiftyInBox = filled{scorecard.FiveOfAKind, [5]int{1, 1, 1, 1, 1}}
	struckBox  = filled{scorecard.FiveOfAKind, [5]int{1, 2, 3, 4, 6}}
	foursTaken = filled{scorecard.Fours, [5]int{4, 1, 2, 3, 6}}
	sixesTaken = filled{scorecard.Sixes, [5]int{6, 1, 2, 3, 4}}
	onesTaken  = filled{scorecard.Ones, [5]int{1, 2, 3, 4, 6}}
)

// A further five alike: what enters where, by ruleset.
func TestScorecard_furtherFive(t *testing.T) {
	type gains map[scorecard.Box]int // points and bonus
	lower := func(fullHouse, small, large, sum int) gains {
		return gains{
			scorecard.FullHouse: fullHouse, scorecard.SmallStraight: small, scorecard.LargeStraight: large,
			scorecard.ThreeOfAKind: sum, scorecard.FourOfAKind: sum, scorecard.Chance: sum,
		}
	}
	cases := []struct {
		name  string
		card  []filled
		dice  [5]int
		games map[game.RulesetID]struct {
			gains gains
			all   bool // other boxes may be entered too
		}
	}{
		{"own upper box open", []filled{fiftyInBox}, [5]int{4, 4, 4, 4, 4}, map[game.RulesetID]struct {
			gains gains
			all   bool
		}{
			game.Penta:   {gains{scorecard.Fours: 120}, false},
			game.Bonanza: {gains{scorecard.Fours: 70}, false},
			game.Femlika: {gains{scorecard.Fours: 120, scorecard.FullHouse: 100, scorecard.Ones: 100}, true},
		}},
		{"own upper box filled", []filled{fiftyInBox, foursTaken}, [5]int{4, 4, 4, 4, 4}, map[game.RulesetID]struct {
			gains gains
			all   bool
		}{
			game.Penta:   {lower(125, 130, 140, 120), false},
			game.Bonanza: {lower(75, 80, 90, 70), false},
			game.Femlika: {lower(100, 100, 100, 120), true},
		}},
		{"box struck, own upper box filled", []filled{struckBox, onesTaken}, [5]int{1, 1, 1, 1, 1}, map[game.RulesetID]struct {
			gains gains
			all   bool
		}{
			game.Penta:   {lower(0, 0, 0, 5), true},
			game.Bonanza: {lower(25, 30, 40, 5), false},
			game.Femlika: {lower(0, 0, 0, 5), true},
		}},
		{"box struck, sixes filled", []filled{struckBox, sixesTaken}, [5]int{6, 6, 6, 6, 6}, map[game.RulesetID]struct {
			gains gains
			all   bool
		}{
			game.Penta:   {gains{scorecard.Chance: 30}, true},
			game.Bonanza: {gains{scorecard.Chance: 30}, true},
			game.Femlika: {gains{scorecard.Chance: 30}, true},
		}},
	}
	for _, c := range cases {
		for _, id := range scorecardGames() {
			t.Run(c.name+"/"+string(id), func(t *testing.T) {
				for _, box := range scorecard.AllBoxes() {
					g := withCard(t, id, c.card...)
					g.roll(c.dice[:]...)
					g.allowedBoxes()
					before := g.state.Total(0)
					gain, listed := c.games[id].gains[box]
					switch {
					case listed:
						g.enter(box)
						want(t, box.String(), g.state.Total(0)-before, gain)
					case g.state.Seats[0].Card.Filled(box):
						g.refused(game.Enter{By: game.ByPlayer, Box: box}, game.BoxTaken, game.NoReason)
					case !c.games[id].all:
						g.refused(game.Enter{By: game.ByPlayer, Box: box}, game.BoxForbidden, game.NoReason)
					}
				}
			})
		}
	}
}

func TestScorecard_upperBonus(t *testing.T) {
	for _, c := range []struct {
		ones  [5]int
		total int
	}{
		{[5]int{1, 1, 1, 2, 3}, 63 + 35},
		{[5]int{1, 1, 2, 2, 3}, 62},
	} {
		g := withCard(t, game.Penta,
			filled{scorecard.Ones, c.ones}, filled{scorecard.Twos, [5]int{2, 2, 2, 1, 3}}, filled{scorecard.Threes, [5]int{3, 3, 3, 1, 2}},
			filled{scorecard.Fours, [5]int{4, 4, 4, 1, 2}}, filled{scorecard.Fives, [5]int{5, 5, 5, 1, 2}}, filled{scorecard.Sixes, [5]int{6, 6, 6, 1, 2}})
		want(t, "total", g.state.Total(0), c.total)
	}
}

// Held dice keep their positions, whatever falls and in whatever order the hold was written.
func TestScorecard_heldDiceStay(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		g := playing(t, game.Femlika, 1)
		g.roll(5, 1, 5, 2, 5)
		a, b := 1+random.IntN(6), 1+random.IntN(6)
		caused := g.do(game.Roll{By: game.ByPlayer, Held: []int{4, 0, 2}, Dice: []int{5, a, 5, b, 5}})
		want(t, "events", types(caused), "held by player, rolled by player")
		want(t, "held", caused[0].Event.(game.Held).Held.Positions(), []int{0, 2, 4})
		want(t, "dice", g.state.Turn.Dice.Faces(), []int{5, a, 5, b, 5})
		want(t, "after the replay", game.Fold(g.log).Turn.Dice, g.state.Turn.Dice)
		want(t, "held after the roll", g.state.Turn.Held.Len(), 0)
		g.refused(game.Roll{By: game.ByPlayer, Held: []int{0}, Dice: []int{6, a, 5, b, 5}}, game.BadDice, game.ReasonDiceKept)
	}
}

// With server dice the positions that are rolled take the dice drawn for them, and no others.
func TestScorecard_serverDice(t *testing.T) {
	g := serverGame(t, game.Penta)
	g.do(game.Roll{By: game.ByPlayer, Drawn: dice5(1, 2, 3, 4, 5)})
	g.do(game.Roll{By: game.ByPlayer, Held: []int{1, 3}, Drawn: dice5(6, 6, 6, 6, 6)})
	want(t, "dice", g.state.Turn.Dice.Faces(), []int{6, 2, 6, 4, 6})
}

// A roll with the hold that stands writes no other hold; with one that differs it does, and the empty one clears it.
func TestScorecard_holds(t *testing.T) {
	faces := []int{5, 1, 5, 2, 5}
	for _, c := range []struct {
		name string
		held []int
		want string
	}{
		{"the one that stands", nil, "rolled by player"},
		{"the same", []int{2, 0}, "rolled by player"},
		{"another", []int{0}, "held by player, rolled by player"},
		{"none", []int{}, "held by player, rolled by player"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := playing(t, game.Penta, 1)
			g.roll(faces...)
			g.hold(5, 5)
			d, err := game.Decide(g.state, game.Roll{By: game.ByPlayer, Held: c.held, Dice: faces}, "")
			if err != nil {
				t.Fatal(err)
			}
			want(t, "events", types(d.Events), c.want)
			want(t, "named", d.Named, len(d.Events)-1)
		})
	}
}

func TestScorecard_threeRolls(t *testing.T) {
	g := playing(t, game.Bonanza, 2)
	faces := []int{1, 2, 3, 4, 6}
	for roll := range 3 {
		want(t, "may", g.state.May(), game.May{Roll: true, Hold: roll > 0, Enter: roll > 0})
		want(t, "rolls left", g.state.RollsLeft(), 3-roll)
		g.roll(faces...)
	}
	want(t, "may after the third", g.state.May(), game.May{Enter: true})
	g.refused(game.Roll{By: game.ByPlayer, Dice: faces}, game.NoRollsLeft, game.NoReason)
	g.enter(scorecard.Chance)
	want(t, "on turn", g.state.OnTurn(), 1)
	want(t, "turn", g.state.Turn, game.Turn{Seat: 1, Round: 1, Fresh: true})
	g.refused(game.Roll{By: game.ByPlayer, Dice: faces}, game.NotYourTurn, game.NoReason)
}

// All dice may be held, but there is nothing to roll then.
func TestScorecard_holdAll(t *testing.T) {
	g := rolled(t, game.Femlika, 1, 2, 3, 4, 5)
	g.do(game.Hold{By: game.ByPlayer, Held: []int{0, 1, 2, 3, 4}})
	want(t, "may", g.state.May(), game.May{Hold: true, Enter: true})
	g.refused(game.Roll{By: game.ByPlayer, Dice: []int{1, 2, 3, 4, 5}}, game.BadHold, game.ReasonHoldAll)
	g.enter(scorecard.LargeStraight)
}

func TestState_Confirm(t *testing.T) {
	g := playing(t, game.Penta, 1)
	points, strike := scorecard.Entry{Points: 1}, scorecard.Entry{Bonus: 100, Joker: true}
	for roll := 1; roll <= 3; roll++ {
		g.roll(1, 2, 3, 4, 6)
		asked := game.ConfirmEnter
		if roll == 3 {
			asked = game.ConfirmNothing
		}
		want(t, fmt.Sprintf("points after roll %d", roll), g.state.Confirm(points), asked)
		want(t, fmt.Sprintf("strike after roll %d", roll), g.state.Confirm(strike), game.ConfirmStrike)
	}
}

// fillAll plays a game to its end: each seat enters what it gets in its first open box.
func (g *table) fillAll(faces func(seat int) []int) {
	g.t.Helper()
	for g.state.OnTurn() != game.NoSeat {
		g.roll(faces(g.state.OnTurn())...)
		g.enter(g.state.Entries()[0].Box)
	}
	want(g.t, "status", g.state.Status, game.StatusFinished)
}

// Equal totals share a placement, whatever the seats.
func TestScorecard_ties(t *testing.T) {
	for _, c := range []struct{ lucky, placements []int }{
		{[]int{0, 1}, []int{1, 1, 3}},
		{[]int{0, 2}, []int{1, 3, 1}},
		{[]int{1, 2}, []int{3, 1, 1}},
		{[]int{1}, []int{2, 1, 2}},
		{nil, []int{1, 1, 1}},
	} {
		g := playing(t, game.Femlika, 3)
		g.fillAll(func(seat int) []int {
			if slices.Contains(c.lucky, seat) {
				return []int{1, 2, 3, 4, 5}
			}
			return []int{1, 2, 3, 4, 6}
		})
		want(t, fmt.Sprint(c.lucky), g.placements(), c.placements)
		want(t, "in the log", g.log[len(g.log)-1].Event, game.Event(game.Finished{Placements: c.placements}))
	}
}

func TestScorecard_resign(t *testing.T) {
	faces := []int{1, 2, 3, 4, 6}
	t.Run("out of turn", func(t *testing.T) {
		g := playing(t, game.Penta, 4)
		for range 2 {
			g.roll(faces...)
			g.enter(scorecard.Chance)
		}
		g.roll(faces...)
		g.hold(6)
		before := g.state.Turn
		want(t, "events", types(g.resign(0)), "resigned by player")
		want(t, "turn", g.state.Turn, before)
		for _, seat := range []int{3, 1, 2, 3, 1} {
			g.do(game.Roll{By: game.ByPlayer, Seat: g.state.Turn.Seat, Held: []int{}, Dice: faces})
			g.enter(g.state.Entries()[0].Box)
			want(t, "on turn", g.state.OnTurn(), seat)
		}
	})
	t.Run("on turn", func(t *testing.T) {
		g := playing(t, game.Bonanza, 3)
		g.roll(faces...)
		g.enter(scorecard.Chance)
		g.roll(faces...)
		want(t, "events", types(g.resign(1)), "resigned by player")
		want(t, "turn", g.state.Turn, game.Turn{Seat: 2, Round: 1, Fresh: true})
		want(t, "rolls left", g.state.RollsLeft(), 3)
		g.fillAll(func(int) []int { return faces })
		want(t, "placements", g.placements(), []int{1, 3, 1})
	})
	t.Run("the last but one", func(t *testing.T) {
		g := playing(t, game.Femlika, 3)
		g.roll(faces...)
		g.enter(scorecard.Chance)
		want(t, "first", types(g.resign(0)), "resigned by player")
		want(t, "second", types(g.resign(2)), "resigned by player, finished by server")
		want(t, "placements", g.placements(), []int{3, 1, 2})
		want(t, "points of the winner", g.state.Total(1), 0)
		g.refused(game.Resign{By: game.ByPlayer, Seat: 1}, game.GameNotPlaying, game.NoReason)
		g.refused(game.Resign{By: game.ByPlayer, Seat: 2}, game.GameNotPlaying, game.NoReason)
	})
	t.Run("in the last round", func(t *testing.T) {
		g := playing(t, game.Penta, 3)
		for _, box := range scorecard.AllBoxes() {
			for seat := range 3 {
				if box == scorecard.FiveOfAKind && seat == 2 {
					continue
				}
				g.roll(faces...)
				g.enter(box)
			}
		}
		want(t, "on turn", g.state.OnTurn(), 2)
		want(t, "events", types(g.resign(2)), "resigned by player, finished by server")
		want(t, "placements", g.placements(), []int{1, 1, 3})
	})
}

// A solo game that is given up has no result.
func TestScorecard_resignSolo(t *testing.T) {
	for _, id := range scorecardGames() {
		g := withCard(t, id, fiftyInBox)
		g.roll(1, 2, 3, 4, 5)
		want(t, string(id), g.resign(0), []game.Caused{
			{By: game.ByPlayer, Event: game.Resigned{}}, {By: game.ByServer, Event: game.Finished{}},
		})
		want(t, "status", g.state.Status, game.StatusFinished)
		want(t, "placement", g.state.Seats[0].Placement, 0)
		want(t, "total", g.state.Total(0), 50)
	}
}
