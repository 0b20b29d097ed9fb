package play

import (
	"context"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"kast/domain/game"
	"kast/domain/scorecard"
	"kast/repository"
	"kast/repository/sqlite"
)

func foldOf(seq int) fold {
	return fold{head: repository.Head{Seq: seq}, ids: make([]uuid.UUID, 100)}
}

func TestFoldsLetGoOfWhatWasNotUsedForLongest(t *testing.T) {
	one := newFolds(1 << 20)
	one.put("x", foldOf(1))
	size := 1<<20 - one.room

	c := newFolds(3 * size)
	for i, id := range []string{"a", "b", "c"} {
		c.put(id, foldOf(i+1))
	}
	if got := c.get("a").head.Seq; got != 1 {
		t.Errorf("a is at %d, want 1", got)
	}
	c.put("b", foldOf(20)) // in its own place
	c.put("d", foldOf(4))  // in that of c
	for id, want := range map[string]int{"a": 1, "b": 20, "c": 0, "d": 4} {
		if got := c.get(id).head.Seq; got != want {
			t.Errorf("%s is at %d, want %d", id, got, want)
		}
	}
	if c.room != 0 || c.used.Len() != 3 || len(c.byID) != 3 {
		t.Errorf("room for %d bytes beside %d folds with %d names, want 0 beside 3 with 3", c.room, c.used.Len(), len(c.byID))
	}
}

func TestFoldsTakeNoMoreThanTheirRoom(t *testing.T) {
	const room = 10_000
	c := newFolds(room)
	for i := range 1000 {
		c.put(fmt.Sprint(i%40), fold{ids: make([]uuid.UUID, i*7%300)})
		taken := 0
		for e := c.used.Front(); e != nil; e = e.Next() {
			taken += e.Value.(*kept).fold.size()
		}
		if taken > room || c.room < 0 {
			t.Fatalf("%d bytes are taken and %d are free, of %d", taken, c.room, room)
		}
	}
	c.put("large", fold{ids: make([]uuid.UUID, room)})
	if c.used.Len() != 0 || len(c.byID) != 0 || c.room != room {
		t.Errorf("%d folds, %d names and %d free bytes after one that is too large for all, want 0, 0 and %d",
			c.used.Len(), len(c.byID), c.room, room)
	}
}

// foldTable is a table of two on a real store.
type foldTable struct {
	games *Service
	store *sqlite.DB
	id    string
	call  Call
}

func newFoldTable(t *testing.T) foldTable {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "kast.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	f := foldTable{games: New(db, Options{}), store: db, call: Call{Account: uuid.NewString()}}
	now := time.Now()
	err = db.CreateAccount(t.Context(), repository.Account{ID: f.call.Account, Name: "N", CreatedAt: now},
		repository.SignIn{ID: uuid.NewString(), AccountID: f.call.Account, CreatedAt: now, RotatedAt: now})
	if err != nil {
		t.Fatal(err)
	}
	r, err := f.games.Create(t.Context(), f.call, NewGame{
		Ruleset: game.Femlika, Dice: game.ServerDice, Visibility: game.Private, Start: true,
		Seats: []SeatWish{{Kind: SeatMe}, {Kind: SeatGuest, Name: "G"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	f.id = r.State.Game
	return f
}

func (f foldTable) roll(t *testing.T, games *Service) Result {
	t.Helper()
	r, err := games.Roll(t.Context(), f.id, f.call, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestFoldsOfOtherLogs: what is kept may be of a file that was replaced by an older one while the program ran.
func TestFoldsOfOtherLogs(t *testing.T) {
	f := newFoldTable(t)
	f.roll(t, f.games)
	right := f.games.folds.get(f.id)
	for name, wrong := range map[string]fold{
		"an earlier head that the log never had":       {head: repository.Head{Seq: 1, Hash: strings.Repeat("a", 64)}},
		"the same number, another event":               {head: repository.Head{Seq: right.head.Seq, Hash: strings.Repeat("a", 64)}},
		"a later head":                                 {head: repository.Head{Seq: 100, Hash: strings.Repeat("a", 64)}},
		"a head without a number, as only a bug makes": {head: repository.Head{Hash: right.head.Hash}},
	} {
		f.games.folds.put(f.id, wrong)
		v, err := f.games.View(t.Context(), f.call.Account, f.id, 0)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if v.State.Seq != right.state.Seq || v.State.Turn != right.state.Turn || v.Head != right.head.Hash {
			t.Errorf("%s: event %d and %v, want %d and %v", name, v.State.Seq, v.State.Turn, right.state.Seq, right.state.Turn)
		}
		if got := f.games.folds.get(f.id); got.head != right.head {
			t.Errorf("%s: then %v is kept, want %v", name, got.head, right.head)
		}
	}
}

// countingStore counts how many events are read.
type countingStore struct {
	repository.Games
	events int
}

func (s *countingStore) Events(ctx context.Context, id string, after, limit int) ([]repository.Event, error) {
	events, err := s.Games.Events(ctx, id, after, limit)
	s.events += len(events)
	return events, err
}

// TestFoldsSpareReading: of a log only what is new is read, and that once.
func TestFoldsSpareReading(t *testing.T) {
	f := newFoldTable(t)
	counted := &countingStore{Games: f.store}
	other := New(counted, Options{})
	look := func() {
		t.Helper()
		if _, err := other.View(t.Context(), f.call.Account, f.id, 0); err != nil {
			t.Fatal(err)
		}
	}
	read := func(what string, want int) {
		t.Helper()
		if counted.events != want {
			t.Errorf("%s: %d events were read, want %d", what, counted.events, want)
		}
		counted.events = 0
	}
	look()
	read("a game not seen before", 2)
	look()
	read("the same again", 0)
	f.roll(t, f.games)
	look()
	read("one roll by another service", 1)
	f.roll(t, other)
	look()
	read("an own roll", 0)

	call := f.call
	call.ID = uuid.NewString()
	for range 2 {
		if _, err := other.Enter(t.Context(), f.id, call, scorecard.AllBoxes()[0]); err != nil {
			t.Fatal(err)
		}
	}
	read("an own call, which is then repeated", 1)
}

// TestFoldsHoldNoSeed: the seed of a running game is nowhere in memory but while a call needs it.
func TestFoldsHoldNoSeed(t *testing.T) {
	f := newFoldTable(t)
	f.roll(t, f.games)
	if _, err := f.games.View(t.Context(), f.call.Account, f.id, 0); err != nil {
		t.Fatal(err)
	}
	seed, err := f.store.Seed(t.Context(), f.id)
	if err != nil {
		t.Fatal(err)
	}
	holds := func() bool {
		all := fmt.Sprintf("%+v", f.games.folds.get(f.id))
		return strings.Contains(all, hex.EncodeToString(seed)) || strings.Contains(all, fmt.Sprint(seed))
	}
	if holds() {
		t.Error("the seed of a running game is kept")
	}
	// Once it is public it may be.
	for _, seat := range []int{0, 1} {
		if _, err := f.games.Resign(t.Context(), f.id, f.call, seat); err != nil && seat == 0 {
			t.Fatal(err)
		}
	}
	if !holds() {
		t.Error("the seed that a finished game reveals is not found, so that this test would find none")
	}
}
