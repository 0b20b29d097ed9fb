package rest_test

import (
	"bytes"
	"sync"
	"testing"
)

// TestDeletion: an account that is deleted leaves its tables and gives up its games, and nothing tells of it any more.
func TestDeletion(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, cy := w.guest("Adelaide"), w.guest("Bo"), w.guest("Cy")
	public := func(body object) gameView {
		t.Helper()
		body["visibility"] = "public"
		return ada.create(body)
	}
	hosted := public(object{"ruleset": "penta", "start": false, "seats": seats("me", "guest", "open", "open")})
	bo.join(hosted, nil)
	cy.join(hosted, nil)
	alone := public(object{"ruleset": "penta", "seats": seats("me", "guest", "open")})
	unseated := public(object{"ruleset": "penta", "start": false, "seats": seats("open", "open")})
	bo.join(unseated, nil)
	empty := public(object{"ruleset": "penta", "seats": seats("open", "open")})
	joined := bo.create(object{"ruleset": "penta", "visibility": "public", "start": false, "seats": seats("me", "open")})
	ada.join(joined, object{"clientSeed": "ada"})

	running := public(object{"ruleset": "bonanza", "seats": seats("me", "guest", "open", "open")})
	bo.join(running, nil)
	cy.join(running, nil)
	ada.move(running.ID, "rolls", object{"id": newID()})
	duel := public(object{"ruleset": "tiotusen", "seats": seats("me", "open")})
	bo.join(duel, nil)
	guestsOnly := public(object{"ruleset": "tiotusen", "dice": "client", "seats": seats("guest", "open", "bot")})
	bo.join(guestsOnly, nil)
	solo := public(object{"ruleset": "penta", "seats": seats("me")})
	watched := public(object{"ruleset": "penta", "seats": seats("open", "open")}) // runs without a seat of the host's
	bo.join(watched, nil)
	cy.join(watched, nil)

	finished := public(object{"ruleset": "penta", "dice": "client", "seats": seats("me", "open")})
	bo.join(finished, nil)
	bo.move(finished.ID, "resignations", nil)
	before := bo.log(finished.ID)

	ada.delete("/v1/me").is(204)

	ada.get("/v1/me").refused(401, "unauthenticated")
	ada.post("/v1/games/"+running.ID+"/rolls", nil).refused(401, "unauthenticated")
	ada.delete("/v1/me").refused(401, "unauthenticated")
	w.nobody().post("/v1/tokens", object{"refreshToken": ada.refresh}).refused(401, "unauthenticated")

	g := bo.game(hosted.ID)
	want(t, "hosted table", []any{g.Status, g.Host, kindsOf(g)}, []any{"open", bo.id, []string{"open", "open", "account", "account"}})
	want(t, "start by the new host", bo.move(g.ID, "start", nil).Game.Status, "playing")
	g = bo.game(alone.ID)
	want(t, "table without others", []any{g.Status, g.Host, kindsOf(g)}, []any{"closed", "", []string{"open", "open", "open"}})
	g = bo.game(unseated.ID)
	want(t, "table of a host without a seat", []any{g.Status, g.Host}, []any{"open", bo.id})
	g = bo.game(empty.ID)
	want(t, "table of a host without a seat, and without others", []any{g.Status, g.Host}, []any{"closed", ""})
	g = bo.game(joined.ID)
	want(t, "joined table", []any{g.Status, g.Host, kindsOf(g)}, []any{"open", bo.id, []string{"account", "open"}})

	g = bo.game(running.ID)
	want(t, "running game", []any{g.Status, g.Host, g.onTurn(), resigned(g)}, []any{"playing", "", 2, []bool{true, true, false, false}})
	bo.pass(g)
	want(t, "on turn", cy.game(g.ID).onTurn(), 3)
	g = bo.game(duel.ID)
	want(t, "duel", []any{g.Status, g.placements(), g.Seats[0].AccountID, g.Seats[0].Name}, []any{"finished", []int{2, 1}, "", ""})
	g = bo.game(guestsOnly.ID)
	want(t, "game of guests and computers", []any{g.Status, resigned(g)}, []any{"finished", []bool{true, false, true}})
	g = bo.game(solo.ID)
	want(t, "solo", []any{g.Status, resigned(g)}, []any{"finished", []bool{true}})
	g = bo.game(watched.ID)
	want(t, "game without a seat", []any{g.Status, g.Host, resigned(g)}, []any{"playing", "", []bool{false, false}})
	bo.pass(g)

	g = bo.game(finished.ID)
	want(t, "finished game", []any{g.Status, g.Host, g.placements(), g.Seats[0].Kind, g.Seats[0].AccountID, g.Seats[0].Name, g.Seats[1].Name},
		[]any{"finished", "", []int{1, 2}, "account", "", "", "Bo"})
	want(t, "log of a finished game", bo.log(finished.ID), before)

	for _, path := range []string{"/v1/me/games?limit=200", "/v1/games"} {
		if a := bo.get(path).is(200); bytes.Contains(a.body, []byte(ada.id)) || bytes.Contains(a.body, []byte("Adelaide")) {
			t.Errorf("%s tells of the deleted account: %s", path, a.body)
		}
	}
	for _, made := range []gameView{hosted, alone, unseated, empty, joined, running, duel, guestsOnly, solo, watched, finished} {
		for _, below := range []string{"", "/events?limit=500", "/replay", "?seq=1"} {
			a := bo.get("/v1/games/" + made.ID + below).is(200)
			if bytes.Contains(a.body, []byte(ada.id)) || bytes.Contains(a.body, []byte("Adelaide")) {
				t.Errorf("%s tells of the deleted account: %s", a.call, a.body)
			}
		}
	}
}

