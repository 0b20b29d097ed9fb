package main

import (
	"context"
	"errors"
	"fmt"

	"kast/api/play"
)

func bindRebuild(f *flags) runner {
	path := f.database()
	return func(ctx context.Context, std streams, _ string) error {
		return rebuild(ctx, std, *path)
	}
}

// rebuild touches only games whose log holds and whose lists say something else: from a log that does not hold, lists
// would come to say what never was.
func rebuild(ctx context.Context, std streams, path string) (err error) {
	db, games, err := openExisting(ctx, path, std.err)
	if err != nil {
		return err
	}
	defer closing(db, &err)

	var all, rebuilt, faults int
	shown := newProgress(std.err)
	err = games.EachGame(ctx, func(id string) error {
		_, err := games.Verify(ctx, id)
		anew := errors.Is(err, play.ErrListed)
		if err == nil {
			var counted bool
			counted, err = games.Counted(ctx, id)
			anew = err == nil && !counted
		}
		if anew {
			if err = games.Rebuild(ctx, id); err == nil {
				_, err = games.Verify(ctx, id)
			}
			if err == nil {
				rebuilt++
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		all++
		if err != nil {
			faults++
			shown.clear()
			fmt.Fprintf(std.out, "game %s: left as it is: %v\n", id, err)
		}
		shown.step(all, "games looked at")
		return nil
	})
	shown.clear()
	if err != nil {
		return stopped(ctx, err)
	}
	wrong, err := games.RebuildTotals(ctx)
	if err != nil {
		return stopped(ctx, err)
	}
	if wrong {
		fmt.Fprintln(std.out, "records and sums of dice: made anew")
	}
	fmt.Fprintf(std.out, "%s, %d rebuilt, %s\n", count(all, "game"), rebuilt, count(faults, "fault"))
	if faults > 0 {
		return errReported
	}
	return nil
}
