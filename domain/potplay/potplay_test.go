package potplay_test

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"kast/domain/dice"
	"kast/domain/pot"
	"kast/domain/potplay"
)

// The figures of a turn's start, from another program.
func TestEvaluate_Start(t *testing.T) {
	tests := []struct {
		name   string
		in     bool
		pot    int
		need   int
		ownPot bool
		gain   float64
		chance float64
	}{
		{"in", true, 0, 0, false, 414.334, 0},
		{"not in", false, 0, 0, false, 396.576, 0},
		{"pot of 1000", true, 1000, 0, false, 1059.925, 0},
		{"need 50", true, 0, 50, false, 0, 0.940288},
		{"need 500", true, 0, 500, false, 0, 0.402591},
		{"need 1050", true, 0, 1050, false, 0, 0.159341},
		{"need 2050", true, 0, 2050, false, 0, 0.037877},
		// The other program had 0.145655: it gave a turn up after four further rounds. See TestOwnPot_Rounds.
		{"need 2050, own pot", true, 0, 2050, true, 0, 0.145838},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := potplay.Evaluate(potplay.Position{
				Needs350: !tt.in, Pot: tt.pot, Free: 6, First: true, Need: tt.need, OwnPot: tt.ownPot,
			})
			if math.Abs(e.Chance-tt.chance) > 1e-6 {
				t.Errorf("chance: got %.9f, want %.6f", e.Chance, tt.chance)
			}
			if tt.need == 0 && math.Abs(e.Gain-tt.gain) > 1e-3 {
				t.Errorf("gain: got %.9f, want %.3f", e.Gain, tt.gain)
			}
			want := []potplay.Choice{{Action: potplay.Action{Then: potplay.Roll}, Figures: e.Figures}}
			if !reflect.DeepEqual(e.Choices, want) || e.Outcome != pot.NoOutcome {
				t.Errorf("got %v, %v, want %v", e.Choices, e.Outcome, want)
			}
		})
	}
}

// With own pot a turn has no last round. If it were given up after so many further ones, the chance would be lower.
func TestOwnPot_Rounds(t *testing.T) {
	const need = 2050
	type key struct{ pot, left int }
	known := map[key]slowWorth{}
	var after func(left int) func(pot int) slowWorth
	after = func(left int) func(int) slowWorth {
		return func(pot int) slowWorth {
			pot = min(pot, need) // nobody needs more
			w, there := known[key{pot, left}]
			if left > 0 && !there {
				p := slowPlay{
					pot: pot, need: need, needs350: true, ownPot: true, again: after(left - 1), memo: map[slowState]slowWorth{},
				}
				w = p.roll(slowState{free: 6}, false)
				known[key{pot, left}] = w
			}
			return w
		}
	}
	exact := potplay.Evaluate(potplay.Position{Free: 6, First: true, Need: need, OwnPot: true}).Chance
	for _, tt := range []struct {
		rounds int
		want   float64
	}{{0, 0.035419}, {1, 0.090903}, {2, 0.132108}, {4, 0.145655}, {8, 0.145838}} {
		p := slowPlay{need: need, ownPot: true, again: after(tt.rounds), memo: map[slowState]slowWorth{}}
		got := p.roll(slowState{free: 6}, true).chance
		if math.Abs(got-tt.want) > 1e-6 || got > exact {
			t.Errorf("%d further rounds: got %.9f, want %.6f, and at most %.9f", tt.rounds, got, tt.want, exact)
		}
	}
}

