package storetest

import (
	"slices"
	"testing"

	"kast/repository"
)

var deletions = []test{
	{"LeavesNoTrace", func(t *testing.T, s repository.Store) {
		gone, stays := registered(t, s, "gone"), account(t, s, "stays")
		in := signIn(gone.ID)
		if err := s.CreateSignIn(t.Context(), in); err != nil {
			t.Fatalf("CreateSignIn: %v", err)
		}
		g := newGame(gone.ID)
		g.Call = callFor(gone.ID, g.Events)
		g.Summary.Status = "finished"
		g.Seats[3] = repository.Seat{Standing: repository.Standing{Seat: 3, Kind: "account", Total: 4}, AccountID: stays.ID}
		create(t, s, g)
		a := next(g.ID, g.Head, 1)
		a.Call = callFor(stays.ID, a.Events)
		a.Summary.Status = "finished"
		mustAppend(t, s, a)

		left := game(t, s, stays.ID) // here gone only made a call
		b := next(left.ID, left.Head, 1)
		b.Call = callFor(gone.ID, b.Events)
		mustAppend(t, s, b)

		if err := s.DeleteAccount(t.Context(), gone.ID); err != nil {
			t.Fatalf("DeleteAccount: %v", err)
		}
		_, err := s.Account(t.Context(), gone.ID)
		want(t, "Account", err, repository.ErrNotFound)
		_, err = s.AccountByUsername(t.Context(), gone.UsernameKey)
		want(t, "AccountByUsername", err, repository.ErrNotFound)
		_, err = s.SignIn(t.Context(), in.ID)
		want(t, "SignIn", err, repository.ErrNotFound)
		want(t, "CreateSignIn", s.CreateSignIn(t.Context(), signIn(gone.ID)), repository.ErrNotFound)
		want(t, "DeleteAccount again", s.DeleteAccount(t.Context(), gone.ID), repository.ErrNotFound)
		page, err := s.GamesOf(t.Context(), gone.ID, repository.GameFilter{}, repository.Page{Limit: 9})
		if err != nil || len(page.Games) > 0 {
			t.Errorf("GamesOf: %v, %v", ids(page), err)
		}

		got, _ := load(t, s, g.ID)
		seats := slices.Clone(g.Seats)
		seats[0].AccountID, seats[3].Name = "", "stays"
		equal(t, "host", got.Host, "")
		equal(t, "seats", got.Seats, seats)
		for _, c := range []struct{ game, call, account string }{
			{g.ID, g.Call.ID, ""}, {g.ID, a.Call.ID, stays.ID}, {left.ID, b.Call.ID, ""},
		} {
			got, err := s.Call(t.Context(), c.game, c.call)
			if err != nil || got.AccountID != c.account {
				t.Errorf("Call: account %q, %v; want %q", got.AccountID, err, c.account)
			}
		}
		registered(t, s, "gone") // the username is free
	}},

	// What was decided before a deletion must not bring the account back, nor seat nobody.
	{"NotUndone", func(t *testing.T, s repository.Store) {
		gone, stays := account(t, s, "gone"), account(t, s, "stays")
		g := game(t, s, stays.ID)
		seated := next(g.ID, g.Head, 1)
		seated.Seats = slices.Clone(g.Seats)
		seated.Seats[3] = repository.Seat{Standing: repository.Standing{Seat: 3, Kind: "account"}, AccountID: gone.ID}
		hosted := next(g.ID, g.Head, 1)
		hosted.Host = &gone.ID
		called := next(g.ID, g.Head, 1)
		called.Call = callFor(gone.ID, called.Events)
		if err := s.DeleteAccount(t.Context(), gone.ID); err != nil {
			t.Fatalf("DeleteAccount: %v", err)
		}
		want(t, "Append with its seat", s.Append(t.Context(), seated), repository.ErrNoAccount)
		want(t, "Append with it as host", s.Append(t.Context(), hosted), repository.ErrNoAccount)
		want(t, "CreateGame", s.CreateGame(t.Context(), newGame(gone.ID)), repository.ErrNoAccount)
		got, _ := load(t, s, g.ID)
		equal(t, "head", got.Head, g.Head)
		equal(t, "host", got.Host, stays.ID)

		mustAppend(t, s, called) // a move stays, whoever made it
		call, err := s.Call(t.Context(), g.ID, called.Call.ID)
		if err != nil || call.AccountID != "" {
			t.Errorf("Call: account %q, %v; want none", call.AccountID, err)
		}
	}},

	// An account cannot go as long as somebody waits for it.
	{"NotWhileItPlays", func(t *testing.T, s repository.Store) {
		for _, c := range []struct {
			name, status   string
			hosts, resigns bool
			want           error
		}{
			{"seat of an open game", "open", false, false, repository.ErrConflict},
			{"host of an open game", "open", true, false, repository.ErrConflict},
			{"seat of a running game", "playing", false, false, repository.ErrConflict},
			{"seat that gave up in a running game", "playing", false, true, nil},
			{"host of a running game", "playing", true, false, nil},
			{"seat of a finished game", "finished", false, false, nil},
			{"seat of a closed game", "closed", false, false, nil},
		} {
			a, other := account(t, s, "a"), account(t, s, "other")
			g := newGame(other.ID)
			g.Summary.Status = c.status
			if c.hosts {
				g.Host = a.ID
			} else {
				g.Seats[3] = repository.Seat{
					Standing: repository.Standing{Seat: 3, Kind: "account", Resigned: c.resigns}, AccountID: a.ID,
				}
			}
			create(t, s, g)
			want(t, c.name, s.DeleteAccount(t.Context(), a.ID), c.want)
		}
	}},

	// The next account does not inherit what the last one had.
	{"NotInherited", func(t *testing.T, s repository.Store) {
		gone := account(t, s, "gone")
		g := newGame(gone.ID)
		g.Call = callFor(gone.ID, g.Events)
		g.Summary.Status = "finished"
		create(t, s, g)
		if err := s.DeleteAccount(t.Context(), gone.ID); err != nil {
			t.Fatalf("DeleteAccount: %v", err)
		}
		heir := account(t, s, "heir")
		page, err := s.GamesOf(t.Context(), heir.ID, repository.GameFilter{}, repository.Page{Limit: 9})
		if err != nil || len(page.Games) > 0 {
			t.Errorf("GamesOf: %v, %v", ids(page), err)
		}
	}},
}
