package storetest

import (
	"errors"
	"sync"
	"testing"
	"time"

	"kast/repository"
)

var games = []test{
	{"WhatWasStored", func(t *testing.T, s repository.Store) {
		host := account(t, s, "Åsa")
		g := game(t, s, host.ID)

		want := g.Game
		want.CreatedAt, want.UpdatedAt, want.Summary.StartedAt, want.Summary.FinishedAt = stored, stored, stored, stored.Add(time.Hour)
		want.Seats[0].Name = "Åsa" // filled in from the account
		got, events := load(t, s, g.ID)
		equal(t, "game", got, want)
		equal(t, "events", events, g.Events)

		seed, err := s.Seed(t.Context(), g.ID)
		if err != nil {
			t.Fatalf("Seed: %v", err)
		}
		equal(t, "seed", seed, g.Seed)
	}},

	{"LittleWasStored", func(t *testing.T, s repository.Store) {
		events := makeEvents(repository.Head{}, 1)
		g := repository.NewGame{
			Game:   repository.Game{ID: newID(), Head: headOf(events), CreatedAt: stored, UpdatedAt: stored},
			Events: events,
		}
		g.Summary.TurnSeat = -1
		create(t, s, g)
		got, _ := load(t, s, g.ID)
		equal(t, "game", got, g.Game)
		if !got.Summary.StartedAt.IsZero() || !got.Summary.FinishedAt.IsZero() {
			t.Errorf("times that were zero came back as %v and %v", got.Summary.StartedAt, got.Summary.FinishedAt)
		}
		_, err := s.Seed(t.Context(), g.ID)
		want(t, "Seed of a game without", err, repository.ErrNotFound)
	}},

	{"NotFound", func(t *testing.T, s repository.Store) {
		account(t, s, "Åsa")
		for _, id := range []string{newID(), "", "x", "00000000-0000-0000-0000-00000000000G"} {
			_, err := s.Game(t.Context(), id)
			want(t, "Game", err, repository.ErrNotFound)
			_, err = s.Events(t.Context(), id, 0, 10)
			want(t, "Events", err, repository.ErrNotFound)
			_, err = s.Seed(t.Context(), id)
			want(t, "Seed", err, repository.ErrNotFound)
			_, err = s.Call(t.Context(), id, newID())
			want(t, "Call", err, repository.ErrNotFound)
			err = s.Append(t.Context(), next(id, headOf(makeEvents(repository.Head{}, 1)), 1))
			want(t, "Append", err, repository.ErrNotFound)
			err = s.Rebuild(t.Context(), id, headOf(makeEvents(repository.Head{}, 1)), summary("open"), nil)
			want(t, "Rebuild", err, repository.ErrNotFound)
		}
	}},

	{"CreateTwice", func(t *testing.T, s repository.Store) {
		g := game(t, s, "")
		want(t, "the same game again", s.CreateGame(t.Context(), g), repository.ErrExists)
		other := newGame("")
		other.ID = g.ID
		want(t, "another game with its id", s.CreateGame(t.Context(), other), repository.ErrExists)
		_, events := load(t, s, g.ID)
		equal(t, "events", events, g.Events)
	}},

	{"CreateAtOnce", func(t *testing.T, s repository.Store) {
		g := newGame("")
		var created, exists int
		for _, err := range atOnce(16, func(int) error { return s.CreateGame(t.Context(), g) }) {
			switch {
			case err == nil:
				created++
			case errors.Is(err, repository.ErrExists):
				exists++
			default:
				t.Errorf("CreateGame: %v", err)
			}
		}
		if created != 1 || exists != 15 {
			t.Errorf("%d created the game and %d were told that it exists, of 16", created, exists)
		}
		load(t, s, g.ID)
	}},

	{"CreateNonsense", func(t *testing.T, s repository.Store) {
		for what, spoil := range map[string]func(*repository.NewGame){
			"bad id":                func(g *repository.NewGame) { g.ID = "no id" },
			"upper case":            func(g *repository.NewGame) { g.ID = "0A000000-0000-4000-8000-000000000000" },
			"no events":             func(g *repository.NewGame) { g.Events = nil },
			"not from the start":    func(g *repository.NewGame) { g.Events = g.Events[1:] },
			"gap":                   func(g *repository.NewGame) { g.Events[1].Seq = 3 },
			"another head":          func(g *repository.NewGame) { g.Head.Seq = 3 },
			"bad event id":          func(g *repository.NewGame) { g.Events[1].ID = "abc\n" },
			"twin event ids":        func(g *repository.NewGame) { g.Events[1].ID = g.Events[0].ID },
			"bad hash":              func(g *repository.NewGame) { g.Events[0].Hash = "00" },
			"no JSON":               func(g *repository.NewGame) { g.Events[0].JSON = nil },
			"call of another event": func(g *repository.NewGame) { g.Call = &repository.Call{ID: newID()} },
		} {
			g := newGame("")
			spoil(&g)
			if err := s.CreateGame(t.Context(), g); err == nil || errors.Is(err, repository.ErrUnavailable) {
				t.Errorf("%s: got error %v, want one about the game", what, err)
			}
			if _, err := s.Game(t.Context(), g.ID); !errors.Is(err, repository.ErrNotFound) {
				t.Errorf("%s: something was stored (%v)", what, err)
			}
		}
	}},

	{"SameEventIDsInTwoGames", func(t *testing.T, s repository.Store) {
		g := game(t, s, "")
		other := newGame("")
		other.Events, other.Head = g.Events, g.Head
		create(t, s, other)
		_, events := load(t, s, other.ID)
		equal(t, "events", events, g.Events)
	}},

	{"EventsFromTo", func(t *testing.T, s repository.Store) {
		g := newGame("")
		g.Events = makeEvents(repository.Head{}, 10)
		g.Head = headOf(g.Events)
		create(t, s, g)
		game(t, s, "") // a neighbour whose events must not appear
		for _, c := range []struct{ after, limit, from, to int }{
			{0, 100, 0, 10}, {0, 3, 0, 3}, {3, 3, 3, 6}, {8, 3, 8, 10}, {9, 1, 9, 10}, {10, 5, 0, 0}, {99, 5, 0, 0}, {0, 0, 0, 0}, {0, -1, 0, 0},
		} {
			got, err := s.Events(t.Context(), g.ID, c.after, c.limit)
			if err != nil {
				t.Fatalf("Events after %d, limit %d: %v", c.after, c.limit, err)
			}
			var want []repository.Event
			want = append(want, g.Events[c.from:c.to]...)
			equal(t, "events", got, want)
		}
	}},
}

// atOnce calls f in n goroutines that start together, and returns their errors.
func atOnce(n int, f func(i int) error) []error {
	errs := make([]error, n)
	start := make(chan struct{})
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			<-start
			errs[i] = f(i)
		})
	}
	close(start)
	wg.Wait()
	return errs
}
