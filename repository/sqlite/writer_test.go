package sqlite

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"kast/repository"
)

// hold keeps the writer busy until the returned function is called, so that what is handed in meanwhile gathers.
func hold(t *testing.T, db *DB) (release func()) {
	t.Helper()
	begun, end := make(chan struct{}), make(chan struct{})
	done := make(chan error)
	go func() {
		done <- db.write.do(context.Background(), func(*txn) error {
			close(begun)
			<-end
			return nil
		})
	}()
	<-begun
	return sync.OnceFunc(func() {
		close(end)
		if err := <-done; err != nil {
			t.Errorf("the job that held the writer: %v", err)
		}
	})
}

// await returns when so many jobs wait in the queue. That is certain to come, so that nothing depends on time.
func await(db *DB, jobs int) {
	for len(db.write.queue) < jobs {
		runtime.Gosched()
	}
}

// Jobs that gathered are committed together; those that are refused, whether before or after they have written, are
// rolled back alone.
func TestGather(t *testing.T) {
	db := openNew(t)
	logs := make([]*log, 9)
	for i := range logs {
		logs[i] = newLog(t, db, fmt.Sprint(i))
	}
	release := hold(t, db)
	before := db.Stats()
	refused := errors.New("refused")
	var wg sync.WaitGroup
	for i, l := range logs {
		wg.Go(func() {
			switch i % 3 {
			case 0:
				if err := l.append(t, db); err != nil {
					t.Errorf("append: %v", err)
				}
			case 1: // refused before it writes
				a := l.next()
				a.Events[0].ID = uuid(fmt.Sprint(l.id, 1))
				if err := db.Append(t.Context(), a); !errors.Is(err, repository.ErrConflict) {
					t.Errorf("append with a used id: %v", err)
				}
			case 2: // after
				w, err := newContinuation(l.next())
				if err != nil {
					t.Error(err)
					return
				}
				err = db.write.do(t.Context(), func(c *txn) error {
					if err := w.run(c); err != nil {
						return err
					}
					return refused
				})
				if !errors.Is(err, refused) {
					t.Errorf("a job that fails: %v", err)
				}
			}
		})
	}
	await(db, len(logs))
	release()
	wg.Wait()
	if got := db.Stats().Commits - before.Commits; got != 2 { // that of hold, and one for all
		t.Errorf("%d commits, want 2", got)
	}
	for _, l := range logs {
		l.check(t, db)
		if err := l.append(t, db); err != nil { // what the writer remembers is still right
			t.Errorf("append: %v", err)
		}
		l.check(t, db)
	}
}

// A job whose caller's context ends while it waits is never begun; one that has begun is waited for.
func TestContextEndsInQueue(t *testing.T) {
	db := openNew(t)
	l := newLog(t, db, "a")
	release := hold(t, db)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- db.Append(ctx, l.next()) }()
	await(db, 1)
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) { // while the writer is still held
		t.Errorf("Append: %v", err)
	}
	release()
	l.check(t, db)

	ctx, cancel = context.WithCancel(t.Context())
	err := db.write.do(ctx, func(*txn) error { cancel(); return nil })
	if err != nil {
		t.Errorf("a job that has begun: %v", err)
	}
}

// The queue is bounded: who finds it full waits outside, and can give up there.
func TestQueueIsBounded(t *testing.T) {
	db := openNew(t)
	release := hold(t, db)
	var wg sync.WaitGroup
	for range queued {
		wg.Go(func() {
			if err := db.EndSignIn(t.Context(), uuid("none")); err != nil {
				t.Error(err)
			}
		})
	}
	await(db, queued)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- db.EndSignIn(ctx, uuid("none")) }()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("one too many: %v", err)
	}
	release()
	wg.Wait()
}

// A job that panics takes down nobody else: nothing of it is written, and the store goes on.
func TestPanicInJob(t *testing.T) {
	db := openNew(t)
	l := newLog(t, db, "a")
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		_ = db.write.do(t.Context(), func(tx *txn) error {
			if _, err := tx.exec(`UPDATE games SET seq = 7`, nil); err != nil {
				t.Error(err)
			}
			panic("bug")
		})
	}()
	if err := l.append(t, db); err != nil {
		t.Errorf("append afterwards: %v", err)
	}
	l.check(t, db)
}

// Close commits what was handed in.
func TestCloseDrains(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kast.db")
	db := openFile(t, file)
	logs := make([]*log, 20)
	for i := range logs {
		logs[i] = newLog(t, db, fmt.Sprint(i))
	}
	release := hold(t, db)
	var wg sync.WaitGroup
	for _, l := range logs {
		wg.Go(func() {
			if err := l.append(t, db); err != nil {
				t.Errorf("append: %v", err)
			}
		})
	}
	await(db, len(logs))
	wg.Go(func() {
		if err := db.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	release()
	wg.Wait()
	db = openFile(t, file)
	for _, l := range logs {
		l.check(t, db)
	}
}

// What the writer remembers of a log is only a memory: another process may append to it meanwhile.
func TestTwoWriters(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kast.db")
	dbs := []*DB{openFile(t, file), openFile(t, file)}
	l := newLog(t, dbs[0], "a")
	for i := range 60 {
		before := l.next()
		if err := l.append(t, dbs[i%7%2]); err != nil {
			t.Fatalf("append: %v", err)
		}
		for _, db := range dbs {
			if err := db.Append(t.Context(), before); !errors.Is(err, repository.ErrConflict) {
				t.Fatalf("append at an old head: %v", err)
			}
		}
		again := l.next()
		again.Events[0].ID = before.Events[0].ID
		for _, db := range dbs {
			if err := db.Append(t.Context(), again); !errors.Is(err, repository.ErrConflict) {
				t.Fatalf("append with a used id: %v", err)
			}
		}
	}
	l.check(t, dbs[0])
	l.check(t, dbs[1])
}

// The writer remembers a bounded number of logs, and those that it forgot are as good.
func TestForgottenLogs(t *testing.T) {
	l := newLogs()
	for i := range 3 * logsKept {
		l.put([16]byte{byte(i), byte(i >> 8)}, &openLog{seq: i})
	}
	if len(l.byID) > logsKept {
		t.Errorf("%d logs are kept", len(l.byID))
	}
	db := openNew(t)
	a := newLog(t, db, "a")
	for range 50 {
		if err := db.write.do(t.Context(), func(c *txn) error { clear(c.logs.byID); return nil }); err != nil {
			t.Fatal(err)
		}
		if err := a.append(t, db); err != nil {
			t.Fatal(err)
		}
	}
	a.check(t, db)
}
