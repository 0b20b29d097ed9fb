package rest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// leave leaves a game.
func (c *client) leave(id string) changed {
	c.t.Helper()
	return decode[changed](c.delete("/v1/games/" + id + "/seats/me").is(200))
}

// TestLeaving_HostWithoutSeat: a host who sits nowhere hands the table on, without an event where there is none to tell.
func TestLeaving_HostWithoutSeat(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	hal, bo, cy := w.guest("Hal"), w.guest("Bo"), w.guest("Cy")
	g := hal.create(object{"ruleset": "penta", "start": false, "seats": seats("open", "open", "open")})
	bo.join(g, nil)
	cy.join(g, nil)
	before := bo.game(g.ID)
	hal.delete("/v1/games/"+g.ID+"/seats/me", "If-Match", `"x"`).refused(412, "staleState")
	ch := hal.leave(g.ID)
	want(t, "events", len(ch.Events), 0)
	want(t, "host", ch.Game.Host, bo.id)
	want(t, "code for who has left", ch.Game.InviteCode, "")
	hal.get("/v1/games/"+g.ID).refused(404, "notFound")
	hal.delete("/v1/games/"+g.ID+"/seats/me").refused(404, "notFound")
	want(t, "games of who has left", len(decode[list[summaryView]](hal.get("/v1/me/games").is(200)).Items), 0)
	after := bo.game(g.ID)
	if diff := cmp.Diff(before, after, cmpopts.IgnoreFields(gameView{}, "Host")); diff != "" || after.Host != bo.id {
		t.Errorf("host %s, all else (-before +after):\n%s", after.Host, diff)
	}
	hal.join(g, nil) // comes back, as one of them
	hal.post("/v1/games/"+g.ID+"/start", nil).refused(403, "hostOnly")
	want(t, "started by the new host", bo.move(g.ID, "start", nil).Game.Status, "playing")
}

// TestLeaving_HostOfGuests: guests and computers go with the host who brought them, seated or not.
func TestLeaving_HostOfGuests(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	hal, bo := w.guest("Hal"), w.guest("Bo")
	g := hal.create(object{"ruleset": "penta", "start": false, "seats": seats("guest", "open", "bot", "open")})
	bo.join(g, nil)
	ch := hal.leave(g.ID)
	want(t, "events", ch.types(), []string{"left", "left"})
	want(t, "host", ch.Game.Host, bo.id)
	want(t, "seats", kindsOf(ch.Game), []string{"open", "account", "open", "open"})

	for _, kinds := range [][]string{{"open", "open"}, {"guest", "open", "bot"}} {
		g = hal.create(object{"ruleset": "penta", "start": false, "seats": seats(kinds...)})
		ch = hal.leave(g.ID)
		want(t, "last event", ch.last().Type, "closed")
		want(t, "status", hal.game(g.ID).Status, "closed") // it stays the host's
		want(t, "seed", len(ch.last().ServerSeed), 64)
		hal.delete("/v1/games/"+g.ID+"/seats/me").refused(403, "notSeated")
	}
	// A running game is not left by who plays no part in it.
	g = hal.create(object{"ruleset": "penta", "seats": seats("guest", "guest")})
	hal.delete("/v1/games/"+g.ID+"/seats/me").refused(403, "notSeated")
}

// TestLeaving_Race: a host without a seat leaves while others join; somebody is host of whatever is left.
func TestLeaving_Race(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	hal, bo, cy := w.guest("Hal"), w.guest("Bo"), w.guest("Cy")
	for range 20 {
		g := hal.create(object{"ruleset": "penta", "visibility": "public", "start": false, "seats": seats("open", "open")})
		answers := atOnce(
			func() answer { return hal.delete("/v1/games/" + g.ID + "/seats/me") },
			func() answer { return bo.post("/v1/games/"+g.ID+"/seats", nil) },
			func() answer { return cy.post("/v1/games/"+g.ID+"/seats", nil) },
		)
		answers[0].is(200)
		now := hal.game(g.ID)
		joined := answers[1].status == 201 || answers[2].status == 201
		switch {
		case joined && (now.Status != "open" || now.Host != bo.id && now.Host != cy.id):
			t.Errorf("somebody joined, and the game is %s with host %s", now.Status, now.Host)
		case !joined && now.Status != "closed":
			t.Errorf("nobody joined, and the game is %s", now.Status)
		}
	}
}

// TestResigning_Guests: a host gives up for a guest, in its turn and out of it; who gives up later is placed better, and
// all who give up behind those who play on.
func TestResigning_Guests(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	hal, bo := w.guest("Hal"), w.guest("Bo")
	g := hal.create(object{"ruleset": "tiotusen", "seats": seats("guest", "guest", "open", "guest")})
	bo.join(g, nil)
	path := "/v1/games/" + g.ID + "/resignations"
	bo.post(path, object{"seat": 0}).refused(403, "notSeated")
	hal.post(path, object{"seat": 2}).refused(403, "notSeated")
	hal.move(g.ID, "rolls", nil)
	before := hal.game(g.ID).Turn
	want(t, "turn after another guest gave up", hal.move(g.ID, "resignations", object{"seat": 3}).Game.Turn, before)
	want(t, "on turn after a guest gave up in its turn", hal.move(g.ID, "resignations", object{"seat": 0}).Game.onTurn(), 1)
	hal.post(path, object{"seat": 0}).refused(409, "gameNotPlaying")
	ended := bo.move(g.ID, "resignations", nil)
	want(t, "placements", ended.Game.placements(), []int{3, 1, 2, 4})
	want(t, "events", ended.types(), []string{"resigned", "finished"})
}
