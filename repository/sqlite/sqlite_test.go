package sqlite

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
	"time"

	"kast/repository"
	"kast/repository/storetest"
)

// TestStore runs the contract, and then looks how SQLite carries out the statements that this took: all that the store has.
func TestStore(t *testing.T) {
	ran := &statements{seen: map[string]bool{}}
	storetest.Run(t, func(t *testing.T) repository.Store {
		t.Helper()
		return watched{openNew(t), ran}
	})
	ran.check(t)
}

// openNew opens a new database.
func openNew(t *testing.T) *DB {
	t.Helper()
	return openFile(t, filepath.Join(t.TempDir(), "kast.db"))
}

// openFile opens the database in a file and closes it when the test ends. Its patience with other processes is short.
func openFile(t *testing.T, file string) *DB {
	t.Helper()
	db, err := Open(t.Context(), file, Options{patience: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return db
}

var moment = time.UnixMilli(1774744200123).UTC()

// uuid makes up a UUID of a name.
func uuid(name string) string {
	sum := sha256.Sum256([]byte(name))
	return decodeID(sum[:16])
}

// event makes up the event that follows a head.
func event(game string, after repository.Head) repository.Event {
	seq := after.Seq + 1
	json := fmt.Appendf(nil, `{"at":"2026-03-29T00:30:00.123Z","by":"player","dice":[3,3,6,1,2],"id":%q,"prev":%q,"seat":1,"seq":%d,"type":"rolled"}`,
		uuid(fmt.Sprint(game, seq)), after.Hash, seq)
	sum := sha256.Sum256(json)
	return repository.Event{Seq: seq, ID: uuid(fmt.Sprint(game, seq)), Hash: hex.EncodeToString(sum[:]), JSON: json}
}

// log is a game under way.
type log struct {
	id   string
	head repository.Head
}

// newLog stores a game of one event.
func newLog(t *testing.T, db *DB, name string) *log {
	t.Helper()
	l := &log{id: uuid(name)}
	e := event(l.id, l.head)
	l.head = repository.Head{Seq: 1, Hash: e.Hash}
	g := repository.NewGame{
		Game:   repository.Game{ID: l.id, Head: l.head, CreatedAt: moment, UpdatedAt: moment},
		Events: []repository.Event{e},
	}
	g.Summary.Status = "playing"
	if err := db.CreateGame(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	return l
}

// next returns the append of one event.
func (l *log) next() repository.Append {
	return repository.Append{
		GameID: l.id, After: l.head, Events: []repository.Event{event(l.id, l.head)}, At: moment,
		Summary: repository.Summary{Status: "playing"},
	}
}

// append appends one event and moves the head on when that succeeds.
func (l *log) append(t *testing.T, db *DB) error {
	t.Helper()
	a := l.next()
	err := db.Append(t.Context(), a)
	if err == nil {
		l.head = repository.Head{Seq: a.Events[0].Seq, Hash: a.Events[0].Hash}
	}
	return err
}

// check fails unless the log in the store is this one, from the first event to the last.
func (l *log) check(t *testing.T, db *DB) {
	t.Helper()
	if got := length(t, db, l.id); got != l.head {
		t.Errorf("the log ends with %v, want %v", got, l.head)
	}
}

// length returns the head of a log, and fails when the log does not lead to it in one chain of events made by event.
func length(t *testing.T, db *DB, id string) repository.Head {
	t.Helper()
	g, err := db.Game(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	events, err := db.Events(t.Context(), id, 0, 1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	var head repository.Head
	for _, e := range events {
		want := event(id, head)
		if e.Seq != want.Seq || e.ID != want.ID || e.Hash != want.Hash || string(e.JSON) != string(want.JSON) {
			t.Fatalf("event %d is %+v, want %+v", head.Seq+1, e, want)
		}
		head = repository.Head{Seq: e.Seq, Hash: e.Hash}
	}
	if g.Head != head {
		t.Fatalf("the head is %v, but the log ends with %v", g.Head, head)
	}
	return head
}

func TestReopen(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kast.db")
	var l *log
	for round := range 3 {
		db := openFile(t, file)
		if round == 0 {
			l = newLog(t, db, "a")
		}
		l.check(t, db)
		for range 20 {
			if err := l.append(t, db); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(file + "-wal"); !os.IsNotExist(err) {
			t.Errorf("Close left a write-ahead log (%v)", err)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte("This is no database, but long enough to be looked at as if it was one, line by line."), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		path string
		opts Options
	}{
		"no name":         {path: ""},
		"memory":          {path: ":memory:"},
		"directory":       {path: dir},
		"no directory":    {path: filepath.Join(dir, "none", "kast.db")},
		"another file":    {path: text},
		"must exist":      {path: filepath.Join(dir, "kast.db"), opts: Options{MustExist: true}},
		"not a directory": {path: filepath.Join(text, "kast.db")},
	} {
		db, err := Open(t.Context(), c.path, c.opts)
		if err == nil {
			t.Errorf("%s: opened", name)
			_ = db.Close()
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "kast.db")); err == nil {
		t.Error("a file that had to exist was made")
	}
}

// A path may hold what means something in a URI.
func TestOddPath(t *testing.T) {
	file := filepath.Join(t.TempDir(), "å b%20?c#d&e=f.db")
	db := openFile(t, file)
	newLog(t, db, "a").check(t, db)
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
}

// The driver is validated against one version of libc only; when one is raised the other must be too.
func TestDriverVersions(t *testing.T) {
	info, ok := debug.ReadBuildInfo()
	if !ok || len(info.Deps) == 0 {
		t.Skip("no build info")
	}
	want := map[string]string{"modernc.org/sqlite": "v1.62.0", "modernc.org/libc": "v1.80.2"}
	for _, m := range info.Deps {
		if v, ok := want[m.Path]; ok && v != m.Version {
			t.Errorf("%s is %s and not %s; see the go.mod of modernc.org/sqlite for the pair that fits", m.Path, m.Version, v)
		}
	}
}
