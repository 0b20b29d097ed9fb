package rest_test

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type changesView struct {
	Items      []gameView
	Gone       []string
	NextCursor string
	More       bool
}

func (c *client) changes(cursor string, limit int) changesView {
	c.t.Helper()
	path := fmt.Sprintf("/v1/me/changes?limit=%d", limit)
	if cursor != "" {
		path += "&cursor=" + cursor
	}
	return decode[changesView](c.get(path).is(http.StatusOK))
}

func ids(games []gameView) []string {
	list := []string{}
	for _, g := range games {
		list = append(list, g.ID)
	}
	return list
}

// A device learns of what changed since it last asked, a new one of everything.
func TestChanges(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.guest("Ada"), w.guest("Bo")
	none := ada.changes("", 10)
	if len(none.Items) != 0 || none.More || none.NextCursor == "" {
		t.Fatalf("at first: got %+v", none)
	}
	first := ada.create(object{"ruleset": "penta", "seats": seats("me")})
	bo.create(object{"ruleset": "penta", "seats": seats("me")})
	second := bo.create(object{"ruleset": "femlika", "seats": seats("me", "open")})
	ada.join(second, object{"inviteCode": second.InviteCode})
	ada.move(first.ID, "rolls", nil)

	got := ada.changes(none.NextCursor, 10)
	if diff := cmp.Diff([]string{second.ID, first.ID}, ids(got.Items)); diff != "" || got.More {
		t.Errorf("more: %v; changes (-want +got):\n%s", got.More, diff)
	}
	page := ada.changes("", 1)
	if diff := cmp.Diff([]string{second.ID}, ids(page.Items)); diff != "" || !page.More {
		t.Errorf("more: %v; first page (-want +got):\n%s", page.More, diff)
	}
	page = ada.changes(page.NextCursor, 1)
	if diff := cmp.Diff([]string{first.ID}, ids(page.Items)); diff != "" || page.More {
		t.Errorf("more: %v; second page (-want +got):\n%s", page.More, diff)
	}
	if again := ada.changes(got.NextCursor, 10); len(again.Items) != 0 || again.NextCursor != got.NextCursor {
		t.Errorf("nothing has changed: got %+v", again)
	}
	// The ids of the stream of one's games go on here, and the other way round.
	s := ada.follow("/v1/me/stream?cursor=" + got.NextCursor)
	if ready := s.next(); ready.ID != got.NextCursor {
		t.Errorf("the stream begins at %s, want %s", ready.ID, got.NextCursor)
	}
	bo.move(second.ID, "rolls", nil)
	if id := s.next().ID; len(ada.changes(id, 10).Items) != 0 {
		t.Error("what the stream told is listed again")
	}
	a := ada.get("/v1/me/changes?cursor=" + got.NextCursor).is(http.StatusOK)
	ada.get("/v1/me/changes?cursor="+got.NextCursor, "If-None-Match", a.header.Get("ETag")).is(http.StatusNotModified)
}

func TestChanges_refused(t *testing.T) {
	t.Parallel()
	w, other := newWorld(t), newWorld(t)
	ada := w.guest("Ada")
	w.nobody().get("/v1/me/changes").refused(http.StatusUnauthorized, "unauthenticated")
	bo := other.guest("Bo")
	for range 3 {
		bo.create(object{"ruleset": "penta", "seats": seats("me")})
	}
	later := bo.changes("", 10).NextCursor
	for _, q := range []string{"cursor=x", "limit=0", "limit=201", "cursor=" + later} {
		ada.get("/v1/me/changes?"+q).refused(http.StatusBadRequest, "malformed")
	}
}

// While many write, a device that goes on from cursor to cursor misses no game and ends with the last state of each.
func TestChanges_whileOthersWrite(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	const tables, moves = 8, 24
	var games []gameView
	for range tables {
		games = append(games, ada.create(object{"ruleset": "femlika", "seats": seats("me")}))
	}
	var writers sync.WaitGroup
	var done atomic.Bool
	for _, g := range games {
		writers.Go(func() {
			for i := range moves {
				ada.move(g.ID, "rolls", nil)
				ada.move(g.ID, "holds", object{"held": []int{i % 5}})
				if i < 12 {
					now := ada.game(g.ID)
					ada.move(g.ID, "entries", object{"box": now.Turn.Boxes[0].Box})
				} else {
					break
				}
			}
		})
	}
	go func() { writers.Wait(); done.Store(true) }()
	known := map[string]int{}
	cursor := ""
	for last := false; ; {
		c := ada.changes(cursor, 3)
		for _, g := range c.Items {
			if g.Seq <= known[g.ID] {
				t.Errorf("game %s is listed at event %d after event %d", g.ID, g.Seq, known[g.ID])
			}
			known[g.ID] = g.Seq
		}
		cursor = c.NextCursor
		if last && !c.More {
			break
		}
		last = done.Load()
	}
	for _, g := range games {
		if want := ada.game(g.ID).Seq; known[g.ID] != want {
			t.Errorf("game %s: known up to event %d, want %d", g.ID, known[g.ID], want)
		}
	}
}
