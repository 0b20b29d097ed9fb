package game_test

import (
	"testing"

	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/pot"
)

// gain lets the seat on turn bank n points with one roll, the pot apart.
func (g *table) gain(n int) game.Banked {
	g.t.Helper()
	throw := map[int][2][]int{ // the roll, and what is held of it
		4000: {{1, 1, 1, 1, 1, 2}, {1, 1, 1, 1, 1}},
		2000: {{1, 1, 1, 1, 2, 3}, {1, 1, 1, 1}},
		1000: {{1, 1, 1, 2, 3, 4}, {1, 1, 1}},
		600:  {{6, 6, 6, 2, 3, 4}, {6, 6, 6}},
		500:  {{5, 5, 5, 2, 3, 4}, {5, 5, 5}},
		350:  {{3, 3, 3, 5, 2, 4}, {3, 3, 3, 5}},
		300:  {{3, 3, 3, 2, 2, 4}, {3, 3, 3}},
		250:  {{1, 1, 5, 2, 3, 4}, {1, 1, 5}},
		200:  {{1, 1, 2, 3, 4, 4}, {1, 1}},
		150:  {{1, 5, 2, 3, 4, 4}, {1, 5}},
		100:  {{1, 2, 2, 3, 4, 6}, {1}},
		50:   {{5, 2, 2, 3, 4, 6}, {5}},
	}[n]
	g.roll(throw[0]...)
	g.hold(throw[1]...)
	return g.bank()
}

// bust lets the seat on turn lose its turn, and nothing else.
func (g *table) bust() {
	g.t.Helper()
	g.roll(1, 2, 2, 3, 4, 6)
	g.hold(1)
	want(g.t, "outcome", g.roll(2, 2, 3, 3, 4).Outcome, pot.Bust)
}

func (g *table) zilch() game.Rolled {
	g.t.Helper()
	return g.roll(2, 2, 3, 3, 4, 4)
}

// straight rolls 1 to 6.
func (g *table) straight() game.Rolled {
	g.t.Helper()
	return g.roll(3, 1, 6, 4, 2, 5)
}

// withScores is a game whose seats have the given scores, with seat 0 on turn; one with points is in.
func withScores(t *testing.T, ownPot bool, scores ...int) *table {
	t.Helper()
	c := newGame(game.Tiotusen, len(scores))
	c.Options.OwnPot = &ownPot
	g := create(t, c)
	for done := false; !done; {
		done = true
		for seat, score := range scores {
			switch left := score - g.state.Total(seat); {
			case left == 0:
				g.bust()
			default:
				for _, n := range []int{4000, 2000, 1000, 600, 500, 350, 300, 250, 200, 150, 100, 50} {
					if n <= left {
						g.gain(n)
						break
					}
				}
				done = false
			}
		}
	}
	want(t, "scores", g.scores(), scores)
	want(t, "on turn", g.state.OnTurn(), 0)
	want(t, "pot", g.state.Pot, 0)
	return g
}

func TestTiotusen_holds(t *testing.T) {
	g := playing(t, game.Tiotusen, 2)
	g.roll(4, 3, 3, 3, 4, 3)
	for _, c := range []struct {
		held   []int
		points int // -1 for none
	}{
		{[]int{0, 1, 2, 3, 4, 5}, -1},
		{[]int{5, 3, 2, 1}, 600},
		{[]int{1, 2, 5}, 300},
		{[]int{1, 2}, -1},
		{[]int{1}, -1},
		{[]int{0, 4}, -1},
		{[]int{}, 0},
	} {
		hold := game.Hold{By: game.ByPlayer, Held: c.held}
		if c.points < 0 {
			g.refused(hold, game.BadHold, game.ReasonHoldNotScoring)
			continue
		}
		g.do(hold)
		want(t, "points", g.state.HeldPoints(), c.points)
	}
}

// A die joins the group of its face that lies aside and doubles it once, 1s and 5s too; earlier singles stay singles.
func TestTiotusen_groups(t *testing.T) {
	g := playing(t, game.Tiotusen, 2)
	g.roll(3, 3, 3, 2, 4, 6)
	g.hold(3, 3, 3)
	g.roll(3, 5, 2)
	g.hold(3, 5)
	want(t, "points", g.state.Turn.Points+g.state.HeldPoints(), 650)

	g = playing(t, game.Tiotusen, 2)
	g.roll(5, 2, 2, 3, 4, 6)
	g.hold(5)
	g.roll(5, 5, 5, 4, 6)
	g.hold(5, 5, 5)
	want(t, "a group after a single", g.state.Turn.Points+g.state.HeldPoints(), 550)
	g.roll(5, 6)
	g.hold(5)
	want(t, "a joiner after it", g.state.Turn.Points+g.state.HeldPoints(), 1050)
	want(t, "locked", g.state.Turn.Locked.Positions(), []int{0, 1, 2, 3})
	want(t, "groups", g.state.Turn.Groups, pot.Groups{5: 3})
}

