package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"kast/repository"
)

// setWriter changes a setting of the writer's present connection; the next connection does not have it.
func setWriter(t *testing.T, db *DB, pragma string) {
	t.Helper()
	if err := db.write.do(t.Context(), func(c *txn) error { return c.query("PRAGMA "+pragma, nil, nil) }); err != nil {
		t.Fatal(err)
	}
}

// A file that cannot grow stands for a full disk: all jobs of the transaction fail, and when there is room again the
// store goes on without help.
func TestFullDisk(t *testing.T) {
	db := openNew(t)
	l := newLog(t, db, "a")
	setWriter(t, db, "max_page_count = 1") // no more than there are
	var failed sync.WaitGroup
	release := hold(t, db)
	for i := range 8 {
		failed.Go(func() {
			g := repository.NewGame{Game: repository.Game{ID: uuid(fmt.Sprint("full", i)), CreatedAt: moment, UpdatedAt: moment}}
			e := event(g.ID, g.Head)
			e.JSON = make([]byte, 100_000)
			g.Head, g.Events = repository.Head{Seq: 1, Hash: e.Hash}, []repository.Event{e}
			if err := db.CreateGame(t.Context(), g); !errors.Is(err, repository.ErrUnavailable) {
				t.Errorf("CreateGame: got error %v, want ErrUnavailable", err)
			}
			if _, err := db.Game(t.Context(), g.ID); !errors.Is(err, repository.ErrNotFound) {
				t.Errorf("Game: %v", err)
			}
		})
	}
	await(db, 8)
	release()
	failed.Wait()
	l.check(t, db) // reads go on
	if err := db.Ping(t.Context()); err != nil {
		t.Errorf("Ping: %v", err)
	}
	if err := l.append(t, db); err != nil {
		t.Errorf("append: %v", err)
	}
	l.check(t, db)
}

func TestReadOnly(t *testing.T) {
	db := openNew(t)
	l := newLog(t, db, "a")
	setWriter(t, db, "query_only = ON")
	if err := l.append(t, db); !errors.Is(err, repository.ErrUnavailable) {
		t.Errorf("append: got error %v, want ErrUnavailable", err)
	}
	if err := l.append(t, db); err != nil {
		t.Errorf("append: %v", err)
	}
	l.check(t, db)
}

// While another process holds the file's lock writes fail, reads do not, and Ping tells.
func TestLockedByAnother(t *testing.T) {
	db := openNew(t)
	l := newLog(t, db, "a")
	other, err := db.at.connect(t.Context(), forWriting)
	if err != nil {
		t.Fatal(err)
	}
	defer other.close()
	if _, err := other.exec(`BEGIN IMMEDIATE`, nil); err != nil {
		t.Fatal(err)
	}
	if err := l.append(t, db); !errors.Is(err, repository.ErrUnavailable) {
		t.Errorf("append: got error %v, want ErrUnavailable", err)
	}
	if err := db.Ping(t.Context()); !errors.Is(err, repository.ErrUnavailable) {
		t.Errorf("Ping: got error %v, want ErrUnavailable", err)
	}
	l.check(t, db)
	if _, err := other.exec(`COMMIT`, nil); err != nil {
		t.Fatal(err)
	}
	if err := db.Ping(t.Context()); err != nil {
		t.Errorf("Ping: %v", err)
	}
	if err := l.append(t, db); err != nil {
		t.Errorf("append: %v", err)
	}
	err = db.write.do(t.Context(), func(*txn) error {
		if db.write.suspect {
			t.Error("the writer still thinks that something is wrong")
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// After a failed write Ping looks whether writes succeed again, and not only whether the lock is free.
func TestPingWritesAfterAFailure(t *testing.T) {
	db := openNew(t)
	err := db.write.do(t.Context(), func(c *txn) error {
		db.write.suspect = true // as after a failure; this is the writer's goroutine
		return db.write.probe(c)
	})
	if err != nil {
		t.Errorf("probe: %v", err)
	}
	setWriter(t, db, "query_only = ON")
	err = db.write.do(t.Context(), func(c *txn) error {
		db.write.suspect = true
		return db.write.probe(c)
	})
	if !errors.Is(err, repository.ErrUnavailable) {
		t.Errorf("probe of a file that cannot be written: got error %v, want ErrUnavailable", err)
	}
}

// A file that is moved away takes no writes, though the process could still write to it: they would be gone with it.
// Nothing is made in its place. When it is back the store goes on; another file is not taken for it.
func TestMovedAway(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file cannot be moved")
	}
	dir := filepath.Join(t.TempDir(), "data")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "kast.db")
	db := openFile(t, file)
	l := newLog(t, db, "a")
	refuses := func(when string) {
		t.Helper()
		for range 2 { // with the connection that there was, and without one
			if err := l.append(t, db); !errors.Is(err, repository.ErrUnavailable) {
				t.Errorf("append, %s: got error %v, want ErrUnavailable", when, err)
			}
		}
		if err := db.Ping(t.Context()); !errors.Is(err, repository.ErrUnavailable) {
			t.Errorf("Ping, %s: got error %v, want ErrUnavailable", when, err)
		}
		l.check(t, db)
	}
	goesOn := func(when string) {
		t.Helper()
		if err := db.Ping(t.Context()); err != nil {
			t.Errorf("Ping, %s: %v", when, err)
		}
		if err := l.append(t, db); err != nil {
			t.Errorf("append, %s: %v", when, err)
		}
		l.check(t, db)
	}
	move := func(from, to string) {
		t.Helper()
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}

	move(dir, dir+"-away")
	refuses("its folder is gone")
	move(dir+"-away", dir)
	goesOn("its folder is back")

	move(file, file+".away")
	refuses("it is gone")
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file was made in its place: %v", err)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	refuses("another is there")
	move(file+".away", file)
	goesOn("it is back")
}

// Damage is told as such, whatever it hits; nothing panics and nothing is made up.
func TestDamagedFile(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "kast.db")
	db := openFile(t, whole)
	l := newLog(t, db, "a")
	for range 60 {
		if err := l.append(t, db); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	told := 0
	for at := 0; at < len(good); at += page {
		bad := append([]byte(nil), good...)
		for i := range page {
			bad[at+i] ^= 0x5a
		}
		file := filepath.Join(t.TempDir(), "bad.db")
		if err := os.WriteFile(file, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		db, err := Open(t.Context(), file, Options{})
		if err == nil {
			_, err = db.Events(t.Context(), l.id, 0, 1000)
			if err == nil {
				_, err = db.Game(t.Context(), l.id)
			}
			if err == nil {
				l.check(t, db)
			}
			if cerr := db.Close(); cerr != nil && !errors.Is(unavailable(cerr), repository.ErrUnavailable) {
				t.Errorf("page %d: Close: %v", at/page, cerr)
			}
		}
		if err != nil {
			told++
			if !errors.Is(err, repository.ErrUnavailable) {
				t.Errorf("page %d: got error %v, want ErrUnavailable", at/page, err)
			}
		}
	}
	if told < 3 { // the first page, those of games and of chunks
		t.Errorf("damage was told of %d pages only", told)
	}
}
