package play_test

import (
	"context"
	"encoding/hex"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"kast/api/play"
	"kast/domain/game"
	"kast/repository"
)

const days30 = 30 * 24 * time.Hour

// sweep closes idle games by one service, at the time that it is.
func (w *clockWorld) sweep(service int, after time.Duration) {
	w.Helper()
	c := play.NewCloser(w.games[service], w.db, after, slog.New(slog.NewTextHandler(&w.log, nil)))
	if err := c.Sweep(w.Context(), w.now()); err != nil {
		w.Fatal(err)
	}
	if w.log.Len() > 0 {
		w.Fatal(w.log.String())
	}
}

// table makes a game that waits for others.
func (w *clockWorld) table(v game.Visibility, d game.DiceMode) play.Result {
	w.Helper()
	return w.must(w.games[0].Create(w.Context(), w.call(), play.NewGame{
		Ruleset: game.Penta, Dice: d, Visibility: v, Seats: wishes("me", "open"), Start: true,
	}))
}

func TestCloser_tables(t *testing.T) {
	w := newClockWorld(t)
	made := w.now()
	private, public := w.table(game.Private, game.ServerDice), w.table(game.Public, game.ClientDice)
	if private.Beside.InviteCode == "" {
		t.Fatal("no invite code")
	}
	for _, early := range []time.Duration{0, time.Hour, 24*time.Hour - time.Millisecond, 24 * time.Hour} {
		w.set(made.Add(early))
		w.sweep(0, 0)
		if got := w.view(private.State.Game).State.Status; got != game.StatusOpen {
			t.Fatalf("%s after %v", got, early)
		}
	}
	w.set(made.Add(24*time.Hour + time.Millisecond))
	for service := range w.games { // two processes
		w.sweep(service, days30)
	}
	for _, r := range []play.Result{private, public} {
		w.told(r.State.Game, r.State.Seq, "server other")
		v := w.view(r.State.Game)
		if v.State.Status != game.StatusClosed || v.Beside.InviteCode != "" || !v.State.FinishedAt.Equal(w.now()) {
			t.Errorf("%s at %v, code %q", v.State.Status, v.State.FinishedAt, v.Beside.InviteCode)
		}
	}
	if _, err := w.games[0].Invited(t.Context(), private.Beside.InviteCode); !errors.Is(err, play.ErrNotFound) {
		t.Errorf("invite code of a closed table: %v", err)
	}
	w.proven(private.State.Game)
}

// proven fails unless a game that is over tells the seed that it was committed to.
func (w *clockWorld) proven(id string) {
	w.Helper()
	f, err := w.games[0].Fairness(w.Context(), w.host, id)
	if err != nil {
		w.Fatal(err)
	}
	seed, err := w.db.Seed(w.Context(), id)
	if err != nil {
		w.Fatal(err)
	}
	if f.ServerSeed != hex.EncodeToString(seed) {
		w.Errorf("the seed of a closed game is told as %q", f.ServerSeed)
	}
}

func TestCloser_running(t *testing.T) {
	w := newClockWorld(t)
	began := w.now()
	still := w.create(game.Penta, game.OptionsChoice{}, "me", "guest").State
	moved := w.create(game.Tiotusen, game.OptionsChoice{}, "me", "guest").State
	clock := w.create(game.Bonanza, game.OptionsChoice{}, "me", "guest").State
	w.set(began.Add(time.Millisecond))
	rolled := w.roll(moved.Game).State
	at := func(since time.Duration, after time.Duration) {
		w.set(began.Add(since))
		w.sweep(0, after)
		w.sweep(1, after)
	}
	at(days30, days30)
	at(100*days30, 0) // which is never
	for _, s := range []game.State{still, rolled, clock} {
		w.told(s.Game, s.Seq)
	}
	at(days30+time.Millisecond, days30)
	w.told(still.Game, still.Seq, "server other")
	w.told(rolled.Game, rolled.Seq)
	w.proven(still.Game)
	if _, err := w.games[0].Roll(t.Context(), still.Game, w.call(), nil, nil); !refused(err, game.GameNotPlaying) {
		t.Errorf("a roll in a closed game: %v", err)
	}
	at(days30+2*time.Millisecond, days30)
	w.told(rolled.Game, rolled.Seq, "server other")
	at(100*days30, time.Hour)
	w.told(clock.Game, clock.Seq) // its clock plays on, see Clocks
	if v := w.view(still.Game); v.State.Status != game.StatusClosed || v.State.Seats[0].Placement != 0 {
		t.Errorf("%s, placement %d", v.State.Status, v.State.Seats[0].Placement)
	}
}

// serve notes that a server runs, from now on for so long.
func (w *clockWorld) serve(d time.Duration) {
	w.Helper()
	for end := w.now().Add(d); ; w.set(w.now().Add(min(repository.Pause, end.Sub(w.now())))) {
		if err := w.db.Beat(w.Context(), w.now()); err != nil {
			w.Fatal(err)
		}
		if !w.now().Before(end) {
			return
		}
	}
}

