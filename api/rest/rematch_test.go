package rest_test

import (
	"slices"
	"strings"
	"testing"
)

// played makes a game, lets the others join it, and ends it: they give up, from the last seat on.
func (w *world) played(host *client, body object, others ...*client) gameView {
	w.t.Helper()
	g := host.create(body)
	for _, c := range others {
		g = c.join(g, nil).Game
	}
	if g.Status == "open" {
		g = host.move(g.ID, "start", nil).Game
	}
	for seat := len(g.Seats) - 1; seat >= 0 && g.Status != "finished"; seat-- {
		if g.Seats[seat].Kind == "bot" && g.Dice == "server" {
			continue
		}
		for _, c := range append([]*client{host}, others...) {
			if of := g.Seats[seat]; of.AccountID == c.id || of.AccountID == "" && c == host {
				g = c.move(g.ID, "resignations", object{"seat": seat}).Game
				break
			}
		}
	}
	want(w.t, "status of the game before", g.Status, "finished")
	return g
}

// rematch asks for another game; the call must be carried out.
func (c *client) rematch(g gameView, body object) changed {
	c.t.Helper()
	if body == nil {
		body = object{}
	}
	return c.move(g.ID, "rematch", body)
}

// decline gives up what the client has at a table.
func (c *client) decline(g gameView) changed {
	c.t.Helper()
	return decode[changed](c.delete("/v1/games/" + g.ID + "/seats/me").is(200))
}

// reserved are the names of those whom the seats are kept for, and in brackets of those who sit.
func reserved(g gameView) string {
	all := make([]string, len(g.Seats))
	for i, seat := range g.Seats {
		switch {
		case seat.ReservedFor != "":
			all[i] = seat.Name + "?"
		case seat.Kind == "open":
			all[i] = "-"
		case seat.Kind == "bot":
			all[i] = "bot"
		default:
			all[i] = seat.Name
		}
	}
	return strings.Join(all, " ")
}

// TestRematch: same people, seats and options; the next seat begins, and the game starts when all have accepted.
func TestRematch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, cy, eve := w.guest("Ada"), w.guest("Bo"), w.guest("Cy"), w.guest("Eve")
	old := w.played(ada, object{
		"ruleset": "penta", "options": object{"turnSeconds": 86400, "autoEnterSeconds": 7, "advice": false}, "seats": seats("me", "open", "open"),
	}, bo, cy)
	tag := ada.get("/v1/games/" + old.ID).is(200).header.Get("ETag")
	id := newID()
	first := ada.post("/v1/games/"+old.ID+"/rematch", object{"id": id, "clientSeed": "unused"}).is(201)
	ch := decode[changed](first)
	g := ch.Game
	want(t, "events", ch.types(), []string{"created"})
	want(t, "location", first.header.Get("Location"), "/v1/games/"+id)
	want(t, "game", []any{g.ID, g.Status, g.Ruleset, g.Dice, g.Visibility, g.Host, g.InviteCode},
		[]any{id, "open", "penta", "server", "private", ada.id, ""})
	want(t, "options", g.Options, old.Options)
	want(t, "seats", reserved(g), "Bo? Cy? Ada")
	want(t, "kept for", []string{g.Seats[0].ReservedFor, g.Seats[1].ReservedFor, g.Seats[2].ReservedFor}, []string{bo.id, cy.id, ""})
	for _, raw := range ada.log(g.ID) {
		if strings.Contains(string(raw), bo.id) || strings.Contains(string(raw), "unused") {
			t.Errorf("the log tells too much: %s", raw)
		}
	}

	// The others see the offer, nobody else does; who has read the old game before learns of it.
	for _, c := range []*client{ada, bo, cy} {
		offer := decode[gameView](c.get("/v1/games/"+old.ID, "If-None-Match", tag).is(200))
		want(t, "rematch", offer.Rematch, g.ID)
		want(t, "seats", reserved(c.game(offer.Rematch)), "Bo? Cy? Ada")
	}
	listed := decode[list[summaryView]](bo.get("/v1/me/games?status=open").is(200)).Items
	want(t, "listed", []string{listed[0].ID, listed[0].Seats[0].ReservedFor, listed[0].Seats[0].Name}, []string{g.ID, bo.id, "Bo"})
	eve.get("/v1/games/"+g.ID).refused(404, "notFound")
	eve.post("/v1/games/"+old.ID+"/rematch", nil).refused(404, "notFound")

	ch = cy.rematch(old, object{"clientSeed": "cy"})
	want(t, "events", ch.types(), []string{"joined"})
	want(t, "seat of Cy", []any{*ch.Events[0].Seat, ch.Game.ID, ch.Game.Seats[1].AccountID, ch.Game.Seats[1].Name}, []any{1, g.ID, cy.id, "Cy"})
	ch = bo.move(g.ID, "seats", object{"clientSeed": "bo"}) // an ordinary join accepts as well
	want(t, "events", ch.types(), []string{"joined", "started"})
	want(t, "client seeds", ch.last().ClientSeeds, []string{"bo", "cy", ""})
	want(t, "seats", reserved(ch.Game), "Bo Cy Ada")
	want(t, "on turn", ch.Game.onTurn(), 0)
	want(t, "deadline", ch.Game.Turn.Deadline != "", true)
	bo.move(g.ID, "rolls", nil)

	// Whoever presses again is answered with the game.
	again := ada.post("/v1/games/"+old.ID+"/rematch", object{"id": id, "clientSeed": "unused"}).is(200)
	sameEvents(t, again, first)
	nowOf(t, ada, again, g.ID)
	for _, c := range []*client{ada, bo, cy} {
		a := c.post("/v1/games/"+old.ID+"/rematch", nil, "If-Match", c.get("/v1/games/"+old.ID).header.Get("ETag")).is(200)
		want(t, "events", len(decode[changed](a).Events), 0)
		want(t, "location", a.header.Get("Location"), "/v1/games/"+g.ID)
		nowOf(t, c, a, g.ID)
	}

	// And once more.
	cy.move(g.ID, "resignations", nil)
	bo.move(g.ID, "resignations", nil)
	want(t, "seats of the third", reserved(cy.rematch(g, nil).Game), "Cy Ada? Bo?")
	want(t, "rematch of the first", ada.game(old.ID).Rematch, g.ID)
}

