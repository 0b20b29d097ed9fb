package scorecard_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kast/domain/scorecard"
)

var (
	penta   = scorecard.Rules{FurtherFive: 100, Joker: scorecard.JokerWhileFifty}
	femlika = scorecard.Rules{FurtherFive: 100, Joker: scorecard.JokerNever}
	bonanza = scorecard.Rules{FurtherFive: 50, Joker: scorecard.JokerWhileFilled}
)

func rulesets() map[string]scorecard.Rules {
	return map[string]scorecard.Rules{"penta": penta, "femlika": femlika, "bonanza": bonanza}
}

// byID gives entries in the form of the second opinion, and checks their order.
func byID(tb testing.TB, entries []scorecard.Entry) map[string]slowEntry {
	tb.Helper()
	got := map[string]slowEntry{}
	for i, e := range entries {
		if i > 0 && e.Box <= entries[i-1].Box {
			tb.Fatalf("%v comes after %v", e.Box, entries[i-1].Box)
		}
		got[e.Box.String()] = slowEntry{e.Points, e.Bonus, e.Joker}
	}
	return got
}

func TestRules_FirstFiveAlike(t *testing.T) {
	want := map[string]slowEntry{
		"ones": {}, "twos": {}, "threes": {}, "fours": {}, "fives": {Points: 25}, "sixes": {},
		"threeOfAKind": {Points: 25}, "fourOfAKind": {Points: 25},
		"fullHouse": {}, "smallStraight": {}, "largeStraight": {},
		"chance": {Points: 25}, "fiveOfAKind": {Points: 50},
	}
	for name, rules := range rulesets() {
		t.Run(name, func(t *testing.T) {
			got := byID(t, rules.Entries(scorecard.Card{}, counts(5, 5, 5, 5, 5)))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// With the five-of-a-kind box struck, five alike are a joker in bonanza only,
// and pay a bonus nowhere.
func TestRules_FiveOfAKindStruck(t *testing.T) {
	straights := func(full, small, large int) map[string]int {
		return map[string]int{"fullHouse": full, "smallStraight": small, "largeStraight": large}
	}
	tests := []struct {
		ruleset string
		want    map[string]int
	}{
		{"penta", straights(0, 0, 0)},
		{"femlika", straights(0, 0, 0)},
		{"bonanza", straights(25, 30, 40)},
	}
	for _, tt := range tests {
		t.Run(tt.ruleset, func(t *testing.T) {
			rules := rulesets()[tt.ruleset]
			c := card(map[string]int{"fiveOfAKind": 0, "ones": 3}, 0)
			got := byID(t, rules.Entries(c, counts(1, 1, 1, 1, 1)))
			for id, points := range tt.want {
				if got[id] != (slowEntry{points, 0, tt.ruleset == "bonanza"}) {
					t.Errorf("%s: got %+v, want %d points, no bonus", id, got[id], points)
				}
			}
			c = card(map[string]int{"fiveOfAKind": 0, "sixes": 18}, 0)
			e, err := rules.Entry(c, counts(6, 6, 6, 6, 6), scorecard.Chance)
			want := scorecard.Entry{Box: scorecard.Chance, Points: 30, Joker: tt.ruleset == "bonanza"}
			if err != nil || e != want {
				t.Errorf("sixes in chance: got %+v, %v, want %+v", e, err, want)
			}
		})
	}
}

func TestRules_JokerBindsItsUpperBox(t *testing.T) {
	c := card(map[string]int{"fiveOfAKind": 50}, 0)
	roll := counts(4, 4, 4, 4, 4)
	for name, bonus := range map[string]int{"penta": 100, "bonanza": 50} {
		t.Run(name, func(t *testing.T) {
			rules := rulesets()[name]
			want := []scorecard.Entry{{Box: scorecard.Fours, Points: 20, Bonus: bonus, Joker: true}}
			if diff := cmp.Diff(want, rules.Entries(c, roll)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for _, b := range scorecard.AllBoxes() {
				e, err := rules.Entry(c, roll, b)
				switch {
				case b == scorecard.Fours:
					if err != nil || e != want[0] {
						t.Errorf("%v: got %+v, %v", b, e, err)
					}
				case b == scorecard.FiveOfAKind:
					if !errors.Is(err, scorecard.ErrBoxTaken) || e != (scorecard.Entry{}) {
						t.Errorf("%v: got %+v, %v, want %v", b, e, err, scorecard.ErrBoxTaken)
					}
				default:
					if !errors.Is(err, scorecard.ErrBoxForbidden) || e != (scorecard.Entry{}) {
						t.Errorf("%v: got %+v, %v, want %v", b, e, err, scorecard.ErrBoxForbidden)
					}
				}
			}
		})
	}
	t.Run("femlika", func(t *testing.T) {
		e, err := femlika.Entry(c, roll, scorecard.FullHouse)
		if want := (scorecard.Entry{Box: scorecard.FullHouse, Bonus: 100}); err != nil || e != want {
			t.Errorf("got %+v, %v, want %+v", e, err, want)
		}
		if got := len(femlika.Entries(c, roll)); got != 12 {
			t.Errorf("got %d boxes, want all 12 open ones", got)
		}
	})
}

func TestRules_JokerInTheLowerPart(t *testing.T) {
	c := card(map[string]int{"fiveOfAKind": 50, "fours": 12}, 0)
	order := []scorecard.Box{
		scorecard.FullHouse, scorecard.SmallStraight, scorecard.LargeStraight,
		scorecard.ThreeOfAKind, scorecard.FourOfAKind, scorecard.Chance,
	}
	tests := []struct {
		ruleset string
		gains   []int // points and bonus, in that order of boxes
		boxes   int
	}{
		{"penta", []int{125, 130, 140, 120, 120, 120}, 6},
		{"bonanza", []int{75, 80, 90, 70, 70, 70}, 6},
		{"femlika", []int{100, 100, 100, 120, 120, 120}, 11},
	}
	for _, tt := range tests {
		t.Run(tt.ruleset, func(t *testing.T) {
			rules := rulesets()[tt.ruleset]
			for i, b := range order {
				e, err := rules.Entry(c, counts(4, 4, 4, 4, 4), b)
				if err != nil || e.Points+e.Bonus != tt.gains[i] || e.Joker != (tt.ruleset != "femlika") {
					t.Errorf("%v: got %+v, %v, want a gain of %d", b, e, err, tt.gains[i])
				}
			}
			if got := len(rules.Entries(c, counts(4, 4, 4, 4, 4))); got != tt.boxes {
				t.Errorf("got %d boxes, want %d", got, tt.boxes)
			}
		})
	}
}

// With its upper box and the whole lower part used, a joker strikes another
// upper box, and is paid its bonus for that.
func TestRules_JokerStrikesAnUpperBox(t *testing.T) {
	lower := map[string]int{
		"threeOfAKind": 20, "fourOfAKind": 0, "fullHouse": 25, "smallStraight": 30,
		"largeStraight": 0, "chance": 22, "fours": 12, "sixes": 18,
	}
	tests := []struct {
		ruleset   string
		fifth     int
		bonus     int
		joker     bool
		sacrifice bool
	}{
		{"penta", 50, 100, true, false},
		{"penta", 0, 0, false, true},
		{"femlika", 50, 100, false, false},
		{"femlika", 0, 0, false, true},
		{"bonanza", 50, 50, true, false},
		{"bonanza", 0, 0, true, true},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%s %d", tt.ruleset, tt.fifth), func(t *testing.T) {
			boxes := maps.Clone(lower)
			boxes["fiveOfAKind"] = tt.fifth
			entries := rulesets()[tt.ruleset].Entries(card(boxes, 0), counts(4, 4, 4, 4, 4))
			want := map[string]slowEntry{}
			for _, id := range []string{"ones", "twos", "threes", "fives"} {
				want[id] = slowEntry{0, tt.bonus, tt.joker}
			}
			if diff := cmp.Diff(want, byID(t, entries)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for _, e := range entries {
				if !e.Strike() {
					t.Errorf("%+v is no strike", e)
				}
			}
			if got := scorecard.MustSacrifice(entries); got != tt.sacrifice {
				t.Errorf("must sacrifice: got %t, want %t", got, tt.sacrifice)
			}
		})
	}
}

func TestEntry_Strike(t *testing.T) {
	if !(scorecard.Entry{Bonus: 100, Joker: true}).Strike() {
		t.Error("0 points and a bonus are no strike")
	}
	if (scorecard.Entry{Points: 1}).Strike() {
		t.Error("1 point is a strike")
	}
}

func TestMustSacrifice(t *testing.T) {
	strike := scorecard.Entry{Box: scorecard.Twos}
	tests := []struct {
		name    string
		entries []scorecard.Entry
		want    bool
	}{
		{"no entries", nil, false},
		{"strikes only", []scorecard.Entry{strike, strike}, true},
		{"points in the last", []scorecard.Entry{strike, {Box: scorecard.Chance, Points: 5}}, false},
		{"a bonus only", []scorecard.Entry{strike, {Box: scorecard.Sixes, Bonus: 50}}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := scorecard.MustSacrifice(tt.entries); got != tt.want {
				t.Errorf("got %t, want %t", got, tt.want)
			}
		})
	}
}

func TestRules_FullCard(t *testing.T) {
	boxes := map[string]int{}
	for _, id := range ids() {
		boxes[id] = 0
	}
	for name, rules := range rulesets() {
		if got := rules.Entries(card(boxes, 0), counts(1, 1, 1, 1, 1)); len(got) != 0 {
			t.Errorf("%s: got %v for a full card", name, got)
		}
	}
}

func TestRules_UnknownPolicy(t *testing.T) {
	rules := scorecard.Rules{Joker: 9}
	mustPanic(t, "joker policy 9", func() { rules.Entries(scorecard.Card{}, counts(1, 1, 1, 1, 1)) })
}

// On any card, Entries and Entry agree with the second opinion and each other.
func TestRules_AnyCard(t *testing.T) {
	for name, rules := range rulesets() {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				boxes := drawCard(rt)
				faces := rapid.SliceOfN(rapid.IntRange(1, 6), 5, 5).Draw(rt, "dice")
				if rapid.Bool().Draw(rt, "five alike") {
					faces = slices.Repeat(faces[:1], 5)
				}
				c, roll := card(boxes, 0), counts(faces...)
				want := slowEntries(name, boxes, faces, slowScores(faces))
				entries := rules.Entries(c, roll)
				if diff := cmp.Diff(want, byID(t, entries)); diff != "" {
					rt.Fatalf("(-want +got):\n%s", diff)
				}
				for _, b := range scorecard.AllBoxes() {
					e, err := rules.Entry(c, roll, b)
					i := slices.IndexFunc(entries, func(e scorecard.Entry) bool { return e.Box == b })
					switch {
					case c.Filled(b):
						if !errors.Is(err, scorecard.ErrBoxTaken) {
							rt.Fatalf("%v: got %v, want %v", b, err, scorecard.ErrBoxTaken)
						}
					case i < 0:
						if !errors.Is(err, scorecard.ErrBoxForbidden) {
							rt.Fatalf("%v: got %v, want %v", b, err, scorecard.ErrBoxForbidden)
						}
					case err != nil || e != entries[i]:
						rt.Fatalf("%v: got %+v, %v, want %+v", b, e, err, entries[i])
					}
				}
				if len(entries) == 0 && len(boxes) < scorecard.Boxes {
					rt.Fatal("boxes are open, but none may be used")
				}
			})
		})
	}
}

func ExampleRules_Entries() {
	rules := scorecard.Rules{FurtherFive: 100, Joker: scorecard.JokerWhileFifty}
	card := scorecard.NewCard(map[scorecard.Box]int{scorecard.FiveOfAKind: 50}, 0)
	for _, e := range rules.Entries(card, counts(4, 4, 4, 4, 4)) {
		fmt.Println(e.Box, e.Points, e.Bonus)
	}
	// Output: fours 20 100
}
