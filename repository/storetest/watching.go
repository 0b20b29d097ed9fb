package storetest

import (
	"errors"
	"testing"

	"kast/repository"
)

// watched stores a game with a watch code.
func watched(t *testing.T, s repository.Store) repository.NewGame {
	t.Helper()
	g := newGame("")
	g.WatchCode = newCode()
	create(t, s, g)
	return g
}

// watches tells which of some accounts watch a game.
func watches(t *testing.T, s repository.Store, id string, who ...repository.Account) []bool {
	t.Helper()
	all := make([]bool, len(who))
	for i, a := range who {
		var err error
		if all[i], err = s.Watches(t.Context(), id, a.ID); err != nil {
			t.Fatalf("Watches: %v", err)
		}
	}
	return all
}

// watchedBy lists the games that an account watches.
func watchedBy(t *testing.T, s repository.Store, id string) []string {
	t.Helper()
	ids, err := s.Watched(t.Context(), id)
	if err != nil {
		t.Fatalf("Watched: %v", err)
	}
	return ids
}

func watch(t *testing.T, s repository.Store, g repository.NewGame, who repository.Account) {
	t.Helper()
	if err := s.Watch(t.Context(), g.ID, g.WatchCode, who.ID, 99); err != nil {
		t.Fatalf("Watch: %v", err)
	}
}

var watching = []test{
	{"WhoWatches", func(t *testing.T, s repository.Store) {
		a, b := account(t, s, "A"), account(t, s, "B")
		g, other := watched(t, s), watched(t, s)
		before, _ := load(t, s, g.ID)
		watch(t, s, g, a)
		watch(t, s, g, a)
		watch(t, s, other, b)
		equal(t, "watchers of one", watches(t, s, g.ID, a, b), []bool{true, false})
		equal(t, "watchers of the other", watches(t, s, other.ID, a, b), []bool{false, true})
		watch(t, s, other, a)
		equal(t, "games of A", watchedBy(t, s, a.ID), []string{g.ID, other.ID})
		equal(t, "games of B", watchedBy(t, s, b.ID), []string{other.ID})
		if err := s.Unwatch(t.Context(), other.ID, a.ID); err != nil {
			t.Errorf("Unwatch: %v", err)
		}
		for _, nobody := range []string{newID(), "", "x"} {
			equal(t, "games of nobody", watchedBy(t, s, nobody), []string(nil))
		}
		after, _ := load(t, s, g.ID)
		equal(t, "game", after, before)
		for range 2 {
			if err := s.Unwatch(t.Context(), g.ID, a.ID); err != nil {
				t.Errorf("Unwatch: %v", err)
			}
		}
		equal(t, "watchers of both", append(watches(t, s, g.ID, a, b), watches(t, s, other.ID, a, b)...), []bool{false, false, false, true})
	}},

	{"Refused", func(t *testing.T, s repository.Store) {
		a := account(t, s, "A")
		g, none := watched(t, s), game(t, s, "")
		for _, c := range []struct{ game, code string }{
			{g.ID, "x"}, {g.ID, ""}, {none.ID, g.WatchCode}, {none.ID, ""}, {newID(), g.WatchCode}, {"x", g.WatchCode},
		} {
			want(t, "Watch", s.Watch(t.Context(), c.game, c.code, a.ID, 9), repository.ErrNotFound)
		}
		for _, who := range []string{newID(), "", "x"} {
			want(t, "Watch by nobody", s.Watch(t.Context(), g.ID, g.WatchCode, who, 9), repository.ErrNoAccount)
		}
		for _, c := range []struct{ game, who string }{{"x", a.ID}, {newID(), a.ID}, {g.ID, "x"}, {g.ID, newID()}, {g.ID, ""}} {
			is, err := s.Watches(t.Context(), c.game, c.who)
			if is || err != nil {
				t.Errorf("Watches: %t, %v", is, err)
			}
			if err := s.Unwatch(t.Context(), c.game, c.who); err != nil {
				t.Errorf("Unwatch: %v", err)
			}
		}
		equal(t, "watchers", append(watches(t, s, g.ID, a), watches(t, s, none.ID, a)...), []bool{false, false})
	}},

	// Another code takes the right away from all who had it, also when it comes from another host or with other changes.
	{"RightGoesWithItsCode", func(t *testing.T, s repository.Store) {
		a, b := account(t, s, "A"), account(t, s, "B")
		g, other := watched(t, s), watched(t, s)
		for _, who := range []repository.Account{a, b} {
			watch(t, s, g, who)
			watch(t, s, other, who)
		}
		alter(t, s, g.ID, repository.Alteration{InviteCode: new("new")})
		mustAppend(t, s, next(g.ID, g.Head, 1))
		equal(t, "watchers after other changes", watches(t, s, g.ID, a, b), []bool{true, true})
		for _, code := range []string{"second", ""} {
			alter(t, s, g.ID, repository.Alteration{WatchCode: &code})
			equal(t, "watchers after "+code, watches(t, s, g.ID, a, b), []bool{false, false})
			want(t, "Watch by the first code", s.Watch(t.Context(), g.ID, g.WatchCode, a.ID, 9), repository.ErrNotFound)
			if code != "" {
				want(t, "Watch by the second code", s.Watch(t.Context(), g.ID, code, a.ID, 9), nil)
			}
		}
		equal(t, "watchers of the other", watches(t, s, other.ID, a, b), []bool{true, true})
	}},

	{"Full", func(t *testing.T, s repository.Store) {
		g := watched(t, s)
		who := make([]repository.Account, 8)
		for i := range who {
			who[i] = account(t, s, "A")
		}
		var in, full int
		for _, err := range atOnce(len(who), func(i int) error { return s.Watch(t.Context(), g.ID, g.WatchCode, who[i].ID, 3) }) {
			switch {
			case err == nil:
				in++
			case errors.Is(err, repository.ErrFull):
				full++
			default:
				t.Errorf("Watch: %v", err)
			}
		}
		if in != 3 || full != 5 {
			t.Errorf("%d may watch and %d not, of 8 where 3 may", in, full)
		}
		for i, is := range watches(t, s, g.ID, who...) {
			if !is {
				continue
			}
			want(t, "Watch again", s.Watch(t.Context(), g.ID, g.WatchCode, who[i].ID, 3), nil)
			if err := s.Unwatch(t.Context(), g.ID, who[i].ID); err != nil {
				t.Errorf("Unwatch: %v", err)
			}
			want(t, "Watch where there is room", s.Watch(t.Context(), g.ID, g.WatchCode, account(t, s, "B").ID, 3), nil)
			break
		}
	}},

	{"DeletedAccount", func(t *testing.T, s repository.Store) {
		gone, stays := account(t, s, "gone"), account(t, s, "stays")
		g := watched(t, s)
		watch(t, s, g, gone)
		watch(t, s, g, stays)
		if err := s.DeleteAccount(t.Context(), gone.ID); err != nil {
			t.Fatalf("DeleteAccount: %v", err)
		}
		equal(t, "games of the deleted", watchedBy(t, s, gone.ID), []string(nil))
		equal(t, "watchers", watches(t, s, g.ID, gone, account(t, s, "heir"), stays), []bool{false, false, true})
		// It takes no room any more.
		want(t, "Watch", s.Watch(t.Context(), g.ID, g.WatchCode, account(t, s, "new").ID, 2), nil)
	}},
}
