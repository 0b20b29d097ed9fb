package bestplay_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"kast/domain/bestplay"
	"kast/domain/game"
)

// From any position of a game the clock plays the turn to its end, and does not care what the player held.
func TestTimeUp(t *testing.T) {
	for _, id := range rulesets() {
		t.Run(string(id), func(t *testing.T) {
			t.Parallel()
			best := table(id)
			for n := range fewer(300) {
				r := rand.New(rand.NewPCG(uint64(n), 5))
				m := newMatch(t, r, id, players(2+n%3), game.OptionsChoice{TurnSeconds: new(60)})
				for m.state.OnTurn() != game.NoSeat && m.IntN(60) > 0 {
					m.wander()
				}
				if m.state.OnTurn() != game.NoSeat {
					runOut(m, func() game.Command { return bestplay.TimeUp(best, m.state) })
				}
			}
		})
	}
}

func runOut(m *match, timeUp func() game.Command) {
	m.Helper()
	held := m.state
	m.state.Turn.Held = 0
	without := timeUp()
	m.state = held
	if with := timeUp(); !reflect.DeepEqual(with, without) {
		m.Fatalf("the hold changed what the clock does: %#v, without it %#v", with, without)
	}
	seat, turn, fresh, from := held.Turn.Seat, held.Turn.Round, held.Turn.Fresh, len(m.log)
	moves := 0
	for ; m.state.OnTurn() == seat && m.state.Turn.Round == turn; moves++ {
		if moves > 1000 {
			m.Fatalf("the turn does not end: %+v", m.state)
		}
		m.do(timeUp())
	}
	for _, r := range m.log[from:] {
		_, finished := r.Event.(game.Finished)
		if r.By != game.ByClock && !finished {
			m.Fatalf("%#v by %s", r.Event, r.By)
		}
	}
	if want := 1; held.Ruleset.Engine == game.ScorecardEngine {
		if fresh {
			want = 2 // it rolls once first
		}
		if moves != want {
			m.Fatalf("%d moves of the clock, want %d", moves, want)
		}
	}
}

// In the scorecard games the clock enters the best box of the roll that lies.
func TestTimeUp_BestBox(t *testing.T) {
	for _, id := range scorecardRulesets() {
		m := newMatch(t, rand.New(rand.NewPCG(6, 6)), id, players(2), game.OptionsChoice{TurnSeconds: new(60)})
		for m.state.OnTurn() != game.NoSeat {
			if !m.state.Turn.Fresh {
				enter := bestplay.TimeUp(table(id), m.state).(game.Enter)
				if best := bestplay.Boxes(table(id), m.state)[0].Box; enter.Box != best {
					t.Fatalf("%s: the clock enters %v, best is %v", id, enter.Box, best)
				}
			}
			m.wander()
		}
	}
}
