package game_test

import (
	"testing"

	"kast/domain/game"
	"kast/domain/pot"
)

// over checks that a game has ended, with these scores and placements.
func (g *table) over(scores, placements []int) {
	g.t.Helper()
	want(g.t, "status", g.state.Status, game.StatusFinished)
	want(g.t, "scores", g.scores(), scores)
	want(g.t, "placements", g.placements(), placements)
}

func (g *table) leads(seat, score int) {
	g.t.Helper()
	want(g.t, "provisional winner", g.state.Final, game.FinalRound{Seat: seat, Score: score})
}

func TestFinal_overtaking(t *testing.T) {
	for _, c := range []struct {
		name string
		bank int
		over bool
	}{{"more", 300, false}, {"as much", 250, true}} {
		t.Run(c.name, func(t *testing.T) {
			g := withScores(t, false, 9800, 9900, 4000)
			g.bust()
			g.leads(game.NoSeat, 0)
			g.gain(150)
			g.leads(1, 10050)
			g.zilch()
			g.gain(c.bank)
			if c.over {
				g.over([]int{10050, 10050, 3000}, []int{2, 1, 3})
				return
			}
			g.leads(0, 10100)
			g.bust()
			want(t, "on turn", g.state.OnTurn(), 2)
			g.bust()
			g.over([]int{10100, 10050, 3000}, []int{1, 2, 3})
		})
	}
}

// The pot that is taken counts for overtaking, and each overtaking gives all the others one more turn.
func TestFinal_overtakenTwice(t *testing.T) {
	g := withScores(t, false, 9000, 9000, 9000)
	g.gain(1000)
	g.leads(0, 10000)
	want(t, "pot", g.roll(1, 5, 2, 2, 2, 5).Points, 400)
	want(t, "banked", g.gain(1000).Points, 1400)
	g.leads(2, 10400)
	g.gain(500)
	g.leads(0, 10500)
	g.bust()
	g.bust()
	g.over([]int{10500, 9000, 10400}, []int{1, 3, 2})
}

func TestFinal_zilchBelowTarget(t *testing.T) {
	g := withScores(t, false, 9800, 9900)
	g.gain(600)
	g.gain(350) // 10 250 does not overtake 10 400
	g.over([]int{10400, 10250}, []int{1, 2})

	g = withScores(t, false, 9800, 9900)
	g.gain(600)
	g.zilch()
	g.over([]int{10400, 8900}, []int{1, 2})
}

// Other equal scores share, and none shares with the winner.
func TestFinal_ties(t *testing.T) {
	g := withScores(t, false, 5000, 9000, 9000, 5000)
	g.bust()
	g.gain(1000)
	g.gain(1000)
	g.bust()
	g.bust()
	g.over([]int{5000, 10000, 10000, 5000}, []int{3, 1, 2, 3})
}

func TestFinal_ownPot(t *testing.T) {
	potRoll := []int{1, 5, 2, 2, 2, 5}
	t.Run("off", func(t *testing.T) {
		g := withScores(t, false, 9000, 9000)
		g.gain(1000)
		g.roll(potRoll...)
		g.over([]int{10000, 9000}, []int{1, 2})
	})
	t.Run("before the final round", func(t *testing.T) {
		g := withScores(t, true, 9000, 9000)
		g.roll(potRoll...)
		want(t, "on turn", g.state.OnTurn(), 1)
	})
	t.Run("rolls on", func(t *testing.T) {
		g := withScores(t, true, 9000, 9000, 9000)
		g.gain(1000)
		g.roll(1, 1, 2, 3, 4, 6)
		g.hold(1, 1)
		want(t, "points", g.roll(1, 5, 1, 1).Points, 200+1000+50)
		want(t, "turn", g.state.Turn, game.Turn{Seat: 1, Round: g.state.Turn.Round, Roll: 2, Dice: g.state.Turn.Dice, Fresh: true, Needs350: true})
		want(t, "may", g.state.May(), game.May{Roll: true})
		want(t, "pot", g.state.Pot, 1250)
		g.refused(game.Bank{By: game.ByPlayer, Seat: 1}, game.CannotBank, game.NoReason)
		g.roll(potRoll...)
		want(t, "pot", g.state.Pot, 1650)
		g.roll(3, 3, 3, 5, 2, 4)
		want(t, "roll in the turn", g.state.Turn.Roll, 4)
		g.hold(3, 3, 3)
		g.refused(game.Bank{By: game.ByPlayer, Seat: 1}, game.CannotBank, game.NoReason)
		g.hold(3, 3, 3, 5)
		want(t, "banked", g.bank().Points, 2000)
		g.leads(1, 11000)
	})
	t.Run("fails", func(t *testing.T) {
		g := withScores(t, true, 9000, 9000, 9000)
		g.gain(1000)
		g.roll(potRoll...)
		want(t, "outcome", g.zilch().Outcome, pot.Bust)
		want(t, "pot goes on", g.state.Pot, 400)
		want(t, "banked", g.gain(600).Points, 1000)
		g.over([]int{10000, 9000, 10000}, []int{1, 3, 2})
	})
	t.Run("straight", func(t *testing.T) {
		g := withScores(t, true, 9000, 9000)
		g.gain(1000)
		g.straight()
		g.roll(potRoll...)
		want(t, "pot", g.state.Pot, 1400)
		want(t, "banked", g.gain(350).Points, 1750)
		g.leads(1, 10750)
		g.bust()
		g.over([]int{10000, 10750}, []int{2, 1})
	})
}

