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
		g.Seats[3] = repository.Seat{Standing: repository.Standing{Seat: 3, Kind: "account", Total: 4}, AccountID: stays.ID}
		create(t, s, g)
		a := next(g.ID, g.Head, 1)
		a.Call = callFor(stays.ID, a.Events)
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

	// An append that was decided before a deletion must not bring the account back.
	{"NotUndoneByAnAppend", func(t *testing.T, s repository.Store) {
		gone := account(t, s, "gone")
		g := game(t, s, gone.ID)
		a := next(g.ID, g.Head, 1)
		a.Seats, a.Host = slices.Clone(g.Seats), &gone.ID
		a.Seats[0].Name = "gone"
		a.Call = callFor(gone.ID, a.Events)
		if err := s.DeleteAccount(t.Context(), gone.ID); err != nil {
			t.Fatalf("DeleteAccount: %v", err)
		}
		mustAppend(t, s, a)
		got, _ := load(t, s, g.ID)
		call, err := s.Call(t.Context(), g.ID, a.Call.ID)
		if err != nil {
			t.Fatalf("Call: %v", err)
		}
		equal(t, "host, owner, name and caller",
			[]string{got.Host, got.Seats[0].AccountID, got.Seats[0].Name, call.AccountID}, []string{"", "", "", ""})
	}},

	// The next account does not inherit what the last one had.
	{"NotInherited", func(t *testing.T, s repository.Store) {
		gone := account(t, s, "gone")
		g := newGame(gone.ID)
		g.Call = callFor(gone.ID, g.Events)
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
