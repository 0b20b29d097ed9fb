package scorecard_test

import (
	"testing"

	"kast/domain/scorecard"
)

func TestBox_IDs(t *testing.T) {
	ids := []string{
		"ones", "twos", "threes", "fours", "fives", "sixes",
		"threeOfAKind", "fourOfAKind", "fullHouse", "smallStraight", "largeStraight",
		"chance", "fiveOfAKind",
	}
	all := scorecard.AllBoxes()
	if len(all) != len(ids) {
		t.Fatalf("got %d boxes, want %d", len(all), len(ids))
	}
	for i, id := range ids {
		if got := all[i].String(); got != id {
			t.Errorf("box %d: got %q, want %q", i, got, id)
		}
		if got, ok := scorecard.ParseBox(id); !ok || got != all[i] {
			t.Errorf("ParseBox(%q): got %v, %t", id, got, ok)
		}
	}
	if got, want := scorecard.Box(13).String(), "Box(13)"; got != want {
		t.Errorf("no box: got %q, want %q", got, want)
	}
	for _, s := range []string{"", "Ones", "ones ", "one", "fiveofakind", "yatzy", "Box(0)"} {
		if got, ok := scorecard.ParseBox(s); ok {
			t.Errorf("ParseBox(%q): got %v", s, got)
		}
	}
}

func TestBox_Upper(t *testing.T) {
	for _, b := range scorecard.AllBoxes() {
		if got, want := b.Upper(), b < scorecard.ThreeOfAKind; got != want {
			t.Errorf("%v: got %t, want %t", b, got, want)
		}
	}
}

func TestUpperBox(t *testing.T) {
	want := []scorecard.Box{
		scorecard.Ones, scorecard.Twos, scorecard.Threes,
		scorecard.Fours, scorecard.Fives, scorecard.Sixes,
	}
	for i, b := range want {
		if got := scorecard.UpperBox(i + 1); got != b {
			t.Errorf("face %d: got %v, want %v", i+1, got, b)
		}
	}
	mustPanic(t, "face 0", func() { scorecard.UpperBox(0) })
	mustPanic(t, "face 7", func() { scorecard.UpperBox(7) })
}

// A box allows 0, what some roll scores in it, and what some joker does.
func TestBox_Allows(t *testing.T) {
	for _, b := range scorecard.AllBoxes() {
		want := map[int]bool{0: true}
		for _, faces := range allRolls() {
			want[slowScore(b.String(), faces)] = true
		}
		for points := -60; points <= 600; points++ {
			if got := b.Allows(points); got != want[points] {
				t.Errorf("%v, %d points: got %t, want %t", b, points, got, want[points])
			}
		}
	}
	if scorecard.Box(13).Allows(0) || scorecard.Box(13).Allows(5) {
		t.Error("no box allows points")
	}
}

func TestBoxSet(t *testing.T) {
	var s scorecard.BoxSet
	for i, b := range scorecard.AllBoxes() {
		if s.Has(b) || s.Len() != i {
			t.Fatalf("before %v: has it: %t, %d boxes, want %d", b, s.Has(b), s.Len(), i)
		}
		s = s.With(b)
		if !s.Has(b) || s.With(b) != s {
			t.Fatalf("%v: not there, or not the same set with it again", b)
		}
	}
	if s.Len() != scorecard.Boxes {
		t.Errorf("got %d boxes, want %d", s.Len(), scorecard.Boxes)
	}
}

func FuzzParseBox(f *testing.F) {
	f.Add("ones")
	f.Add("fiveOfAKind")
	f.Add("FIVEOFAKIND")
	f.Fuzz(func(t *testing.T, s string) {
		if b, ok := scorecard.ParseBox(s); ok && b.String() != s {
			t.Errorf("%q was read as %v", s, b)
		}
	})
}

func mustPanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s: no panic", what)
		}
	}()
	f()
}
