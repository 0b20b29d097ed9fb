package main

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestDoctor(t *testing.T) {
	db := filepath.Join(t.TempDir(), "kast.db")
	s := startServer(t, db)
	waitForHeartbeat(t, db)
	got := kast(t, "doctor", "--db", db)
	if got.code != exitOK {
		t.Errorf("exit code %d: %s%s", got.code, got.out, got.err)
	}
	contains(t, got.out, "a server runs", "integrity    sound", "journal      wal", "best play    worked out", "0 faults\n")
	s.stop()
	for line := range strings.Lines(got.out) {
		if !regexp.MustCompile(`^(ok|warn) +\w|^0 faults`).MatchString(line) {
			t.Errorf("line %q", line)
		}
	}

	// A clock that is behind what a server has noted, and one that cannot be.
	for at, says := range map[time.Time]string{
		time.Now().Add(-time.Hour):                  "turns would not end until then",
		time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC): "that cannot be",
	} {
		var out, log bytes.Buffer
		err := doctor(t.Context(), streams{out: &out, err: &log}, db, at)
		if err == nil || !strings.Contains(out.String(), says) || !strings.Contains(out.String(), "1 faults") {
			t.Errorf("at %v: %v: %s", at, err, out.String())
		}
	}
	if runtime.GOOS != "windows" {
		if err := os.Chmod(db, 0o644); err != nil {
			t.Fatal(err)
		}
		got = kast(t, "doctor", "--db", db)
		contains(t, got.out, "other users can read the database")
	}
}

// waitForHeartbeat waits until a server has noted that it runs, which it does once it is ready.
func waitForHeartbeat(t *testing.T, db string) {
	t.Helper()
	raw, err := sql.Open("sqlite", db)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	deadline := time.Now().Add(time.Minute)
	for n := 0; n == 0; {
		if err := raw.QueryRow(`SELECT count(*) FROM heartbeat`).Scan(&n); err != nil || time.Now().After(deadline) {
			t.Fatalf("%d heartbeats, %v", n, err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// A file that was damaged is found out, and so is a row that refers to nothing.
func TestDoctor_damage(t *testing.T) {
	db := filepath.Join(t.TempDir(), "kast.db")
	startServer(t, db).stop()
	raw, err := sql.Open("sqlite", db)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	raw.SetMaxOpenConns(1)
	for _, q := range []string{
		`PRAGMA foreign_keys = OFF`,
		`INSERT INTO sign_ins (id, account, generation, created_at, rotated_at) VALUES (x'00', 4711, 0, 0, 0)`,
		`PRAGMA writable_schema = ON`,
		`UPDATE sqlite_schema SET sql = 'CREATE INDEX sign_ins_account ON sign_ins (generation)' WHERE name = 'sign_ins_account'`,
	} {
		if _, err := raw.Exec(q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
	if err := raw.Close(); err != nil {
		t.Fatal(err)
	}
	got := kast(t, "doctor", "--db", db)
	if got.code != exitFailed {
		t.Errorf("exit code %d", got.code)
	}
	contains(t, got.out, "FAULT  integrity", "FAULT  references   sign_ins: a row refers to accounts that is not there")
}

func TestServe_guestDays(t *testing.T) {
	db := filepath.Join(t.TempDir(), "kast.db")
	s := startServer(t, db)
	s.call(t, "POST", "/v1/accounts", `{"name":"Ada"}`).token(t)
	fresh := s.call(t, "POST", "/v1/accounts", `{"name":"Bo"}`).token(t)
	s.stop()
	raw, err := sql.Open("sqlite", db)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	const longAgo = 1_600_000_000_000
	for _, q := range []string{
		`UPDATE accounts SET created_at = ? WHERE name = 'Ada'`,
		`UPDATE sign_ins SET rotated_at = ? WHERE account IN (SELECT account FROM accounts WHERE name = 'Ada')`,
	} {
		if _, err := raw.Exec(q, longAgo); err != nil {
			t.Fatal(err)
		}
	}
	s = startServer(t, db, "--guest-days", "30")
	deadline := time.Now().Add(time.Minute)
	for n := 2; n != 1; {
		if err := raw.QueryRow(`SELECT count(*) FROM accounts`).Scan(&n); err != nil || time.Now().After(deadline) {
			t.Fatalf("%d accounts, %v", n, err)
		}
		time.Sleep(20 * time.Millisecond)
	}
	if got := s.call(t, "GET", "/v1/me", "", "Authorization", "Bearer "+fresh); got.status != 200 {
		t.Errorf("the other guest: %d", got.status)
	}
	// So many hours are more than a number of nanoseconds holds, which once was a time in the future: all guests went.
	for _, days := range []string{"-1", "106752", "9223372036854775807"} {
		if got := kast(t, "serve", "--db", db, "--guest-days="+days); got.code != exitUsage {
			t.Errorf("--guest-days=%s: %+v", days, got)
		}
	}
	if got := kast(t, "serve", "--guest-days=x"); got.code != exitUsage {
		t.Errorf("exit code %d", got.code)
	}
}
