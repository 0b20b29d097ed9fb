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
	contains(t, got.out, " s ago, or runs", "integrity    sound", "journal      wal", "best play    worked out", "0 faults\n")
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

// zero writes zeros over a part of a file.
func zero(t *testing.T, file string, from, bytes int64) {
	t.Helper()
	f, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt(make([]byte, bytes), from); err != nil {
		t.Fatal(err)
	}
}

// Wherever a file is damaged, each thing has its line, faults are counted, and nothing ends the command before the count.
func TestDoctor_zeros(t *testing.T) {
	w, _, _ := twoGames(t)
	whole := filepath.Join(t.TempDir(), "whole.db")
	if err := w.db.Backup(t.Context(), whole); err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	const page, hole = 4096, 3 * 4096
	file := filepath.Join(t.TempDir(), "bad.db")
	opened := 0
	for at := int64(page); at+hole <= int64(len(good)); at += 5 * page {
		if err := os.WriteFile(file, good, 0o600); err != nil {
			t.Fatal(err)
		}
		zero(t, file, at, hole)
		var out, log bytes.Buffer
		// Best play does not lie in the file.
		r := &rounds{out: &out}
		db, _, err := openExisting(t.Context(), file, &log)
		if err == nil {
			opened++
			if err := r.database(t.Context(), db, time.Now()); err != nil {
				t.Errorf("zeros from %d: %v", at, err)
			}
			if cerr := db.Close(); cerr != nil {
				t.Error(cerr)
			}
		} else {
			r.unopened(file, err)
		}
		if r.faults == 0 || strings.Count(out.String(), "FAULT") != r.faults {
			t.Errorf("zeros from %d: %d faults in:\n%s", at, r.faults, out.String())
		}
		contains(t, out.String(), " disk ")
	}
	if opened == 0 {
		t.Error("no file could be opened, so that nothing was looked at")
	}
}

// What cannot be opened is a fault with a line, and the disk is looked at all the same: it may be why.
func TestDoctor_unopened(t *testing.T) {
	w, _, _ := twoGames(t)
	file := filepath.Join(t.TempDir(), "kast.db")
	if err := w.db.Backup(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("root:x:0:0:root:/root:/bin/sh\n"+strings.Repeat("# no database\n", 500)), 0o644); err != nil {
		t.Fatal(err)
	}
	got := kast(t, "doctor", "--db", file)
	if got.code != exitFailed {
		t.Errorf("exit code %d", got.code)
	}
	contains(t, got.out, "FAULT  database     cannot open the database "+file, "\nok     disk ", "\n1 faults\n")
	notContains(t, got.out+got.err, "chmod")
	notContains(t, got.out+got.err, "chown")
}

// Of a server that runs nothing is known but when it last noted that it does.
func TestDoctor_heartbeat(t *testing.T) {
	w := newWorld(t)
	said := func(at time.Time) string {
		t.Helper()
		var out bytes.Buffer
		r := &rounds{out: &out}
		if err := r.clock(t.Context(), w.db, at); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	contains(t, said(w.now), "none: no server has been ready yet")
	if err := w.db.Beat(t.Context(), w.now); err != nil {
		t.Fatal(err)
	}
	contains(t, said(w.now.Add(3*time.Second)), "a server ran 3 s ago, or runs")
	contains(t, said(w.now.Add(time.Minute)), "no server runs since 2026-03-14 18:02:11Z")
}

// A copy that root has put into the folder of a service is told of.
func TestDoctor_owner(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getuid() != 0 {
		t.Skip("only root gives files away")
	}
	w := newWorld(t)
	dir := filepath.Join(t.TempDir(), "kast")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "kast.db")
	if err := w.db.Backup(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	said := func() string {
		var out bytes.Buffer
		(&rounds{out: &out}).owner(file)
		return out.String()
	}
	contains(t, said(), "ok     owner        user 0, as of the folder")
	if err := os.Chown(dir, 61184, 61184); err != nil {
		t.Fatal(err)
	}
	contains(t, said(), "warn   owner ", "of user 0 and its folder of user 61184", "chown --reference="+dir+" "+file)
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
