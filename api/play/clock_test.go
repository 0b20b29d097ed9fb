package play_test

import (
	"errors"
	"sync"
	"testing"
	"time"

	"kast/api/play"
	"kast/domain/game"
	"kast/domain/scorecard"
	"kast/repository"
)

// T04: a move counts by when it arrived, with a second for the network. It is the move or the time-out, never both.
func TestClock_boundary(t *testing.T) {
	for _, c := range []struct {
		late   time.Duration
		inTime bool
	}{
		{-time.Millisecond, true},
		{0, true},
		{time.Millisecond, true},
		{time.Second, true},
		{time.Second + time.Millisecond, false},
	} {
		for _, ticked := range []bool{false, true} {
			w := newClockWorld(t)
			id := w.create(game.Penta, game.OptionsChoice{TurnSeconds: new(30)}, "me", "guest").State.Game
			before := w.roll(id)
			w.set(before.State.Deadline().Add(c.late))
			call := w.call()
			call.At = w.now()
			if ticked {
				w.tick(1)
			}
			_, err := w.games[0].Enter(t.Context(), id, call, scorecard.Chance)
			w.tick(0)
			if c.inTime {
				if err != nil {
					t.Errorf("%v late: %v", c.late, err)
				}
				w.told(id, before.State.Seq, "0 player entered")
			} else {
				// The guest is the host's to move too, so what is refused is an entry before the first roll.
				if !refused(err, game.MustRollFirst) {
					t.Errorf("%v late: %v", c.late, err)
				}
				w.told(id, before.State.Seq, "0 clock entered")
			}
			after := w.view(id).State
			if after.OnTurn() != 1 || after.Total(1) != 0 || !after.Deadline().Equal(w.now().Add(30*time.Second)) {
				t.Errorf("%v late: seat %d is on turn until %v", c.late, after.OnTurn(), after.Deadline())
			}
		}
	}
}

// A call that arrived in time, and is decided long after, still counts where nobody was faster.
func TestClock_decidedLate(t *testing.T) {
	w := newClockWorld(t)
	id := w.create(game.Penta, game.OptionsChoice{TurnSeconds: new(30)}, "me", "guest").State.Game
	before := w.roll(id)
	call := w.call()
	call.At = before.State.Deadline()
	w.set(call.At.Add(10 * time.Second))
	w.must(w.games[0].Enter(t.Context(), id, call, scorecard.Chance))
	w.told(id, before.State.Seq, "0 player entered")
}