func resigned(g gameView) []bool {
	all := make([]bool, len(g.Seats))
	for i, seat := range g.Seats {
		all[i] = seat.Status == "resigned"
	}
	return all
}

// TestDeletion_Username: the username of a deleted account is free again.
func TestDeletion_Username(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first := w.registered("ada", "correct horse")
	first.delete("/v1/me").is(204)
	w.nobody().post("/v1/tokens", object{"username": "ada", "password": "correct horse"}).refused(401, "unauthenticated")
	if again := w.registered("ada", "battery staple"); again.id == first.id {
		t.Error("the new account is the old one")
	}
}

// TestDeletion_ManyGames: more games than one page of a list has.
func TestDeletion_ManyGames(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.guest("Ada"), w.guest("Bo")
	const games = 230
	for range games {
		ada.create(object{"ruleset": "penta", "visibility": "public", "seats": seats("me", "open")})
	}
	want(t, "tables", len(pages(t, bo, "/v1/games?x=1", 200)), games)
	ada.delete("/v1/me").is(204)
	want(t, "tables after it", len(pages(t, bo, "/v1/games?x=1", 200)), 0)
}

// TestDeletion_AtOnce: somebody who joins, makes tables and is deleted at the same time leaves no seat behind that others
// would wait for.
func TestDeletion_AtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	for range 12 {
		g := ada.create(object{"ruleset": "penta", "visibility": "public", "seats": seats("me", "open")})
		gone := w.guest("Dag")
		own := newID()
		var calls sync.WaitGroup
		for _, call := range []func(){
			func() { gone.delete("/v1/me") },
			func() { gone.post("/v1/games/"+g.ID+"/seats", nil) },
			func() {
				gone.post("/v1/games", object{"id": own, "ruleset": "penta", "visibility": "public", "seats": seats("me", "open")})
			},
		} {
			calls.Go(call)
		}
		calls.Wait()
		for _, id := range []string{g.ID, own} {
			a := ada.get("/v1/games/" + id)
			if a.status == 404 {
				continue // never made
			}
			left := decode[gameView](a.is(200))
			over := left.Status == "finished" || left.Status == "closed"
			if left.Host == "" && left.Status == "open" {
				t.Errorf("a table without host: %+v", left)
			}
			for _, seat := range left.Seats {
				if seat.Kind == "account" && seat.AccountID == "" && seat.Status == "playing" && !over {
					t.Errorf("nobody sits at seat %d of a game that is %s", seat.Seat, left.Status)
				}
			}
		}
		gone.get("/v1/me").refused(401, "unauthenticated")
	}
}
