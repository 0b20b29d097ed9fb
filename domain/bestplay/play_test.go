package bestplay_test

import (
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"kast/domain/bestplay"
	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/solver"
)

// tables has the table of each scorecard ruleset, made when it is first asked for.
var tables = map[game.RulesetID]func() *solver.Table{
	game.Penta: solved(game.Penta), game.Femlika: solved(game.Femlika), game.Bonanza: solved(game.Bonanza),
}

func solved(id game.RulesetID) func() *solver.Table {
	return sync.OnceValue(func() *solver.Table {
		r, _ := game.Lookup(id)
		table, err := solver.Solve(r.Scorecard, solver.Options{Workers: 2})
		if err != nil {
			panic(err)
		}
		return table
	})
}

// table is nil for the pot game, which needs none.
func table(id game.RulesetID) *solver.Table {
	if solve, ok := tables[id]; ok {
		return solve()
	}
	return nil
}

// rulesets are those that are tested: fewer under the race detector, where solving one takes some seconds.
func rulesets() []game.RulesetID {
	if raced {
		return []game.RulesetID{game.Penta, game.Tiotusen}
	}
	return []game.RulesetID{game.Penta, game.Femlika, game.Bonanza, game.Tiotusen}
}

// fewer is how many games to play of many: a tenth in a short test, a fiftieth under the race detector, 20 at least.
func fewer(many int) int {
	switch {
	case raced:
		return max(many/50, 20)
	case testing.Short():
		return max(many/10, 20)
	default:
		return many
	}
}

// match is a game with server dice of the test's own chance.
type match struct {
	*testing.T
	*rand.Rand
	state game.State
	log   []game.Record
}

var start = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)

func bots(levels ...game.BotLevel) []game.SeatSpec {
	seats := make([]game.SeatSpec, len(levels))
	for i, level := range levels {
		seats[i] = game.SeatSpec{Kind: game.BotSeat, BotLevel: level}
	}
	return seats
}

func players(n int) []game.SeatSpec {
	seats := make([]game.SeatSpec, n)
	for i := range seats {
		seats[i].Kind = game.AccountSeat
	}
	return seats
}

func newMatch(t *testing.T, r *rand.Rand, id game.RulesetID, seats []game.SeatSpec, o game.OptionsChoice) *match {
	t.Helper()
	m := &match{T: t, Rand: r}
	const commitment = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
	m.do(game.Create{
		Game: "b161ed31-f302-4a67-8cd3-260dbd6ee96d", Ruleset: id, Dice: game.ServerDice, Visibility: game.Private,
		Commitment: commitment, Seats: seats, Start: true, Options: o,
	})
	return m
}

// try carries out a command, and tells whether it was allowed. Dice are drawn for a roll.
func (m *match) try(c game.Command) bool {
	if roll, ok := c.(game.Roll); ok {
		roll.Drawn = m.throw(m.state.Ruleset.Dice)
		c = roll
	}
	d, err := game.Decide(m.state, c, "seed")
	if err != nil {
		return false
	}
	for _, caused := range d.Events {
		seq := m.state.Seq + 1
		r := game.Record{Seq: seq, At: start.Add(time.Duration(seq) * time.Second), By: caused.By, Event: caused.Event}
		m.state = game.Evolve(m.state, r)
		m.log = append(m.log, r)
	}
	return true
}

func (m *match) do(c game.Command) {
	m.Helper()
	if !m.try(c) {
		m.Fatalf("refused: %#v\n%+v", c, m.state)
	}
}

func (m *match) throw(n int) dice.Dice {
	faces := make([]int, n)
	for i := range faces {
		faces[i] = 1 + m.IntN(6)
	}
	return dice.MustNew(faces...)
}

// allowed tells whether a command would be, without carrying it out.
func (m *match) allowed(c game.Command) bool {
	before, log := m.state, m.log
	ok := m.try(c)
	m.state, m.log = before, log
	return ok
}

// wander makes a move of any kind that is allowed for the seat on turn, holds among them.
func (m *match) wander() {
	s := m.state
	seat, by := s.Turn.Seat, game.ByPlayer
	if s.Seats[seat].Kind == game.BotSeat {
		by = game.ByBot
	}
	for {
		held := dice.Mask(m.IntN(1 << s.Ruleset.Dice)).Positions()
		switch m.IntN(4) {
		case 0:
			if m.try(game.Roll{By: by, Seat: seat, Held: held}) || s.Turn.Fresh && m.try(game.Roll{By: by, Seat: seat}) {
				return
			}
		case 1:
			if m.try(game.Hold{By: by, Seat: seat, Held: held}) {
				return
			}
		case 2:
			if m.try(game.Bank{By: by, Seat: seat, Held: held}) {
				return
			}
		case 3:
			entries := s.Entries()
			if len(entries) > 0 && m.try(game.Enter{By: by, Seat: seat, Box: entries[m.IntN(len(entries))].Box}) {
				return
			}
		}
	}
}

// botMove is what the computer on turn does.
func botMove(s game.State, t *solver.Table) game.Command {
	if s.Seats[s.Turn.Seat].BotLevel == game.BotBest {
		return bestplay.Best(t, s, game.ByBot)
	}
	return bestplay.Casual(s, game.ByBot)
}
