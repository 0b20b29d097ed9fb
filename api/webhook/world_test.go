package webhook_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	standard "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"kast/api/webhook"
	"kast/repository"
	"kast/repository/sqlite"
)

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

// world is a store with a game, a receiver of notices, and the log of the senders.
type world struct {
	*testing.T
	db      *sqlite.DB
	account string
	game    repository.Game
	log     logBuffer

	mu     sync.Mutex
	got    []received
	answer http.HandlerFunc // how the receiver answers; nil for 204
}

// received is a request that the receiver got, with a signature that holds.
type received struct {
	id, body string
	at       time.Time
}

func newWorld(t *testing.T) *world {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "kast.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w := &world{T: t, db: db, account: uuid.NewString()}
	at := time.Now()
	err = db.CreateAccount(t.Context(), repository.Account{ID: w.account, CreatedAt: at},
		repository.SignIn{ID: w.account, AccountID: w.account, CreatedAt: at, RotatedAt: at})
	if err != nil {
		t.Fatal(err)
	}
	events := event(0)
	w.game = repository.Game{
		ID: uuid.NewString(), Head: repository.Head{Seq: 1, Hash: events[0].Hash}, CreatedAt: at, UpdatedAt: at,
		Summary: repository.Summary{Ruleset: "penta", Status: "playing", TurnSeat: 0, Round: 1},
	}
	if err := db.CreateGame(t.Context(), repository.NewGame{Game: w.game, Events: events}); err != nil {
		t.Fatal(err)
	}
	return w
}

// event is an event that follows after seq, as a store sees it.
func event(seq int) []repository.Event {
	id := uuid.NewString()
	return []repository.Event{{
		Seq: seq + 1, ID: id, Hash: fmt.Sprintf("%064x", seq+1), JSON: fmt.Appendf(nil, `{"id":%q,"seq":%d}`, id, seq+1),
	}}
}

// moves appends to the game a move that goes on in a round, and notices.
func (w *world) moves(round int, notices ...repository.Notice) {
	w.Helper()
	a := repository.Append{
		GameID: w.game.ID, After: w.game.Head, Events: event(w.game.Head.Seq), At: time.Now(), Summary: w.game.Summary, Notices: notices,
	}
	a.Summary.Round = round
	if err := w.db.Append(w.Context(), a); err != nil {
		w.Fatal(err)
	}
	w.game.Head = repository.Head{Seq: a.Events[0].Seq, Hash: a.Events[0].Hash}
}

// notice is one that tells of a turn in a round, or with 0 of what stays true.
func (w *world) notice(round int) repository.Notice {
	n := repository.Notice{ID: uuid.NewString(), AccountID: w.account, GameID: w.game.ID, At: time.Now()}
	n.Body = fmt.Appendf(nil, `{"type":"test","data":{"n":%q}}`, n.ID)
	if round > 0 {
		n.Turn = &repository.NoticeTurn{Round: round}
	}
	return n
}

// target is an address with much in it that nobody may see.
func target(t *testing.T, address string) webhook.Target {
	t.Helper()
	to, err := webhook.NewTarget(address, secret)
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// start runs a sender to the receiver, without a network between them. stop may be called twice.
func (w *world) start() (s *webhook.Sender, stop func()) {
	logger := slog.New(slog.NewTextHandler(&w.log, nil))
	s = webhook.New(target(w.T, "https://anna:pass-word@push.test/hook/pathtoken?key=querytoken"), webhook.Options{
		Logger: logger, Transport: roundTripper(w.receive),
	})
	ctx, cancel := context.WithCancel(w.Context())
	var running sync.WaitGroup
	running.Go(func() { s.Run(ctx, w.db) })
	stop = func() {
		cancel()
		running.Wait()
	}
	return s, stop
}

// receive is what the receiver does: it checks the signature as receivers are told to.
func (w *world) receive(to http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.Error(err)
	}
	w.verify(r, body)
	w.mu.Lock()
	w.got = append(w.got, received{id: r.Header.Get("webhook-id"), body: string(body), at: time.Now()})
	answer := w.answer
	w.mu.Unlock()
	if answer != nil {
		answer(to, r)
		return
	}
	to.WriteHeader(http.StatusNoContent)
}

func (w *world) verify(r *http.Request, body []byte) {
	check, err := standard.NewWebhook(secret)
	if err != nil {
		w.Error(err)
		return
	}
	if err := check.Verify(body, r.Header); err != nil {
		w.Errorf("signature: %v; header %v", err, r.Header)
	}
	if r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" {
		w.Errorf("%s with header %v", r.Method, r.Header)
	}
}

// requests are what the receiver has got so far.
func (w *world) requests() []received {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]received(nil), w.got...)
}

// answers changes how the receiver answers.
func (w *world) answers(h http.HandlerFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.answer = h
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// left counts the notices in the store.
func (w *world) left() int {
	w.Helper()
	// Claimed now, they are due again at once; so this changes nothing for a sender that comes later.
	all, err := w.db.ClaimNotices(w.Context(), time.Now().AddDate(9, 0, 0), time.Now(), 1000)
	if err != nil {
		w.Fatal(err)
	}
	return len(all)
}

// secretsIn fails the test when a text has something of the address or the secret that is nobody's business.
func secretsIn(t *testing.T, text string) {
	t.Helper()
	for _, s := range []string{"anna", "pass-word", "pathtoken", "querytoken", strings.TrimPrefix(secret, "whsec_"), "whsec_"} {
		if strings.Contains(text, s) {
			t.Errorf("%q is in:\n%s", s, text)
		}
	}
}

// roundTripper is a receiver without a network, which a test with its own time cannot have.
type roundTripper http.HandlerFunc

// RoundTrip implements http.RoundTripper.
func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) {
	rec, done := httptest.NewRecorder(), make(chan struct{})
	go func() {
		defer close(done)
		f(rec, r)
	}()
	select {
	case <-done:
		return rec.Result(), nil
	case <-r.Context().Done():
		<-done
		return nil, r.Context().Err()
	}
}

// logBuffer is written by senders and read by the test.
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
