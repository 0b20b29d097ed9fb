package main

import (
	"context"
	"database/sql"
	"log/slog"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"kast/api/auth"
	"kast/repository"
)

// Guests go once servers have run for so many days without them, however long the pauses were, and wherever the clock jumps.
func TestKeepGuests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		var jumped atomic.Int64
		now := func() time.Time { return time.Now().Add(time.Duration(jumped.Load())) }
		accounts, err := auth.New(t.Context(), w.db, auth.Options{Now: now})
		if err != nil {
			t.Fatal(err)
		}
		name := "Ada"
		guest, _, err := accounts.CreateAccount(t.Context(), auth.NewAccount{Name: &name})
		if err != nil {
			t.Fatal(err)
		}
		// serve is what a server does for so long.
		serve := func(d time.Duration) {
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				keepGuests(ctx, accounts, w.db, now, 2, slog.New(slog.DiscardHandler))
			}()
			for end := time.Now().Add(d); ; time.Sleep(min(repository.Pause, time.Until(end))) {
				synctest.Wait() // the first look comes before the first beat
				if err := w.db.Beat(t.Context(), now()); err != nil {
					t.Fatal(err)
				}
				if !time.Now().Before(end) {
					break
				}
			}
			cancel()
			<-ended
		}
		there := func(when string, want bool) {
			t.Helper()
			if _, err := w.db.Account(t.Context(), guest.ID); (err == nil) != want {
				t.Errorf("%s: %v", when, err)
			}
		}
		const day = 24 * time.Hour
		serve(day)
		there("after a day", true)
		time.Sleep(40 * day)
		serve(2 * time.Hour)
		there("after a pause", true)
		jumped.Store(int64(365 * day))
		serve(20 * time.Hour)
		there("after a jump of the clock", true)
		serve(4 * time.Hour)
		there("after two days of service", false)
	})
}

// Days in which no server ran are nobody's: who could not come back meanwhile is still there after them.
func TestServe_guestDaysPause(t *testing.T) {
	db := filepath.Join(t.TempDir(), "kast.db")
	s := startServer(t, db)
	kept := s.call(t, "POST", "/v1/accounts", `{"name":"Ada"}`).token(t)
	s.call(t, "POST", "/v1/accounts", `{"name":"Bo"}`).token(t)
	s.stop()
	raw, err := sql.Open("sqlite", db)
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	const day = 24 * 60 * 60 * 1000
	for _, q := range []string{ // all of that was 40 days ago, and nobody had used one of the two for a month then
		`DELETE FROM stretches`,
		`INSERT INTO stretches SELECT 0, max(created_at) - 40 * ?1 FROM accounts`,
		`UPDATE accounts SET created_at = created_at - 40 * ?1`,
		`UPDATE sign_ins SET rotated_at = rotated_at - 40 * ?1`,
		`UPDATE accounts SET created_at = created_at - 31 * ?1 WHERE name = 'Bo'`,
		`UPDATE sign_ins SET rotated_at = rotated_at - 31 * ?1 WHERE account IN (SELECT account FROM accounts WHERE name = 'Bo')`,
	} {
		if _, err := raw.Exec(q, day); err != nil {
			t.Fatal(err)
		}
	}
	s = startServer(t, db, "--guest-days", "30")
	for deadline := time.Now().Add(time.Minute); !strings.Contains(s.log(), "forgotten guests removed"); {
		if time.Now().After(deadline) {
			t.Fatalf("nobody is removed: %s", s.log())
		}
		time.Sleep(20 * time.Millisecond)
	}
	contains(t, s.log(), "removed=1\n")
	if got := s.call(t, "GET", "/v1/me", "", "Authorization", "Bearer "+kept); got.status != 200 {
		t.Errorf("the guest who could not come: %d", got.status)
	}
}
