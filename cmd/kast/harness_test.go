package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"kast/api/auth"
	"kast/api/play"
	"kast/domain/game"
	"kast/domain/scorecard"
	"kast/repository/sqlite"
)

// outcome is what a command that has ended left behind.
type outcome struct {
	code     int
	out, err string
}

// kast runs a command to its end.
func kast(t *testing.T, args ...string) outcome {
	t.Helper()
	return kastWith(t, nil, args...)
}

func kastWith(t *testing.T, env map[string]string, args ...string) outcome {
	t.Helper()
	var out, errOut bytes.Buffer
	code := run(t.Context(), args, func(name string) string { return env[name] }, &out, &errOut)
	return outcome{code: code, out: out.String(), err: errOut.String()}
}

// server is a server that runs in this process.
type server struct {
	url  string
	stop func() outcome // as SIGTERM would; may be called twice
	log  func() string  // as it is now
}

// startServer starts the real program on a free port, and waits until it says where it listens.
func startServer(t *testing.T, db string, args ...string) server {
	t.Helper()
	return startServerWith(t, nil, db, args...)
}

func startServerWith(t *testing.T, env map[string]string, db string, args ...string) server {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	out, in := io.Pipe()
	var log syncBuffer
	ended := make(chan int, 1)
	go func() {
		all := append([]string{"serve", "--addr", "127.0.0.1:0", "--db", db}, args...)
		ended <- run(ctx, all, func(name string) string { return env[name] }, in, &log)
		in.Close()
	}()
	lines := bufio.NewReader(out)
	first, err := lines.ReadString('\n')
	if err != nil {
		t.Fatalf("the server ended with %d before it listened: %s", <-ended, log.String())
	}
	url := regexp.MustCompile(`https?://[^ ,]*[^ ,:]`).FindString(first)
	if url == "" {
		t.Fatalf("no address in %q", first)
	}
	stop := sync.OnceValue(func() outcome {
		cancel()
		rest, _ := io.ReadAll(lines)
		return outcome{code: <-ended, out: first + string(rest), err: log.String()}
	})
	t.Cleanup(func() { stop() })
	return server{url: url, stop: stop, log: log.String}
}

// waitReady waits until the server says that it can play.
func (s server) waitReady(t *testing.T) {
	t.Helper()
	c := client(t)
	for {
		answer, err := c.Get(s.url + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if answer.StatusCode == http.StatusOK {
			return
		}
		if !strings.Contains(string(body), `"starting"`) {
			t.Fatalf("not ready: %s", body)
		}
	}
}

// syncBuffer is written by the server and read by the test.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// tables are those of best play, made once for all tests.
var tables = sync.OnceValue(play.NewTables)

// world is a database with games played without HTTP, the same at every run: clock and randomness are the test's.
type world struct {
	t       *testing.T
	path    string
	now     time.Time
	db      *sqlite.DB
	games   *play.Service
	players map[string]string // account by name
}

func newWorld(t *testing.T, players ...string) *world {
	t.Helper()
	w := &world{
		t: t, path: filepath.Join(t.TempDir(), "kast.db"), players: map[string]string{},
		now: time.Date(2026, 3, 14, 18, 2, 11, 0, time.UTC),
	}
	db, err := sqlite.Open(t.Context(), w.path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	clock := func() time.Time { return w.now }
	random := rand.NewChaCha8([32]byte([]byte("a test is the same at every run.")))
	w.db = db
	w.games = play.New(db, play.Options{Now: clock, Random: random, CheckName: auth.CheckName, Tables: tables()})
	accounts, err := auth.New(t.Context(), db, auth.Options{Now: clock, Random: random})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range players {
		a, _, err := accounts.CreateAccount(t.Context(), auth.NewAccount{Name: &name})
		if err != nil {
			t.Fatal(err)
		}
		w.players[name] = a.ID
	}
	return w
}

// call is a call by a player, a second after the one before.
func (w *world) call(player string) play.Call {
	w.now = w.now.Add(time.Second)
	return play.Call{Account: w.players[player]}
}

// must ends the test when a call was refused.
func (w *world) must(r play.Result, err error) play.Result {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

func (w *world) create(player string, n play.NewGame) string {
	w.t.Helper()
	if n.Visibility == "" {
		n.Visibility = game.Private
	}
	return w.must(w.games.Create(w.t.Context(), w.call(player), n)).State.Game
}

// playCard plays one turn of a scorecard game with server dice: it keeps the face that came most, and enters where
// it gives most.
func (w *world) playCard(player, id string) play.Result {
	w.t.Helper()
	ctx := w.t.Context()
	r := w.must(w.games.Roll(ctx, id, w.call(player), nil, nil))
	for r.State.RollsLeft() > 0 {
		d := r.State.Turn.Dice
		keep := most(d.Faces())
		if len(keep) == d.Len() {
			break
		}
		r = w.must(w.games.Roll(ctx, id, w.call(player), keep, nil))
	}
	return w.must(w.games.Enter(ctx, id, w.call(player), best(r.State.Entries())))
}

// most gives the positions of the face that is there most often, the highest of equals.
func most(faces []int) []int {
	at := map[int][]int{}
	for i, f := range faces {
		at[f] = append(at[f], i)
	}
	var keep []int
	for f := 6; f >= 1; f-- {
		if len(at[f]) > len(keep) {
			keep = at[f]
		}
	}
	return keep
}

func best(entries []scorecard.Entry) scorecard.Box {
	top := entries[0]
	for _, e := range entries {
		if e.Points+e.Bonus > top.Points+top.Bonus {
			top = e
		}
	}
	return top.Box
}

// contains fails the test when a part is missing.
func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in:\n%s", part, text)
		}
	}
}
