package sqlite

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
)

const (
	// queued is how many writes can wait; more wait to be let into the queue, for as long as their contexts last.
	queued = 1024
	// gathered is how many writes are committed together at most. It bounds how long the first of them waits.
	gathered = 256
)

// writer lets one goroutine write at a time. While a commit is on its way to the disk the next calls gather, and are then
// committed together: one wait for the disk serves them all. A goroutine of its own does that; a call that finds nobody writing
// does it itself, for to hand it over and to be woken afterwards takes longer than all the rest but the disk.
type writer struct {
	at      place
	queue   chan *job
	wake    chan struct{} // holds one when something was queued since the writer's goroutine looked
	stopped chan struct{}
	bell    *bell // rung after each commit
	recent  *recent

	mu     sync.RWMutex // held for reading while a job is handed in, so that close knows when no more come
	closed bool

	commits, writes atomic.Uint64

	// Whoever writes holds this lock, and may read and write what is below.
	writing  sync.Mutex
	batch    []*job
	conn     *conn // nil after a failure: to be opened anew
	logs     *logs
	suspect  bool // the last transaction failed
	wal, shm companion
	lost     error    // the log was removed or cut, and until a restart nothing is written
	changed  int64    // the last number given to a change, as far as this process knows; 0 where it does not
	effects  []effect // of the jobs of the transaction under way
	looked   *conn    // that look used last
	version  int64    // that look found last
}

// txn is the transaction that a job runs in.
type txn struct {
	*conn
	logs    *logs
	changed *int64
	recent  *recent
	effect  *effect
}

// States of a job. A caller whose context ends can take back a job that waits, but not one that has begun: it may well
// get committed, and the caller must learn so.
const (
	waiting int32 = iota
	begun
	takenBack
)

// job is one write: a function that runs inside a transaction, if need be twice. When it returns an error what it wrote
// is undone.
type job struct {
	run   func(*txn) error
	state atomic.Int32
	err   error      // once it is committed or refused
	done  chan error // gets err too; nil where nobody waits for it
}

func newWriter(at place, c *conn, b *bell, r *recent) *writer {
	file := realPath(at.file)
	w := &writer{
		at: at, conn: c, bell: b, recent: r, logs: newLogs(),
		wal: companion{path: file + "-wal"}, shm: companion{path: file + "-shm"},
		queue: make(chan *job, queued), wake: make(chan struct{}, 1), stopped: make(chan struct{}),
	}
	go w.loop()
	return w
}

// do has run committed, and returns its error or that of the commit. When ctx ends before the writer has begun with it,
// nothing is written and ctx's error is returned; after that the outcome is awaited, which takes one commit.
func (w *writer) do(ctx context.Context, run func(*txn) error) error {
	j := &job{run: run}
	if w.atOnce(ctx, j) {
		return j.err
	}
	j.done = make(chan error, 1)
	if err := w.enqueue(ctx, j); err != nil {
		return err
	}
	select {
	case err := <-j.done:
		return err
	case <-ctx.Done():
		if j.state.CompareAndSwap(waiting, takenBack) {
			return ctx.Err()
		}
		return <-j.done
	}
}

// atOnce has a job committed where nobody writes; false where somebody does, or nobody may any more.
func (w *writer) atOnce(ctx context.Context, j *job) bool {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if ctx.Err() != nil || w.closed || !w.writing.TryLock() {
		return false
	}
	defer w.writing.Unlock()
	w.together(j)
	return true
}

