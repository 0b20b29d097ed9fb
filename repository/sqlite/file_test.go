package sqlite

import (
	"bytes"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"kast/repository"
)

// The file holds secrets, and so do the files that SQLite puts beside it.
func TestFileMode(t *testing.T) {
	if !hasModes {
		t.Skip("files have no modes here")
	}
	file := filepath.Join(t.TempDir(), "kast.db")
	db := openFile(t, file)
	newLog(t, db, "a")
	for _, name := range []string{file, file + "-wal", file + "-shm"} {
		info, err := os.Stat(name)
		if err != nil {
			t.Error(err)
		} else if mode := info.Mode().Perm(); mode != 0o600 {
			t.Errorf("%s has mode %#o, want 0600", filepath.Base(name), mode)
		}
	}
}

// The mode of a file that is there already is its owner's business, but worth a word.
func TestFileThatOthersCanRead(t *testing.T) {
	if !hasModes {
		t.Skip("files have no modes here")
	}
	file := filepath.Join(t.TempDir(), "kast.db")
	for _, c := range []struct {
		mode  os.FileMode
		warns bool
	}{{0o600, false}, {0o640, true}, {0o644, true}, {0o400 | 0o200, false}} {
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(file, c.mode); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		db, err := Open(t.Context(), file, Options{Logger: slog.New(slog.NewTextHandler(&out, nil))})
		if err != nil {
			t.Fatal(err)
		}
		if warned := strings.Contains(out.String(), "WARN"); warned != c.warns {
			t.Errorf("mode %#o: warned: %v, want %v\n%s", c.mode, warned, c.warns, out.String())
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != c.mode {
			t.Errorf("mode %#o became %v (%v)", c.mode, info.Mode(), err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
}

// Who removes the write-ahead log under a running server loses nothing that was acknowledged before, and nothing is acknowledged
// after that.
func TestRemovedLog(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files in use cannot be removed here")
	}
	for _, removed := range [][]string{{"-wal"}, {"-wal", "-shm"}} {
		t.Run(strings.Join(removed, ""), func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "kast.db")
			// By a link the files beside the database are elsewhere.
			link := filepath.Join(t.TempDir(), "link.db")
			if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Symlink(file, link)); err != nil {
				t.Fatal(err)
			}
			db := openFile(t, link)
			l := newLog(t, db, "g")
			if err := l.append(t, db); err != nil {
				t.Fatal(err)
			}
			for _, name := range removed {
				if err := os.Remove(file + name); err != nil {
					t.Fatal(err)
				}
			}
			for range 2 {
				err := db.Append(t.Context(), l.next())
				if !errors.Is(err, repository.ErrUnavailable) || !strings.Contains(err.Error(), "restart the server") {
					t.Fatalf("got %v, want that the log was removed", err)
				}
			}
			if len(removed) > 1 {
				return // what was only in the log is lost if the server is killed; it saves it when it is stopped
			}
			// As after a power cut: only what is on the disk is there.
			left := filepath.Join(t.TempDir(), "kast.db")
			for _, name := range []string{"", "-wal"} {
				b, err := os.ReadFile(file + name)
				if errors.Is(err, fs.ErrNotExist) {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(left+name, b, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			// The first that was refused may be there too: whoever made it repeats it.
			if got := length(t, openFile(t, left), l.id); got.Seq < l.head.Seq {
				t.Errorf("the log ends with %v, want %v at least", got, l.head)
			}
		})
	}
}

// Who cuts the write-ahead log under a running server loses what was in it, but not the database: nothing is written behind the cut.
func TestCutLog(t *testing.T) {
	for _, c := range []struct {
		name   string
		keeps  int64 // of a thousand parts
		stores int   // of the appends, how many are in the database itself before the cut
		quiet  bool  // nobody writes after the cut
	}{
		{"to nothing", 0, 0, false},
		{"in the middle", 500, 0, false},
		{"by some bytes", 999, 0, false},
		{"to nothing after a checkpoint", 0, 100, false},
		{"to nothing before the end", 0, 100, true},
		{"in the middle before the end", 500, 0, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "kast.db")
			db := openFile(t, file)
			l := newLog(t, db, "g")
			for i := range 200 {
				if i == c.stores {
					checkpoint(t, db, "PASSIVE")
				}
				if err := l.append(t, db); err != nil {
					t.Fatal(err)
				}
			}
			info, err := os.Stat(file + "-wal")
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(file+"-wal", info.Size()*c.keeps/1000); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if c.quiet {
					break
				}
				err := db.Append(t.Context(), l.next())
				if !errors.Is(err, repository.ErrUnavailable) || !strings.Contains(err.Error(), "was cut") {
					t.Fatalf("got %v, want that the log was cut", err)
				}
				if err := db.Ping(t.Context()); !errors.Is(err, repository.ErrUnavailable) {
					t.Errorf("Ping: %v", err)
				}
			}
			if err := db.Close(); err != nil {
				t.Error(err)
			}
			again := openFile(t, file)
			if got := length(t, again, l.id); got.Seq < c.stores || got.Seq > l.head.Seq {
				t.Errorf("the log ends with %v, want %d to %d", got, c.stores, l.head.Seq)
			}
			sound, err := again.Checkup(t.Context())
			if err != nil || len(sound.Damage)+len(sound.Orphans) > 0 {
				t.Errorf("%+v, %v", sound, err)
			}
		})
	}
}

// Another process may bring the write-ahead log into the database and cut it.
func TestCutLog_allowed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kast.db")
	db := openFile(t, file)
	l := newLog(t, db, "g")
	for range 20 {
		for range 3 {
			if err := l.append(t, db); err != nil {
				t.Fatal(err)
			}
		}
		checkpoint(t, db, "TRUNCATE")
		if info, err := os.Stat(file + "-wal"); err != nil || info.Size() != 0 {
			t.Fatalf("%v, %v", info, err)
		}
	}
	if got := length(t, db, l.id); got != l.head {
		t.Errorf("the log ends with %v, want %v", got, l.head)
	}
}

// checkpoint does one by another connection, as another process would.
func checkpoint(t *testing.T, db *DB, mode string) {
	t.Helper()
	c, err := db.at.connect(t.Context(), forWriting)
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.one(`PRAGMA wal_checkpoint(`+mode+`)`, nil, nil)
	if err := errors.Join(err, c.close()); err != nil {
		t.Fatal(err)
	}
}

// By a symbolic link the files that SQLite keeps are beside what it leads to.
func TestLink(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege here")
	}
	file, link := filepath.Join(t.TempDir(), "kast.db"), filepath.Join(t.TempDir(), "link.db")
	if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Symlink(file, link)); err != nil {
		t.Fatal(err)
	}
	db := openFile(t, link)
	newLog(t, db, "g")
	if _, wal := db.Size(); wal == 0 {
		t.Error("the write-ahead log is not counted")
	}
	if err := os.Chmod(file, 0o400); err != nil {
		t.Fatal(err)
	}
	if isFrozen(link) {
		t.Error("a database with a write-ahead log counts as one that nobody has in use")
	}
}
