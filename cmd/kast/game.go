package main

import (
	"context"
	"fmt"
	"strings"

	"kast/api/play"
	"kast/domain/gamelog"
)

// bindGame makes the runner of a command that tells of one game: it reads the game's id, which some write in upper case,
// and opens the database that is there. path is where that is, for messages.
func bindGame(
	f *flags, tell func(ctx context.Context, std streams, games *play.Service, path, id string) error,
) runner {
	path := f.database()
	return func(ctx context.Context, std streams, id string) (err error) {
		id = strings.ToLower(id)
		if !gamelog.ValidID(id) {
			return usageError{fmt.Sprintf("%q is not the id of a game", id)}
		}
		db, games, err := openExisting(ctx, *path, std.err)
		if err != nil {
			return err
		}
		defer closing(db, &err)
		return tell(ctx, std, games, *path, id)
	}
}
