package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"kast/api/play"
	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/domain/review"
)

func bindReview(f *flags) runner {
	path := f.database()
	return func(ctx context.Context, std streams, id string) error {
		return reviewGame(ctx, std, *path, strings.ToLower(id))
	}
}

func reviewGame(ctx context.Context, std streams, path, id string) (err error) {
	if !gamelog.ValidID(id) {
		return usageError{fmt.Sprintf("%q is not the id of a game", id)}
	}
	db, games, err := openExisting(ctx, path, std.err)
	if err != nil {
		return err
	}
	defer closing(db, &err)
	lines, _, err := games.Lines(ctx, id)
	if errors.Is(err, play.ErrNotFound) {
		return fmt.Errorf("there is no game %s", id)
	}
	if err != nil {
		return err
	}
	state, err := gamelog.Verify(lines, nil)
	if err != nil {
		return fmt.Errorf("the log does not hold: %w", err)
	}
	t, err := games.Table(ctx, state.Ruleset.ID)
	if err != nil {
		return err
	}
	return printReview(std.out, state, review.Game(t, gamelog.Records(lines)))
}

// printReview writes a line a decision, and then how each seat played.
func printReview(w io.Writer, s game.State, r review.Review) error {
	var b strings.Builder
	for _, d := range r.Decisions {
		fmt.Fprintf(&b, "%5d  seat %d, turn %2d, roll %d  %s  %s", d.Seq, d.Seat, d.Round, d.Roll, thrown(d.Dice), told(d.Done))
		if d.Loss > 0 {
			fmt.Fprintf(&b, "; best %s; gave away %.3f", told(d.Best), d.Loss)
		}
		b.WriteByte('\n')
	}
	for _, t := range r.Turns {
		fmt.Fprintf(&b, "%5d  seat %d, turn %2d  %s  expected %9.3f, luck %+9.3f, loss %8.3f, result %g\n",
			t.Seq, t.Seat, t.Round, objective(t.Objective), t.Expected, t.Luck, t.Loss, t.Result)
	}
	for i, seat := range r.Seats {
		if s.Ruleset.Engine == game.PotEngine {
			fmt.Fprintf(&b, "seat %d: luck %+.3f, loss %.3f, score %d\n", i, seat.Luck, seat.Loss, seat.Total)
			continue
		}
		fmt.Fprintf(&b, "seat %d: expected %.3f, luck %+.3f, loss %.3f, total %d", i, seat.StartExpected, seat.Luck, seat.Loss, seat.Total)
		if seat.Unplayed != 0 {
			fmt.Fprintf(&b, ", unplayed %.3f", seat.Unplayed)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func told(a review.Action) string {
	switch a.Do {
	case review.Enter:
		return fmt.Sprintf("enters %s (%.3f)", a.Box, a.Expected)
	case review.Bank:
		return fmt.Sprintf("holds %v and banks (%s)", a.Held.Positions(), figures(a))
	case review.Roll:
		return fmt.Sprintf("holds %v and rolls (%s)", a.Held.Positions(), figures(a))
	}
	panic(fmt.Sprintf("kast: unknown action %d", a.Do))
}

func figures(a review.Action) string {
	if a.Chance > 0 {
		return fmt.Sprintf("%.3f, chance %.4f", a.Expected, a.Chance)
	}
	return fmt.Sprintf("%.3f", a.Expected)
}

func objective(o review.Objective) string {
	if o == review.Chance {
		return "chance"
	}
	return "points"
}

func thrown(d dice.Dice) string { return strings.Trim(fmt.Sprint(d.Faces()), "[]") }
