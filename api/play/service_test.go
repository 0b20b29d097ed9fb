package play_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"kast/api/play"
	"kast/domain/game"
	"kast/repository"
)

// newGame is a game as most tests ask for it.
func newGame(kinds ...play.SeatKind) play.NewGame {
	n := play.NewGame{Ruleset: game.Penta, Dice: game.ServerDice, Visibility: game.Private, Start: true}
	for _, kind := range kinds {
		n.Seats = append(n.Seats, play.SeatWish{Kind: kind})
	}
	return n
}

// TestCreate_contradictory: seats that no caller of the API can ask for are refused here too.
func TestCreate_contradictory(t *testing.T) {
	t.Parallel()
	w := newFoldWorld(t, 0)
	for _, wishes := range [][]play.SeatWish{
		{{Kind: play.SeatMe}, {Kind: play.SeatMe}},
		{{Kind: "account"}},
		{{}},
		{{Kind: play.SeatMe, Name: "x"}},
		{{Kind: play.SeatOpen, Level: game.BotBest}},
		{{Kind: play.SeatBot, Level: game.BotBest, Name: "x"}},
	} {
		n := newGame()
		n.Seats = wishes
		if _, err := w.services[0].Create(t.Context(), play.Call{Account: w.accounts[0]}, n); !errors.Is(err, play.ErrBadSeats) {
			t.Errorf("%v: got %v, want %v", wishes, err, play.ErrBadSeats)
		}
	}
}

// TestCreate_names: whoever checks names decides how guests are called.
func TestCreate_names(t *testing.T) {
	t.Parallel()
	w := newFoldWorld(t, 0)
	refusal := errors.New("refused")
	s := play.New(w.db, play.Options{CheckName: func(name string) (string, error) {
		if name == "bad" {
			return "", refusal
		}
		return strings.ToUpper(name), nil
	}})
	n := newGame(play.SeatGuest)
	n.Seats[0].Name = "ada"
	r, err := s.Create(t.Context(), play.Call{Account: w.accounts[0]}, n)
	if err != nil || r.Beside.Seats[0].Name != "ADA" {
		t.Errorf("got %v, %v, want ADA", r.Beside.Seats, err)
	}
	n.Seats[0].Name = "bad"
	if _, err := s.Create(t.Context(), play.Call{Account: w.accounts[0]}, n); !errors.Is(err, play.ErrBadName) || !errors.Is(err, refusal) {
		t.Errorf("got %v, want %v", err, play.ErrBadName)
	}
}

// TestInviteCodes: codes differ, have no letters that look alike, and every letter comes up everywhere.
func TestInviteCodes(t *testing.T) {
	t.Parallel()
	w := newFoldWorld(t, 0)
	const alphabet, games = "23456789ABCDEFGHJKMNPQRSTWXYZ", 300
	seen, at := map[string]bool{}, [6]map[rune]bool{}
	for i := range at {
		at[i] = map[rune]bool{}
	}
	for range games {
		r, err := w.services[0].Create(t.Context(), play.Call{Account: w.accounts[0]}, newGame(play.SeatMe, play.SeatOpen))
		if err != nil {
			t.Fatal(err)
		}
		code := r.Beside.InviteCode
		if len(code) != 6 || strings.Trim(code, alphabet) != "" || seen[code] {
			t.Errorf("code %q", code)
		}
		seen[code] = true
		for i, c := range code {
			at[i][c] = true
		}
	}
	for i := range at {
		if len(at[i]) != len(alphabet) {
			t.Errorf("place %d has %d characters of %d", i, len(at[i]), len(alphabet))
		}
	}
}

// TestNoRandomness: without randomness nothing is made or moved, and that is said.
func TestNoRandomness(t *testing.T) {
	t.Parallel()
	w := newFoldWorld(t, 0)
	ctx, call := t.Context(), play.Call{Account: w.accounts[0]}
	made, err := w.services[0].Create(ctx, call, newGame(play.SeatMe, play.SeatOpen))
	if err != nil {
		t.Fatal(err)
	}
	solo, err := w.services[0].Create(ctx, call, newGame(play.SeatMe))
	if err != nil {
		t.Fatal(err)
	}
	for enough := range 80 { // a game takes 32 bytes of seed, 16 of id each for it and its events, some for the code
		s := play.New(w.db, play.Options{Random: io.LimitReader(zeros{}, int64(enough))})
		_, err := s.Create(ctx, call, newGame(play.SeatMe, play.SeatOpen))
		if enough < 16+32+6 && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%d bytes: got %v", enough, err)
		}
		if enough < 16 {
			if _, err := s.Roll(ctx, solo.State.Game, call, nil, nil); err == nil {
				t.Errorf("rolled with %d bytes", enough)
			}
		}
	}
	for _, before := range []play.Result{made, solo} {
		if now, err := w.services[0].View(ctx, w.accounts[0], before.State.Game, 0); err != nil || now.Head != before.Head {
			t.Errorf("got head %s, %v, want %s", now.Head, err, before.Head)
		}
	}
}

