package rest_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestTable_Full: when the last seat is taken the game starts by itself, unless the host wants to do it.
func TestTable_Full(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.guest("Ada"), w.guest("Bo")
	for _, start := range []bool{true, false} {
		g := ada.create(object{"ruleset": "penta", "start": start, "seats": seats("me", "open")})
		want(t, "status", g.Status, "open")
		ch := bo.join(g, nil)
		types, status := []string{"joined", "started"}, "playing"
		if !start {
			types, status = types[:1], "open"
		}
		want(t, "events", ch.types(), types)
		want(t, "status", ch.Game.Status, status)
		want(t, "seat", ch.Game.Seats[1].AccountID, bo.id)
		want(t, "name", ch.Game.Seats[1].Name, "Bo")
		want(t, "host", ch.Game.Host, ada.id)
		if !start {
			started := ada.move(g.ID, "start", nil)
			want(t, "events", started.types(), []string{"started"})
			want(t, "by", started.Events[0].By, "player")
		}
	}
}

// TestTable_Start: the host may start without those who are missing; seats are then numbered anew.
func TestTable_Start(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, cy := w.guest("Ada"), w.guest("Bo"), w.guest("Cy")
	g := ada.create(object{"ruleset": "penta", "visibility": "public", "seats": seats("open", "me", "open", "guest", "open")})
	bo.join(g, object{"clientSeed": "bo"})
	cy.join(g, object{"clientSeed": "cy"})
	ch := ada.move(g.ID, "start", object{"clientSeed": "ada"})
	want(t, "seats in the log", string(ch.Events[0].Seats), "[0,1,2,3]")
	want(t, "client seeds", ch.Events[0].ClientSeeds, []string{"bo", "ada", "cy", ""})
	names := []string{}
	for i, seat := range ch.Game.Seats {
		want(t, "seat", seat.Seat, i)
		names = append(names, seat.Name)
	}
	want(t, "names", names, []string{"Bo", "Ada", "Cy", "Guest 3"})

	// With a gap in the middle.
	g = ada.create(object{"ruleset": "tiotusen", "visibility": "public", "seats": seats("open", "guest", "open", "me")})
	bo.join(g, nil)
	bo.delete("/v1/games/" + g.ID + "/seats/me").is(200)
	ch = ada.move(g.ID, "start", nil)
	want(t, "seats in the log", string(ch.Events[0].Seats), "[1,3]")
	want(t, "names", []string{ch.Game.Seats[0].Name, ch.Game.Seats[1].Name}, []string{"Guest 1", "Ada"})
	want(t, "on turn", ch.Game.onTurn(), 0)
	ada.move(g.ID, "rolls", nil)

	// Too few are left.
	g = ada.create(object{"ruleset": "tiotusen", "visibility": "public", "seats": seats("me", "open")})
	ada.post("/v1/games/"+g.ID+"/start", nil).refused(422, "badOptions")
}

// TestTable_Leaving: a seat that is left is free again; a host takes the guests along and passes the table on.
func TestTable_Leaving(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, cy := w.guest("Ada"), w.guest("Bo"), w.guest("Cy")
	g := ada.create(object{"ruleset": "penta", "seats": seats("open", "me", "guest", "open"), "start": false})
	cy.join(g, object{"clientSeed": "cy"})
	bo.join(g, nil)
	left := func(c *client) changed {
		t.Helper()
		return decode[changed](c.delete("/v1/games/" + g.ID + "/seats/me").is(200))
	}
	ch := left(cy)
	want(t, "events", ch.types(), []string{"left"})
	want(t, "seat", ch.Game.Seats[0], seatView{Kind: "open", Status: "playing", Card: &cardView{Boxes: map[string]int{}}})
	want(t, "host", ch.Game.Host, ada.id)
	cy.delete("/v1/games/"+g.ID+"/seats/me").refused(404, "notFound")
	want(t, "seat again", *cy.join(g, nil).Events[0].Seat, 0)

	ch = left(ada)
	want(t, "events", ch.types(), []string{"left", "left"})
	want(t, "host", ch.Game.Host, bo.id) // the next in turn order
	want(t, "code", bo.game(g.ID).InviteCode, g.InviteCode)
	bo.post("/v1/games/"+g.ID+"/start", nil)
	want(t, "status", bo.game(g.ID).Status, "playing")
	want(t, "seats", len(bo.game(g.ID).Seats), 2)
}

// TestTable_LastLeaves: a table without anybody closes, and tells its seed.
func TestTable_LastLeaves(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.guest("Ada"), w.guest("Bo")
	g := ada.create(object{"ruleset": "penta", "seats": seats("me", "guest", "open"), "start": false})
	bo.join(g, nil)
	ada.delete("/v1/games/" + g.ID + "/seats/me").is(200)
	ch := decode[changed](bo.delete("/v1/games/" + g.ID + "/seats/me").is(200))
	want(t, "events", ch.types(), []string{"left", "closed"})
	want(t, "status", ch.Game.Status, "closed")
	want(t, "code", ch.Game.InviteCode, "")
	want(t, "seed", len(ch.last().ServerSeed), 64)
	// It stays a game of its last host, who can look at it.
	want(t, "closed games", len(decode[list[summaryView]](bo.get("/v1/me/games?status=closed").is(200)).Items), 1)
	bo.delete("/v1/games/"+g.ID+"/seats/me").refused(403, "notSeated")
	ada.get("/v1/games/"+g.ID).refused(404, "notFound")
}

