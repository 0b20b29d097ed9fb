package conformance_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/domain/scorecard"
)

// scenario is a game, move by move, with what each move leads to.
type scenario struct {
	Name    string         `json:"name"`
	Ruleset string         `json:"ruleset"`
	Seats   int            `json:"seats"`
	OwnPot  bool           `json:"ownPot"`
	Steps   []scenarioStep `json:"steps"`
}

// scenarioStep is a move and its result: neither where it only leads up to what the scenario is about.
type scenarioStep struct {
	Do   string `json:"do"`
	Seat int    `json:"seat"`
	Dice []int  `json:"dice,omitempty"`
	Held *[]int `json:"held,omitempty"`
	Box  string `json:"box,omitempty"`

	Refused string           `json:"refused,omitempty"`
	Reason  string           `json:"reason,omitempty"`
	Events  []map[string]any `json:"events,omitempty"`
	Then    *afterwards      `json:"then,omitempty"`
}

// afterwards is the game after a move.
type afterwards struct {
	Status     string      `json:"status"`
	OnTurn     *int        `json:"onTurn,omitempty"`
	Round      int         `json:"round,omitempty"`
	Roll       int         `json:"roll"`
	May        []string    `json:"may"`
	Totals     []int       `json:"totals"`
	Pot        *int        `json:"pot,omitempty"`
	FinalRound *finalRound `json:"finalRound,omitempty"`
}

func afterwardsOf(s game.State) *afterwards {
	a := &afterwards{Status: string(s.Status), May: mayOf(s), Totals: totalsOf(s), FinalRound: finalOf(s)}
	if s.OnTurn() != game.NoSeat {
		a.OnTurn, a.Round, a.Roll = &s.Turn.Seat, s.Turn.Round, s.Turn.Roll
	}
	if s.Ruleset.Engine == game.PotEngine {
		a.Pot = &s.Pot
	}
	return a
}

// play is a scenario being written.
type play struct {
	*table
	scenario
	quiet bool // leads up to what the scenario is about
}

// step makes a move of any seat, allowed or not, and writes down what came of it.
func (p *play) step(c game.Command) *play {
	p.t.Helper()
	var step scenarioStep
	some := func(held []int) *[]int {
		if held == nil {
			return nil
		}
		return &held
	}
	switch c := c.(type) {
	case game.Roll:
		step = scenarioStep{Do: "roll", Seat: c.Seat, Dice: c.Dice, Held: some(c.Held)}
	case game.Hold:
		step = scenarioStep{Do: "hold", Seat: c.Seat, Held: some(c.Held)}
	case game.Enter:
		step = scenarioStep{Do: "enter", Seat: c.Seat, Box: c.Box.String()}
	case game.Bank:
		step = scenarioStep{Do: "bank", Seat: c.Seat, Held: some(c.Held)}
	case game.Resign:
		step = scenarioStep{Do: "resign", Seat: c.Seat}
	default:
		p.t.Fatalf("no step: %#v", c)
	}
	more, refusal := p.do(c)
	switch {
	case refusal != nil:
		step.Refused, step.Reason = string(refusal.Code), string(refusal.Reason)
	case !p.quiet:
		for _, line := range more {
			step.Events = append(step.Events, bare(p.t, line))
		}
		step.Then = afterwardsOf(p.state)
	}
	p.Steps = append(p.Steps, step)
	return p
}

// bare is an event without its place in the log.
func bare(t testing.TB, line gamelog.Line) map[string]any {
	t.Helper()
	var e map[string]any
	if err := json.Unmarshal(line.JSON, &e); err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(e, func(name string, _ any) bool {
		return slices.Contains([]string{"at", "by", "id", "seq", "prev", "hash"}, name)
	})
	return e
}

func (p *play) at() int { return p.state.Turn.Seat }

// roll lets faces fall at the positions that are rolled with the hold that stands.
func (p *play) roll(faces ...int) *play {
	p.t.Helper()
	return p.step(game.Roll{By: game.ByPlayer, Seat: p.at(), Dice: p.thrown(nil, faces...)})
}

// rollHolding rolls with a hold of these positions.
func (p *play) rollHolding(held []int, faces ...int) *play {
	p.t.Helper()
	return p.step(game.Roll{By: game.ByPlayer, Seat: p.at(), Held: held, Dice: p.thrown(held, faces...)})
}

// rollAs rolls with just these dice on the table, right or wrong.
func (p *play) rollAs(held []int, table ...int) *play {
	p.t.Helper()
	return p.step(game.Roll{By: game.ByPlayer, Seat: p.at(), Held: held, Dice: table})
}

