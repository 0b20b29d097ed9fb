package play_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kast/api/play"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/repository"
)

// watcher is somebody whose sign-in lasts.
func watcher(account string) play.Watcher {
	return play.Watcher{
		Account: account, SignIn: account,
		Lasts: func(context.Context) (bool, error) { return true, nil },
	}
}

// liveGame is a game that the first account plays with a guest, public, with client dice, so that it needs no tables.
func liveGame(t *testing.T, w *foldWorld, ruleset game.RulesetID) string {
	t.Helper()
	r, err := w.services[0].Create(t.Context(), play.Call{Account: w.accounts[0]}, play.NewGame{
		Ruleset: ruleset, Dice: game.ClientDice, Visibility: game.Public, Start: true,
		Seats: []play.SeatWish{{Kind: play.SeatMe}, {Kind: play.SeatGuest, Name: "G"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r.State.Game
}

// holdsPerRoll is how many holds rollAndHold makes after each of its rolls; so many may follow each other.
const holdsPerRoll = 80

// rollAndHold makes so many holds, one after the other, and a roll before the first and every so many: there is no
// hold after the third.
func rollAndHold(t *testing.T, w *foldWorld, id string, holds int) {
	t.Helper()
	call := play.Call{Account: w.accounts[0]}
	for i := range holds {
		if i%holdsPerRoll == 0 {
			if _, err := w.services[0].Roll(t.Context(), id, call, nil, []int{1, 2, 3, 4, 6}); err != nil {
				t.Error(err)
				return
			}
		}
		if _, err := w.services[i%len(w.services)].Hold(t.Context(), id, call, []int{i % 5}); err != nil {
			t.Error(err)
			return
		}
	}
}

// reads takes lines from a stream up to an event, and fails the test unless they come once each and in order.
func reads(t *testing.T, st *play.GameStream, from, to int) {
	t.Helper()
	late := time.After(time.Minute)
	for seq := from; seq < to; {
		lines, end, err := st.Next(t.Context())
		if err != nil || end != "" {
			t.Errorf("after %d: %v, %q", seq, err, end)
			return
		}
		for _, l := range lines {
			if l.Seq != seq+1 {
				t.Errorf("event %d after %d", l.Seq, seq)
			}
			seq = l.Seq
		}
		if len(lines) > 0 {
			continue
		}
		select {
		case <-st.News():
		case <-late:
			t.Errorf("nothing after %d", seq)
			return
		}
	}
}

// TestFollowGame_many: while two services move, each of many followers gets every event once, also one that comes late,
// one that reads only now and then, and one that has fallen back behind all that is kept in memory.
func TestFollowGame_many(t *testing.T) {
	t.Parallel()
	w := newFoldWorld(t, 0, 0)
	id := liveGame(t, w, game.Femlika)
	const holds = 2 * holdsPerRoll
	last := 2 + holds + holds/holdsPerRoll
	behind, err := w.services[0].FollowGame(t.Context(), watcher(w.accounts[1]), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer behind.Close()
	reads(t, behind, 0, 2)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			st, err := w.services[i%2].FollowGame(t.Context(), watcher(w.accounts[i%3]), id, i%3)
			if err != nil {
				t.Error(err)
				return
			}
			defer st.Close()
			reads(t, st, i%3, last)
		})
	}
	rollAndHold(t, w, id, holds)
	wg.Wait()
	reads(t, behind, 2, last)
	late, err := w.services[1].FollowGame(t.Context(), watcher(w.accounts[2]), id, last-1)
	if err != nil {
		t.Fatal(err)
	}
	defer late.Close()
	reads(t, late, last-1, last)
	for _, seq := range []int{last + 1, 1 << 40} {
		if _, err := w.services[0].FollowGame(t.Context(), watcher(w.accounts[2]), id, seq); !errors.Is(err, play.ErrAhead) {
			t.Errorf("after %d: %v", seq, err)
		}
	}
}

// TestFollowAccount_many: while several games move at once, each follower learns the last state of each, in the order in
// which they changed, wherever it begins.
func TestFollowAccount_many(t *testing.T) {
	t.Parallel()
	w := newFoldWorld(t, 0, 0)
	const games, holds = 4, 60
	ids := make([]string, games)
	for i := range ids {
		ids[i] = liveGame(t, w, game.Femlika)
	}
	follow := func(service int, after int64) {
		st, err := w.services[service].FollowAccount(t.Context(), watcher(w.accounts[0]), after)
		if err != nil {
			t.Error(err)
			return
		}
		defer st.Close()
		seen, late := map[string]int{}, time.After(time.Minute)
		for at, over := st.At(), 0; over < games; {
			changes, end, err := st.Next(t.Context())
			if err != nil || end != "" {
				t.Errorf("%v, %q", err, end)
				return
			}
			for _, c := range changes {
				if c.Changed <= at || c.Seq < seen[c.Game] || !c.YourTurn || c.Status != game.StatusPlaying {
					t.Errorf("after place %d and event %d: %+v", at, seen[c.Game], c)
				}
				if c.Seq == 3+holds && seen[c.Game] < c.Seq {
					over++
				}
				at, seen[c.Game] = c.Changed, c.Seq
			}
			if len(changes) > 0 {
				continue
			}
			select {
			case <-st.News():
			case <-late:
				t.Errorf("nothing after %v", seen)
				return
			}
		}
	}
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() { follow(i%2, int64(i%3)-1) })
	}
	// A follower that begins with now must be there before something happens.
	for deadline := time.Now().Add(time.Minute); w.services[0].Streams()+w.services[1].Streams() < 6; runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal("not all follow")
		}
	}
	for _, id := range ids {
		wg.Go(func() { rollAndHold(t, w, id, holds) })
	}
	wg.Wait()
	follow(0, 0)
	if _, err := w.services[0].FollowAccount(t.Context(), watcher(w.accounts[0]), 1<<40); !errors.Is(err, play.ErrAhead) {
		t.Errorf("ahead: %v", err)
	}
	none, err := w.services[0].FollowAccount(t.Context(), watcher(w.accounts[1]), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer none.Close()
	if changes, end, err := none.Next(t.Context()); len(changes) > 0 || end != "" || err != nil {
		t.Errorf("of others: %v, %q, %v", changes, end, err)
	}
}