// What becomes of the final round when the provisional winner gives up.
func TestFinal_winnerGivesUp(t *testing.T) {
	t.Run("the next one leads, and the game ends when the turn reaches it", func(t *testing.T) {
		g := withScores(t, false, 9000, 9000, 9000, 9000)
		g.gain(1000) // 0 leads with 10 000
		g.gain(2000) // 1 leads with 11 000
		g.bust()
		g.bust()
		// Seat 0 has its turn; 1 gives up.
		want(t, "on turn", g.state.OnTurn(), 0)
		want(t, "events", types(g.resign(1)), "resigned by player, finished by server")
		g.over([]int{10000, 11000, 9000, 9000}, []int{1, 4, 2, 2})
	})
	t.Run("others play on until it is reached", func(t *testing.T) {
		g := withScores(t, false, 9000, 9000, 9000, 9000)
		g.gain(1000)
		g.gain(2000)
		want(t, "events", types(g.resign(1)), "resigned by player")
		g.leads(0, 10000)
		want(t, "on turn", g.state.OnTurn(), 2)
		g.bust()
		g.bust()
		g.over([]int{10000, 11000, 9000, 9000}, []int{1, 4, 2, 2})
	})
	t.Run("it may be overtaken before that", func(t *testing.T) {
		g := withScores(t, false, 9000, 9000, 9000, 9000)
		g.gain(1000)
		g.gain(2000)
		g.resign(1)
		g.bust()
		g.roll(1, 1, 1, 2, 3, 4)
		g.hold(1, 1, 1)
		g.roll(1, 2, 3)
		g.hold(1)
		g.bank() // 2000: seat 3 leads with 11 000
		g.leads(3, 11000)
		g.bust()
		want(t, "on turn", g.state.OnTurn(), 2)
		g.bust()
		g.over([]int{10000, 11000, 9000, 11000}, []int{2, 4, 3, 1})
	})
	t.Run("nobody else has reached 10 000", func(t *testing.T) {
		g := withScores(t, true, 9000, 9000, 9000)
		g.gain(1000)
		g.resign(0)
		g.leads(game.NoSeat, 0)
		want(t, "own pot is off again", g.roll(1, 5, 2, 2, 2, 5).Outcome, pot.Pot)
		want(t, "on turn", g.state.OnTurn(), 2)
		g.bust()
		g.gain(1000)
		g.leads(1, 10400)
		g.bust()
		g.over([]int{10000, 10400, 9000}, []int{3, 1, 2})
	})
	t.Run("of equals the next in turn order", func(t *testing.T) {
		g := withScores(t, false, 9000, 9000, 9000, 9000)
		g.gain(1000) // 0 leads with 10 000
		g.bust()
		g.gain(2000) // 2 leads with 11 000
		g.gain(1000) // 3 has 10 000 too
		want(t, "on turn", g.state.OnTurn(), 0)
		g.gain(2000) // 0 leads with 12 000
		g.gain(1000) // 1 has 10 000
		g.resign(0)
		g.leads(2, 11000)
		g.over([]int{12000, 10000, 11000, 10000}, []int{4, 2, 1, 2})
	})
	t.Run("of equals the next in turn order, beyond the last seat", func(t *testing.T) {
		g := withScores(t, false, 9000, 9000, 9000, 9000)
		g.gain(1000)
		g.gain(1000)
		g.gain(2000)
		g.gain(1000)
		g.resign(2)
		g.leads(3, 10000)
		want(t, "on turn", g.state.OnTurn(), 0)
		g.bust()
		g.bust()
		g.over([]int{10000, 10000, 11000, 10000}, []int{2, 2, 4, 1})
	})
	t.Run("who gave up does not lead", func(t *testing.T) {
		g := withScores(t, false, 9000, 9000, 9000, 9000)
		g.gain(1000)
		g.gain(2000)
		g.resign(0)
		g.resign(1)
		g.leads(game.NoSeat, 0)
		want(t, "on turn", g.state.OnTurn(), 2)
	})
	t.Run("two seats", func(t *testing.T) {
		g := withScores(t, false, 9000, 9000)
		g.gain(1000)
		g.resign(0)
		g.over([]int{10000, 9000}, []int{2, 1})
	})
}

// Others who give up in the final round: a seat that gave up is skipped, and the end may come by that.
func TestFinal_othersGiveUp(t *testing.T) {
	g := withScores(t, false, 9000, 5000, 6000)
	g.gain(1000)
	g.bust()
	want(t, "events", types(g.resign(2)), "resigned by player, finished by server")
	g.over([]int{10000, 5000, 6000}, []int{1, 2, 3})

	g = withScores(t, false, 9000, 5000, 6000)
	g.gain(1000)
	g.resign(2)
	want(t, "on turn", g.state.OnTurn(), 1)
	g.bust()
	g.over([]int{10000, 5000, 6000}, []int{1, 2, 3})
}

// Points do not save who gave up: all who play on come first, and the later of two who gave up before the earlier.
func TestTiotusen_resign(t *testing.T) {
	g := withScores(t, false, 500, 6000, 8000, 400)
	g.roll(1, 5, 2, 2, 2, 5)
	g.resign(1)
	want(t, "pot", g.state.Pot, 400)
	want(t, "on turn", g.state.OnTurn(), 2)
	g.resign(0)
	want(t, "on turn", g.state.OnTurn(), 2)
	g.resign(2)
	g.over([]int{500, 6000, 8000, 400}, []int{3, 4, 2, 1})
}
