package storetest

import (
	"slices"
	"sync"
	"testing"
	"time"

	"kast/repository"
)

// notice returns a notice for an account, of a turn of a game or, with round 0, of what stays true.
func notice(game, account string, seat, round int, at time.Time) repository.Notice {
	n := repository.Notice{ID: newID(), AccountID: account, GameID: game, Body: []byte("{\"å\":\x00\xff}" + newID()), At: at}
	if round > 0 {
		n.Turn = &repository.NoticeTurn{Seat: seat, Round: round}
	}
	return n
}

// notify stores notices of a game with an append that leaves the given seat on turn in a round.
func notify(t *testing.T, s repository.Store, g *repository.NewGame, seat, round int, notices ...repository.Notice) {
	t.Helper()
	a := next(g.ID, g.Head, 1)
	a.Summary.TurnSeat, a.Summary.Round = seat, round
	a.Notices = notices
	mustAppend(t, s, a)
	g.Head = headOf(a.Events)
}

func claim(t *testing.T, s repository.Store, due, lease time.Time, limit int) []repository.Notice {
	t.Helper()
	got, err := s.ClaimNotices(t.Context(), due, lease, limit)
	if err != nil {
		t.Fatalf("ClaimNotices: %v", err)
	}
	return got
}

// claimed is a notice as its claim gives it.
func claimed(n repository.Notice, attempts int) repository.Notice {
	n.At = n.At.Truncate(time.Millisecond).UTC()
	n.Attempts = attempts
	return n
}

// far is a time at which everything is due.
var far = moment.AddDate(10, 0, 0)

