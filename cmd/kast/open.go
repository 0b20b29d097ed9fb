package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"

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
	case err != nil:
		if at, ok := errors.AsType[*fs.PathError](err); ok {
			err = at.Err // the rest of the message names the path twice more
		}
		return nil, fmt.Errorf("cannot open the database %s: %w", path, err)
	}
	return db, nil
}

// closing closes c when the caller returns, and adds what went wrong with that to its error.
func closing(c io.Closer, err *error) { *err = errors.Join(*err, c.Close()) }
