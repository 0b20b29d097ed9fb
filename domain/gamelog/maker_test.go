package gamelog_test

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"kast/domain/dice"
	"kast/domain/fairness"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/domain/pot"
	"kast/domain/scorecard"
)

// maker plays games for logs to look at. All that it does follows from its seed.
type maker struct {
	testing.TB
	chance *rand.Rand
	seed   fairness.Seed
	lucky  int // percent of rolls of client dice that come out as something rare
	at     time.Time
	state  game.State
	lines  []gamelog.Line
}

func newMaker(t testing.TB, seed uint64) *maker {
	t.Helper()
	m := &maker{TB: t, chance: rand.New(rand.NewPCG(seed, 0)), at: time.Date(2026, 5, 16, 19, 30, 0, 0, time.UTC)}
	copy(m.seed[:], m.random(len(m.seed)))
	return m
}

func (m *maker) random(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(m.chance.IntN(256))
	}
	return b
}

func (m *maker) uuid() string {
	b := m.random(16)
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	s := hex.EncodeToString(b)
	return fmt.Sprintf("%s-%s-%s-%s-%s", s[:8], s[8:12], s[12:16], s[16:20], s[20:])
}

func (m *maker) percent(p int) bool { return m.chance.IntN(100) < p }

// create makes a game with server dice where a commitment is wanted, else one with client dice.
func (m *maker) create(c game.Create) {
	m.Helper()
	c.Game = m.uuid()
	if c.Dice == game.ServerDice {
		c.Commitment = m.seed.Commitment()
	}
	if c.Visibility == "" {
		c.Visibility = game.Private
	}
	m.do(c)
}

// do carries a command out and writes what it causes.
func (m *maker) do(c game.Command) {
	m.Helper()
	m.at = m.at.Add(time.Duration(m.chance.IntN(20_000)) * time.Millisecond)
	if deadline := m.state.Deadline(); !deadline.IsZero() && m.at.After(deadline) {
		m.at = deadline // just in time
	}
	m.carryOut(c)
}

// carryOut is do without time going by. Server dice that are not drawn yet are.
func (m *maker) carryOut(c game.Command) {
	m.Helper()
	if roll, ok := c.(game.Roll); ok && m.state.Dice == game.ServerDice {
		roll.Drawn = m.seed.Dice(gamelog.Position(m.state), m.state.Ruleset.Dice)
		c = roll
	}
	d, err := game.Decide(m.state, c, m.seed.Hex())
	if err != nil {
		m.Fatalf("%#v: %v", c, err)
	}
	for _, caused := range d.Events {
		m.add(game.Record{ID: m.uuid(), At: m.at, By: caused.By, Event: caused.Event})
	}
}

// add seals a record at the end of the log.
func (m *maker) add(r game.Record) {
	m.Helper()
	r.Seq = m.state.Seq + 1
	line, err := gamelog.Seal(m.head(), r)
	if err != nil {
		m.Fatal(err)
	}
	m.lines = append(m.lines, line)
	m.state = game.Evolve(m.state, line.Record)
}

func (m *maker) head() string {
	if len(m.lines) == 0 {
		return gamelog.Genesis()
	}
	return m.lines[len(m.lines)-1].Hash
}

// play goes on until the game is over, or until the log has n events.
func (m *maker) play(n int) {
	m.Helper()
	for m.state.OnTurn() != game.NoSeat && len(m.lines) < n {
		m.move()
	}
}

const toTheEnd = 1 << 30

// move makes one move of the seat on turn, as somebody who knows the rules might.
func (m *maker) move() {
	m.Helper()
	s := m.state
	seat, by := s.Turn.Seat, game.ByPlayer
	if s.Seats[seat].Kind == game.BotSeat {
		by = game.ByBot
	}
	switch may := s.May(); {
	case s.Turn.Fresh:
		m.roll(by, nil)
	case s.Ruleset.Engine == game.PotEngine && s.Turn.Held == 0:
		if held := m.scoring(); m.percent(50) {
			m.do(game.Hold{By: by, Seat: seat, Held: held})
		} else if m.percent(50) {
			m.roll(by, held)
		} else {
			m.do(game.Hold{By: by, Seat: seat, Held: held[:0]})
		}
	case may.Bank && m.percent(80):
		m.do(game.Bank{By: by, Seat: seat})
	case s.Ruleset.Engine == game.PotEngine:
		m.roll(by, nil)
	case s.RollsLeft() > 0 && m.percent(90) && len(m.alike()) < s.Ruleset.Dice:
		if held := m.alike(); m.percent(50) {
			m.roll(by, held)
		} else {
			m.do(game.Hold{By: by, Seat: seat, Held: held})
			m.roll(by, nil)
		}
	default:
		entries := s.Entries()
		best := slices.MaxFunc(entries, func(a, b scorecard.Entry) int { return a.Points + a.Bonus - b.Points - b.Bonus })
		if m.percent(10) {
			best = entries[m.chance.IntN(len(entries))]
		}
		if s.Dice == game.ClientDice && m.percent(3) {
			by = game.ByClock
		}
		m.do(game.Enter{By: by, Seat: seat, Box: best.Box})
	}
}

// alike returns the positions of the face that most dice show.
func (m *maker) alike() []int {
	best := []int{}
	for face := 1; face <= 6; face++ {
		var held []int
		for i, f := range m.state.Turn.Dice.Faces() {
			if f == face {
				held = append(held, i)
			}
		}
		if len(held) >= len(best) {
			best = held
		}
	}
	return best
}

// scoring returns the positions of all dice just rolled that score.
func (m *maker) scoring() []int {
	turn, rolled := m.state.Turn, dice.All(pot.Dice)&^m.state.Turn.Locked
	faces := pot.ScoringFaces(turn.Dice.CountsOf(rolled), turn.Groups)
	var held []int
	for _, i := range rolled.Positions() {
		if slices.Contains(faces, turn.Dice.At(i)) {
			held = append(held, i)
		}
	}
	return held
}

func (m *maker) roll(by game.By, held []int) {
	m.Helper()
	s := m.state
	c := game.Roll{By: by, Seat: s.Turn.Seat, Held: held}
	if s.Dice == game.ServerDice {
		m.do(c)
		return
	}
	keep := s.Turn.Held
	if held != nil {
		keep, _ = dice.MaskOf(held, s.Ruleset.Dice)
	}
	alike, straight := 0, m.percent(m.lucky/4)
	if m.percent(m.lucky) {
		alike = 1 + m.chance.IntN(6)
	}
	for i := range s.Ruleset.Dice {
		face := 1 + m.chance.IntN(6)
		switch {
		case !s.Turn.Fresh && (keep | s.Turn.Locked).Has(i):
			face = s.Turn.Dice.At(i)
		case straight:
			face = i + 1
		case alike > 0 && !m.percent(20):
			face = alike
		}
		c.Dice = append(c.Dice, face)
	}
	m.do(c)
}
