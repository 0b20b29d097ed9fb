package pot_test

import (
	"slices"
	"testing"

	"kast/domain/pot"
)

func TestOutcome_IDs(t *testing.T) {
	ids := map[pot.Outcome]string{
		pot.Scored: "scored", pot.Straight: "straight", pot.Pot: "pot", pot.Zilch: "zilch", pot.Bust: "bust",
	}
	for o, id := range ids {
		if got := o.String(); got != id {
			t.Errorf("got %q, want %q", got, id)
		}
		if got, ok := pot.ParseOutcome(id); !ok || got != o {
			t.Errorf("ParseOutcome(%q): got %v, %t", id, got, ok)
		}
	}
	if got := pot.NoOutcome.String(); got != "" {
		t.Errorf("no outcome: got %q", got)
	}
	if got, want := pot.Outcome(6).String(), "Outcome(6)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, s := range []string{"", "Scored", "pott", "Outcome(1)", "bust "} {
		if got, ok := pot.ParseOutcome(s); ok || got != pot.NoOutcome {
			t.Errorf("ParseOutcome(%q): got %v, %t", s, got, ok)
		}
	}
}

func TestClassify(t *testing.T) {
	tests := []struct {
		name   string
		groups pot.Groups
		rolled []int
		first  bool
		want   pot.Outcome
	}{
		{"no dice", pot.Groups{}, nil, true, pot.NoOutcome},
		{"a single 5", pot.Groups{}, []int{5, 2, 2, 3, 3, 4}, true, pot.Scored},
		{"three pairs", pot.Groups{}, []int{2, 2, 3, 3, 4, 4}, true, pot.Zilch},
		{"three other pairs", pot.Groups{}, []int{2, 2, 3, 3, 6, 6}, true, pot.Zilch},
		{"three pairs after a straight", pot.Groups{}, []int{2, 2, 3, 3, 4, 4}, false, pot.Bust},
		{"a later roll without a score", pot.Groups{3: 3}, []int{2, 4, 6}, false, pot.Bust},
		{"a straight", pot.Groups{}, []int{3, 1, 6, 2, 5, 4}, true, pot.Straight},
		{"a straight after a straight", pot.Groups{}, []int{3, 1, 6, 2, 5, 4}, false, pot.Straight},
		{"1 to 5 and a 5", pot.Groups{}, []int{1, 2, 3, 4, 5, 5}, true, pot.Scored},
		{"2 to 6 and a 6", pot.Groups{}, []int{2, 3, 4, 5, 6, 6}, true, pot.Scored},
		{"2 to 6 on five dice", pot.Groups{}, []int{2, 3, 4, 5, 6}, false, pot.Scored},
		{"all six score", pot.Groups{}, []int{1, 5, 2, 2, 2, 5}, true, pot.Pot},
		{"two groups", pot.Groups{}, []int{3, 3, 3, 2, 2, 2}, true, pot.Pot},
		{"2 2 2 2 2 5", pot.Groups{}, []int{2, 2, 2, 2, 2, 5}, true, pot.Pot},
		{"six 1s", pot.Groups{}, []int{1, 1, 1, 1, 1, 1}, true, pot.Pot},
		{"the last die scores", pot.Groups{}, []int{5}, false, pot.Pot},
		{"the last die joins", pot.Groups{4: 5}, []int{4}, false, pot.Pot},
		{"the last two join and score", pot.Groups{4: 4}, []int{4, 1}, false, pot.Pot},
		{"one of the last two joins", pot.Groups{4: 4}, []int{4, 3}, false, pot.Scored},
		{"two 4s beside a group of 3s", pot.Groups{3: 3}, []int{4, 4}, false, pot.Bust},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := pot.Classify(counts(tt.rolled...), tt.groups, tt.first); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

// Every roll with every group that can lie aside, and every hold of it, against
// the second opinion.
func TestClassify_AllRolls(t *testing.T) {
	groups := []pot.Groups{{}}
	for face := 1; face <= 6; face++ {
		for n := uint8(3); n < pot.Dice; n++ {
			g := pot.Groups{}
			g[face] = n
			groups = append(groups, g)
		}
	}
	for _, g := range groups {
		for n := 1; n <= pot.Dice-aside(g); n++ {
			for _, rolled := range differentRolls(n) {
				for _, first := range []bool{true, false} {
					checkRoll(t, rolled, g, first)
				}
			}
		}
	}
}

// aside returns how many dice lie in groups.
func aside(g pot.Groups) int {
	total := 0
	for _, n := range g {
		total += int(n)
	}
	return total
}

func checkRoll(t *testing.T, rolled []int, g pot.Groups, first bool) {
	t.Helper()
	id, most, faces := slowOutcome(rolled, g, first)
	rc := counts(rolled...)
	if got := pot.Classify(rc, g, first).String(); got != id {
		t.Fatalf("%v with %v, first %t: got %s, want %s", rolled, g, first, got, id)
	}
	if got := pot.Most(rc, g); got != most {
		t.Fatalf("%v with %v: got at most %d points, want %d", rolled, g, got, most)
	}
	if got := pot.ScoringFaces(rc, g); !slices.Equal(got, faces) {
		t.Fatalf("%v with %v: got scoring faces %v, want %v", rolled, g, got, faces)
	}
	for _, held := range slowHolds(rolled) {
		want, wantAfter, wantOK := slowHold(held, g)
		if id == "straight" {
			want, wantAfter, wantOK = 0, g, false
		}
		points, after, ok := pot.Hold(rc, counts(held...), g)
		if points != want || after != wantAfter || ok != wantOK {
			t.Fatalf("%v of %v with %v: got %d, %v, %t, want %d, %v, %t",
				held, rolled, g, points, after, ok, want, wantAfter, wantOK)
		}
	}
}
