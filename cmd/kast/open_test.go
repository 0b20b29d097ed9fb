package main

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The commands that look at a database change none that is not theirs, nor one of another version.
func TestOpen_refusals(t *testing.T) {
	dir := t.TempDir()
	sqlite := func(file string, statement string) {
		t.Helper()
		db, err := sql.Open("sqlite", file)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	empty, foreign, older := filepath.Join(dir, "empty.db"), filepath.Join(dir, "foreign.db"), filepath.Join(dir, "older.db")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	sqlite(foreign, `CREATE TABLE diary (page)`)
	if err := newWorld(t).db.Backup(t.Context(), older); err != nil {
		t.Fatal(err)
	}
	sqlite(older, `DELETE FROM goose_db_version WHERE version_id > 1`)

	const id = "00000000-0000-4000-8000-000000000000"
	look := [][]string{{"verify"}, {"rebuild"}, {"replay", id}, {"review", id}, {"backup", filepath.Join(dir, "copy.db")}, {"doctor"}}
	for _, c := range []struct {
		file, says string
		commands   [][]string
	}{
		{empty, "is no Kast database", look},
		{foreign, "is no Kast database", append(look, []string{"serve", "--addr", "127.0.0.1:0"})},
		{older, "was written by an older version of Kast; `kast serve` brings it up to date — back it up first", look},
	} {
		before, err := os.ReadFile(c.file)
		if err != nil {
			t.Fatal(err)
		}
		// What is not Kast's, or not to be used, nobody is given advice on.
		if err := os.Chmod(c.file, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, args := range c.commands {
			got := kastWith(t, map[string]string{"KAST_DB": c.file}, args...)
			if got.code != exitFailed || got.out != "" {
				t.Errorf("%s: exit code %d, output %q", args[0], got.code, got.out)
			}
			contains(t, got.err, c.file+" "+c.says)
			if strings.Count(got.err, "\n") != 1 {
				t.Errorf("%s: not one line: %q", args[0], got.err)
			}
		}
		if after, err := os.ReadFile(c.file); err != nil || string(after) != string(before) {
			t.Errorf("%s was changed (%v)", c.file, err)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 3 {
		t.Errorf("files were made: %v, %v", files, err)
	}
}

// A backup in a place that cannot be written can be verified.
func TestVerify_frozen(t *testing.T) {
	w, finished, _ := twoGames(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "copy.db")
	if err := w.db.Backup(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	for path, mode := range map[string]os.FileMode{file: 0o400, dir: 0o500} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
	for _, args := range [][]string{{"verify"}, {"replay", finished}, {"backup", filepath.Join(t.TempDir(), "again.db")}} {
		if got := kastWith(t, map[string]string{"KAST_DB": file}, args...); got.code != exitOK || got.err != "" {
			t.Errorf("%s: exit code %d, %q", args[0], got.code, got.err)
		}
	}
}
