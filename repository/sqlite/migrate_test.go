package sqlite

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"kast/repository"
)

// Many that start at once on one new file, in this process and in others, all find it ready.
func TestOpenAtOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kast.db")
	var wg sync.WaitGroup
	var others []*exec.Cmd
	for range 4 {
		cmd := helper(t, "open", file, "")
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		others = append(others, cmd)
	}
	for range 4 {
		wg.Go(func() {
			db, err := Open(t.Context(), file, Options{})
			if err != nil {
				t.Error(err)
				return
			}
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, cmd := range others {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	newLog(t, openFile(t, file), "a")
}

func TestNewerSchema(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kast.db")
	db := openFile(t, file)
	newLog(t, db, "a")
	err := db.write.do(t.Context(), func(c *txn) error {
		_, err := c.exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)`, nil)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), file, Options{}); !errors.Is(err, ErrNewerSchema) {
		t.Fatalf("Open: got error %v, want ErrNewerSchema", err)
	}
	after, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(before) != string(after) {
		t.Error("the file was changed")
	}
}

// A migration that fails leaves the schema as it was, with what went before it in the same start undone as well;
// and a later start with a good one succeeds.
func TestFailedMigration(t *testing.T) {
	at := place{file: filepath.Join(t.TempDir(), "kast.db"), patience: time.Second}
	if err := prepareFile(at.file, Options{}); err != nil {
		t.Fatal(err)
	}
	first, err := fs.ReadFile(migrations(), "00001_first.sql")
	if err != nil {
		t.Fatal(err)
	}
	file := func(sql string) *fstest.MapFile { return &fstest.MapFile{Data: []byte("-- +goose Up\n" + sql)} }
	files := fstest.MapFS{"00001_first.sql": {Data: first}}
	logger := slog.New(slog.DiscardHandler)
	if err := migrate(t.Context(), at, files, logger); err != nil {
		t.Fatal(err)
	}
	files["00002_good.sql"] = file("CREATE TABLE second (x);")
	files["00003_bad.sql"] = file("CREATE TABLE third (x);\nINSERT INTO none VALUES (1);")
	if err := migrate(t.Context(), at, files, logger); err == nil {
		t.Fatal("a bad migration was accepted")
	}
	tables := func() (n int64) {
		c, err := at.connect(t.Context(), forReading)
		if err != nil {
			t.Fatal(err)
		}
		defer c.close()
		if err := c.query(`SELECT count(*) FROM sqlite_schema WHERE name IN ('second', 'third')`, nil, func(r *row) error {
			n = r.num(0)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := tables(); n != 0 {
		t.Errorf("a failed start left %d of 2 tables", n)
	}
	files["00003_bad.sql"] = file("CREATE TABLE third (x);")
	if err := migrate(t.Context(), at, files, logger); err != nil {
		t.Fatal(err)
	}
	if n := tables(); n != 2 {
		t.Errorf("there are %d of 2 tables", n)
	}
}

// What a database of a version before stretches were noted has as its last beat ends the first one: the pause since is a pause.
func TestStretchesFromHeartbeat(t *testing.T) {
	at := place{file: filepath.Join(t.TempDir(), "kast.db"), patience: time.Second}
	if err := prepareFile(at.file, Options{}); err != nil {
		t.Fatal(err)
	}
	old := fstest.MapFS{}
	names, err := fs.Glob(migrations(), "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if name >= "00013" {
			continue
		}
		content, err := fs.ReadFile(migrations(), name)
		if err != nil {
			t.Fatal(err)
		}
		old[name] = &fstest.MapFile{Data: content}
	}
	if err := migrate(t.Context(), at, old, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	c, err := at.connect(t.Context(), forWriting)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.exec(`INSERT INTO heartbeat (one, at) VALUES (1, ?1)`, args{moment.UnixMilli()}); err != nil {
		t.Fatal(err)
	}
	if err := c.close(); err != nil {
		t.Fatal(err)
	}
	db := openFile(t, at.file)
	ended := moment.Truncate(time.Millisecond)
	got, err := db.Stretches(t.Context())
	same(t, "stretches", got, []repository.Stretch{{From: time.UnixMilli(0).UTC(), To: ended}}, err)
	now := ended.AddDate(0, 0, 40)
	same(t, "beat", nil, nil, db.Beat(t.Context(), now))
	got, err = db.Stretches(t.Context())
	same(t, "stretches after a pause", got, []repository.Stretch{{From: now, To: now}, {From: time.UnixMilli(0).UTC(), To: ended}}, err)
}
