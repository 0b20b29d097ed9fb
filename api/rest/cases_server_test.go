package rest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestManyUsers: of 200 users at once each is told of nobody else (G08).
func TestManyUsers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const users = 200
	clients := make([]*client, users)
	for i := range clients {
		clients[i] = w.guest(fmt.Sprintf("User %03d", i))
	}
	var done sync.WaitGroup
	for i, c := range clients {
		done.Go(func() {
			own := func(a answer) answer {
				t.Helper()
				if n := bytes.Count(a.body, []byte("User ")); n == 0 || n != bytes.Count(a.body, []byte(c.name)) {
					t.Errorf("%s by %s: %s", a.call, c.name, a.body)
				}
				return a
			}
			own(c.get("/v1/me"))
			created := own(c.post("/v1/games", object{"id": newID(), "ruleset": []string{"penta", "femlika", "bonanza"}[i%3], "seats": seats("me")}))
			var ch changed
			if err := json.Unmarshal(created.body, &ch); err != nil {
				t.Error(err)
				return
			}
			game := "/v1/games/" + ch.Game.ID
			own(c.post(game+"/rolls", object{"id": newID()}))
			own(c.post(game+"/rolls", object{"id": newID(), "held": []int{i % 5}}))
			own(c.post(game+"/entries", object{"id": newID(), "box": boxes[i%13]}))
			own(c.get(game))
			own(c.get("/v1/me/games"))
			clients[(i+1)%users].get(game).refused(404, "notFound")
		})
	}
	done.Wait()
}

// TestTimeZones: where the server stands changes no time (G13).
func TestTimeZones(t *testing.T) {
	t.Parallel()
	night := time.Date(2026, 10, 25, 0, 30, 0, 123456789, time.UTC) // clocks go back in Stockholm at 01:00 UTC
	for _, zone := range []string{"UTC", "America/Los_Angeles", "Asia/Tokyo", "Europe/Stockholm"} {
		t.Run(zone, func(t *testing.T) {
			t.Parallel()
			place, err := time.LoadLocation(zone)
			if err != nil {
				t.Skip(err)
			}
			w := newWorldIn(t, filepath.Join(t.TempDir(), "kast.db"), &clock{at: night.In(place)})
			c := w.guest("Ada")
			g := c.newGame("penta", "server", "me")
			w.clock.advance(time.Hour)
			c = c.refreshed()
			later := c.move(g.ID, "rolls", nil)
			w.clock.advance(-3 * time.Second) // and a clock that is put back changes no order
			last := c.move(g.ID, "resignations", nil)
			const at, hour, back = "2026-10-25T00:30:00.123Z", "2026-10-25T01:30:00.123Z", "2026-10-25T01:29:57.123Z"
			want(t, "times", []string{g.CreatedAt, g.StartedAt, g.ServerTime, later.Events[0].At, later.Game.ServerTime, last.Game.FinishedAt},
				[]string{at, at, at, hour, hour, back})
			s := decode[list[summaryView]](c.get("/v1/me/games?status=finished").is(200)).Items[0]
			want(t, "times in a list", []string{s.CreatedAt, s.StartedAt, s.UpdatedAt, s.FinishedAt}, []string{at, at, back, back})
			want(t, "account", decode[account](c.get("/v1/me").is(200)).CreatedAt, at)
		})
	}
}

// TestDice_Seeds: games that are made in one instant have dice of their own, and so have games after a restart (F04).
// The dice of all together are even (F01).
func TestDice_Seeds(t *testing.T) {
	t.Parallel()
	file, c := filepath.Join(t.TempDir(), "kast.db"), &clock{at: time.Date(2026, 5, 17, 18, 30, 0, 0, time.UTC)}
	sequences := map[string]bool{}
	faces := [7]int{}
	const games = 200
	for restart := range 2 {
		t.Run(fmt.Sprint("start ", restart+1), func(t *testing.T) {
			w := newWorldIn(t, file, c)
			ada := w.guest("Ada")
			for range games / 2 {
				g := ada.newGame("penta", "server", "me")
				var sequence []int
				for range 3 {
					dice := ada.move(g.ID, "rolls", nil).Game.Turn.Dice
					sequence = append(sequence, dice...)
					for _, face := range dice {
						faces[face]++
					}
				}
				sequences[fmt.Sprint(sequence)] = true
			}
		})
	}
	want(t, "different sequences", len(sequences), games)
	const each, most = games * 3 * 5 / 6, 102 // five standard deviations of 20.4
	for face, n := range faces[1:] {
		if n < each-most || n > each+most {
			t.Errorf("%d dice show %d, want %d ± %d", n, face+1, each, most)
		}
	}
}

