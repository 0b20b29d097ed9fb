package dice_test

import (
	"testing"

	"kast/domain/dice"
)

func TestCounts(t *testing.T) {
	tests := []struct {
		name       string
		counts     dice.Counts
		total, sum int
	}{
		{"none", dice.Counts{}, 0, 0},
		{"one of each", dice.Counts{0, 1, 1, 1, 1, 1, 1}, 6, 21},
		{"a full house", dice.Counts{2: 2, 4: 3}, 5, 16},
		{"six sixes", dice.Counts{6: 6}, 6, 36},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.counts.Total(); got != tt.total {
				t.Errorf("Total: got %d, want %d", got, tt.total)
			}
			if got := tt.counts.Sum(); got != tt.sum {
				t.Errorf("Sum: got %d, want %d", got, tt.sum)
			}
			for face := 1; face <= 6; face++ {
				if got, want := tt.counts.Of(face), int(tt.counts[face]); got != want {
					t.Errorf("Of(%d): got %d, want %d", face, got, want)
				}
			}
		})
	}
}

// All orders of five dice have the counts of one of 252 rolls.
func TestCounts_OfAllRolls(t *testing.T) {
	orders := map[dice.Counts]int{}
	for i := range 7776 {
		d := dice.MustNew(i%6+1, i/6%6+1, i/36%6+1, i/216%6+1, i/1296%6+1)
		if c := d.Counts(); c.Total() == 5 && c[0] == 0 {
			orders[c]++
		}
	}
	sum := 0
	for c, n := range orders {
		sum += n
		if want := 120 / (fact(c[1]) * fact(c[2]) * fact(c[3]) * fact(c[4]) * fact(c[5]) * fact(c[6])); n != want {
			t.Errorf("%v: got %d orders, want %d", c, n, want)
		}
	}
	if len(orders) != 252 || sum != 7776 {
		t.Errorf("got %d rolls in %d orders, want 252 in 7776", len(orders), sum)
	}
}

func fact(n uint8) int {
	f := 1
	for i := 2; i <= int(n); i++ {
		f *= i
	}
	return f
}
