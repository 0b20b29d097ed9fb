package loadtest

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// report counts and times calls.
type report struct {
	mu    sync.Mutex
	kinds map[string]*timings
}

// timings are those of one kind of call.
type timings struct {
	took   []time.Duration
	errors int // of the transport, and answers that tell of a fault of the server
}

func (r *report) add(kind string, took time.Duration, a answer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.kinds == nil {
		r.kinds = map[string]*timings{}
	}
	k := r.kinds[kind]
	if k == nil {
		k = &timings{}
		r.kinds[kind] = k
	}
	k.took = append(k.took, took)
	if a.err != nil || a.status >= http.StatusInternalServerError {
		k.errors++
	}
}

// String is a table, one kind of call a row.
func (r *report) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var b strings.Builder
	fmt.Fprintf(&b, "%-12s %8s %10s %10s %10s %7s\n", "call", "count", "p50", "p99", "max", "errors")
	for _, kind := range slices.Sorted(maps.Keys(r.kinds)) {
		k := r.kinds[kind]
		slices.Sort(k.took)
		at := func(share float64) time.Duration {
			return k.took[int(share*float64(len(k.took)-1))].Round(10 * time.Microsecond)
		}
		fmt.Fprintf(&b, "%-12s %8d %10s %10s %10s %7d\n", kind, len(k.took), at(0.5), at(0.99), at(1), k.errors)
	}
	return b.String()
}

func (r *report) totals() (requests, errors int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, k := range r.kinds {
		requests += len(k.took)
		errors += k.errors
	}
	return requests, errors
}
