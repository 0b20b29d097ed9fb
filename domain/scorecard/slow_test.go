package scorecard_test

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"kast/domain/dice"
)

// This file is a second opinion: the rules once more, slowly, over boxes by
// their ids and dice as lists of faces, with nothing taken from the package.

func ids() []string {
	return strings.Fields("ones twos threes fours fives sixes threeOfAKind fourOfAKind" +
		" fullHouse smallStraight largeStraight chance fiveOfAKind")
}

// slowScore gives the ordinary points of five dice in a box.
func slowScore(box string, faces []int) int {
	sorted := slices.Clone(faces)
	sort.Ints(sorted)
	var text, pattern, distinct strings.Builder
	sum := 0
	for i, face := range sorted {
		sum += face
		text.WriteString(strconv.Itoa(face))
		if i > 0 && face == sorted[i-1] {
			pattern.WriteByte('=')
			continue
		}
		pattern.WriteByte('|')
		distinct.WriteString(strconv.Itoa(face))
	}
	switch box {
	case "threeOfAKind":
		return when(strings.Contains(pattern.String(), "=="), sum)
	case "fourOfAKind":
		return when(strings.Contains(pattern.String(), "==="), sum)
	case "fullHouse":
		return when(pattern.String() == "|=|==" || pattern.String() == "|==|=", 25)
	case "smallStraight":
		return when(containsAny(distinct.String(), "1234", "2345", "3456"), 30)
	case "largeStraight":
		return when(containsAny(text.String(), "12345", "23456"), 40)
	case "chance":
		return sum
	case "fiveOfAKind":
		return when(pattern.String() == "|====", 50)
	}
	face := slices.Index(ids(), box) + 1
	return face * strings.Count(text.String(), strconv.Itoa(face))
}

func when(fits bool, points int) int {
	if fits {
		return points
	}
	return 0
}

func containsAny(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(s, p) })
}

type slowEntry struct {
	Points, Bonus int
	Joker         bool
}

// slowScores gives the ordinary points of five dice in every box.
func slowScores(faces []int) map[string]int {
	scores := map[string]int{}
	for _, box := range ids() {
		scores[box] = slowScore(box, faces)
	}
	return scores
}

// slowEntries gives what may be entered, by box, for one of the three rulesets;
// scores are the slowScores of the faces.
func slowEntries(ruleset string, card map[string]int, faces []int, scores map[string]int) map[string]slowEntry {
	legal := map[string]slowEntry{}
	five := scores["fiveOfAKind"] == 50
	fifth, used := card["fiveOfAKind"]
	bonus := 0
	if five && used && fifth == 50 {
		bonus = map[string]int{"penta": 100, "femlika": 100, "bonanza": 50}[ruleset]
	}
	joker := five && used && (ruleset == "bonanza" || ruleset == "penta" && fifth == 50)
	for i, box := range ids() {
		if _, taken := card[box]; taken {
			continue
		}
		e := slowEntry{scores[box], bonus, joker}
		if joker {
			switch box {
			case "fullHouse":
				e.Points = 25
			case "smallStraight":
				e.Points = 30
			case "largeStraight":
				e.Points = 40
			}
			if !slowJokerFits(card, i, faces[0]) {
				continue
			}
		}
		legal[box] = e
	}
	return legal
}

// slowJokerFits tells whether a joker of a face may go into the open box i.
func slowJokerFits(card map[string]int, i, face int) bool {
	own := ids()[face-1]
	if _, taken := card[own]; !taken {
		return ids()[i] == own
	}
	return i >= 6 || !slices.ContainsFunc(ids()[6:], func(lower string) bool {
		_, taken := card[lower]
		return !taken
	})
}

// allRolls gives all 7776 rolls of five dice, every order by itself.
func allRolls() [][]int {
	rolls := [][]int{{}}
	for range 5 {
		var longer [][]int
		for _, r := range rolls {
			for face := 1; face <= 6; face++ {
				longer = append(longer, append(slices.Clone(r), face))
			}
		}
		rolls = longer
	}
	return rolls
}

// differentRolls gives the 252 rolls of five dice that differ by more than
// their order.
func differentRolls() [][]int {
	return slices.DeleteFunc(allRolls(), func(r []int) bool { return !sort.IntsAreSorted(r) })
}

func counts(faces ...int) dice.Counts { return dice.MustNew(faces...).Counts() }