var notices = []test{
	{"Claim", func(t *testing.T, s repository.Store) {
		me := account(t, s, "A")
		g := newGame(me.ID)
		g.Summary.Status, g.Summary.TurnSeat, g.Summary.Round = "playing", 0, 1
		late := notice(g.ID, me.ID, 0, 0, moment.Add(time.Minute))
		g.Notices = []repository.Notice{late}
		create(t, s, g)
		ofTurn, ofEnd := notice(g.ID, me.ID, 1, 2, moment), notice(g.ID, me.ID, 0, 0, moment.Add(time.Second))
		notify(t, s, &g, 1, 2, ofTurn, ofEnd)

		equal(t, "before the first", claim(t, s, moment.Add(-time.Millisecond), far, 9), []repository.Notice(nil))
		for _, limit := range []int{0, -1} {
			equal(t, "none wanted", claim(t, s, far, far, limit), []repository.Notice(nil))
		}
		lease := moment.Add(2 * time.Minute)
		equal(t, "first", claim(t, s, moment.Add(time.Minute), lease, 2), []repository.Notice{claimed(ofTurn, 1), claimed(ofEnd, 1)})
		equal(t, "then", claim(t, s, moment.Add(time.Minute), lease.Add(1), 2), []repository.Notice{claimed(late, 1)})
		equal(t, "all have been claimed", claim(t, s, moment.Add(time.Minute), lease, 9), []repository.Notice(nil))
		// Whoever claimed them has died.
		again := claim(t, s, lease, far, 9)
		slices.SortFunc(again, func(a, b repository.Notice) int { return a.At.Compare(b.At) })
		equal(t, "after the lease", again, []repository.Notice{claimed(ofTurn, 2), claimed(ofEnd, 2), claimed(late, 2)})
	}},

	{"RemoveAndPostpone", func(t *testing.T, s repository.Store) {
		me := account(t, s, "A")
		g := game(t, s, me.ID)
		a, b := notice(g.ID, me.ID, 0, 0, moment), notice(g.ID, me.ID, 0, 0, moment.Add(time.Second))
		notify(t, s, &g, 1, 1, a, b)
		postpone := func(id string, attempts int, due time.Time) {
			t.Helper()
			if err := s.PostponeNotice(t.Context(), id, attempts, due); err != nil {
				t.Errorf("PostponeNotice: %v", err)
			}
		}
		claim(t, s, far, far, 9)
		postpone(a.ID, 1, moment.Add(time.Hour))
		equal(t, "too early", claim(t, s, moment.Add(time.Hour-time.Millisecond), far, 9), []repository.Notice(nil))
		equal(t, "due again", claim(t, s, moment.Add(time.Hour), far, 9), []repository.Notice{claimed(a, 2)})
		postpone(a.ID, 1, moment) // of a claim that somebody else's has followed
		equal(t, "not given back", claim(t, s, moment.Add(time.Hour), far, 9), []repository.Notice(nil))
		for range 2 {
			if err := s.RemoveNotice(t.Context(), a.ID); err != nil {
				t.Errorf("RemoveNotice: %v", err)
			}
		}
		postpone(a.ID, 2, moment)
		equal(t, "the other alone", claim(t, s, far, far, 9), []repository.Notice{claimed(b, 2)})
		for _, id := range []string{"", "x"} {
			if s.RemoveNotice(t.Context(), id) == nil || s.PostponeNotice(t.Context(), id, 1, moment) == nil {
				t.Errorf("%q passed for an id", id)
			}
		}
	}},

	// What was not appended is not told either, and the other way round.
	{"WithTheAppend", func(t *testing.T, s repository.Store) {
		me := account(t, s, "A")
		g := game(t, s, me.ID)
		refused := next(g.ID, repository.Head{Seq: 1, Hash: g.Events[0].Hash}, 1)
		refused.Notices = []repository.Notice{notice(g.ID, me.ID, 0, 0, moment)}
		want(t, "Append at an old head", s.Append(t.Context(), refused), repository.ErrConflict)
		again := newGame(me.ID)
		again.ID = g.ID
		again.Notices = []repository.Notice{notice(g.ID, me.ID, 0, 0, moment)}
		want(t, "CreateGame again", s.CreateGame(t.Context(), again), repository.ErrExists)
		equal(t, "nothing", claim(t, s, far, far, 9), []repository.Notice(nil))

		for _, bad := range []repository.Notice{
			{ID: "x", AccountID: me.ID, GameID: g.ID, At: moment},
			{ID: newID(), AccountID: "x", GameID: g.ID, At: moment},
			notice(newID(), me.ID, 0, 0, moment),
		} {
			a := next(g.ID, g.Head, 1)
			a.Notices = []repository.Notice{bad}
			if s.Append(t.Context(), a) == nil {
				t.Errorf("stored %+v", bad)
			}
		}
		load(t, s, g.ID)
	}},

	// A turn that is over is nobody's any more.
	{"TurnsThatAreOver", func(t *testing.T, s repository.Store) {
		me := account(t, s, "A")
		g := game(t, s, me.ID)
		const many = 600
		var turns []repository.Notice
		for i := range many {
			turns = append(turns, notice(g.ID, me.ID, 0, 1, moment.Add(time.Duration(i)*time.Millisecond)))
		}
		notify(t, s, &g, 0, 1, turns...)
		equal(t, "while it lasts", claim(t, s, far, moment, 1), []repository.Notice{claimed(turns[0], 1)})
		notify(t, s, &g, 0, 1) // a roll
		equal(t, "after a roll", claim(t, s, moment, moment, 1), []repository.Notice{claimed(turns[0], 2)})
		stays := notice(g.ID, me.ID, 0, 0, moment.Add(time.Hour))
		now := notice(g.ID, me.ID, 0, 2, moment.Add(2*time.Hour))
		notify(t, s, &g, 0, 2, stays, now)
		equal(t, "afterwards", claim(t, s, far, moment, 9), []repository.Notice{claimed(stays, 1), claimed(now, 1)})
		notify(t, s, &g, 1, 2)
		equal(t, "another seat", claim(t, s, far, moment, 9), []repository.Notice{claimed(stays, 2)})

		last := notice(g.ID, me.ID, 0, 3, moment)
		notify(t, s, &g, 0, 3, last)
		end := next(g.ID, g.Head, 1)
		end.Summary = summary("finished")
		end.Summary.TurnSeat, end.Summary.Round = 0, 3
		mustAppend(t, s, end)
		equal(t, "after the end", claim(t, s, far, moment, 9), []repository.Notice{claimed(stays, 3)})
	}},

	{"Deletion", func(t *testing.T, s repository.Store) {
		gone, stays := account(t, s, "gone"), account(t, s, "stays")
		g := game(t, s, stays.ID)
		theirs, mine := notice(g.ID, gone.ID, 0, 0, moment), notice(g.ID, stays.ID, 0, 0, moment)
		notify(t, s, &g, 1, 1, theirs, mine)
		if err := s.DeleteAccount(t.Context(), gone.ID); err != nil {
			t.Fatalf("DeleteAccount: %v", err)
		}
		equal(t, "notices", claim(t, s, far, far, 9), []repository.Notice{claimed(mine, 1)})
		// One that was decided before the deletion keeps nobody from moving.
		after := notice(g.ID, stays.ID, 0, 0, moment)
		notify(t, s, &g, 1, 1, notice(g.ID, gone.ID, 0, 0, moment), after)
		equal(t, "later notices", claim(t, s, moment.Add(time.Second), far, 9), []repository.Notice{claimed(after, 1)})
	}},

	// However many claim at once, each notice is one's.
	{"Lease", func(t *testing.T, s repository.Store) {
		me := account(t, s, "A")
		g := game(t, s, me.ID)
		const many = 60
		var all []repository.Notice
		for range many {
			all = append(all, notice(g.ID, me.ID, 0, 0, moment))
		}
		notify(t, s, &g, 1, 1, all...)
		var mu sync.Mutex
		seen := map[string]int{}
		var claimers sync.WaitGroup
		for range 6 {
			claimers.Go(func() {
				for {
					got, err := s.ClaimNotices(t.Context(), moment, far, 3)
					if err != nil {
						t.Errorf("ClaimNotices: %v", err)
					}
					if len(got) == 0 {
						return
					}
					mu.Lock()
					for _, n := range got {
						seen[n.ID]++
					}
					mu.Unlock()
				}
			})
		}
		claimers.Wait()
		for id, times := range seen {
			if times != 1 {
				t.Errorf("notice %s was claimed %d times", id, times)
			}
		}
		if len(seen) != many {
			t.Errorf("%d of %d notices were claimed", len(seen), many)
		}
	}},
}
