package rest_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kast/api/auth"
	"kast/api/play"
	"kast/api/rest"
	"kast/repository/sqlite"
)

// FuzzRequest serves whatever net/http takes for a request: paths, ids, cursors, places in streams, conditions, languages, tokens and
// bodies, as they come together. In what is sent, $T stands for a token, $G for a game in which its bearer plays and $O for one
// that the bearer may not know of. Nothing is a fault of the server, and without the token nothing private is answered.
func FuzzRequest(f *testing.F) {
	for _, seed := range []string{
		"GET /v1/games/$G HTTP/1.1\nAuthorization: Bearer $T\nIf-None-Match: *\n\n",
		"GET /v1/games/$G?seq=1 HTTP/1.1\nAuthorization: Bearer $T\n\n",
		"GET /v1/games/$O/events?after=0&limit=500&wait=0 HTTP/1.1\nAuthorization: Bearer $T\n\n",
		"GET /v1/games/$G/events?after=1&wait=30 HTTP/1.1\nAuthorization: Bearer $T\nIf-None-Match: \"x\"\n\n",
		"GET /v1/games/$G/stream?after=0 HTTP/1.1\nAuthorization: Bearer $T\nLast-Event-ID: 1\n\n",
		"GET /v1/me/stream?cursor=AAAAAAAAAAEAAAAA HTTP/1.1\nAuthorization: Bearer $T\nLast-Event-ID: x\n\n",
		"GET /v1/me/changes?cursor=AAAAAAAAAAEAAAAA&limit=200 HTTP/1.1\nAuthorization: Bearer $T\n\n",
		"GET /v1/me/games?status=open&ruleset=penta&limit=1 HTTP/1.1\nAuthorization: Bearer $T\nAccept-Language: sv;q=0.1\n\n",
		"GET /v1/rulesets/penta/records?kind=solo&dice=client&cursor=x HTTP/1.1\nAuthorization: Bearer $T\n\n",
		"GET /v1/games/..%2f$G%00/replay?after=1 HTTP/1.1\nAuthorization: Bearer $T\n\n",
		"HEAD /v1/invites/AAAAAA HTTP/1.1\nAuthorization: bearer $T\n\n",
		"POST /v1/games/$G/rolls HTTP/1.1\nAuthorization: Bearer $T\nIf-Match: \"x\", *\nContent-Type: application/json\nContent-Length: 2\n\n{}",
		"POST /v1/games/$G/holds HTTP/1.1\nAuthorization: Bearer $T\nContent-Type: application/json; charset=utf-8\nContent-Length: 12\n\n{\"held\":[0]}",
		"POST /v1/games HTTP/1.1\nAuthorization: Bearer $T\nContent-Type: application/json\nContent-Length: 47\n\n{\"ruleset\":\"tiotusen\",\"seats\":[{\"kind\":\"me\"}]}\n",
		"PUT /v1/games/$G/log HTTP/1.1\nAuthorization: Bearer $T\nContent-Type: application/json\nContent-Length: 13\n\n{\"events\":[]}",
		"POST /v1/tokens HTTP/1.1\nContent-Type: application/json\nContent-Length: 20\n\n{\"refreshToken\":\"x\"}",
		"PATCH /v1/me HTTP/1.1\nAuthorization: Bearer $T\nContent-Type: application/json\nContent-Length: 12\n\n{\"name\":\"x\"}",
		"POST /v1/watching HTTP/1.1\nAuthorization: Bearer $T\nContent-Type: application/json\nContent-Length: 24\n\n{\"watchCode\":\"AAAAAAAA\"}",
		"GET //v1/../v1/me?x=%zz HTTP/1.1\nAuthorization: Bearer $T\n\n", "OPTIONS * HTTP/1.1\n\n", "GET /docs/../v1/me HTTP/1.1\n\n",
		"DELETE /v1/games/$G/seats/me HTTP/1.1\nAuthorization: Bearer x.y.z\nContent-Length: 1\n\nx",
	} {
		f.Add([]byte(strings.ReplaceAll(seed, "\n", "\r\n")))
	}
	w := newFuzzed(f)
	f.Fuzz(w.serve)
}

// fuzzed is a server without a network.
type fuzzed struct {
	api          http.Handler
	token        string
	mine, theirs string // ids of games
	log          *logBuffer
}

