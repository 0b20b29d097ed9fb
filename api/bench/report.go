package bench

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
)

// Ratios compare what was measured within the same round, and are medians of all rounds; 0 where it was not measured.
type Ratios struct {
	MovesToStored  float64 // moves in a second, to bare calls that commit a row, with many callers
	MovesToChecked float64 // the same to bare calls without a store
	MovesToRows    float64 // the same to rows handed to the bare group commit
	OneToStored    float64 // as MovesToStored, with one caller
	TailToStored   float64 // p99 of a move to that of a bare call that commits a row, with many callers
	TailOne        float64 // the same with one caller
	CPUToStored    float64 // processor time of the server for a move, to that for a bare call that commits a row
	LongToShort    float64 // processor time of the server for a move in a long game, to that in a short one
}

// Ratios works them out.
func (r *Report) Ratios() Ratios {
	rate := func(m Measure) float64 { return m.Rate() }
	tail := func(m Measure) float64 { return m.Latency.P99.Seconds() }
	cpu := func(m Measure) float64 { return m.CPUEach().Seconds() }
	of := func(what func(Measure) float64, which func(Round) (a, b Measure)) float64 {
		var all []float64
		for _, round := range r.Rounds {
			a, b := which(round)
			if what(b) > 0 {
				all = append(all, what(a)/what(b))
			}
		}
		return median(all)
	}
	many := func(s subject) func(Round) (Measure, Measure) {
		return func(r Round) (Measure, Measure) { return r.Many[moves], r.Many[s] }
	}
	one := func(r Round) (Measure, Measure) { return r.One[moves], r.One[stored] }
	return Ratios{
		MovesToStored:  of(rate, many(stored)),
		MovesToChecked: of(rate, many(checked)),
		MovesToRows:    of(rate, many(rows)),
		OneToStored:    of(rate, one),
		TailToStored:   of(tail, many(stored)),
		TailOne:        of(tail, one),
		CPUToStored:    of(cpu, many(stored)),
		LongToShort:    of(cpu, func(r Round) (Measure, Measure) { return r.Long, r.Short }),
	}
}

// Errors counts what failed in all phases.
func (r *Report) Errors() (n int) {
	for _, round := range r.Rounds {
		for s := range subjects {
			n += round.Many[s].Errors + round.One[s].Errors
		}
	}
	return n
}

// Alone counts the moves that were made with one caller.
func (r *Report) Alone() (n int) {
	for _, round := range r.Rounds {
		n += round.One[moves].Count
	}
	return n
}

// String is the report for people.
func (r *Report) String() string {
	var b strings.Builder
	o := r.Options
	fmt.Fprintf(&b, "%d rounds of %v for each figure; medians of the rounds. %s, %d games at once.\n\n",
		o.Rounds, o.Phase, o.Ruleset, max(o.Games, o.Connections))
	fmt.Fprintf(&b, lineForm+"\n",
		"", "/s", "p50", "p95", "p99", "max", "cpu each", "memory", "errors")
	for _, callers := range []int{o.Connections, 1} {
		for s, name := range []string{
			moves: "moves", stored: "bare route, one row committed", checked: "bare route, no store", rows: "bare group commit, no HTTP",
		} {
			r.line(&b, fmt.Sprintf("%s, %d at once", name, callers), func(round Round) Measure {
				if callers == 1 {
					return round.One[s]
				}
				return round.Many[s]
			})
		}
	}
	if o.Long > 0 {
		r.line(&b, fmt.Sprintf("moves in games of %d events", short), func(round Round) Measure { return round.Short })
		r.line(&b, fmt.Sprintf("moves in games of %d events", o.Long), func(round Round) Measure { return round.Long })
	}
	fmt.Fprintf(&b, "\n%s\n", r.Calls)
	a := r.Ratios()
	for _, l := range []struct {
		name  string
		ratio float64
	}{
		{fmt.Sprintf("moves to bare calls with a row, %d at once", o.Connections), a.MovesToStored},
		{fmt.Sprintf("moves to bare calls without a store, %d at once", o.Connections), a.MovesToChecked},
		{fmt.Sprintf("moves to rows of the bare group commit, %d at once", o.Connections), a.MovesToRows},
		{"moves to bare calls with a row, 1 at once", a.OneToStored},
		{fmt.Sprintf("p99 of a move to that of a bare call with a row, %d at once", o.Connections), a.TailToStored},
		{"p99 of a move to that of a bare call with a row, 1 at once", a.TailOne},
		{fmt.Sprintf("cpu of a move to that of a bare call with a row, %d at once", o.Connections), a.CPUToStored},
		{fmt.Sprintf("cpu of a move in a game of %d events to that in one of %d", o.Long, short), a.LongToShort},
	} {
		if l.ratio > 0 {
			fmt.Fprintf(&b, "%-66s %6.2f\n", l.name, l.ratio)
		}
	}
	return b.String()
}

const lineForm = "%-43s %8s %9s %9s %9s %9s %9s %8s %7s"

// orDash shows a duration, and a dash for one that was not measured.
func orDash(d time.Duration) string {
	if d == 0 {
		return "-"
	}
	return shown(d).String()
}

// line is one row of the table: medians, and the longest of all.
func (r *Report) line(b *strings.Builder, name string, of func(Round) Measure) {
	var rate, p50, p95, p99, cpu, memory []float64
	var longest time.Duration
	errors := 0
	for _, round := range r.Rounds {
		m := of(round)
		rate = append(rate, m.Rate())
		p50 = append(p50, float64(m.Latency.P50))
		p95 = append(p95, float64(m.Latency.P95))
		p99 = append(p99, float64(m.Latency.P99))
		if m.CPUKnown {
			cpu = append(cpu, float64(m.CPUEach()))
			memory = append(memory, float64(m.Memory))
		}
		longest = max(longest, m.Latency.Max)
		errors += m.Errors
	}
	each, size := "-", "-"
	if len(cpu) > 0 {
		each = time.Duration(median(cpu)).Round(time.Microsecond).String()
		size = fmt.Sprintf("%.0f MiB", median(memory)/(1<<20))
	}
	took := func(all []float64) string { return orDash(time.Duration(median(all))) }
	fmt.Fprintf(b, lineForm+"\n", name, fmt.Sprintf("%.0f", median(rate)),
		took(p50), took(p95), took(p99), orDash(longest), each, size, strconv.Itoa(errors))
}

// Commits reads from a server's log, in JSON and complete, how many writes it committed, and in how many transactions.
func Commits(log []byte) (writes, commits int, err error) {
	lines := bytes.Split(bytes.TrimSpace(log), []byte("\n"))
	last := lines[len(lines)-1]
	var end struct {
		Commits int `json:"commits"`
		Writes  int `json:"writes"`
	}
	if err := json.Unmarshal(last, &end); err != nil || end.Commits == 0 {
		return 0, 0, fmt.Errorf("the server's log does not end with what it committed: %s", last)
	}
	return end.Writes, end.Commits, nil
}
