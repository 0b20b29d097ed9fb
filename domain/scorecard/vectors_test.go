package scorecard_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kast/domain/scorecard"
)

func readVectors(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile("../../openapi/conformance/vectors/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

func TestVectors_Entries(t *testing.T) {
	var vectors []struct {
		Ruleset       string
		Card          map[string]int
		Dice          []int
		Legal         map[string]slowEntry
		MustSacrifice bool
	}
	readVectors(t, "scorecard-entries.json", &vectors)
	if len(vectors) != 400 {
		t.Fatalf("got %d vectors, want 400", len(vectors))
	}
	for i, v := range vectors {
		t.Run(fmt.Sprintf("%d %s %v", i, v.Ruleset, v.Dice), func(t *testing.T) {
			rules, ok := rulesets()[v.Ruleset]
			if !ok {
				t.Fatalf("no ruleset %q", v.Ruleset)
			}
			c, roll := card(v.Card, 0), counts(v.Dice...)
			entries := rules.Entries(c, roll)
			if diff := cmp.Diff(v.Legal, byID(t, entries)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if got := scorecard.MustSacrifice(entries); got != v.MustSacrifice {
				t.Errorf("must sacrifice: got %t, want %t", got, v.MustSacrifice)
			}
			for _, b := range scorecard.AllBoxes() {
				_, err := rules.Entry(c, roll, b)
				_, taken := v.Card[b.String()]
				_, legal := v.Legal[b.String()]
				if errors.Is(err, scorecard.ErrBoxTaken) != taken || (err == nil) != legal {
					t.Errorf("%v: got %v, want taken %t, legal %t", b, err, taken, legal)
				}
			}
			for id, points := range v.Card {
				if b, _ := scorecard.ParseBox(id); !b.Allows(points) {
					t.Errorf("%s allows no %d", id, points)
				}
			}
		})
	}
}

func TestVectors_Games(t *testing.T) {
	var vectors []struct {
		Ruleset string
		Turns   []struct {
			Dice  []int
			Box   string
			Total int
			slowEntry
		}
		UpperSum, UpperBonus, FiveBonuses, Total int
	}
	readVectors(t, "scorecard-games.json", &vectors)
	if len(vectors) != 60 {
		t.Fatalf("got %d vectors, want 60", len(vectors))
	}
	for i, v := range vectors {
		t.Run(fmt.Sprintf("%d %s", i, v.Ruleset), func(t *testing.T) {
			rules, ok := rulesets()[v.Ruleset]
			if !ok {
				t.Fatalf("no ruleset %q", v.Ruleset)
			}
			var c scorecard.Card
			for j, turn := range v.Turns {
				b, ok := scorecard.ParseBox(turn.Box)
				if !ok {
					t.Fatalf("turn %d: no box %q", j+1, turn.Box)
				}
				e, err := rules.Entry(c, counts(turn.Dice...), b)
				if err != nil {
					t.Fatalf("turn %d: %v", j+1, err)
				}
				want := scorecard.Entry{Box: b, Points: turn.Points, Bonus: turn.Bonus, Joker: turn.Joker}
				if e != want {
					t.Fatalf("turn %d: got %+v, want %+v", j+1, e, want)
				}
				if c = c.With(e); c.Total() != turn.Total {
					t.Fatalf("turn %d: got a total of %d, want %d", j+1, c.Total(), turn.Total)
				}
			}
			if c.FilledCount() != scorecard.Boxes {
				t.Errorf("got %d boxes filled", c.FilledCount())
			}
			got := []int{c.UpperSum(), c.UpperBonus(), c.FiveBonuses(), c.Total()}
			want := []int{v.UpperSum, v.UpperBonus, v.FiveBonuses, v.Total}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("upper sum, upper bonus, five bonuses, total (-want +got):\n%s", diff)
			}
			if got, want := c.LowerSum(), v.Total-v.UpperSum-v.UpperBonus-v.FiveBonuses; got != want {
				t.Errorf("lower sum: got %d, want %d", got, want)
			}
		})
	}
}