// A roll that leaves no choice is worth what it leads to.
func TestEvaluate_NoChoice(t *testing.T) {
	straight := dice.MustNew(3, 1, 2, 6, 5, 4)
	again := func(pot, need int, ownPot bool) potplay.Figures {
		return potplay.Evaluate(potplay.Position{Needs350: true, Pot: pot, Free: 6, Need: need, OwnPot: ownPot}).Figures
	}
	aside := potplay.Position{Pot: 500, Points: 400, Groups: pot.Groups{3: 3}, Free: 2}
	tests := []struct {
		name    string
		p       potplay.Position
		outcome pot.Outcome
		want    potplay.Figures
	}{
		{"zilch", potplay.Position{Free: 6, First: true, Dice: dice.MustNew(2, 2, 3, 3, 4, 6)}, pot.Zilch, potplay.Figures{Gain: -1000}},
		{"bust of six", potplay.Position{Free: 6, Dice: dice.MustNew(2, 2, 3, 3, 4, 6)}, pot.Bust, potplay.Figures{}},
		{"bust", withDice(aside, 2, 4), pot.Bust, potplay.Figures{}},
		{"pot", withDice(aside, 3, 5), pot.Pot, potplay.Figures{}},
		{"own pot", withDice(own(aside), 3, 5), pot.Pot, again(500+400+300+50, 0, true)},
		{"own pot for a need", withDice(needing(own(aside), 2000), 3, 5), pot.Pot, again(1250, 2000, true)},
		{"straight", potplay.Position{Free: 6, First: true, Dice: straight}, pot.Straight, again(1000, 0, false)},
		{"straight for a need", potplay.Position{Pot: 300, Free: 6, Need: 900, Dice: straight}, pot.Straight, again(1300, 900, false)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := potplay.Evaluate(tt.p)
			if e.Figures != tt.want || e.Outcome != tt.outcome || len(e.Choices) > 0 {
				t.Errorf("got %+v, want %v, %v", e, tt.outcome, tt.want)
			}
			if a, some := potplay.Best(tt.p); some {
				t.Errorf("got %v as the best", a)
			}
		})
	}
}

func withDice(p potplay.Position, faces ...int) potplay.Position {
	p.Dice = dice.MustNew(faces...)
	return p
}

func own(p potplay.Position) potplay.Position {
	p.OwnPot = true
	return p
}

func needing(p potplay.Position, need int) potplay.Position {
	p.Need = need
	return p
}

// All that is in an answer, once to be read. With one five held, two dice are left: in a quarter of the rolls none of
// them scores, in a quarter both do, and in half of them one, which gives 100, 50, or 300 as it joins the threes: 650 is
// half of 350 + 800 + 150. With both held, the last die busts or fills the pot.
func TestEvaluate_Choices(t *testing.T) {
	p := potplay.Position{Pot: 800, Points: 300, Groups: pot.Groups{3: 3}, Free: 3, Dice: dice.MustNew(5, 2, 5)}
	got := potplay.Evaluate(p)
	best := potplay.Figures{Gain: 1200}
	want := potplay.Evaluation{
		Figures: best,
		Outcome: pot.Scored,
		Choices: []potplay.Choice{
			{Action: potplay.Action{Held: 0b101, Then: potplay.Bank}, Figures: best},
			{Action: potplay.Action{Held: 0b001, Then: potplay.Bank}, Figures: potplay.Figures{Gain: 1150}},
			{Action: potplay.Action{Held: 0b001, Then: potplay.Roll}, Figures: potplay.Figures{Gain: 650}},
			{Action: potplay.Action{Held: 0b101, Then: potplay.Roll}},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}

	p.Dice = dice.Dice{}
	got = potplay.Evaluate(p)
	stop := potplay.Choice{Action: potplay.Action{Then: potplay.Bank}, Figures: potplay.Figures{Gain: 300}}
	if len(got.Choices) != 2 || got.Choices[0].Then != potplay.Roll || got.Choices[1] != stop || got.Figures != got.Choices[0].Figures {
		t.Errorf("before the roll: got %+v", got)
	}
	p.Needs350 = true // so that there is no stop with 300
	if got := potplay.Evaluate(p); len(got.Choices) != 1 || got.Choices[0].Then != potplay.Roll {
		t.Errorf("before the roll, not in: got %+v", got)
	}
}

// A need between two steps is the next step.
func TestEvaluate_NeedBetweenSteps(t *testing.T) {
	p := potplay.Position{Pot: 150, Free: 6, First: true}
	if got, want := potplay.Evaluate(needing(p, 1001)), potplay.Evaluate(needing(p, 1050)); got.Figures != want.Figures {
		t.Errorf("got %v, want %v", got.Figures, want.Figures)
	}
}

func ExampleEvaluate() {
	e := potplay.Evaluate(potplay.Position{
		Pot: 250, Points: 100, Free: 5, Dice: dice.MustNew(2, 5, 1, 3, 1),
	})
	for _, c := range e.Choices[:3] {
		then := map[potplay.Then]string{potplay.Roll: "roll", potplay.Bank: "bank"}[c.Then]
		fmt.Printf("%v %s %.2f\n", c.Held.Positions(), then, c.Gain)
	}
	// Output:
	// [1 2 4] bank 600.00
	// [2 4] roll 433.33
	// [2] roll 416.77
}
