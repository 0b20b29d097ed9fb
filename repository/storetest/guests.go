package storetest

import (
	"testing"
	"time"

	"kast/repository"
)

// guests are what RemoveGuests must do.
var guests = []test{
	{"Forgotten", func(t *testing.T, s repository.Store) {
		long := stored.Add(100 * 24 * time.Hour)
		forgotten, refreshed := account(t, s, "forgotten"), account(t, s, "refreshed")
		signedInAnew, signedOut := account(t, s, "signed in anew"), account(t, s, "signed out")
		player := registered(t, s, "player")
		young := repository.Account{ID: newID(), Name: "young", CreatedAt: long}
		if err := s.CreateAccount(t.Context(), young, repository.SignIn{ID: newID(), AccountID: young.ID, CreatedAt: long, RotatedAt: long}); err != nil {
			t.Fatal(err)
		}
		signIns := func(id string) []repository.SignIn {
			t.Helper()
			all, err := s.SignIns(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			return all
		}
		if err := s.RotateSignIn(t.Context(), signIns(refreshed.ID)[0].ID, 0, long); err != nil {
			t.Fatal(err)
		}
		anew := repository.SignIn{ID: newID(), AccountID: signedInAnew.ID, CreatedAt: long, RotatedAt: long}
		if err := s.CreateSignIn(t.Context(), anew); err != nil {
			t.Fatal(err)
		}
		if err := s.EndSignIn(t.Context(), signIns(signedOut.ID)[0].ID); err != nil {
			t.Fatal(err)
		}
		removed(t, s, long, 9, 2)
		there(t, s, refreshed, signedInAnew, player, young)
		gone(t, s, forgotten, signedOut)
		removed(t, s, long, 9, 0)
	}},

	{"InGames", func(t *testing.T, s repository.Store) {
		long := stored.Add(100 * 24 * time.Hour)
		plays, hasPlayed := account(t, s, "plays"), account(t, s, "has played")
		game(t, s, plays.ID)
		over := newGame(hasPlayed.ID)
		over.Summary.Status = "finished"
		create(t, s, over)
		removed(t, s, long, 9, 1)
		there(t, s, plays)
		gone(t, s, hasPlayed)
		got, _ := load(t, s, over.ID)
		if got.Host != "" || got.Seats[0].AccountID != "" {
			t.Errorf("the finished game knows its host %q, its player %q", got.Host, got.Seats[0].AccountID)
		}
	}},

	{"AFewAtATime", func(t *testing.T, s repository.Store) {
		for range 5 {
			account(t, s, "N")
		}
		long := stored.Add(100 * 24 * time.Hour)
		for _, n := range []int{2, 2, 1, 0} {
			removed(t, s, long, 2, n)
		}
	}},
}

func removed(t *testing.T, s repository.Store, before time.Time, most, want int) {
	t.Helper()
	n, err := s.RemoveGuests(t.Context(), before, most)
	if err != nil || n != want {
		t.Errorf("RemoveGuests: %d, %v; want %d", n, err, want)
	}
}

func there(t *testing.T, s repository.Store, accounts ...repository.Account) {
	t.Helper()
	for _, a := range accounts {
		if _, err := s.Account(t.Context(), a.ID); err != nil {
			t.Errorf("%s: %v", a.Name, err)
		}
	}
}

func gone(t *testing.T, s repository.Store, accounts ...repository.Account) {
	t.Helper()
	for _, a := range accounts {
		_, err := s.Account(t.Context(), a.ID)
		want(t, a.Name, err, repository.ErrNotFound)
	}
}
