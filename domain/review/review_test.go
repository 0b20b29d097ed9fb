package review_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"kast/domain/game"
	"kast/domain/review"
	"kast/domain/scorecard"
)

// enough is how many games to play, a twentieth in a short test.
func enough() int {
	if testing.Short() {
		return randomGames / 20
	}
	return randomGames
}

// chunks runs f for all numbers below n, a thousand to a subtest, which run at once.
func chunks(t *testing.T, id game.RulesetID, n int, f func(t *testing.T, game int)) {
	t.Helper()
	const chunk = 1000
	for first := 0; first < n; first += chunk {
		t.Run(fmt.Sprintf("%s/%d", id, first), func(t *testing.T) {
			t.Parallel()
			for i := first; i < min(first+chunk, n); i++ {
				f(t, i)
			}
		})
	}
}

// Total + unplayed = start + luck − loss, in every game, whoever played and however it ended.
func TestGame_Identity(t *testing.T) {
	for _, id := range scorecards() {
		chunks(t, id, enough(), func(t *testing.T, n int) {
			t.Helper()
			r := rand.New(rand.NewPCG(uint64(n), 1))
			skills := make([]skill, 1+r.IntN(3))
			for i := range skills {
				skills[i] = []skill{careless, careless, casual, casual, casual, best}[r.IntN(6)]
			}
			m := play(t, r, id, []int{0, 0, 2, 30}[r.IntN(4)], skills...)
			checkScorecard(t, n, m, review.Game(table(id), m.log))
		})
	}
}

func checkScorecard(t *testing.T, n int, m *match, got review.Review) {
	t.Helper()
	losses := make([]float64, len(m.state.Seats))
	for _, d := range got.Decisions {
		losses[d.Seat] += d.Loss
		if d.Loss < 0 || d.Loss > 0 != (d.Best != d.Done) || math.Abs(d.Best.Expected-d.Done.Expected-d.Loss) > 1e-8 {
			t.Fatalf("game %d: %+v", n, d)
		}
	}
	for i, seat := range got.Seats {
		if seat.Total != m.state.Total(i) || seat.StartExpected != table(m.state.Ruleset.ID).Start() {
			t.Fatalf("game %d, seat %d: %+v", n, i, seat)
		}
		if whole := m.state.Seats[i].Card.FilledCount() == scorecard.Boxes; whole && seat.Unplayed != 0 || seat.Unplayed < -1e-8 {
			t.Fatalf("game %d, seat %d: %v unplayed, card full: %t", n, i, seat.Unplayed, whole)
		}
		if seat.Loss < 0 || math.Abs(seat.Loss-losses[i]) > 1e-9 {
			t.Fatalf("game %d, seat %d: a loss of %v, of the decisions %v", n, i, seat.Loss, losses[i])
		}
		if off := float64(seat.Total) + seat.Unplayed - seat.StartExpected - seat.Luck + seat.Loss; math.Abs(off) > 1e-6 {
			t.Fatalf("game %d, seat %d: off by %v: %+v", n, i, off, seat)
		}
	}
}

// Result = expected + luck − loss for every turn of the pot game, and the seats' sums are those of the turns.
func TestGame_PotIdentity(t *testing.T) {
	chunks(t, game.Tiotusen, enough()/10, func(t *testing.T, n int) {
		t.Helper()
		r := rand.New(rand.NewPCG(uint64(n), 2))
		skills := make([]skill, 2+r.IntN(3))
		for i := range skills {
			skills[i] = []skill{careless, casual, casual, best}[r.IntN(4)]
		}
		m := play(t, r, game.Tiotusen, []int{0, 0, 2, 10}[r.IntN(4)], skills...)
		checkPot(t, n, m, review.Game(nil, m.log))
	})
}

