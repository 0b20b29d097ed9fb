package gamelog_test

import (
	"testing"

	"kast/domain/game"
	"kast/domain/gamelog"
)

// perEvent is the benchmark's time by events, of which a log has n.
func perEvent(b *testing.B, n int) {
	b.Helper()
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/event")
}

// benchmark runs f over two finished games of four seats with server dice.
func benchmark(b *testing.B, f func(b *testing.B, lines []gamelog.Line)) {
	b.Helper()
	for _, name := range []string{"penta-server", "tiotusen-server"} {
		lines := readGolden(b, name)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			f(b, lines)
			perEvent(b, len(lines))
		})
	}
}

func BenchmarkFold(b *testing.B) {
	benchmark(b, func(b *testing.B, lines []gamelog.Line) {
		b.Helper()
		records := gamelog.Records(lines)
		for b.Loop() {
			game.Fold(records)
		}
	})
}

func BenchmarkDecodeFold(b *testing.B) {
	benchmark(b, func(b *testing.B, lines []gamelog.Line) {
		b.Helper()
		for b.Loop() {
			records := make([]game.Record, len(lines))
			for i, line := range lines {
				decoded, err := gamelog.Decode(line.JSON)
				if err != nil {
					b.Fatal(err)
				}
				records[i] = decoded.Record
			}
			game.Fold(records)
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	benchmark(b, func(b *testing.B, lines []gamelog.Line) {
		b.Helper()
		for b.Loop() {
			if _, err := gamelog.Verify(lines, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkSeal(b *testing.B) {
	benchmark(b, func(b *testing.B, lines []gamelog.Line) {
		b.Helper()
		for b.Loop() {
			prev := gamelog.Genesis()
			for _, line := range lines {
				sealed, err := gamelog.Seal(prev, line.Record)
				if err != nil {
					b.Fatal(err)
				}
				prev = sealed.Hash
			}
		}
	})
}
