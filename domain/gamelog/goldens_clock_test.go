package gamelog_test

import (
	"testing"
	"time"

	"kast/domain/bestplay"
	"kast/domain/game"
	"kast/domain/solver"
)

// clockGoldens are the golden logs of games with clocks, and of computer seats with server dice.
func clockGoldens() []golden {
	account, guest := game.SeatSpec{Kind: game.AccountSeat}, game.SeatSpec{Kind: game.GuestSeat}
	best, casual := game.SeatSpec{Kind: game.BotSeat, BotLevel: game.BotBest}, game.SeatSpec{Kind: game.BotSeat, BotLevel: game.BotCasual}
	return []golden{
		{"bonanza-clock", func(m *maker) { // time runs out now and then, before a roll and after one
			m.create(game.Create{Ruleset: game.Bonanza, Dice: game.ServerDice, Seats: []game.SeatSpec{account, guest, account}, Start: true})
			m.playLate(tableOf(game.Bonanza), 12)
		}, []string{"rolled by clock", "entered by clock", "entered by clock on a roll of the player", "turn clock"}},
		{"penta-auto-entry", func(m *maker) {
			m.create(game.Create{Ruleset: game.Penta, Dice: game.ServerDice, Seats: []game.SeatSpec{account}, Start: true})
			m.playLate(tableOf(game.Penta), 30)
		}, []string{"entered by clock", "automatic entry"}},
		{"tiotusen-clock", func(m *maker) { // the clock drops a hold and plays turns to their ends; the server stood still once
			m.create(game.Create{
				Ruleset: game.Tiotusen, Dice: game.ServerDice, Options: game.OptionsChoice{TurnSeconds: new(60)},
				Seats: []game.SeatSpec{account, guest}, Start: true,
			})
			m.play(40)
			m.at = m.state.Deadline().Add(time.Hour)
			m.carryOut(game.Resume{})
			m.playLate(nil, 8)
		}, []string{"type resumed", "held by clock", "rolled by clock", "banked by clock", "hold dropped by clock", "turn clock"}},
		{"femlika-bots", func(m *maker) {
			m.create(game.Create{Ruleset: game.Femlika, Dice: game.ServerDice, Seats: []game.SeatSpec{best, account, casual}, Start: true})
			m.playLate(tableOf(game.Femlika), 0)
		}, []string{"best with server dice", "casual with server dice"}},
		{"tiotusen-bots", func(m *maker) { // a game of computers alone
			m.create(game.Create{
				Ruleset: game.Tiotusen, Dice: game.ServerDice, Options: game.OptionsChoice{OwnPot: new(true)},
				Seats: []game.SeatSpec{casual, best}, Start: true,
			})
			m.playLate(nil, 0)
		}, []string{"best with server dice", "casual with server dice"}},
	}
}

// tableOf is asked for only when golden logs are made, which happens once.
func tableOf(id game.RulesetID) *solver.Table {
	r, _ := game.Lookup(id)
	t, err := solver.Solve(r.Scorecard, solver.Options{Workers: 2})
	if err != nil {
		panic(err)
	}
	return t
}

// playLate plays to the end. Computer seats move as they do, and of so many percent of the moves of the others the time
// runs out, where it is counted.
func (m *maker) playLate(t *solver.Table, late int) {
	m.Helper()
	for m.state.OnTurn() != game.NoSeat {
		s := m.state
		switch seat := s.Seats[s.Turn.Seat]; {
		case seat.BotLevel == game.BotBest:
			m.carryOut(bestplay.Best(t, s, game.ByBot))
		case seat.BotLevel == game.BotCasual:
			m.carryOut(bestplay.Casual(s, game.ByBot))
		case !s.Deadline().IsZero() && m.percent(late):
			m.at = s.Deadline().Add(1200 * time.Millisecond)
			for turn := s.Turn; m.state.Turn.Seat == turn.Seat && m.state.Turn.Round == turn.Round; {
				m.carryOut(bestplay.TimeUp(t, m.state))
			}
		default:
			m.move()
		}
	}
}

// In golden logs with clocks every deadline is where it was: the clock moves after it, by no more than two seconds, and
// the others before.
func TestGolden_Deadlines(t *testing.T) {
	for _, g := range clockGoldens() {
		var s game.State
		clock := 0
		for _, line := range readGolden(t, g.name) {
			deadline := s.Deadline()
			switch late := line.At.Sub(deadline); {
			case deadline.IsZero():
				if line.By == game.ByClock {
					t.Errorf("%s: event %d by a clock that does not run", g.name, line.Seq)
				}
			case line.By == game.ByClock:
				clock++
				if late <= time.Second || late > 2*time.Second {
					t.Errorf("%s: event %d by the clock %v after the deadline", g.name, line.Seq, late)
				}
			case line.By == game.ByPlayer && late > 0:
				t.Errorf("%s: event %d by a player %v after the deadline", g.name, line.Seq, late)
			}
			s = game.Evolve(s, line.Record)
		}
		t.Logf("%s: %d events by the clock", g.name, clock)
	}
}