// TestRematch_AtOnce: of all who press at once one makes the table and the others join it, whatever comes first.
func TestRematch_AtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.guest("Ada"), w.guest("Bo")
	for i := range tries {
		old := w.played(ada, object{"ruleset": "penta", "seats": seats("me", "open")}, bo)
		press := func(c *client, id string) func() answer {
			return func() answer {
				body := object{}
				if id != "" {
					body["id"] = id
				}
				return c.post("/v1/games/"+old.ID+"/rematch", body)
			}
		}
		calls := []func() answer{press(ada, ""), press(bo, "")}
		made := 2
		switch i % 3 {
		case 1: // the same call twice each
			a, b := newID(), newID()
			calls = []func() answer{press(ada, a), press(bo, b), press(ada, a), press(bo, b)}
		case 2: // different ones
			calls = slices.Repeat(calls, 3)
		}
		answers := atOnce(calls...)
		games, started := map[string]bool{}, 0
		for _, a := range answers {
			if a.status != 200 && a.status != 201 {
				t.Fatalf("%s: %d %s", a.call, a.status, a.body)
			}
			ch := decode[changed](a)
			games[ch.Game.ID] = true
			if a.status == 201 {
				made--
				started += strings.Count(strings.Join(ch.types(), " "), "started")
			}
		}
		want(t, "games", len(games), 1)
		want(t, "calls that were carried out", made, 0)
		want(t, "starts", started, 1)
		now := ada.game(ada.game(old.ID).Rematch)
		want(t, "game", []any{now.Status, reserved(now), now.Seq}, []any{"playing", "Bo Ada", 3})
		if t.Failed() {
			return
		}
	}
	mine := len(pages(t, ada, "/v1/me/games?x=1", 200))
	want(t, "games in all", mine, 2*tries)
}

