package potplay

import "math/bits"

// Figures are whole numbers of tiny units, so that every machine reckons the same (the compilers for some processors
// round floating point products and sums in one step, others in two) and equal ones are seen to be equal whatever their
// size. A mean is rounded to the next unit; a turn takes at most six means in a row, and what later rounds of six dice
// bring weighs less and less, so that the errors stay below ten units: 1e-11 points, and next to nothing in a chance.
const (
	gainBits   = 40 // a point is 2^40 units, which leaves room for 8 million points
	chanceBits = 60 // certainty is 2^60 units

	point   = 1 << gainBits
	certain = 1 << chanceBits

	// Figures within 1e-9 are equal.
	sameGain   = point / 1_000_000_000
	sameChance = certain / 1_000_000_000
)

// worth is what a position is worth to the player.
type worth struct {
	chance int64 // in units of 2^-60: that the turn gains what is needed; 0 where nothing is
	gain   int64 // in units of 2^-40 points: the expected change of the score
}

func points(n int) int64 { return int64(n) * point }

// times returns a number of points that are got with a chance. The points are not negative.
func times(chance int64, n int) int64 {
	hi, lo := bits.Mul64(uint64(chance), uint64(n))
	const drop = chanceBits - gainBits
	lo, carry := bits.Add64(lo, 1<<(drop-1), 0)
	return int64((hi+carry)<<(64-drop) | lo>>drop)
}

// figures returns the worth in chances and points.
func (w worth) figures() Figures {
	return Figures{Gain: float64(w.gain) / point, Chance: float64(w.chance) / certain}
}

// mean gathers figures with their weights.
type mean struct{ chance, gain sum }

func (m *mean) add(w worth, weight int64) {
	m.chance.add(w.chance, weight)
	m.gain.add(w.gain, weight)
}

func (m *mean) over(weights int64) worth {
	return worth{chance: m.chance.over(weights), gain: m.gain.over(weights)}
}

// sum is a sum of products with weights of 6^6 together, in two halves, neither of which can overflow.
type sum struct{ hi, lo int64 }

const half = 32

func (s *sum) add(x, weight int64) {
	s.hi += x >> half * weight
	s.lo += x & (1<<half - 1) * weight
}

// over divides the sum and rounds to the nearest.
func (s *sum) over(weights int64) int64 {
	if *s == (sum{}) {
		return 0
	}
	q, r := s.hi/weights, s.hi%weights
	if r < 0 {
		q, r = q-1, r+weights
	}
	return q<<half + (r<<half+s.lo+weights/2)/weights
}

// or returns the better of two choices. The other one does not count without enough of a chance.
func (w worth) or(other worth, enough int64) worth {
	if other.chance >= enough && (w.chance < enough || other.gain > w.gain ||
		other.gain == w.gain && other.chance > w.chance) {
		return other
	}
	return w
}
