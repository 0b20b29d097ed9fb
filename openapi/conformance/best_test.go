package conformance_test

import (
	"fmt"
	"math"
	"testing"

	"kast/domain/bestplay"
	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/pot"
	"kast/domain/potplay"
	"kast/domain/solver"
)

// bestListed is how many of the best holds, or of the best choices of tiotusen, a case lists.
const bestListed = 4

// rounded leaves out digits that depend on the processor.
func rounded(x float64) float64 { return math.Round(x*1e9) / 1e9 }

// cardBest is best play at a position of a scorecard game.
type cardBest struct {
	Given struct {
		Ruleset     string         `json:"ruleset"`
		Card        map[string]int `json:"card"`
		FiveBonuses int            `json:"fiveBonuses"`
		RollsLeft   int            `json:"rollsLeft"`
		Dice        []int          `json:"dice,omitempty"`
	} `json:"given"`
	Expect struct {
		ExpectedTotal float64    `json:"expectedTotal"`
		Boxes         []boxTotal `json:"boxes"`
		Holds         []held     `json:"holds"`
	} `json:"expect"`
}

type boxTotal struct {
	Box           string  `json:"box"`
	ExpectedTotal float64 `json:"expectedTotal"`
}

type held struct {
	Held          []int   `json:"held"`
	ExpectedTotal float64 `json:"expectedTotal"`
}

func cardBestOf(table *solver.Table, s game.State) cardBest {
	var b cardBest
	card, d := s.Seats[s.Turn.Seat].Card, s.Turn.Dice
	b.Given.Ruleset, b.Given.Card, b.Given.FiveBonuses = string(s.Ruleset.ID), cardOf(card), card.FiveBonuses()
	b.Given.RollsLeft, b.Given.Dice = s.RollsLeft(), d.Faces()
	e := table.Evaluate(card, d, s.RollsLeft())
	b.Expect.ExpectedTotal = rounded(e.ExpectedTotal)
	b.Expect.Boxes, b.Expect.Holds = []boxTotal{}, []held{}
	for _, action := range e.Actions {
		switch {
		case action.Kind == solver.Enter:
			b.Expect.Boxes = append(b.Expect.Boxes, boxTotal{action.Entry.Box.String(), rounded(action.ExpectedTotal)})
		case len(b.Expect.Holds) < bestListed:
			b.Expect.Holds = append(b.Expect.Holds, held{action.Held.Positions(), rounded(action.ExpectedTotal)})
		}
	}
	return b
}

// TestScorecardBest: the expected totals of best play, from the rules alone.
func TestScorecardBest(t *testing.T) {
	if raced {
		t.Skip("a solve takes too long under the race detector")
	}
	cases := newByKey[string, cardBest](2)
	for _, id := range scorecardGames() {
		ruleset, _ := game.Lookup(id)
		table, err := solver.Solve(ruleset.Scorecard, solver.Options{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(6) {
			g := seat(t, id, 1, false)
			for r := newLuck(seed, 15); g.state.OnTurn() != game.NoSeat; g.move(r) {
				if g.state.Turn.Held == 0 && cases.wants(fmt.Sprint(id, g.state.Turn.Roll, g.state.Turn.Round/3)) {
					cases.taken = append(cases.taken, cardBestOf(table, g.state))
				}
			}
		}
	}
	t.Logf("%d cases", len(cases.taken))
	nearly(t, "vectors/scorecard-best.json", cases.taken)
}

// potBest is best play at a position of tiotusen.
type potBest struct {
	Given struct {
		Needs350 bool           `json:"needs350"`
		Pot      int            `json:"pot"`
		Points   int            `json:"points"`
		Groups   map[string]int `json:"groups"`
		Free     int            `json:"free"`
		First    bool           `json:"first"`
		Need     int            `json:"need,omitempty"`
		OwnPot   bool           `json:"ownPot"`
		Dice     []int          `json:"dice,omitempty"`
	} `json:"given"`
	Expect struct {
		ExpectedGain float64     `json:"expectedGain"`
		Chance       *float64    `json:"chance,omitempty"`
		Choices      []potChoice `json:"choices"`
	} `json:"expect"`
}

type potChoice struct {
	Held         []int    `json:"held"`
	Then         string   `json:"then"`
	ExpectedGain float64  `json:"expectedGain"`
	Chance       *float64 `json:"chance,omitempty"`
}

func potBestOf(t *testing.T, p potplay.Position) potBest {
	t.Helper()
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	var b potBest
	g := &b.Given
	g.Needs350, g.Pot, g.Points, g.Groups, g.Free = p.Needs350, p.Pot, p.Points, groupsOf(p.Groups), p.Free
	g.First, g.Need, g.OwnPot, g.Dice = p.First, p.Need, p.OwnPot, p.Dice.Faces()
	chance := func(f potplay.Figures) *float64 {
		if p.Need == 0 {
			return nil
		}
		return new(rounded(f.Chance))
	}
	e := potplay.Evaluate(p)
	b.Expect.ExpectedGain, b.Expect.Chance, b.Expect.Choices = rounded(e.Gain), chance(e.Figures), []potChoice{}
	for _, c := range e.Choices[:min(bestListed, len(e.Choices))] {
		then := "roll"
		if c.Then == potplay.Bank {
			then = "bank"
		}
		b.Expect.Choices = append(b.Expect.Choices, potChoice{c.Held.Positions(), then, rounded(c.Gain), chance(c.Figures)})
	}
	return b
}

// TestTiotusenBest: the expected gains of best play, and in the final round the chances to overtake.
func TestTiotusenBest(t *testing.T) {
	cases := newByKey[string, potBest](1)
	take := func(p potplay.Position) { cases.taken = append(cases.taken, potBestOf(t, p)) }
	for free := 1; free <= pot.Dice; free++ {
		for _, needs350 := range []bool{true, false} {
			p := potplay.Position{Free: free, Needs350: needs350, Pot: 400 * (free % 3)}
			if free == pot.Dice {
				take(p)
				p.First = true
			} else {
				p.Points = 250
			}
			take(p)
		}
	}
	take(potplay.Position{Free: 6, First: true, Need: 550, Pot: 1000})
	take(potplay.Position{Free: 6, First: true, Need: 550, Pot: 1000, OwnPot: true})
	take(potplay.Position{Free: 4, Points: 300, Need: 1500, Dice: dice.MustNew(1, 5, 2, 2)})
	for seed := range uint64(24) {
		g := seat(t, game.Tiotusen, 2, seed%2 == 0)
		for r := newLuck(seed, 15); g.state.OnTurn() != game.NoSeat; g.move(r) {
			p := bestplay.Position(g.state)
			if p.Pot > potplay.MaxAmount || p.Dice.Len() == 0 {
				continue
			}
			if cases.wants(fmt.Sprint(p.Needs350, p.Pot > 0, p.Groups != pot.Groups{}, p.Need > 0, p.OwnPot, p.Free)) {
				take(p)
			}
		}
	}
	t.Logf("%d cases", len(cases.taken))
	nearly(t, "vectors/tiotusen-best.json", cases.taken)
}