// TestDice_SameInstant: two players who roll in the same instant get dice of their own (F05).
func TestDice_SameInstant(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.guest("Ada"), w.guest("Bo")
	equal := 0
	for range 100 {
		a, b := ada.newGame("penta", "server", "me"), bo.newGame("penta", "server", "me")
		answers := atOnce(
			func() answer { return ada.post("/v1/games/"+a.ID+"/rolls", nil) }, func() answer { return bo.post("/v1/games/"+b.ID+"/rolls", nil) },
		)
		one, other := decode[changed](answers[0]).Game.Turn, decode[changed](answers[1]).Game.Turn
		if slices.Equal(one.Dice, other.Dice) {
			equal++
		}
	}
	if equal > 1 { // 0.013 are expected
		t.Errorf("%d pairs of 100 are equal", equal)
	}
}

// TestLobby: public open tables, newest first, page by page.
func TestLobby(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, eve := w.guest("Ada"), w.guest("Eve")
	var ids []string
	for i := range 7 {
		g := ada.create(object{"ruleset": "tiotusen", "visibility": "public", "seats": seats("me", "open")})
		ids = append([]string{g.ID}, ids...)
		ada.create(object{"ruleset": "penta", "seats": seats("me", "open")}) // private
		if i%2 == 0 {
			ada.create(object{"ruleset": "penta", "visibility": "public", "seats": seats("me")}) // runs
		}
	}
	for limit := 1; limit <= 8; limit++ {
		want(t, fmt.Sprintf("tables, %d a page", limit), pages(t, eve, "/v1/games?status=open", limit), ids)
	}
	all := pages(t, ada, "/v1/me/games?x=1", 4)
	want(t, "own games", len(all), 7+7+4)
	// A table that is made meanwhile does not move the pages after it.
	first := decode[list[summaryView]](eve.get("/v1/games?limit=3").is(200))
	ada.create(object{"ruleset": "tiotusen", "visibility": "public", "seats": seats("me", "open")})
	second := decode[list[summaryView]](eve.get("/v1/games?limit=3&cursor=" + first.NextCursor).is(200))
	want(t, "second page", []string{second.Items[0].ID, second.Items[2].ID}, []string{ids[3], ids[5]})
	want(t, "games of somebody else", string(eve.get("/v1/me/games").is(200).body), `{"items":[]}`)
}

// pages reads a list to its end and returns the ids.
func pages(t *testing.T, c *client, path string, limit int) (ids []string) {
	t.Helper()
	for cursor := ""; ; {
		page := decode[list[summaryView]](c.get(fmt.Sprintf("%s&limit=%d%s", path, limit, cursor)).is(200))
		if len(page.Items) > limit {
			t.Errorf("%d items on a page of %d", len(page.Items), limit)
		}
		for _, item := range page.Items {
			ids = append(ids, item.ID)
		}
		if page.NextCursor == "" {
			return ids
		}
		cursor = "&cursor=" + page.NextCursor
	}
}

// TestLogPages: a log page by page, from any place.
func TestLogPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	g := c.newGame("penta", "server", "me")
	for range 4 {
		g = c.pass(g)
	}
	all := c.log(g.ID)
	want(t, "events", len(all), g.Seq)
	for limit := 1; limit <= g.Seq+1; limit++ {
		for _, what := range []string{"events", "replay"} {
			var got []string
			for after := "0"; after != ""; {
				page := decode[list[json.RawMessage]](c.get(fmt.Sprintf("/v1/games/%s/%s?limit=%d&after=%s", g.ID, what, limit, after)).is(200))
				for _, item := range page.Items {
					got = append(got, string(item))
				}
				after = page.NextCursor
			}
			want(t, what, len(got), g.Seq)
			for i := range got {
				if !strings.Contains(got[i], string(all[i])) {
					t.Errorf("%s, %d a page: item %d is %s", what, limit, i, got[i])
				}
			}
		}
	}
}
