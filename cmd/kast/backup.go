package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

func bindBackup(f *flags) runner {
	path := f.database()
	return func(ctx context.Context, std streams, file string) error {
		return backup(ctx, std, *path, file)
	}
}

func backup(ctx context.Context, std streams, path, file string) (err error) {
	db, _, err := openExisting(ctx, path, std.err)
	if err != nil {
		return err
	}
	defer closing(db, &err)
	err = db.Backup(ctx, file)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is already there", file)
	}
	if err != nil {
		return err
	}
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.out, "%s: %d bytes, a copy of %s\n", file, info.Size(), path)
	return err
}