// hold holds dice by their faces.
func (p *play) hold(faces ...int) *play { p.t.Helper(); return p.holdAt(p.find(faces...)...) }

// holdAt holds positions.
func (p *play) holdAt(positions ...int) *play {
	p.t.Helper()
	return p.step(game.Hold{By: game.ByPlayer, Seat: p.at(), Held: append([]int{}, positions...)})
}

func (p *play) enter(box scorecard.Box) *play {
	p.t.Helper()
	return p.step(game.Enter{By: game.ByPlayer, Seat: p.at(), Box: box})
}

// bank stops with dice of these faces held; with the hold that stands where there are none.
func (p *play) bank(faces ...int) *play {
	p.t.Helper()
	c := game.Bank{By: game.ByPlayer, Seat: p.at()}
	if len(faces) > 0 {
		c.Held = p.find(faces...)
	}
	return p.step(c)
}

func (p *play) resign(seat int) *play {
	p.t.Helper()
	return p.step(game.Resign{By: game.ByPlayer, Seat: seat})
}

// gain stops with n points of one roll, the pot apart.
func (p *play) gain(n int) *play {
	p.t.Helper()
	throw := map[int][2][]int{
		4000: {{1, 1, 1, 1, 1, 2}, {1, 1, 1, 1, 1}},
		2000: {{1, 1, 1, 1, 2, 3}, {1, 1, 1, 1}},
		1000: {{1, 1, 1, 2, 3, 4}, {1, 1, 1}},
		600:  {{6, 6, 6, 2, 3, 4}, {6, 6, 6}},
		500:  {{5, 5, 5, 2, 3, 4}, {5, 5, 5}},
		350:  {{3, 3, 3, 5, 2, 4}, {3, 3, 3, 5}},
		300:  {{3, 3, 3, 2, 2, 4}, {3, 3, 3}},
		250:  {{1, 1, 5, 2, 3, 4}, {1, 1, 5}},
		200:  {{1, 1, 2, 3, 4, 4}, {1, 1}},
		150:  {{1, 5, 2, 3, 4, 4}, {1, 5}},
		100:  {{1, 2, 2, 3, 4, 6}, {1}},
		50:   {{5, 2, 2, 3, 4, 6}, {5}},
	}[n]
	return p.roll(throw[0]...).bank(throw[1]...)
}

// bust loses the turn and nothing else.
func (p *play) bust() *play {
	p.t.Helper()
	return p.roll(1, 2, 2, 3, 4, 6).rollHolding(p.find(1), 2, 2, 3, 3, 4)
}

// zilch costs 1000.
func (p *play) zilch() *play { p.t.Helper(); return p.roll(2, 2, 3, 3, 4, 4) }

// leadUp plays without writing results down.
func (p *play) leadUp(moves func()) *play {
	p.quiet = true
	moves()
	p.quiet = false
	return p
}

// withScores leads up to scores, with seat 0 on turn. One with points is in.
func (p *play) withScores(scores ...int) *play {
	p.t.Helper()
	return p.leadUp(func() {
		for done := false; !done; {
			done = true
			for seat, score := range scores {
				if p.state.Total(seat) == score {
					p.bust()
					continue
				}
				done = false
				for _, n := range []int{4000, 2000, 1000, 600, 500, 350, 300, 250, 200, 150, 100, 50} {
					if n <= score-p.state.Total(seat) {
						p.gain(n)
						break
					}
				}
			}
		}
	})
}

// TestScenarios: moves in and out of turn, what they lead to, and what is refused. Of every code of a refusal that a game
// under way can give there is one.
func TestScenarios(t *testing.T) {
	var all []scenario
	for _, s := range slices.Concat(cardScenarios(), potScenarios()) {
		p := &play{table: seat(t, s.id, s.seats, s.ownPot)}
		p.scenario = scenario{Name: s.name, Ruleset: string(s.id), Seats: s.seats, OwnPot: s.ownPot}
		s.play(p)
		all = append(all, p.scenario)
	}
	lobby := []game.Code{game.GameNotOpen, game.SeatsFull, game.BadOptions}
	for _, code := range game.Codes() {
		seen := slices.ContainsFunc(all, func(s scenario) bool {
			return slices.ContainsFunc(s.Steps, func(step scenarioStep) bool { return step.Refused == string(code) })
		})
		if !seen && !slices.Contains(lobby, code) {
			t.Errorf("no scenario has the refusal %s", code)
		}
	}
	current(t, "vectors/scenarios.json", lines(t, all))
}

type script struct {
	name   string
	id     game.RulesetID
	seats  int
	ownPot bool
	play   func(p *play)
}
