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
		all.Gone = append(all.Gone, n.Gone...)
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

// changesOf lists what ChangesOf tells an account after a place, page by page: ids of games, with "gone" before those that it
// is not inside of any more.
func changesOf(t *testing.T, s repository.Store, account string, after int64, limit int) (told []string) {
	t.Helper()
	for {
		page, err := s.ChangesOf(t.Context(), account, after, limit)
		if err != nil || len(page) > limit {
			t.Fatalf("ChangesOf: %d games, %v", len(page), err)
		}
		if len(page) == 0 {
			return told
		}
		for _, g := range page {
			if g.Changed <= after {
				t.Fatalf("place %d after place %d", g.Changed, after)
			}
			after = g.Changed
			if g.Gone {
				equal(t, "game that is not one's own any more", g, repository.ChangedGame{
					Game: repository.Game{ID: g.ID}, Changed: g.Changed, Gone: true,
				})
				told = append(told, "gone "+g.ID)
				continue
			}
			alone, _ := load(t, s, g.ID)
			equal(t, "listed game", g.Game, alone)
			told = append(told, g.ID)
		}
	}
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
		list := func(after int64, limit int) []string { t.Helper(); return changesOf(t, s, me.ID, after, limit) }
		for _, limit := range []int{1, 2, 9} {
			equal(t, "all", list(0, limit), []string{seated.ID, hosted.ID, third.ID})
		}
		point := now(t, s)
		mustAppend(t, s, next(seated.ID, seated.Head, 2))
		equal(t, "changed", list(point.Games, 9), []string{seated.ID})
		equal(t, "all after a move", list(0, 2), []string{hosted.ID, third.ID, seated.ID})

		// Of a game that one has left no more is told than that.
		leave := next(third.ID, third.Head, 1)
		leave.Host, leave.Seats = &other.ID, slices.Clone(third.Seats)
		leave.Seats[0].AccountID = other.ID
		mustAppend(t, s, leave)
		equal(t, "after leaving", list(0, 9), []string{hosted.ID, seated.ID, "gone " + third.ID})
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

	// Who drops out of a game, by whatever way, is told that once, and nothing of what comes later there.
	{"Gone", func(t *testing.T, s repository.Store) {
		host, kept, caller := account(t, s, "Host"), account(t, s, "Kept"), account(t, s, "Caller")
		table := keeping(host.ID, kept.ID)
		create(t, s, table)
		other := game(t, s, kept.ID)
		head := table.Head
		move := func(change func(*repository.Append)) (before, number int64) {
			t.Helper()
			before = now(t, s).Games
			a := next(table.ID, head, 1)
			a.Summary.Status = "open"
			change(&a)
			mustAppend(t, s, a)
			head = headOf(a.Events)
			return before, now(t, s).Games
		}
		seats := func(seated, keptFor string) []repository.Seat {
			all := slices.Clone(table.Seats)
			all[0].AccountID, all[3].KeptFor = seated, keptFor
			return all
		}
		goes := func(who string, before, number int64) {
			t.Helper()
			equal(t, "told who drops out", changesOf(t, s, who, before, 9), []string{"gone " + table.ID})
			got, err := s.News(t.Context(), repository.Point{Games: before}, 9)
			if err != nil {
				t.Fatalf("News: %v", err)
			}
			equal(t, "news", got.Gone, []repository.Departure{{AccountID: who, GameID: table.ID, Changed: number}})
		}

		// Play begins without the one whom a seat was kept for.
		before, number := move(func(a *repository.Append) { a.Seats = seats(host.ID, "") })
		goes(kept.ID, before, number)
		for _, limit := range []int{1, 2, 9} {
			equal(t, "all", changesOf(t, s, kept.ID, 0, limit), []string{other.ID, "gone " + table.ID})
		}
		equal(t, "told who stays", changesOf(t, s, host.ID, 0, 9), []string{table.ID})

		// What comes later, with others or without, is not told; and the place among other changes stays.
		later, _ := move(func(*repository.Append) {})
		move(func(a *repository.Append) { a.Seats = seats(host.ID, "") })
		move(func(a *repository.Append) { a.Call = callFor(caller.ID, a.Events) })
		alter(t, s, table.ID, repository.Alteration{WatchCode: new("K7QK7R")})
		mustAppend(t, s, next(other.ID, other.Head, 1))
		equal(t, "after all that", changesOf(t, s, kept.ID, later, 9), []string{other.ID})
		equal(t, "all in order", changesOf(t, s, kept.ID, 0, 1), []string{"gone " + table.ID, other.ID})
		equal(t, "told who only called", changesOf(t, s, caller.ID, 0, 9), []string(nil))
		if got := news(t, s, repository.Point{Games: later}, 9); got.Gone != nil {
			t.Errorf("news of what comes later: %+v", got.Gone)
		}
		// A change that was not the last of its game is in the news all the same, in whatever parts that is read.
		equal(t, "news of all", news(t, s, repository.Point{}, 1).Gone,
			[]repository.Departure{{AccountID: kept.ID, GameID: table.ID, Changed: number}})

		// Who comes back is inside again, and may drop out again.
		back, _ := move(func(a *repository.Append) { a.Seats = seats(kept.ID, "") }) // the host stays, without a seat
		equal(t, "who came back", changesOf(t, s, kept.ID, back, 9), []string{table.ID})
		equal(t, "all of who came back", changesOf(t, s, kept.ID, 0, 9), []string{other.ID, table.ID})
		if got := news(t, s, repository.Point{}, 9); got.Gone != nil {
			t.Errorf("news after it came back: %+v", got.Gone)
		}

		// A host without a seat hands the table on: with an event, and without one.
		before, number = move(func(a *repository.Append) { a.Host = &kept.ID })
		goes(host.ID, before, number)
		equal(t, "told the new host", changesOf(t, s, kept.ID, before, 9), []string{table.ID})
		before, number = move(func(a *repository.Append) { a.Seats = seats(caller.ID, "") }) // the host stays
		if got := news(t, s, repository.Point{Games: before}, 9); got.Gone != nil {
			t.Errorf("a host gives its seat away: %+v", got.Gone)
		}
		alter(t, s, table.ID, repository.Alteration{Host: &caller.ID})
		goes(kept.ID, number, now(t, s).Games)
		alter(t, s, table.ID, repository.Alteration{Host: &host.ID})
		equal(t, "host again", changesOf(t, s, host.ID, 0, 9), []string{table.ID})

		// A deleted account is nobody.
		alter(t, s, table.ID, repository.Alteration{Host: &caller.ID})
		if err := s.DeleteAccount(t.Context(), host.ID); err != nil {
			t.Fatalf("DeleteAccount: %v", err)
		}
		equal(t, "news", len(news(t, s, repository.Point{}, 9).Gone), 1)
		equal(t, "told who was deleted", changesOf(t, s, host.ID, 0, 9), []string(nil))
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
