package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"kast/api/play"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/repository"
)

func bindReplay(f *flags) runner { return bindGame(f, replay) }

func replay(ctx context.Context, std streams, games *play.Service, path, id string) error {
	lines, beside, err := games.Lines(ctx, id)
	if errors.Is(err, play.ErrNotFound) {
		return fmt.Errorf("there is no game %s in %s", id, path)
	}
	if _, isBreach := errors.AsType[*game.Breach](err); err != nil && !isBreach {
		return err
	}
	_, fault := games.Verify(ctx, id)
	if ctx.Err() != nil {
		return stopped(ctx, fault)
	}

	// Check and not Evolve alone: a log that does not hold is told as far as the rules can follow it.
	var body strings.Builder
	told := newTeller(&body, beside)
	state, _ := game.Check(gamelog.Records(lines), func(before game.State, r game.Record) error {
		told.step(before, r)
		return nil
	})
	if state.Seq > 0 {
		printHeader(std.out, state, beside)
		fmt.Fprint(std.out, body.String())
		printResult(std.out, state, beside)
	}
	if !printVerdict(std.out, state, lines, fault) {
		return errReported
	}
	return nil
}

// who names a seat: by the name beside the log, a computer by its level, and by its number where there is neither or two
// have the same.
func who(beside repository.Game, seat int) string {
	number := fmt.Sprintf("seat %d", seat)
	if seat < 0 || seat >= len(beside.Seats) {
		return number
	}
	s := beside.Seats[seat]
	same := func(other repository.Seat) bool { return other.Name == s.Name }
	if s.Kind == string(game.BotSeat) {
		same = func(other repository.Seat) bool { return other.Kind == s.Kind && other.BotLevel == s.BotLevel }
	} else if s.Name == "" {
		return number // open, or its account was deleted
	}
	alone := true
	for i, other := range beside.Seats {
		alone = alone && (i == seat || !same(other))
	}
	switch {
	case s.Kind == string(game.BotSeat) && alone:
		return "computer (" + s.BotLevel + ")"
	case s.Kind == string(game.BotSeat):
		return "computer (" + s.BotLevel + ", " + number + ")"
	case alone:
		return printable(s.Name)
	}
	return printable(s.Name) + " (" + number + ")"
}

// printHeader says what was agreed before the first roll.
func printHeader(w io.Writer, s game.State, beside repository.Game) {
	line := func(label, format string, args ...any) { headerLine(w, label, fmt.Sprintf(format, args...)) }
	line("game", "%s", s.Game)
	line("ruleset", "%s, version %d", s.Ruleset.ID, s.Ruleset.Version)
	line("status", "%s, %s", s.Status, s.Visibility)
	line("created", "%s", s.CreatedAt.Format(timeLayout))
	if !s.StartedAt.IsZero() {
		line("started", "%s", s.StartedAt.Format(timeLayout))
	}
	if !s.FinishedAt.IsZero() {
		line("ended", "%s", s.FinishedAt.Format(timeLayout))
	}
	if s.Dice == game.ServerDice {
		line("dice", "rolled by the server, commitment %s", s.Commitment)
	} else {
		line("dice", "rolled by the players")
	}
	line("options", "%s", options(s))
	for i, seat := range s.Seats {
		text := who(beside, i)
		if seat.Kind != game.BotSeat {
			text += ", " + string(seat.Kind)
		}
		if seat.ClientSeed != "" {
			text += ", client seed " + seat.ClientSeed
		}
		line(fmt.Sprintf("seat %d", i), "%s", text)
	}
	if !s.StartedAt.IsZero() {
		line("dice are", "[1] held, (1) kept from before,  1  free")
	}
}

func headerLine(w io.Writer, label, text string) { fmt.Fprintf(w, "%-9s %s\n", label, text) }

const timeLayout = "2006-01-02 15:04:05 UTC"

// options lists what was chosen, in the words of the API.
func options(s game.State) string {
	all := []string{fmt.Sprintf("advice %t", s.Options.Advice), fmt.Sprintf("turnSeconds %d", s.Options.TurnSeconds)}
	if s.Ruleset.HasAutoEnter() {
		all = append(all, fmt.Sprintf("autoEnterSeconds %d", s.Options.AutoEnterSeconds))
	}
	if s.Ruleset.HasOwnPot() {
		all = append(all, fmt.Sprintf("ownPot %t", s.Options.OwnPot))
	}
	return strings.Join(all, ", ")
}

// printVerdict says whether the log proves what it tells, and returns whether no fault was found.
func printVerdict(w io.Writer, s game.State, lines []gamelog.Line, fault error) bool {
	if breach, ok := errors.AsType[*game.Breach](fault); ok {
		fmt.Fprintf(w, "\nThe log does not hold at event %d: %v.\n", breach.Seq, breach.Cause)
		return false
	}
	if fault != nil {
		fmt.Fprintf(w, "\nThe log could not be verified: %v.\n", fault)
		return false
	}
	fmt.Fprintf(w, "\nThe log holds: %s, chained, by the rules.\n", count(len(lines), "event"))
	rolls := 0
	for _, l := range lines {
		if _, ok := l.Event.(game.Rolled); ok {
			rolls++
		}
	}
	switch {
	case s.Dice == game.ClientDice:
		fmt.Fprintln(w, "The dice were the players' own; there is nothing to prove about them.")
	case s.ServerSeed != "":
		fmt.Fprintf(w, "The dice proof holds: the seed opens the commitment, and %s came from it.\n", count(rolls, "roll"))
		fmt.Fprintf(w, "seed      %s\n", s.ServerSeed)
	default:
		fmt.Fprintf(w, "The dice proof holds so far, for %s. The seed is secret until the game is over.\n",
			count(rolls, "roll"))
	}
	return true
}
