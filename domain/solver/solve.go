package solver

import (
	"errors"
	"sync"

	"kast/domain/scorecard"
)

// ErrStopped tells that a solve was given up.
var ErrStopped = errors.New("solve was stopped")

// Options is how to go about a solve. The table is the same, to the last bit,
// whatever they are. The zero value solves in one goroutine, silently and to the
// end.
type Options struct {
	// Workers is how many goroutines share the work, one if it is less.
	Workers int
	// Stop makes the solve give up once it is closed.
	Stop <-chan struct{}
	// Progress hears how many of all states are done. It is called some thousand
	// times, by one goroutine at a time, and may hold up the others.
	Progress func(done, all int)
}

// Solve makes the table of a ruleset, whose bonus must not be negative. It fails
// only with [ErrStopped].
func Solve(rules scorecard.Rules, o Options) (*Table, error) { return solve(rules, o) }

func solve(rules entries, o Options) (*Table, error) {
	t := newTable(rules)
	var levels [scorecard.Boxes + 1][]node // by open boxes
	for n := range node(nodes) {
		levels[n.boxes()] = append(levels[n.boxes()], n)
	}
	workers := make([]worker, max(o.Workers, 1))
	r := &run{table: t, options: o}
	// Full cards are done, as nothing comes after them. From there each level
	// needs only those before it, and its nodes do not need each other.
	for _, n := range levels[0] {
		r.done += t.sums.cards[n.upper()]
	}
	for _, level := range levels[1:] {
		r.todo = level
		var busy sync.WaitGroup
		for i := range workers {
			busy.Go(func() { r.work(&workers[i]) })
		}
		busy.Wait()
	}
	if r.stopped {
		return nil, ErrStopped
	}
	r.progress()
	return t, nil
}

// run is a solve under way.
type run struct {
	table   *Table
	options Options

	mu      sync.Mutex
	todo    []node // of the level
	done    int    // states, over all levels
	stopped bool
}

// work works out nodes as long as there are any left.
func (r *run) work(w *worker) {
	w.table = r.table
	for n, ok := r.next(); ok; n, ok = r.next() {
		w.visit(n)
		w.solve()
	}
}

// next takes a node off the list, if one is left and the solve goes on.
func (r *run) next() (n node, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case <-r.options.Stop:
		r.stopped = true
	default:
	}
	if r.stopped || len(r.todo) == 0 {
		return 0, false
	}
	r.progress()
	n, r.todo = r.todo[0], r.todo[1:]
	r.done += r.table.sums.cards[n.upper()]
	return n, true
}

func (r *run) progress() {
	if r.options.Progress != nil {
		r.options.Progress(r.done, r.table.States())
	}
}