func TestTiotusen_zilch(t *testing.T) {
	for _, faces := range [][]int{{2, 2, 3, 3, 4, 4}, {2, 2, 3, 3, 6, 6}, {2, 3, 4, 6, 2, 3}} {
		g := playing(t, game.Tiotusen, 2)
		want(t, "roll", g.roll(faces...), game.Rolled{Dice: dice.MustNew(faces...), Outcome: pot.Zilch, Points: -1000})
		want(t, "scores", g.scores(), []int{-1000, 0})
		want(t, "in", g.state.Seats[0].IsIn, false)
		want(t, "turn", g.state.Turn, game.Turn{Seat: 1, Round: 1, Fresh: true})
	}
}

// The pot goes on past zilch, bust and a stop below 350.
func TestTiotusen_potGoesOn(t *testing.T) {
	g := withScores(t, false, 500, 500, 500)
	want(t, "pot", g.roll(1, 5, 2, 2, 2, 5).Points, 400)
	g.zilch()
	g.bust()
	want(t, "stop below 350", g.gain(300).Points, 300)
	want(t, "pot", g.state.Pot, 400)
	want(t, "stop with 350", g.gain(350).Points, 750)
	want(t, "pot", g.state.Pot, 0)
	want(t, "scores", g.scores(), []int{800, 250, 500})
}

// Who is not in needs 350 turn points to stop, the pot apart; exactly 350 will do, and takes it.
func TestTiotusen_entry(t *testing.T) {
	for _, lying := range []int{0, 400} {
		g := playing(t, game.Tiotusen, 3)
		if lying > 0 {
			g.roll(1, 5, 2, 2, 2, 5)
		} else {
			g.bust()
		}
		g.roll(1, 1, 2, 3, 4, 6)
		g.hold(1, 1)
		g.refused(game.Bank{By: game.ByPlayer, Seat: 1}, game.CannotBank, game.NoReason)
		want(t, "may", g.state.May(), game.May{Roll: true, Hold: true})
		g.roll(1, 5, 2, 2)
		g.refused(game.Bank{By: game.ByPlayer, Seat: 1, Held: g.find(1)}, game.CannotBank, game.NoReason)
		g.refused(game.Bank{By: game.ByPlayer, Seat: 1}, game.MustHold, game.NoReason)
		g.hold(1, 5)
		want(t, "may", g.state.May(), game.May{Roll: true, Hold: true, Bank: true})
		want(t, "banked", g.bank(), game.Banked{Seat: 1, Points: 350 + lying})
		want(t, "pot", g.state.Pot, 0)
		want(t, "in", g.state.Seats[1].IsIn, true)
	}
}

// A hold that comes with the stop is written before it.
func TestTiotusen_bankWithHold(t *testing.T) {
	g := rolled(t, game.Tiotusen, 1, 1, 1, 2, 3, 4)
	d, err := game.Decide(g.state, game.Bank{By: game.ByPlayer, Held: []int{2, 1, 0}}, "")
	if err != nil {
		t.Fatal(err)
	}
	want(t, "events", d, game.Decision{Named: 1, Events: []game.Caused{
		{By: game.ByPlayer, Event: game.Held{Held: 0b111}}, {By: game.ByPlayer, Event: game.Banked{Points: 1000}},
	}})
	g.hold(1, 1, 1)
	want(t, "with the one that stands", types(g.do(game.Bank{By: game.ByPlayer, Held: []int{0, 1, 2}})), "banked by player")
}

