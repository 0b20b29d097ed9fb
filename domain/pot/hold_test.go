package pot_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kast/domain/dice"
	"kast/domain/pot"
)

func TestHold(t *testing.T) {
	tests := []struct {
		name   string
		groups pot.Groups
		rolled []int
		held   []int
		points int
		after  pot.Groups
		ok     bool
	}{
		{"a single 1", pot.Groups{}, []int{1, 2, 3, 4, 6, 6}, []int{1}, 100, pot.Groups{}, true},
		{"a single 5", pot.Groups{}, []int{5, 2, 3, 4, 6, 6}, []int{5}, 50, pot.Groups{}, true},
		{"the 1 of a 1 and a 5", pot.Groups{}, []int{1, 5, 2, 2, 3, 3}, []int{1}, 100, pot.Groups{}, true},
		{"two pairs of singles", pot.Groups{}, []int{1, 1, 5, 5, 3, 2}, []int{1, 1, 5, 5}, 300, pot.Groups{}, true},
		{"nothing held", pot.Groups{3: 3}, []int{1, 5, 2}, nil, 0, pot.Groups{3: 3}, true},
		{"nothing rolled or held", pot.Groups{}, nil, nil, 0, pot.Groups{}, true},

		{"three 3s", pot.Groups{}, []int{3, 3, 3, 2, 4, 6}, []int{3, 3, 3}, 300, pot.Groups{3: 3}, true},
		{"a 3 to three 3s and a 5", pot.Groups{3: 3}, []int{3, 5, 2}, []int{3, 5}, 350, pot.Groups{3: 4}, true},
		{"two 3s to three 3s", pot.Groups{3: 3}, []int{3, 3, 2}, []int{3, 3}, 900, pot.Groups{3: 5}, true},
		{"one of two 3s to three 3s", pot.Groups{3: 3}, []int{3, 3, 2}, []int{3}, 300, pot.Groups{3: 4}, true},
		{"three 3s to three 3s", pot.Groups{3: 3}, []int{3, 3, 3}, []int{3, 3, 3}, 2100, pot.Groups{3: 6}, true},
		{"a 1 to three 1s", pot.Groups{1: 3}, []int{1, 2, 4}, []int{1}, 1000, pot.Groups{1: 4}, true},
		{"a 5 to three 5s", pot.Groups{5: 3}, []int{5, 2, 4}, []int{5}, 500, pot.Groups{5: 4}, true},
		{"a 1 and a 5 to three 5s", pot.Groups{5: 3}, []int{5, 1, 4}, []int{5, 1}, 600, pot.Groups{5: 4}, true},
		{"a 1 beside a group of 2s", pot.Groups{2: 4}, []int{1, 3}, []int{1}, 100, pot.Groups{2: 4}, true},
		{"a new group beside another", pot.Groups{2: 3}, []int{6, 6, 6}, []int{6, 6, 6}, 600, pot.Groups{2: 3, 6: 3}, true},

		{"two of three 1s", pot.Groups{}, []int{1, 1, 1, 2, 3, 4}, []int{1, 1}, 200, pot.Groups{}, true},
		{"all of three 1s", pot.Groups{}, []int{1, 1, 1, 2, 3, 4}, []int{1, 1, 1}, 1000, pot.Groups{1: 3}, true},
		{"two of four 5s", pot.Groups{}, []int{5, 5, 5, 5, 3, 4}, []int{5, 5}, 100, pot.Groups{}, true},
		{"three of four 2s", pot.Groups{}, []int{2, 2, 2, 2, 3, 4}, []int{2, 2, 2}, 200, pot.Groups{2: 3}, true},
		{"two of three 2s", pot.Groups{}, []int{2, 2, 2, 3, 4, 6}, []int{2, 2}, 0, pot.Groups{}, false},
		{"two 2s", pot.Groups{}, []int{2, 2, 1, 3, 4, 6}, []int{2, 2}, 0, pot.Groups{}, false},
		{"a 4 beside a group of 2s", pot.Groups{2: 3}, []int{6, 1, 4}, []int{4}, 0, pot.Groups{2: 3}, false},
		{"a 1 and a 3", pot.Groups{}, []int{1, 3, 3, 6, 3, 1}, []int{1, 3}, 0, pot.Groups{}, false},
		{"a 1 that was not rolled", pot.Groups{}, []int{1, 5, 2}, []int{1, 1}, 0, pot.Groups{}, false},
		{"a joiner that was not rolled", pot.Groups{3: 3}, []int{1, 5, 2}, []int{3}, 0, pot.Groups{3: 3}, false},

		{"four 3s and two 4s", pot.Groups{}, []int{4, 3, 3, 3, 4, 3}, []int{4, 3, 3, 3, 4, 3}, 0, pot.Groups{}, false},
		{"four 3s", pot.Groups{}, []int{4, 3, 3, 3, 4, 3}, []int{3, 3, 3, 3}, 600, pot.Groups{3: 4}, true},
		{"three of four 3s", pot.Groups{}, []int{4, 3, 3, 3, 4, 3}, []int{3, 3, 3}, 300, pot.Groups{3: 3}, true},
		{"two of four 3s", pot.Groups{}, []int{4, 3, 3, 3, 4, 3}, []int{3, 3}, 0, pot.Groups{}, false},

		{"1 5 2 2 2 5", pot.Groups{}, []int{1, 5, 2, 2, 2, 5}, []int{1, 5, 2, 2, 2, 5}, 400, pot.Groups{2: 3}, true},
		{"2 5 2 2 3 6", pot.Groups{}, []int{2, 5, 2, 2, 3, 6}, []int{2, 2, 2, 5}, 250, pot.Groups{2: 3}, true},
		{"3 4 5 3 3 6", pot.Groups{}, []int{3, 4, 5, 3, 3, 6}, []int{3, 3, 3, 5}, 350, pot.Groups{3: 3}, true},
		{"1 5 1 2 4 6", pot.Groups{}, []int{1, 5, 1, 2, 4, 6}, []int{1, 1, 5}, 250, pot.Groups{}, true},
		{"3 3 3 2 2 2", pot.Groups{}, []int{3, 3, 3, 2, 2, 2}, []int{3, 3, 3, 2, 2, 2}, 500, pot.Groups{2: 3, 3: 3}, true},
		{"six 1s", pot.Groups{}, []int{1, 1, 1, 1, 1, 1}, []int{1, 1, 1, 1, 1, 1}, 8000, pot.Groups{1: 6}, true},
		{"the 1 of a straight", pot.Groups{}, []int{1, 2, 3, 4, 5, 6}, []int{1}, 0, pot.Groups{}, false},
		{"nothing of a straight", pot.Groups{}, []int{1, 2, 3, 4, 5, 6}, nil, 0, pot.Groups{}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			points, after, ok := pot.Hold(counts(tt.rolled...), counts(tt.held...), tt.groups)
			if points != tt.points || after != tt.after || ok != tt.ok {
				t.Errorf("got %d, %v, %t, want %d, %v, %t", points, after, ok, tt.points, tt.after, tt.ok)
			}
		})
	}
}

