package pot

// What dice score by themselves, and what three of a face score together.
const (
	singleOne   = 100
	singleFive  = 50
	threeOnes   = 1000
	threePerPip = 100 // times the face, for 2 to 6

	groupSize = 3 // the fewest dice of one roll that make a group
)

// Groups tells how many dice of each face lie aside as a group in this turn:
// index 1 to 6, 0 for no group, else 3 or more. Dice set aside singly are not
// in it. Index 0 is always 0.
type Groups [7]uint8

// Value returns what the groups are worth together.
func (g Groups) Value() int {
	value := 0
	for face := 1; face <= 6; face++ {
		value += GroupPoints(face, int(g[face]))
	}
	return value
}

// GroupPoints returns what a group of n dice of a face is worth: 100 times the
// face, or 1000 for ones, for three, and twice as much for each further die.
// Fewer than three are no group and give 0.
func GroupPoints(face, n int) int {
	if n < groupSize {
		return 0
	}
	three := threePerPip * face
	if face == 1 {
		three = threeOnes
	}
	return three << (n - groupSize)
}

// SinglePoints returns what one die of the face gives outside any group.
func SinglePoints(face int) int {
	switch face {
	case 1:
		return singleOne
	case 5:
		return singleFive
	}
	return 0
}
