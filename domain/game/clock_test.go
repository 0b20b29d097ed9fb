package game_test

import (
	"testing"
	"time"

	"kast/domain/dice"
	"kast/domain/game"
)

// timeline folds events that come at given seconds.
type timeline struct {
	state game.State
	zero  time.Time
}

func (l *timeline) at(second int, e game.Event) {
	r := game.Record{Seq: l.state.Seq + 1, At: l.zero.Add(time.Duration(second) * time.Second), By: game.ByPlayer, Event: e}
	l.state = game.Evolve(l.state, r)
}

// due is the deadline in seconds, -1 for none.
func (l *timeline) due() int {
	if l.state.Deadline().IsZero() {
		return -1
	}
	return int(l.state.Deadline().Sub(l.zero).Seconds())
}

func newTimeline(o game.Options, mode game.DiceMode, kinds ...game.SeatKind) *timeline {
	l := &timeline{zero: time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)}
	e := game.Created{Ruleset: game.Penta, RulesVersion: 1, Options: o, Dice: mode}
	started := game.Started{}
	for i, kind := range kinds {
		e.Seats = append(e.Seats, game.SeatSpec{Kind: kind})
		started.Seats = append(started.Seats, i)
	}
	l.at(0, e)
	l.at(10, started)
	return l
}

func TestState_Deadline(t *testing.T) {
	throw := game.Rolled{Dice: dice.MustNew(1, 2, 3, 4, 5)}
	both := game.Options{TurnSeconds: 60, AutoEnterSeconds: 3}

	l := newTimeline(both, game.ServerDice, game.AccountSeat, game.AccountSeat)
	want(t, "from the start", l.due(), 70)
	l.at(20, throw)
	l.at(25, game.Held{})
	l.at(30, throw)
	want(t, "rolls do not move it", l.due(), 70)
	l.at(40, throw)
	want(t, "the automatic entry is earlier", l.due(), 43)
	l.at(42, game.Resumed{})
	want(t, "resumed", l.due(), 45)

	l = newTimeline(both, game.ServerDice, game.AccountSeat, game.AccountSeat)
	l.at(60, throw)
	l.at(65, throw)
	l.at(69, throw)
	want(t, "the turn clock is earlier", l.due(), 70)
	l.at(80, game.Resigned{Seat: 0})
	want(t, "the game is as good as over", l.due(), -1)

	l = newTimeline(both, game.ServerDice, game.AccountSeat, game.AccountSeat, game.AccountSeat)
	l.at(50, game.Resigned{Seat: 0})
	want(t, "the next turn has all of its time", l.due(), 110)
	l.at(60, game.Resigned{Seat: 2})
	want(t, "somebody else's leaving", l.due(), -1)

	want(t, "solo has no turn clock", newTimeline(both, game.ServerDice, game.AccountSeat).due(), -1)
	want(t, "client dice", newTimeline(both, game.ClientDice, game.AccountSeat, game.AccountSeat).due(), -1)
	want(t, "a computer", newTimeline(both, game.ServerDice, game.BotSeat, game.AccountSeat).due(), -1)
	want(t, "no clock", newTimeline(game.Options{}, game.ServerDice, game.AccountSeat, game.AccountSeat).due(), -1)
}
