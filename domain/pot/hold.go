package pot

import "kast/domain/dice"

// Hold values a choice among the dice just rolled. rolled counts those dice,
// held the chosen ones, g the groups set aside earlier in the turn. It returns
// what the choice adds to the turn's points and the groups as they are with it
// set aside. Where the choice has a die that was not rolled or does not score,
// ok is false, points 0 and after is g.
//
// A die of a face that has a group joins it, and doubles it once; that goes for
// 1s and 5s too. Of another face, three or more held are a new group, and fewer
// score only as single 1s and 5s, however many were rolled. Of a straight
// nothing can be held, since it goes into the pot as a whole. An empty choice
// is fine and gives nothing. See docs/rules/tiotusen.en.md.
func Hold(rolled, held dice.Counts, g Groups) (points int, after Groups, ok bool) {
	if held != (dice.Counts{}) && isStraight(rolled) {
		return 0, g, false
	}
	after = g
	for face := 1; face <= 6; face++ {
		n := held.Of(face)
		if n == 0 {
			continue
		}
		if n > rolled.Of(face) {
			return 0, g, false
		}
		if before := int(g[face]); before > 0 || n >= groupSize {
			points += GroupPoints(face, before+n) - GroupPoints(face, before)
			after[face] = uint8(before + n)
			continue
		}
		single := SinglePoints(face)
		if single == 0 {
			return 0, g, false
		}
		points += n * single
	}
	return points, after, true
}

// Most returns the most points that a roll can give: those of all its scoring
// dice, since holding one more never makes the others worth less, or
// [StraightPoints] for a straight. For a roll that is a pot it is what goes into
// the pot besides the points set aside before.
func Most(rolled dice.Counts, g Groups) int {
	if isStraight(rolled) {
		return StraightPoints
	}
	points, _, _ := Hold(rolled, scoring(rolled, g), g)
	return points
}

// ScoringFaces returns the faces of the dice in a roll that may be held for
// points, ascending: an empty slice, never nil, where there is none, as in a
// straight. All dice of such a face may be held; fewer than three of a face that
// only scores as a group may not.
func ScoringFaces(rolled dice.Counts, g Groups) []int {
	faces := []int{}
	for face, n := range scoring(rolled, g) {
		if n > 0 {
			faces = append(faces, face)
		}
	}
	return faces
}

// scoring returns the dice of a roll that score when all of their face are
// held; none for a straight.
func scoring(rolled dice.Counts, g Groups) dice.Counts {
	var c dice.Counts
	if isStraight(rolled) {
		return c
	}
	for face := 1; face <= 6; face++ {
		if SinglePoints(face) > 0 || g[face] > 0 || rolled[face] >= groupSize {
			c[face] = rolled[face]
		}
	}
	return c
}

// isStraight tells whether six dice rolled at once show 1 to 6.
func isStraight(rolled dice.Counts) bool {
	return rolled == dice.Counts{0, 1, 1, 1, 1, 1, 1}
}
