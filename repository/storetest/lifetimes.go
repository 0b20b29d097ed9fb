package storetest

import (
	"context"
	"errors"
	"sync"
	"testing"

	"kast/repository"
)

// everyCall returns a call of each method but Close, all of which would succeed or be told that there is no such thing.
func everyCall(s repository.Store, g repository.NewGame, a repository.Account) map[string]func(context.Context) error {
	page := repository.Page{Limit: 1}
	return map[string]func(context.Context) error{
		"CreateGame": func(ctx context.Context) error { return s.CreateGame(ctx, newGame(a.ID)) },
		"Append":     func(ctx context.Context) error { return s.Append(ctx, next(g.ID, g.Head, 1)) },
		"Game":       func(ctx context.Context) error { _, err := s.Game(ctx, g.ID); return err },
		"Recent":     func(ctx context.Context) error { _, err := s.Recent(ctx, g.ID); return err },
		"Events":     func(ctx context.Context) error { _, err := s.Events(ctx, g.ID, 0, 9); return err },
		"Seed":       func(ctx context.Context) error { _, err := s.Seed(ctx, g.ID); return err },
		"Call":       func(ctx context.Context) error { _, err := s.Call(ctx, g.ID, newID()); return err },
		"Lobby":      func(ctx context.Context) error { _, err := s.Lobby(ctx, page); return err },
		"GamesOf": func(ctx context.Context) error {
			_, err := s.GamesOf(ctx, a.ID, repository.GameFilter{}, page)
			return err
		},
		"GameIDs": func(ctx context.Context) error { _, _, err := s.GameIDs(ctx, 0, 1); return err },
		"Rebuild": func(ctx context.Context) error { return s.Rebuild(ctx, g.ID, g.Head, summary("closed"), nil) },
		"CreateAccount": func(ctx context.Context) error {
			b := repository.Account{ID: newID(), CreatedAt: stored}
			return s.CreateAccount(ctx, b, signIn(b.ID))
		},
		"Account":           func(ctx context.Context) error { _, err := s.Account(ctx, a.ID); return err },
		"AccountByUsername": func(ctx context.Context) error { _, err := s.AccountByUsername(ctx, "x"); return err },
		"UpdateAccount":     func(ctx context.Context) error { b := a; b.Name = "new"; return s.UpdateAccount(ctx, a, b, "") },
		"DeleteAccount":     func(ctx context.Context) error { return s.DeleteAccount(ctx, a.ID) },
		"CreateSignIn":      func(ctx context.Context) error { return s.CreateSignIn(ctx, signIn(a.ID)) },
		"SignIn":            func(ctx context.Context) error { _, err := s.SignIn(ctx, newID()); return err },
		"RecentSignIn":      func(ctx context.Context) error { _, err := s.RecentSignIn(ctx, newID()); return err },
		"RotateSignIn":      func(ctx context.Context) error { return s.RotateSignIn(ctx, newID(), 0, moment) },
		"EndSignIn":         func(ctx context.Context) error { return s.EndSignIn(ctx, newID()) },
		"Keys":              func(ctx context.Context) error { _, err := s.Keys(ctx); return err },
		"AddFirstKey": func(ctx context.Context) error {
			_, err := s.AddFirstKey(ctx, repository.Key{ID: newID(), Purpose: newID(), Secret: []byte{1}, CreatedAt: stored})
			return err
		},
		"Due":          func(ctx context.Context) error { _, _, err := s.Due(ctx, moment, 0, 1); return err },
		"Idle":         func(ctx context.Context) error { _, _, err := s.Idle(ctx, moment, moment, 0, 1); return err },
		"GameByInvite": func(ctx context.Context) error { _, err := s.GameByInvite(ctx, g.InviteCode); return err },
		"GameByWatch":  func(ctx context.Context) error { _, err := s.GameByWatch(ctx, "x"); return err },
		"Alter": func(ctx context.Context) error {
			return s.Alter(ctx, g.Game, repository.Alteration{InviteCode: new("")})
		},
		"Watch":     func(ctx context.Context) error { return s.Watch(ctx, g.ID, "x", a.ID, 1) },
		"Watches":   func(ctx context.Context) error { _, err := s.Watches(ctx, g.ID, a.ID); return err },
		"Watched":   func(ctx context.Context) error { _, err := s.Watched(ctx, a.ID); return err },
		"Unwatch":   func(ctx context.Context) error { return s.Unwatch(ctx, g.ID, a.ID) },
		"Heartbeat": func(ctx context.Context) error { _, err := s.Heartbeat(ctx); return err },
		"Beat":      func(ctx context.Context) error { return s.Beat(ctx, moment) },
		"Stretches": func(ctx context.Context) error { _, err := s.Stretches(ctx); return err },
		"Ping":      s.Ping,
	}
}

var lifetimes = []test{
	{"Ping", func(t *testing.T, s repository.Store) {
		if err := s.Ping(t.Context()); err != nil {
			t.Errorf("Ping: %v", err)
		}
	}},

	{"ContextEnded", func(t *testing.T, s repository.Store) {
		a := account(t, s, "A")
		g := game(t, s, a.ID)
		before, _ := load(t, s, g.ID)
		for what, call := range everyCall(s, g, a) {
			want(t, what, call(ended()), context.Canceled)
		}
		after, _ := load(t, s, g.ID)
		equal(t, "game", after, before)
		got, err := s.Account(t.Context(), a.ID)
		if err != nil || got.Name != "A" {
			t.Errorf("Account: %+v, %v", got, err)
		}
		all, _, err := s.GameIDs(t.Context(), 0, 9)
		if err != nil || len(all) != 1 {
			t.Errorf("there are %d games (%v), want the one", len(all), err)
		}
	}},

	// Whatever a call that lost its context answers, the log agrees with it.
	{"ContextEndsMidway", func(t *testing.T, s repository.Store) {
		var wg sync.WaitGroup
		for range 8 {
			g := game(t, s, "")
			wg.Go(func() {
				head, want := g.Head, len(g.Events)
				for range 20 {
					ctx, cancel := context.WithCancel(context.Background())
					a := next(g.ID, head, 1)
					go cancel()
					switch err := s.Append(ctx, a); {
					case err == nil:
						head = headOf(a.Events)
						want++
					case !errors.Is(err, context.Canceled):
						t.Errorf("Append: %v", err)
					}
				}
				if _, events := load(t, s, g.ID); len(events) != want {
					t.Errorf("the log has %d events, but %d were acknowledged", len(events), want)
				}
			})
		}
		wg.Wait()
	}},

	{"Closed", func(t *testing.T, s repository.Store) {
		a := account(t, s, "A")
		g := game(t, s, a.ID)
		for range 2 {
			if err := s.Close(); err != nil {
				t.Fatalf("Close: %v", err)
			}
		}
		for what, call := range everyCall(s, g, a) {
			want(t, what, call(context.Background()), repository.ErrUnavailable)
		}
	}},

	// Close while calls are under way: each is either carried out or told that the store is closed.
	{"CloseMidway", func(t *testing.T, s repository.Store) {
		g, a := game(t, s, ""), account(t, s, "A")
		var wg sync.WaitGroup
		first := make(chan struct{})
		var once sync.Once
		for range 8 {
			wg.Go(func() {
				for {
					once.Do(func() { close(first) })
					_, err := s.Game(t.Context(), g.ID)
					if err == nil {
						err = s.CreateSignIn(t.Context(), signIn(a.ID))
					}
					if err != nil {
						want(t, "call", err, repository.ErrUnavailable)
						return
					}
				}
			})
		}
		<-first
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
		wg.Wait()
	}},
}
