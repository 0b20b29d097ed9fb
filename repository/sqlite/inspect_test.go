package sqlite

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"kast/repository"
)

// foreign makes a SQLite file that is not Kast's.
func foreign(t *testing.T, statements ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "foreign.db")
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatal(err)
		}
	}
	return file
}

// What may not be used is refused and left as it is, to the byte.
func TestInspect(t *testing.T) {
	const diary = `CREATE TABLE diary (page)`
	const versions = `CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY, version_id INTEGER, is_applied INTEGER)`
	const first = `INSERT INTO goose_db_version (version_id, is_applied) VALUES (1, 1)`
	empty := filepath.Join(t.TempDir(), "empty.db")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, file string
		mustExist  bool
		want       error
	}{
		{"empty, must exist", empty, true, ErrNotKast},
		{"foreign, must exist", foreign(t, diary), true, ErrNotKast},
		{"foreign", foreign(t, diary), false, ErrNotKast},
		{"foreign in WAL mode", foreign(t, `PRAGMA journal_mode = WAL`, diary), false, ErrNotKast},
		{"foreign with goose, must exist", foreign(t, diary, versions, first), true, ErrNotKast},
		{"foreign with goose", foreign(t, diary, versions, first), false, ErrNotKast},
		{"older, must exist", unpack(t, "version-1.db.gz"), true, ErrOlderSchema},
	} {
		before, err := os.ReadFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		db, err := Open(t.Context(), c.file, Options{MustExist: c.mustExist})
		if !errors.Is(err, c.want) {
			t.Errorf("%s: got error %v, want %v", c.name, err, c.want)
		}
		if err == nil {
			_ = db.Close()
		}
		if after, err := os.ReadFile(c.file); err != nil || string(after) != string(before) {
			t.Errorf("%s: the file was changed (%v)", c.name, err)
		}
		if files, err := os.ReadDir(filepath.Dir(c.file)); err != nil || len(files) != 1 {
			t.Errorf("%s: there are files beside it: %v, %v", c.name, files, err)
		}
	}
	newLog(t, openFile(t, empty), "a") // good for a new database
}

// A copy that is only looked at does not become a WAL database, but takes writes.
func TestMustExist_leavesCopy(t *testing.T) {
	l, file := copied(t)
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	db, err := Open(t.Context(), file, Options{MustExist: true})
	if err != nil {
		t.Fatal(err)
	}
	l.check(t, db)
	if after, err := os.ReadFile(file); err != nil || string(after) != string(before) {
		t.Errorf("the file was changed (%v)", err)
	}
	if err := l.append(t, db); err != nil {
		t.Error(err)
	}
	l.check(t, db)
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

// copied makes a backup of a database with one game.
func copied(t *testing.T) (*log, string) {
	t.Helper()
	db := openNew(t)
	l := newLog(t, db, "a")
	file := filepath.Join(t.TempDir(), "copy.db")
	if err := db.Backup(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	return l, file
}

// A file that nobody can write is read and copied, be it a backup or the file of a server that has stopped.
func TestFrozen(t *testing.T) {
	if !hasModes {
		t.Skip("folders have no modes here")
	}
	l, backup := copied(t)
	stopped := filepath.Join(t.TempDir(), "kast.db")
	db := openFile(t, stopped)
	newLog(t, db, "a")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{backup, stopped} {
		dir := filepath.Dir(file)
		if err := errors.Join(os.Chmod(file, 0o444), os.Chmod(dir, 0o555)); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
		db, err := Open(t.Context(), file, Options{MustExist: true})
		if err != nil {
			t.Fatal(err)
		}
		if db.at.care != frozen {
			t.Errorf("%s was not taken to be frozen", file)
		}
		l.check(t, db)
		again := filepath.Join(t.TempDir(), "again.db")
		if err := db.Backup(t.Context(), again); err != nil {
			t.Error(err)
		} else {
			l.check(t, openFile(t, again))
		}
		if err := db.Append(t.Context(), l.next()); !errors.Is(err, repository.ErrUnavailable) {
			t.Errorf("append: got error %v, want ErrUnavailable", err)
		}
		if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
			t.Errorf("there are files beside it: %v, %v", files, err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}

// What lies in a write-ahead log must not be passed over.
func TestFrozen_notBesideLog(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kast.db")
	newLog(t, openFile(t, file), "a")
	if err := os.Chmod(file, 0o400); err != nil {
		t.Fatal(err)
	}
	if isFrozen(file) {
		t.Error("a file that is in use was taken to be frozen")
	}
}
