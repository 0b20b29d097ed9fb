package storetest

import (
	"errors"
	"testing"

	"kast/repository"
)

// alter alters a game and returns it as it is then.
func alter(t *testing.T, s repository.Store, id string, c repository.Alteration) repository.Game {
	t.Helper()
	was, _ := load(t, s, id)
	if err := s.Alter(t.Context(), was, c); err != nil {
		t.Fatalf("Alter: %v", err)
	}
	is, _ := load(t, s, id)
	return is
}

var codes = []test{
	{"LeadToOneGame", func(t *testing.T, s repository.Store) {
		host := account(t, s, "Åsa")
		g := newGame(host.ID)
		g.WatchCode = newCode()
		create(t, s, g)
		game(t, s, host.ID)
		whole, _ := load(t, s, g.ID)
		equal(t, "watch code", whole.WatchCode, g.WatchCode)
		got, err := s.GameByInvite(t.Context(), g.InviteCode)
		if err != nil {
			t.Fatalf("GameByInvite: %v", err)
		}
		equal(t, "game of the invite code", got, whole)
		if got, err = s.GameByWatch(t.Context(), g.WatchCode); err != nil {
			t.Fatalf("GameByWatch: %v", err)
		}
		equal(t, "game of the watch code", got, whole)

		for _, code := range []string{"", "x", g.WatchCode, g.InviteCode + "x", "%", g.ID} {
			_, err := s.GameByInvite(t.Context(), code)
			want(t, "GameByInvite", err, repository.ErrNotFound)
		}
		for _, code := range []string{"", "x", g.InviteCode} {
			_, err := s.GameByWatch(t.Context(), code)
			want(t, "GameByWatch", err, repository.ErrNotFound)
		}
	}},

	{"DieWithAnAppend", func(t *testing.T, s repository.Store) {
		g := game(t, s, "")
		a := next(g.ID, g.Head, 1)
		a.InviteCode = new("")
		mustAppend(t, s, a)
		_, err := s.GameByInvite(t.Context(), g.InviteCode)
		want(t, "GameByInvite", err, repository.ErrNotFound)
		other := newGame("")
		other.InviteCode = g.InviteCode // it is free again
		create(t, s, other)
	}},

	{"Taken", func(t *testing.T, s repository.Store) {
		g, other := newGame(""), newGame("")
		g.WatchCode, other.WatchCode = newCode(), newCode()
		create(t, s, g)
		create(t, s, other)
		third := newGame("")
		third.InviteCode = g.InviteCode
		want(t, "CreateGame with its invite code", s.CreateGame(t.Context(), third), repository.ErrCodeTaken)
		third.InviteCode, third.WatchCode = newCode(), g.WatchCode
		want(t, "CreateGame with its watch code", s.CreateGame(t.Context(), third), repository.ErrCodeTaken)
		third.ID = g.ID
		want(t, "CreateGame with its id", s.CreateGame(t.Context(), third), repository.ErrExists)
		a := next(other.ID, other.Head, 1)
		a.InviteCode = &g.InviteCode
		want(t, "Append with its code", s.Append(t.Context(), a), repository.ErrCodeTaken)
		before, _ := load(t, s, other.ID)
		for _, c := range []repository.Alteration{
			{InviteCode: &g.InviteCode}, {WatchCode: &g.WatchCode}, {InviteCode: new("new"), WatchCode: &g.WatchCode},
		} {
			want(t, "Alter with its code", s.Alter(t.Context(), before, c), repository.ErrCodeTaken)
		}
		after, _ := load(t, s, other.ID)
		equal(t, "game after all that", after, before)
		// To give a game its own code again is no clash.
		before.Beside++
		equal(t, "game", alter(t, s, other.ID, repository.Alteration{InviteCode: &other.InviteCode}), before)
	}},

	{"Alter", func(t *testing.T, s repository.Store) {
		host, heir := account(t, s, "A"), account(t, s, "B")
		g := game(t, s, host.ID)
		was, events := load(t, s, g.ID)
		want := was
		want.Host, want.InviteCode, want.WatchCode, want.Beside = heir.ID, "invite", "watch", 1
		equal(t, "game", alter(t, s, g.ID, repository.Alteration{
			Host: &heir.ID, InviteCode: &want.InviteCode, WatchCode: &want.WatchCode,
		}), want)
		_, now := load(t, s, g.ID)
		equal(t, "log", now, events)
		page, err := s.GamesOf(t.Context(), heir.ID, repository.GameFilter{}, repository.Page{Limit: 9})
		if err != nil || len(page.Games) != 1 {
			t.Errorf("games of the new host: %v, %v", ids(page), err)
		}
		want.Beside = 2 // that nothing changes need not be noticed
		equal(t, "unchanged", alter(t, s, g.ID, repository.Alteration{}), want)
		want.Host, want.InviteCode, want.WatchCode, want.Beside = "", "", "", 3
		equal(t, "emptied", alter(t, s, g.ID, repository.Alteration{
			Host: new(""), InviteCode: new(""), WatchCode: new(""),
		}), want)
		_, err = s.GameByInvite(t.Context(), "invite")
		if !errors.Is(err, repository.ErrNotFound) {
			t.Errorf("the old code: %v", err)
		}
	}},

	// What was decided on a game that is another now does not happen.
	{"AlterWhatHasChanged", func(t *testing.T, s repository.Store) {
		host, other := account(t, s, "A"), account(t, s, "B")
		g := game(t, s, host.ID)
		c := repository.Alteration{InviteCode: new("new")}
		stale := g.Game
		mustAppend(t, s, next(g.ID, g.Head, 1))
		want(t, "Alter at an old head", s.Alter(t.Context(), stale, c), repository.ErrConflict)
		stale, _ = load(t, s, g.ID)
		alter(t, s, g.ID, repository.Alteration{Host: &other.ID})
		want(t, "Alter under an old host", s.Alter(t.Context(), stale, c), repository.ErrConflict)
		got, _ := load(t, s, g.ID)
		equal(t, "code", got.InviteCode, g.InviteCode)

		got.Host = newID()
		want(t, "Alter under nobody", s.Alter(t.Context(), got, c), repository.ErrConflict)
		got.Host = other.ID
		want(t, "Alter to nobody", s.Alter(t.Context(), got, repository.Alteration{Host: new(newID())}), repository.ErrNoAccount)
		for _, id := range []string{newID(), "", "x"} {
			absent := got
			absent.ID = id
			want(t, "Alter no game", s.Alter(t.Context(), absent, c), repository.ErrNotFound)
		}
	}},
}
