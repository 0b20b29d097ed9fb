package bench

import (
	"fmt"
	"strings"
	"time"
)

// GrowthReport is what a run of Growth came to.
type GrowthReport struct {
	Options GrowthOptions
	// Rounds has of each round what was measured of each subject, at each size.
	Rounds [][][]Measure
	// Listens and Ready are how long the servers took to listen, and to be ready, at each size; medians.
	Listens, Ready []time.Duration
}

// MostBytes is how many bytes of the file an event may take at most.
const MostBytes = 130

// Ratio is how many times a figure of the smallest size another size has, as the median of the rounds.
type Ratio struct {
	What          string
	Games         int
	P50, P99, CPU float64 // 0 for what is not known
	Bar           float64 // what P50 may be; 0 for none
}

// Ratios compares all subjects at all sizes with the smallest size.
func (r *GrowthReport) Ratios() (all []Ratio) {
	for n, s := range growthSubjects() {
		for i, l := range r.Options.Levels[1:] {
			of := func(what func(Measure) float64) float64 {
				var each []float64
				for _, round := range r.Rounds {
					if least := what(round[n][0]); least > 0 {
						each = append(each, what(round[n][i+1])/least)
					}
				}
				return median(each)
			}
			all = append(all, Ratio{
				What: s.name, Games: l.Games, Bar: s.bar,
				P50: of(func(m Measure) float64 { return m.Latency.P50.Seconds() }),
				P99: of(func(m Measure) float64 { return m.Latency.P99.Seconds() }),
				CPU: of(func(m Measure) float64 { return m.CPUEach().Seconds() }),
			})
		}
	}
	return all
}

// Errors counts what failed.
func (r *GrowthReport) Errors() (n int) {
	for _, round := range r.Rounds {
		for _, sizes := range round {
			for _, m := range sizes {
				n += m.Errors
			}
		}
	}
	return n
}

// String is the report for people.
func (r *GrowthReport) String() string {
	var b strings.Builder
	o := r.Options
	fmt.Fprintf(&b, "%d rounds of %v for each figure; medians of the rounds, ratios within a round. One caller.\n\n", o.Rounds, o.Phase)
	fmt.Fprintf(&b, "%9s %10s %10s %9s %11s %9s\n", "games", "events", "file", "bytes/ev.", "listens in", "ready in")
	for i, l := range o.Levels {
		fmt.Fprintf(&b, "%9d %10d %10s %9.1f %11s %9s\n", l.Games, l.Events, fmt.Sprintf("%.1f MiB", float64(l.Bytes)/(1<<20)),
			l.each(), shown(r.Listens[i]), shown(r.Ready[i]))
	}
	fmt.Fprintf(&b, "\n%-36s %9s %8s %10s %10s %10s %8s %6s %6s %6s %5s\n",
		"", "games", "/round", "p50", "p99", "cpu each", "memory", "p50 ×", "p99 ×", "cpu ×", "bar")
	ratios := r.Ratios()
	for n, s := range growthSubjects() {
		for i := range o.Levels {
			fmt.Fprintf(&b, "%-36s %s", s.name, r.figures(n, i))
			if i > 0 {
				a := ratios[0]
				ratios = ratios[1:]
				fmt.Fprintf(&b, " %6.2f %6.2f %6.2f", a.P50, a.P99, a.CPU)
				if a.Bar > 0 {
					fmt.Fprintf(&b, " %5.2f", a.Bar)
				}
				if a.Bar > 0 && a.P50 > a.Bar {
					b.WriteString("  missed")
				}
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// each is how many bytes an event takes, with its share of all that is kept beside.
func (l Level) each() float64 { return float64(l.Bytes) / float64(max(1, l.Events)) }

// figures are those of a subject at a size.
func (r *GrowthReport) figures(subject, size int) string {
	var count, p50, p99, cpu, memory []float64
	for _, round := range r.Rounds {
		m := round[subject][size]
		count = append(count, float64(m.Count))
		p50 = append(p50, float64(m.Latency.P50))
		p99 = append(p99, float64(m.Latency.P99))
		cpu = append(cpu, float64(m.CPUEach()))
		memory = append(memory, float64(m.Memory))
	}
	took := func(all []float64) string { return orDash(time.Duration(median(all))) }
	return fmt.Sprintf("%9d %8.0f %10s %10s %10s %8s", r.Options.Levels[size].Games, median(count), took(p50), took(p99),
		time.Duration(median(cpu)).Round(time.Microsecond), fmt.Sprintf("%.0f MiB", median(memory)/(1<<20)))
}
