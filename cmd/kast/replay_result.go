package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"kast/domain/game"
	"kast/domain/scorecard"
	"kast/repository"
)

// printResult says how the seats stand at the end of what was told, and shows their cards.
func printResult(w io.Writer, s game.State, beside repository.Game) {
	if s.StartedAt.IsZero() {
		return
	}
	seats := make([]int, len(s.Seats))
	for i := range seats {
		seats[i] = i
	}
	title := "So far"
	if s.Status == game.StatusFinished {
		title = "Result"
		slices.SortStableFunc(seats, func(a, b int) int { return s.Seats[a].Placement - s.Seats[b].Placement })
	}
	rows := [][]string{}
	for _, i := range seats {
		seat := s.Seats[i]
		row := []string{"", who(beside, i), fmt.Sprint(s.Total(i)), ""}
		if seat.Placement > 0 {
			row[0] = fmt.Sprintf("%d.", seat.Placement)
		}
		if seat.Resigned() {
			row[3] = "gave up"
		}
		rows = append(rows, row)
	}
	fmt.Fprintf(w, "\n%s\n", title)
	printTable(w, rows, []bool{true, false, true, false})
	if s.Ruleset.Engine == game.ScorecardEngine {
		printCards(w, s, beside)
	}
}

// printCards shows the cards side by side. A box that is open is empty; one that was struck says so.
func printCards(w io.Writer, s game.State, beside repository.Game) {
	head := []string{""}
	right := []bool{false}
	for i := range s.Seats {
		head = append(head, who(beside, i))
		right = append(right, true)
	}
	rows := [][]string{head}
	row := func(label string, cell func(scorecard.Card) string) {
		cells := []string{label}
		for _, seat := range s.Seats {
			cells = append(cells, cell(seat.Card))
		}
		rows = append(rows, cells)
	}
	for _, b := range scorecard.AllBoxes() {
		row(words(b), func(c scorecard.Card) string {
			points, filled := c.Points(b)
			switch {
			case !filled:
				return ""
			case points == 0:
				return "struck"
			}
			return fmt.Sprint(points)
		})
		if b == scorecard.Sixes {
			row("upper bonus", func(c scorecard.Card) string { return fmt.Sprint(c.UpperBonus()) })
		}
	}
	row("five bonuses", func(c scorecard.Card) string { return fmt.Sprint(c.FiveBonuses()) })
	row("total", func(c scorecard.Card) string { return fmt.Sprint(c.Total()) })
	fmt.Fprintln(w, "\nCards")
	printTable(w, rows, right)
}

// printTable aligns columns, to the right where right says so.
func printTable(w io.Writer, rows [][]string, right []bool) {
	widths := make([]int, len(right))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		var b strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			b.WriteString("  ")
			if right[i] {
				b.WriteString(pad + cell)
			} else {
				b.WriteString(cell + pad)
			}
		}
		fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
	}
}

// printable replaces what would steer a terminal. The API lets no such name in; a database may come from anywhere.
func printable(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, name)
}