// TestFollowAccount_gone: whoever joins and leaves while others change the same games ends with knowing whether it is in, by
// whatever service it joined and left; and of a game that it is out of it is told nothing but that.
func TestFollowAccount_gone(t *testing.T) {
	t.Parallel()
	w := newFoldWorld(t, 0, 0)
	const tables, rounds = 3, 25
	host, me, other := play.Call{Account: w.accounts[0]}, play.Call{Account: w.accounts[1]}, play.Call{Account: w.accounts[2]}
	ids, stays := make([]string, tables), [tables]bool{1: true}
	for i := range ids {
		r, err := w.services[0].Create(t.Context(), host, play.NewGame{
			Ruleset: game.Femlika, Dice: game.ClientDice, Visibility: game.Public,
			Seats: []play.SeatWish{{Kind: play.SeatMe}, {Kind: play.SeatOpen}, {Kind: play.SeatOpen}},
		})
		if err != nil {
			t.Fatal(err)
		}
		ids[i] = r.State.Game
	}
	// Each follower reads until it is told of a game that is made when all is over.
	follow := func(service int, after int64) func() {
		st, err := w.services[service].FollowAccount(t.Context(), watcher(me.Account), after)
		if err != nil {
			t.Fatal(err)
		}
		return func() {
			defer st.Close()
			in, late := map[string]bool{}, time.After(time.Minute)
			for len(in) <= tables {
				changes, end, err := st.Next(t.Context())
				if err != nil || end != "" {
					t.Errorf("%v, %q", err, end)
					return
				}
				for _, c := range changes {
					if c.Gone && c != (play.GameChange{Changed: c.Changed, Game: c.Game, Gone: true}) {
						t.Errorf("told of a game that it is out of: %+v", c)
					}
					in[c.Game] = !c.Gone
				}
				if len(changes) > 0 {
					continue
				}
				select {
				case <-st.News():
				case <-late:
					t.Errorf("in the end it knows %v", in)
					return
				}
			}
			for i, id := range ids {
				if in[id] != stays[i] {
					t.Errorf("table %d: in: %v, want %v", i, in[id], stays[i])
				}
			}
		}
	}
	visit := func(service int, id string, who play.Call, stay bool) {
		for round := range rounds {
			if _, err := w.services[service].Join(t.Context(), id, who, play.JoinWish{}); err != nil {
				t.Error(err)
				return
			}
			if stay && round == rounds-1 {
				return
			}
			if _, err := w.services[1-service].Leave(t.Context(), id, who); err != nil {
				t.Error(err)
				return
			}
		}
	}
	var followers, writers sync.WaitGroup
	followers.Go(follow(0, -1))
	followers.Go(follow(1, -1))
	behind := follow(0, 0) // reads nothing until all is over
	for i, id := range ids {
		writers.Go(func() { visit(i%2, id, me, stays[i]) })
		writers.Go(func() { visit(i%2, id, other, false) })
	}
	writers.Wait()
	_, err := w.services[0].Create(t.Context(), me, play.NewGame{
		Ruleset: game.Femlika, Dice: game.ClientDice, Visibility: game.Public, Start: true, Seats: []play.SeatWish{{Kind: play.SeatMe}},
	})
	if err != nil {
		t.Fatal(err)
	}
	followers.Wait()
	behind()
	follow(1, 0)()
}

