package rest_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kast/api/auth"
	"kast/api/play"
	"kast/api/rest"
	"kast/openapi/conform"
	"kast/repository"
	"kast/repository/sqlite"
)

// world is a server over a store of its own, with a clock that the test moves.
//
// Every answer is held against the contract. When the test ends, every log must verify, nothing may have been logged as
// an error, and no secret may have been said: no seed of a running game in an answer or the log, no password and no
// token in the log.
type world struct {
	t      testing.TB
	server *httptest.Server
	store  repository.Store
	games  *play.Service // to look behind the API
	auth   *auth.Service
	clock  *clock
	log    *logBuffer

	// faulty is set by tests that break the store: errors are then logged, and logs need not verify.
	faulty bool

	mu      sync.Mutex
	secrets []string          // what the log must not show
	digests map[string][]byte // what looks like a seed, and the first answer in which it stood
}

// newWorld starts a server; it stops with the test.
func newWorld(t testing.TB) *world {
	t.Helper()
	return newWorldIn(t, filepath.Join(t.TempDir(), "kast.db"), &clock{at: time.Date(2026, 5, 17, 18, 30, 0, 0, time.UTC)})
}

// newWorldIn starts a server on a file that may be there already.
func newWorldIn(t testing.TB, file string, c *clock) *world {
	t.Helper()
	db, err := sqlite.Open(t.Context(), file, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return newWorldOn(t, db, c)
}

// newWorldOn starts a server on a store, which is closed with it.
func newWorldOn(t testing.TB, store repository.Store, c *clock) *world {
	t.Helper()
	return newWorldWith(t, store, c, tables())
}

// newWorldWith starts a server with tables of best play that may still have to be made.
func newWorldWith(t testing.TB, store repository.Store, c *clock, best *play.Tables) *world {
	t.Helper()
	return newWorldFrom(t, store, c, best, func(*rest.Options) {})
}

// newWorldOf starts a server that is told something.
func newWorldOf(t testing.TB, tell func(*rest.Options)) *world {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "kast.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return newWorldFrom(t, db, &clock{at: time.Date(2026, 5, 17, 18, 30, 0, 0, time.UTC)}, tables(), tell)
}

func newWorldFrom(t testing.TB, store repository.Store, c *clock, best *play.Tables, tell func(*rest.Options)) *world {
	t.Helper()
	w := &world{t: t, store: store, clock: c, log: &logBuffer{}, digests: map[string][]byte{}}
	var err error
	if w.auth, err = auth.New(t.Context(), store, auth.Options{Now: c.now}); err != nil {
		t.Fatal(err)
	}
	w.games = play.New(store, play.Options{Now: c.now, CheckName: auth.CheckName, Tables: best})
	o := rest.Options{
		Play: w.games, Auth: w.auth, Store: store, Version: "test", Now: c.now,
		Logger:    slog.New(slog.NewJSONHandler(w.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Unlimited: true, // the clock stands still, and all callers have one address
	}
	tell(&o)
	w.server = httptest.NewServer(rest.New(o))
	w.server.Client().Transport.(*http.Transport).MaxIdleConnsPerHost = 64
	contractOf(t)
	t.Cleanup(w.end)
	return w
}

// tables are those of best play, made once for all tests.
var tables = sync.OnceValue(func() *play.Tables {
	t := play.NewTables()
	if err := t.Prepare(context.Background()); err != nil {
		panic(err)
	}
	return t
})

func (w *world) end() {
	w.games.EndStreams()
	w.server.Close()
	if !w.faulty {
		w.checkLog()
		w.checkGames()
	}
	if err := w.store.Close(); err != nil {
		w.t.Error(err)
	}
}

func (w *world) checkLog() {
	log := w.log.String()
	for line := range strings.Lines(log) {
		if strings.Contains(line, `"level":"ERROR"`) {
			w.t.Errorf("logged: %s", line)
		}
	}
	for _, secret := range w.secrets {
		if strings.Contains(log, secret) {
			w.t.Errorf("the log shows the secret %.12s…", secret)
		}
	}
}

// checkGames verifies every log, and that no seed was said before the game was over.
func (w *world) checkGames() {
	ctx := context.Background() // the test's own has ended
	log := w.log.String()
	err := w.games.EachGame(ctx, func(id string) error {
		if _, err := w.games.Verify(ctx, id); err != nil {
			w.t.Errorf("game %s: %v", id, err)
		}
		b, err := w.store.Seed(ctx, id)
		if errors.Is(err, repository.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		seed := hex.EncodeToString(b)
		if strings.Contains(log, seed) {
			w.t.Errorf("game %s: the log shows the seed", id)
		}
		first, said := w.digests[seed]
		if said && !bytes.Contains(first, []byte(`"finished"`)) && !bytes.Contains(first, []byte(`"closed"`)) {
			w.t.Errorf("game %s: the seed was said too early: %s", id, first)
		}
		return nil
	})
	if err != nil {
		w.t.Error(err)
	}
}

// secret notes what the log must not show.
func (w *world) secret(s string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.secrets = append(w.secrets, s)
}

// noteDigests remembers what in an answer looks like a seed: 64 hex digits.
func (w *world) noteDigests(body []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := 0; i < len(body); {
		n := 0
		for i+n < len(body) && isHex(body[i+n]) {
			n++
		}
		if n == 64 {
			if _, known := w.digests[string(body[i:i+n])]; !known {
				w.digests[string(body[i:i+n])] = body
			}
		}
		i += n + 1
	}
}

func isHex(b byte) bool { return b >= '0' && b <= '9' || b >= 'a' && b <= 'f' }

// clock stands still until it is moved.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// logBuffer is written by the server and read by the test.
type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// contract holds all exchanges of all tests against openapi.json; see TestMain.
var contract struct {
	once    sync.Once
	checker *conform.Checker
}

func contractOf(t testing.TB) *conform.Checker {
	t.Helper()
	contract.once.Do(func() { contract.checker = conform.New(t) })
	return contract.checker
}
