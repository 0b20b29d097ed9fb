package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// The database is open in this process while it is copied, as it is beside a server.
func TestBackup(t *testing.T) {
	w, finished, _ := twoGames(t)
	file := filepath.Join(t.TempDir(), "copy.db")
	got := kast(t, "backup", "--db", w.path, file)
	if got.code != exitOK || got.err != "" {
		t.Fatalf("exit code %d: %s", got.code, got.err)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); runtime.GOOS != "windows" && mode != 0o600 {
		t.Errorf("the copy has mode %#o", mode)
	}
	contains(t, got.out, file, " bytes")
	if got := kast(t, "verify", "--db", file); got.code != exitOK || !strings.HasPrefix(got.out, "2 games, ") {
		t.Errorf("verify of the copy: exit code %d, %q, %q", got.code, got.out, got.err)
	}
	if got := kast(t, "replay", "--db", file, finished); got.code != exitOK {
		t.Errorf("replay from the copy: exit code %d, %q", got.code, got.err)
	}

	// What is there is never written over.
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got = kast(t, "backup", "--db", w.path, file)
	if got.code != exitFailed {
		t.Errorf("exit code %d, want %d", got.code, exitFailed)
	}
	contains(t, got.err, "copy.db is already there")
	if after, err := os.ReadFile(file); err != nil || string(after) != string(before) {
		t.Errorf("the file was changed: %v", err)
	}
}

// A path that was mistyped must not become a new database.
func TestMissingDatabase(t *testing.T) {
	dir := t.TempDir()
	missing := filepath.Join(dir, "kats.db")
	for _, args := range [][]string{
		{"verify"},
		{"rebuild"},
		{"replay", "00000000-0000-4000-8000-000000000000"},
		{"backup", filepath.Join(dir, "copy.db")},
	} {
		got := kastWith(t, map[string]string{"KAST_DB": missing}, args...)
		if got.code != exitFailed || got.out != "" {
			t.Errorf("%s: exit code %d, output %q", args[0], got.code, got.out)
		}
		contains(t, got.err, "there is no database "+missing)
		if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
			t.Errorf("%s: made %v, %v", args[0], files, err)
		}
	}
}
