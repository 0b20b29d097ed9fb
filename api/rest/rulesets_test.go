package rest_test

import (
	"encoding/json"
	"testing"
)

type label struct{ SV, EN string }

type rulesetView struct {
	ID, Engine                             string
	Name                                   label
	RulesVersion, Dice, MinSeats, MaxSeats int
	Options                                []struct {
		Name             string
		Label            label
		DefaultNumber    *int
		DefaultSwitch    *bool
		Values           []int
		Minimum, Maximum *int
	}
	Scorecard *struct {
		Rolls, UpperBonus, UpperBonusFrom, FurtherFive int
		Joker                                          string
		Boxes                                          []struct {
			ID, Section, Scoring string
			Label                label
			Face, Points         int
		}
	}
	Pot   map[string]int
	Rules *label
}

// TestRulesets: what a client needs to know of each game.
func TestRulesets(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	all := decode[list[rulesetView]](w.nobody().get("/v1/rulesets").is(200)).Items
	ids := []string{}
	for _, r := range all {
		ids = append(ids, r.ID)
		one := decode[rulesetView](w.nobody().get("/v1/rulesets/" + r.ID).is(200))
		if one.Rules == nil || len(one.Rules.SV) < 500 || len(one.Rules.EN) < 500 || one.Rules.SV == one.Rules.EN {
			t.Errorf("%s: rules %v", r.ID, one.Rules)
		}
		one.Rules = nil
		want(t, r.ID, one, r)
		want(t, r.ID+": options", len(r.Options), 3)
		for _, o := range r.Options {
			if o.Label.SV == "" || o.Label.EN == "" || (o.DefaultNumber == nil) == (o.DefaultSwitch == nil) {
				t.Errorf("%s: option %+v", r.ID, o)
			}
		}
	}
	want(t, "rulesets", ids, []string{"penta", "femlika", "bonanza", "tiotusen"})

	tretal := map[string]string{"penta": "Triss", "femlika": "Tretal", "bonanza": "Tretal"}
	five := map[string]string{"penta": "Penta", "femlika": "Fem lika", "bonanza": "Bonanza"}
	for i, r := range all[:3] {
		s := r.Scorecard
		want(t, r.ID, []any{r.Engine, r.Dice, r.MinSeats, r.MaxSeats, s.Rolls, s.UpperBonus, s.UpperBonusFrom, s.FurtherFive, s.Joker, r.Pot == nil},
			[]any{"scorecard", 5, 1, []int{8, 8, 4}[i], 3, 35, 63, []int{100, 100, 50}[i], []string{"whileFifty", "never", "whileFilled"}[i], true})
		labels, points := map[string]label{}, map[string]int{}
		for j, b := range s.Boxes {
			want(t, "box", b.ID, boxes[j])
			labels[b.ID] = b.Label
			if b.Points != 0 {
				points[b.ID] = b.Points
			}
			want(t, "section", b.Section == "upper", j < 6)
			if j < 6 {
				want(t, "face", b.Face, j+1)
			}
		}
		want(t, "fixed points", points, map[string]int{"fullHouse": 25, "smallStraight": 30, "largeStraight": 40, "fiveOfAKind": 50})
		want(t, "three alike", labels["threeOfAKind"], label{tretal[r.ID], "Three of a kind"})
		want(t, "five alike", labels["fiveOfAKind"], label{five[r.ID], "Five of a kind"})
		want(t, "full house", labels["fullHouse"], label{"Kåk", "Full house"})
	}
	pot := all[3]
	want(t, "tiotusen", []any{pot.Engine, pot.Dice, pot.MinSeats, pot.MaxSeats, pot.Scorecard == nil}, []any{"pot", 6, 2, 8, true})
	want(t, "figures", pot.Pot, map[string]int{
		"target": 10000, "entry": 350, "straight": 1000, "zilch": -1000, "singleOne": 100, "singleFive": 50, "groupOfOnes": 1000, "groupFactor": 100,
	})
	w.nobody().get("/v1/rulesets/yatzy").refused(404, "notFound")
}

// TestRulesets_Options: what a ruleset says of its options is what a new game takes, and gets unless told otherwise.
func TestRulesets_Options(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	for _, r := range decode[list[rulesetView]](w.nobody().get("/v1/rulesets").is(200)).Items {
		g := c.newGame(r.ID, "server", "me", "open")
		defaults := map[string]any{}
		for _, o := range r.Options {
			var values []any
			switch {
			case o.DefaultSwitch != nil:
				defaults[o.Name] = *o.DefaultSwitch
				values = []any{true, false}
			default:
				defaults[o.Name] = float64(*o.DefaultNumber)
				for _, v := range o.Values {
					values = append(values, v)
				}
				if o.Minimum != nil {
					values = append(values, *o.Minimum, *o.Maximum)
					c.post("/v1/games", object{"ruleset": r.ID, "seats": seats("me", "open"), "options": object{o.Name: *o.Maximum + 1}}).refused(422, "badOptions")
				}
			}
			for _, v := range values {
				made := c.create(object{"ruleset": r.ID, "seats": seats("me", "open"), "options": object{o.Name: v}})
				b, err := json.Marshal([]any{v, made.Options[o.Name]})
				if err != nil {
					t.Fatal(err)
				}
				var pair [2]any
				if err := json.Unmarshal(b, &pair); err != nil || pair[0] != pair[1] {
					t.Errorf("%s: option %s is %v, asked for %v", r.ID, o.Name, made.Options[o.Name], v)
				}
			}
		}
		want(t, r.ID+": options", g.Options, defaults)
	}
}
