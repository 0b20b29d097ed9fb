package fairness

import (
	"math"
	"testing"
)

// The quantiles of the chi-square distribution with five degrees of freedom, as tables have them (M. Abramowitz, I. Stegun:
// Handbook of Mathematical Functions, table 26.8).
func TestTail5(t *testing.T) {
	for _, q := range []struct{ p, x float64 }{
		{0.995, 0.411740},
		{0.99, 0.554300},
		{0.975, 0.831211},
		{0.95, 1.145476},
		{0.9, 1.61031},
		{0.75, 2.67460},
		{0.5, 4.35146},
		{0.25, 6.62568},
		{0.1, 9.23635},
		{0.05, 11.0705},
		{0.025, 12.8325},
		{0.01, 15.0863},
		{0.005, 16.7496},
		{0.001, 20.515},
	} {
		if p := tail5(q.x); math.Abs(p-q.p) > 2e-5*math.Max(q.p, 0.05) {
			t.Errorf("chi-square %v: p %v, want %v", q.x, p, q.p)
		}
	}
}

func TestJudge(t *testing.T) {
	if u, ok := Judge([6]int{}); ok {
		t.Errorf("no dice were judged: %+v", u)
	}
	if u, ok := Judge([6]int{7, 7, 7, 7, 7, 7}); !ok || u.Dice != 42 || u.Expected != 7 || u.ChiSquare != 0 || u.P != 1 {
		t.Errorf("dice that fell evenly: %+v", u)
	}
	// 60 dice, 10 of each face expected: 25 + 1 + 4 + 0 + 1 + 9 over 10.
	if u, _ := Judge([6]int{5, 9, 12, 10, 11, 13}); math.Abs(u.ChiSquare-4) > 1e-12 || math.Abs(u.P-0.5494) > 5e-5 {
		t.Errorf("60 dice: %+v", u)
	}
	// All sixes: 50 for each of the other five, and 50² over 10.
	if u, _ := Judge([6]int{5: 60}); math.Abs(u.ChiSquare-300) > 1e-9 || u.P > 1e-60 || u.P <= 0 {
		t.Errorf("nothing but sixes: %+v", u)
	}
}
