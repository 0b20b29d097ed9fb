package play_test

import (
	"context"
	"errors"
	"testing"

	"kast/api/play"
	"kast/domain/game"
	"kast/repository"
)

// clashing is a store where a few codes turn out to be another game's.
type clashing struct {
	repository.Store
	taken   string
	clashes *int
}

func (c clashing) clash(code *string) {
	if *c.clashes > 0 && code != nil && *code != "" {
		*c.clashes--
		*code = c.taken
	}
}

func (c clashing) CreateGame(ctx context.Context, g repository.NewGame) error {
	c.clash(&g.InviteCode)
	return c.Store.CreateGame(ctx, g)
}

func (c clashing) Alter(ctx context.Context, was repository.Game, a repository.Alteration) error {
	if a.InviteCode != nil {
		a.InviteCode = new(*a.InviteCode)
	}
	c.clash(a.InviteCode)
	return c.Store.Alter(ctx, was, a)
}

// A code that another game has is drawn again, at the creation and after it.
func TestInvite_clash(t *testing.T) {
	w := newClockWorld(t)
	first := w.table(game.Private, game.ServerDice)
	clashes := 3
	w.games[0] = play.New(clashing{w.db, first.Beside.InviteCode, &clashes}, play.Options{Now: w.now, Tables: tables()})
	second := w.table(game.Private, game.ServerDice)
	same := func(code, want string) {
		t.Helper()
		if g, err := w.games[1].Invited(t.Context(), code); err != nil || g.ID != want {
			t.Errorf("code %s leads to %s, %v; want %s", code, g.ID, err, want)
		}
	}
	if clashes != 0 {
		t.Fatalf("%d clashes are left", clashes)
	}
	same(first.Beside.InviteCode, first.State.Game)
	same(second.Beside.InviteCode, second.State.Game)

	clashes = 3
	v, err := w.games[0].RenewInvite(t.Context(), w.host, second.State.Game)
	if err != nil || clashes != 0 {
		t.Fatalf("%v, %d clashes are left", err, clashes)
	}
	same(first.Beside.InviteCode, first.State.Game)
	same(v.Beside.InviteCode, second.State.Game)

	clashes = 1 << 20 // never a free one
	if _, err := w.games[0].RenewInvite(t.Context(), w.host, second.State.Game); !errors.Is(err, play.ErrBusy) {
		t.Errorf("renewal: %v", err)
	}
	same(v.Beside.InviteCode, second.State.Game)
}