func (w *writer) enqueue(ctx context.Context, j *job) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.closed {
		return errClosed
	}
	select {
	case w.queue <- j:
	default:
		select {
		case w.queue <- j:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	select {
	case w.wake <- struct{}{}:
	default:
	}
	return nil
}

// close waits until everything that was handed in is committed.
func (w *writer) close() error {
	w.mu.Lock()
	already := w.closed
	w.closed = true
	if !already {
		close(w.wake)
	}
	w.mu.Unlock()
	<-w.stopped
	if already || w.conn == nil {
		return nil
	}
	return w.conn.close()
}

func (w *writer) loop() {
	defer close(w.stopped)
	for range w.wake {
		w.writeQueued()
	}
	w.writeQueued() // what was handed in just before the end
}

func (w *writer) writeQueued() {
	w.writing.Lock()
	defer w.writing.Unlock()
	for len(w.queue) > 0 {
		w.together(nil)
	}
}

// errPanic is what those learn whose jobs were in one transaction with one that panicked.
var errPanic = errors.New("another write in the same transaction failed")

// together commits a job, nil for none, with whatever else waits. When one panics nothing is written.
func (w *writer) together(j *job) {
	// Callers that are about to hand something in may do so first: where the processors are busy a commit then serves many
	// more of them. Where nobody is, this returns at once.
	runtime.Gosched()
	w.gather(j)
	if len(w.batch) == 0 {
		return
	}
	err := errPanic
	defer func() {
		if err == errPanic { //nolint:errorlint // nobody wraps it
			w.startOver()
		}
		for _, j := range w.batch {
			if err != nil {
				j.err = err
			}
			if j.done != nil {
				j.done <- j.err
			}
		}
		clear(w.batch)
	}()
	err = unavailable(w.commit(w.batch))
}

// gather makes the batch of a job, nil for none, and what else waits, and leaves out what was taken back.
func (w *writer) gather(j *job) {
	w.batch = w.batch[:0]
	for {
		if j != nil && j.state.CompareAndSwap(waiting, begun) {
			w.batch = append(w.batch, j)
		}
		if len(w.batch) == gathered {
			return
		}
		select {
		case j = <-w.queue:
		default:
			return
		}
	}
}

// commit runs the jobs of a batch in one transaction. Its error is that of all of them: then nothing was written.
// A job that was refused has its err set, and is rolled back alone.
func (w *writer) commit(batch []*job) error {
	if w.lost != nil {
		return w.lost
	}
	err := w.at.isThere()
	if err == nil && w.wal.is != nil { // this connection has written to it
		err = w.logIsThere()
	}
	if err == nil {
		err = w.write(batch)
	}
	// What was moved away or cut meanwhile is not acknowledged.
	if err == nil {
		err = w.at.isThere()
	}
	if err == nil {
		err = w.logIsThere()
	}
	if err != nil {
		w.startOver()
		return err
	}
	w.suspect = false
	for _, e := range w.effects {
		e(w.recent)
	}
	w.commits.Add(1)
	w.writes.Add(uint64(len(batch)))
	w.bell.ring()
	return nil
}

// logIsThere fails when the write-ahead log is not where it was, or not as long as what it holds; then nothing is written any more.
// What is in a log that was removed is brought into the database, where it is safe.
func (w *writer) logIsThere() error {
	if w.at.care != owned {
		return nil
	}
	if w.shm.is == nil {
		w.shm.look() // as it is now
	}
	there, shorter := w.wal.look()
	switch {
	case there && (!shorter || !w.isCut()):
		return nil
	case there:
		w.lost = errLogCut
	default:
		if err := w.at.isThere(); err != nil {
			return err // all of it is gone, and may come back
		}
		w.lost = errLogGone
		if there, _ := w.shm.look(); there { // it has the locks that keep other processes away
			_, _ = w.conn.one(`PRAGMA wal_checkpoint(PASSIVE)`, nil, nil) // if it fails the restart will tell
		}
	}
	return w.lost
}

// isCut tells whether a log that became shorter is too short for what it holds. Whoever has brought all of it into the database may
// cut it: SQLite does, and so may a tool in another process, which may also do so just now.
func (w *writer) isCut() bool {
	for range 10 {
		before, errBefore := w.logHolds()
		there, _ := w.wal.look()
		after, errAfter := w.logHolds()
		if errBefore == nil && there && errAfter == nil && before == after {
			return w.wal.is.Size() < before
		}
	}
	return true
}

// logHolds is how many bytes at the beginning of the write-ahead log are in use, by the index of it; see
// https://sqlite.org/walformat.html.
func (w *writer) logHolds() (bytes int64, err error) {
	const header, frameHeader = 32, 24
	var frames int64
	if _, err := w.conn.one(`PRAGMA wal_checkpoint(NOOP)`, nil, func(r *row) error {
		frames = r.num(1)
		return nil
	}); err != nil || frames == 0 {
		return 0, err
	}
	page, err := w.conn.number("page_size")
	return header + frames*(frameHeader+page), err
}

// startOver gives up the transaction under way. What a connection knows after a failed write differs by failure; a new one knows
// what the file holds.
func (w *writer) startOver() {
	if w.conn != nil {
		_ = w.conn.close() // which rolls back
	}
	w.conn, w.suspect = nil, true
	w.wal.is, w.shm.is = nil, nil // where it was the last connection, it took them with it
	w.logs, w.changed = newLogs(), 0
	w.recent.forget() // it may be committed all the same
}

// write is commit without what follows from how it ends.
func (w *writer) write(batch []*job) error {
	if w.conn == nil {
		c, err := w.at.connect(context.Background(), forWriting)
		if err != nil {
			return err
		}
		w.conn = c
	}
	err := w.transact(w.conn, batch, false)
	if errors.Is(err, errAgain) {
		w.logs, w.changed = newLogs(), 0
		if _, err = w.conn.exec(`ROLLBACK`, nil); err == nil {
			err = w.transact(w.conn, batch, true)
		}
	}
	return err
}

// errAgain: a job that had written something was refused.
var errAgain = errors.New("run the transaction again with savepoints")

// transact runs jobs in one transaction. Jobs are hardly ever refused after they have written something, so that at
// first there are no savepoints, which would cost each of them a tenth. When it happens all is undone and run
// again, with savepoints.
func (w *writer) transact(c *conn, batch []*job, savepoints bool) error {
	if _, err := c.exec(`BEGIN IMMEDIATE`, nil); err != nil {
		return err
	}
	if err := w.look(c); err != nil {
		return err
	}
	w.effects = w.effects[:0]
	for _, j := range batch {
		if err := w.apply(c, j, savepoints); err != nil {
			return err
		}
	}
	_, err := c.exec(`COMMIT`, nil)
	return err
}

// apply runs one job. It returns an error when the whole transaction is lost.
func (w *writer) apply(c *conn, j *job, savepoint bool) error {
	if savepoint {
		if _, err := c.exec(`SAVEPOINT job`, nil); err != nil {
			return err
		}
	}
	c.wrote = false
	w.logs.begin()
	e := effect((*recent).forget)
	if j.err = j.run(&txn{c, w.logs, &w.changed, w.recent, &e}); j.err == nil {
		w.effects = append(w.effects, e)
	} else {
		w.logs.undo()
		switch {
		case isFault(j.err) || isBusy(j.err):
			return j.err
		case savepoint:
			// SQLite ends the transaction by itself after some errors; then this fails.
			if _, err := c.exec(`ROLLBACK TO job`, nil); err != nil {
				return errors.Join(j.err, err)
			}
		case c.wrote:
			return errAgain
		}
	}
	if savepoint {
		if _, err := c.exec(`RELEASE job`, nil); err != nil {
			return err
		}
	}
	return nil
}

// probe is a job that finds out whether writes succeed. The lock on the file, which the transaction takes, tells
// of another process that holds it and of a file that is read-only; after a failure a write tells whether it is over.
func (w *writer) probe(c *txn) error {
	c.touches(noEffect)
	if !w.suspect {
		return nil
	}
	_, err := c.exec(`PRAGMA user_version = 0`, nil) // writes a page, though nothing in it changes
	return err
}

// Stats are counts since Open.
type Stats struct {
	Commits uint64 // transactions
	Writes  uint64 // calls that wrote, in all of them
}

// Stats tells how well writes gather.
func (db *DB) Stats() Stats {
	return Stats{Commits: db.write.commits.Load(), Writes: db.write.writes.Load()}
}
