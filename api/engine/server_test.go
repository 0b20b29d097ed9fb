package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"kast/api/auth"
	"kast/api/play"
	"kast/api/rest"
	"kast/domain/game"
	"kast/repository/sqlite"
)

type object = map[string]any

// caller is an engine, wherever it runs.
type caller interface {
	call(t testing.TB, method string, params any) answer
}

// answer is what an engine or the server answered.
type answer struct {
	t    testing.TB
	body []byte
}

// said is all that answers hold.
type said struct {
	Events  []json.RawMessage `json:"events"`
	Game    json.RawMessage   `json:"game"`
	Move    json.RawMessage   `json:"move"`
	Problem *problem          `json:"problem"`
	Code    string            `json:"code"` // of the server's problems
}

type problem struct {
	Code, Reason, Cause, Detail string
	Seq                         int
}

func (a answer) said() said {
	a.t.Helper()
	var s said
	if err := json.Unmarshal(a.body, &s); err != nil {
		a.t.Fatalf("%s: %v", a.body, err)
	}
	return s
}

// ok fails the test for a problem.
func (a answer) ok() said {
	a.t.Helper()
	s := a.said()
	if s.Problem != nil || s.Code != "" {
		a.t.Fatalf("refused: %.500s", a.body)
	}
	return s
}

// server is the real one, with a clock that the test moves and an account that calls.
type server struct {
	testing.TB
	handler http.Handler
	at      time.Time
	token   string
}

func newServer(t testing.TB) *server {
	t.Helper()
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "kast.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	s := &server{TB: t, at: time.Date(2026, 5, 17, 18, 30, 0, 0, time.UTC)}
	now := func() time.Time { return s.at }
	accounts, err := auth.New(t.Context(), store, auth.Options{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	games := play.New(store, play.Options{Now: now, CheckName: auth.CheckName, Tables: tables()})
	s.handler = rest.New(rest.Options{
		Play: games, Auth: accounts, Store: store, Version: "test", Now: now, Logger: slog.New(slog.DiscardHandler),
	})
	var made struct{ AccessToken string }
	status, body := s.do(http.MethodPost, "/v1/accounts", object{"name": "Ada"})
	if err := json.Unmarshal(body, &made); err != nil || status != http.StatusCreated {
		t.Fatalf("%d %s: %v", status, body, err)
	}
	s.token = made.AccessToken
	return s
}

// tables are those of best play, made once for all tests.
var tables = sync.OnceValue(func() *play.Tables {
	t := play.NewTables()
	if err := t.Prepare(context.Background()); err != nil {
		panic(err)
	}
	return t
})

func (s *server) do(method, path string, body any) (int, []byte) {
	s.Helper()
	var sent io.Reader = http.NoBody
	if body != nil {
		sent = bytes.NewReader(bodyOf(s, body))
	}
	r := httptest.NewRequest(method, path, sent)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if s.token != "" {
		r.Header.Set("Authorization", "Bearer "+s.token)
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w.Code, w.Body.Bytes()
}

// is calls, and fails the test for another status.
func (s *server) is(want int, method, path string, body any) answer {
	s.Helper()
	status, b := s.do(method, path, body)
	if status != want {
		s.Fatalf("%s %s: %d %s", method, path, status, b)
	}
	return answer{t: s, body: b}
}

func bodyOf(t testing.TB, body any) []byte {
	t.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// plain is a game as both show it: without what only the server knows, and without the best boxes where the engine has no
// table.
func plain(t testing.TB, raw json.RawMessage, best bool) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var g object
	if err := d.Decode(&g); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	delete(g, "serverTime")
	delete(g, "host")
	for _, seat := range g["seats"].([]any) {
		delete(seat.(object), "accountId")
	}
	if turn, ok := g["turn"].(object); ok && !best {
		delete(turn, "best")
	}
	return g
}

func gameStatus(t testing.TB, raw json.RawMessage) game.Status {
	t.Helper()
	var g struct{ Status game.Status }
	if err := json.Unmarshal(raw, &g); err != nil {
		t.Fatal(err)
	}
	return g.Status
}

func path(id string, rest ...any) string { return "/v1/games/" + id + fmt.Sprint(rest...) }
