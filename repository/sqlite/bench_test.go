package sqlite

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kast/repository"
)

// BenchmarkAppend compares appends through the store with the least that any store could do: the same bytes put into
// a table by one prepared statement, in transactions as large as those that the store's writer gathered. Both run in
// turn, round by round, so that what else the machine does meets both. Run it with
//
//	go test ./repository/sqlite -run '^$' -bench Append -benchtime 20000x
//
// Each of the callers has a game of its own and appends as soon as its last append is acknowledged. Metrics:
//
//	appends/s    acknowledged appends, each of one event with a call
//	bare/s       rows a second of the bare group commit
//	ratio        appends/s by bare/s
//	rows/commit  how many appends shared a commit
func BenchmarkAppend(b *testing.B) {
	for _, callers := range []int{1, 8, 64} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			const rounds = 5
			store := newBenchStore(b, callers)
			bare := newBareTable(b)
			var took, bareTook time.Duration
			rows := 0
			b.ResetTimer()
			for range rounds {
				events := store.events(max(b.N/rounds/callers, 1))
				written := slices.Concat(events...)
				before := store.db.Stats()
				start := time.Now()
				store.run(b, events)
				took += time.Since(start)
				after := store.db.Stats()
				rows += len(written)

				size := int((after.Writes - before.Writes + (after.Commits-before.Commits)/2) / (after.Commits - before.Commits))
				start = time.Now()
				bare.insert(b, written, size)
				bareTook += time.Since(start)
			}
			b.StopTimer()
			stats := store.db.Stats()
			perSecond, barePerSecond := float64(rows)/took.Seconds(), float64(rows)/bareTook.Seconds()
			b.ReportMetric(0, "ns/op") // it would be of both
			b.ReportMetric(perSecond, "appends/s")
			b.ReportMetric(barePerSecond, "bare/s")
			b.ReportMetric(perSecond/barePerSecond, "ratio")
			b.ReportMetric(float64(stats.Writes-store.made.Writes)/float64(stats.Commits-store.made.Commits), "rows/commit")
		})
	}
}

// benchStore is a store with a running game for each caller.
type benchStore struct {
	db      *DB
	callers []*benchCaller
	made    Stats // when the games were made
}

type benchCaller struct {
	account string
	game    string
	head    repository.Head
	fallen  [6]int
}

