package sqlite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"kast/repository"
)

// A backup is one whole moment of the database while games go on, in this process and for another.
func TestBackupUnderLoad(t *testing.T) {
	db := openNew(t)
	ctx, stop := context.WithCancel(t.Context())
	var load sync.WaitGroup
	logs := make([]*log, 4)
	var appended atomic.Int64
	started := make(chan struct{})
	for i := range logs {
		l := newLog(t, db, fmt.Sprint(i))
		logs[i] = l
		load.Go(func() {
			for ctx.Err() == nil {
				if err := l.append(t, db); err != nil {
					t.Errorf("append: %v", err)
					return
				}
				if appended.Add(1) == 100 {
					close(started)
				}
			}
		})
	}
	<-started
	dir := t.TempDir()
	here, there := filepath.Join(dir, "here.db"), filepath.Join(dir, "there.db")
	if err := db.Backup(t.Context(), here); err != nil {
		t.Error(err)
	}
	if out, err := helper(t, "backup", db.at.file, there).CombinedOutput(); err != nil {
		t.Errorf("backup by another process: %v\n%s", err, out)
	}
	stop()
	load.Wait()
	for _, file := range []string{here, there} {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if mode := info.Mode().Perm(); hasModes && mode != 0o600 {
			t.Errorf("the backup has mode %#o", mode)
		}
		copied := openFile(t, file)
		err = copied.read.do(t.Context(), func(c *conn) error {
			return c.query(`PRAGMA integrity_check`, nil, func(r *row) error {
				if r.text(0) != "ok" {
					t.Error(r.text(0))
				}
				return nil
			})
		})
		if err != nil {
			t.Error(err)
		}
		total := 0
		for _, l := range logs {
			total += length(t, copied, l.id).Seq
		}
		if total < 100 {
			t.Errorf("the backup has %d events, but 100 were there before it began", total)
		}
		for _, l := range logs { // it is a database like any other
			l := &log{l.id, length(t, copied, l.id)}
			if err := l.append(t, copied); err != nil {
				t.Errorf("append to the backup: %v", err)
			}
		}
	}
	for _, l := range logs {
		l.check(t, db)
	}
}

func TestBackupRefuses(t *testing.T) {
	db := openNew(t)
	newLog(t, db, "a")
	dir := t.TempDir()
	file := filepath.Join(dir, "there.db")
	if err := os.WriteFile(file, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := db.Backup(t.Context(), file); !errors.Is(err, os.ErrExist) {
		t.Errorf("onto a file: got error %v, want ErrExist", err)
	}
	if data, err := os.ReadFile(file); err != nil || string(data) != "precious" {
		t.Errorf("the file became %q (%v)", data, err)
	}
	if err := db.Backup(t.Context(), db.at.file); !errors.Is(err, os.ErrExist) {
		t.Errorf("onto itself: got error %v, want ErrExist", err)
	}
	if err := db.Backup(t.Context(), filepath.Join(dir, "none", "x.db")); err == nil {
		t.Error("into a directory that is not there: no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	broken := filepath.Join(dir, "broken.db")
	if err := db.Backup(ctx, broken); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that has ended: %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("backups that failed left %v (%v)", left, err)
	}
}

// A process that is killed while it copies leaves no file with the name that was asked for, or a whole one; and what it leaves is not
// in the way of the next.
func TestBackupKilled(t *testing.T) {
	db := openNew(t)
	l := newLog(t, db, "a")
	for range 200 {
		if err := l.append(t, db); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "copy.db")
	for range 5 {
		command := helper(t, "backup", db.at.file, file)
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() {
			_ = command.Wait() // it is killed, or not in time for that
			close(ended)
		}()
		for begun := false; !begun; {
			select {
			case <-ended:
				begun = true
			default:
				left, err := filepath.Glob(filepath.Join(dir, "copy.db*"))
				if err != nil {
					t.Fatal(err)
				}
				begun = len(left) > 0
			}
		}
		_ = command.Process.Kill() // it may have ended
		<-ended
		if _, err := os.Stat(file); err == nil {
			copied, err := Open(t.Context(), file, Options{MustExist: true})
			if err != nil {
				t.Fatalf("the copy of a process that was killed: %v", err)
			}
			l.check(t, copied)
			if err := copied.Close(); err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.Backup(t.Context(), file); err != nil {
			t.Error(err)
		}
		left, err := filepath.Glob(filepath.Join(dir, "copy.db*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range left {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Whoever was deleted is in no backup and not in the file, not even in what is no longer used of it.
func TestNoTraceOfTheDeleted(t *testing.T) {
	db := openNew(t)
	gone := repository.Account{
		ID: uuid("gone"), Name: "Zacharias", Username: "ZachaName", UsernameKey: "zachakey", PasswordHash: "zachahash", CreatedAt: moment,
	}
	in := repository.SignIn{ID: uuid("in"), AccountID: gone.ID, CreatedAt: moment, RotatedAt: moment}
	if err := db.CreateAccount(t.Context(), gone, in); err != nil {
		t.Fatal(err)
	}
	e := event("g", repository.Head{})
	g := repository.NewGame{
		Game: repository.Game{
			ID: uuid("g"), Head: repository.Head{Seq: 1, Hash: e.Hash}, Host: gone.ID, CreatedAt: moment, UpdatedAt: moment,
			Seats: []repository.Seat{{Standing: repository.Standing{Kind: "account"}, AccountID: gone.ID, Name: "Zacharias"}},
		},
		Events: []repository.Event{e},
		Call:   &repository.Call{ID: e.ID, AccountID: gone.ID, Request: "r", FirstSeq: 1, LastSeq: 1},
	}
	if err := db.CreateGame(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	traces := func(file string) (found []string) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		id, _ := encodeID(gone.ID)
		signIn, _ := encodeID(in.ID)
		for _, s := range []string{gone.ID, string(id), string(signIn), gone.Name, gone.Username, gone.UsernameKey, gone.PasswordHash} {
			if bytes.Contains(data, []byte(s)) {
				found = append(found, s)
			}
		}
		return found
	}
	backup := func() string {
		file := filepath.Join(t.TempDir(), "b.db")
		if err := db.Backup(t.Context(), file); err != nil {
			t.Fatal(err)
		}
		return file
	}
	if n := len(traces(backup())); n != 6 { // all but the id as text
		t.Fatalf("%d traces before the deletion; the test does not see them", n)
	}
	if err := db.DeleteAccount(t.Context(), gone.ID); err != nil {
		t.Fatal(err)
	}
	// No number of the account is left in any column that held one.
	err := db.read.do(t.Context(), func(c *conn) error {
		return c.query(`SELECT (SELECT count(account) FROM seats) + (SELECT count(host) FROM games) + (SELECT count(*) FROM players)
			+ (SELECT count(*) FROM sign_ins) + (SELECT count(*) FROM accounts)`, nil, func(r *row) error {
			if r.num(0) != 0 {
				t.Errorf("%d rows still tell of the account", r.num(0))
			}
			return nil
		})
	})
	if err != nil {
		t.Error(err)
	}
	if found := traces(backup()); found != nil {
		t.Errorf("the backup has %q", found)
	}
	if err := db.Close(); err != nil { // puts the write-ahead log into the file and removes it
		t.Fatal(err)
	}
	if found := traces(db.at.file); found != nil {
		t.Errorf("the file has %q", found)
	}
}