// TestRematch_Refused: for whom and when there is none.
func TestRematch_Refused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, eve, hal := w.guest("Ada"), w.guest("Bo"), w.guest("Eve"), w.guest("Hal")
	again := func(c *client, g gameView, body any, headers ...string) answer {
		return c.post("/v1/games/"+g.ID+"/rematch", body, headers...)
	}
	open := ada.create(object{"ruleset": "penta", "seats": seats("me", "open")})
	again(ada, open, nil).refused(409, "gameNotFinished")
	again(ada, open, object{"id": open.ID}).refused(409, "idInUse")
	bo.join(open, nil)
	again(bo, open, nil).refused(409, "gameNotFinished")
	closed := ada.create(object{"ruleset": "penta", "seats": seats("me", "open")})
	ada.decline(closed)
	again(ada, closed, nil).refused(409, "gameNotFinished")

	public := w.played(ada, object{"ruleset": "penta", "visibility": "public", "seats": seats("me", "open")}, bo)
	again(eve, public, nil).refused(403, "notSeated")
	want(t, "rematch for a watcher", eve.game(public.ID).Rematch, "")
	again(ada, public, nil, "If-Match", `"`+strings.Repeat("0", 64)+`"`).refused(412, "staleState")
	again(ada, public, object{"id": open.ID}).refused(409, "idInUse")

	dice := w.played(ada, object{"ruleset": "tiotusen", "dice": "client", "seats": seats("me", "open")}, bo)
	again(ada, dice, object{"clientSeed": "x"}).refused(422, "badOptions")
	next := ada.rematch(dice, nil).Game
	want(t, "dice", []string{next.Dice, next.Ruleset, next.Status}, []string{"client", "tiotusen", "open"})
	again(bo, dice, object{"clientSeed": "x"}).refused(422, "badOptions")
	want(t, "status", bo.rematch(dice, nil).Game.Status, "playing")

	// Guests do not play without their host, and a host without a seat has none to take.
	hosted := w.played(hal, object{"ruleset": "penta", "seats": seats("guest", "open")}, bo)
	again(bo, hosted, nil).refused(403, "hostOnly")
	next = hal.rematch(hosted, nil).Game
	want(t, "seats", reserved(next), "Bo? Guest 0")
	want(t, "status", bo.rematch(hosted, nil).Game.Status, "playing")
	again(hal, hosted, nil).is(200)

	// A host without guests need not be asked.
	hosted = w.played(hal, object{"ruleset": "penta", "seats": seats("open", "open")}, ada, bo)
	next = bo.rematch(hosted, nil).Game
	want(t, "table", []string{next.Host, reserved(next)}, []string{hal.id, "Bo Ada?"})
	want(t, "events for the host", len(decode[changed](again(hal, hosted, nil).is(200)).Events), 0)
	want(t, "status", ada.rematch(hosted, nil).Game.Status, "playing")

	// Nobody meant to play alone.
	duel := w.played(ada, object{"ruleset": "penta", "seats": seats("me", "open")}, bo)
	pot := w.played(ada, object{"ruleset": "tiotusen", "seats": seats("me", "open")}, bo)
	bo.delete("/v1/me").is(204)
	again(ada, duel, nil).refused(422, "badOptions")
	again(ada, pot, nil).refused(422, "badOptions")
}

// TestRematch_Alone: who need not wait for anybody plays at once.
func TestRematch_Alone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	for _, c := range []struct{ ruleset, dice, before, after string }{
		{"bonanza", "server", "me", "Ada"},
		{"penta", "server", "me guest bot", "Guest 1 bot Ada"},
		{"tiotusen", "client", "me bot guest", "bot Guest 2 Ada"},
		{"femlika", "server", "guest guest", "Guest 1 Guest 0"},
	} {
		old := w.played(ada, object{"ruleset": c.ruleset, "dice": c.dice, "seats": seats(strings.Fields(c.before)...)})
		ch := ada.rematch(old, object{"id": newID()})
		want(t, "events", ch.types()[:2], []string{"created", "started"})
		want(t, "game", []any{ch.Game.Status, reserved(ch.Game), ch.Game.onTurn(), ch.Game.Host}, []any{"playing", c.after, 0, ada.id})
		want(t, "options", ch.Game.Options, old.Options)
	}
	// A computer that is to begin has begun.
	old := w.played(ada, object{"ruleset": "tiotusen", "seats": seats("me", "bot", "guest")})
	ch := ada.rematch(old, nil)
	want(t, "on turn", []any{ch.Game.onTurn() != 0, ch.Events[2].By}, []any{true, "bot"})
}

