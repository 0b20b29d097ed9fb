//go:build !race

// The race detector makes a million rolls take twenty seconds and has nothing to
// find in them.

package fairness_test

import (
	"testing"

	"kast/domain/dice"
	"kast/domain/fairness"
)

// Over 1.2 million rolls each face comes up 200 000 times at each position,
// give or take five standard deviations. Bytes taken modulo 6 without skipping
// any would give 5 and 6 some 3 100 too few.
func TestSeed_DiceAreUniform(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a few seconds")
	}
	const rolls, turns, perTurn = 1_200_000, 100, 3
	const want, tolerance = rolls / 6, 2040
	var faces [dice.MaxDice][7]int
	p := fairness.Position{Game: gameID, ClientSeeds: []string{"", ""}}
	for i := range rolls / turns / perTurn {
		s := seedNumber(i)
		for p.Turn = 1; p.Turn <= turns; p.Turn++ {
			for p.Roll = 1; p.Roll <= perTurn; p.Roll++ {
				d := s.Dice(p, dice.MaxDice)
				for j := range dice.MaxDice {
					faces[j][d.At(j)]++
				}
			}
		}
	}
	for j := range faces {
		for face := 1; face <= 6; face++ {
			if n := faces[j][face]; n < want-tolerance || n > want+tolerance {
				t.Errorf("position %d, face %d: got %d, want %d give or take %d", j, face, n, want, tolerance)
			}
		}
	}
}
