package pot_test

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"kast/domain/pot"
)

// The sums over all different rolls of some dice, with the groups set aside before, catch any slip in what may be held.
// These numbers were reckoned by a program that shares nothing with this one.
func TestHold_HoldsFile(t *testing.T) {
	var vectors []struct {
		Dice                               int
		FirstRoll                          bool
		SetAsideGroups                     map[string]int
		Rolls, Holds, Points, MostPoints   int
		Scored, Straight, Pot, Zilch, Bust int
	}
	readVectors(t, "tiotusen-sums.json", &vectors)
	if len(vectors) == 0 {
		t.Fatal("no cases")
	}
	for _, v := range vectors {
		t.Run(fmt.Sprint(v.Dice, v.FirstRoll, v.SetAsideGroups), func(t *testing.T) {
			want := []int{v.Rolls, v.Holds, v.Points, v.MostPoints, v.Scored, v.Straight, v.Pot, v.Zilch, v.Bust}
			got := sums(v.Dice, v.FirstRoll, groupsOf(t, v.SetAsideGroups))
			if !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

// sums adds up what a case has over the rolls of n dice.
func sums(n int, first bool, g pot.Groups) []int {
	var holds, points, most int
	outcomes := make([]int, pot.Bust+1)
	rolls := differentRolls(n)
	for _, faces := range rolls {
		rolled := counts(faces...)
		for _, held := range slowHolds(faces) {
			if p, _, ok := pot.Hold(rolled, counts(held...), g); ok {
				holds++
				points += p
			}
		}
		most += pot.Most(rolled, g)
		outcomes[pot.Classify(rolled, g, first)]++
	}
	return append([]int{len(rolls), holds, points, most}, outcomes[pot.Scored:]...)
}

func atoi(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
