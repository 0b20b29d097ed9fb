package bestplay_test

import (
	"math/rand/v2"
	"testing"

	"kast/domain/bestplay"
	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/pot"
	"kast/domain/potplay"
)

// What package potplay says of the position that is made of a game is what the game's own rules say: what may be held
// and what it is worth, when one may stop, what a stop gains, and whether it overtakes.
func TestPosition(t *testing.T) {
	finals, straights := 0, 0
	for n := range fewer(100) {
		r := rand.New(rand.NewPCG(uint64(n), 7))
		m := newMatch(t, r, game.Tiotusen, players(2+n%3), game.OptionsChoice{OwnPot: new(n%2 == 0)})
		for moves := 0; m.state.OnTurn() != game.NoSeat && moves < 2000; moves++ {
			if m.state.Turn.Fresh {
				checkFresh(m)
				if m.state.Turn.Roll > 0 {
					straights++
				}
			} else {
				checkRolled(m)
			}
			if m.state.Final.On() {
				finals++
			}
			if m.IntN(2) == 0 {
				m.wander()
			} else {
				m.do(bestplay.Casual(m.state, game.ByPlayer))
			}
		}
	}
	if finals == 0 || straights == 0 {
		t.Errorf("%d positions in final rounds, %d after straights and own pots", finals, straights)
	}
}

func checkFresh(m *match) {
	m.Helper()
	p := bestplay.Position(m.state)
	if err := p.Check(); err != nil {
		m.Fatalf("%+v: %v", p, err)
	}
	if p.Dice.Len() != 0 || p.Free != pot.Dice || p.First != (m.state.Turn.Roll == 0) || p.Points != 0 {
		m.Fatalf("%+v before a roll of %+v", p, m.state.Turn)
	}
	if m.allowed(game.Bank{By: game.ByPlayer, Seat: m.state.Turn.Seat}) {
		m.Fatalf("a stop before a roll in %+v", m.state)
	}
}

func checkRolled(m *match) {
	m.Helper()
	s := m.state
	p := bestplay.Position(s)
	if err := p.Check(); err != nil {
		m.Fatalf("%+v: %v", p, err)
	}
	if p.First || p.Free != p.Dice.Len() || p.Pot != s.Pot {
		m.Fatalf("%+v after a roll of %+v", p, s.Turn)
	}
	var solver potplay.Solver
	for held := range dice.All(p.Free) + 1 {
		onTable := bestplay.OnTable(s, held)
		if bestplay.AmongRolled(s, onTable) != held || onTable&s.Turn.Locked != 0 || onTable.Len() != held.Len() {
			m.Fatalf("%v among the rolled became %v on the table of %+v", held, onTable, s.Turn)
		}
		for _, then := range []potplay.Then{potplay.Roll, potplay.Bank} {
			_, may := solver.Of(p, potplay.Action{Held: held, Then: then})
			var c game.Command = game.Roll{By: game.ByPlayer, Seat: s.Turn.Seat, Held: onTable.Positions()}
			if then == potplay.Bank {
				c = game.Bank{By: game.ByPlayer, Seat: s.Turn.Seat, Held: onTable.Positions()}
			}
			if m.allowed(c) != may {
				m.Fatalf("%#v: allowed in the game: %t, best play says %t; %+v", c, !may, may, p)
			}
			if then == potplay.Bank && may {
				checkBank(m, p, c, held, &solver)
			}
		}
	}
}

// checkBank makes a stop and takes it back.
func checkBank(m *match, p potplay.Position, c game.Command, held dice.Mask, solver *potplay.Solver) {
	m.Helper()
	before, log := m.state, m.log
	m.do(c)
	after := m.state
	m.state, m.log = before, log
	seat := before.Turn.Seat
	gain := after.Seats[seat].Score - before.Seats[seat].Score
	figures, _ := solver.Of(p, potplay.Action{Held: held, Then: potplay.Bank})
	if figures.Gain != float64(gain) {
		m.Fatalf("a stop gains %d, best play says %v; %+v", gain, figures.Gain, p)
	}
	if before.Final.On() {
		overtakes := after.Final.Seat == seat
		if overtakes != (gain >= p.Need) || overtakes != (figures.Chance == 1) {
			m.Fatalf("a gain of %d overtakes: %t; needed are %d, best play says %v", gain, overtakes, p.Need, figures.Chance)
		}
	}
}

// Best play beats casual play, whoever begins.
func TestBest_BeatsCasual(t *testing.T) {
	for _, id := range rulesets() {
		t.Run(string(id), func(t *testing.T) {
			t.Parallel()
			wins, games := 0.0, fewer(300)
			for n := range games {
				levels := []game.BotLevel{game.BotBest, game.BotCasual}
				best := n % 2 // takes turns to begin
				if best == 1 {
					levels = []game.BotLevel{game.BotCasual, game.BotBest}
				}
				m := newMatch(t, rand.New(rand.NewPCG(uint64(n), 8)), id, bots(levels...), game.OptionsChoice{})
				for m.state.OnTurn() != game.NoSeat {
					m.do(botMove(m.state, table(id)))
				}
				switch mine, other := m.state.Seats[best].Placement, m.state.Seats[1-best].Placement; {
				case mine < other:
					wins++
				case mine == other:
					wins += 0.5
				}
			}
			t.Logf("best won %v of %d games against casual", wins, games)
			if games >= 100 && wins < 0.55*float64(games) {
				t.Errorf("best won but %v of %d games", wins, games)
			}
		})
	}
}

// Casual play in the final round stops only with what overtakes.
func TestCasual_FinalRound(t *testing.T) {
	seen := 0
	for n := range fewer(200) {
		m := newMatch(t, rand.New(rand.NewPCG(uint64(n), 9)), game.Tiotusen, bots(game.BotCasual, game.BotCasual), game.OptionsChoice{})
		for m.state.OnTurn() != game.NoSeat {
			c := bestplay.Casual(m.state, game.ByBot)
			if _, bank := c.(game.Bank); bank && m.state.Final.On() {
				seat := m.state.Turn.Seat
				if m.do(c); m.state.Final.Seat != seat {
					t.Fatalf("game %d: seat %d stopped without overtaking", n, seat)
				}
				seen++
				continue
			}
			m.do(c)
		}
	}
	if seen == 0 {
		t.Error("nobody overtook")
	}
}