// Exactly 350 points in two rolls are enough to get in, 300 are not.
func TestHold_EntryInTwoRolls(t *testing.T) {
	hold := func(rolled, held []int) int {
		points, after, ok := pot.Hold(counts(rolled...), counts(held...), pot.Groups{})
		if !ok || after != (pot.Groups{}) {
			t.Fatalf("%v of %v: got %v, %t", held, rolled, after, ok)
		}
		return points
	}
	first := hold([]int{1, 1, 2, 3, 4, 6}, []int{1, 1})
	if got := first + hold([]int{1, 5, 2, 2}, []int{1, 5}); got != pot.Entry {
		t.Errorf("1 1, then 1 5: got %d, want %d", got, pot.Entry)
	}
	if got := first + hold([]int{1, 5, 2, 2}, []int{1}); got >= pot.Entry {
		t.Errorf("1 1, then 1: got %d, want less than %d", got, pot.Entry)
	}
}

// Ones set aside singly stay single when a group of ones comes later, and six
// ones come to 8000 only with three of them in one roll.
func TestHold_SinglesDoNotJoin(t *testing.T) {
	single, after, _ := pot.Hold(counts(1, 2, 3, 4, 6, 6), counts(1), pot.Groups{})
	group, after, ok := pot.Hold(counts(1, 1, 1, 2, 3), counts(1, 1, 1), after)
	if !ok || single+group != 1100 || after != (pot.Groups{1: 3}) {
		t.Errorf("a 1, then three: got %d, %v, %t, want 1100 with a group of three", single+group, after, ok)
	}
	total, g := 0, pot.Groups{}
	for _, roll := range [][]int{{1, 1, 1}, {1, 1}, {1}} {
		points, after, ok := pot.Hold(counts(roll...), counts(roll...), g)
		if !ok {
			t.Fatalf("%v on %v refused", roll, g)
		}
		total, g = total+points, after
	}
	if total != 8000 || g != (pot.Groups{1: 6}) {
		t.Errorf("three 1s, two, one: got %d, %v, want 8000", total, g)
	}
}

