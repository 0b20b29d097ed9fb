package main

import (
	"context"
	"log/slog"
	"time"

	"kast/api/auth"
)

// sweepEvery is how often guests are looked for that nobody uses.
const sweepEvery = time.Hour

// keepGuests removes the guests that nobody has used for a number of days, until ctx ends; 0 is for ever.
func keepGuests(ctx context.Context, accounts *auth.Service, days int, logger *slog.Logger) {
	if days == 0 {
		return
	}
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		switch n, err := accounts.RemoveGuests(ctx, time.Duration(days)*24*time.Hour); {
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
