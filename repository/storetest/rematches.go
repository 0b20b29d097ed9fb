package storetest

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"kast/repository"
)

// keeping returns a new open game of the host in which the open seat is kept for an account.
func keeping(host, kept string) repository.NewGame {
	g := newGame(host)
	g.Seats[3].KeptFor = kept
	return g
}

var rematches = []test{
	// A seat that is kept tells for whom, and by what name; that account finds the game, and the lobby does not show it.
	{"KeptSeat", func(t *testing.T, s repository.Store) {
		host, guest := account(t, s, "A"), account(t, s, "Björn")
		g := keeping(host.ID, guest.ID)
		g.Seats[3].Name = "ignored"
		create(t, s, g)
		got, _ := load(t, s, g.ID)
		equal(t, "seat", got.Seats[3], repository.Seat{Standing: g.Seats[3].Standing, KeptFor: guest.ID, Name: "Björn"})
		inLobby := func() int {
			page, err := s.Lobby(t.Context(), repository.Page{Limit: 9})
			if err != nil {
				t.Fatalf("Lobby: %v", err)
			}
			return len(page.Games)
		}
		gamesOf := func() []string {
			page, err := s.GamesOf(t.Context(), guest.ID, repository.GameFilter{}, repository.Page{Limit: 9})
			if err != nil {
				t.Fatalf("GamesOf: %v", err)
			}
			return ids(page)
		}
		equal(t, "in the lobby", inLobby(), 0)
		equal(t, "games", gamesOf(), []string{g.ID})

		renamed := guest
		renamed.Name = "Bo"
		if err := s.UpdateAccount(t.Context(), guest, renamed, ""); err != nil {
			t.Fatalf("UpdateAccount: %v", err)
		}
		got, _ = load(t, s, g.ID)
		equal(t, "name", got.Seats[3].Name, "Bo")

		// What only seats others or moves leaves the seat kept.
		a := next(g.ID, g.Head, 1)
		a.Summary.Status = "open"
		a.Standings = []repository.Standing{{Seat: 3, Kind: "open", Total: 7}}
		mustAppend(t, s, a)
		got, _ = load(t, s, g.ID)
		equal(t, "kept for", got.Seats[3].KeptFor, guest.ID)
		equal(t, "total", got.Seats[3].Total, 7)

		b := next(g.ID, got.Head, 1)
		b.Summary.Status = "open"
		b.Seats = slices.Clone(g.Seats)
		b.Seats[3].KeptFor, b.Seats[3].Name = "", ""
		mustAppend(t, s, b)
		got, _ = load(t, s, g.ID)
		equal(t, "seat that is kept no more", got.Seats[3], repository.Seat{Standing: g.Seats[3].Standing})
		equal(t, "in the lobby", inLobby(), 1)
		equal(t, "games", len(gamesOf()), 0)
	}},

	// Nobody for whom a seat is kept can be deleted, as nobody who sits there can: others wait for the answer.
	{"KeptAndDeleted", func(t *testing.T, s repository.Store) {
		host, guest, gone := account(t, s, "A"), account(t, s, "B"), account(t, s, "gone")
		if err := s.DeleteAccount(t.Context(), gone.ID); err != nil {
			t.Fatalf("DeleteAccount: %v", err)
		}
		want(t, "CreateGame", s.CreateGame(t.Context(), keeping(host.ID, gone.ID)), repository.ErrNoAccount)
		g := keeping(host.ID, guest.ID)
		create(t, s, g)
		a := next(g.ID, g.Head, 1)
		a.Seats = slices.Clone(g.Seats)
		a.Seats[3].KeptFor = gone.ID
		want(t, "Append", s.Append(t.Context(), a), repository.ErrNoAccount)

		want(t, "DeleteAccount", s.DeleteAccount(t.Context(), guest.ID), repository.ErrConflict)
		b := next(g.ID, g.Head, 1)
		b.Summary.Status = "closed"
		mustAppend(t, s, b) // the seat stays kept here, which means nothing any more
		if err := s.DeleteAccount(t.Context(), guest.ID); err != nil {
			t.Fatalf("DeleteAccount: %v", err)
		}
		got, _ := load(t, s, g.ID)
		equal(t, "seat", got.Seats[3], repository.Seat{Standing: g.Seats[3].Standing})
		heir := account(t, s, "heir")
		page, err := s.GamesOf(t.Context(), heir.ID, repository.GameFilter{}, repository.Page{Limit: 9})
		if err != nil || len(page.Games) > 0 {
			t.Errorf("GamesOf: %v, %v", ids(page), err)
		}
	}},

	// A game has one rematch, unless that came to nothing.
	{"Link", func(t *testing.T, s repository.Store) {
		old := game(t, s, "")
		rematch := func() repository.NewGame {
			g := newGame("")
			g.RematchOf, g.Summary.StartedAt = old.ID, time.Time{}
			return g
		}
		linked := func() string {
			g, _ := load(t, s, old.ID)
			return g.Rematch
		}
		equal(t, "rematch", linked(), "")
		first := rematch()
		create(t, s, first)
		equal(t, "rematch", linked(), first.ID)
		second := rematch()
		want(t, "a second", s.CreateGame(t.Context(), second), repository.ErrConflict)
		_, err := s.Game(t.Context(), second.ID)
		want(t, "game that was refused", err, repository.ErrNotFound)
		equal(t, "rematch", linked(), first.ID)
		again := rematch()
		again.ID = first.ID
		want(t, "the same id", s.CreateGame(t.Context(), again), repository.ErrExists)

		closed := next(first.ID, first.Head, 1)
		closed.Summary = first.Summary
		closed.Summary.Status = "closed"
		mustAppend(t, s, closed)
		equal(t, "rematch that was closed before it started", linked(), "")
		create(t, s, second)
		equal(t, "rematch", linked(), second.ID)

		started := next(second.ID, second.Head, 1) // its summary says when
		started.Summary.Status = "closed"
		mustAppend(t, s, started)
		equal(t, "rematch that was closed later", linked(), second.ID)
		want(t, "a third", s.CreateGame(t.Context(), rematch()), repository.ErrConflict)

		third := newGame("")
		third.RematchOf = second.ID
		create(t, s, third)
		got, _ := load(t, s, second.ID)
		equal(t, "rematch of the rematch", got.Rematch, third.ID)

		lost := newGame("")
		lost.RematchOf = newID()
		want(t, "rematch of no game", s.CreateGame(t.Context(), lost), repository.ErrConflict)
	}},

	{"LinkAtOnce", func(t *testing.T, s repository.Store) {
		old := game(t, s, "")
		const callers = 8
		results := make([]error, callers)
		games := make([]repository.NewGame, callers)
		var wg sync.WaitGroup
		for i := range callers {
			games[i] = newGame("")
			games[i].RematchOf = old.ID
			wg.Go(func() { results[i] = s.CreateGame(t.Context(), games[i]) })
		}
		wg.Wait()
		got, _ := load(t, s, old.ID)
		for i, err := range results {
			if made := games[i].ID == got.Rematch; made != (err == nil) || !made && !errors.Is(err, repository.ErrConflict) {
				t.Errorf("caller %d: %v, made: %v", i, err, made)
			}
		}
	}},
}
