package main

import (
	"context"
	"log/slog"
	"time"

	"kast/api/auth"
	"kast/api/play"
)

// sweepEvery is how often guests are looked for that nobody uses.
const sweepEvery = time.Hour

// keepGuests removes the guests that nobody has used for a number of days in which a server ran, until ctx ends; 0 is for ever.
func keepGuests(
	ctx context.Context, accounts *auth.Service, runs play.Runs, now func() time.Time, days int, logger *slog.Logger,
) {
	if days == 0 {
		return
	}
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		switch n, err := removeGuests(ctx, accounts, runs, now(), days); {
		case ctx.Err() != nil:
			return
		case err != nil:
			logger.Error("forgotten guests not removed", "removed", n, "error", err)
		case n > 0:
			logger.Info("forgotten guests removed", "removed", n)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// removeGuests removes the guests that nobody has used at now for so many days.
func removeGuests(ctx context.Context, accounts *auth.Service, runs play.Runs, now time.Time, days int) (removed int, err error) {
	before, err := play.UnusedBefore(ctx, runs, now, time.Duration(days)*24*time.Hour)
	if err != nil {
		return 0, err
	}
	return accounts.RemoveGuests(ctx, before)
}
