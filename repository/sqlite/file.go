package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"kast/repository"
)

// prepareFile makes an empty file that only its owner can read, since it will hold the seeds of running games and the
// server's keys; SQLite itself would make it readable by all. SQLite gives -wal and -shm the mode of the database file.
//
// A file that is there already is not opened: closing it again would drop the locks that another connection of this
// process holds on it (POSIX locks belong to process and file).
func prepareFile(path string, opts Options) error {
	if !opts.MustExist {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
		if err == nil {
			return f.Close()
		}
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file", path)
	}
	if !opts.MustExist {
		// SQLite opens what it may only read, too, and would tell of it at the first write.
		if refused := mayUse(path); refused != nil {
			return &fs.PathError{Op: "open", Path: path, Err: refused}
		}
	}
	return nil
}

// warnOfMode warns when others can open the file. It is for what is known to be a database of Kast's, or an empty file: whoever names
// another one by mistake is given no advice on it.
func warnOfMode(at place, logger *slog.Logger) {
	if mode := at.made.Mode().Perm(); mode&0o077 != 0 && hasModes {
		logger.Warn("the database file can be opened by others; chmod 600 it",
			slog.String("file", at.file), slog.String("mode", fmt.Sprintf("%#o", mode)))
	}
}

// isThere fails when the file is no longer where it was opened: whoever moves it away, deletes it or puts another in its
// place leaves us with one that has no name any more, or another. SQLite would go on to write that, and all of it would be
// gone when the process ends.
func (pl place) isThere() error {
	info, err := os.Stat(pl.file)
	switch {
	case err != nil:
		return fmt.Errorf("the database file is gone from its place: %w: %w", repository.ErrUnavailable, err)
	case !os.SameFile(info, pl.made):
		return fmt.Errorf("%s is another file than the one that was opened: %w", pl.file, repository.ErrUnavailable)
	}
	return nil
}

// errLogGone: somebody has removed the write-ahead log of a database in use. What SQLite goes on to write there would be gone when
// the process ends. Only a restart brings the two together again.
var errLogGone = fmt.Errorf("the write-ahead log beside the database was removed while it is in use; restart the server: %w",
	repository.ErrUnavailable)

// errLogCut: somebody has cut the write-ahead log of a database in use. SQLite would go on behind the cut, and in time copy the
// zeros before it over the database. A restart takes what is left.
var errLogCut = fmt.Errorf("the write-ahead log beside the database was cut while it is in use; restart the server: %w",
	repository.ErrUnavailable)

// realPath is the database file behind all symbolic links: beside that one SQLite keeps its other files.
func realPath(file string) string {
	if path, err := filepath.EvalSymlinks(file); err == nil {
		return path
	}
	return file
}

// companion is a file that SQLite keeps beside a database in use; it is the same one as long as anybody has that open.
type companion struct {
	path string
	is   fs.FileInfo // when it was seen last; nil where it was not seen yet
}

// look tells whether the file, which must be there by now, is the one that was seen before, and whether it is shorter now.
func (f *companion) look() (there, shorter bool) {
	info, err := os.Stat(f.path)
	if err != nil {
		return false, false
	}
	if f.is != nil {
		if !os.SameFile(info, f.is) {
			return false, false
		}
		shorter = info.Size() < f.is.Size()
	}
	f.is = info
	return true, shorter
}

// isFrozen tells whether the file or its folder cannot be written, as on read-only media, and nothing lies beside it that
// belongs to its content. SQLite then cannot make the files that it wants beside a database in WAL mode. Who has such
// a database open has a -wal beside it, so that nobody writes this one.
func isFrozen(path string) bool {
	path = realPath(path)
	for _, beside := range []string{"-wal", "-journal"} {
		if _, err := os.Stat(path + beside); !errors.Is(err, fs.ErrNotExist) {
			return false
		}
	}
	return !isWritable(path) || !isWritable(filepath.Dir(path))
}

// isWritable does not open the file; see prepareFile. Root could write a file that nobody may, but should not.
func isWritable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().Perm()&0o222 != 0 && mayWrite(path)
}
