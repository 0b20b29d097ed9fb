package loadtest

import (
	"database/sql"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/uuid"
)

var kills = flag.Int("kills", 0, "how `often` TestKills kills the server; 0 for a few times")

// TestKills kills the server again and again while people play, whatever it is just doing, and starts it anew. All that
// was acknowledged must be there, once; who repeats a call gets the answer that was lost; streams go on where they
// broke; and what is kept beside the logs is what the logs come to.
//
// A process that is killed leaves to the kernel what it has written. So this tells nothing of a power cut, which is what
// the wait for the disk is for.
func TestKills(t *testing.T) {
	times := *kills
	switch {
	case times > 0:
	case underRace || testing.Short():
		times = 2
	default:
		times = 5
	}
	hook := newHook(t)
	c := newCommand(t, filepath.Join(t.TempDir(), "kast.db"), "--log-level", "warn", "--webhook", hook.URL)
	c.env = []string{"KAST_WEBHOOK_SECRET=whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"}
	s := newSiege(t, time.Minute+time.Duration(times)*10*time.Second)
	began := time.Now()
	p := c.start(t)
	s.listens(p.url)
	var playing sync.WaitGroup
	for i := range 8 {
		playing.Go(func() { s.play(i) })
	}
	random := rand.New(rand.NewPCG(2, uint64(times)))
	starting := 0
	for range times {
		select {
		case <-s.after(1 + random.IntN(80)):
		case <-s.ctx.Done():
			t.Fatal("nobody is answered any more")
		}
		p.kill()
		for random.IntN(4) == 0 { // as it starts, too: when it has the old one's files to look through
			p, _ = c.begin(t)
			select {
			case <-p.ended:
				t.Fatalf("the server ended by itself: %v\n%s", p.cmd.ProcessState, c.logged(t))
			case <-time.After(time.Duration(random.IntN(60)) * time.Millisecond):
			}
			p.kill()
			starting++
		}
		p = c.start(t)
		s.listens(p.url)
	}
	s.end() // of their games they play the last to the end
	playing.Wait()
	if t.Failed() {
		t.FailNow()
	}
	s.checkChanges()
	p.stop()
	t.Logf("%d kills and %d while it started, %d games, %d calls acknowledged, of these %d when repeated, %d events, %.1f s",
		times, starting, len(s.over), s.calls, s.repeats, s.ledger.events(), time.Since(began).Seconds())
	if log := c.logged(t); log != "" {
		t.Errorf("logged:\n%s", log)
	}
	clean(t, c.db)
	s.ledger.verify(t, c.db)
	hook.check(t, s, c.db)
}

// checkChanges asks for everybody's games anew: each is there once, as it was left.
func (s *siege) checkChanges() {
	s.t.Helper()
	shown := map[string]int{}
	for _, who := range s.people {
		for _, g := range s.changes(who).Items {
			shown[g.ID]++
			if end := s.over[g.ID]; g.Seq != end.Seq || g.Status != end.Status {
				s.t.Errorf("game %s is shown as %s at event %d, want %s at %d", g.ID, g.Status, g.Seq, end.Status, end.Seq)
			}
		}
	}
	for id := range s.over {
		if shown[id] != 2 {
			s.t.Errorf("game %s is shown to %d of 2", id, shown[id])
		}
	}
}

// hook is a receiver of notices.
type hook struct {
	*httptest.Server
	mu  sync.Mutex
	got map[string]notice // by id
}

// notice is what a receiver reads of one.
type notice struct {
	Type string `json:"type"`
	Data struct {
		AccountID string `json:"accountId"`
		GameID    string `json:"gameId"`
		Seq       int    `json:"seq"`
	} `json:"data"`
}

func newHook(t *testing.T) *hook {
	t.Helper()
	h := &hook{got: map[string]notice{}}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // the server that sent it was killed, and another sends it again
		}
		if err := h.take(r.Header.Get("Webhook-Id"), body); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(h.Close)
	return h
}

func (h *hook) take(id string, body []byte) error {
	var n notice
	if err := json.Unmarshal(body, &n); err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if had, again := h.got[id]; again && had != n {
		return fmt.Errorf("notice %s is %v, and was %v", id, n, had)
	}
	h.got[id] = n
	return nil
}

// check looks whether each end of a game was told to both who played, or still waits to be; and that nothing was told of
// what did not happen, or under two ids.
func (h *hook) check(t *testing.T, s *siege, file string) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.QueryContext(t.Context(), `SELECT id, body FROM notices`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	waiting := 0
	for rows.Next() {
		waiting++
		var id uuid.UUID
		var body []byte
		if err := rows.Scan(&id, &body); err != nil {
			t.Fatal(err)
		}
		if err := h.take(id.String(), body); err != nil {
			t.Error(err)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	ids := map[notice]string{}
	ends := map[string]int{}
	for id, n := range h.got {
		if other, twice := ids[n]; twice {
			t.Errorf("%v was told as %s and as %s", n, id, other)
		}
		ids[n] = id
		g := s.over[n.Data.GameID]
		if n.Data.Seq < 1 || n.Data.Seq > g.Seq || !strings.Contains(fmt.Sprint(g.Seats), n.Data.AccountID) {
			t.Errorf("%v was told of game %v", n, g)
		}
		if n.Type == "game.finished" {
			ends[g.ID]++
		}
	}
	for id := range s.over {
		if ends[id] != 2 {
			t.Errorf("%d were told of the end of game %s, want 2", ends[id], id)
		}
	}
	t.Logf("%d notices, of which %d still wait", len(h.got), waiting)
}
