package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"kast/api/play"
	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/domain/review"
	"kast/repository"
)

func bindReview(f *flags) runner { return bindGame(f, reviewGame) }

func reviewGame(ctx context.Context, std streams, games *play.Service, _, id string) error {
	lines, beside, err := games.Lines(ctx, id)
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
	log := gamelog.Records(lines)
	printHeader(std.out, state, beside)
	if state.StartedAt.IsZero() {
		return nil
	}
	printLegend(std.out, state)
	judged := review.Game(t, log)
	printDecisions(std.out, log, judged, beside)
	printPlay(std.out, state, judged, beside)
	return nil
}

// printLegend says what the figures are.
func printLegend(w io.Writer, s game.State) {
	if s.Ruleset.Engine == game.PotEngine {
		headerLine(w, "(123.456)", "the expected gain of the turn, with best play from there; in the final round also the chance to overtake")
	} else {
		headerLine(w, "(123.456)", "the expected final total of the seat, with best play from there")
	}
	headerLine(w, "luck", "what the rolls changed in the expectation")
	headerLine(w, "loss", "what the decisions gave away")
}

// printDecisions tells the decisions under a heading for each turn, and of tiotusen what each turn gave.
func printDecisions(w io.Writer, log []game.Record, judged review.Review, beside repository.Game) {
	decisions, turns := judged.Decisions, judged.Turns
	told := newTeller(w, beside)
	var before game.State
	var first game.State // as it was before the first event of the turn
	for _, r := range log {
		if seat := before.OnTurn(); seat != game.NoSeat && (seat != first.OnTurn() || before.Turn.Round != first.Turn.Round) {
			first = before
		}
		head := func() {
			if told.seat != first.Turn.Seat || told.round != first.Turn.Round {
				told.seat, told.round = first.Turn.Seat, first.Turn.Round
				told.heading(first)
			}
		}
		for ; len(decisions) > 0 && decisions[0].Seq == r.Seq; decisions = decisions[1:] {
			head()
			printDecision(w, decisions[0], before.Turn.Locked)
		}
		for ; len(turns) > 0 && turns[0].Seq == r.Seq; turns = turns[1:] {
			head()
			fmt.Fprintf(w, "       %s\n", gave(turns[0]))
		}
		before = game.Evolve(before, r)
	}
}

// printDecision tells what was done with a roll, and on a line of its own what was better.
func printDecision(w io.Writer, d review.Decision, kept dice.Mask) {
	text := action(d.Done)
	if d.By == game.ByClock || d.By == game.ByBot {
		text += " (" + string(d.By) + ")"
	}
	fmt.Fprintf(w, "%5d  roll %-3d  %s  %s\n", d.Seq, d.Roll, faces(d.Dice, kept, d.Done.Held), text)
	if d.Loss > 0 {
		fmt.Fprintf(w, "       best      %s  %s; gave away %s\n",
			faces(d.Dice, kept, d.Best.Held), action(d.Best), amount(d.Objective, d.Loss))
	}
}

func action(a review.Action) string {
	figures := fmt.Sprintf("(%.3f)", a.Expected)
	if a.Chance > 0 {
		figures = fmt.Sprintf("(%.3f, chance %.4f)", a.Expected, a.Chance)
	}
	switch a.Do {
	case review.Enter:
		return "enters " + words(a.Box) + " " + figures
	case review.Bank:
		return "stops " + figures
	case review.Roll:
		return "rolls on " + figures
	}
	panic(fmt.Sprintf("kast: unknown action %d", a.Do))
}

// amount is a loss: points, or in the final round of tiotusen a part of the chance.
func amount(o review.Objective, loss float64) string {
	if o == review.Chance {
		return fmt.Sprintf("%.4f of the chance", loss)
	}
	return fmt.Sprintf("%.3f", loss)
}

// gave sums up a turn of tiotusen.
func gave(t review.Turn) string {
	if t.Objective != review.Chance {
		return fmt.Sprintf("turn      expected %.3f, luck %+.3f, loss %.3f: %d points", t.Expected, t.Luck, t.Loss, t.Gain)
	}
	result := "not overtaken"
	if t.Result > 0 {
		result = "overtaken"
	}
	return fmt.Sprintf("turn      chance %.4f, luck %+.4f, loss %.4f: %s", t.Expected, t.Luck, t.Loss, result)
}

// printPlay sums up how each seat played.
func printPlay(w io.Writer, s game.State, judged review.Review, beside repository.Game) {
	pot := s.Ruleset.Engine == game.PotEngine
	unplayed := slices.ContainsFunc(judged.Seats, func(seat review.Seat) bool { return seat.Unplayed != 0 })
	row := func(name, expected, luck, loss, rest, total string) []string {
		cells := []string{name}
		if !pot {
			cells = append(cells, expected)
		}
		cells = append(cells, luck, loss)
		if unplayed {
			cells = append(cells, rest)
		}
		return append(cells, total)
	}
	rows := [][]string{row("", "expected", "luck", "loss", "unplayed", "total")}
	for i, seat := range judged.Seats {
		rows = append(rows, row(who(beside, i), fmt.Sprintf("%.3f", seat.StartExpected), fmt.Sprintf("%+.3f", seat.Luck),
			fmt.Sprintf("%.3f", seat.Loss), fmt.Sprintf("%.3f", seat.Unplayed), fmt.Sprint(seat.Total)))
	}
	right := slices.Repeat([]bool{true}, len(rows[0]))
	right[0] = false
	fmt.Fprintln(w, "\nPlay")
	printTable(w, rows, right)
	switch {
	case pot:
		fmt.Fprintln(w, "\nLuck and loss are those of the whole turns before the final round.")
	case unplayed:
		fmt.Fprintln(w, "\nExpected + luck - loss = total + unplayed. Unplayed is what the open boxes were still expected to give.")
	default:
		fmt.Fprintln(w, "\nExpected + luck - loss = total.")
	}
}
