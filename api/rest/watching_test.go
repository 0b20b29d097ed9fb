package rest_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"kast/repository"
	"kast/repository/sqlite"
)

// watchable makes a private game with a watch code.
func watchable(host *client, body object) gameView {
	host.t.Helper()
	g := host.create(body)
	return decode[gameView](host.post("/v1/games/"+g.ID+"/watch-code", nil).is(200))
}

// watch watches the game that a code leads to.
func (c *client) watch(code string) gameView {
	c.t.Helper()
	return decode[gameView](c.post("/v1/watching", object{"watchCode": code}).is(200))
}

// sees tells what of a game somebody is answered.
func (c *client) sees(id string) (answers []int) {
	c.t.Helper()
	for _, below := range []string{"", "/events", "/replay", "/fairness", "/review", "?seq=1"} {
		answers = append(answers, c.get("/v1/games/"+id+below).status)
	}
	return answers
}

var (
	everything = []int{200, 200, 200, 200, 200, 200}
	nothing    = []int{404, 404, 404, 404, 404, 404}
)

// TestWatching: by its code a private game is watched from the table to the end; watchers see what the seated see, but for
// the codes, and do nothing.
func TestWatching(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, eve := w.guest("Ada"), w.guest("Bo"), w.guest("Eve")
	g := watchable(ada, object{"ruleset": "penta", "seats": seats("me", "open")})
	if len(g.WatchCode) != 8 || g.InviteCode == "" {
		t.Fatalf("codes %q, %q", g.WatchCode, g.InviteCode)
	}
	want(t, "before", eve.sees(g.ID), nothing)
	a := eve.post("/v1/watching", object{"watchCode": strings.ToLower(g.WatchCode)}).is(200)
	want(t, "ETag", a.header.Get("ETag"), eve.get("/v1/games/"+g.ID).is(200).header.Get("ETag"))
	want(t, "table", decode[gameView](a).ID, g.ID)
	eve.watch(g.WatchCode) // once more is no harm
	want(t, "open", eve.sees(g.ID), everything)
	eve.post("/v1/games/"+g.ID+"/seats", nil).refused(404, "notFound") // which takes an invitation
	bo.join(g, nil)
	ada.move(g.ID, "rolls", nil)
	want(t, "running", eve.sees(g.ID), everything)
	for _, below := range []string{"", "/events", "/replay", "/fairness", "?seq=2"} {
		want(t, below, string(eve.get("/v1/games/"+g.ID+below).is(200).body), string(bo.get("/v1/games/"+g.ID+below).is(200).body))
	}
	for _, route := range gameRoutes {
		method, below, _ := strings.Cut(route, " ")
		a := eve.route(method+" /v1/games/{id}"+below, g.ID)
		if strings.Contains(string(a.body), g.WatchCode) || strings.Contains(string(a.body), g.InviteCode) {
			t.Errorf("%s shows a code: %s", a.call, a.body)
		}
		switch below {
		case "/start", "/invite-code", "/watch-code":
			a.refused(403, "hostOnly")
		case "/holds", "/rolls", "/entries", "/banks", "/resignations", "/seats/me":
			a.refused(403, "notSeated")
		}
	}
	want(t, "after leaving off", eve.sees(g.ID), nothing) // the last of those routes
	eve.watch(g.WatchCode)
	bo.move(g.ID, "resignations", nil)
	want(t, "finished", eve.sees(g.ID), everything)
	cy := w.guest("Cy")
	cy.watch(g.WatchCode)
	want(t, "finished", cy.sees(g.ID), everything)

	// The code is the host's to give; lists do not show it, nor the game to who watches.
	want(t, "code for the host", ada.game(g.ID).WatchCode, g.WatchCode)
	want(t, "code for the seated", bo.game(g.ID).WatchCode, "")
	for _, c := range []*client{ada, bo, eve} {
		list := c.get("/v1/me/games").is(200)
		if strings.Contains(string(list.body), g.WatchCode) || strings.Contains(string(list.body), g.ID) != (c != eve) {
			t.Errorf("games of %s: %s", c.name, list.body)
		}
	}
}

