package review_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"kast/domain/game"
	"kast/domain/review"
)

// The review of a finished game of four. Machines differ, and others may use them too: so x-reference tells how often a
// loop to compare with runs in the same time. Both are medians of the same run, one after the other.
func BenchmarkGame(b *testing.B) {
	for _, id := range []game.RulesetID{game.Penta, game.Femlika, game.Bonanza, game.Tiotusen} {
		b.Run(string(id), func(b *testing.B) {
			m := play(b, rand.New(rand.NewPCG(1, 4)), id, 0, best, casual, casual, best)
			t := table(id)
			var own, compared []time.Duration
			decisions := 0
			for b.Loop() {
				begun := time.Now()
				decisions = len(review.Game(t, m.log).Decisions)
				between := time.Now()
				reference()
				own, compared = append(own, between.Sub(begun)), append(compared, time.Since(between))
			}
			slices.Sort(own)
			slices.Sort(compared)
			median := own[len(own)/2]
			b.ReportMetric(float64(median.Nanoseconds()), "ns/median")
			b.ReportMetric(float64(median)/float64(compared[len(compared)/2]), "x-reference")
			b.ReportMetric(float64(decisions), "decisions")
		})
	}
}

// reference is a loop to compare with, that of package solver's benchmarks.
func reference() {
	var values [4096]int64
	for range 4 {
		for i := range values {
			values[i] = values[i]*6364136223846793005 + int64(i)
		}
	}
}
