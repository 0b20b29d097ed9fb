package storetest

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"kast/repository"
)

// news reads all that is new after a point, in parts.
func news(t *testing.T, s repository.Store, after repository.Point, limit int) (all repository.News) {
	t.Helper()
	all.Point = after
	for {
		n, err := s.News(t.Context(), all.Point, limit)
		if err != nil || len(n.Changes) > limit {
			t.Fatalf("News: %d changes, %v", len(n.Changes), err)
		}
		all.Changes = append(all.Changes, n.Changes...)
		all.Ended = append(all.Ended, n.Ended...)
		all.Missed = all.Missed || n.Missed
		if n.Point == all.Point {
			return all
		}
		all.Point = n.Point
	}
}

func now(t *testing.T, s repository.Store) repository.Point {
	t.Helper()
	p, err := s.Now(t.Context())
	if err != nil {
		t.Fatalf("Now: %v", err)
	}
	return p
}

// headsOf lists which games changed, with the number of their last event.
func headsOf(changes []repository.Change) (got []repository.Head) {
	for _, c := range changes {
		got = append(got, repository.Head{Seq: c.Seq, Hash: c.GameID})
	}
	return got
}

var changes = []test{
	{"News", func(t *testing.T, s repository.Store) {
		start := now(t, s)
		equal(t, "point of an empty store", start, repository.Point{})
		a, b := game(t, s, ""), game(t, s, "")
		between := now(t, s)
		c := game(t, s, "")
		move := next(a.ID, a.Head, 3)
		mustAppend(t, s, move)
		// What is refused changes nothing.
		want(t, "Append at an old head", s.Append(t.Context(), next(a.ID, a.Head, 1)), repository.ErrConflict)
		want(t, "CreateGame again", s.CreateGame(t.Context(), b), repository.ErrExists)
		end := now(t, s)
		for _, limit := range []int{1, 2, 100} {
			got := news(t, s, start, limit)
			equal(t, "changes", headsOf(got.Changes), []repository.Head{{Seq: 2, Hash: b.ID}, {Seq: 2, Hash: c.ID}, {Seq: 5, Hash: a.ID}})
			equal(t, "point", got.Point, end)
			got = news(t, s, between, limit)
			equal(t, "changes since", headsOf(got.Changes), []repository.Head{{Seq: 2, Hash: c.ID}, {Seq: 5, Hash: a.ID}})
			if got := news(t, s, end, limit); got.Changes != nil || got.Point != end {
				t.Errorf("news after the last: %+v", got)
			}
		}
		// So does what is done beside the log about who may see the game.
		alter(t, s, b.ID, repository.Alteration{WatchCode: new("K7QK7Q")})
		equal(t, "after an alteration", headsOf(news(t, s, end, 9).Changes), []repository.Head{{Seq: 2, Hash: b.ID}})
		watcher := account(t, s, "W")
		if err := s.Watch(t.Context(), b.ID, "K7QK7Q", watcher.ID, 9); err != nil {
			t.Fatalf("Watch: %v", err)
		}
		end = now(t, s)
		for range 2 {
			if err := s.Unwatch(t.Context(), b.ID, watcher.ID); err != nil {
				t.Fatalf("Unwatch: %v", err)
			}
		}
		got := news(t, s, end, 9)
		equal(t, "after the right to watch was given up", headsOf(got.Changes), []repository.Head{{Seq: 2, Hash: b.ID}})
		end = got.Point

		// Lists that are made anew, and what accounts do, change no game.
		if err := s.Rebuild(t.Context(), b.ID, b.Head, summary("closed"), nil); err != nil {
			t.Fatalf("Rebuild: %v", err)
		}
		account(t, s, "A")
		equal(t, "point after a rebuild", now(t, s), end)
	}},

	{"Endings", func(t *testing.T, s repository.Store) {
		a := registered(t, s, "A")
		var ins []repository.SignIn
		for range 4 {
			in := signIn(a.ID)
			if err := s.CreateSignIn(t.Context(), in); err != nil {
				t.Fatalf("CreateSignIn: %v", err)
			}
			ins = append(ins, in)
		}
		gone := account(t, s, "B")
		start := now(t, s)
		ended := func(when string, count int, some ...string) {
			t.Helper()
			got := news(t, s, start, 9)
			if len(got.Ended) != count || got.Missed || got.Changes != nil {
				t.Errorf("%s: %+v, want %d ends", when, got, count)
			}
			for _, id := range some {
				if !slices.Contains(got.Ended, repository.MarkOf(id)) {
					t.Errorf("%s: %v has not %s", when, got.Ended, id)
				}
			}
			start = got.Point
		}
		ended("before any", 0)
		if err := s.EndSignIn(t.Context(), ins[0].ID); err != nil {
			t.Fatalf("EndSignIn: %v", err)
		}
		ended("one", 1, ins[0].ID)
		if err := s.EndSignIn(t.Context(), ins[0].ID); err != nil {
			t.Fatalf("EndSignIn: %v", err)
		}
		ended("one that has ended", 0)
		was, err := s.Account(t.Context(), a.ID)
		if err != nil {
			t.Fatalf("Account: %v", err)
		}
		is := was
		is.PasswordHash = "another"
		if err := s.UpdateAccount(t.Context(), was, is, ins[1].ID); err != nil {
			t.Fatalf("UpdateAccount: %v", err)
		}
		ended("all others", 3, ins[2].ID, ins[3].ID)
		if err := s.DeleteAccount(t.Context(), gone.ID); err != nil {
			t.Fatalf("DeleteAccount: %v", err)
		}
		ended("of a deleted account", 1)
	}},

	// Ends are not remembered for ever. Who comes too late for some is told so.
	{"EndingsMissed", func(t *testing.T, s repository.Store) {
		if testing.Short() {
			t.Skip("ends thousands of sign-ins")
		}
		a := account(t, s, "A")
		start := now(t, s)
		const many = 5000
		for _, err := range atOnce(many, func(int) error {
			in := signIn(a.ID)
			if err := s.CreateSignIn(t.Context(), in); err != nil {
				return err
			}
			return s.EndSignIn(t.Context(), in.ID)
		}) {
			if err != nil {
				t.Fatal(err)
			}
		}
		got := news(t, s, start, 1)
		if !got.Missed && len(got.Ended) != many {
			t.Errorf("%d ends of %d, and nothing said of the others", len(got.Ended), many)
		}
		equal(t, "point", got.Point, now(t, s))
	}},

	// Waiting ends with the commit, and whoever waits again after what it was told misses nothing.
	{"AwaitNews", func(t *testing.T, s repository.Store) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		start := now(t, s)
		const games, moves = 4, 20
		var wg sync.WaitGroup
		for range games {
			wg.Go(func() {
				g := newGame("")
				if err := s.CreateGame(ctx, g); err != nil {
					t.Errorf("CreateGame: %v", err)
					return
				}
				for head := g.Head; head.Seq < moves; {
					a := next(g.ID, head, 1)
					if err := s.Append(ctx, a); err != nil {
						t.Errorf("Append: %v", err)
						return
					}
					head = headOf(a.Events)
				}
			})
		}
		last := map[string]repository.Change{}
		for over := 0; over < games; {
			if err := s.AwaitNews(ctx, start); err != nil {
				t.Fatalf("AwaitNews: %v", err)
			}
			n, err := s.News(ctx, start, 3)
			if err != nil || n.Point == start {
				t.Fatalf("News: %+v, %v", n, err)
			}
			at := start.Games
			for _, c := range n.Changes {
				if c.Changed <= at || c.Seq <= last[c.GameID].Seq {
					t.Errorf("after %+v and place %d came %+v", last[c.GameID], at, c)
				}
				at, last[c.GameID] = c.Changed, c
				if c.Seq == moves {
					over++
				}
			}
			start = n.Point
		}
		wg.Wait()
		short, stop := context.WithTimeout(ctx, 10*time.Millisecond)
		defer stop()
		want(t, "AwaitNews of nothing", s.AwaitNews(short, start), context.DeadlineExceeded)
		want(t, "AwaitNews at the end of a context", s.AwaitNews(ended(), start), context.Canceled)
		if err := s.AwaitNews(ctx, repository.Point{}); err != nil {
			t.Errorf("AwaitNews of what is there: %v", err)
		}
	}},

	{"ChangesOf", func(t *testing.T, s repository.Store) {
		me, other := account(t, s, "Me"), account(t, s, "Other")
		seated := newGame(other.ID)
		seated.Seats[0].AccountID = me.ID
		create(t, s, seated)
		hosted := newGame(me.ID)
		hosted.Seats[0].AccountID = other.ID
		create(t, s, hosted)
		game(t, s, other.ID)
		third := game(t, s, me.ID)
		list := func(after int64, limit int) (ids []string) {
			t.Helper()
			for {
				page, err := s.ChangesOf(t.Context(), me.ID, after, limit)
				if err != nil || len(page) > limit {
					t.Fatalf("ChangesOf: %d games, %v", len(page), err)
				}
				if len(page) == 0 {
					return ids
				}
				for _, g := range page {
					if g.Changed <= after {
						t.Fatalf("place %d after place %d", g.Changed, after)
					}
					after = g.Changed
					alone, _ := load(t, s, g.ID)
					equal(t, "listed game", g.Game, alone)
					ids = append(ids, g.ID)
				}
			}
		}
		for _, limit := range []int{1, 2, 9} {
			equal(t, "all", list(0, limit), []string{seated.ID, hosted.ID, third.ID})
		}
		point := now(t, s)
		mustAppend(t, s, next(seated.ID, seated.Head, 2))
		equal(t, "changed", list(point.Games, 9), []string{seated.ID})
		equal(t, "all after a move", list(0, 2), []string{hosted.ID, third.ID, seated.ID})

		// A game that one has left is not one's own any more.
		leave := next(third.ID, third.Head, 1)
		leave.Host, leave.Seats = &other.ID, slices.Clone(third.Seats)
		leave.Seats[0].AccountID = other.ID
		mustAppend(t, s, leave)
		equal(t, "after leaving", list(0, 9), []string{hosted.ID, seated.ID})
		for _, nobody := range []string{newID(), "", "x"} {
			if got, err := s.ChangesOf(t.Context(), nobody, 0, 9); err != nil || len(got) > 0 {
				t.Errorf("changes of nobody: %v, %v", got, err)
			}
		}
		for _, limit := range []int{0, -1} {
			if got, err := s.ChangesOf(t.Context(), me.ID, 0, limit); err != nil || len(got) > 0 {
				t.Errorf("limit %d: %v, %v", limit, got, err)
			}
		}
	}},

	// Whoever reads on after the last that it saw sees every game's last change, however many write meanwhile.
	{"ChangesWithoutGaps", func(t *testing.T, s repository.Store) {
		me := account(t, s, "Me")
		const games, moves = 6, 15
		var wg sync.WaitGroup
		heads := make([]repository.Head, games)
		ids := make([]string, games)
		for i := range games {
			g := game(t, s, me.ID)
			ids[i] = g.ID
			wg.Go(func() {
				head := g.Head
				for range moves {
					a := next(g.ID, head, 1)
					if err := s.Append(t.Context(), a); err != nil {
						t.Errorf("Append: %v", err)
						return
					}
					head = headOf(a.Events)
				}
				heads[i] = head
			})
		}
		written := make(chan struct{})
		go func() { wg.Wait(); close(written) }()
		seen := map[string]repository.Head{}
		read := func(after int64) int64 {
			page, err := s.ChangesOf(t.Context(), me.ID, after, 2)
			if err != nil {
				t.Errorf("ChangesOf: %v", err)
			}
			for _, g := range page {
				seen[g.ID], after = g.Head, g.Changed
			}
			return after
		}
		after := int64(0)
		for done := false; !done; {
			select {
			case <-written:
				done = true
			default:
			}
			after = read(after)
		}
		for last := int64(-1); last != after; {
			last, after = after, read(after)
		}
		for i, id := range ids {
			equal(t, "last state seen", seen[id], heads[i])
		}
	}},
}