func newFuzzed(f *testing.F) *fuzzed {
	f.Helper()
	db, err := sqlite.Open(f.Context(), filepath.Join(f.TempDir(), "kast.db"), sqlite.Options{})
	if err != nil {
		f.Fatal(err)
	}
	accounts, err := auth.New(f.Context(), db, auth.Options{})
	if err != nil {
		f.Fatal(err)
	}
	tables := play.NewTables()
	tables.Stop() // best play takes too long here
	games := play.New(db, play.Options{CheckName: auth.CheckName, Tables: tables})
	f.Cleanup(func() {
		games.EndStreams()
		if err := db.Close(); err != nil {
			f.Error(err)
		}
	})
	w := &fuzzed{log: &logBuffer{}}
	faults := slog.New(slog.NewTextHandler(w.log, &slog.HandlerOptions{Level: slog.LevelError}))
	w.api = rest.New(rest.Options{Play: games, Auth: accounts, Store: db, Unlimited: true, Logger: faults})
	w.signIn(f)
	w.theirs = w.game(f)
	w.signIn(f)
	return w
}

// signIn makes an account with a game; the tests take it away now and then.
func (w *fuzzed) signIn(t testing.TB) {
	t.Helper()
	var s signedIn
	w.call(t, "POST", "/v1/accounts", `{}`, &s)
	w.token = s.AccessToken
	w.mine = w.game(t)
}

func (w *fuzzed) game(t testing.TB) string {
	t.Helper()
	var made changed
	w.call(t, "POST", "/v1/games", `{"ruleset":"penta","options":{"advice":false,"autoEnterSeconds":0},"seats":[{"kind":"me"}]}`, &made)
	return made.Game.ID
}

func (w *fuzzed) call(t testing.TB, method, path, body string, to any) {
	t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+w.token)
	answer := httptest.NewRecorder()
	w.api.ServeHTTP(answer, r)
	if err := json.Unmarshal(answer.Body.Bytes(), to); err != nil || answer.Code >= 300 {
		t.Fatalf("%s %s: %d %s", method, path, answer.Code, answer.Body)
	}
}

func (w *fuzzed) serve(t *testing.T, sent []byte) {
	whole := strings.NewReplacer("$T", w.token, "$G", w.mine, "$O", w.theirs).Replace(string(sent))
	r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(whole)))
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond) // else streams last
	defer cancel()
	r = r.WithContext(ctx)
	r.RemoteAddr = "192.0.2.1:1"
	path := r.URL.Path // the pages for people change it
	rec := httptest.NewRecorder()
	w.api.ServeHTTP(rec, r)
	a := rec.Result()
	defer a.Body.Close()
	body, _ := io.ReadAll(a.Body) // from memory
	switch {
	case a.StatusCode < http.StatusOK, a.StatusCode >= http.StatusInternalServerError && ctx.Err() == nil && !needsBestPlay(r):
		t.Errorf("%q: %d %s\nlog: %s", whole, a.StatusCode, body, w.log)
	case path != "/readyz" && !strings.HasPrefix(path, "/docs") && a.StatusCode >= http.StatusBadRequest && ctx.Err() == nil:
		if media := a.Header.Get("Content-Type"); !json.Valid(body) || media != "application/problem+json" {
			t.Errorf("%q: %d %q %s", whole, a.StatusCode, media, body)
		}
	case a.StatusCode < http.StatusBadRequest && !bytes.Contains(sent, []byte("$T")) && isPrivate(r):
		t.Errorf("%q: without a token: %d %s", whole, a.StatusCode, body)
	}
	if a.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%q: headers %v", whole, a.Header)
	}
	if bytes.Contains(body, []byte(w.theirs)) && !bytes.Contains(sent, []byte("$O")) {
		t.Errorf("%q tells of a game of others: %s", whole, body)
	}
	if r.Method == http.MethodDelete && a.StatusCode == http.StatusNoContent {
		w.signIn(t)
	}
}

// needsBestPlay tells whether a call needs best play, which is not there.
func needsBestPlay(r *http.Request) bool {
	return r.URL.Path == "/readyz" || strings.HasSuffix(r.URL.Path, "/advice") || strings.HasSuffix(r.URL.Path, "/review") || r.URL.Path == "/v1/games"
}

// isPrivate tells whether a call needs a token.
func isPrivate(r *http.Request) bool {
	for _, public := range []string{"/v1/accounts", "/v1/tokens", "/v1/dice", "/v1/rulesets"} {
		if r.URL.Path == public || strings.HasPrefix(r.URL.Path, public+"/") {
			return false
		}
	}
	return strings.HasPrefix(r.URL.Path, "/v1/")
}
