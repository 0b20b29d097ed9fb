package dice_test

import (
	"errors"
	"slices"
	"testing"

	"kast/domain/dice"
)

func TestMaskOf(t *testing.T) {
	tests := []struct {
		name      string
		positions []int
		n         int
		want      dice.Mask
		err       error
	}{
		{"none", nil, 5, 0, nil},
		{"none of none", []int{}, 0, 0, nil},
		{"any order", []int{4, 0, 2}, 5, 0b10101, nil},
		{"all of six", []int{0, 1, 2, 3, 4, 5}, 6, 0b111111, nil},
		{"position 5 of five", []int{5}, 5, 0, dice.ErrPosition},
		{"negative", []int{0, -1}, 5, 0, dice.ErrPosition},
		{"twice", []int{3, 1, 3}, 5, 0, dice.ErrTwice},
		{"out of range first", []int{1, 9, 1}, 5, 0, dice.ErrPosition},
		{"position 0 of no dice", []int{0}, 0, 0, dice.ErrPosition},
		{"a position that is 0 modulo 256", []int{256}, 5, 0, dice.ErrPosition},
		{"more dice than there are", []int{6}, 9, 0, dice.ErrPosition},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := dice.MaskOf(tt.positions, tt.n)
			if got != tt.want || !errors.Is(err, tt.err) {
				t.Errorf("MaskOf(%v, %d): got %06b, %v, want %06b, %v",
					tt.positions, tt.n, got, err, tt.want, tt.err)
			}
		})
	}
}

func TestAll(t *testing.T) {
	for n := range dice.MaxDice + 1 {
		m := dice.All(n)
		if m.Len() != n {
			t.Errorf("All(%d): got %d positions", n, m.Len())
		}
		for i := -1; i <= 8; i++ {
			if got, want := m.Has(i), i >= 0 && i < n; got != want {
				t.Errorf("All(%d).Has(%d): got %t, want %t", n, i, got, want)
			}
		}
	}
	mustPanic(t, "All(-1)", func() { dice.All(-1) })
	mustPanic(t, "All(7)", func() { dice.All(7) })
}

func TestMask_Positions(t *testing.T) {
	tests := []struct {
		mask dice.Mask
		want []int
	}{
		{0, []int{}},
		{0b1, []int{0}},
		{0b101010, []int{1, 3, 5}},
		{dice.All(6), []int{0, 1, 2, 3, 4, 5}},
	}
	for _, tt := range tests {
		got := tt.mask.Positions()
		if got == nil || !slices.Equal(got, tt.want) {
			t.Errorf("%06b: got %#v, want %#v", tt.mask, got, tt.want)
		}
	}
}

func FuzzMaskOf(f *testing.F) {
	f.Add([]byte{0, 2, 4}, 5)
	f.Add([]byte{1, 1}, 5)
	f.Add([]byte{6}, 6)
	f.Add([]byte{255}, 6)
	f.Fuzz(func(t *testing.T, data []byte, n int) {
		positions := make([]int, len(data))
		for i, b := range data {
			positions[i] = int(int8(b))
		}
		sorted := slices.Sorted(slices.Values(positions))
		legal := len(slices.Compact(slices.Clone(sorted))) == len(sorted)
		for _, p := range positions {
			legal = legal && p >= 0 && p < min(n, dice.MaxDice)
		}
		m, err := dice.MaskOf(positions, n)
		if (err == nil) != legal {
			t.Fatalf("MaskOf(%v, %d): got error %v, want legal = %t", positions, n, err, legal)
		}
		if err == nil && !slices.Equal(m.Positions(), sorted) {
			t.Fatalf("MaskOf(%v, %d): got positions %v", positions, n, m.Positions())
		}
	})
}