// T05: there is one deadline, of whoever asks; the clock's event is not before it, and no later than two seconds after.
func TestClock_oneDeadline(t *testing.T) {
	w := newClockWorld(t)
	id := w.create(game.Femlika, game.OptionsChoice{TurnSeconds: new(45)}, "me", "guest").State.Game
	deadline := w.now().Add(45 * time.Second)
	r := w.roll(id)
	listed, err := w.games[1].GamesOf(t.Context(), w.host, repository.GameFilter{}, repository.Page{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	seen, err := w.games[1].View(t.Context(), w.host, id, r.State.Seq)
	if err != nil {
		t.Fatal(err)
	}
	for i, got := range []time.Time{r.State.Deadline(), listed.Games[0].Summary.Deadline, seen.State.Deadline(), w.view(id).State.Deadline()} {
		if !got.Equal(deadline) || got.Location() != time.UTC {
			t.Errorf("%d: deadline %v, want %v", i, got, deadline)
		}
	}
	clocks := w.clocks(0)
	for now := w.now(); w.view(id).State.OnTurn() == 0; now = now.Add(250 * time.Millisecond) {
		w.set(now)
		if err := clocks.Tick(t.Context(), now); err != nil {
			t.Fatal(err)
		}
	}
	if late := w.now().Sub(deadline); late <= time.Second || late > 2*time.Second {
		t.Errorf("the clock played %v after the deadline", late)
	}
}

// T07: whose time is up before the first roll has one made; nobody gets two first rolls by being fast.
func TestClock_rollRace(t *testing.T) {
	tries := 200
	if testing.Short() {
		tries = 20
	}
	w := newClockWorld(t)
	for n := range tries {
		w.set(w.now().Add(time.Hour))
		game0 := w.create(game.Bonanza, game.OptionsChoice{}, "me", "guest")
		id := game0.State.Game
		entry := n%2 == 1
		if entry {
			game0 = w.roll(id)
		}
		w.set(game0.State.Deadline().Add(time.Second + time.Millisecond))
		call := w.call()
		call.At = game0.State.Deadline()
		var err error
		var both sync.WaitGroup
		both.Go(func() {
			if entry {
				_, err = w.games[1].Enter(t.Context(), id, call, scorecard.Chance)
			} else {
				_, err = w.games[1].Roll(t.Context(), id, call, nil, nil)
			}
		})
		both.Go(func() { w.tick(0) })
		both.Wait()
		if err != nil && !(entry && refused(err, game.MustRollFirst)) {
			t.Fatal(err)
		}
		got := w.after(id, game0.State.Seq)
		mine, clock := "0 player entered", []string{"0 clock entered"}
		if !entry {
			mine, clock = "0 player rolled", []string{"0 clock rolled", "0 clock entered"}
		}
		switch {
		case err != nil: // the clock was first, and the entry found the guest on turn, who has not rolled
			w.told(id, game0.State.Seq, clock...)
		case got[0] == mine: // the clock may have come in after the player's roll: its time was up all the same
			if entry && len(got) != 1 || !entry && len(got) > 2 {
				t.Fatal(got)
			}
		default: // the clock played the turn, and the host's call rolled for the guest
			w.told(id, game0.State.Seq, append(clock, "1 player rolled")...)
		}
	}
}

// T08: however many notice that the time is up, it has one consequence, and the next player has a full clock.
func TestClock_once(t *testing.T) {
	w := newClockWorld(t)
	for range 20 {
		r := w.create(game.Bonanza, game.OptionsChoice{TurnSeconds: new(30)}, "me", "guest", "guest", "guest")
		id := r.State.Game
		w.set(r.State.Deadline().Add(time.Second + time.Millisecond))
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				if i < 2 {
					clocks := play.NewClocks(w.games[i], w.db, nil)
					if err := clocks.Tick(t.Context(), w.now()); err != nil {
						t.Error(err)
					}
					return
				}
				if _, err := w.games[i%2].View(t.Context(), w.host, id, 0); err != nil {
					t.Error(err)
				}
				if _, err := w.games[i%2].Hold(t.Context(), id, w.call(), []int{0}); !refused(err, game.MustRollFirst) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		w.told(id, r.State.Seq, "0 clock rolled", "0 clock entered")
		after := w.view(id).State
		if after.OnTurn() != 1 || !after.Deadline().Equal(w.now().Add(30*time.Second)) {
			t.Errorf("seat %d is on turn until %v", after.OnTurn(), after.Deadline())
		}
	}
}

// T10, D26: who has given up is no concern of the clock's any more; the next player has a fresh one.
func TestClock_resigned(t *testing.T) {
	w := newClockWorld(t)
	id := w.create(game.Penta, game.OptionsChoice{TurnSeconds: new(60)}, "me", "guest", "guest").State.Game
	w.roll(id)
	w.must(w.games[0].Enter(t.Context(), id, w.call(), scorecard.Chance))
	w.set(w.now().Add(20 * time.Second))
	w.roll(id)
	w.set(w.now().Add(20 * time.Second))
	r := w.must(w.games[0].Resign(t.Context(), id, w.call(), 1))
	s := r.State
	if s.OnTurn() != 2 || s.Turn.Dice.Len() != 0 || s.RollsLeft() != 3 || !s.Deadline().Equal(w.now().Add(time.Minute)) {
		t.Errorf("after the resignation: %+v until %v", s.Turn, s.Deadline())
	}
	w.set(s.Deadline().Add(time.Minute))
	w.tick(0)
	w.told(id, s.Seq, "2 clock rolled", "2 clock entered")
	// Nobody but the seat that gave up is moved by somebody who is not on turn: its roll is refused for ever.
	w.must(w.games[0].Resign(t.Context(), id, w.call(), 2))
	if got := w.view(id).State; got.Status != game.StatusFinished || got.Seats[1].Placement != 3 || got.Seats[2].Placement != 2 {
		t.Errorf("%+v", got.Seats)
	}
	_, err := w.games[0].Roll(t.Context(), id, w.call(), nil, nil)
	if !refused(err, game.GameNotPlaying) {
		t.Error(err)
	}
	w.set(w.now().Add(time.Hour))
	w.tick(0)
	if got := w.after(id, s.Seq+2); len(got) != 2 {
		t.Errorf("the clock of a game that is over ran: %v", got)
	}
}

// A player of penta has three seconds after the third roll, alone too; then the best box for the game is entered.
func TestClock_autoEnter(t *testing.T) {
	w := newClockWorld(t)
	id := w.create(game.Penta, game.OptionsChoice{}, "me").State.Game
	w.roll(id)
	if r := w.roll(id); !r.State.Deadline().IsZero() {
		t.Error("a clock runs before the third roll")
	}
	r := w.roll(id)
	if !r.State.Deadline().Equal(w.now().Add(3 * time.Second)) {
		t.Errorf("deadline %v", r.State.Deadline())
	}
	if _, err := w.games[0].Table(t.Context(), game.Penta); err != nil {
		t.Fatal(err)
	}
	best, known := w.games[0].BestBoxes(r.State)
	if !known {
		t.Fatal("no best boxes")
	}
	w.set(r.State.Deadline().Add(time.Second))
	w.tick(0)
	w.told(id, r.State.Seq)
	w.set(w.now().Add(time.Millisecond))
	w.tick(0)
	w.told(id, r.State.Seq, "0 clock entered")
	s := w.view(id).State
	if !s.Seats[0].Card.Filled(best[0].Box) {
		t.Errorf("%v is not entered", best[0].Box)
	}
	w.roll(id) // the player is back
}

// In tiotusen the clock plays the turn out, and does not care what the player held. Computers move on at once.
func TestClock_tiotusen(t *testing.T) {
	w := newClockWorld(t)
	for range 10 {
		r := w.create(game.Tiotusen, game.OptionsChoice{TurnSeconds: new(30)}, "me", "best", "casual")
		id := r.State.Game
		for r.State.Turn.Fresh {
			r = w.roll(id)
		}
		for i := range 6 {
			if held, err := w.games[0].Hold(t.Context(), id, w.call(), []int{i}); err == nil {
				r = held
				break
			}
		}
		w.set(r.State.Deadline().Add(2 * time.Second))
		w.tick(1)
		seat := byte('0')
		for _, told := range w.after(id, r.State.Seq) {
			if by := told[2:5]; told[0] == '0' && by != "clo" || told[0] != '0' && by != "bot" || told[0] < seat {
				t.Fatalf("%q in %v", told, w.after(id, r.State.Seq))
			}
			seat = told[0]
		}
		if s := w.view(id).State; s.OnTurn() != 0 || s.Turn.Round != r.State.Turn.Round+1 || seat != '2' {
			t.Errorf("seat %d is on turn in round %d", s.OnTurn(), s.Turn.Round)
		}
	}
}

// What goes wrong with a call's clock is not the game's: the call fails and may be sent again.
func TestClock_staleCall(t *testing.T) {
	w := newClockWorld(t)
	r := w.create(game.Bonanza, game.OptionsChoice{}, "me", "guest")
	w.set(r.State.Deadline().Add(time.Minute))
	call := w.call()
	call.IfMatch = []string{r.Head}
	if _, err := w.games[0].Roll(t.Context(), r.State.Game, call, nil, nil); !errors.Is(err, play.ErrStale) {
		t.Errorf("a roll for the state before the clock: %v", err)
	}
	w.told(r.State.Game, r.State.Seq, "0 clock rolled", "0 clock entered")
}

// TestClockLag: the lag is that of the turn whose time has been up for longest, and gone once the clock has moved.
func TestClockLag(t *testing.T) {
	w := newClockWorld(t)
	first := w.create(game.Penta, game.OptionsChoice{TurnSeconds: new(30)}, "me", "guest").State.Deadline()
	lag := func(want time.Duration) {
		t.Helper()
		if got, err := w.games[1].ClockLag(t.Context()); err != nil || got != want {
			t.Errorf("lag %v, %v; want %v", got, err, want)
		}
	}
	lag(0)
	w.set(first.Add(-20 * time.Second))
	w.create(game.Penta, game.OptionsChoice{TurnSeconds: new(30)}, "me", "guest")
	w.set(first)
	lag(0)
	w.set(first.Add(25 * time.Second))
	lag(25 * time.Second)
	w.tick(0)
	lag(0)
}
