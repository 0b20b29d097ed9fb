package review_test

import (
	"math"
	"slices"
	"testing"

	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/review"
	"kast/domain/scorecard"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9 {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// mask is the set of the positions.
func mask(positions ...int) dice.Mask {
	m, err := dice.MaskOf(positions, dice.MaxDice)
	if err != nil {
		panic(err)
	}
	return m
}

// The last turn of a card on which only ones are open and the upper bonus is out of reach, worked out by hand: each die
// that is no one becomes one with 1/6 a roll, and ones are kept. So five dice are worth 5 · 91/216 in three rolls, and
// 5 · 11/36 in two.
func TestGame_LastTurnByHand(t *testing.T) {
	id := scorecards()[0]
	m := &match{TB: t}
	m.record(game.ByPlayer, game.Created{Ruleset: id, RulesVersion: 1, Seats: make([]game.SeatSpec, 1)})
	m.record(game.ByPlayer, game.Started{Seats: []int{0}})
	for box := range scorecard.Box(scorecard.Boxes) {
		if box != scorecard.Ones { // strikes, after whatever rolls
			m.record(game.ByPlayer, game.Rolled{Dice: dice.MustNew(2, 3, 4, 6, 6)})
			m.record(game.ByPlayer, game.Entered{Entry: scorecard.Entry{Box: box}})
		}
	}
	before := review.Game(table(id), m.log).Seats[0]
	near(t, "expected before the turn", before.Unplayed, 5*91.0/216)

	m.record(game.ByPlayer, game.Rolled{Dice: dice.MustNew(1, 1, 3, 4, 6)}) // worth 2 + 3 · 11/36
	m.record(game.ByPlayer, game.Held{Held: mask(0)})                       // a one let go: worth 1 + 4 · 11/36
	m.record(game.ByPlayer, game.Rolled{Dice: dice.MustNew(1, 2, 1, 1, 6)}) // worth 3 + 2/6
	m.record(game.ByPlayer, game.Entered{Entry: scorecard.Entry{Box: scorecard.Ones, Points: 3}})
	m.record(game.ByServer, game.Finished{Placements: []int{1}})

	got := review.Game(table(id), m.log)
	seat := got.Seats[0]
	lost, stopped := 2+3*11.0/36-(1+4*11.0/36), 2.0/6 // what the two decisions gave away
	near(t, "loss", seat.Loss-before.Loss, lost+stopped)
	near(t, "luck", seat.Luck-before.Luck, 2+3*11.0/36-5*91.0/216+3+2.0/6-(1+4*11.0/36))
	near(t, "unplayed", seat.Unplayed, 0)
	if seat.Total != 3 {
		t.Errorf("total %d", seat.Total)
	}
	near(t, "identity", seat.StartExpected+seat.Luck-seat.Loss, 3)

	last := got.Decisions[len(got.Decisions)-2:]
	for i, want := range []review.Decision{
		{
			Roll: 1, Dice: dice.MustNew(1, 1, 3, 4, 6), Loss: lost,
			Done: review.Action{Do: review.Roll, Held: mask(0), Expected: 1 + 4*11.0/36},
			Best: review.Action{Do: review.Roll, Held: mask(0, 1), Expected: 2 + 3*11.0/36},
		},
		{
			Roll: 2, Dice: dice.MustNew(1, 2, 1, 1, 6), Loss: stopped,
			Done: review.Action{Do: review.Enter, Box: scorecard.Ones, Expected: 3},
			Best: review.Action{Do: review.Roll, Held: mask(0, 2, 3), Expected: 3 + 2.0/6},
		},
	} {
		d := last[i]
		near(t, "loss", d.Loss, want.Loss)
		near(t, "done", d.Done.Expected, want.Done.Expected)
		near(t, "best", d.Best.Expected, want.Best.Expected)
		want.Loss, want.Done.Expected, want.Best.Expected = d.Loss, d.Done.Expected, d.Best.Expected
		want.Seq, want.Round, want.By = d.Seq, 13, game.ByPlayer
		if d != want {
			t.Errorf("got %+v, want %+v", d, want)
		}
	}
}

// throw is a roll of client dice by the seat on turn, with positions held of the dice before it.
func (m *match) throw(held []int, faces ...int) {
	m.Helper()
	m.do(game.Roll{By: game.ByPlayer, Seat: m.state.Turn.Seat, Held: held, Dice: faces})
}

func (m *match) bank(held ...int) {
	m.Helper()
	m.do(game.Bank{By: game.ByPlayer, Seat: m.state.Turn.Seat, Held: held})
}

// finalRound is a game of three in which seat 0 leads the final round with 10 000 and seat 1, with 9 900, is on turn.
func finalRound(t *testing.T) *match {
	t.Helper()
	m := &match{TB: t}
	m.do(game.Create{
		Game: "b161ed31-f302-4a67-8cd3-260dbd6ee96d", Ruleset: game.Tiotusen, Dice: game.ClientDice,
		Visibility: game.Private, Seats: slices.Repeat([]game.SeatSpec{{Kind: game.GuestSeat}}, 3), Start: true,
	})
	m.throw(nil, 1, 1, 1, 1, 1, 1) // 8000 into the pot
	m.throw(nil, 1, 1, 1, 2, 3, 4)
	m.bank(0, 1, 2) // 9000
	m.throw(nil, 1, 1, 1, 1, 1, 1)
	m.throw(nil, 1, 1, 1, 2, 3, 4)
	m.bank(0, 1, 2) // 9000
	m.throw(nil, 4, 4, 4, 4, 1, 2)
	m.bank(0, 1, 2, 3, 4)          // 900
	m.throw(nil, 2, 3, 3, 4, 4, 6) // zilch
	m.throw(nil, 1, 1, 1, 2, 3, 4)
	m.bank(0, 1, 2) // 1000
	if m.state.Final != (game.FinalRound{Seat: 0, Score: 10_000}) || m.state.Seats[1].Score != 9_900 || m.state.OnTurn() != 1 {
		t.Fatalf("%+v", m.state)
	}
	return m
}

// A chance is kept by stopping with what overtakes, and thrown away by stopping with less.
func TestGame_FinalRound(t *testing.T) {
	for _, c := range []struct {
		held         []int
		points       int
		result, loss float64
	}{{[]int{0}, 100, 0, 1}, {[]int{0, 1}, 200, 1, 0}, {[]int{0, 2}, 150, 1, 0}} {
		m := finalRound(t)
		m.throw(nil, 1, 1, 5, 2, 3, 4)
		m.bank(c.held...)
		got := review.Game(nil, m.log)
		d, turn := got.Decisions[len(got.Decisions)-1], got.Turns[len(got.Turns)-1]
		if d.Objective != review.Chance || turn.Objective != review.Chance || turn.Gain != c.points || turn.Result != c.result {
			t.Fatalf("%+v, %+v", d, turn)
		}
		near(t, "loss", d.Loss, c.loss)
		near(t, "loss of the turn", turn.Loss, c.loss)
		near(t, "done", d.Done.Chance, c.result)
		near(t, "luck", turn.Luck, 1-turn.Expected)
		// Of equal chances the higher gain is better: 250 for all three.
		if want := (review.Action{Do: review.Bank, Held: mask(0, 1, 2), Expected: 250, Chance: 1}); d.Best != want {
			t.Errorf("best is %+v", d.Best)
		}
	}
}

// When the leader of the final round gives up while another seat has rolled, that seat has another aim from then on.
func TestGame_LeaderGivesUp(t *testing.T) {
	m := finalRound(t)
	m.throw(nil, 1, 5, 2, 3, 3, 4)
	m.throw([]int{1}, 1, 5, 2, 3, 3, 4) // a five was held, where a one is better
	m.do(game.Resign{By: game.ByPlayer, Seat: 0})
	if m.state.Final.On() {
		t.Fatalf("somebody still leads: %+v", m.state.Final)
	}
	m.bank(0) // 150, as it happens
	got := review.Game(nil, m.log)
	turn := got.Turns[len(got.Turns)-1]
	if turn.Objective != review.Gain || turn.Result != 150 || turn.Gain != 150 {
		t.Errorf("%+v", turn)
	}
	near(t, "identity", turn.Result, turn.Expected+turn.Luck-turn.Loss)
	near(t, "luck", turn.Luck, 0) // no roll after it
	n := len(got.Decisions)
	objectives := []review.Objective{got.Decisions[n-2].Objective, got.Decisions[n-1].Objective}
	if !slices.Equal(objectives, []review.Objective{review.Chance, review.Gain}) {
		t.Errorf("objectives %v", objectives)
	}
	near(t, "loss of the turn", turn.Loss, got.Decisions[n-1].Loss)
}