// zeros is no good source of randomness.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// wrapped is a store that is told to be wrong.
type wrapped struct {
	repository.Games
	seed    []byte
	seedErr error
	appends int // calls of Append that find the head moved on
}

func (w *wrapped) Seed(ctx context.Context, id string) ([]byte, error) {
	if w.seed != nil || w.seedErr != nil {
		return w.seed, w.seedErr
	}
	return w.Games.Seed(ctx, id)
}

func (w *wrapped) Append(ctx context.Context, a repository.Append) error {
	if w.appends > 0 {
		w.appends--
		return fmt.Errorf("append: %w", repository.ErrConflict)
	}
	return w.Games.Append(ctx, a)
}

// TestSpoiltSeed: a seed that is lost or too short is never rolled with.
func TestSpoiltSeed(t *testing.T) {
	t.Parallel()
	w := newFoldWorld(t, 0)
	ctx, call := t.Context(), play.Call{Account: w.accounts[0]}
	made, err := w.services[0].Create(ctx, call, newGame(play.SeatMe))
	if err != nil {
		t.Fatal(err)
	}
	for _, spoilt := range []*wrapped{
		{Games: w.db, seed: []byte{}},
		{Games: w.db, seed: bytes.Repeat([]byte{7}, 31)},
		{Games: w.db, seed: bytes.Repeat([]byte{7}, 33)},
		{Games: w.db, seedErr: repository.ErrNotFound},
	} {
		s := play.New(spoilt, play.Options{})
		if r, err := s.Roll(ctx, made.State.Game, call, nil, nil); err == nil {
			t.Errorf("rolled %v", r.State.Turn.Dice)
		} else if strings.Contains(err.Error(), "7 7") || errors.Is(err, play.ErrNotFound) {
			t.Errorf("got %v", err)
		}
	}
}

// TestContested: a call is decided anew when others were faster, but not for ever.
func TestContested(t *testing.T) {
	t.Parallel()
	w := newFoldWorld(t, 0)
	ctx, call := t.Context(), play.Call{Account: w.accounts[0]}
	made, err := w.services[0].Create(ctx, call, newGame(play.SeatMe))
	if err != nil {
		t.Fatal(err)
	}
	id := made.State.Game
	if r, err := play.New(&wrapped{Games: w.db, appends: 5}, play.Options{}).Roll(ctx, id, call, nil, nil); err != nil || r.State.Turn.Roll != 1 {
		t.Errorf("got %v, %v", r.State.Turn, err)
	}
	if _, err := play.New(&wrapped{Games: w.db, appends: 1 << 20}, play.Options{}).Roll(ctx, id, call, nil, nil); !errors.Is(err, play.ErrBusy) {
		t.Errorf("got %v, want %v", err, play.ErrBusy)
	}
	if err := play.New(&wrapped{Games: w.db, appends: 1 << 20}, play.Options{}).Withdraw(ctx, w.accounts[0]); !errors.Is(err, play.ErrBusy) {
		t.Errorf("got %v, want %v", err, play.ErrBusy)
	}
}

// TestEachGame: all games, oldest first, until somebody has had enough.
func TestEachGame(t *testing.T) {
	t.Parallel()
	w := newFoldWorld(t, 0)
	var made []string
	for range 205 { // more than are read at once
		r, err := w.services[0].Create(t.Context(), play.Call{Account: w.accounts[0]}, newGame(play.SeatMe))
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, r.State.Game)
	}
	var got []string
	enough := errors.New("enough")
	err := w.services[0].EachGame(t.Context(), func(id string) error {
		got = append(got, id)
		return nil
	})
	if err != nil || strings.Join(got, " ") != strings.Join(made, " ") {
		t.Errorf("got %d games of %d, %v", len(got), len(made), err)
	}
	calls := 0
	err = w.services[0].EachGame(t.Context(), func(string) error {
		calls++
		return enough
	})
	if !errors.Is(err, enough) || calls != 1 {
		t.Errorf("got %v after %d calls", err, calls)
	}
}

// TestVerify_absent: there is nothing to verify of a game that is not there.
func TestVerify_absent(t *testing.T) {
	t.Parallel()
	w := newFoldWorld(t, 0)
	for _, id := range []string{"", "x", "00000000-0000-4000-8000-000000000000"} {
		if n, err := w.services[0].Verify(t.Context(), id); n != 0 || !errors.Is(err, play.ErrNotFound) {
			t.Errorf("%q: got %d, %v", id, n, err)
		}
		if err := w.services[0].Rebuild(t.Context(), id); !errors.Is(err, play.ErrNotFound) {
			t.Errorf("%q: got %v", id, err)
		}
	}
}
