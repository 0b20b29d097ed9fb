package game

// placements ranks all seats of a game that is over: by points, equal points sharing a placement (1, 1, 3), the
// provisional winner of the pot game before its equals; after all of them who gave up, the last to do so first. It is
// nil when nobody plays on: a solo game that was given up has no result.
func placements(s State) []int {
	if s.playing() == 0 {
		return nil
	}
	placed := make([]int, len(s.Seats))
	for i := range s.Seats {
		placed[i] = 1
		for j := range s.Seats {
			if j != i && s.ahead(j, i) {
				placed[i]++
			}
		}
	}
	return placed
}

// ahead tells whether seat a is placed before seat b.
func (s State) ahead(a, b int) bool {
	x, y := s.Seats[a], s.Seats[b]
	switch {
	case x.Resigned() || y.Resigned():
		// Who plays on has GaveUp 0; of those who gave up the later one has the higher number.
		return !x.Resigned() || (y.Resigned() && x.GaveUp > y.GaveUp)
	case s.Final.Seat == a || s.Final.Seat == b:
		return s.Final.Seat == a
	default:
		return s.Total(a) > s.Total(b)
	}
}
