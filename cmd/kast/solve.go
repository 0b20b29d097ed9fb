package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"kast/domain/game"
	"kast/domain/solver"
)

func bindSolve(_ *flags) runner {
	return func(ctx context.Context, std streams, ruleset string) error {
		rulesets := game.Rulesets()
		if ruleset != "" {
			r, ok := game.Lookup(game.RulesetID(ruleset))
			if !ok {
				return usageError{"there is no ruleset " + ruleset}
			}
			if r.Engine != game.ScorecardEngine {
				return usageError{ruleset + " has no table: its best play is worked out move by move"}
			}
			rulesets = []game.Ruleset{r}
		}
		for _, r := range rulesets {
			if r.Engine != game.ScorecardEngine {
				continue
			}
			if err := solve(ctx, std, r); err != nil {
				return err
			}
		}
		return nil
	}
}

// solve makes the table of one ruleset and tells what it holds and what it cost.
func solve(ctx context.Context, std streams, r game.Ruleset) error {
	progress := newProgress(std.err)
	began := time.Now()
	t, err := solver.Solve(r.Scorecard, solver.Options{
		Workers: runtime.GOMAXPROCS(0), Stop: ctx.Done(), Progress: func(done, all int) { progress.bar(string(r.ID), done, all) },
	})
	progress.clear()
	if err != nil {
		return fmt.Errorf("%s: %w", r.ID, err)
	}
	took := time.Since(began)
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	_, err = fmt.Fprintf(std.out, "%-8s expected final total %.6f, %d states, %.2f s, %d MiB from the system\n",
		r.ID, t.Start(), t.States(), took.Seconds(), m.Sys>>20)
	return err
}