// TestTable_Replay: an earlier state shows who sat there then, as far as that is still known.
func TestTable_Replay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, cy := w.guest("Ada"), w.guest("Bo"), w.guest("Cy")
	g := ada.create(object{"ruleset": "penta", "visibility": "public", "seats": seats("open", "open", "me", "open"), "start": false})
	bo.join(g, nil)                                      // event 2: seat 0
	cy.join(g, nil)                                      // 3: seat 1
	bo.delete("/v1/games/" + g.ID + "/seats/me").is(200) // 4
	cy.delete("/v1/games/" + g.ID + "/seats/me").is(200) // 5
	cy.join(g, nil)                                      // 6: seat 0
	ada.move(g.ID, "start", nil)                         // 7: Cy and Ada, numbered anew
	at := func(seq int) gameView {
		return decode[gameView](ada.get("/v1/games/" + g.ID + "?seq=" + strconv.Itoa(seq)).is(200))
	}
	for seq, expected := range map[int]struct {
		status, kinds, names string
	}{
		1: {"open", "open open account open", "- - Ada -"},
		2: {"open", "account open account open", "- - Ada -"}, // who sat there has left
		3: {"open", "account account account open", "- - Ada -"},
		5: {"open", "open open account open", "- - Ada -"},
		6: {"open", "account open account open", "Cy - Ada -"},
		7: {"playing", "account account", "Cy Ada"},
	} {
		then := at(seq)
		names := []string{}
		for _, seat := range then.Seats {
			if seat.Name == "" || seat.AccountID == "" {
				seat.Name += "-"
			}
			names = append(names, seat.Name)
		}
		want(t, "game at "+strconv.Itoa(seq), []string{then.Status, strings.Join(kindsOf(then), " "), strings.Join(names, " ")},
			[]string{expected.status, expected.kinds, expected.names})
	}
}

func kindsOf(g gameView) []string {
	kinds := []string{}
	for _, seat := range g.Seats {
		kinds = append(kinds, seat.Kind)
	}
	return kinds
}

// TestTable_Guests: a host moves the seats of guests, whoever of them is on turn, and nobody else does.
func TestTable_Guests(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	hal, bo := w.guest("Hal"), w.guest("Bo")
	g := hal.create(object{"ruleset": "penta", "visibility": "public", "seats": seats("guest", "open", "guest")})
	bo.join(g, nil)
	bo.post("/v1/games/"+g.ID+"/rolls", nil).refused(409, "notYourTurn")
	for _, c := range []*client{hal, bo, hal, hal, bo} {
		now := c.pass(g)
		want(t, "seat of the last entry", *decode[list[eventView]](c.get("/v1/games/" + g.ID + "/events").is(200)).Items[now.Seq-1].Seat >= 0, true)
	}
	now := hal.game(g.ID)
	want(t, "rounds", []int{now.Turn.Seat, now.Turn.Round}, []int{2, 2})
	hal.post("/v1/games/"+g.ID+"/resignations", nil).refused(403, "notSeated") // which of the two?
	want(t, "resigned", *hal.move(g.ID, "resignations", object{"seat": 2}).Events[0].Seat, 2)
}

// TestTable_Bots: the client plays computer seats with its own dice, and the log says so.
func TestTable_Bots(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	g := c.newGame("penta", "client", "me", "bot")
	want(t, "bot", g.Seats[1], seatView{Seat: 1, Kind: "bot", BotLevel: "best", Status: "playing", Card: &cardView{Boxes: map[string]int{}}})
	c.turn(g.ID, "chance", 1, 2, 3, 4, 6)
	rolled := c.move(g.ID, "rolls", object{"dice": []int{1, 2, 3, 4, 6}}).Events[0]
	entered := c.turnWith(g.ID, "chance").Events[0]
	want(t, "by", []string{rolled.By, entered.By}, []string{"bot", "bot"})
	g = c.move(g.ID, "resignations", object{"seat": 1}).Game
	want(t, "status", g.Status, "finished")
}

// TestTable_Public: watchers see all that the seated see.
func TestTable_Public(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, _, g := w.two("penta", "server")
	eve := w.guest("Eve")
	ada.move(g.ID, "rolls", nil)
	ada.move(g.ID, "holds", object{"held": []int{1, 2}})
	for _, below := range []string{"", "/events", "/replay", "/fairness", "?seq=2"} {
		want(t, below, string(eve.get("/v1/games/"+g.ID+below).is(200).body), string(ada.get("/v1/games/"+g.ID+below).is(200).body))
	}
	if slices.Contains(kindsOf(eve.game(g.ID)), "open") {
		t.Error("a running game has open seats")
	}
}
