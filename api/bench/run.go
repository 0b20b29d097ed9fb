package bench

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
)

// Options say what is measured, and for how long.
type Options struct {
	Kast Target // the server that is measured
	Bare Target // a server of Bare, on this machine
	// Dir is where the file for the bare group commit is made: on the same disk as that of the server.
	Dir         string
	Connections int           // callers at once
	Games       int           // at once; each is played by one caller
	Rounds      int           // of which medians are taken
	Phase       time.Duration // that each measurement of a round takes
	Ruleset     string        // with a scorecard
	Long        int           // events of a long game; 0 leaves the comparison of long games with short ones out
	// Progress is told what is measured now, and how much of all is done; nil for nobody.
	Progress func(what string, done, all int)
}

// short is how many events a short game has.
const short = 50

// Measure is what one phase came to.
type Measure struct {
	Count    int // carried out
	Errors   int
	Elapsed  time.Duration
	Latency  Latency
	CPU      time.Duration // of the server
	Memory   int64         // of the server, in bytes, at the end
	CPUKnown bool
}

// Rate is how many were carried out in a second.
func (m Measure) Rate() float64 {
	if m.Elapsed <= 0 {
		return 0
	}
	return float64(m.Count) / m.Elapsed.Seconds()
}

// CPUEach is the processor time of the server for each that was carried out.
func (m Measure) CPUEach() time.Duration {
	if m.Count == 0 {
		return 0
	}
	return m.CPU / time.Duration(m.Count)
}

// The subjects of a round.
type subject int

const (
	moves   subject = iota // of games, on the server
	stored                 // bare calls that commit a row
	checked                // bare calls without a store
	rows                   // rows handed to a group commit in this process
	subjects
)

// Round has what was measured one right after another, with many callers and with one.
type Round struct {
	Many, One [subjects]Measure
	// Short and Long are moves in games of 50 events, and in long ones.
	Short, Long Measure
}

// Report is what a run came to.
type Report struct {
	Options Options
	Rounds  []Round
	Calls   *Calls // of all games
}

// Run measures. Whatever fails is counted and ends the phase of the caller, which then goes on with the next; the first
// failure of a caller is told in the error, beside the whole report.
func Run(ctx context.Context, o Options) (*Report, error) {
	r := &run{Options: o, report: &Report{Options: o, Calls: &Calls{}}, connections: newConnections(o.Connections)}
	defer r.connections.CloseIdleConnections()
	group, err := OpenGroup(ctx, filepath.Join(o.Dir, "rows.db"))
	if err != nil {
		return nil, err
	}
	r.group = group
	defer func() { _ = group.Close() }()
	if err := r.prepare(ctx); err != nil {
		return nil, err
	}
	for range o.Rounds {
		if err := r.round(ctx); err != nil {
			return nil, err
		}
	}
	return r.report, r.fault
}

// run is a run under way.
type run struct {
	Options
	report      *Report
	connections *http.Client
	group       *Group
	players     []*player // as many as there are connections
	token       string    // for the bare routes
	grown       []*player // who play long games
	done        int       // phases

	mu    sync.Mutex
	fault error // the first
}

func (r *run) failed(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fault == nil {
		r.fault = err
	}
}

// phases is how many there are in a round.
func (r *run) phases() int {
	n := 2 * int(subjects)
	if r.Long > 0 {
		n += 2
	}
	return n
}

func (r *run) progress(what string) {
	if r.Progress != nil {
		r.Progress(what, r.done, r.Rounds*r.phases())
	}
}

// prepare makes accounts and games, and the long ones long.
func (r *run) prepare(ctx context.Context) error {
	r.progress("preparing")
	bare := newCaller(r.Bare, r.connections)
	if err := bare.get(ctx, pathToken); err != nil {
		return err
	}
	r.token = bare.body.String()
	boxes, err := boxesOf(ctx, newCaller(r.Kast, r.connections), r.Ruleset)
	if err != nil {
		return err
	}
	each := max(1, r.Games/r.Connections)
	r.players, err = r.newPlayers(ctx, r.Connections, plan{ruleset: r.Ruleset, boxes: boxes, games: each, seats: 2, holds: 1})
	if err != nil || r.Long == 0 {
		return err
	}
	r.grown, err = r.newPlayers(ctx, min(r.Connections, longGames), r.longPlan())
	if err != nil {
		return err
	}
	return r.grow(ctx, r.grown, r.Long)
}

// longGames is how many long games there are at most, and short ones to compare them with.
const longGames = 64

// longPlan is for games that can become long: of eight, who change their minds all the time.
func (r *run) longPlan() plan {
	return plan{ruleset: r.Ruleset, boxes: r.players[0].plan.boxes, games: 1, seats: 8, holds: 3}
}

// MaxLong is how long the longest game may be made: its turns must last for what is measured after that.
const MaxLong = 800

func (r *run) newPlayers(ctx context.Context, callers int, p plan) ([]*player, error) {
	players := make([]*player, callers)
	err := atOnce(callers, func(i int) error {
		players[i] = &player{caller: newCaller(r.Kast, r.connections), plan: p}
		if err := players[i].signUp(ctx); err != nil {
			return err
		}
		for range p.games {
			if err := players[i].play(ctx); err != nil {
				return err
			}
		}
		return nil
	})
	return players, err
}

// grow plays on until each game has so many events.
func (r *run) grow(ctx context.Context, players []*player, events int) error {
	return atOnce(len(players), func(i int) error {
		p := players[i]
		if err := p.renew(ctx); err != nil {
			return err
		}
		for p.games[0].seq < events {
			if err := p.move(ctx, p.games[0]); err != nil {
				return err
			}
		}
		return nil
	})
}

