package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"kast/repository"
)

// ErrNewerSchema says that a newer Kast has written the database: this one does not know its schema and leaves it alone.
var ErrNewerSchema = errors.New("the database was written by a newer version of kast")

// ErrOlderSchema says that an older Kast has written the database, and that Open was not to change it.
var ErrOlderSchema = errors.New("the database was written by an older version of kast")

// ErrNotKast says that the file is empty where a database must exist, or holds what is not Kast's.
var ErrNotKast = errors.New("the file is no kast database")

// ErrFull says that the disk is full: SQLite itself tells of it as of any fault of a disk, where it makes the files that it needs
// beside a database.
var ErrFull = errors.New("the disk is full")

// errClosed is what calls after Close get.
var errClosed = fmt.Errorf("the store is closed: %w", repository.ErrUnavailable)

// errDamaged: a row holds what was never written so.
var errDamaged = fmt.Errorf("the file is damaged: a column has the wrong type: %w", repository.ErrUnavailable)

// code returns SQLite's extended result code of an error, 0 when it has none.
func code(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code()
	}
	return 0
}

// isDuplicate tells whether a row was refused because its key is taken.
func isDuplicate(err error) bool {
	c := code(err)
	return c == lib.SQLITE_CONSTRAINT_UNIQUE || c == lib.SQLITE_CONSTRAINT_PRIMARYKEY
}

// isBusy tells whether another process held a lock for too long.
func isBusy(err error) bool {
	c := code(err) & 0xff
	return c == lib.SQLITE_BUSY || c == lib.SQLITE_LOCKED
}

// isPassing tells whether an error comes from what another process does to the file at this moment, as when one opens it
// while the last of the others closes it, or two make it at once: a journal can be gone before it could be deleted.
func isPassing(err error) bool { return isBusy(err) || code(err) == lib.SQLITE_IOERR_DELETE_NOENT }

// unavailable wraps a fault of the file, the disk or the machine in repository.ErrUnavailable, other errors not.
func unavailable(err error) error {
	switch code(err) & 0xff {
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED, lib.SQLITE_FULL, lib.SQLITE_IOERR, lib.SQLITE_READONLY, lib.SQLITE_CORRUPT,
		lib.SQLITE_NOTADB, lib.SQLITE_CANTOPEN, lib.SQLITE_NOMEM, lib.SQLITE_PERM, lib.SQLITE_PROTOCOL:
	default:
		if _, ok := errors.AsType[*fs.PathError](err); !ok {
			return err
		}
	}
	if errors.Is(err, repository.ErrUnavailable) {
		return err
	}
	return fmt.Errorf("%w: %w", repository.ErrUnavailable, err)
}

// leastFree is more than SQLite needs beside a database to open it. With less the disk counts as full.
const leastFree = 1 << 20

// explained adds to an error of SQLite what the system says of the file, where that is why: SQLite says only that it cannot open it,
// or that the disk has a fault. An *fs.PathError, or ErrFull.
func explained(err error, file string, free func(folder string) (bytes uint64, known bool)) error {
	switch code(err) & 0xff {
	case lib.SQLITE_CANTOPEN, lib.SQLITE_READONLY, lib.SQLITE_PERM, lib.SQLITE_IOERR, lib.SQLITE_FULL:
	default:
		return err
	}
	behind := realPath(file)
	folder := filepath.Dir(behind)
	for _, name := range []string{file, behind + "-wal", behind + "-shm", folder} {
		if refused := mayUse(name); refused != nil && !errors.Is(refused, fs.ErrNotExist) {
			return fmt.Errorf("%w: %w", &fs.PathError{Op: "open", Path: name, Err: refused}, err)
		}
	}
	if bytes, known := free(folder); known && bytes < leastFree {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return err
}

// isFault tells whether a connection should be replaced: what it remembers of the file may no longer be true.
func isFault(err error) bool {
	switch code(err) & 0xff {
	case lib.SQLITE_FULL, lib.SQLITE_IOERR, lib.SQLITE_READONLY, lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB,
		lib.SQLITE_CANTOPEN, lib.SQLITE_NOMEM, lib.SQLITE_PROTOCOL:
		return true
	}
	return false
}
