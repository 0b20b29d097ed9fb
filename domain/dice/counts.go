package dice

// Counts tells how many dice show each face: index 1 to 6, where index 0 is
// always 0. It is what scoring looks at, since no rule depends on the order of
// the dice.
type Counts [7]uint8

// Of returns how many dice show the face, 1 to 6.
func (c Counts) Of(face int) int { return int(c[face]) }

// Total returns the number of dice.
func (c Counts) Total() int {
	total := 0
	for _, n := range c {
		total += int(n)
	}
	return total
}

// Sum returns the sum of the faces of all dice.
func (c Counts) Sum() int {
	sum := 0
	for face, n := range c {
		sum += face * int(n)
	}
	return sum
}
