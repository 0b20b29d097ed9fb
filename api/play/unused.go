package play

import (
	"context"
	"fmt"
	"time"

	"kast/repository"
)

// Runs is where is noted when servers ran.
type Runs interface {
	// Stretches returns when servers have run, newest first.
	Stretches(ctx context.Context) ([]repository.Stretch, error)
}

// UnusedBefore returns the time before which something must have been used last to have been left unused, at now, for longer than is
// allowed. Only time in which a server ran counts: what nobody could use is held against nobody. Where servers ran all the time
// it is what is allowed before now. The time from the last stretch to now counts by the same rule, noted or not. So nothing is left
// unused for longer all at once when a server has just started, or the machine's clock was put forward.
func UnusedBefore(ctx context.Context, runs Runs, now time.Time, allowed time.Duration) (time.Time, error) {
	stretches, err := runs.Stretches(ctx)
	if err != nil {
		return time.Time{}, fmt.Errorf("read when servers ran: %w", err)
	}
	at := now.Round(0) // back from here goes what is left of allowed; by the wall clock, as the stretches
	for _, s := range stretches {
		if s.From.After(at) {
			continue // of a clock that ran ahead
		}
		if at.Sub(s.To) > repository.Pause {
			at = s.To
		}
		ran := at.Sub(s.From)
		if ran > allowed {
			break
		}
		allowed -= ran
		at = s.From
	}
	return at.Add(-allowed), nil
}
