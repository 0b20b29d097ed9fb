package storetest

import (
	"errors"
	"sync"
	"testing"
	"time"

	"kast/repository"
)

var appends = []test{
	{"Continues", func(t *testing.T, s repository.Store) {
		g := game(t, s, "")
		first := next(g.ID, g.Head, 1)
		first.At = moment.Add(time.Minute)
		first.Summary.TurnSeat, first.Summary.Round = -1, 8
		first.Summary.FinishedAt = time.Time{}
		mustAppend(t, s, first)
		second := next(g.ID, headOf(first.Events), 3)
		second.Summary = first.Summary
		second.At = moment.Add(2 * time.Minute)
		mustAppend(t, s, second)

		got, events := load(t, s, g.ID)
		want := g.Game
		want.Head = headOf(second.Events)
		want.CreatedAt, want.UpdatedAt = stored, stored.Add(2*time.Minute)
		want.Summary = first.Summary
		want.Summary.StartedAt = stored
		equal(t, "game", got, want)
		log := append(append(append([]repository.Event(nil), g.Events...), first.Events...), second.Events...)
		equal(t, "events", events, log)
	}},

	{"EachPartOfTheSummary", func(t *testing.T, s repository.Store) {
		g := game(t, s, "")
		head, now := g.Head, g.Summary
		parts := []func(*repository.Summary){
			func(s *repository.Summary) { s.Status = "playing" },
			func(s *repository.Summary) { s.TurnSeat = 0 },
			func(s *repository.Summary) { s.Round++ },
			func(s *repository.Summary) { s.Deadline = stored.Add(time.Minute) },
			func(s *repository.Summary) { s.Deadline = time.Time{} },
			func(s *repository.Summary) { s.Counted = true },
			func(s *repository.Summary) { s.Fallen[0]++ },
			func(s *repository.Summary) { s.Fallen[5] += 5 },
			func(s *repository.Summary) { s.StartedAt = stored.Add(time.Second) },
			func(s *repository.Summary) { s.FinishedAt = time.Time{} },
			func(s *repository.Summary) { s.Options = `{}` },
			func(s *repository.Summary) { s.Ruleset, s.RulesVersion = "bonanza", 4 },
			func(s *repository.Summary) { s.Dice, s.Visibility = "client", "private" },
		}
		now.StartedAt, now.FinishedAt = stored, stored.Add(time.Hour)
		for i, change := range parts {
			old := now
			change(&now)
			// After a rebuild that says otherwise an append writes all the same what it was told.
			for _, summary := range []repository.Summary{now, old, now} {
				a := next(g.ID, head, 1)
				a.Summary = summary
				mustAppend(t, s, a)
				head = headOf(a.Events)
				got, _ := load(t, s, g.ID)
				equal(t, "summary", got.Summary, summary)
			}
			if err := s.Rebuild(t.Context(), g.ID, head, old, nil); err != nil {
				t.Fatalf("part %d: Rebuild: %v", i, err)
			}
			a := next(g.ID, head, 1)
			a.Summary = now
			mustAppend(t, s, a)
			head = headOf(a.Events)
			got, _ := load(t, s, g.ID)
			equal(t, "summary after a rebuild", got.Summary, now)
		}
	}},

	{"HostAndInviteCode", func(t *testing.T, s repository.Store) {
		host, other := account(t, s, "A"), account(t, s, "B")
		g := game(t, s, host.ID)
		a := next(g.ID, g.Head, 1)
		a.Host, a.InviteCode = &other.ID, new("NEW")
		mustAppend(t, s, a)
		got, _ := load(t, s, g.ID)
		equal(t, "host and code", []string{got.Host, got.InviteCode}, []string{other.ID, "NEW"})

		b := next(g.ID, got.Head, 1)
		b.Host, b.InviteCode = new(""), new("")
		mustAppend(t, s, b)
		got, _ = load(t, s, g.ID)
		equal(t, "host and code", []string{got.Host, got.InviteCode}, []string{"", ""})
	}},

	{"Seats", func(t *testing.T, s repository.Store) {
		host, other := account(t, s, "A"), account(t, s, "B")
		g := game(t, s, host.ID)
		a := next(g.ID, g.Head, 1)
		a.Seats = []repository.Seat{
			{Standing: repository.Standing{Seat: 0, Kind: "account", Total: 5}, AccountID: other.ID, Name: "ignored"},
			{Standing: repository.Standing{Seat: 1, Kind: "account", Total: 6}}, // whose account was deleted
		}
		mustAppend(t, s, a)
		got, _ := load(t, s, g.ID)
		want := append([]repository.Seat(nil), a.Seats...)
		want[0].Name = "B"
		equal(t, "seats", got.Seats, want)
	}},

	{"Standings", func(t *testing.T, s repository.Store) {
		host := account(t, s, "A")
		g := game(t, s, host.ID)
		a := next(g.ID, g.Head, 1)
		a.Standings = []repository.Standing{
			{Seat: 0, Kind: "account", Total: 33, Placement: 1},
			{Seat: 1, Kind: "guest", Resigned: true, Total: -50, Placement: 2},
			{Seat: 2, Kind: "bot", BotLevel: "casual", Total: 7},
			{Seat: 3, Kind: "open"},
		}
		mustAppend(t, s, a)
		got, _ := load(t, s, g.ID)
		for i, seat := range got.Seats {
			equal(t, "standing", seat.Standing, a.Standings[i])
		}
		equal(t, "owner and names", []string{got.Seats[0].AccountID, got.Seats[0].Name, got.Seats[1].Name}, []string{host.ID, "A", "Örjan"})
	}},

	{"NotTheHead", func(t *testing.T, s repository.Store) {
		g := game(t, s, "")
		a := next(g.ID, g.Head, 1)
		mustAppend(t, s, a)
		for what, after := range map[string]repository.Head{
			"an old head":                {Seq: g.Head.Seq, Hash: g.Head.Hash},
			"the head with another hash": {Seq: headOf(a.Events).Seq, Hash: g.Head.Hash},
			"a head to come":             {Seq: headOf(a.Events).Seq + 1, Hash: headOf(a.Events).Hash},
		} {
			want(t, what, s.Append(t.Context(), next(g.ID, after, 1)), repository.ErrConflict)
		}
		_, events := load(t, s, g.ID)
		if len(events) != 3 {
			t.Errorf("the log has %d events, want 3", len(events))
		}
	}},

	{"IDInUse", func(t *testing.T, s repository.Store) {
		g := game(t, s, "")
		before, _ := load(t, s, g.ID)
		for what, clash := range map[string]func(*repository.Append){
			"with the log":   func(a *repository.Append) { a.Events[2].ID = g.Events[1].ID },
			"in the batch":   func(a *repository.Append) { a.Events[2].ID = a.Events[0].ID },
			"of a call":      func(a *repository.Append) { a.Events[2].ID = g.Events[0].ID; a.Call = callFor("", a.Events) },
			"of the creator": func(a *repository.Append) { a.Events[0].ID = g.Events[0].ID; a.Seats = []repository.Seat{} },
		} {
			a := next(g.ID, g.Head, 3)
			clash(&a)
			want(t, what, s.Append(t.Context(), a), repository.ErrConflict)
		}
		after, _ := load(t, s, g.ID)
		equal(t, "game", after, before) // all or nothing: two of three events were good
	}},

	{"Nonsense", func(t *testing.T, s repository.Store) {
		g := game(t, s, "")
		for what, spoil := range map[string]func(*repository.Append){
			"no events":             func(a *repository.Append) { a.Events = nil },
			"gap":                   func(a *repository.Append) { a.Events[1].Seq++ },
			"gap after the head":    func(a *repository.Append) { a.Events = a.Events[1:] },
			"backwards":             func(a *repository.Append) { a.Events[0], a.Events[1] = a.Events[1], a.Events[0] },
			"bad event id":          func(a *repository.Append) { a.Events[1].ID = "abc\n" },
			"bad hash":              func(a *repository.Append) { a.Events[1].Hash = "g" + a.Events[1].Hash[1:] },
			"bad hash before":       func(a *repository.Append) { a.After.Hash = "" },
			"bad owner":             func(a *repository.Append) { a.Seats = []repository.Seat{{AccountID: "x"}} },
			"bad host":              func(a *repository.Append) { a.Host = new("x") },
			"call of another event": func(a *repository.Append) { a.Call = &repository.Call{ID: newID()} },
		} {
			a := next(g.ID, g.Head, 2)
			spoil(&a)
			err := s.Append(t.Context(), a)
			for _, not := range []error{nil, repository.ErrConflict, repository.ErrNotFound, repository.ErrUnavailable} {
				if errors.Is(err, not) {
					t.Errorf("%s: got error %v, want one about the append", what, err)
				}
			}
		}
		got, _ := load(t, s, g.ID)
		equal(t, "head", got.Head, g.Head)
	}},

	// Exactly one of many that build on the same head wins, round after round.
	{"AtOneHead", func(t *testing.T, s repository.Store) {
		g := game(t, s, "")
		head, want := g.Head, len(g.Events)
		for range 10 {
			all := make([]repository.Append, 16)
			for i := range all {
				all[i] = next(g.ID, head, 1+i%3)
			}
			won := -1
			for i, err := range atOnce(len(all), func(i int) error { return s.Append(t.Context(), all[i]) }) {
				switch {
				case err == nil && won < 0:
					won = i
				case err == nil:
					t.Fatalf("both %d and %d were appended after %v", won, i, head)
				case !errors.Is(err, repository.ErrConflict):
					t.Fatalf("Append: %v", err)
				}
			}
			if won < 0 {
				t.Fatal("none was appended")
			}
			head = headOf(all[won].Events)
			want += len(all[won].Events)
		}
		if _, events := load(t, s, g.ID); len(events) != want || headOf(events) != head {
			t.Errorf("the log has %d events to %v, want %d to %v", len(events), headOf(events), want, head)
		}
	}},

	// Refused writes, some of them after a part of them was written, leave those beside them alone.
	{"RefusedNeighbours", func(t *testing.T, s repository.Store) {
		var wg sync.WaitGroup
		for i := range 16 {
			g := game(t, s, "")
			wg.Go(func() {
				head := g.Head
				for range 10 {
					a := next(g.ID, head, 2)
					bad := a
					if i%2 == 0 {
						bad.Events = append([]repository.Event(nil), a.Events...)
						bad.Events[1].ID = g.Events[0].ID
						bad.Seats = []repository.Seat{}
						if err := s.Append(t.Context(), bad); !errors.Is(err, repository.ErrConflict) {
							t.Errorf("Append with a used id: %v", err)
						}
					}
					if err := s.Append(t.Context(), a); err != nil {
						t.Errorf("Append: %v", err)
						return
					}
					head = headOf(a.Events)
				}
				if got, events := load(t, s, g.ID); len(events) != 22 || len(got.Seats) != len(g.Seats) {
					t.Errorf("%d events and %d seats, want 22 and %d", len(events), len(got.Seats), len(g.Seats))
				}
			})
		}
		wg.Wait()
	}},
}
