package storetest

import (
	"testing"

	"kast/repository"
)

// What a store remembers is what it would read, whatever this process does meanwhile.
var recents = []test{
	{"Recent", func(t *testing.T, s repository.Store) {
		host := account(t, s, "A")
		g := game(t, s, host.ID)
		look := func(when string) repository.Game {
			t.Helper()
			for range 2 { // before anything was read, and after
				recent, err := s.Recent(t.Context(), g.ID)
				if err != nil {
					t.Fatalf("Recent %s: %v", when, err)
				}
				seen := recent.Seen
				recent.Seen = 0
				read, _ := load(t, s, g.ID)
				equal(t, when, recent, read)
				recent.Seen = seen
				g.Game = recent
			}
			return g.Game
		}
		_, err := s.Recent(t.Context(), newID())
		want(t, "Recent of no game", err, repository.ErrNotFound)
		look("a new game")
		move := next(g.ID, g.Head, 2)
		move.Summary.Deadline = moment
		mustAppend(t, s, move)
		look("after an append")
		for i := range 3 {
			move := next(g.ID, g.Head, 1)
			move.Seen = g.Seen
			for _, seat := range g.Seats {
				seat.Total += i
				move.Standings = append(move.Standings, seat.Standing)
			}
			mustAppend(t, s, move)
			look("after a move")
		}
		was := account(t, s, "B")
		seated := next(g.ID, g.Head, 1)
		seated.Seats = []repository.Seat{
			{Standing: repository.Standing{Seat: 0, Kind: "account"}, AccountID: host.ID},
			{Standing: repository.Standing{Seat: 1, Kind: "account"}, AccountID: was.ID},
		}
		mustAppend(t, s, seated)
		look("with other seats")

		before := look("before an alteration")
		alter(t, s, g.ID, repository.Alteration{Host: new(was.ID)})
		if before.Seen != 0 {
			old := next(g.ID, before.Head, 1)
			old.Seen = before.Seen
			want(t, "Append by what was there before", s.Append(t.Context(), old), repository.ErrConflict)
		}
		old := next(g.ID, before.Head, 1)
		old.Beside = before.Beside
		want(t, "Append by what was beside the log before", s.Append(t.Context(), old), repository.ErrConflict)
		look("with another host")
		is := was
		is.Name = "Z"
		if err := s.UpdateAccount(t.Context(), was, is, ""); err != nil {
			t.Fatalf("UpdateAccount: %v", err)
		}
		look("with another name")
		over := next(g.ID, g.Head, 1)
		over.Summary = summary("finished")
		mustAppend(t, s, over)
		look("at the end")
		if err := s.DeleteAccount(t.Context(), was.ID); err != nil {
			t.Fatalf("DeleteAccount: %v", err)
		}
		look("without the account")
	}},

	{"RecentSignIn", func(t *testing.T, s repository.Store) {
		a := registered(t, s, "A")
		look := func(when string, id string, wanted error) {
			t.Helper()
			for range 2 {
				in, err := s.RecentSignIn(t.Context(), id)
				want(t, when, err, wanted)
				if read, err := s.SignIn(t.Context(), id); err == nil {
					equal(t, when, in, read)
				}
			}
		}
		var ins []repository.SignIn
		for range 3 {
			in := signIn(a.ID)
			look("before there is one", in.ID, repository.ErrNotFound)
			if err := s.CreateSignIn(t.Context(), in); err != nil {
				t.Fatalf("CreateSignIn: %v", err)
			}
			look("a new one", in.ID, nil)
			ins = append(ins, in)
		}
		if err := s.RotateSignIn(t.Context(), ins[0].ID, 0, moment); err != nil {
			t.Fatalf("RotateSignIn: %v", err)
		}
		look("with new tokens", ins[0].ID, nil)
		if err := s.EndSignIn(t.Context(), ins[0].ID); err != nil {
			t.Fatalf("EndSignIn: %v", err)
		}
		look("one that ended", ins[0].ID, repository.ErrNotFound)
		was, err := s.Account(t.Context(), a.ID)
		if err != nil {
			t.Fatalf("Account: %v", err)
		}
		is := was
		is.PasswordHash = "another"
		if err := s.UpdateAccount(t.Context(), was, is, ins[1].ID); err != nil {
			t.Fatalf("UpdateAccount: %v", err)
		}
		look("the one that stays", ins[1].ID, nil)
		look("another one", ins[2].ID, repository.ErrNotFound)
		if err := s.DeleteAccount(t.Context(), a.ID); err != nil {
			t.Fatalf("DeleteAccount: %v", err)
		}
		look("of an account that is gone", ins[1].ID, repository.ErrNotFound)
	}},
}
