package play_test

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"kast/api/play"
	"kast/domain/game"
	"kast/repository/sqlite"
)

// elsewhere is a service of another process on a world's file, in which something happens between its first decision and its append.
func (w *foldWorld) elsewhere(t *testing.T, first func()) *play.Service {
	t.Helper()
	db, err := sqlite.Open(t.Context(), w.db.File(), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return play.New(&between{Store: db, do: first}, play.Options{})
}

// The host leaves a table at which somebody else sits, who leaves at the same time: nobody is left, and so it closes. No event tells
// of a host without a seat who goes.
func TestLeave_bothAtOnce(t *testing.T) {
	t.Parallel()
	w := newFoldWorld(t, 0)
	n := newGame(play.SeatOpen, play.SeatOpen)
	n.Start, n.Visibility = false, game.Public
	host, other := play.Call{Account: w.accounts[0]}, play.Call{Account: w.accounts[1]}
	made, err := w.services[0].Create(t.Context(), host, n)
	if err != nil {
		t.Fatal(err)
	}
	id := made.State.Game
	if _, err := w.services[0].Join(t.Context(), id, other, play.JoinWish{}); err != nil {
		t.Fatal(err)
	}
	s := w.elsewhere(t, func() {
		if r, err := w.services[0].Leave(t.Context(), id, host); err != nil || r.Beside.Host != other.Account {
			t.Errorf("the host leaves: %+v, %v", r.Beside, err)
		}
	})
	if _, err := s.Leave(t.Context(), id, other); err != nil {
		t.Fatal(err)
	}
	if g, err := w.db.Game(t.Context(), id); err != nil || g.Summary.Status != string(game.StatusClosed) {
		t.Errorf("the table is %s, host %q, %v", g.Summary.Status, g.Host, err)
	}
}

// Once the host was answered with another code nobody joins by the one before.
func TestJoin_codeRenewedMeanwhile(t *testing.T) {
	t.Parallel()
	w := newFoldWorld(t, 0)
	host, other := play.Call{Account: w.accounts[0]}, play.Call{Account: w.accounts[1]}
	made, err := w.services[0].Create(t.Context(), host, newGame(play.SeatMe, play.SeatOpen, play.SeatOpen))
	if err != nil {
		t.Fatal(err)
	}
	id, code := made.State.Game, made.Beside.InviteCode
	renewed := false
	s := w.elsewhere(t, func() {
		_, err := w.services[0].RenewInvite(t.Context(), host.Account, id)
		renewed = err == nil
	})
	if _, err := s.Join(t.Context(), id, other, play.JoinWish{InviteCode: code}); !errors.Is(err, play.ErrNotFound) {
		t.Errorf("joined by a dead code: %v", err)
	}
	if !renewed {
		t.Error("the code was not renewed meanwhile")
	}
}

// What is remembered is no reason to refuse a hold: another process may have rolled.
func TestHold_rolledElsewhere(t *testing.T) {
	t.Parallel()
	w := newFoldWorld(t, 1<<20)
	s, other := w.services[0], w.elsewhere(t, func() {})
	call := play.Call{Account: w.accounts[0]}
	made, err := s.Create(t.Context(), call, newGame(play.SeatMe))
	if err != nil {
		t.Fatal(err)
	}
	id := made.State.Game
	if _, err := s.Roll(t.Context(), id, call, nil, nil); err != nil {
		t.Fatal(err)
	}
	for n := 0; err == nil; n++ {
		if _, err = s.Hold(t.Context(), id, call, []int{n % 5}); n > 1000 {
			t.Fatal("there is no end of holds")
		}
	}
	if !errors.Is(err, play.ErrTooManyHolds) {
		t.Fatal(err)
	}
	if _, err := other.Roll(t.Context(), id, call, nil, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Hold(t.Context(), id, call, []int{0}); err != nil {
		t.Errorf("after a roll elsewhere: %v", err)
	}
}

// Who comes to a rematch and goes again fills no log without end.
func TestRematch_comings(t *testing.T) {
	t.Parallel()
	w := newFoldWorld(t, 1<<20)
	s := w.services[0]
	calls := make([]play.Call, len(w.accounts))
	for i, account := range w.accounts {
		calls[i].Account = account
	}
	n := newGame(play.SeatMe, play.SeatOpen, play.SeatOpen)
	n.Visibility = game.Public
	made, err := s.Create(t.Context(), calls[0], n)
	for _, call := range calls[1:] {
		if err == nil {
			_, err = s.Join(t.Context(), made.State.Game, call, play.JoinWish{})
		}
	}
	for _, call := range calls[1:] {
		if err == nil {
			_, err = s.Resign(t.Context(), made.State.Game, call, game.NoSeat)
		}
	}
	again, rerr := s.Rematch(t.Context(), made.State.Game, calls[0], "")
	if err = errors.Join(err, rerr); err != nil {
		t.Fatal(err)
	}
	for n := 0; err == nil; n++ {
		if _, err = s.Rematch(t.Context(), made.State.Game, calls[1], ""); err == nil {
			_, err = s.Leave(t.Context(), again.State.Game, calls[1])
		}
		if n > 600 {
			t.Fatal("there is no end of it")
		}
	}
	if !errors.Is(err, play.ErrTooManyComings) {
		t.Error(err)
	}
}

// A log that does not fold ends neither the clocks nor the closing of idle games; those of the other games go on.
func TestDamagedGame(t *testing.T) {
	w := newClockWorld(t)
	began := w.now()
	options := game.OptionsChoice{TurnSeconds: new(45)}
	bad := w.create(game.Bonanza, options, "me", "guest").State.Game
	good := w.create(game.Bonanza, options, "me", "guest").State.Game
	var log strings.Builder
	logger := slog.New(slog.NewTextHandler(&log, nil))
	s := play.New(scratched{Store: w.db, bad: map[string]error{bad: nil}}, play.Options{Now: w.now, Tables: tables(), CacheBytes: 0})

	if err := w.db.Beat(t.Context(), began); err != nil {
		t.Fatal(err)
	}
	w.set(began.Add(time.Hour))
	seq := w.view(good).State.Seq
	clocks := play.NewClocks(s, w.db, logger)
	if err := clocks.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.told(good, seq, "server resumed")
	w.set(began.Add(2 * time.Hour))
	if err := clocks.Tick(t.Context(), w.now()); err != nil {
		t.Fatal(err)
	}
	if got := len(w.after(good, seq)); got < 2 {
		t.Errorf("%d events in the good game after its time was up", got)
	}

	w.set(began.Add(3 * 24 * time.Hour))
	open := newGame(play.SeatMe, play.SeatOpen)
	open.Start = false
	table := w.must(w.games[0].Create(t.Context(), w.call(), open)).State.Game
	w.set(began.Add(5 * 24 * time.Hour))
	s = play.New(scratched{Store: w.db, bad: map[string]error{table: nil}}, play.Options{Now: w.now, Tables: tables()})
	if err := play.NewCloser(s, ran{{From: began, To: w.now()}}, 0, logger).Sweep(t.Context(), w.now()); err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"clock not started anew", "clock of a game not kept", "idle game not closed"} {
		if strings.Count(log.String(), what) != 1 {
			t.Errorf("%q is not logged once:\n%s", what, log.String())
		}
	}
}
