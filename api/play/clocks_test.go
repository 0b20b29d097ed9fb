package play_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"kast/api/play"
	"kast/domain/game"
	"kast/domain/scorecard"
	"kast/repository"
)

// stood is a store whose last heartbeat is the test's to say.
type stood struct {
	repository.Store
	last time.Time
}

func (s stood) Heartbeat(context.Context) (time.Time, error) { return s.last, nil }

// A deadline that passed while no server ran is put off; one that passed before is not, nor one that is still to come.
func TestClocks_Resume(t *testing.T) {
	for _, c := range []struct {
		name    string
		beat    time.Duration // the last one, after the deadline
		started time.Duration // the server again, after the deadline
		never   bool          // there was no beat at all
		want    []string
	}{
		{name: "stood still", beat: -10 * time.Second, started: time.Hour, want: []string{"server resumed"}},
		{name: "at the deadline", beat: 0, started: time.Hour, want: []string{"server resumed"}},
		{name: "ran", beat: -10 * time.Second, started: -8 * time.Second},
		{name: "other process runs", beat: 9 * time.Second, started: 10 * time.Second, want: []string{"0 clock rolled", "0 clock entered"}},
		{name: "before", beat: time.Millisecond, started: time.Hour, want: []string{"0 clock rolled", "0 clock entered"}},
		{name: "to come", beat: -time.Hour, started: -time.Second},
		{name: "short stop", beat: -time.Second, started: 1500 * time.Millisecond, want: []string{"server resumed"}},
		{name: "first start", never: true, started: time.Hour, want: []string{"0 clock rolled", "0 clock entered"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newClockWorld(t)
			r := w.create(game.Bonanza, game.OptionsChoice{}, "me", "guest")
			deadline := r.State.Deadline()
			heart := stood{Store: w.db, last: deadline.Add(c.beat)}
			if c.never {
				heart.last = time.Time{}
			}
			w.set(deadline.Add(c.started))
			for i := range w.games { // both processes start
				if err := play.NewClocks(w.games[i], heart, nil).Resume(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			w.tick(0)
			w.told(r.State.Game, r.State.Seq, c.want...)
			if len(c.want) == 1 {
				if got := w.view(r.State.Game).State; got.OnTurn() != 0 || !got.Deadline().Equal(w.now().Add(45*time.Second)) {
					t.Errorf("seat %d is on turn until %v", got.OnTurn(), got.Deadline())
				}
			}
			if at, err := w.db.Heartbeat(t.Context()); err != nil || !at.Equal(w.now()) {
				t.Errorf("heartbeat %v, %v", at, err)
			}
		})
	}
}

// A server that dies after the third roll costs the player nothing: three seconds begin anew.
func TestClocks_Resume_autoEnter(t *testing.T) {
	w := newClockWorld(t)
	id := w.create(game.Penta, game.OptionsChoice{}, "me").State.Game
	w.roll(id)
	w.roll(id)
	if err := w.db.Beat(t.Context(), w.now()); err != nil {
		t.Fatal(err)
	}
	r := w.roll(id)
	w.set(w.now().Add(time.Minute))
	if err := w.clocks(0).Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.tick(0)
	if got := w.view(id).State.Deadline(); !got.Equal(w.now().Add(3 * time.Second)) {
		t.Errorf("deadline %v", got)
	}
	w.must(w.games[0].Enter(t.Context(), id, w.call(), scorecard.Chance))
	w.told(id, r.State.Seq, "server resumed", "0 player entered")
}

// broken is a store that cannot read the log of one game.
type broken struct {
	repository.Store
	game string
}

func (b broken) Game(ctx context.Context, id string) (repository.Game, error) {
	if id == b.game {
		return repository.Game{}, errors.New("the disk is scratched")
	}
	return b.Store.Game(ctx, id)
}

// What is wrong with one game is logged, now and then, and the others go on.
func TestClocks_errorOfOne(t *testing.T) {
	w := newClockWorld(t)
	bad := w.create(game.Bonanza, game.OptionsChoice{}, "me", "guest").State
	good := w.create(game.Bonanza, game.OptionsChoice{}, "me", "guest").State
	w.games[0] = play.New(broken{w.db, bad.Game}, play.Options{Now: w.now, Tables: tables()})
	defer func() { w.games[0] = w.games[1] }()
	clocks := w.clocks(0)
	w.set(good.Deadline().Add(time.Minute))
	for range 20 {
		if err := clocks.Tick(t.Context(), w.now()); err != nil {
			t.Fatal(err)
		}
		w.set(w.now().Add(time.Second))
	}
	w.told(good.Game, good.Seq, "0 clock rolled", "0 clock entered")
	if n := strings.Count(w.log.String(), "\n"); n != 2 || strings.Count(w.log.String(), "game="+bad.Game) != n {
		t.Errorf("logged %d times in 20 seconds: %s", n, w.log.String())
	}
	w.log.Reset()
	if err := w.db.Beat(t.Context(), good.StartedAt); err != nil {
		t.Fatal(err)
	}
	w.set(w.now().Add(time.Hour))
	if err := w.clocks(0).Resume(t.Context()); err != nil || !strings.Contains(w.log.String(), bad.Game) {
		t.Errorf("start with a broken game: %v, %s", err, w.log.String())
	}
	w.told(good.Game, good.Seq, "0 clock rolled", "0 clock entered", "server resumed")
}

// A machine that slept, or whose clock was put forward, has stood still for its players.
func TestClocks_Run_slept(t *testing.T) {
	if _, err := tables().Table(t.Context(), game.Bonanza); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		w := newClockWorld(t)
		var slept atomic.Int64
		now := func() time.Time { return time.Now().Add(time.Duration(slept.Load())) }
		w.games[0] = play.New(w.db, play.Options{Now: now, Tables: tables()})
		r := w.create(game.Bonanza, game.OptionsChoice{TurnSeconds: new(30)}, "me", "guest")
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			w.clocks(0).Run(ctx)
		}()
		quick := w.create(game.Bonanza, game.OptionsChoice{TurnSeconds: new(30)}, "me", "guest").State
		time.Sleep(10 * time.Second)
		slept.Store(int64(time.Hour))
		w.roll(quick.Game) // before the timer looks at the clocks
		w.told(quick.Game, quick.Seq, "0 player rolled")
		time.Sleep(20 * time.Second)
		w.told(r.State.Game, r.State.Seq, "server resumed")
		w.told(quick.Game, quick.Seq, "0 player rolled", "server resumed")
		time.Sleep(12 * time.Second)
		w.told(r.State.Game, r.State.Seq, "server resumed", "0 clock rolled", "0 clock entered")
		cancel()
		<-ended
		if w.log.Len() > 0 {
			t.Error(w.log.String())
		}
	})
}