// Time in which no server ran, or that the clock jumped over, is not held against anybody: games and tables close when
// servers have run for their time, in however many stretches.
func TestCloser_pause(t *testing.T) {
	const after = 30 * time.Hour
	w := newClockWorld(t)
	w.serve(0)
	running := w.create(game.Penta, game.OptionsChoice{}, "me", "guest").State
	open := w.table(game.Private, game.ServerDice).State
	closed := func(when string, wantOpen, wantRunning bool) {
		t.Helper()
		for service := range w.games {
			w.sweep(service, after)
		}
		if got := len(w.after(open.Game, open.Seq)) > 0; got != wantOpen {
			t.Errorf("%s: the table is closed: %t", when, got)
		}
		if got := len(w.after(running.Game, running.Seq)) > 0; got != wantRunning {
			t.Errorf("%s: the game is closed: %t", when, got)
		}
	}
	w.serve(20 * time.Hour)
	w.set(w.now().Add(2 * days30))
	closed("a server starts after a pause", false, false)
	for range 3 {
		w.serve(time.Hour)
		closed("a short start", false, false)
		w.set(w.now().Add(days30))
	}
	before := w.now()
	w.set(before.Add(100 * days30))
	closed("the clock is put forward", false, false)
	w.serve(time.Minute)
	closed("a moment later", false, false)
	w.set(before.Add(time.Minute))
	w.serve(58 * time.Minute)
	closed("just before its time", false, false)
	w.serve(3 * time.Minute)
	closed("after its time", true, false)
	w.serve(5*time.Hour + 58*time.Minute)
	closed("just before its time", true, false)
	w.serve(2 * time.Minute)
	closed("after its time", true, true)
}

// between is a store where somebody does something after a game was found idle.
type between struct {
	repository.Store
	once sync.Once
	do   func()
}

func (b *between) Seed(ctx context.Context, id string) ([]byte, error) {
	b.once.Do(b.do)
	return b.Store.Seed(ctx, id)
}

// Who moves, joins or starts while a game is being closed was faster, and the game goes on.
func TestCloser_movedMeanwhile(t *testing.T) {
	for _, c := range []struct {
		make func(*clockWorld) play.Result
		move func(*clockWorld, string) (play.Result, error)
		told string
	}{
		{
			func(w *clockWorld) play.Result { return w.create(game.Penta, game.OptionsChoice{}, "me", "guest") },
			func(w *clockWorld, id string) (play.Result, error) {
				return w.games[1].Roll(w.Context(), id, w.call(), nil, nil)
			},
			"0 player rolled",
		},
		{
			func(w *clockWorld) play.Result { return w.table(game.Private, game.ServerDice) },
			func(w *clockWorld, id string) (play.Result, error) {
				return w.games[1].Start(w.Context(), id, w.call(), "")
			},
			"player other",
		},
	} {
		w := newClockWorld(t)
		g := c.make(w).State
		w.set(w.now().Add(2 * days30))
		store := &between{Store: w.db, do: func() { w.must(c.move(w, g.Game)) }}
		w.games[0] = play.New(store, play.Options{Now: w.now, Tables: tables()})
		for range 2 {
			w.sweep(0, days30)
			w.told(g.Game, g.Seq, c.told)
		}
	}
}

// What is wrong with one game is logged, now and then, and the others close.
func TestCloser_errorOfOne(t *testing.T) {
	w := newClockWorld(t)
	bad, good := w.table(game.Private, game.ServerDice).State, w.table(game.Private, game.ServerDice).State
	w.games[0] = play.New(broken{w.db, bad.Game}, play.Options{Now: w.now, Tables: tables()})
	defer func() { w.games[0] = w.games[1] }()
	w.set(w.now().Add(25 * time.Hour))
	c := play.NewCloser(w.games[0], w.db, days30, slog.New(slog.NewTextHandler(&w.log, nil)))
	for range 100 {
		if err := c.Sweep(t.Context(), w.now()); err != nil {
			t.Fatal(err)
		}
		w.set(w.now().Add(time.Minute))
	}
	w.told(good.Game, good.Seq, "server other")
	if n := strings.Count(w.log.String(), "\n"); n != 2 || strings.Count(w.log.String(), "game="+bad.Game) != n {
		t.Errorf("logged %d times in 100 minutes: %s", n, w.log.String())
	}
	w.log.Reset()
}

// A process looks for idle games once the clocks run, and then each minute.
func TestCloser_Keep(t *testing.T) {
	if _, err := tables().Table(t.Context(), game.Penta); err != nil {
		t.Fatal(err)
	}
	if err := tables().Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		w := newClockWorld(t)
		w.games[0] = play.New(w.db, play.Options{Tables: tables()})
		open := w.table(game.Private, game.ServerDice).State
		running := w.create(game.Penta, game.OptionsChoice{}, "me", "guest").State
		closes := func(s game.State, want bool) {
			t.Helper()
			if got := len(w.after(s.Game, s.Seq)) > 0; got != want {
				t.Errorf("closed after %v: %t", time.Since(s.CreatedAt), got)
			}
		}
		time.Sleep(24*time.Hour + time.Second)
		clocks := w.clocks(0)
		clocks.Hold()
		closer := play.NewCloser(w.games[0], w.db, 24*time.Hour+7*time.Minute, slog.New(slog.NewTextHandler(&w.log, nil)))
		ctx, cancel := context.WithCancel(t.Context())
		var ended sync.WaitGroup
		ended.Go(func() { closer.Keep(ctx) })
		time.Sleep(5 * time.Minute)
		closes(open, false) // the clocks do not run yet
		ended.Go(func() { clocks.Keep(ctx) })
		time.Sleep(2 * time.Second)
		closes(open, true)
		closes(running, false)
		time.Sleep(24*time.Hour + 7*time.Minute - time.Since(running.StartedAt))
		closes(running, false)
		time.Sleep(time.Minute + time.Second)
		closes(running, true)
		cancel()
		ended.Wait()
		if w.log.Len() > 0 {
			t.Error(w.log.String())
		}
	})
}

// A server that is stopped before its clocks run closes nothing.
func TestCloser_stoppedEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newClockWorld(t)
		w.clocks(0).Hold()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		play.NewCloser(w.games[0], w.db, days30, slog.New(slog.NewTextHandler(&w.log, nil))).Keep(ctx)
	})
}
