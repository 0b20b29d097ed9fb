package pot_test

import (
	"testing"

	"kast/domain/pot"
)

func TestGroupPoints(t *testing.T) {
	// Points of none to six dice of each face.
	want := [][]int{
		1: {0, 0, 0, 1000, 2000, 4000, 8000},
		2: {0, 0, 0, 200, 400, 800, 1600},
		3: {0, 0, 0, 300, 600, 1200, 2400},
		4: {0, 0, 0, 400, 800, 1600, 3200},
		5: {0, 0, 0, 500, 1000, 2000, 4000},
		6: {0, 0, 0, 600, 1200, 2400, 4800},
	}
	for face := 1; face <= 6; face++ {
		for n, points := range want[face] {
			if got := pot.GroupPoints(face, n); got != points {
				t.Errorf("%d dice of face %d: got %d, want %d", n, face, got, points)
			}
		}
	}
}

func TestGroups_Value(t *testing.T) {
	tests := []struct {
		name   string
		groups pot.Groups
		want   int
	}{
		{"none", pot.Groups{}, 0},
		{"three 3s", pot.Groups{3: 3}, 300},
		{"six 1s", pot.Groups{1: 6}, 8000},
		{"two groups", pot.Groups{1: 3, 6: 3}, 1600},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.groups.Value(); got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}