func checkPot(t *testing.T, n int, m *match, got review.Review) {
	t.Helper()
	for _, d := range got.Decisions {
		if d.Loss < 0 || d.Loss > 0 && d.Best == d.Done {
			t.Fatalf("game %d: %+v", n, d)
		}
	}
	var luck, loss [8]float64
	var gained [8]int
	for _, turn := range got.Turns {
		gained[turn.Seat] += turn.Gain
		if off := turn.Result - turn.Expected - turn.Luck + turn.Loss; math.Abs(off) > 1e-6 || turn.Loss < 0 {
			t.Fatalf("game %d: off by %v: %+v", n, off, turn)
		}
		switch turn.Objective {
		case review.Chance:
			overtook := game.Fold(m.log[:turn.Seq]).Final.Seat == turn.Seat
			if want := map[bool]float64{true: 1}[overtook]; turn.Result != want || turn.Expected < 0 || turn.Expected > 1 {
				t.Fatalf("game %d: overtook: %t: %+v", n, overtook, turn)
			}
		case review.Gain, review.Total:
			if turn.Objective == review.Total || turn.Result != float64(turn.Gain) {
				t.Fatalf("game %d: %+v", n, turn)
			}
			luck[turn.Seat] += turn.Luck
			loss[turn.Seat] += turn.Loss
		}
	}
	for i, seat := range got.Seats {
		if seat.Total != m.state.Seats[i].Score || gained[i] != seat.Total ||
			math.Abs(seat.Luck-luck[i]) > 1e-9 || math.Abs(seat.Loss-loss[i]) > 1e-9 {
			t.Fatalf("game %d, seat %d: %+v; of the turns %d, %v, %v", n, i, seat, gained[i], luck[i], loss[i])
		}
	}
}

// Best play gives nothing away, nowhere; and over many games luck comes to nothing for whoever plays.
func TestGame_BestPlayAndLuck(t *testing.T) {
	for _, id := range append(scorecards(), game.Tiotusen) {
		t.Run(string(id), func(t *testing.T) {
			t.Parallel()
			var luck [2]sample
			for n := range max(enough()/20, 50) {
				m := play(t, rand.New(rand.NewPCG(uint64(n), 3)), id, 0, best, casual)
				got := review.Game(table(id), m.log)
				for _, d := range got.Decisions {
					if d.Seat == 0 && (d.Loss != 0 || d.Best != d.Done) {
						t.Fatalf("game %d: best play gave away %+v", n, d)
					}
				}
				for _, turn := range got.Turns {
					if turn.Seat == 0 && turn.Loss != 0 {
						t.Fatalf("game %d: best play gave away %+v", n, turn)
					}
				}
				if got.Seats[0].Loss != 0 {
					t.Fatalf("game %d: best play gave away %+v", n, got.Seats[0])
				}
				for i := range luck {
					luck[i].add(got.Seats[i].Luck)
				}
			}
			for i, a := range luck {
				if a.n >= 200 && math.Abs(a.mean()) > 4*a.err() { // of fewer the error is not known well enough
					t.Errorf("mean luck of seat %d: %.3f ± %.3f", i, a.mean(), a.err())
				}
			}
		})
	}
}

// sample gathers figures.
type sample struct{ n, sum, squares float64 }

func (a *sample) add(x float64) { a.n, a.sum, a.squares = a.n+1, a.sum+x, a.squares+x*x }

func (a *sample) mean() float64 { return a.sum / a.n }

// err is the standard error of the mean.
func (a *sample) err() float64 { return math.Sqrt((a.squares/a.n - a.mean()*a.mean()) / a.n) }

func TestGame_NotStarted(t *testing.T) {
	m := &match{TB: t}
	m.record(game.ByPlayer, game.Created{Ruleset: game.Tiotusen, RulesVersion: 1, Seats: make([]game.SeatSpec, 2)})
	if got := review.Game(nil, m.log); got.Decisions != nil || got.Turns != nil || got.Seats != nil {
		t.Errorf("review of a game that never started: %+v", got)
	}
}