// TestRematch_Decline: a seat that is given up is nobody's, and the others play when they have all answered.
func TestRematch_Decline(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, cy, eve := w.guest("Ada"), w.guest("Bo"), w.guest("Cy"), w.guest("Eve")
	lobby := func() (n int) { return len(decode[list[summaryView]](eve.get("/v1/games").is(200)).Items) }
	trio := object{"ruleset": "penta", "visibility": "public", "seats": seats("me", "open", "open")}
	old := w.played(ada, trio, bo, cy)
	g := ada.rematch(old, nil).Game
	ch := bo.decline(g)
	want(t, "events", ch.types(), []string{"left"})
	want(t, "seats", reserved(ch.Game), "- Cy? Ada")
	bo.delete("/v1/games/"+g.ID+"/seats/me").refused(403, "notSeated")
	eve.post("/v1/games/"+g.ID+"/seats", nil).refused(409, "seatsFull") // still for the three alone
	want(t, "tables in the lobby", lobby(), 0)
	want(t, "games of who declined", decode[list[summaryView]](bo.get("/v1/me/games?status=open").is(200)).Items, []summaryView{})
	ch = cy.rematch(old, nil)
	want(t, "events", ch.types(), []string{"joined", "started"})
	want(t, "seats", reserved(ch.Game), "Cy Ada")
	want(t, "on turn", ch.Game.onTurn(), 0)
	bo.post("/v1/games/"+old.ID+"/rematch", nil).refused(409, "gameNotOpen")
	want(t, "rematch", bo.game(old.ID).Rematch, g.ID)

	// The last to answer declines: the others are waiting no more.
	old = w.played(ada, trio, bo, cy)
	g = ada.rematch(old, nil).Game
	cy.rematch(old, object{"clientSeed": "cy"})
	ch = bo.decline(g)
	want(t, "events", ch.types(), []string{"left", "started"})
	want(t, "game", []any{ch.Game.Status, reserved(ch.Game), ch.last().By, ch.last().ClientSeeds}, []any{"playing", "Cy Ada", "server", []string{"cy", ""}})

	// Who has thought better of it may still come.
	old = w.played(ada, trio, bo, cy)
	g = ada.rematch(old, nil).Game
	bo.decline(g)
	ch = bo.rematch(old, nil)
	want(t, "events", ch.types(), []string{"joined"})
	want(t, "seats", reserved(ch.Game), "Bo Cy? Ada")
	want(t, "events", cy.rematch(old, nil).types(), []string{"joined", "started"})

	// Where one is left alone the table is like any other: in the lobby, or open to who is invited.
	old = w.played(ada, object{"ruleset": "penta", "visibility": "public", "seats": seats("me", "open")}, bo)
	g = ada.rematch(old, nil).Game
	ch = bo.decline(g)
	want(t, "game", []any{ch.types(), ch.Game.Status, reserved(ch.Game)}, []any{[]string{"left"}, "open", "- Ada"})
	want(t, "tables in the lobby", lobby(), 1)
	want(t, "events", eve.join(g, nil).types(), []string{"joined", "started"})

	old = w.played(ada, object{"ruleset": "tiotusen", "seats": seats("me", "open")}, bo)
	g = ada.rematch(old, nil).Game
	want(t, "code", g.InviteCode+bo.game(g.ID).InviteCode, "")
	bo.decline(g)
	bo.get("/v1/games/"+g.ID).refused(404, "notFound")
	g = ada.game(g.ID)
	want(t, "code", len(g.InviteCode), 6)
	want(t, "seats", reserved(eve.join(g, nil).Game), "Eve Ada")
}

// TestRematch_Start: the host need not wait for those who do not answer.
func TestRematch_Start(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, cy := w.guest("Ada"), w.guest("Bo"), w.guest("Cy")
	old := w.played(ada, object{"ruleset": "tiotusen", "seats": seats("me", "open", "open")}, bo, cy)
	g := bo.rematch(old, nil).Game
	want(t, "host", g.Host, bo.id) // Ada has brought nobody; Bo is there
	bo.post("/v1/games/"+g.ID+"/start", nil).refused(422, "badOptions")
	cy.rematch(old, nil)
	cy.post("/v1/games/"+g.ID+"/start", nil).refused(403, "hostOnly")
	ch := bo.move(g.ID, "start", object{"clientSeed": "bo"})
	want(t, "seats", reserved(ch.Game), "Bo Cy")
	want(t, "client seeds", ch.Events[0].ClientSeeds, []string{"bo", ""})
	ada.get("/v1/games/"+g.ID).refused(404, "notFound")
	ada.post("/v1/games/"+old.ID+"/rematch", nil).refused(409, "gameNotOpen")
	want(t, "games", len(decode[list[summaryView]](ada.get("/v1/me/games?status=playing").is(200)).Items), 0)
}

