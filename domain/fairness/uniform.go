package fairness

import "math"

// Uniformity tells how well counts of the six faces agree with dice on which all faces are equally likely.
type Uniformity struct {
	Dice     int     // that were counted
	Expected float64 // of each face
	// ChiSquare is Pearson's: the squares of the differences to Expected by Expected, summed up. For good dice it is
	// about DegreesOfFreedom.
	ChiSquare float64
	// P is how likely good dice are to give a ChiSquare of at least this: near 0 for dice that prefer a face.
	P float64
}

// DegreesOfFreedom is how many of the six counts are free, once it is known how many dice there are.
const DegreesOfFreedom = 5

// Judge tells how uniform the counts of the faces are, those of the 1 first. It reports false for no dice at all, of which
// nothing can be said.
func Judge(counts [6]int) (u Uniformity, ok bool) {
	for _, n := range counts {
		u.Dice += n
	}
	if u.Dice == 0 {
		return Uniformity{}, false
	}
	u.Expected = float64(u.Dice) / 6
	for _, n := range counts {
		d := float64(n) - u.Expected
		u.ChiSquare += d * d / u.Expected
	}
	u.P = min(tail5(u.ChiSquare), 1) // rounding may give more
	return u, true
}

// tail5 is the chance that a chi-square variable of five degrees of freedom is at least x. For an odd number of degrees it
// has a closed form, by partial integration of the density.
func tail5(x float64) float64 {
	return math.Erfc(math.Sqrt(x/2)) + math.Sqrt(2*x/math.Pi)*math.Exp(-x/2)*(1+x/3)
}
