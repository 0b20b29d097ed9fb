package storetest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kast/repository"
)

// moment is a time with everything that a store must not trip over: a zone, and more than milliseconds.
var moment = time.Date(2026, 3, 29, 2, 30, 0, 123456789, time.FixedZone("CEST", 2*60*60))

// stored is moment as a store gives it back.
var stored = time.Date(2026, 3, 29, 0, 30, 0, 123000000, time.UTC)

// newID returns a random UUID.
func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// newCode returns a code that no other game has.
func newCode() string { return rand.Text() }

// makeEvents returns count events that follow after. The store reads none of the JSON, so that it can be anything.
func makeEvents(after repository.Head, count int) []repository.Event {
	events := make([]repository.Event, count)
	for i := range events {
		seq := after.Seq + 1 + i
		id := newID()
		json := fmt.Appendf(nil, `{"at":"2026-03-29T00:30:00.123Z","id":%q,"name":"Åsa \u0000 <&>","seq":%d,"type":"rolled"}`, id, seq)
		sum := sha256.Sum256(json)
		events[i] = repository.Event{Seq: seq, ID: id, Hash: hex.EncodeToString(sum[:]), JSON: json}
	}
	return events
}

// headOf returns the head of a log that ends with events.
func headOf(events []repository.Event) repository.Head {
	last := events[len(events)-1]
	return repository.Head{Seq: last.Seq, Hash: last.Hash}
}

// summary returns a summary with the given status; moment stands in all its times.
func summary(status string) repository.Summary {
	return repository.Summary{
		Ruleset: "penta", RulesVersion: 3, Status: status, Dice: "server", Visibility: "public",
		Options: `{"advice":true}`, TurnSeat: 1, Round: 7, StartedAt: moment, FinishedAt: moment.Add(time.Hour),
	}
}

// newGame returns an open public game of two events, with a seat of each kind.
func newGame(host string) repository.NewGame {
	events := makeEvents(repository.Head{}, 2)
	return repository.NewGame{
		Game: repository.Game{
			ID: newID(), Head: headOf(events), Host: host, InviteCode: newCode(), StartWhenFull: true,
			CreatedAt: moment, UpdatedAt: moment, Summary: summary("open"),
			Seats: []repository.Seat{
				{Standing: repository.Standing{Seat: 0, Kind: "account", Total: 12, Placement: 2}, AccountID: host},
				{Standing: repository.Standing{Seat: 1, Kind: "guest", Resigned: true, Total: -50}, Name: "Örjan"},
				{Standing: repository.Standing{Seat: 2, Kind: "bot", BotLevel: "best", Placement: 1}},
				{Standing: repository.Standing{Seat: 3, Kind: "open"}},
			},
		},
		Seed:   []byte("0123456789abcdef0123456789abcdef"),
		Events: events,
	}
}

// next returns an append of count events to a game.
func next(id string, after repository.Head, count int) repository.Append {
	return repository.Append{GameID: id, After: after, Events: makeEvents(after, count), At: moment, Summary: summary("playing")}
}

// callFor returns a call that is named for the last of events and caused them all.
func callFor(account string, events []repository.Event) *repository.Call {
	return &repository.Call{
		ID: events[len(events)-1].ID, AccountID: account, Request: "9f86d081884c7d65", FirstSeq: events[0].Seq, LastSeq: events[len(events)-1].Seq,
	}
}

// account stores an account with that name and returns it.
func account(t *testing.T, s repository.Store, name string) repository.Account {
	t.Helper()
	a := repository.Account{ID: newID(), Name: name, CreatedAt: moment}
	if err := s.CreateAccount(t.Context(), a, signIn(a.ID)); err != nil {
		t.Fatalf("CreateAccount: %v", err)
	}
	return a
}

// signIn returns a new sign-in of an account.
func signIn(account string) repository.SignIn {
	return repository.SignIn{ID: newID(), AccountID: account, CreatedAt: moment, RotatedAt: moment}
}

// game stores a game of the account and returns it.
func game(t *testing.T, s repository.Store, host string) repository.NewGame {
	t.Helper()
	g := newGame(host)
	create(t, s, g)
	return g
}

func create(t *testing.T, s repository.Store, g repository.NewGame) {
	t.Helper()
	if err := s.CreateGame(t.Context(), g); err != nil {
		t.Fatalf("CreateGame: %v", err)
	}
}

func mustAppend(t *testing.T, s repository.Store, a repository.Append) {
	t.Helper()
	g, err := s.Game(t.Context(), a.GameID)
	if err != nil {
		t.Fatalf("Game: %v", err)
	}
	a.Beside = g.Beside
	if err := s.Append(t.Context(), a); err != nil {
		t.Fatalf("Append: %v", err)
	}
}

// load returns a game and its whole log, and fails when the log has a gap or twin or another end than the head.
func load(t *testing.T, s repository.Store, id string) (repository.Game, []repository.Event) {
	t.Helper()
	g, err := s.Game(t.Context(), id)
	if err != nil {
		t.Fatalf("Game: %v", err)
	}
	events, err := s.Events(t.Context(), id, 0, 1_000_000)
	if err != nil {
		t.Fatalf("Events: %v", err)
	}
	for i, e := range events {
		if e.Seq != i+1 {
			t.Fatalf("event %d of the log has seq %d", i+1, e.Seq)
		}
	}
	if got := headOf(events); got != g.Head {
		t.Fatalf("the log ends with %v, but the head is %v", got, g.Head)
	}
	return g, events
}

// want fails unless err is, or wraps, target.
func want(t *testing.T, what string, err, target error) {
	t.Helper()
	if !errors.Is(err, target) {
		t.Errorf("%s: got error %v, want %v", what, err, target)
	}
}

// equal fails when got and want differ.
func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s differs (-want +got):\n%s", what, d)
	}
}

// ended returns a context that has ended.
func ended() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}