func TestMost(t *testing.T) {
	tests := []struct {
		name   string
		groups pot.Groups
		rolled []int
		want   int
		faces  []int
	}{
		{"no dice", pot.Groups{}, nil, 0, []int{}},
		{"nothing", pot.Groups{}, []int{2, 2, 3, 3, 4, 4}, 0, []int{}},
		{"a straight of five with a 5", pot.Groups{}, []int{1, 2, 3, 4, 5, 5}, 200, []int{1, 5}},
		{"a straight of five with a 6", pot.Groups{}, []int{2, 3, 4, 5, 6, 6}, 50, []int{5}},
		{"a straight", pot.Groups{}, []int{6, 5, 4, 3, 2, 1}, 1000, []int{}},
		{"a group and singles", pot.Groups{}, []int{6, 6, 6, 1, 5, 2}, 750, []int{1, 5, 6}},
		{"a joiner", pot.Groups{2: 4}, []int{2, 3}, 400, []int{2}},
		{"joining ones", pot.Groups{1: 3}, []int{1, 5, 5}, 1100, []int{1, 5}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := pot.Most(counts(tt.rolled...), tt.groups); got != tt.want {
				t.Errorf("most: got %d, want %d", got, tt.want)
			}
			got := pot.ScoringFaces(counts(tt.rolled...), tt.groups)
			if got == nil || !slices.Equal(got, tt.faces) {
				t.Errorf("faces: got %#v, want %#v", got, tt.faces)
			}
		})
	}
}

// Any hold of any roll with any groups agrees with the second opinion, moves in
// steps of 50, and is worth what the groups gained plus the singles.
func TestHold_Any(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g, free := drawGroups(t)
		rolled := rapid.SliceOfN(rapid.IntRange(1, 6), 1, free).Draw(t, "rolled")
		held := rapid.SliceOfN(rapid.SampledFrom(rolled), 0, len(rolled)).Draw(t, "held")
		rc, hc := counts(rolled...), counts(held...)
		points, after, ok := pot.Hold(rc, hc, g)

		want, wantAfter, wantOK := slowHold(held, g)
		for face := range hc {
			if hc[face] > rc[face] {
				want, wantAfter, wantOK = 0, g, false
			}
		}
		if rc == (dice.Counts{0, 1, 1, 1, 1, 1, 1}) && len(held) > 0 {
			want, wantAfter, wantOK = 0, g, false
		}
		if points != want || after != wantAfter || ok != wantOK {
			t.Fatalf("got %d, %v, %t, want %d, %v, %t", points, after, ok, want, wantAfter, wantOK)
		}
		if points%pot.Step != 0 {
			t.Fatalf("%d is no multiple of %d", points, pot.Step)
		}
		singles := points - (after.Value() - g.Value())
		if most := 100*int(hc[1]) + 50*int(hc[5]); singles < 0 || singles > most {
			t.Fatalf("%d points in singles, at most %d were held", singles, most)
		}
		if ok && points > pot.Most(rc, g) {
			t.Fatalf("%d points are more than the most, %d", points, pot.Most(rc, g))
		}
	})
}

// drawGroups draws the groups of a turn and how many dice at most are free. Two
// groups would leave no die to roll.
func drawGroups(t *rapid.T) (g pot.Groups, free int) {
	if !rapid.Bool().Draw(t, "a group") {
		return g, pot.Dice
	}
	n := rapid.IntRange(3, pot.Dice-1).Draw(t, "size")
	g[rapid.IntRange(1, 6).Draw(t, "face")] = uint8(n)
	return g, pot.Dice - n
}

func ExampleHold() {
	rolled := counts(3, 5, 2)
	points, after, ok := pot.Hold(rolled, counts(3, 5), pot.Groups{3: 3})
	fmt.Println(points, after[3], ok)
	// Output: 350 4 true
}
