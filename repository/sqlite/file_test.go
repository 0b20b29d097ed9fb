package sqlite

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
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
