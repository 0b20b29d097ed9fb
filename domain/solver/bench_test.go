package solver_test

import (
	"runtime"
	"runtime/metrics"
	"slices"
	"sync"
	"testing"
	"time"

	"kast/domain/dice"
	"kast/domain/scorecard"
)

// stopwatch times something beside a reference loop, in turn, since machines
// differ and others use them too. It reports medians, and their ratio as
// x-reference.
type stopwatch struct {
	loops, workers int // of the reference
	own, reference []time.Duration
}

func (s *stopwatch) time(f func()) {
	start := time.Now()
	f()
	between := time.Now()
	var busy sync.WaitGroup
	for range s.workers - 1 {
		busy.Go(func() { reference(s.loops) })
	}
	reference(s.loops)
	busy.Wait()
	s.own = append(s.own, between.Sub(start))
	s.reference = append(s.reference, time.Since(between))
}

func (s *stopwatch) report(b *testing.B) {
	b.Helper()
	slices.Sort(s.own)
	slices.Sort(s.reference)
	own, reference := s.own[len(s.own)/2], s.reference[len(s.reference)/2]
	b.ReportMetric(float64(own.Nanoseconds()), "ns/op")
	b.ReportMetric(float64(own)/float64(reference), "x-reference")
}

// reference is a loop to compare with: a multiplication each for 4096 numbers.
func reference(loops int) {
	var values [4096]int64
	for range loops {
		for i := range values {
			values[i] = values[i]*6364136223846793005 + int64(i)
		}
	}
}

// A whole solve, on all processors, beside 100 000 reference loops on each. Its
// peak is all memory that the process holds meanwhile.
func BenchmarkSolve(b *testing.B) {
	for _, r := range rulesets {
		b.Run(r.name, func(b *testing.B) {
			watch := stopwatch{loops: 100_000, workers: runtime.GOMAXPROCS(0)}
			peak, states, calls := uint64(0), 0, 0
			for b.Loop() {
				watch.time(func() {
					solveTelling(r.rules, func(_, all int) {
						if calls++; calls%128 == 0 {
							peak, states = max(peak, resident()), all
						}
					})
				})
			}
			watch.report(b)
			b.ReportMetric(float64(states)/watch.own[len(watch.own)/2].Seconds(), "states/s")
			b.ReportMetric(float64(peak)/(1<<20), "peak-MiB")
		})
	}
}

func resident() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() - s[1].Value.Uint64()
}

// One position with all that may be done in it, beside 4 reference loops.
func BenchmarkTable_Evaluate(b *testing.B) {
	table := rulesets[0].table(b)
	later := scorecard.NewCard(map[scorecard.Box]int{
		scorecard.Ones: 3, scorecard.Fives: 15, scorecard.FullHouse: 25, scorecard.FiveOfAKind: 50,
		scorecard.Chance: 22, scorecard.SmallStraight: 0,
	}, 100)
	for _, bb := range []struct {
		name string
		card scorecard.Card
		dice []int
		left int
	}{
		{"start", scorecard.Card{}, nil, 3},
		{"first", scorecard.Card{}, []int{1, 3, 4, 6, 2}, 2},
		{"later", later, []int{4, 4, 6, 2, 4}, 1},
		{"last", later, []int{4, 4, 4, 4, 4}, 0},
	} {
		b.Run(bb.name, func(b *testing.B) {
			watch := stopwatch{loops: 4, workers: 1}
			d := dice.MustNew(bb.dice...)
			b.ReportAllocs()
			for b.Loop() {
				watch.time(func() { table.Evaluate(bb.card, d, bb.left) })
			}
			watch.report(b)
		})
	}
}

// All that a review asks of a turn, beside 4 reference loops.
func BenchmarkTurn(b *testing.B) {
	table := rulesets[0].table(b)
	d, held := dice.MustNew(1, 3, 4, 4, 6), dice.Mask(0b01100)
	watch := stopwatch{loops: 4, workers: 1}
	b.ReportAllocs()
	for b.Loop() {
		watch.time(func() {
			turn := table.Turn(scorecard.Card{})
			turn.Evaluate(d, 2)
			turn.AfterHold(d, held, 2)
			turn.Evaluate(d, 1)
			turn.AfterHold(d, held, 1)
			turn.Evaluate(d, 0)
			turn.AfterEntry(scorecard.Entry{Box: scorecard.Fours, Points: 8})
		})
	}
	watch.report(b)
}
