package main

import (
	"fmt"
	"io"
	"strings"

	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/pot"
	"kast/domain/scorecard"
	"kast/repository"
)

// teller tells a game event by event, one line each under a heading for each turn.
type teller struct {
	w      io.Writer
	beside repository.Game
	seat   int // whose turn was announced last
	round  int
}

func newTeller(w io.Writer, beside repository.Game) *teller {
	return &teller{w: w, beside: beside, seat: game.NoSeat}
}

// step tells the event r, which happens to the game as it was before.
func (t *teller) step(before game.State, r game.Record) {
	after := game.Evolve(before, r)
	if seat := before.OnTurn(); seat != game.NoSeat && (seat != t.seat || before.Turn.Round != t.round) {
		t.seat, t.round = seat, before.Turn.Round
		t.heading(before)
	}
	switch e := r.Event.(type) {
	case game.Created:
		fmt.Fprintln(t.w)
		t.line(r, "created", "", count(len(e.Seats), "seat"))
	case game.Joined:
		t.line(r, "joins", "", fmt.Sprintf("at seat %d", e.Seat))
	case game.Left:
		t.line(r, "leaves", "", fmt.Sprintf("from seat %d", e.Seat))
	case game.Started:
		t.line(r, "started", "", t.order(e))
	case game.Rolled:
		t.line(r, "rolls", rolled(before, e), t.outcome(before, after, e))
	case game.Held:
		t.line(r, "holds", held(after), worth(after))
	case game.Entered:
		t.line(r, "enters", "", t.entry(before, after, e))
	case game.Banked:
		t.line(r, "stops", "", t.stop(before, after, e))
	case game.Resigned:
		t.line(r, "gives up", "", t.who(e.Seat))
	case game.Resumed:
		t.line(r, "resumed", "", "the clock starts anew")
	case game.Finished:
		fmt.Fprintln(t.w)
		t.line(r, "finished", "", "")
	case game.Closed:
		fmt.Fprintln(t.w)
		t.line(r, "closed", "", "without a result")
	}
}

func (t *teller) who(seat int) string { return who(t.beside, seat) }

func (t *teller) heading(s game.State) {
	text := fmt.Sprintf("%s, turn %d, has %d", t.who(t.seat), t.round, s.Total(t.seat))
	if s.Pot > 0 {
		text += fmt.Sprintf(", pot %d", s.Pot)
	}
	if s.Final.On() {
		text += fmt.Sprintf(", %s leads with %d", t.who(s.Final.Seat), s.Final.Score)
	}
	fmt.Fprintf(t.w, "\n%s\n", text)
}

// line tells one event. Who caused it is said only where it was not the player.
func (t *teller) line(r game.Record, verb, faces, detail string) {
	if r.By == game.ByClock || r.By == game.ByBot {
		detail = strings.TrimSpace(detail + " (" + string(r.By) + ")")
	}
	if faces != "" {
		faces += "  "
	}
	fmt.Fprintln(t.w, strings.TrimRight(fmt.Sprintf("%5d  %-8s  %s%s", r.Seq, verb, faces, detail), " "))
}

// order says who plays, in the order of turns.
func (t *teller) order(e game.Started) string {
	names := make([]string, len(e.Seats))
	renumbered := false
	for i, old := range e.Seats {
		names[i] = t.who(i)
		if old != i {
			names[i] += fmt.Sprintf(" (was seat %d)", old)
			renumbered = true
		}
	}
	if renumbered || len(names) > 1 {
		return "in this order: " + strings.Join(names, ", ")
	}
	return names[0] + " alone"
}

// rolled shows the dice after a roll; those that were kept stand in parentheses.
func rolled(before game.State, e game.Rolled) string {
	kept := dice.All(e.Dice.Len()) &^ before.Rolls()
	return faces(e.Dice, kept, 0)
}

// held shows the dice with a hold: those held in brackets, those set aside earlier in the turn in parentheses.
func held(after game.State) string { return faces(after.Turn.Dice, after.Turn.Locked, after.Turn.Held) }

func faces(d dice.Dice, kept, held dice.Mask) string {
	var b strings.Builder
	for i, face := range d.Faces() {
		switch {
		case held.Has(i):
			fmt.Fprintf(&b, "[%d]", face)
		case kept.Has(i):
			fmt.Fprintf(&b, "(%d)", face)
		default:
			fmt.Fprintf(&b, " %d ", face)
		}
	}
	return b.String()
}

// worth is what the dice set aside would give at a stop, where the game has such a thing.
func worth(after game.State) string {
	if after.Ruleset.Engine != game.PotEngine {
		return ""
	}
	return fmt.Sprintf("%d points", after.Turn.Points+after.HeldPoints())
}

// outcome says in the words of the rules what a roll of tiotusen led to.
func (t *teller) outcome(before, after game.State, e game.Rolled) string {
	switch e.Outcome {
	case pot.Straight:
		return fmt.Sprintf("straight: %d into the pot, pot %d, rolls again", e.Points, after.Pot)
	case pot.Pot:
		text := fmt.Sprintf("pot: %d into the pot, pot %d", e.Points, after.Pot)
		if after.Turn.Seat == e.Seat && after.Turn.Round == before.Turn.Round {
			text = "own " + text + ", rolls again"
		}
		return text
	case pot.Zilch:
		return fmt.Sprintf("zilch: %d, %s %d", e.Points, t.who(e.Seat), after.Total(e.Seat))
	case pot.Bust:
		return fmt.Sprintf("bust: %d points lost", before.Turn.Points+before.HeldPoints())
	case pot.Scored, pot.NoOutcome:
	}
	return ""
}

// entry says where a roll went, what that gave, and what the seat has now.
func (t *teller) entry(before, after game.State, e game.Entered) string {
	parts := []string{fmt.Sprintf("%d", e.Entry.Points)}
	if e.Entry.Strike() {
		parts[0] = "struck"
	}
	if e.Entry.Joker {
		parts = append(parts, "joker")
	}
	if e.Entry.Bonus > 0 {
		parts = append(parts, fmt.Sprintf("five bonus %d", e.Entry.Bonus))
	}
	if won := after.Seats[e.Seat].Card.UpperBonus() - before.Seats[e.Seat].Card.UpperBonus(); won > 0 {
		parts = append(parts, fmt.Sprintf("upper bonus %d", won))
	}
	return fmt.Sprintf("%-16s %s; %s %d", words(e.Entry.Box), strings.Join(parts, ", "), t.who(e.Seat), after.Total(e.Seat))
}

// stop says what a stop gave, and what the seat has now.
func (t *teller) stop(before, after game.State, e game.Banked) string {
	text := fmt.Sprintf("%d points", e.Points)
	if own := before.Turn.Points + before.HeldPoints(); own != e.Points {
		text = fmt.Sprintf("%d points + pot %d = %d", own, e.Points-own, e.Points)
	}
	text += fmt.Sprintf("; %s %d", t.who(e.Seat), after.Total(e.Seat))
	if after.Final != before.Final {
		text += ", leads; everybody else gets one more turn"
	}
	return text
}

// words writes the id of a box as words: "fiveOfAKind" as "five of a kind".
func words(b scorecard.Box) string {
	var out []rune
	for _, c := range b.String() {
		if c >= 'A' && c <= 'Z' {
			out = append(out, ' ', c-'A'+'a')
		} else {
			out = append(out, c)
		}
	}
	return string(out)
}
