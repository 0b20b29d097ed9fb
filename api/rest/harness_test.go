package rest_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
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
	w := &world{t: t, store: store, clock: c, log: &logBuffer{}, digests: map[string][]byte{}}
	var err error
	if w.auth, err = auth.New(t.Context(), store, auth.Options{Now: c.now}); err != nil {
		t.Fatal(err)
	}
	w.games = play.New(store, play.Options{Now: c.now, CheckName: auth.CheckName})
	w.server = httptest.NewServer(rest.New(rest.Options{
		Play: w.games, Auth: w.auth, Store: store, Version: "test", Now: c.now,
		Logger: slog.New(slog.NewJSONHandler(w.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}))
	w.server.Client().Transport.(*http.Transport).MaxIdleConnsPerHost = 64
	contractOf(t)
	t.Cleanup(w.end)
	return w
}

func (w *world) end() {
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

// client is a caller: somebody with an account, or nobody.
type client struct {
	w           *world
	t           testing.TB
	id, name    string
	token       string
	refresh     string
	contractual bool // the calls are in the contract
}

// nobody is a caller without a token.
func (w *world) nobody() *client { return &client{w: w, t: w.t, contractual: true} }

// guest makes an account and signs it in.
func (w *world) guest(name string) *client {
	w.t.Helper()
	return w.account(map[string]string{"name": name})
}

// registered makes an account with username and password, which is slow on purpose.
func (w *world) registered(username, password string) *client {
	w.t.Helper()
	w.secret(password)
	return w.account(map[string]string{"username": username, "password": password})
}

func (w *world) account(body any) *client {
	w.t.Helper()
	return w.nobody().signedIn(w.nobody().post("/v1/accounts", body).is(http.StatusCreated))
}

// signedIn is the client with the tokens of an answer.
func (c *client) signedIn(a answer) *client {
	c.t.Helper()
	s := decode[signedIn](a)
	c.w.secret(s.AccessToken)
	c.w.secret(s.RefreshToken)
	return &client{
		w: c.w, t: c.t, id: s.Account.ID, name: s.Account.Name, token: s.AccessToken, refresh: s.RefreshToken,
		contractual: true,
	}
}

// refreshed is the client with new tokens.
func (c *client) refreshed() *client {
	c.t.Helper()
	return c.signedIn(c.w.nobody().in(c.t).post("/v1/tokens", object{"refreshToken": c.refresh}).is(http.StatusOK))
}

// in is the client in a subtest.
func (c *client) in(t testing.TB) *client {
	t.Helper()
	copied := *c
	copied.t = t
	return &copied
}

// offContract is the client for calls that the contract does not have.
func (c *client) offContract() *client {
	copied := *c
	copied.contractual = false
	return &copied
}

func (c *client) get(path string, headers ...string) answer {
	c.t.Helper()
	return c.do(http.MethodGet, path, nil, headers...)
}

func (c *client) post(path string, body any, headers ...string) answer {
	c.t.Helper()
	return c.do(http.MethodPost, path, body, headers...)
}

func (c *client) delete(path string, headers ...string) answer {
	c.t.Helper()
	return c.do(http.MethodDelete, path, nil, headers...)
}

// do makes a call. A body is none (nil), bytes or a string as they are, or else what is to be sent as JSON. Headers are
// name and value in turn; an empty value takes away what is set otherwise. It may be called from any goroutine.
func (c *client) do(method, path string, body any, headers ...string) answer {
	c.t.Helper()
	sent := bodyBytes(body)
	req, err := http.NewRequestWithContext(context.Background(), method, c.w.server.URL+path, bytes.NewReader(sent))
	if err != nil {
		c.t.Errorf("%s %s: %v", method, path, err)
		return answer{t: c.t}
	}
	if body == nil {
		req.Body = nil
	} else {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Del(headers[i])
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i+1] != "" {
			req.Header.Add(headers[i], headers[i+1])
		}
	}
	return c.send(req, sent)
}

func (c *client) send(req *http.Request, sent []byte) answer {
	c.t.Helper()
	a := answer{t: c.t, call: req.Method + " " + req.URL.RequestURI() + " " + shortened(sent)}
	resp, err := c.w.server.Client().Do(req)
	if err != nil {
		c.t.Errorf("%s: %v", a.call, err)
		return a
	}
	defer resp.Body.Close()
	a.status, a.header = resp.StatusCode, resp.Header
	if a.body, err = io.ReadAll(resp.Body); err != nil {
		c.t.Errorf("%s: %v", a.call, err)
	}
	if c.contractual {
		contractOf(c.t).Check(c.t, req, sent, resp, a.body)
	}
	if a.status >= http.StatusInternalServerError && !c.w.faulty {
		c.t.Errorf("%s: %d %s", a.call, a.status, a.body)
	}
	c.w.noteDigests(a.body)
	return a
}

func bodyBytes(body any) []byte {
	switch body := body.(type) {
	case nil:
		return nil
	case []byte:
		return body
	case string:
		return []byte(body)
	}
	b, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	return b
}

// answer is what the server said.
type answer struct {
	t      testing.TB
	call   string
	status int
	header http.Header
	body   []byte
}

// is ends the test unless the answer has this status.
func (a answer) is(status int) answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("%s: got %d %s, want %d", a.call, a.status, shortened(a.body), status)
	}
	return a
}

// refused fails the test unless the answer is a problem with this status and code.
func (a answer) refused(status int, code string) {
	a.t.Helper()
	if got := a.problem(); a.status != status || got.Code != code {
		a.t.Errorf("%s: got %d %s (%s), want %d %s", a.call, a.status, got.Code, got.Detail, status, code)
	}
}

// problem reads a problem; it is empty where the answer is none.
func (a answer) problem() (p problem) {
	if a.header.Get("Content-Type") == "application/problem+json" {
		_ = json.Unmarshal(a.body, &p) // an empty one says enough
	}
	return p
}

// decode reads the body of an answer.
func decode[T any](a answer) (v T) {
	a.t.Helper()
	if err := json.Unmarshal(a.body, &v); err != nil {
		a.t.Fatalf("%s: %v in %s", a.call, err, shortened(a.body))
	}
	return v
}

func shortened(b []byte) string {
	const most = 400
	if len(b) > most {
		return string(b[:most]) + "…"
	}
	return string(b)
}
