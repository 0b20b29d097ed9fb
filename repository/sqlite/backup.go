package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Backup writes a copy of the database as it is at one moment to a new file that only its owner can read. The database
// may be in use meanwhile, by this process and by others, and neither readers nor the writer wait. When Backup returns
// nil the copy is on the disk; when it fails there is no file. It fails when the file is already there.
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
	// SQLite takes an empty file for a new one, and would itself make one that everybody can read.
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file))
		}
	}()
	if err := f.Close(); err != nil {
		return err
	}
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

// syncFile makes a file and its name last: VACUUM INTO leaves that to the caller.
func syncFile(file string) error {
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	return syncDir(filepath.Dir(file))
}
