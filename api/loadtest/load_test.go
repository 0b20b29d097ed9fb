package loadtest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kast/api/bench"
	"kast/api/play"
	"kast/repository"
	"kast/repository/sqlite"
)

var (
	load    = flag.Duration("load", 0, "play for this `time` instead of a few games each")
	clients = flag.Int("clients", defaultClients(), "how many `clients` play at once")
)

func defaultClients() int {
	if underRace {
		return 16
	}
	return 64
}

// grouped is how many clients play with one another.
const grouped = 4

func TestLoad(t *testing.T) {
	r := newRun(t)
	began, cpuBegan := time.Now(), cpuTime()
	if *load > 0 {
		timer := time.AfterFunc(*load, r.end)
		defer timer.Stop()
	}
	var playing sync.WaitGroup
	var g *group
	for i := range *clients {
		if i%grouped == 0 {
			g = &group{members: min(grouped, *clients-i)}
		}
		c := &client{run: r, number: i, group: g, rand: rand.New(rand.NewPCG(1, uint64(i)))}
		playing.Go(c.play)
	}
	playing.Wait()
	took, cpu := time.Since(began), cpuTime()-cpuBegan
	r.server.stop()

	requests, errors := r.report.Totals()
	t.Logf("%d clients, %d games, %d events\n%s%d requests and %d moves in %.1f s: %.0f requests/s, %.0f moves/s; %d errors\n"+
		"%.1f s of processor time by server and clients: %.0f µs a request",
		*clients, len(r.ledger.games), r.ledger.events(), &r.report, requests, r.moves.Load(), took.Seconds(),
		float64(requests)/took.Seconds(), float64(r.moves.Load())/took.Seconds(), errors,
		cpu.Seconds(), float64(cpu.Microseconds())/float64(requests))
	if errors > 0 {
		t.Errorf("%d requests failed", errors)
	}
	if r.server.log.count > 0 {
		t.Errorf("%d faults in the log, at first:\n%s", r.server.log.count, &r.server.log.faults)
	}
	r.ledger.verify(t, r.server.path)
}

// run is what the clients of one test share.
type run struct {
	t      *testing.T
	server *server
	http   *http.Client
	report bench.Calls
	ledger ledger
	rounds int // of games; 0 for any number until the end
	moves  atomic.Int64
	faults atomic.Int64
	end    func()
	over   chan struct{}
}

func newRun(t *testing.T) *run {
	t.Helper()
	r := &run{t: t, server: newServer(t), over: make(chan struct{})}
	r.end = sync.OnceFunc(func() { close(r.over) })
	transport := &http.Transport{MaxIdleConnsPerHost: 4 * *clients, DisableCompression: true}
	t.Cleanup(transport.CloseIdleConnections)
	r.http = &http.Client{Transport: transport}
	if *load == 0 {
		r.rounds = 3 // one of each kind
	}
	return r
}

// fail ends the run, and the client that calls it.
func (r *run) fail(format string, args ...any) {
	if r.faults.Add(1) <= maxShown {
		r.t.Errorf(format, args...)
	}
	r.end()
	runtime.Goexit()
}

func (r *run) ended() bool {
	select {
	case <-r.over:
		return true
	default:
		return false
	}
}

func (r *run) goesOn(round int) bool { return !r.ended() && (r.rounds == 0 || round < r.rounds) }

// wait waits for something to happen; false when the run ends first.
func (r *run) wait(happened <-chan struct{}) bool {
	select {
	case <-happened:
		return true
	case <-r.over:
		return false
	}
}

// length draws how many moves a client makes in a game before it gives up.
func (r *run) length(random *rand.Rand) int {
	const whole = 1 << 20 // more than any game has
	if r.rounds == 0 && random.IntN(4) > 0 || random.IntN(16) == 0 {
		return whole
	}
	return random.IntN(20)
}

func (r *run) carriedOut(of string) {
	switch path.Base(of) {
	case "rolls", "holds", "entries", "banks", "resignations":
		r.moves.Add(1)
	}
}

// verify opens the file anew, and holds it against the rules and against what was acknowledged.
func (l *ledger) verify(t *testing.T, file string) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), file, sqlite.Options{MustExist: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	found := 0
	games := play.New(db, play.Options{})
	err = games.EachGame(t.Context(), func(id string) error {
		found++
		n, err := games.Verify(t.Context(), id)
		if err != nil {
			t.Errorf("game %s, %d events: %v", id, n, err)
		}
		events, err := db.Events(t.Context(), id, 0, n+1)
		if err != nil {
			return err
		}
		if err := l.compare(id, events); err != nil {
			t.Error(err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if found != len(l.games) {
		t.Errorf("%d games in the file, and %d acknowledged", found, len(l.games))
	}
}

// compare holds a log against what was acknowledged: the same events, no more and no less, numbered from 1.
func (l *ledger) compare(id string, events []repository.Event) error {
	g := l.games[id]
	if g == nil {
		return fmt.Errorf("game %s: nobody was told of it", id)
	}
	ids := map[string]bool{}
	for i, e := range events {
		told := g.events[e.Seq]
		switch {
		case e.Seq != i+1:
			return fmt.Errorf("game %s: event %d stands in place %d", id, e.Seq, i+1)
		case ids[e.ID]:
			return fmt.Errorf("game %s, event %d: its id stands twice", id, e.Seq)
		case !g.caused[e.Seq]:
			return fmt.Errorf("game %s, event %d: no call was told that it had caused it", id, e.Seq)
		case told.ID != e.ID || told.Hash != e.Hash:
			return fmt.Errorf("game %s, event %d: clients were shown %v", id, e.Seq, told)
		}
		ids[e.ID] = true
	}
	if len(events) != len(g.events) {
		return fmt.Errorf("game %s: %d events, and %d acknowledged", id, len(events), len(g.events))
	}
	return nil
}

// events counts all that was acknowledged.
func (l *ledger) events() int {
	n := 0
	for _, g := range l.games {
		n += len(g.events)
	}
	return n
}
