package review_test

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

// skill is how somebody plays.
type skill uint8

const (
	best skill = iota
	casual
	careless // anything that is allowed
)

// match is a game that is played with dice of the test's own chance.
type match struct {
	testing.TB
	*rand.Rand
	state game.State
	log   []game.Record
}

// play makes a game with a seat for each skill and plays it to its end. Of a thousand moves so many give up.
func play(t testing.TB, r *rand.Rand, id game.RulesetID, quit int, skills ...skill) *match {
	t.Helper()
	m := &match{TB: t, Rand: r}
	seats := make([]game.SeatSpec, len(skills))
	for i := range seats {
		seats[i].Kind = game.AccountSeat
	}
	ruleset, _ := game.Lookup(id)
	var o game.OptionsChoice
	if ruleset.HasOwnPot() {
		o.OwnPot = new(r.IntN(2) == 0)
	}
	m.do(game.Create{
		Game: "b161ed31-f302-4a67-8cd3-260dbd6ee96d", Ruleset: id, Dice: game.ServerDice, Visibility: game.Private,
		Commitment: "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd", Seats: seats, Start: true, Options: o,
	})
	for m.state.OnTurn() != game.NoSeat {
		if quit > 0 && m.IntN(1000) < quit {
			m.try(game.Resign{By: game.ByPlayer, Seat: m.IntN(len(seats))})
			continue
		}
		switch skills[m.state.Turn.Seat] {
		case best:
			m.do(bestplay.Best(table(id), m.state, game.ByPlayer))
		case casual:
			m.do(bestplay.Casual(m.state, game.ByPlayer))
		case careless:
			m.wander()
		}
	}
	return m
}

// try carries out a command, and tells whether it was allowed. Dice are drawn for a roll.
func (m *match) try(c game.Command) bool {
	if roll, ok := c.(game.Roll); ok && m.state.Dice == game.ServerDice {
		faces := make([]int, m.state.Ruleset.Dice)
		for i := range faces {
			faces[i] = 1 + m.IntN(6)
		}
		roll.Drawn = dice.MustNew(faces...)
		c = roll
	}
	d, err := game.Decide(m.state, c, "seed")
	if err != nil {
		return false
	}
	for _, caused := range d.Events {
		m.record(caused.By, caused.Event)
	}
	return true
}

func (m *match) do(c game.Command) {
	m.Helper()
	if !m.try(c) {
		m.Fatalf("refused: %#v\n%+v", c, m.state)
	}
}

// record adds an event to the log, whether the rules would have it or not.
func (m *match) record(by game.By, e game.Event) {
	seq := m.state.Seq + 1
	at := time.Date(2026, 11, 29, 12, 0, seq, 0, time.UTC)
	r := game.Record{Seq: seq, At: at, By: by, Event: e}
	m.state = game.Evolve(m.state, r)
	m.log = append(m.log, r)
}

// wander makes a move that is allowed.
func (m *match) wander() {
	s := m.state
	seat, by := s.Turn.Seat, game.ByPlayer
	if s.Turn.Fresh {
		m.do(game.Roll{By: by, Seat: seat})
		return
	}
	for {
		held := dice.Mask(m.IntN(1 << s.Ruleset.Dice)).Positions()
		switch m.IntN(4) {
		case 0:
			if m.try(game.Roll{By: by, Seat: seat, Held: held}) {
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