// TestWatching_Right: another code, or none, takes the right from all who had it.
func TestWatching_Right(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, cy, eve := w.guest("Ada"), w.guest("Bo"), w.guest("Cy"), w.guest("Eve")
	g := watchable(ada, object{"ruleset": "penta", "seats": seats("me", "open")})
	bo.join(g, nil)
	path := "/v1/games/" + g.ID + "/watch-code"
	eve.watch(g.WatchCode)
	cy.watch(g.WatchCode)
	for _, method := range []string{"POST", "DELETE"} {
		bo.do(method, path, nil).refused(403, "hostOnly")
		eve.do(method, path, nil).refused(403, "hostOnly")
		w.guest("Dag").do(method, path, nil).refused(404, "notFound")
	}
	want(t, "after refusals", eve.sees(g.ID), everything)

	renewed := decode[gameView](ada.post(path, nil).is(200))
	if renewed.WatchCode == g.WatchCode || len(renewed.WatchCode) != 8 {
		t.Errorf("code %q after %q", renewed.WatchCode, g.WatchCode)
	}
	want(t, "head", renewed.Head, ada.game(g.ID).Head)
	for _, c := range []*client{cy, eve} {
		want(t, "after a renewal", c.sees(g.ID), nothing)
		c.post("/v1/watching", object{"watchCode": g.WatchCode}).refused(404, "notFound")
	}
	want(t, "the seated", bo.sees(g.ID), everything)
	cy.watch(renewed.WatchCode)
	want(t, "by the new code", cy.sees(g.ID), everything)
	want(t, "who has not got it", eve.sees(g.ID), nothing)

	for range 2 {
		ada.delete(path).is(204)
		want(t, "code", ada.game(g.ID).WatchCode, "")
		want(t, "after the end", cy.sees(g.ID), nothing)
	}
	cy.post("/v1/watching", object{"watchCode": renewed.WatchCode}).refused(404, "notFound")

	public := ada.create(object{"ruleset": "penta", "visibility": "public", "seats": seats("me")})
	ada.post("/v1/games/"+public.ID+"/watch-code", nil).refused(409, "notPrivate")
	ada.delete("/v1/games/" + public.ID + "/watch-code").is(204)
	eve.delete("/v1/games/" + public.ID + "/watchers/me").is(204)
	want(t, "public", eve.sees(public.ID), everything)
}

// TestWatching_Leaving: who gives up a seat does not come to watch by it, and who leaves off watching keeps the seat.
func TestWatching_Leaving(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, eve := w.guest("Ada"), w.guest("Bo"), w.guest("Eve")
	g := watchable(ada, object{"ruleset": "penta", "start": false, "seats": seats("me", "open")})
	bo.join(g, nil)
	bo.watch(g.WatchCode)
	ada.watch(g.WatchCode)
	bo.delete("/v1/games/" + g.ID + "/watchers/me").is(204)
	ada.delete("/v1/games/" + g.ID + "/watchers/me").is(204)
	want(t, "the seated", bo.sees(g.ID), everything)
	bo.watch(g.WatchCode)
	bo.delete("/v1/games/" + g.ID + "/seats/me").is(200)
	want(t, "who has left", bo.sees(g.ID), nothing)

	eve.watch(g.WatchCode)
	eve.delete("/v1/games/" + g.ID + "/watchers/me").is(204)
	eve.delete("/v1/games/"+g.ID+"/watchers/me").refused(404, "notFound")
	want(t, "who has left off", eve.sees(g.ID), nothing)

	// The table's next host has the code, and the one before does not.
	bo.join(g, nil)
	ada.delete("/v1/games/" + g.ID + "/seats/me").is(200)
	want(t, "code for the new host", bo.game(g.ID).WatchCode, g.WatchCode)
	want(t, "the old host", ada.sees(g.ID), nothing)
}

