package pot_test

import (
	"slices"

	"kast/domain/dice"
	"kast/domain/pot"
)

// This file is a second opinion on holds: the rules once more, die by die, over
// lists of faces, with nothing taken from the package but the groups.

// slowHold values the held faces. It lays the dice down one by one: a die of a
// face with a group doubles the group, others are gathered and judged at the
// end.
func slowHold(held []int, g pot.Groups) (points int, after pot.Groups, ok bool) {
	after = g
	gathered := map[int]int{}
	for _, face := range held {
		if g[face] == 0 {
			gathered[face]++
			continue
		}
		points += slowGroup(face, int(after[face]))
		after[face]++
	}
	for face, n := range gathered {
		switch {
		case n >= 3:
			points += slowGroup(face, n)
			after[face] = uint8(n)
		case face == 1:
			points += 100 * n
		case face == 5:
			points += 50 * n
		default:
			return 0, g, false
		}
	}
	return points, after, true
}

func slowGroup(face, n int) int {
	points := []int{1: 1000, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}[face]
	for range n - 3 {
		points += points
	}
	return points
}

// slowHolds gives every different choice of at least one of the rolled dice,
// legal or not, as ascending faces.
func slowHolds(rolled []int) [][]int {
	var all [][]int
	seen := map[dice.Counts]bool{}
	for m := 1; m < 1<<len(rolled); m++ {
		var held []int
		for i, face := range rolled {
			if m>>i&1 == 1 {
				held = append(held, face)
			}
		}
		if c := counts(held...); !seen[c] {
			seen[c] = true
			all = append(all, slices.Sorted(slices.Values(held)))
		}
	}
	return all
}

// slowOutcome gives the id of what a roll leads to, the most points it gives
// and the faces that may be held.
func slowOutcome(rolled []int, g pot.Groups, first bool) (id string, most int, faces []int) {
	sorted := slices.Sorted(slices.Values(rolled))
	if slices.Equal(sorted, []int{1, 2, 3, 4, 5, 6}) {
		return "straight", 1000, nil
	}
	id = "bust"
	if first {
		id = "zilch"
	}
	for _, held := range slowHolds(rolled) {
		points, _, ok := slowHold(held, g)
		if !ok {
			continue
		}
		most = max(most, points)
		faces = append(faces, held...)
		switch {
		case len(held) == len(rolled):
			id = "pot"
		case id != "pot":
			id = "scored"
		}
	}
	slices.Sort(faces)
	return id, most, slices.Compact(faces)
}

// differentRolls gives the rolls of n dice that differ by more than their
// order, as ascending faces.
func differentRolls(n int) [][]int {
	rolls := [][]int{{}}
	for range n {
		var longer [][]int
		for _, r := range rolls {
			from := 1
			if len(r) > 0 {
				from = r[len(r)-1]
			}
			for face := from; face <= 6; face++ {
				longer = append(longer, append(slices.Clone(r), face))
			}
		}
		rolls = longer
	}
	return rolls
}

func counts(faces ...int) dice.Counts { return dice.MustNew(faces...).Counts() }
