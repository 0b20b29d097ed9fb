package dice_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kast/domain/dice"
)

func TestNew(t *testing.T) {
	tests := []struct {
		name  string
		faces []int
		want  error
	}{
		{"none", nil, nil},
		{"one of each", []int{1, 2, 3, 4, 5, 6}, nil},
		{"unsorted", []int{6, 1, 6, 2}, nil},
		{"face 0", []int{1, 0}, dice.ErrFace},
		{"face 7", []int{7}, dice.ErrFace},
		{"negative face", []int{-1}, dice.ErrFace},
		{"a face that is 1 modulo 256", []int{257}, dice.ErrFace},
		{"seven dice", []int{1, 1, 1, 1, 1, 1, 1}, dice.ErrCount},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := dice.New(tt.faces...)
			if !errors.Is(err, tt.want) {
				t.Fatalf("New(%v): got error %v, want %v", tt.faces, err, tt.want)
			}
			if err != nil {
				if d != (dice.Dice{}) {
					t.Errorf("New(%v): got %v with an error, want no dice", tt.faces, d)
				}
				return
			}
			if got := d.Faces(); !slices.Equal(got, tt.faces) {
				t.Errorf("Faces: got %v, want %v", got, tt.faces)
			}
			if got, want := d.Len(), len(tt.faces); got != want {
				t.Errorf("Len: got %d, want %d", got, want)
			}
			for i, want := range tt.faces {
				if got := d.At(i); got != want {
					t.Errorf("At(%d): got %d, want %d", i, got, want)
				}
			}
		})
	}
}

func TestMustNew(t *testing.T) {
	mustPanic(t, "face 7", func() { dice.MustNew(7) })
	if got, want := dice.MustNew(2, 1).Faces(), []int{2, 1}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestDice_ZeroIsNoDice(t *testing.T) {
	var d dice.Dice
	if none := dice.MustNew(); d != none {
		t.Errorf("zero value %v differs from New() %v", d, none)
	}
	if d.Len() != 0 || d.Faces() != nil || d.Counts() != (dice.Counts{}) {
		t.Errorf("got %d dice, faces %v, counts %v, want none", d.Len(), d.Faces(), d.Counts())
	}
}

func TestDice_At(t *testing.T) {
	d := dice.MustNew(4, 5)
	mustPanic(t, "At(-1)", func() { d.At(-1) })
	mustPanic(t, "At(2) of two dice", func() { d.At(2) })
}

func TestDice_FacesAreTheCallers(t *testing.T) {
	d := dice.MustNew(4, 5)
	d.Faces()[0] = 6
	if got := d.At(0); got != 4 {
		t.Errorf("a change in Faces reached the dice: got %d, want 4", got)
	}
}

func TestDice_EqualByPosition(t *testing.T) {
	if dice.MustNew(1, 2) == dice.MustNew(2, 1) {
		t.Error("1 2 equals 2 1")
	}
	if dice.MustNew(1, 2) == dice.MustNew(1, 2, 3) {
		t.Error("1 2 equals 1 2 3")
	}
	if again := dice.MustNew(1, 2, 3); again != dice.MustNew(1, 2, 3) {
		t.Error("1 2 3 differs from itself")
	}
}

func TestDice_CountsOf(t *testing.T) {
	d := dice.MustNew(5, 1, 5, 2, 5)
	tests := []struct {
		name string
		mask dice.Mask
		want dice.Counts
	}{
		{"none", 0, dice.Counts{}},
		{"the fives", 0b10101, dice.Counts{5: 3}},
		{"the others", 0b01010, dice.Counts{1: 1, 2: 1}},
		{"all", dice.All(5), dice.Counts{1: 1, 2: 1, 5: 3}},
		{"a position without a die", 0b100001, dice.Counts{5: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := d.CountsOf(tt.mask); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
	if got := d.Counts(); got != d.CountsOf(dice.All(5)) {
		t.Errorf("Counts: got %v, want those of all positions", got)
	}
}

func TestDice_Replace(t *testing.T) {
	shown := dice.MustNew(5, 1, 5, 2, 5)
	fresh := dice.MustNew(6, 6, 6, 6, 6)
	tests := []struct {
		name string
		mask dice.Mask
		want dice.Dice
	}{
		{"none", 0, shown},
		{"two in the middle", 0b01010, dice.MustNew(5, 6, 5, 6, 5)},
		{"the ends", 0b10001, dice.MustNew(6, 1, 5, 2, 6)},
		{"all", dice.All(5), fresh},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := shown.Replace(fresh, tt.mask); got != tt.want {
				t.Errorf("got %v, want %v", got.Faces(), tt.want.Faces())
			}
		})
	}
	t.Run("no dice become the first roll", func(t *testing.T) {
		if got := (dice.Dice{}).Replace(fresh, dice.All(5)); got != fresh {
			t.Errorf("got %v, want %v", got.Faces(), fresh.Faces())
		}
	})
	t.Run("missing dice", func(t *testing.T) {
		mustPanic(t, "no dice, four of five rolled", func() { dice.Dice{}.Replace(fresh, 0b01111) })
		mustPanic(t, "five dice from six", func() { shown.Replace(dice.MustNew(1, 2, 3, 4, 5, 6), 1) })
		mustPanic(t, "five dice from none", func() { shown.Replace(dice.Dice{}, 0) })
	})
}

// Dice that are not rolled keep position and face, whatever the faces are: no
// sorting may part a die from its place.
func TestDice_ReplaceMovesNoDie(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, dice.MaxDice).Draw(t, "n")
		faces := rapid.SliceOfN(rapid.IntRange(1, 6), n, n)
		shown := dice.MustNew(faces.Draw(t, "shown")...)
		fresh := dice.MustNew(faces.Draw(t, "fresh")...)
		mask := dice.Mask(rapid.IntRange(0, 1<<n-1).Draw(t, "mask"))
		got := shown.Replace(fresh, mask)
		for i := range n {
			want := shown.At(i)
			if mask.Has(i) {
				want = fresh.At(i)
			}
			if got.At(i) != want {
				t.Fatalf("position %d: got %d, want %d", i, got.At(i), want)
			}
		}
		if diff := cmp.Diff(add(got.CountsOf(mask), got.CountsOf(dice.All(n)&^mask)), got.Counts()); diff != "" {
			t.Fatalf("counts of the two parts differ from the whole (-parts +whole):\n%s", diff)
		}
	})
}

func add(a, b dice.Counts) dice.Counts {
	for i, n := range b {
		a[i] += n
	}
	return a
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
