package rest_test

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"testing"

	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/potplay"
	"kast/domain/scorecard"
	"kast/domain/solver"
)

type adviceView struct {
	ExpectedTotal, ExpectedGain, Chance *float64
	Actions                             []actionView
}

type actionView struct {
	Do, Box, Then                             string
	Held                                      []int
	ExpectedTotal, ExpectedGain, Chance, Loss *float64
}

func near(t *testing.T, what string, got *float64, want, within float64) {
	t.Helper()
	if got == nil || math.Abs(*got-want) > within {
		t.Errorf("%s: got %v, want %v", what, number(got), want)
	}
}

func number(n *float64) any {
	if n == nil {
		return "nothing"
	}
	return *n
}

// TestAdvice_scorecard: the API says what the solver says, of every action once and the best first.
func TestAdvice_scorecard(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	for ruleset, fresh := range map[string]float64{"penta": 254.484846, "femlika": 253.970241, "bonanza": 250.000078} {
		path := "/v1/rulesets/" + ruleset + "/advice"
		a := decode[adviceView](c.post(path, object{"card": object{"boxes": object{}}, "rollsLeft": 3}).is(200))
		near(t, ruleset, a.ExpectedTotal, fresh, 1e-6)
		want(t, "before the roll", a.Actions, []actionView{})

		r, _ := game.Lookup(game.RulesetID(ruleset))
		table, err := w.games.Table(t.Context(), r.ID)
		if err != nil {
			t.Fatal(err)
		}
		boxes := map[string]int{"ones": 3, "sixes": 24, "fiveOfAKind": 50, "chance": 22}
		card := scorecard.NewCard(map[scorecard.Box]int{
			scorecard.Ones: 3, scorecard.Sixes: 24, scorecard.FiveOfAKind: 50, scorecard.Chance: 22,
		}, 100)
		for _, faces := range [][]int{{3, 3, 3, 3, 3}, {6, 1, 3, 1, 4}, {6, 5, 4, 3, 2}, {2, 2, 2, 5, 5}} {
			for left := range 3 {
				a := decode[adviceView](c.post(path, object{"card": object{"boxes": boxes, "fiveBonuses": 100}, "dice": faces, "rollsLeft": left}).is(200))
				sameAdvice(t, a, table.Evaluate(card, dice.MustNew(faces...), left))
			}
		}
	}
}

func sameAdvice(t *testing.T, a adviceView, e solver.Evaluation) {
	t.Helper()
	near(t, "expected total", a.ExpectedTotal, e.ExpectedTotal, 0)
	if len(a.Actions) != len(e.Actions) {
		t.Fatalf("%d actions, want %d", len(a.Actions), len(e.Actions))
	}
	for i, want := range e.Actions {
		got := a.Actions[i]
		near(t, "action", got.ExpectedTotal, want.ExpectedTotal, 0)
		near(t, "loss", got.Loss, want.Loss, 0)
		if want.Kind == solver.Enter && (got.Do != "enter" || got.Box != want.Entry.Box.String() || got.Held != nil) ||
			want.Kind == solver.Hold && (got.Do != "hold" || got.Box != "" || !slices.Equal(got.Held, want.Held.Positions()) || got.Held == nil) {
			t.Errorf("action %d: %+v, want %+v", i, got, want)
		}
		if got.Then != "" || got.ExpectedGain != nil || got.Chance != nil {
			t.Errorf("action %d is of another game: %+v", i, got)
		}
	}
}

// TestAdvice_tiotusen: the figures of a turn's start, and what potplay says of rolls.
func TestAdvice_tiotusen(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	start := func(fields object) object {
		body := object{"needs350": false, "pot": 0, "points": 0, "groups": object{}, "free": 6, "first": true}
		maps.Copy(body, fields)
		return body
	}
	const path = "/v1/rulesets/tiotusen/advice"
	for _, f := range []struct {
		fields object
		gain   float64
	}{{nil, 414.334}, {object{"needs350": true}, 396.576}, {object{"pot": 1000}, 1059.925}} {
		a := decode[adviceView](c.post(path, start(f.fields)).is(200))
		near(t, fmt.Sprint(f.fields), a.ExpectedGain, f.gain, 1e-3)
		if len(a.Actions) != 1 || a.Actions[0].Do != "roll" || a.Chance != nil || a.ExpectedTotal != nil {
			t.Errorf("%v: %+v", f.fields, a)
		}
	}
	for _, f := range []struct {
		need   int
		own    bool
		chance float64
	}{{50, false, 0.940288}, {500, false, 0.402591}, {1050, false, 0.159341}, {2050, false, 0.037877}, {2050, true, 0.145838}} {
		a := decode[adviceView](c.post(path, start(object{"need": f.need, "ownPot": f.own})).is(200))
		near(t, fmt.Sprint(f), a.Chance, f.chance, 1e-6)
		near(t, fmt.Sprint(f), a.Actions[0].Chance, f.chance, 1e-6)
	}

	for _, p := range []potplay.Position{
		{Pot: 400, Free: 6, First: true, Dice: dice.MustNew(1, 1, 5, 2, 3, 6)},
		{Needs350: true, Pot: 400, Points: 300, Free: 3, Groups: [7]uint8{3: 3}, Need: 700, Dice: dice.MustNew(3, 5, 2)},
		{Points: 300, Free: 3, Groups: [7]uint8{3: 3}},                        // before a roll: roll or bank
		{Needs350: true, Points: 300, Free: 3, Groups: [7]uint8{3: 3}},        // roll only
		{Free: 6, Dice: dice.MustNew(2, 3, 4, 6, 2, 3), First: true},          // zilch
		{Free: 6, Dice: dice.MustNew(1, 2, 3, 4, 5, 6), First: true, Pot: 50}, // straight
		{Free: 6, Dice: dice.MustNew(1, 1, 1, 5, 5, 5), First: true},          // pot
		{Points: 100, Free: 5, Dice: dice.MustNew(2, 3, 4, 6, 2)},             // bust
	} {
		body := object{"needs350": p.Needs350, "pot": p.Pot, "points": p.Points, "free": p.Free, "first": p.First}
		groups := object{}
		for face, n := range p.Groups {
			if n > 0 {
				groups[fmt.Sprint(face)] = n
			}
		}
		body["groups"] = groups
		if p.Need > 0 {
			body["need"] = p.Need
		}
		if p.Dice.Len() > 0 {
			body["dice"] = p.Dice.Faces()
		}
		samePotAdvice(t, p, decode[adviceView](c.post(path, body).is(200)))
	}
}

func samePotAdvice(t *testing.T, p potplay.Position, a adviceView) {
	t.Helper()
	e := potplay.Evaluate(p)
	near(t, "gain", a.ExpectedGain, e.Gain, 0)
	want := make([]actionView, len(e.Choices))
	for i, c := range e.Choices {
		then := "roll"
		if c.Then == potplay.Bank {
			then = "bank"
		}
		want[i] = actionView{Do: then, ExpectedGain: &c.Gain}
		if p.Dice.Len() > 0 {
			want[i] = actionView{Do: "hold", Held: c.Held.Positions(), Then: then, ExpectedGain: &c.Gain}
		}
		if p.Need > 0 {
			want[i].Chance = &c.Chance
		}
	}
	if (a.Chance != nil) != (p.Need > 0) || a.ExpectedTotal != nil || !reflect.DeepEqual(a.Actions, want) {
		t.Errorf("%+v: got %+v, want %+v", p, a, want)
	}
}
