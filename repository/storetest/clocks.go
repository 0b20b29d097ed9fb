package storetest

import (
	"testing"
	"time"

	"kast/repository"
)

// deadline returns a game whose deadline is so long after moment; no clock runs in it where the time is negative.
func deadline(after time.Duration) repository.NewGame {
	g := newGame("")
	g.Summary.Status = "playing"
	g.Summary.Deadline = moment.Add(after)
	if after < 0 {
		g.Summary.Deadline = time.Time{}
	}
	return g
}

// due reads all pages of games whose deadline is before a time.
func due(t *testing.T, s repository.Store, before time.Time, limit int) []string {
	t.Helper()
	var got []string
	for after := int64(0); ; {
		page, next, err := s.Due(t.Context(), before, after, limit)
		if err != nil || len(page) > limit {
			t.Fatalf("Due: %d ids, %v", len(page), err)
		}
		got = append(got, page...)
		if next == 0 {
			return got
		}
		if next <= after {
			t.Fatalf("Due: the page after %d has its next at %d", after, next)
		}
		after = next
	}
}

var clocks = []test{
	{"Due", func(t *testing.T, s repository.Store) {
		var made []string
		for _, minutes := range []int{3, 1, -1, 5, 1, -1, 4, 2} {
			g := deadline(time.Duration(minutes) * time.Minute)
			create(t, s, g)
			made = append(made, g.ID)
		}
		if got := due(t, s, moment, 9); got != nil {
			t.Errorf("before the first deadline: %v", got)
		}
		// In the order in which they were made, not that of their deadlines; without one they are never due.
		for _, c := range []struct {
			before time.Time
			want   []string
		}{
			{moment.Add(2 * time.Minute), []string{made[1], made[4]}}, // the deadline itself is not before it
			{moment.Add(4 * time.Minute), []string{made[0], made[1], made[4], made[7]}},
			{moment.AddDate(20, 0, 0), []string{made[0], made[1], made[3], made[4], made[6], made[7]}},
		} {
			for _, limit := range []int{1, 2, 3, 6, 100} {
				equal(t, "games that are due", due(t, s, c.before, limit), c.want)
			}
		}
		// To the millisecond, whatever the zone.
		equal(t, "due at the millisecond", due(t, s, stored.Add(time.Minute), 9), []string(nil))
		equal(t, "due a millisecond later", due(t, s, stored.Add(time.Minute+time.Millisecond), 9), []string{made[1], made[4]})
		for _, limit := range []int{0, -1} {
			if ids, next, err := s.Due(t.Context(), moment.Add(time.Hour), 0, limit); ids != nil || next != 0 || err != nil {
				t.Errorf("limit %d: %v, %d, %v", limit, ids, next, err)
			}
		}
	}},

	// A move sets the deadline anew or takes it away, and a game that moves between two pages does not disturb them.
	{"DueAfterMoves", func(t *testing.T, s repository.Store) {
		late := moment.Add(time.Hour)
		first, second, third := deadline(0), deadline(0), deadline(-1)
		for _, g := range []repository.NewGame{first, second, third} {
			create(t, s, g)
		}
		page, after, err := s.Due(t.Context(), late, 0, 1)
		if err != nil || after == 0 {
			t.Fatalf("Due: %v, %d, %v", page, after, err)
		}
		equal(t, "first page", page, []string{first.ID})

		move := next(first.ID, first.Head, 1)
		move.Summary.Deadline = late
		mustAppend(t, s, move)
		begin := next(third.ID, third.Head, 1)
		begin.Summary.Deadline = moment
		mustAppend(t, s, begin)
		page, _, err = s.Due(t.Context(), late, after, 9)
		if err != nil {
			t.Fatalf("Due: %v", err)
		}
		equal(t, "second page", page, []string{second.ID, third.ID})
		equal(t, "due a moment later", due(t, s, late.Add(time.Minute), 2), []string{first.ID, second.ID, third.ID})

		end := next(second.ID, second.Head, 1)
		end.Summary.Status = "finished"
		mustAppend(t, s, end)
		equal(t, "due after an end", due(t, s, late.Add(time.Minute), 2), []string{first.ID, third.ID})

		// An append that is refused changes no deadline.
		late2 := next(third.ID, third.Head, 1)
		want(t, "Append at an old head", s.Append(t.Context(), late2), repository.ErrConflict)
		equal(t, "due after a conflict", due(t, s, late.Add(time.Minute), 2), []string{first.ID, third.ID})
	}},

	// The deadline is part of the summary wherever that is read or written.
	{"Deadline", func(t *testing.T, s repository.Store) {
		me := account(t, s, "A")
		g := newGame(me.ID)
		g.Summary.Deadline = moment
		create(t, s, g)
		check := func(when string, want time.Time) {
			t.Helper()
			got, _ := load(t, s, g.ID)
			equal(t, "deadline "+when, got.Summary.Deadline, want)
			page, err := s.GamesOf(t.Context(), me.ID, repository.GameFilter{}, repository.Page{Limit: 1})
			if err != nil {
				t.Fatalf("GamesOf: %v", err)
			}
			equal(t, "listed "+when, page.Games, []repository.Game{got})
			page, err = s.Lobby(t.Context(), repository.Page{Limit: 1})
			if err != nil {
				t.Fatalf("Lobby: %v", err)
			}
			equal(t, "in the lobby "+when, page.Games, []repository.Game{got})
		}
		check("of a new game", stored)

		move := next(g.ID, g.Head, 1)
		move.Summary.Status, move.Summary.Deadline = "open", moment.Add(time.Minute)
		mustAppend(t, s, move)
		check("after a move", stored.Add(time.Minute))

		after := move.Summary
		after.Deadline = moment.Add(time.Hour)
		if err := s.Rebuild(t.Context(), g.ID, headOf(move.Events), after, nil); err != nil {
			t.Fatalf("Rebuild: %v", err)
		}
		got, _ := load(t, s, g.ID)
		equal(t, "deadline after a rebuild", got.Summary.Deadline, stored.Add(time.Hour))
		after.Deadline = time.Time{}
		if err := s.Rebuild(t.Context(), g.ID, headOf(move.Events), after, nil); err != nil {
			t.Fatalf("Rebuild: %v", err)
		}
		got, _ = load(t, s, g.ID)
		equal(t, "no deadline after a rebuild", got.Summary.Deadline, time.Time{})
	}},

	{"Heartbeat", func(t *testing.T, s repository.Store) {
		check := func(when string, want time.Time) {
			t.Helper()
			got, err := s.Heartbeat(t.Context())
			if err != nil {
				t.Fatalf("Heartbeat: %v", err)
			}
			equal(t, "heartbeat "+when, got, want)
		}
		check("before the first", time.Time{})
		for _, c := range []struct {
			when     string
			at, want time.Time
		}{
			{"first", moment, stored},
			{"later", moment.Add(time.Second), stored.Add(time.Second)},
			{"of a clock that runs late", moment.Add(-time.Second), stored.Add(time.Second)},
			{"of one that runs very late", moment.Add(time.Second - repository.ClocksDiffer), stored.Add(time.Second)},
			{"at the same time", moment.Add(time.Second), stored.Add(time.Second)},
			{"years later", moment.AddDate(2, 0, 0), stored.AddDate(2, 0, 0)},
			{"of a clock that was set back", moment.Add(-time.Hour), stored.Add(-time.Hour)},
		} {
			if err := s.Beat(t.Context(), c.at); err != nil {
				t.Fatalf("Beat: %v", err)
			}
			check(c.when, c.want)
		}
	}},

	// A clock that is wrong for a while adds a stretch, and takes nothing from the others.
	{"Stretches", func(t *testing.T, s repository.Store) {
		check := func(when string, want []repository.Stretch) {
			t.Helper()
			got, err := s.Stretches(t.Context())
			if err != nil {
				t.Fatalf("Stretches: %v", err)
			}
			equal(t, "stretches "+when, got, want)
		}
		check("before the first beat", nil)
		const day = 24 * time.Hour
		run := func(from, to time.Duration) repository.Stretch {
			return repository.Stretch{From: stored.Add(from), To: stored.Add(to)}
		}
		first := func(to time.Duration) repository.Stretch {
			return repository.Stretch{From: time.Unix(0, 0).UTC(), To: stored.Add(to)}
		}
		const p = repository.Pause
		for _, c := range []struct {
			when string
			beat time.Duration // after moment
			want []repository.Stretch
		}{
			{"after the first beat", 0, []repository.Stretch{first(0)}},
			{"after a second", time.Second, []repository.Stretch{first(time.Second)}},
			{"of a clock that runs late", -time.Second, []repository.Stretch{first(time.Second)}},
			{"after a restart", time.Second + p, []repository.Stretch{first(time.Second + p)}},
			{"after a pause", day, []repository.Stretch{run(day, day), first(time.Second + p)}},
			{"going on", day + p, []repository.Stretch{run(day, day+p), first(time.Second + p)}},
			{"put forward", 900 * day, []repository.Stretch{run(900*day, 900*day), run(day, day+p), first(time.Second + p)}},
			{"put right", day + p + time.Minute, []repository.Stretch{
				run(900*day, 900*day), run(day, day+p+time.Minute), first(time.Second + p),
			}},
			{"far too early", -9000 * day, []repository.Stretch{
				run(900*day, 900*day), run(day, day+p+time.Minute), first(time.Second + p),
			}},
			{"just too late for the first", time.Second + 2*p + time.Millisecond, []repository.Stretch{
				run(900*day, 900*day), run(day, day+p+time.Minute), run(time.Second+2*p+time.Millisecond, time.Second+2*p+time.Millisecond),
				first(time.Second + p),
			}},
		} {
			if err := s.Beat(t.Context(), moment.Add(c.beat)); err != nil {
				t.Fatalf("Beat: %v", err)
			}
			check(c.when, c.want)
		}
	}},
}