func TestTiotusen_straight(t *testing.T) {
	t.Run("rolls on", func(t *testing.T) {
		g := withScores(t, false, 500, 500)
		want(t, "roll", g.straight(), game.Rolled{Dice: dice.MustNew(3, 1, 6, 4, 2, 5), Outcome: pot.Straight, Points: 1000})
		want(t, "pot", g.state.Pot, 1000)
		want(t, "may", g.state.May(), game.May{Roll: true})
		want(t, "rolls", g.state.Rolls(), dice.All(6))
		want(t, "roll in the turn", g.state.Turn.Roll, 1)
		want(t, "needs 350", g.state.NeedsEntry(), true)

		// A roll after it is no first roll: no zilch.
		want(t, "outcome", g.zilch().Outcome, pot.Bust)
		want(t, "scores", g.scores(), []int{500, 500})
		want(t, "pot", g.state.Pot, 1000)
		want(t, "on turn", g.state.OnTurn(), 1)
		want(t, "needs 350", g.state.NeedsEntry(), false)
	})
	t.Run("needs 350", func(t *testing.T) {
		g := withScores(t, false, 500, 500)
		g.straight()
		g.straight()
		g.roll(3, 3, 3, 5, 2, 4)
		g.hold(3, 3, 3)
		g.refused(game.Bank{By: game.ByPlayer}, game.CannotBank, game.NoReason)
		g.hold(3, 3, 3, 5)
		want(t, "banked", g.bank().Points, 2350)
		want(t, "next", g.gain(300).Points, 300)
	})
	t.Run("over two rolls", func(t *testing.T) {
		g := playing(t, game.Tiotusen, 2)
		g.roll(1, 2, 3, 4, 6, 6)
		g.hold(1)
		want(t, "outcome", g.roll(2, 3, 4, 5, 6).Outcome, pot.Scored)
	})
	t.Run("of five", func(t *testing.T) {
		for _, c := range []struct {
			faces, held []int
			points      int
		}{{[]int{1, 2, 3, 4, 5, 5}, []int{1, 5, 5}, 200}, {[]int{2, 3, 4, 5, 6, 6}, []int{5}, 50}} {
			g := playing(t, game.Tiotusen, 2)
			want(t, "outcome", g.roll(c.faces...).Outcome, pot.Scored)
			g.hold(c.held...)
			want(t, "points", g.state.HeldPoints(), c.points)
			g.refused(game.Hold{By: game.ByPlayer, Held: []int{1}}, game.BadHold, game.ReasonHoldNotScoring)
		}
	})
	t.Run("pot after it", func(t *testing.T) {
		g := withScores(t, false, 500, 500)
		g.straight()
		want(t, "points", g.roll(1, 1, 1, 1, 1, 1), game.Rolled{Dice: dice.MustNew(1, 1, 1, 1, 1, 1), Outcome: pot.Pot, Points: 8000})
		want(t, "pot", g.state.Pot, 9000)
		want(t, "on turn", g.state.OnTurn(), 1)
	})
}

// A pot fills by itself: its points are the turn's and this roll's, counted at the most.
func TestTiotusen_pot(t *testing.T) {
	g := withScores(t, false, 0, 500, 0)
	want(t, "points", g.roll(2, 2, 2, 2, 2, 5).Points, 850)
	want(t, "in", g.state.Seats[0].IsIn, false)
	want(t, "banked", g.gain(100).Points, 100)
	want(t, "pot", g.state.Pot, 850)
	want(t, "banked", g.gain(350).Points, 1200)
	want(t, "scores", g.scores(), []int{0, 600, 1200})
	want(t, "pot", g.state.Pot, 0)

	g = playing(t, game.Tiotusen, 2)
	g.roll(3, 3, 3, 1, 2, 4)
	g.hold(3, 3, 3)
	want(t, "joiners", g.roll(3, 3, 1), game.Rolled{Dice: dice.MustNew(3, 3, 3, 3, 3, 1), Outcome: pot.Pot, Points: 1300})
	want(t, "scores", g.scores(), []int{0, 0})
}

func TestTiotusen_serverDice(t *testing.T) {
	g := serverGame(t, game.Tiotusen)
	g.do(game.Roll{By: game.ByPlayer, Drawn: dice.MustNew(1, 2, 2, 3, 4, 6)})
	caused := g.do(game.Roll{By: game.ByPlayer, Held: []int{0}, Drawn: dice.MustNew(6, 5, 2, 3, 4, 6)})
	want(t, "events", types(caused), "held by player, rolled by player")
	g.do(game.Roll{By: game.ByPlayer, Held: []int{1}, Drawn: dice.MustNew(6, 6, 5, 3, 4, 6)})
	want(t, "dice", g.state.Turn.Dice.Faces(), []int{1, 5, 5, 3, 4, 6})
	want(t, "held and locked", []int{g.state.Turn.Held.Len(), g.state.Turn.Locked.Len()}, []int{0, 2})
	want(t, "points", g.state.Turn.Points, 150)
}
