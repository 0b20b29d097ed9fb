package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Backup writes a copy of the database as it is at one moment to a new file that only its owner can read. The database
// may be in use meanwhile, by this process and by others, and neither readers nor the writer wait. When Backup returns
// nil the copy is on the disk; when it fails there is no file. It fails when the file is already there. It is written under
// another name, that of the file with .part at its end, so that a file with the name that was asked for is whole, even where the
// process or the machine ends before.
//
// It is done with VACUUM INTO and not with SQLite's backup interface, which copies page by page: the copy is then
// compact, has no free pages in which something deleted might be left, is no WAL database and so is one file,
// and every row has been read and written on the way, so that damage shows. The price is more work for
// the processor. While it runs the write-ahead log cannot start anew, and grows with what is written.
func (db *DB) Backup(ctx context.Context, file string) error {
	if err := db.backup(ctx, file); err != nil {
		return fmt.Errorf("sqlite: backup to %s: %w", file, unavailable(err))
	}
	return nil
}

func (db *DB) backup(ctx context.Context, file string) (err error) {
	file, err = filepath.Abs(file)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(file); err == nil {
		return &fs.PathError{Op: "create", Path: file, Err: fs.ErrExist}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// SQLite takes an empty file for a new one, and would itself make one that everybody can read. What another backup has left
	// that was killed is in nobody's way.
	f, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.part") // mode 0600
	if err != nil {
		return err
	}
	part := f.Name()
	defer func() {
		for _, left := range []string{part, part + "-journal"} {
			if gone := os.Remove(left); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
				err = errors.Join(err, gone)
			}
		}
	}()
	if err := f.Close(); err != nil {
		return err
	}
	if err := db.copyTo(ctx, part); err != nil {
		return err
	}
	if err := rename(part, file); err != nil {
		return err
	}
	return syncDir(filepath.Dir(file))
}

// rename gives a file another name that none must have yet. Where a file cannot have two names, as on some memory sticks, another
// process that makes one of that name in the same moment loses it.
func rename(from, to string) error {
	err := os.Link(from, to)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, fs.ErrExist)
	}
	return os.Rename(from, to)
}

// copyTo writes a copy to an empty file, and waits until it is on the disk.
func (db *DB) copyTo(ctx context.Context, file string) (err error) {
	// A connection of its own, so that reads do not lack one for as long as this takes.
	c, err := db.at.connect(ctx, forBackup)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.close()) }()
	s, err := c.stmt(`VACUUM INTO ?`)
	if err != nil {
		return err
	}
	if _, err := s.(driver.StmtExecContext).ExecContext(ctx, c.named(args{file})); err != nil {
		return err
	}
	return syncFile(file)
}

// syncFile makes what is in a file last: VACUUM INTO leaves that to the caller.
func syncFile(file string) error {
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
