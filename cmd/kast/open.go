package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"path/filepath"

	"kast/api/auth"
	"kast/api/play"
	"kast/repository/sqlite"
)

// openExisting opens the database of a command that looks at what is there: a path that was mistyped must not become a
// new and empty database, and no file is migrated.
func openExisting(ctx context.Context, path string, stderr io.Writer) (*sqlite.DB, *play.Service, error) {
	logger := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	db, err := open(ctx, path, sqlite.Options{Logger: logger, MustExist: true})
	if err != nil {
		return nil, nil, err
	}
	return db, play.New(db, play.Options{CheckName: auth.CheckName}), nil
}

// open opens a database, and says what is wrong with it in words for people.
func open(ctx context.Context, path string, o sqlite.Options) (*sqlite.DB, error) {
	db, err := sqlite.Open(ctx, path, o)
	switch {
	case o.MustExist && errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no database %s", path)
	case errors.Is(err, sqlite.ErrNewerSchema):
		return nil, fmt.Errorf("%s was written by a newer version of Kast; this is %s", path, version())
	case errors.Is(err, sqlite.ErrOlderSchema):
		return nil, fmt.Errorf("%s was written by an older version of Kast; `kast serve` brings it up to date — back it up first", path)
	case errors.Is(err, sqlite.ErrNotKast):
		return nil, fmt.Errorf("%s is no Kast database", path)
	case errors.Is(err, sqlite.ErrFull):
		return nil, unopened{path, sqlite.ErrFull, err}
	case err != nil:
		why := err
		if at, ok := errors.AsType[*fs.PathError](err); ok {
			why = at.Err // the rest of the message names the path twice more
			if full, err := filepath.Abs(path); err == nil && at.Path != full {
				why = fmt.Errorf("%s: %w", at.Path, at.Err)
			}
		}
		return nil, unopened{path, why, err}
	}
	return db, nil
}

// unopened is a database that cannot be opened: what it says of that is shorter than the error of the store.
type unopened struct {
	path      string
	why, from error
}

func (e unopened) Error() string {
	return fmt.Sprintf("cannot open the database %s: %v", e.path, e.why)
}

// Unwrap gives the error of the store.
func (e unopened) Unwrap() error { return e.from }

// closing closes c when the caller returns, and adds what went wrong with that to its error.
func closing(c io.Closer, err *error) { *err = errors.Join(*err, c.Close()) }
