package main

import (
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"kast/api/play"
	"kast/domain/game"
)

// The program keeps the clocks: a turn whose time was up before the server stopped is played, one whose time ran out
// while none ran begins anew.
func TestServe_clocks(t *testing.T) {
	w := newWorld(t, "Anna")
	ctx := t.Context()
	make := func(seconds int) string {
		return w.create("Anna", play.NewGame{
			Ruleset: game.Bonanza, Dice: game.ServerDice, Start: true, Options: game.OptionsChoice{TurnSeconds: new(seconds)},
			Seats: []play.SeatWish{{Kind: play.SeatMe}, {Kind: play.SeatGuest, Name: "Bo"}},
		})
	}
	passed, cut := make(30), make(90)
	w.now = w.now.Add(time.Minute)
	if err := w.db.Beat(ctx, w.now); err != nil {
		t.Fatal(err)
	}
	s := startServer(t, w.path)
	s.waitReady(t)
	want := map[string]game.By{passed: game.ByClock, cut: game.ByServer}
	for id, by := range want {
		for first := game.By(""); first != by; {
			if err := ctx.Err(); err != nil {
				t.Fatal(err)
			}
			l, err := w.games.Events(ctx, w.players["Anna"], id, 2, 1)
			if err != nil {
				t.Fatal(err)
			}
			if len(l.Events) == 0 {
				continue // the timer has not come round yet
			}
			if first = l.Events[0].By; first != by {
				t.Fatalf("the first event by %s, want %s", first, by)
			}
		}
	}
	if got := s.stop(); got.code != exitOK || strings.Contains(got.err, "level=ERROR") {
		t.Errorf("exit code %d: %s", got.code, got.err)
	}
}

// The program closes a table that nobody started, and a game that nobody goes on with unless it was told not to.
func TestServe_closing(t *testing.T) {
	for _, c := range []struct {
		flags []string
		game  game.Status
	}{
		{nil, game.StatusClosed},
		{[]string{"--close-after", "0"}, game.StatusPlaying},
	} {
		w := newWorld(t, "Anna")
		n := play.NewGame{
			Ruleset: game.Penta, Dice: game.ServerDice, Start: true,
			Seats: []play.SeatWish{{Kind: play.SeatMe}, {Kind: play.SeatGuest, Name: "Bo"}},
		}
		running := w.create("Anna", n)
		n.Seats[1] = play.SeatWish{Kind: play.SeatOpen}
		open := w.create("Anna", n) // which is looked at after the game
		status := func(id string) game.Status {
			v, err := w.games.View(t.Context(), w.players["Anna"], id, 0)
			if err != nil {
				t.Fatal(err)
			}
			return v.State.Status
		}
		s := startServer(t, w.path, c.flags...)
		s.waitReady(t)
		for began := time.Now(); status(open) != game.StatusClosed; time.Sleep(time.Millisecond) {
			if time.Since(began) > time.Minute {
				t.Fatal("the table does not close")
			}
		}
		if got := status(running); got != c.game {
			t.Errorf("the game is %s, want %s", got, c.game)
		}
		if got := s.stop(); got.code != exitOK || strings.Contains(got.err, "level=ERROR") {
			t.Errorf("exit code %d: %s", got.code, got.err)
		}
	}
}

// A server that is stopped while it still works out best play leaves nothing running.
func TestServe_stoppedEarly(t *testing.T) {
	got := startServer(t, filepath.Join(t.TempDir(), "kast.db")).stop()
	if got.code != exitOK || strings.Contains(got.err, "level=ERROR") {
		t.Errorf("exit code %d: %s", got.code, got.err)
	}
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	for _, left := range []string{"solver.Solve", "play.(*Clocks).Run", "play.(*Closer).Keep", "play.(*table).solve"} {
		if strings.Contains(string(stacks), left) {
			t.Errorf("%s still runs", left)
		}
	}
}