func newBenchStore(b *testing.B, callers int) *benchStore {
	b.Helper()
	db, err := Open(b.Context(), filepath.Join(b.TempDir(), "kast.db"), Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	s := &benchStore{db: db}
	for i := range callers {
		name := strconv.Itoa(i)
		c := &benchCaller{account: uuid("account" + name), game: uuid("game" + name)}
		account := repository.Account{ID: c.account, Name: "N", CreatedAt: moment}
		if err := db.CreateAccount(b.Context(), account, repository.SignIn{ID: uuid("in" + name), AccountID: c.account, CreatedAt: moment, RotatedAt: moment}); err != nil {
			b.Fatal(err)
		}
		e := realEvent(c.game, repository.Head{Hash: strings.Repeat("0", 64)})
		c.head = repository.Head{Seq: 1, Hash: e.Hash}
		g := repository.NewGame{
			Game: repository.Game{
				ID: c.game, Head: c.head, Host: c.account, CreatedAt: moment, UpdatedAt: moment, Summary: benchSummary,
				Seats: []repository.Seat{
					{Standing: repository.Standing{Seat: 0, Kind: "account"}, AccountID: c.account},
					{Standing: repository.Standing{Seat: 1, Kind: "guest"}, Name: "Kim"},
				},
			},
			Seed: make([]byte, 32), Events: []repository.Event{e},
		}
		if err := db.CreateGame(b.Context(), g); err != nil {
			b.Fatal(err)
		}
		s.callers = append(s.callers, c)
	}
	s.made = db.Stats()
	return s
}

var benchSummary = repository.Summary{
	Ruleset: "penta", RulesVersion: 1, Status: "playing", Dice: "server", Visibility: "private",
	Options: `{"advice":true,"autoEnterSeconds":0,"turnSeconds":0}`, Round: 1, StartedAt: moment, Counted: true,
}

// realEvent makes up the event that follows a head, of the size and form that a real game's events have.
func realEvent(game string, after repository.Head) repository.Event {
	seq := after.Seq + 1
	id := uuid(game + strconv.Itoa(seq))
	sum := sha256.Sum256([]byte(id))
	hash := hex.EncodeToString(sum[:])
	json := fmt.Appendf(nil, `{"at":"2026-03-29T00:30:00.123Z","by":"player","dice":[3,3,6,1,2],"hash":%q,"held":[0,1],"id":%q,"prev":%q,"seat":1,"seq":%d,"type":"rolled"}`, hash, id, after.Hash, seq)
	return repository.Event{Seq: seq, ID: id, Hash: hash, JSON: json}
}

// events makes up what each caller appends next.
func (s *benchStore) events(each int) [][]repository.Event {
	all := make([][]repository.Event, len(s.callers))
	for i, c := range s.callers {
		head := c.head
		for range each {
			e := realEvent(c.game, head)
			head = repository.Head{Seq: e.Seq, Hash: e.Hash}
			all[i] = append(all[i], e)
		}
	}
	return all
}

// run lets every caller append its events, one after the other.
func (s *benchStore) run(b *testing.B, all [][]repository.Event) {
	b.Helper()
	var wg sync.WaitGroup
	for i, c := range s.callers {
		wg.Go(func() {
			for _, e := range all[i] {
				summary := benchSummary
				for _, face := range []int{e.Seq, e.Seq + 1, e.Seq / 7} { // each is a roll of three dice
					c.fallen[face%6]++
				}
				summary.Fallen = c.fallen
				err := s.db.Append(b.Context(), repository.Append{
					GameID: c.game, After: c.head, Events: []repository.Event{e}, At: moment, Summary: summary,
					Call: &repository.Call{ID: e.ID, AccountID: c.account, Request: e.Hash[:32], FirstSeq: e.Seq, LastSeq: e.Seq},
				})
				if err != nil {
					b.Error(err)
					return
				}
				c.head = repository.Head{Seq: e.Seq, Hash: e.Hash}
			}
		})
	}
	wg.Wait()
}

// bareTable is a file with nothing but a table of rows, with the same settings as the store's.
type bareTable struct {
	db   *sql.DB
	stmt *sql.Stmt
	rows int
}

func newBareTable(b *testing.B) *bareTable {
	b.Helper()
	dsn := "file:" + filepath.Join(b.TempDir(), "bare.db") +
		"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_txlock=immediate"
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`CREATE TABLE bare (k INTEGER PRIMARY KEY, id BLOB, hash BLOB, request BLOB, body BLOB)`); err != nil {
		b.Fatal(err)
	}
	stmt, err := db.Prepare(`INSERT INTO bare VALUES (?, ?, ?, ?, ?)`)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = stmt.Close() })
	return &bareTable{db: db, stmt: stmt}
}

// insert commits events in transactions of the given size.
func (t *bareTable) insert(b *testing.B, events []repository.Event, size int) {
	b.Helper()
	for len(events) > 0 {
		n := min(size, len(events))
		tx, err := t.db.Begin()
		if err != nil {
			b.Fatal(err)
		}
		stmt := tx.Stmt(t.stmt) //nolint:sqlclosecheck // ends with the transaction
		for _, e := range events[:n] {
			t.rows++
			hash, _ := hex.DecodeString(e.Hash)
			if _, err := stmt.Exec(t.rows, hash[:16], hash, hash[:16], e.JSON); err != nil {
				b.Fatal(err)
			}
		}
		if err := tx.Commit(); err != nil {
			b.Fatal(err)
		}
		events = events[n:]
	}
}

// BenchmarkReadLog reads a finished log of 200 events, all of it and its end, and what is kept beside it.
func BenchmarkReadLog(b *testing.B) {
	store := newBenchStore(b, 1)
	c := store.callers[0]
	store.run(b, store.events(199))
	for _, bench := range []struct {
		name string
		read func() (int, error)
	}{
		{"all", func() (int, error) { e, err := store.db.Events(b.Context(), c.game, 0, 1000); return len(e), err }},
		{"last", func() (int, error) { e, err := store.db.Events(b.Context(), c.game, 199, 1000); return len(e), err }},
		{"game", func() (int, error) { _, err := store.db.Game(b.Context(), c.game); return 1, err }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				n, err := bench.read()
				if err != nil || n == 0 {
					b.Fatal(n, err)
				}
			}
		})
	}
}

// BenchmarkShorthand writes and reads the shorthand of a roll.
func BenchmarkShorthand(b *testing.B) {
	e := realEvent("g", repository.Head{Seq: 16, Hash: strings.Repeat("0f", 32)})
	prev, _ := encodeHash(strings.Repeat("0f", 32))
	b.Run("encode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if r, err := encodeEvent(e, prev); err != nil || !r.short {
				b.Fatal(err)
			}
		}
	})
	r, err := encodeEvent(e, prev)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("decode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := r.event(prev); err != nil {
				b.Fatal(err)
			}
		}
	})
}