// round measures everything once. What is compared stands side by side, and the order turns from round to round.
func (r *run) round(ctx context.Context) error {
	var round Round
	order := []subject{stored, moves, checked, rows}
	if len(r.report.Rounds)%2 == 1 {
		slices.Reverse(order)
	}
	for _, callers := range []int{r.Connections, 1} {
		for _, s := range order {
			m, err := r.phase(ctx, s, callers)
			if err != nil {
				return err
			}
			if callers == 1 {
				round.One[s] = m
			} else {
				round.Many[s] = m
			}
			r.done++
		}
	}
	if r.Long > 0 {
		if err := r.lengths(ctx, &round); err != nil {
			return err
		}
	}
	r.report.Rounds = append(r.report.Rounds, round)
	return nil
}

// phase measures one subject.
func (r *run) phase(ctx context.Context, s subject, callers int) (Measure, error) {
	names := [...]string{moves: "moves", stored: "bare, with a row", checked: "bare", rows: "rows"}
	r.progress(fmt.Sprintf("%s, %d at once", names[s], callers))
	switch s {
	case moves:
		return r.moves(ctx, callers)
	case rows:
		return r.rows(ctx, callers)
	case stored:
		return r.bare(ctx, pathStored, callers)
	default:
		return r.bare(ctx, pathChecked, callers)
	}
}

// moves are made in games, on the server.
func (r *run) moves(ctx context.Context, callers int) (Measure, error) {
	for _, p := range r.players[:callers] {
		if err := p.renew(ctx); err != nil {
			return Measure{}, err
		}
		p.calls = &Calls{}
	}
	m, err := r.measure(ctx, r.Kast, callers, func(i int) (*Calls, func(context.Context) error) {
		return r.players[i].calls, r.players[i].play
	}, moveKinds...)
	for _, p := range r.players[:callers] {
		r.report.Calls.merge(p.calls)
	}
	return m, err
}

// rows are committed by this process.
func (r *run) rows(ctx context.Context, callers int) (Measure, error) {
	return r.measure(ctx, Target{}, callers, func(int) (*Calls, func(context.Context) error) {
		calls, game := &Calls{}, uuid.NewString()
		return calls, func(context.Context) error {
			began := time.Now()
			err := r.group.Put(game, uuid.NewString(), storedRow())
			calls.Add(kindBare, time.Since(began), err != nil)
			return err
		}
	})
}

// bare calls are made to the bare server.
func (r *run) bare(ctx context.Context, path string, callers int) (Measure, error) {
	return r.measure(ctx, r.Bare, callers, func(int) (*Calls, func(context.Context) error) {
		c := newCaller(r.Bare, r.connections)
		c.token = r.token
		return c.calls, func(ctx context.Context) error {
			_, err := c.post(ctx, kindBare, path, `{"id":"`+uuid.NewString()+`","held":[0,1]}`)
			return err
		}
	})
}

// measure lets callers do the same again and again for one phase.
func (r *run) measure(
	ctx context.Context, t Target, callers int, of func(int) (*Calls, func(context.Context) error), kinds ...string,
) (Measure, error) {
	all := make([]*Calls, callers)
	does := make([]func(context.Context) error, callers)
	for i := range callers {
		all[i], does[i] = of(i)
	}
	before, began := usageOf(t.PID), time.Now()
	end := began.Add(r.Phase)
	_ = atOnce(callers, func(i int) error {
		for time.Now().Before(end) && ctx.Err() == nil {
			if err := does[i](ctx); err != nil {
				r.failed(err)
				return nil
			}
		}
		return nil
	})
	m := Measure{Elapsed: time.Since(began)}
	m.used(before, usageOf(t.PID))
	if err := ctx.Err(); err != nil {
		return m, err
	}
	m.count(all, kinds)
	return m, nil
}

func (m *Measure) used(before, after usage) {
	m.CPU, m.Memory, m.CPUKnown = after.cpu-before.cpu, after.memory, before.known && after.known
}

// count sums up; without kinds all count.
func (m *Measure) count(all []*Calls, kinds []string) {
	sum := &Calls{}
	for _, c := range all {
		for kind, k := range c.kinds {
			if len(kinds) == 0 || slices.Contains(kinds, kind) {
				m.Count += len(k.took) - k.errors
			}
			m.Errors += k.errors
			mine := sum.of(kind)
			mine.took = append(mine.took, k.took...)
		}
	}
	m.Latency = sum.latency(kinds...)
}

// lengths measures the same moves in short games, which are made for it, and in the long ones.
func (r *run) lengths(ctx context.Context, round *Round) error {
	const made = 40 // moves in each game
	r.progress("moves in short games")
	fresh, err := r.newPlayers(ctx, min(r.Connections, longGames), r.longPlan())
	if err != nil {
		return err
	}
	if err := r.grow(ctx, fresh, short); err != nil {
		return err
	}
	for _, l := range []struct {
		name    string
		players []*player
		to      *Measure
	}{{"moves in short games", fresh, &round.Short}, {"moves in long games", r.grown, &round.Long}} {
		r.progress(l.name)
		before, began := usageOf(r.Kast.PID), time.Now()
		err := atOnce(len(l.players), func(i int) error {
			p := l.players[i]
			for range made {
				if err := p.move(ctx, p.games[0]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		*l.to = Measure{Count: made * len(l.players), Elapsed: time.Since(began)}
		l.to.used(before, usageOf(r.Kast.PID))
		r.done++
	}
	return nil
}

// atOnce runs n at the same time, waits for all, and joins their errors.
func atOnce(n int, does func(int) error) error {
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { errs[i] = does(i) })
	}
	all.Wait()
	return errors.Join(errs...)
}