// TestRematch_Closed: an offer that is taken back is none, and the next who asks makes another.
func TestRematch_Closed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, cy := w.guest("Ada"), w.guest("Bo"), w.guest("Cy")
	old := w.played(ada, object{"ruleset": "penta", "seats": seats("me", "open", "open")}, bo, cy)
	body := object{"id": newID()}
	g := ada.rematch(old, body).Game
	ch := ada.decline(g)
	want(t, "events", ch.types(), []string{"left", "closed"})
	want(t, "seats", reserved(ch.Game), "- - -")
	want(t, "rematch", bo.game(old.ID).Rematch, "")
	bo.get("/v1/games/"+g.ID).refused(404, "notFound")
	next := bo.rematch(old, nil).Game
	want(t, "seats", reserved(next), "Bo Cy? Ada?")
	want(t, "another game", next.ID != g.ID, true)
	want(t, "the call that was closed", decode[changed](ada.post("/v1/games/"+old.ID+"/rematch", body).is(200)).Game.Status, "closed")
	want(t, "rematch", ada.game(old.ID).Rematch, next.ID)

	// The table passes on to those who have come, and waits for the others.
	cy.rematch(old, nil)
	want(t, "game", decode[changed](bo.delete("/v1/games/"+next.ID+"/seats/me").is(200)).Game.Status, "open")
	want(t, "table", []string{cy.game(next.ID).Host, reserved(cy.game(next.ID))}, []string{cy.id, "- Cy Ada?"})
	ch = ada.rematch(old, nil)
	want(t, "events", ch.types(), []string{"joined", "started"})
	want(t, "seats", reserved(ch.Game), "Cy Ada")

	// Nobody comes, and who asked has gone: the table closes with the last answer.
	hal := w.guest("Hal")
	old = w.played(hal, object{"ruleset": "penta", "seats": seats("open", "open")}, ada, bo)
	g = hal.rematch(old, nil).Game
	want(t, "seats", reserved(g), "Bo? Ada?")
	want(t, "events", bo.decline(g).types(), []string{"left"})
	want(t, "events", ada.decline(g).types(), []string{"left", "closed"})
}

// TestRematch_Guests: the guests of a host play with it, or not at all.
func TestRematch_Guests(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	hal, bo, cy := w.guest("Hal"), w.guest("Bo"), w.guest("Cy")
	table := object{"ruleset": "femlika", "seats": seats("me", "guest", "open", "open")}
	old := w.played(hal, table, bo, cy)
	g := bo.rematch(old, nil).Game
	want(t, "table", []string{g.Host, reserved(g)}, []string{hal.id, "Guest 1 Bo Cy? Hal?"})
	bo.post("/v1/games/"+g.ID+"/start", nil).refused(403, "hostOnly")
	cy.rematch(old, nil)
	ch := hal.rematch(old, nil)
	want(t, "game", []any{ch.Game.Status, reserved(ch.Game)}, []any{"playing", "Guest 1 Bo Cy Hal"})
	hal.move(g.ID, "rolls", nil)

	old = w.played(hal, table, bo, cy)
	g = bo.rematch(old, nil).Game
	cy.rematch(old, nil)
	ch = hal.decline(g)
	want(t, "events", ch.types(), []string{"left", "left", "started"})
	want(t, "table", []string{bo.game(g.ID).Host, reserved(bo.game(g.ID))}, []string{bo.id, "Bo Cy"})
}

// TestRematch_Deleted: who is gone is not waited for.
func TestRematch_Deleted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	hal, bo, cy := w.guest("Hal"), w.guest("Bo"), w.guest("Cy")
	old := w.played(hal, object{"ruleset": "penta", "seats": seats("me", "guest", "bot", "open", "open")}, bo, cy)
	asked := w.played(hal, object{"ruleset": "penta", "seats": seats("me", "open", "open")}, bo, cy)
	alone := w.played(hal, object{"ruleset": "penta", "seats": seats("me", "open")}, bo)
	waiting, left := bo.rematch(asked, nil).Game, bo.rematch(alone, nil).Game
	cy.rematch(asked, nil)
	hal.delete("/v1/me").is(204)

	now := bo.game(waiting.ID)
	want(t, "the last to answer", []any{now.Status, reserved(now)}, []any{"playing", "Bo Cy"})
	now = bo.game(left.ID)
	want(t, "the only one who was asked", []any{now.Status, reserved(now), now.Host}, []any{"open", "Bo -", bo.id})
	bo.decline(left)

	// A host that is gone has taken its guests along; computers are anybody's.
	g := cy.rematch(old, nil).Game
	want(t, "table", []string{g.Host, reserved(g)}, []string{cy.id, "bot Bo? Cy"})
	want(t, "seats", reserved(bo.rematch(old, nil).Game), "bot Bo Cy")
}

