package solver_test

import (
	"errors"
	"math"
	"runtime/metrics"
	"testing"

	"kast/domain/dice"
	"kast/domain/scorecard"
	"kast/domain/solver"
)

func TestSolve(t *testing.T) {
	for _, r := range rulesets {
		t.Run(r.name, func(t *testing.T) {
			table := r.table(t)
			if got := table.Start(); math.Abs(got-r.start) > 1e-6 {
				t.Errorf("expected total: got %.9f, want %.6f", got, r.start)
			}
			if got := table.States(); got != 536_448 {
				t.Errorf("states: got %d, want 536448", got)
			}
			if cards, classes := table.Sums(); cards != 2794 || classes != 1618 {
				t.Errorf("upper sums: got %d and %d apart, want 2794 and 1618", cards, classes)
			}
			if got := table.Bytes(); 3*got > 16<<20 {
				t.Errorf("three tables take %d bytes, want at most 16 MiB", 3*got)
			}
		})
	}
}

// The totals are the same to the last bit on every machine and in every build, so
// that the same advice is given everywhere.
func TestSolve_Bits(t *testing.T) {
	for i, want := range []float64{0x1.fcf83db82adap+07, 0x1.fbf0c37406ab2p+07, 0x1.f4000a317705cp+07} {
		r := rulesets[i]
		if got := r.table(t).Start(); got != want {
			t.Errorf("%s: got %x, want %x", r.name, got, want)
		}
	}
}

// Rules that none of the games has, but others have solved.
func TestSolve_OtherRules(t *testing.T) {
	if raced {
		t.Skip("a solve takes too long under the race detector")
	}
	for _, test := range []struct {
		name  string
		rules solver.Entries
		want  float64
	}{
		// The published optimum of the commercial game, 254.59; see the package
		// comment for who published it.
		{"free joker", freeJoker{scorecard.Rules{FurtherFive: 100}}, 254.589609},
		{"forced joker", scorecard.Rules{FurtherFive: 100, Joker: scorecard.JokerWhileFilled}, 254.587729},
		{"no bonus, no joker", scorecard.Rules{}, 245.870775},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := solve(test.rules).Start(); math.Abs(got-test.want) > 1e-6 {
				t.Errorf("got %.9f, want %.6f", got, test.want)
			}
		})
	}
}

// freeJoker lets five alike go into any open box once the five-of-a-kind box is
// used, and count there in full if the upper box of their face is used too.
type freeJoker struct{ scorecard.Rules }

func (r freeJoker) Entries(c scorecard.Card, d dice.Counts) []scorecard.Entry {
	all := r.Rules.Entries(c, d)
	if scorecard.Score(scorecard.FiveOfAKind, d) == 0 || !c.Filled(scorecard.FiveOfAKind) ||
		!c.Filled(scorecard.UpperBox(d.Sum()/scorecard.Dice)) {
		return all
	}
	full := map[scorecard.Box]int{
		scorecard.FullHouse:     scorecard.FullHousePoints,
		scorecard.SmallStraight: scorecard.SmallStraightPoints,
		scorecard.LargeStraight: scorecard.LargeStraightPoints,
	}
	for i, e := range all {
		all[i].Points = max(e.Points, full[e.Box])
	}
	return all
}

// The number of goroutines changes nothing, not even the last bit. And a solve
// says how far it is.
func TestSolve_Options(t *testing.T) {
	table := rulesets[0].table(t)
	last := 0
	alone, err := solver.Solve(rulesets[0].rules, solver.Options{Progress: func(done, all int) {
		if done < last || done > all || all != 536_448 {
			t.Errorf("%d of %d after %d", done, all, last)
		}
		last = done
	}})
	if err != nil || last != 536_448 {
		t.Fatalf("got %d in the end, and %v", last, err)
	}
	r := newRandom(1)
	for range 100_000 {
		c := r.card(r.IntN(scorecard.Boxes + 1))
		if got, want := alone.Value(c), table.Value(c); got != want {
			t.Fatalf("%v: got %v, want %v", c, got, want)
		}
	}
}

func TestSolve_Stop(t *testing.T) {
	stop, calls := make(chan struct{}), 0
	table, err := solver.Solve(rulesets[0].rules, solver.Options{Workers: 2, Stop: stop, Progress: func(int, int) {
		if calls++; calls == 300 {
			close(stop)
		}
	}})
	if table != nil || !errors.Is(err, solver.ErrStopped) {
		t.Errorf("got %v, %v", table, err)
	}
	if calls != 300 {
		t.Errorf("went on for %d nodes", calls-300)
	}
}

// All that a solve ever allocates, freed again or not, is below what it may take
// at its peak.
func TestSolve_Memory(t *testing.T) {
	if raced {
		t.Skip("a solve takes too long under the race detector")
	}
	before := allocated()
	solve(rulesets[0].rules)
	if used := allocated() - before; used > 64<<20 {
		t.Errorf("%d bytes, want at most 64 MiB", used)
	}
}

func allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
