package play_test

import (
	"context"
	"errors"
	"io"
	"sync"
	"testing"

	"kast/api/play"
	"kast/domain/game"
	"kast/repository"
)

// playedBy makes a game of the given accounts and gives it up.
func (w *foldWorld) playedBy(t *testing.T, accounts ...string) string {
	t.Helper()
	kinds := []play.SeatKind{play.SeatMe}
	for range accounts[1:] {
		kinds = append(kinds, play.SeatOpen)
	}
	n := newGame(kinds...)
	n.Visibility = game.Public
	s := w.services[0]
	r, err := s.Create(t.Context(), play.Call{Account: accounts[0]}, n)
	id := r.State.Game
	for _, account := range accounts[1:] {
		if err == nil {
			_, err = s.Join(t.Context(), id, play.Call{Account: account}, play.JoinWish{})
		}
	}
	for _, account := range accounts {
		if err == nil && r.State.Status != game.StatusFinished {
			r, err = s.Resign(t.Context(), id, play.Call{Account: account}, game.NoSeat)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// TestRematch_processes: all who ask at once find one table, whichever process answers them.
func TestRematch_processes(t *testing.T) {
	t.Parallel()
	w := newFoldWorld(t, 0, -1)
	for range 20 {
		old := w.playedBy(t, w.accounts...)
		var wg sync.WaitGroup
		results, errs := make([]play.Result, 6), make([]error, 6)
		for i := range results {
			wg.Go(func() {
				results[i], errs[i] = w.services[i%2].Rematch(context.Background(), old, play.Call{Account: w.accounts[i/2]}, "")
			})
		}
		wg.Wait()
		carriedOut := 0
		for i, r := range results {
			if errs[i] != nil || r.State.Game != results[0].State.Game {
				t.Fatalf("%d: game %s, %v", i, r.State.Game, errs[i])
			}
			if !r.Repeated {
				carriedOut++
			}
		}
		now, err := w.services[0].View(t.Context(), w.accounts[0], results[0].State.Game, 0)
		if err != nil || carriedOut != 3 || now.State.Status != game.StatusPlaying || now.State.Seq != 4 {
			t.Fatalf("%d calls carried out, %s at %d, %v", carriedOut, now.State.Status, now.State.Seq, err)
		}
		if _, err := w.services[0].Verify(t.Context(), now.State.Game); err != nil {
			t.Error(err)
		}
	}
}

// interrupted is a store in which something happens just before a game is made.
type interrupted struct {
	repository.Games
	before func()
	fail   error // instead of making it
}

func (i *interrupted) CreateGame(ctx context.Context, g repository.NewGame) error {
	if i.before != nil {
		do := i.before
		i.before = nil
		do()
	}
	if i.fail != nil {
		return i.fail
	}
	return i.Games.CreateGame(ctx, g)
}

// TestRematch_deletedMeanwhile: somebody who is gone when the table is made is not waited for, and nobody asks who is gone.
func TestRematch_deletedMeanwhile(t *testing.T) {
	t.Parallel()
	w := newFoldWorld(t, 0)
	old := w.playedBy(t, w.accounts...)
	call := play.Call{Account: w.accounts[0]}
	gone := func(account string) func() {
		return func() {
			if err := w.db.DeleteAccount(context.Background(), account); err != nil {
				t.Error(err)
			}
		}
	}
	r, err := play.New(&interrupted{Games: w.db, before: gone(w.accounts[1])}, play.Options{}).Rematch(t.Context(), old, call, "")
	if err != nil || len(r.State.Seats) != 2 || r.Beside.Seats[0].KeptFor != w.accounts[2] {
		t.Fatalf("got %+v, %v", r.Beside.Seats, err)
	}
	if _, err := w.services[0].Leave(t.Context(), r.State.Game, call); err != nil {
		t.Fatal(err)
	}
	_, err = play.New(&interrupted{Games: w.db, before: gone(w.accounts[0])}, play.Options{}).Rematch(t.Context(), old, call, "")
	if !errors.Is(err, play.ErrNoAccount) {
		t.Errorf("got %v, want %v", err, play.ErrNoAccount)
	}
}

// TestRematch_faults: what goes wrong in the store is said, and nobody tries for ever.
func TestRematch_faults(t *testing.T) {
	t.Parallel()
	w := newFoldWorld(t, 0)
	old := w.playedBy(t, w.accounts...)
	for fail, wanted := range map[error]error{
		repository.ErrConflict: play.ErrBusy, repository.ErrNoAccount: play.ErrBusy,
		repository.ErrUnavailable: repository.ErrUnavailable, io.EOF: io.EOF,
	} {
		s := play.New(&interrupted{Games: w.db, fail: fail}, play.Options{})
		if _, err := s.Rematch(t.Context(), old, play.Call{Account: w.accounts[0]}, ""); !errors.Is(err, wanted) {
			t.Errorf("%v: got %v, want %v", fail, err, wanted)
		}
	}
	// A table that is closed while somebody is about to accept makes room for another.
	call := play.Call{Account: w.accounts[0]}
	first, err := w.services[0].Rematch(t.Context(), old, call, "")
	if err != nil {
		t.Fatal(err)
	}
	closing := &closes{Games: w.db, id: first.State.Game, do: func() {
		if _, err := w.services[0].Leave(context.Background(), first.State.Game, call); err != nil {
			t.Error(err)
		}
	}}
	second, err := play.New(closing, play.Options{}).Rematch(t.Context(), old, play.Call{Account: w.accounts[1]}, "")
	if err != nil || second.State.Game == first.State.Game || second.State.Status != game.StatusOpen {
		t.Errorf("got game %s %s, %v", second.State.Game, second.State.Status, err)
	}
}

// closes is a store in which something happens before a game is read for the first time.
type closes struct {
	repository.Games
	id string
	do func()
}

func (c *closes) Recent(ctx context.Context, id string) (repository.Game, error) {
	return c.Game(ctx, id)
}

func (c *closes) Game(ctx context.Context, id string) (repository.Game, error) {
	if id == c.id && c.do != nil {
		do := c.do
		c.do = nil
		do()
	}
	return c.Games.Game(ctx, id)
}
