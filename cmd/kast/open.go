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
	return open(ctx, path, sqlite.Options{Logger: logger, MustExist: true}, nil)
}

// open opens the database and what plays on it. notify is that of play.Options, nil when nobody is to be told anything.
func open(ctx context.Context, path string, o sqlite.Options, notify func()) (*sqlite.DB, *play.Service, error) {
	db, err := sqlite.Open(ctx, path, o)
	switch {
	case o.MustExist && errors.Is(err, fs.ErrNotExist):
		return nil, nil, fmt.Errorf("there is no database %s", path)
	case errors.Is(err, sqlite.ErrNewerSchema):
		return nil, nil, fmt.Errorf("%s was written by a newer version of Kast; this is %s", path, version())
	case errors.Is(err, sqlite.ErrOlderSchema):
		return nil, nil, fmt.Errorf("%s was written by an older version of Kast; `kast serve` brings it up to date — back it up first", path)
	case errors.Is(err, sqlite.ErrNotKast):
		return nil, nil, fmt.Errorf("%s is no Kast database", path)
	case err != nil:
		if at, ok := errors.AsType[*fs.PathError](err); ok {
			err = at.Err // the rest of the message names the path twice more
		}
		return nil, nil, fmt.Errorf("cannot open the database %s: %w", path, err)
	}
	return db, play.New(db, play.Options{CheckName: auth.CheckName, Notify: notify}), nil
}

// closing closes c when the caller returns, and adds what went wrong with that to its error.
func closing(c io.Closer, err *error) { *err = errors.Join(*err, c.Close()) }