// TestWatching_Export: what is stored of a person tells which games they watch.
func TestWatching_Export(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, eve := w.guest("Ada"), w.guest("Eve")
	g := watchable(ada, object{"ruleset": "penta", "seats": seats("me")})
	watching := func(c *client) []string {
		return decode[struct{ Watching []string }](c.get("/v1/me/export").is(200)).Watching
	}
	want(t, "before", watching(eve), []string{})
	eve.watch(g.WatchCode)
	ada.watch(g.WatchCode)
	want(t, "who watches", watching(eve), []string{g.ID})
	want(t, "who plays", watching(ada), []string{})
}

// TestWatching_Deleted: a deleted account watches nothing, and nobody watches its table any more, since nobody is left who
// could end that.
func TestWatching_Deleted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, eve := w.guest("Ada"), w.guest("Bo"), w.guest("Eve")
	g := watchable(ada, object{"ruleset": "penta", "seats": seats("me", "open", "open")})
	bo.join(g, nil)
	w.guest("Cy").join(g, nil)
	eve.watch(g.WatchCode)
	w.guest("Dag").watch(g.WatchCode)
	eve.delete("/v1/me").is(204)
	for _, c := range []*client{eve, ada} {
		is, err := w.store.Watches(t.Context(), g.ID, c.id)
		if is || err != nil {
			t.Errorf("%s watches: %t, %v", c.name, is, err)
		}
	}
	ada.delete("/v1/me").is(204) // who gives up
	w.guest("Fay").post("/v1/watching", object{"watchCode": g.WatchCode}).refused(404, "notFound")
}

// small lets one account watch where a thousand may.
type small struct{ repository.Store }

func (s small) Watch(ctx context.Context, game, code, account string, most int) error {
	if most != 1000 {
		panic("another bound")
	}
	return s.Store.Watch(ctx, game, code, account, 1)
}

func TestWatching_Full(t *testing.T) {
	t.Parallel()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "kast.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := newWorldOn(t, small{db}, &clock{at: time.Date(2026, 5, 17, 18, 30, 0, 0, time.UTC)})
	ada, bo, eve := w.guest("Ada"), w.guest("Bo"), w.guest("Eve")
	g := watchable(ada, object{"ruleset": "penta", "seats": seats("me")})
	bo.watch(g.WatchCode)
	for range 12 { // which is no wrong code
		eve.post("/v1/watching", object{"watchCode": g.WatchCode}).refused(409, "watchersFull")
	}
	bo.watch(g.WatchCode)
	bo.delete("/v1/games/" + g.ID + "/watchers/me").is(204)
	eve.watch(g.WatchCode)
}

// counted counts who is asked for as a watcher.
type counted struct {
	repository.Store
	asked *[]string
}

func (c counted) Watches(ctx context.Context, game, account string) (bool, error) {
	*c.asked = append(*c.asked, account)
	return c.Store.Watches(ctx, game, account)
}

// TestWatching_Cost: moves ask for no watchers, and nobody does where there is no watch code.
func TestWatching_Cost(t *testing.T) {
	t.Parallel()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "kast.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var asked []string
	w := newWorldOn(t, counted{db, &asked}, &clock{at: time.Date(2026, 5, 17, 18, 30, 0, 0, time.UTC)})
	ada, eve := w.guest("Ada"), w.guest("Eve")
	g := ada.newGame("penta", "server", "me")
	eve.get("/v1/games/"+g.ID).refused(404, "notFound")
	g = watchable(ada, object{"ruleset": "penta", "seats": seats("me", "guest")})
	ada.move(g.ID, "rolls", nil)
	ada.move(g.ID, "entries", object{"box": "chance"})
	if asked != nil {
		t.Errorf("asked for %v", asked)
	}
	eve.watch(g.WatchCode)
	eve.game(g.ID)
	if len(asked) == 0 || slices.Contains(asked, ada.id) {
		t.Errorf("asked for %v", asked)
	}
}
