package bench

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// Calls counts and times calls by their kind. It may be used by many at once; the zero value is ready.
type Calls struct {
	mu    sync.Mutex
	kinds map[string]*timings
}

// timings are those of one kind of call.
type timings struct {
	took   []time.Duration
	errors int
}

// Add notes how long a call took. failed is for what must not happen: an error of the transport, or an answer that the
// call cannot get.
func (c *Calls) Add(kind string, took time.Duration, failed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.of(kind)
	k.took = append(k.took, took)
	if failed {
		k.errors++
	}
}

func (c *Calls) of(kind string) *timings {
	if c.kinds == nil {
		c.kinds = map[string]*timings{}
	}
	k := c.kinds[kind]
	if k == nil {
		k = &timings{}
		c.kinds[kind] = k
	}
	return k
}

// merge adds the calls of another, which nobody may use any more.
func (c *Calls) merge(other *Calls) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for kind, k := range other.kinds {
		mine := c.of(kind)
		mine.took = append(mine.took, k.took...)
		mine.errors += k.errors
	}
}

// Totals returns how many calls of all kinds there were, and how many of them failed.
func (c *Calls) Totals() (calls, errors int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, k := range c.kinds {
		calls += len(k.took)
		errors += k.errors
	}
	return calls, errors
}

// latency is how long the calls of some kinds took, all of them when none is named.
func (c *Calls) latency(kinds ...string) Latency {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []time.Duration
	for kind, k := range c.kinds {
		if len(kinds) == 0 || slices.Contains(kinds, kind) {
			all = append(all, k.took...)
		}
	}
	return latencyOf(all)
}

// String is a table, one kind of call a row.
func (c *Calls) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var b strings.Builder
	fmt.Fprintf(&b, "%-12s %8s %10s %10s %10s %10s %7s\n", "call", "count", "p50", "p95", "p99", "max", "errors")
	for _, kind := range slices.Sorted(maps.Keys(c.kinds)) {
		k := c.kinds[kind]
		l := latencyOf(k.took)
		fmt.Fprintf(&b, "%-12s %8d %10s %10s %10s %10s %7d\n",
			kind, len(k.took), shown(l.P50), shown(l.P95), shown(l.P99), shown(l.Max), k.errors)
	}
	return b.String()
}

// Latency is how long calls took: half of them no longer than P50, and so on. All are 0 where there were no calls.
type Latency struct{ P50, P95, P99, Max time.Duration }

// latencyOf sorts took.
func latencyOf(took []time.Duration) Latency {
	if len(took) == 0 {
		return Latency{}
	}
	slices.Sort(took)
	at := func(share float64) time.Duration { return took[int(share*float64(len(took)-1))] }
	return Latency{at(0.5), at(0.95), at(0.99), at(1)}
}

func shown(d time.Duration) time.Duration { return d.Round(10 * time.Microsecond) }

// median is that of figures of several rounds, 0 for none.
func median(figures []float64) float64 {
	if len(figures) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(figures))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}
