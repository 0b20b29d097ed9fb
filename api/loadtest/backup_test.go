package loadtest

import (
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"kast/api/play"
	"kast/repository/sqlite"
)

// TestBackup copies the database while people play on it. Each copy holds all that was acknowledged when the copying
// began, and nothing that never happened; a server on it lets the same people play on.
func TestBackup(t *testing.T) {
	copies := 2
	if underRace || testing.Short() {
		copies = 1
	}
	c := newCommand(t, filepath.Join(t.TempDir(), "kast.db"), "--log-level", "warn")
	s := newSiege(t, 5*time.Minute)
	p := c.start(t)
	s.listens(p.url)
	var playing sync.WaitGroup
	for i := range 8 {
		playing.Go(func() { s.play(i) })
	}
	files, began := make([]string, copies), make([]map[string]int, copies)
	for i := range files {
		select {
		case <-s.after(150):
		case <-s.ctx.Done():
			t.Fatal("nobody is answered any more")
		}
		files[i], began[i] = filepath.Join(t.TempDir(), "copy.db"), s.ledger.lengths()
		if out, err := tool(t, c.db, "backup", files[i]); err != nil {
			t.Fatalf("backup: %v, %s", err, out)
		}
	}
	s.end()
	playing.Wait()
	p.stop()
	if log := c.logged(t); log != "" {
		t.Errorf("logged:\n%s", log)
	}
	clean(t, c.db)
	s.ledger.verify(t, c.db)
	for i, file := range files {
		clean(t, file)
		running := s.ledger.begins(t, file, began[i])
		t.Logf("copy %d: %d games when it began, of %d; %d go on in it", i, len(began[i]), len(s.ledger.games), len(running))
		if len(running) == 0 {
			t.Error("the copy has no game that goes on")
		}
		s.playsOn(t, file, running)
		clean(t, file)
	}
}

// lengths tells how many events of each game have been acknowledged.
func (l *ledger) lengths() map[string]int {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := map[string]int{}
	for id, g := range l.games {
		n[id] = len(g.events)
	}
	return n
}

// begins looks whether the logs in a copy are those that were acknowledged, each as far as it was when the copying began
// or farther. It returns the games that go on.
func (l *ledger) begins(t *testing.T, file string, began map[string]int) (running []string) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), file, sqlite.Options{MustExist: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	lengths := map[string]int{}
	err = play.New(db, play.Options{}).EachGame(t.Context(), func(id string) error {
		const all = 1 << 20
		events, err := db.Events(t.Context(), id, 0, all)
		if err != nil {
			return err
		}
		lengths[id] = len(events)
		for i, e := range events {
			if told := l.games[id].events[i+1]; told.Seq != e.Seq || told.ID != e.ID || told.Hash != e.Hash {
				t.Errorf("game %s: event %d of the copy is %s, and was %v", id, e.Seq, e.ID, told)
			}
		}
		g, err := db.Game(t.Context(), id)
		if err == nil && g.Summary.Status == "playing" {
			running = append(running, id)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for id, n := range began {
		if lengths[id] < n {
			t.Errorf("game %s has %d events in the copy, of %d that were acknowledged before", id, lengths[id], n)
		}
	}
	return running
}

// playsOn plays games to their end on a server of their own. Whoever was signed in still is.
func (s *siege) playsOn(t *testing.T, file string, games []string) {
	t.Helper()
	c := newCommand(t, file, "--log-level", "warn")
	p := c.start(t)
	again := newSiege(t, time.Minute)
	again.listens(p.url)
	by := map[string]person{}
	for _, who := range s.people {
		by[who.account] = who
	}
	var playing sync.WaitGroup
	for i, id := range games {
		party := &party{siege: again, rand: rand.New(rand.NewPCG(4, uint64(i))), by: by}
		playing.Go(func() {
			a := again.insist(by[s.over[id].Host].token, call{method: "GET", path: "/v1/games/" + id})
			party.playOn(want[game](again, a, http.StatusOK))
		})
	}
	playing.Wait()
	if len(again.over) != len(games) {
		t.Errorf("%d of %d games came to their end", len(again.over), len(games))
	}
	p.stop()
	if log := c.logged(t); log != "" {
		t.Errorf("logged:\n%s", log)
	}
}
