package game_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/pot"
	"kast/domain/scorecard"
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
	return newTimelineOf(game.Penta, o, mode, kinds...)
}

func newTimelineOf(id game.RulesetID, o game.Options, mode game.DiceMode, kinds ...game.SeatKind) *timeline {
	l := &timeline{zero: time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)}
	e := game.Created{Ruleset: id, RulesVersion: 1, Options: o, Dice: mode}
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

func TestState_Deadline_autoEnterAlone(t *testing.T) {
	throw := game.Rolled{Dice: dice.MustNew(1, 2, 3, 4, 5)}
	l := newTimeline(game.Options{AutoEnterSeconds: 3}, game.ServerDice, game.AccountSeat)
	for second := 20; second < 40; second += 10 {
		want(t, "before the third roll", l.due(), -1)
		l.at(second, throw)
	}
	l.at(40, throw)
	want(t, "after it", l.due(), 43)
	l.at(42, game.Entered{Entry: scorecard.Entry{Box: scorecard.Chance, Points: 15}})
	want(t, "in the next turn", l.due(), -1)

	// Another seat's automatic entry begins this one's turn, with all of its time.
	both := game.Options{TurnSeconds: 30, AutoEnterSeconds: 60}
	l = newTimeline(both, game.ServerDice, game.AccountSeat, game.GuestSeat)
	l.at(20, throw)
	l.at(21, throw)
	l.at(22, throw)
	want(t, "the turn clock is earlier", l.due(), 40)
	l.at(41, game.Entered{Entry: scorecard.Entry{Box: scorecard.Chance, Points: 15}})
	want(t, "the next turn", l.due(), 71)
}

func TestState_Deadline_resumed(t *testing.T) {
	throw := game.Rolled{Dice: dice.MustNew(1, 2, 3, 4, 5)}
	l := newTimeline(game.Options{TurnSeconds: 60}, game.ServerDice, game.AccountSeat, game.AccountSeat)
	l.at(500, game.Resumed{})
	want(t, "a turn under way has all of its time", l.due(), 560)
	l.at(510, throw)
	want(t, "a roll after it changes nothing", l.due(), 560)
	l.at(520, game.Entered{Entry: scorecard.Entry{Box: scorecard.Chance, Points: 15}})
	want(t, "a turn that begins later has its own", l.due(), 580)
	l.at(530, game.Resumed{})
	l.at(540, game.Resumed{})
	want(t, "the last time counts", l.due(), 600)
}

// Straights and holds are part of the turn; a pot, a zilch, a bust and a stop end it.
func TestState_Deadline_pot(t *testing.T) {
	players := []game.SeatKind{game.AccountSeat, game.AccountSeat, game.AccountSeat}
	l := newTimelineOf(game.Tiotusen, game.Options{TurnSeconds: 90}, game.ServerDice, players...)
	roll := func(second int, outcome pot.Outcome, faces ...int) {
		l.at(second, game.Rolled{Seat: l.state.Turn.Seat, Dice: dice.MustNew(faces...), Outcome: outcome})
	}
	roll(20, pot.Straight, 1, 2, 3, 4, 5, 6)
	want(t, "after a straight", l.due(), 100)
	roll(30, pot.Scored, 1, 2, 3, 4, 6, 6)
	l.at(40, game.Held{Held: 1})
	want(t, "after a hold", l.due(), 100)
	roll(50, pot.Bust, 1, 2, 3, 4, 6, 6)
	want(t, "after a bust", l.due(), 140)
	roll(60, pot.Zilch, 2, 2, 3, 4, 6, 6)
	want(t, "after a zilch", l.due(), 150)
	roll(70, pot.Pot, 1, 1, 1, 1, 1, 1)
	want(t, "after a pot", l.due(), 160)
	roll(80, pot.Scored, 1, 1, 1, 4, 6, 6)
	l.at(85, game.Held{Held: 7})
	l.at(90, game.Banked{Points: 1000})
	want(t, "after a stop", l.due(), 180)
}

// No clock runs for who has given up, and nobody moves that seat any more.
func TestClock_resigned(t *testing.T) {
	seats := slices.Repeat([]game.SeatSpec{{Kind: game.AccountSeat}}, 3)
	g := create(t, game.Create{
		Game: gameID, Ruleset: game.Bonanza, Dice: game.ServerDice, Visibility: game.Private, Commitment: commitment,
		Seats: seats, Start: true,
	})
	five := dice.MustNew(1, 2, 3, 4, 6)
	g.do(game.Roll{By: game.ByPlayer, Drawn: five})
	g.do(game.Enter{By: game.ByPlayer, Box: scorecard.Chance})
	g.do(game.Roll{By: game.ByPlayer, Seat: 1, Drawn: five})
	g.resign(1)
	began := g.log[len(g.log)-1].At
	want(t, "on turn", g.state.OnTurn(), 2)
	want(t, "deadline", g.state.Deadline(), began.Add(45*time.Second))
	want(t, "the turn", g.state.Turn, game.Turn{Seat: 2, Round: 1, Fresh: true})
	for _, by := range []game.By{game.ByPlayer, game.ByClock} {
		g.refused(game.Roll{By: by, Seat: 1, Drawn: five}, game.NotYourTurn, game.NoReason)
		g.refused(game.Enter{By: by, Seat: 1, Box: scorecard.Ones}, game.NotYourTurn, game.NoReason)
	}
	// The clock plays the turn of seat 2 and no other.
	g.do(game.Roll{By: game.ByClock, Seat: 2, Drawn: five})
	g.do(game.Enter{By: game.ByClock, Seat: 2, Box: scorecard.Chance})
	want(t, "the next turn", g.state.OnTurn(), 0)
	g.resign(0)
	want(t, "after the end", g.state.Deadline(), time.Time{})
	if _, err := game.Check(g.log, nil); err != nil {
		t.Error(err)
	}
}

// The clock moves nobody whose time it does not count.
func TestClock_mayNotMove(t *testing.T) {
	five := dice.MustNew(1, 2, 3, 4, 6)
	for name, c := range map[string]game.Create{
		"no clock":            {Ruleset: game.Femlika, Seats: []game.SeatSpec{{Kind: game.AccountSeat}, {Kind: game.GuestSeat}}},
		"alone":               {Ruleset: game.Bonanza, Seats: []game.SeatSpec{{Kind: game.AccountSeat}}},
		"before a third roll": {Ruleset: game.Penta, Seats: []game.SeatSpec{{Kind: game.AccountSeat}}},
		"a computer": {Ruleset: game.Bonanza, Seats: []game.SeatSpec{
			{Kind: game.BotSeat, BotLevel: game.BotBest}, {Kind: game.AccountSeat},
		}},
	} {
		c.Game, c.Dice, c.Visibility, c.Commitment, c.Start = gameID, game.ServerDice, game.Private, commitment, true
		g := create(t, c)
		by := game.ByPlayer
		if c.Seats[0].Kind == game.BotSeat {
			by = game.ByBot
		}
		mustPanic(t, "seat 0 moved by clock", func() { _, _ = game.Decide(g.state, game.Roll{By: game.ByClock, Drawn: five}, serverSeed) })
		g.do(game.Roll{By: by, Drawn: five})
		log := slices.Clone(g.log)
		log[len(log)-1].By = game.ByClock
		if _, err := game.Check(log, nil); !errors.Is(err, game.ErrDiffers) {
			t.Errorf("%s: a log with a roll by the clock: %v", name, err)
		}
	}
}
