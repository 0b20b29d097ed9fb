package rest_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kast/repository"
	"kast/repository/sqlite"
)

// faultyStore fails as it is told.
type faultyStore struct {
	repository.Store
	mu  sync.Mutex
	err error
}

func (f *faultyStore) breakWith(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.err = err
}

func (f *faultyStore) fault() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

func (f *faultyStore) Append(ctx context.Context, a repository.Append) error {
	if err := f.fault(); err != nil {
		return fmt.Errorf("append: %w", err)
	}
	return f.Store.Append(ctx, a)
}

func (f *faultyStore) Alter(ctx context.Context, was repository.Game, a repository.Alteration) error {
	if err := f.fault(); err != nil {
		return fmt.Errorf("alter: %w", err)
	}
	return f.Store.Alter(ctx, was, a)
}

func (f *faultyStore) CreateGame(ctx context.Context, g repository.NewGame) error {
	if err := f.fault(); err != nil {
		return fmt.Errorf("create: %w", err)
	}
	return f.Store.CreateGame(ctx, g)
}

func (f *faultyStore) Lobby(ctx context.Context, p repository.Page) (repository.GamePage, error) {
	if err := f.fault(); err != nil {
		return repository.GamePage{}, fmt.Errorf("lobby: %w", err)
	}
	return f.Store.Lobby(ctx, p)
}

func (f *faultyStore) Ping(ctx context.Context) error {
	if err := f.fault(); err != nil {
		return err
	}
	return f.Store.Ping(ctx)
}

func newFaultyWorld(t *testing.T) (*world, *faultyStore) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "kast.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := &faultyStore{Store: db}
	w := newWorldOn(t, f, &clock{at: time.Date(2026, 5, 17, 18, 30, 0, 0, time.UTC)})
	w.faulty = true
	return w, f
}

// TestFaults: what is no fault of the caller's says so and no more, is logged with the request's id, and passes.
func TestFaults(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err           error
		status, lobby int
		code          string
		logged        string
	}{
		{repository.ErrUnavailable, 503, 503, "unavailable", "store unavailable"},
		{errors.New("disk of aunt Agda"), 500, 500, "internal", "disk of aunt Agda"},
		{repository.ErrConflict, 429, 500, "rateLimited", ""}, // always somebody faster, which is no fault
	} {
		w, store := newFaultyWorld(t)
		ada, bo, g := w.two("penta", "server")
		store.breakWith(c.err)
		for _, a := range []answer{
			ada.post("/v1/games/"+g.ID+"/rolls", object{"id": newID()}),
			ada.post("/v1/games/"+g.ID+"/resignations", nil),
			bo.delete("/v1/games/" + g.ID + "/seats/me"),
			bo.delete("/v1/me"),
		} {
			a.refused(c.status, c.code)
			if strings.Contains(string(a.body), "Agda") || strings.Contains(string(a.body), "store") {
				t.Errorf("%s tells of the inside: %s", a.call, a.body)
			}
			if retry := a.header.Get("Retry-After"); (retry == "1") != (c.status != 500) {
				t.Errorf("%s: Retry-After %q", a.call, retry)
			}
			lines := linesOf(w.log.String(), a.header.Get("X-Request-Id"), `"level":"ERROR"`)
			if c.logged == "" {
				want(t, a.call+": errors logged", len(lines), 0)
			} else if len(lines) != 1 || !strings.Contains(lines[0], c.logged) {
				t.Errorf("%s: logged %q", a.call, lines)
			}
		}
		want(t, "lobby", bo.get("/v1/games").status, c.lobby)
		want(t, "not ready", string(w.nobody().get("/readyz").is(503).body), `{"status":"unavailable","version":"test"}`)
		w.nobody().get("/healthz").is(200)
		// Reading goes on, and nothing has happened.
		want(t, "game", ada.game(g.ID).Head, g.Head)
		store.breakWith(nil)
		w.nobody().get("/readyz").is(200)
		ada.move(g.ID, "rolls", nil)
		want(t, "events", ada.game(g.ID).Seq, g.Seq+1)
	}
}

// TestFaults_alwaysFaster: whoever always comes second is told to send again, whatever the call.
func TestFaults_alwaysFaster(t *testing.T) {
	t.Parallel()
	calls := legalCalls()
	delete(calls, "create") // which no other call comes before
	for name, build := range calls {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, store := newFaultyWorld(t)
			l := build(w)
			store.breakWith(repository.ErrConflict)
			l.by.post(l.url(), l.body).refused(429, "rateLimited")
			store.breakWith(nil)
			l.by.post(l.url(), l.body).is(201)
		})
	}
	w, store := newFaultyWorld(t)
	ada := w.guest("Ada")
	g := watchable(ada, object{"ruleset": "penta", "seats": seats("me", "open")})
	store.breakWith(repository.ErrConflict)
	ada.post("/v1/games/"+g.ID+"/invite-code", nil).refused(429, "rateLimited")
	ada.post("/v1/games/"+g.ID+"/watch-code", nil).refused(429, "rateLimited")
	ada.delete("/v1/games/"+g.ID+"/watch-code").refused(429, "rateLimited")
	store.breakWith(nil)
	want(t, "codes", ada.game(g.ID).WatchCode, g.WatchCode)
}

// linesOf are the lines of a text with all these parts.
func linesOf(text string, parts ...string) (lines []string) {
	for line := range strings.Lines(text) {
		with := true
		for _, part := range parts {
			with = with && strings.Contains(line, part)
		}
		if with {
			lines = append(lines, line)
		}
	}
	return lines
}

// TestFaults_LostAnswer: a call whose answer got lost is repeated, and nothing happens twice (T01).
func TestFaults_LostAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	g := c.newGame("penta", "server", "me")
	body := fmt.Sprintf(`{"id":%q}`, newID())
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", w.server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(conn, "POST /v1/games/%s/rolls HTTP/1.1\r\nHost: kast\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		g.ID, c.token, len(body), body)
	one := make([]byte, 1)
	if _, err := conn.Read(one); err != nil { // it has been answered
		t.Fatal(err)
	}
	conn.Close()
	a := c.post("/v1/games/"+g.ID+"/rolls", body).is(200)
	want(t, "roll", decode[changed](a).Game.Turn.Roll, 1)
}

// TestFaults_BrokenBody: a body that ends too early changes nothing, and is no error of the server's.
func TestFaults_BrokenBody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	g := c.newGame("penta", "server", "me")
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", w.server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(conn, "POST /v1/games/%s/rolls HTTP/1.1\r\nHost: kast\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{}", g.ID, c.token)
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, 1024)
	n, err := conn.Read(answer)
	if err != nil || !strings.Contains(string(answer[:n]), " 400 ") {
		t.Errorf("answer %q, %v", answer[:n], err)
	}
	conn.Close()
	want(t, "game", c.game(g.ID).Head, g.Head)
}
