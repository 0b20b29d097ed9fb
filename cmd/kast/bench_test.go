package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestBench lets the command start its servers and measure everything, for moments.
func TestBench(t *testing.T) {
	t.Setenv(asProgram, "1")
	got := kast(t, "bench", "--dir", t.TempDir(),
		"--games", "6", "--connections", "3", "--rounds", "2", "--seconds", "0.2", "--long", "60")
	if got.code != exitOK {
		t.Fatalf("exit code %d: %s%s", got.code, got.out, got.err)
	}
	for _, line := range []string{
		"moves, 3 at once", "bare route, one row committed, 3 at once", "bare route, no store, 3 at once",
		"bare group commit, no HTTP, 3 at once", "moves, 1 at once", "moves in games of 50 events", "moves in games of 60 events",
	} {
		if !regexp.MustCompile(`(?m)^` + line + ` +[1-9]\d* .* 0$`).MatchString(got.out) {
			t.Errorf("no figures without errors of %q in:\n%s", line, got.out)
		}
	}
	contains(t, got.out, "moves to bare calls with a row, 3 at once", "a commit\n", "\nroll ", "\nenter ")
}

// TestBench_url measures a server that runs already, and leaves it running.
func TestBench_url(t *testing.T) {
	t.Setenv(asProgram, "1")
	s := startServer(t, t.TempDir()+"/kast.db")
	got := kast(t, "bench", "--url", s.url, "--dir", t.TempDir(),
		"--games", "1", "--connections", "2", "--rounds", "1", "--seconds", "0.1", "--long", "0")
	if got.code != exitOK || !strings.Contains(got.out, "moves, 2 at once") {
		t.Fatalf("exit code %d: %s%s", got.code, got.out, got.err)
	}
	s.waitReady(t)
}

// TestBench_growth fills databases, measures servers on them, keeps the files, and takes them again.
func TestBench_growth(t *testing.T) {
	t.Setenv(asProgram, "1")
	dir := t.TempDir()
	args := []string{"bench", "--growth", "20,50", "--rounds", "1", "--seconds", "0.05", "--dir", dir, "--keep"}
	got := kast(t, args...)
	if got.code != exitOK {
		t.Fatalf("exit code %d: %s%s", got.code, got.out, got.err)
	}
	contains(t, got.out, "20 games with ", "50 games with ", "bytes/ev.", "verify  of 50 games", "0 faults", "doctor ", "backup ")
	for _, line := range []string{
		"first move in a game since the start", "move", "game, not read since the start", "game, one of 64", "lobby", "records, any page",
		"changes, none new", "own statistics",
	} {
		line = regexp.QuoteMeta(line)
		if !regexp.MustCompile(`(?m)^`+line+` +20 +[1-9]\d* .*MiB$`).MatchString(got.out) ||
			!regexp.MustCompile(`(?m)^`+line+` +50 +[1-9]\d* .*MiB +\d+\.\d\d +\d+\.\d\d `).MatchString(got.out) {
			t.Errorf("no figures and ratios of %q in:\n%s", line, got.out)
		}
	}
	verified := kast(t, "verify", "--db", filepath.Join(dir, "growth-20.db"))
	if verified.code != exitOK || !strings.Contains(verified.out, "0 faults") {
		t.Errorf("verify: exit code %d: %s%s", verified.code, verified.out, verified.err)
	}
	if _, err := os.Stat(filepath.Join(dir, "growth-backup.db")); err == nil {
		t.Error("the copy is left")
	}
}

func TestBench_usage(t *testing.T) {
	for _, args := range [][]string{
		{"--growth", "0"},
		{"--growth", "10,ten"},
		{"--growth", "20,10"},
		{"--growth", "1,2,3,4,5,6"},
		{"--growth", "9999999"},
		{"--growth", "10", "--url", "http://127.0.0.1:1"},
		{"--games", "0"},
		{"--connections", "5000"},
		{"--rounds", "101"},
		{"--seconds", "0"},
		{"--seconds", "NaN"},
		{"--long", "801"},
		{"--ruleset", "tiotusen"},
		{"--ruleset", "yatzy"},
		{"--ruleset", "tiotusen", "--growth", "10"},
		{"--url", "localhost:8080"},
		{"--url", "foo"},
	} {
		got := kast(t, append([]string{"bench"}, args...)...)
		if got.code != exitUsage || !strings.Contains(got.err, args[0]) {
			t.Errorf("%v: exit code %d, %q", args, got.code, got.err)
		}
	}
}
