package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"kast/api/play"
	"kast/domain/game"
)

func bindVerify(f *flags) runner {
	path := f.database()
	return func(ctx context.Context, std streams, _ string) error {
		return verify(ctx, std, *path)
	}
}

func verify(ctx context.Context, std streams, path string) (err error) {
	db, games, err := openExisting(ctx, path, std.err)
	if err != nil {
		return err
	}
	defer closing(db, &err)

	var all, events, faults int
	shown := newProgress(std.err)
	err = games.EachGame(ctx, func(id string) error {
		n, err := games.Verify(ctx, id)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		all++
		events += n
		if err != nil {
			faults++
			shown.clear()
			printFault(std.out, id, err)
		}
		shown.step(all, "games checked")
		return nil
	})
	shown.clear()
	if err != nil {
		return stopped(ctx, err)
	}
	err = games.VerifyTotals(ctx)
	if err != nil && !errors.Is(err, play.ErrListed) {
		return stopped(ctx, err)
	}
	if err != nil {
		faults++
		fmt.Fprintln(std.out, "records and sums of dice: not what the games come to; kast rebuild makes them anew")
	}
	fmt.Fprintf(std.out, "%s, %s, %s\n", count(all, "game"), count(events, "event"), count(faults, "fault"))
	if faults > 0 {
		return errReported
	}
	return nil
}

// printFault says which event of which game is at fault, as far as it is one event's.
func printFault(w io.Writer, id string, err error) {
	breach, isBreach := errors.AsType[*game.Breach](err)
	switch {
	case isBreach:
		fmt.Fprintf(w, "game %s, event %d: %v\n", id, breach.Seq, breach.Cause)
	case errors.Is(err, play.ErrListed):
		fmt.Fprintf(w, "game %s: %v; kast rebuild makes that anew\n", id, err)
	default:
		fmt.Fprintf(w, "game %s: %v\n", id, err)
	}
}

// stopped says so where the command was told to stop before it was done.
func stopped(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return errors.New("stopped before the end")
	}
	return err
}

// count writes a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
