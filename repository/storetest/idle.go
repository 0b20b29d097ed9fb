package storetest

import (
	"testing"
	"time"

	"kast/repository"
)

// idleGames reads all pages of games that nobody goes on with.
func idleGames(t *testing.T, s repository.Store, openBefore, movedBefore time.Time, limit int) []string {
	t.Helper()
	var got []string
	for after := int64(0); ; {
		page, next, err := s.Idle(t.Context(), openBefore, movedBefore, after, limit)
		if err != nil || len(page) > limit {
			t.Fatalf("Idle: %d ids, %v", len(page), err)
		}
		got = append(got, page...)
		if next == 0 {
			return got
		}
		if next <= after {
			t.Fatalf("Idle: the page after %d has its next at %d", after, next)
		}
		after = next
	}
}

var idle = []test{
	{"Idle", func(t *testing.T, s repository.Store) {
		made := map[string]string{}
		var names []string
		for _, g := range []struct {
			name, status   string
			created, moved time.Duration // after moment
			clock          bool
		}{
			{"old table", "open", 0, time.Hour, false},
			{"old game", "playing", 0, 0, false},
			{"old game with a clock", "playing", 0, 0, true},
			{"finished", "finished", 0, 0, false},
			{"game that moved", "playing", 0, time.Hour, false},
			{"closed", "closed", 0, 0, false},
			{"younger table", "open", time.Minute, time.Minute, false},
			{"younger game", "playing", time.Minute, time.Minute, false},
		} {
			n := newGame("")
			n.Summary.Status = g.status
			n.CreatedAt, n.UpdatedAt = moment.Add(g.created), moment.Add(g.moved)
			if g.clock {
				n.Summary.Deadline = moment
			}
			create(t, s, n)
			made[n.ID] = g.name
			names = append(names, n.ID)
		}
		told := func(ids []string) []string {
			var all []string
			for _, id := range ids {
				all = append(all, made[id])
			}
			return all
		}
		late := moment.Add(2 * time.Hour)
		for _, c := range []struct {
			open, moved time.Time
			want        []string
		}{
			{moment, moment, nil}, // the time itself is not before it
			{stored, stored, nil},
			{stored.Add(time.Millisecond), moment, []string{"old table"}},
			{moment, stored.Add(time.Millisecond), []string{"old game"}},
			{late, time.Time{}, []string{"old table", "younger table"}},
			{time.Time{}, late, []string{"old game", "game that moved", "younger game"}},
			{late, late, []string{"old table", "old game", "game that moved", "younger table", "younger game"}},
			{time.Time{}, time.Time{}, nil},
		} {
			for _, limit := range []int{1, 2, 3, 100} {
				equal(t, "idle games", told(idleGames(t, s, c.open, c.moved, limit)), c.want)
			}
		}
		if got, next, err := s.Idle(t.Context(), late, late, 0, 0); got != nil || next != 0 || err != nil {
			t.Errorf("limit 0: %v, %d, %v", got, next, err)
		}
		equal(t, "games", len(names), len(made))
	}},

	// An append, or a rebuild, is what makes a game idle or not.
	{"IdleAfterMoves", func(t *testing.T, s repository.Store) {
		late := moment.AddDate(1, 0, 0)
		g := newGame("")
		create(t, s, g)
		equal(t, "table", idleGames(t, s, late, time.Time{}, 9), []string{g.ID})
		a := next(g.ID, g.Head, 1)
		a.At = moment.Add(time.Hour)
		mustAppend(t, s, a)
		equal(t, "started game among tables", idleGames(t, s, late, moment.Add(time.Minute), 9), []string(nil))
		equal(t, "started game", idleGames(t, s, time.Time{}, late, 9), []string{g.ID})
		b := next(g.ID, headOf(a.Events), 1)
		b.At, b.Summary.Deadline = a.At, moment
		mustAppend(t, s, b)
		equal(t, "game with a clock", idleGames(t, s, late, late, 9), []string(nil))
		c := next(g.ID, headOf(b.Events), 1)
		c.At = a.At
		mustAppend(t, s, c)
		equal(t, "game without one", idleGames(t, s, late, late, 9), []string{g.ID})

		over := summary("closed")
		if err := s.Rebuild(t.Context(), g.ID, headOf(c.Events), over, nil); err != nil {
			t.Fatalf("Rebuild: %v", err)
		}
		equal(t, "closed game", idleGames(t, s, late, late, 9), []string(nil))
		if err := s.Rebuild(t.Context(), g.ID, headOf(c.Events), c.Summary, nil); err != nil {
			t.Fatalf("Rebuild: %v", err)
		}
		equal(t, "game after all", idleGames(t, s, late, late, 9), []string{g.ID})
		d := next(g.ID, headOf(c.Events), 1)
		d.At, d.Summary = a.At, over
		mustAppend(t, s, d)
		equal(t, "closed game", idleGames(t, s, late, late, 9), []string(nil))
	}},
}
