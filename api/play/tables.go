package play

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"kast/domain/game"
	"kast/domain/solver"
)

// ErrNoTable: the table of best play is not to be had, since the server stops.
var ErrNoTable = errors.New("no table of best play")

// Tables holds what every card is worth under best play, for each scorecard ruleset. A table is made from the rules the
// first time that it is asked for, which takes about a second; it is never stored.
type Tables struct {
	stop     chan struct{}
	stopOnce sync.Once
	made     map[game.RulesetID]*table
}

type table struct {
	rules game.Ruleset
	once  sync.Once
	done  chan struct{} // closed when t or err is there
	t     *solver.Table
	err   error
}

// NewTables returns tables of which none is made yet.
func NewTables() *Tables {
	t := &Tables{stop: make(chan struct{}), made: map[game.RulesetID]*table{}}
	for _, r := range game.Rulesets() {
		if r.Engine == game.ScorecardEngine {
			t.made[r.ID] = &table{rules: r, done: make(chan struct{})}
		}
	}
	return t
}

// Table returns the table of a ruleset, nil for the pot game, which needs none. It waits until the table is made or ctx
// ends. ErrNoTable.
func (t *Tables) Table(ctx context.Context, id game.RulesetID) (*solver.Table, error) {
	made := t.made[id]
	if made == nil {
		return nil, nil
	}
	made.once.Do(func() { go made.solve(t.stop) })
	select {
	case <-made.done:
		return made.t, made.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Made returns the table of a ruleset if it is made, and else begins to make it; false until then.
func (t *Tables) Made(id game.RulesetID) (*solver.Table, bool) {
	made := t.made[id]
	if made == nil {
		return nil, false
	}
	made.once.Do(func() { go made.solve(t.stop) })
	select {
	case <-made.done:
		return made.t, made.err == nil
	default:
		return nil, false
	}
}

func (m *table) solve(stop <-chan struct{}) {
	defer close(m.done)
	t, err := solver.Solve(m.rules.Scorecard, solver.Options{Workers: runtime.GOMAXPROCS(0), Stop: stop})
	if err != nil {
		m.err = fmt.Errorf("%w: %w", ErrNoTable, err)
		return
	}
	m.t = t
}

// Prepare makes all tables, one after the other. ErrNoTable.
func (t *Tables) Prepare(ctx context.Context) error {
	for _, r := range game.Rulesets() {
		if _, err := t.Table(ctx, r.ID); err != nil {
			return err
		}
	}
	return nil
}

// Ready tells whether all tables are made.
func (t *Tables) Ready() bool {
	for _, made := range t.made {
		select {
		case <-made.done:
			if made.err != nil {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// Stop gives up the tables that are not made yet, and waits until nobody works on them.
func (t *Tables) Stop() {
	t.stopOnce.Do(func() { close(t.stop) })
	for _, made := range t.made {
		made.once.Do(func() { made.solve(t.stop) }) // of one that nobody asked for, that is an error at once
		<-made.done
	}
}