// TestRematch_AnswersAtOnce: of all who answer at once the last starts the game, whatever the answers are.
func TestRematch_AnswersAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, cy, di := w.guest("Ada"), w.guest("Bo"), w.guest("Cy"), w.guest("Di")
	for range 40 {
		old := w.played(ada, object{"ruleset": "tiotusen", "seats": seats("me", "open", "open", "open")}, bo, cy, di)
		g := ada.rematch(old, nil).Game
		decline := func(c *client) func() answer {
			return func() answer { return c.delete("/v1/games/" + g.ID + "/seats/me") }
		}
		answers := atOnce(decline(bo), decline(cy), func() answer { return di.post("/v1/games/"+old.ID+"/rematch", nil) })
		want(t, "statuses", statusesOf(answers), []int{200, 200, 201})
		now := ada.game(g.ID)
		want(t, "game", []any{now.Status, reserved(now), now.Seq}, []any{"playing", "Di Ada", 5})

		old = w.played(ada, object{"ruleset": "tiotusen", "seats": seats("me", "open", "open")}, bo, cy)
		g = ada.rematch(old, nil).Game
		want(t, "statuses", statusesOf(atOnce(decline(bo), decline(cy))), []int{200, 200})
		now = ada.game(g.ID)
		want(t, "game", []any{now.Status, reserved(now), now.Seq}, []any{"open", "- - Ada", 3})
		if t.Failed() {
			return
		}
	}
}

// TestRematch_Upload: a host cannot answer for the others by a log that has their answers.
func TestRematch_Upload(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.guest("Ada"), w.guest("Bo")
	old := w.played(ada, object{"ruleset": "penta", "dice": "client", "seats": seats("me", "open")}, bo)
	g := ada.rematch(old, nil).Game
	ada.upload(g.ID, object{"events": ada.log(g.ID)}).refused(403, "notSeated")
	want(t, "status", bo.rematch(old, nil).Game.Status, "playing")
}

// TestRematch_Replay: what came of a game is no part of how it was.
func TestRematch_Replay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.guest("Ada"), w.guest("Bo")
	old := w.played(ada, object{"ruleset": "penta", "seats": seats("me", "open")}, bo)
	before := ada.get("/v1/games/" + old.ID + "/replay").is(200)
	g := ada.rematch(old, nil).Game
	want(t, "replay", string(ada.get("/v1/games/"+old.ID+"/replay").is(200).body), string(before.body))
	now := ada.get("/v1/games/" + old.ID).is(200)
	want(t, "entity tag", now.header.Get("ETag"), `"`+old.Head+"."+g.ID+`"`)
	ada.get("/v1/games/"+old.ID, "If-None-Match", now.header.Get("ETag")).is(304)
	then := decode[gameView](ada.get("/v1/games/" + old.ID + "?seq=1").is(200))
	want(t, "rematch then", then.Rematch, "")

	// A replay of the new game shows its seats open, whoever they were kept for.
	want(t, "seats then", reserved(decode[gameView](bo.get("/v1/games/"+g.ID+"?seq=1").is(200))), "- Ada")
}

// TestRematch_codeOfEarlierState: while seats are kept nobody is shown the code, whatever state of the table is asked for.
func TestRematch_codeOfEarlierState(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.guest("Ada"), w.guest("Bo")
	old := w.played(ada, object{"ruleset": "penta", "seats": seats("me", "open")}, bo)
	g := ada.rematch(old, nil).Game
	for _, path := range []string{"", "?seq=1", "/replay"} {
		if body := string(ada.get("/v1/games/" + g.ID + path).is(200).body); strings.Contains(body, "inviteCode") {
			t.Errorf("%q shows the code: %s", path, body)
		}
	}
}
