// Package sqlite keeps everything in one SQLite file.
//
// One goroutine at a time writes: it gathers the calls that wait, commits them in one transaction, and answers each only when
// the commit is on the disk. Readers have connections of their own and see the last commit; in WAL mode neither waits
// for the other. Other processes may read, write and back up the same file at the same time.
//
// A log is kept in chunks of events (chunk.go), whose JSON is in shorthand (shorthand.go). The newest events are in the
// game's own row until they fill a chunk (tail.go), so that most appends change one row of one page.
package sqlite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"kast/repository"
)

// Options are the choices of Open. The zero value is good.
type Options struct {
	// Logger gets warnings about the file and the migrations that were run; nil for none.
	Logger *slog.Logger
	// MustExist is for commands that look at a database that is already there: no file is made, and the one that is there
	// is neither migrated nor turned to WAL mode. One that cannot be written is read as it is.
	MustExist bool

	free     func(folder string) (bytes uint64, known bool) // nil for FreeDisk
	patience time.Duration                                  // how long to wait for another process that holds a lock; 0 for 10 s
}

// DB is a repository.Store in one SQLite file.
type DB struct {
	at    place
	write *writer
	read  *pool
	bell  *bell

	recent *recent
}

var _ repository.Store = (*DB)(nil)

// Open opens the database in the file path, makes it (readable by its owner only) when it is not there, and brings its
// schema up to date, unless it must exist. Several processes may do so at once. A database in memory is not supported: every connection
// would have one of its own.
//
// It fails with ErrNewerSchema when a newer Kast has written the file, with ErrOlderSchema when an older one has and the
// file is not to be changed, with ErrNotKast when it holds something else, and with repository.ErrUnavailable when
// the file cannot be used; in its chain is an *fs.PathError where the file may not be used, and ErrFull where the disk is full. Then
// nothing has been written.
func Open(ctx context.Context, path string, opts Options) (*DB, error) {
	if path == "" || path == ":memory:" {
		return nil, errors.New("sqlite: open: a database needs a file")
	}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if opts.free == nil {
		opts.free = FreeDisk
	}
	opts.patience = cmp.Or(opts.patience, 10*time.Second)
	path, err := filepath.Abs(path) // a later change of directory must not lead to another file
	if err != nil {
		return nil, fmt.Errorf("sqlite: open: %w", err)
	}
	db, err := open(ctx, path, opts)
	if err != nil {
		return nil, fmt.Errorf("sqlite: open %s: %w", path, unavailable(explained(err, path, opts.free)))
	}
	return db, nil
}

func open(ctx context.Context, path string, opts Options) (*DB, error) {
	if err := prepareFile(path, opts); err != nil {
		return nil, err
	}
	made, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	syncData()
	at := place{file: path, patience: opts.patience, made: made}
	if opts.MustExist {
		at.care = asIs
		if isFrozen(path) {
			at.care = frozen
		}
	}
	if err := inspect(ctx, at, opts.MustExist); err != nil {
		return nil, err
	}
	warnOfMode(at, opts.Logger)
	if !opts.MustExist {
		if err := migrate(ctx, at, migrations(), opts.Logger); err != nil {
			return nil, err
		}
	}
	wc, err := patiently(ctx, func() (*conn, error) { return at.connect(ctx, forWriting) })
	if err != nil {
		return nil, err
	}
	read, err := patiently(ctx, func() (*pool, error) { return newPool(ctx, at, readers) })
	if err != nil {
		return nil, errors.Join(err, wc.close())
	}
	bell, recent := newBell(), newRecent()
	return &DB{at: at, write: newWriter(at, wc, bell, recent), read: read, bell: bell, recent: recent}, nil
}

// Ping tells whether the store answers reads and can take writes: a lock on the file, and after a write that failed
// a write too. Else repository.ErrUnavailable.
func (db *DB) Ping(ctx context.Context) error {
	err := db.read.do(ctx, func(c *conn) error {
		return c.query(`SELECT 1 FROM games LIMIT 1`, nil, nil)
	})
	if err != nil {
		return fmt.Errorf("sqlite: ping: %w", err)
	}
	if err := db.write.do(ctx, db.write.probe); err != nil {
		return fmt.Errorf("sqlite: ping: %w", err)
	}
	return nil
}

// Close waits for the writes that have been handed in and the reads under way, and closes the file. Calls after it fail
// with repository.ErrUnavailable.
func (db *DB) Close() error {
	err := errors.Join(db.write.close(), db.read.close())
	db.recent.forget()
	return err
}