// A server whose clock ran hours ahead, and was put right while it ran, counts pauses by the right time from then on.
func TestClocks_Run_setBack(t *testing.T) {
	if _, err := tables().Table(t.Context(), game.Bonanza); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		w := newClockWorld(t)
		var ahead atomic.Int64
		ahead.Store(int64(5 * time.Hour))
		now := func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
		for i := range w.games {
			w.games[i] = play.New(w.db, play.Options{Now: now, Tables: tables()})
		}
		run := func(d time.Duration) {
			ctx, cancel := context.WithTimeout(t.Context(), d)
			defer cancel()
			c := w.clocks(0)
			if err := c.Resume(ctx); err != nil {
				t.Fatal(err)
			}
			c.Run(ctx)
		}
		choice := game.OptionsChoice{TurnSeconds: new(30)}
		before := w.create(game.Bonanza, choice, "me", "guest").State
		run(10 * time.Second)
		ahead.Store(0)
		after := w.create(game.Bonanza, choice, "me", "guest").State
		run(10 * time.Second)
		time.Sleep(time.Minute) // no server runs, and the time of after is up
		run(time.Second)
		w.told(after.Game, after.Seq, "server resumed")
		run(32 * time.Second)
		w.told(after.Game, after.Seq, "server resumed", "0 clock rolled", "0 clock entered")

		// The turn that began under the wrong clock ends by it; nobody is robbed of time, and moves go on.
		w.told(before.Game, before.Seq)
		r := w.roll(before.Game)
		w.must(w.games[0].Enter(t.Context(), before.Game, w.call(), r.State.Entries()[0].Box))
		if got, want := w.view(before.Game).State.Deadline(), time.Now().Add(30*time.Second); got.Sub(want).Abs() > time.Second {
			t.Errorf("the next turn lasts until %v, want %v", got, want)
		}
		if w.log.Len() > 0 {
			t.Error(w.log.String())
		}
	})
}

// What changed last is last, whatever the time was: devices that ask for changes miss none when the clock is set back.
func TestChanges_setBack(t *testing.T) {
	w := newClockWorld(t)
	first := w.create(game.Femlika, game.OptionsChoice{}, "me").State.Game
	w.set(w.now().Add(-5 * time.Hour))
	second := w.create(game.Femlika, game.OptionsChoice{}, "me").State.Game
	w.set(w.now().Add(9 * time.Hour))
	w.roll(first)
	w.set(w.now().Add(-7 * time.Hour))
	w.roll(second)
	got, err := w.games[1].Changes(t.Context(), w.host, 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, g := range got.Games {
		ids = append(ids, g.ID)
	}
	if diff := cmp.Diff([]string{first, second}, ids); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
}

// The timer of a process beats, and plays what is due; it ends with its context.
func TestClocks_Run(t *testing.T) {
	if _, err := tables().Table(t.Context(), game.Bonanza); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		w := newClockWorld(t)
		w.games[0] = play.New(w.db, play.Options{Tables: tables()})
		r := w.create(game.Bonanza, game.OptionsChoice{TurnSeconds: new(30)}, "me", "guest")
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			w.clocks(0).Run(ctx)
		}()
		time.Sleep(30 * time.Second)
		w.told(r.State.Game, r.State.Seq)
		time.Sleep(2 * time.Second)
		w.told(r.State.Game, r.State.Seq, "0 clock rolled", "0 clock entered")
		for range 5 {
			time.Sleep(time.Second)
			at, err := w.db.Heartbeat(t.Context())
			if err != nil || time.Since(at) > 1500*time.Millisecond {
				t.Errorf("last beat %v ago, %v", time.Since(at), err)
			}
		}
		cancel()
		<-ended
		if w.log.Len() > 0 {
			t.Error(w.log.String())
		}
	})
}

// TestClocks_Hold: until the server has all that its clocks need no move comes too late; then players whose deadline
// passed meanwhile get their time anew.
func TestClocks_Hold(t *testing.T) {
	w := newClockWorld(t)
	r := w.create(game.Tiotusen, game.OptionsChoice{TurnSeconds: new(30)}, "me", "guest")
	clocks := w.clocks(0)
	clocks.Hold()
	w.set(r.State.Deadline().Add(time.Minute))
	if w.roll(r.State.Game).State.Seats[0].Turns != 1 {
		t.Error("the roll was not in time")
	}
}