// faulty is a store that fails now and then at what the followers' news is read with.
type faulty struct {
	repository.Games
	calls atomic.Int64
}

var errFault = errors.New("fault")

func (f *faulty) fails() bool { return f.calls.Add(1)%3 == 0 }

func (f *faulty) News(ctx context.Context, after repository.Point, limit int) (repository.News, error) {
	if f.fails() {
		return repository.News{}, errFault
	}
	return f.Games.News(ctx, after, limit)
}

// Game fails for whoever has no deadline in its context: that is the goroutine that reads the news.
func (f *faulty) Game(ctx context.Context, id string) (repository.Game, error) {
	if _, follower := ctx.Deadline(); !follower && f.fails() {
		return repository.Game{}, errFault
	}
	return f.Games.Game(ctx, id)
}

// TestFollow_faults: news that could not be read, or not be loaded, is not lost.
func TestFollow_faults(t *testing.T) {
	t.Parallel()
	w := newFoldWorld(t, 0)
	s := play.New(&faulty{Games: w.db}, play.Options{})
	id := liveGame(t, w, game.Femlika)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	st, err := s.FollowGame(ctx, watcher(w.accounts[1]), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	own, err := s.FollowAccount(ctx, watcher(w.accounts[0]), -1)
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	const holds = 20
	go rollAndHold(t, w, id, holds)
	seq, seen := 0, 0
	for seq < 3+holds || seen < 3+holds {
		lines, end, err := st.Next(ctx)
		if err != nil || end != "" {
			t.Fatalf("%v, %q", err, end)
		}
		for _, l := range lines {
			if l.Seq != seq+1 {
				t.Errorf("event %d after %d", l.Seq, seq)
			}
			seq = l.Seq
		}
		changes, end, err := own.Next(ctx)
		if err != nil || end != "" {
			t.Fatalf("%v, %q", err, end)
		}
		for _, c := range changes {
			seen = c.Seq
		}
		if len(lines)+len(changes) > 0 {
			continue
		}
		select {
		case <-st.News():
		case <-own.News():
		case <-ctx.Done():
			t.Fatalf("nothing after %d and %d", seq, seen)
		}
	}
}

// TestFollow_stops: nothing goes on when nobody follows any more, and whoever comes then begins anew.
func TestFollow_stops(t *testing.T) {
	w := newFoldWorld(t, 0) // not in parallel: it looks at all goroutines
	s := w.services[0]
	id := liveGame(t, w, game.Femlika)
	running := func() bool {
		stacks := make([]byte, 1<<20)
		return strings.Contains(string(stacks[:runtime.Stack(stacks, true)]), "play.(*hub).run")
	}
	for round := range 5 {
		st, err := s.FollowGame(t.Context(), watcher(w.accounts[1]), id, 2)
		if err != nil {
			t.Fatal(err)
		}
		if round == 0 {
			rollAndHold(t, w, id, 5)
		}
		reads(t, st, 2, 8)
		st.Close()
		for deadline := time.Now().Add(time.Minute); running(); time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("the news is still read")
			}
		}
	}
	s.EndStreams()
	st, err := s.FollowGame(t.Context(), watcher(w.accounts[1]), id, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	if lines, end, err := st.Next(t.Context()); lines != nil || end != play.EndShutdown || err != nil {
		t.Errorf("after the end: %v, %q, %v", lines, end, err)
	}
}

// TestFollow_suspect: a sign-in is looked up when one has ended that could be it, and nothing ends when it was another.
func TestFollow_suspect(t *testing.T) {
	t.Parallel()
	w := newFoldWorld(t, 0)
	id := liveGame(t, w, game.Femlika)
	who := watcher(w.accounts[1])
	lasts := atomic.Bool{}
	lasts.Store(true)
	who.Lasts = func(context.Context) (bool, error) { return lasts.Load(), nil }
	st, err := w.services[0].FollowGame(t.Context(), who, id, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	var lines []gamelog.Line
	next := func() (end play.End) {
		t.Helper()
		if lines, end, err = st.Next(t.Context()); err != nil || len(lines) > 0 {
			t.Fatalf("%v, %v", lines, err)
		}
		return end
	}
	if end := next(); end != "" {
		t.Errorf("ended: %s", end)
	}
	// Its id begins like that of the follower's.
	if err := w.db.EndSignIn(t.Context(), w.accounts[2]); err != nil {
		t.Fatal(err)
	}
	<-st.News()
	if end := next(); end != "" {
		t.Errorf("ended with another's: %s", end)
	}
	lasts.Store(false)
	if end := next(); end != "" {
		t.Errorf("looked up without a reason: %s", end)
	}
	if err := w.db.EndSignIn(t.Context(), w.accounts[1]); err != nil {
		t.Fatal(err)
	}
	<-st.News()
	if end := next(); end != play.EndSignedOut {
		t.Errorf("ended with %q", end)
	}
}
