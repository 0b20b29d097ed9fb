package rest_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// TestRepeat: the same call again answers 200 with the same events and the game as it is now, in whatever spelling.
func TestRepeat(t *testing.T) {
	t.Parallel()
	for name, build := range legalCalls() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			l := build(w)
			id := newID()
			first := l.by.post(l.url(), l.with(object{"id": id})).is(201)
			game := decode[changed](first).Game.ID
			spaced, err := json.MarshalIndent(l.with(object{"id": id}), "\t", " ")
			if err != nil {
				t.Fatal(err)
			}
			for _, body := range []any{l.with(object{"id": id}), l.with(object{"id": strings.ToUpper(id)}), spaced} {
				again := l.by.post(l.url(), body).is(200)
				sameEvents(t, again, first)
				nowOf(t, l.by, again, game)
				want(t, "Location", again.header.Get("Location"), first.header.Get("Location"))
			}
			// And when the game has gone on.
			l.other.post("/v1/games/"+game+"/seats", object{})
			l.by.post("/v1/games/"+game+"/resignations", object{"seat": 0})
			again := l.by.post(l.url(), l.with(object{"id": id})).is(200)
			sameEvents(t, again, first)
			nowOf(t, l.by, again, game)
		})
	}
}

func sameEvents(t *testing.T, again, first answer) {
	t.Helper()
	type events struct{ Events json.RawMessage }
	if got, want := decode[events](again).Events, decode[events](first).Events; !bytes.Equal(got, want) {
		t.Errorf("%s: events %s, at first %s", again.call, got, want)
	}
}

// nowOf checks that an answer has the game as it is now.
func nowOf(t *testing.T, c *client, a answer, game string) {
	t.Helper()
	now := c.get("/v1/games/" + game).is(200)
	want(t, "game", string(decode[struct{ Game json.RawMessage }](a).Game), string(now.body))
	want(t, "ETag", a.header.Get("ETag"), now.header.Get("ETag"))
}

// TestRepeat_Differs: an id that stands for one call cannot stand for another, and the refusal tells nothing of the first.
func TestRepeat_Differs(t *testing.T) {
	t.Parallel()
	for name, build := range legalCalls() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			l := build(w)
			id := newID()
			first := l.by.post(l.url(), l.with(object{"id": id})).is(201)
			game := decode[changed](first).Game.ID
			unchanged := standstill(t, l.by, game)
			inUse := func(c *client, path string, body object) {
				t.Helper()
				a := c.post(path, body)
				a.refused(409, "idInUse")
				if bytes.Contains(a.body, []byte(l.by.id)) || bytes.Contains(a.body, []byte(game)) {
					t.Errorf("%s tells of the first call: %s", a.call, a.body)
				}
			}
			for _, other := range []object{
				{"ruleset": "bonanza"},
				{"start": false},
				{"clientSeed": "other"},
				{"held": []int{1}},
				{"held": []int{}},
				{"box": "ones"},
				{"seat": 0},
				{"dice": "client"},
				{"dice": []int{1, 1, 1, 1, 1}},
			} {
				for field := range other {
					if !bodyHas(name, field) || name == "create" != (field == "ruleset" || field == "start" || other["dice"] == "client") {
						continue
					}
					inUse(l.by, l.url(), l.with(object{"id": id, field: other[field]}))
				}
			}
			for path, body := range map[string]object{
				"rolls": {}, "holds": {"held": []int{}}, "entries": {"box": "ones"}, "banks": {}, "resignations": {"seat": 0},
			} {
				if path != l.path && l.by.id == firstSeat(l.by.game(game)) {
					body["id"] = id
					inUse(l.by, "/v1/games/"+game+"/"+path, body)
				}
			}
			if name != "start" { // which only the host may ask for
				inUse(l.other, l.url(), l.with(object{"id": id}))
			}
			unchanged()

			// In another game the id is free.
			if name != "create" {
				m := build(w)
				m.by.post(m.url(), m.with(object{"id": id})).is(201)
			}
		})
	}
}

func firstSeat(g gameView) string { return g.Seats[0].AccountID }

// bodyHas tells whether the body of a call has a field.
func bodyHas(call, field string) bool {
	fields := map[string]string{
		"create": "ruleset start dice", "join": "clientSeed", "start": "clientSeed", "roll": "held dice", "hold": "held",
		"enter": "box", "bank": "held", "resign": "seat", "rematch": "clientSeed",
	}
	for f := range strings.FieldsSeq(fields[call]) {
		if f == field {
			return true
		}
	}
	return false
}

// standstill remembers a game, and returns what checks that nothing has changed of it since.
func standstill(t *testing.T, c *client, game string) func() {
	t.Helper()
	before := c.get("/v1/games/" + game).is(200)
	log := c.get("/v1/games/" + game + "/events?limit=500").is(200)
	return func() {
		t.Helper()
		after := c.get("/v1/games/" + game).is(200)
		want(t, "game after a refusal", string(after.body), string(before.body))
		want(t, "head after a refusal", after.header.Get("ETag"), before.header.Get("ETag"))
		want(t, "log after a refusal", string(c.get("/v1/games/"+game+"/events?limit=500").is(200).body), string(log.body))
	}
}

// TestRepeat_ServerID: the ids that the server gives to events are no calls.
func TestRepeat_ServerID(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, _, g := w.two("penta", "server")
	var ids []string
	for _, raw := range ada.log(g.ID) {
		var e eventView
		if err := json.Unmarshal(raw, &e); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, e.ID)
	}
	want(t, "events", len(ids), 3)
	want(t, "id of the first event", ids[0], g.ID)
	unchanged := standstill(t, ada, g.ID)
	for _, id := range ids {
		ada.post("/v1/games/"+g.ID+"/rolls", object{"id": id}).refused(409, "idInUse")
	}
	unchanged()
	w.guest("Eve").post("/v1/games", object{"id": g.ID, "ruleset": "penta", "seats": seats("me")}).refused(409, "idInUse")
	ada.post("/v1/games", object{"id": g.ID, "ruleset": "penta", "seats": seats("me")}).refused(409, "idInUse")
}

// TestRepeat_AfterRefusal: a call that was refused has used no id up.
func TestRepeat_AfterRefusal(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, _, g := w.two("penta", "server")
	id := newID()
	ada.post("/v1/games/"+g.ID+"/entries", object{"id": id, "box": "ones"}).refused(422, "mustRollFirst")
	ch := ada.move(g.ID, "rolls", object{"id": id})
	want(t, "id of the roll", ch.Events[0].ID, id)

	game := newID()
	ada.post("/v1/games", object{"id": game, "ruleset": "tiotusen", "seats": seats("me")}).refused(422, "badOptions")
	want(t, "id of the game", ada.create(object{"id": game, "ruleset": "penta", "seats": seats("me")}).ID, game)
}

// TestRepeat_NamedEvent: the id goes to the event that the call is named for, whatever else it causes.
func TestRepeat_NamedEvent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, _, g := w.two("penta", "server")
	ada.move(g.ID, "rolls", nil)
	id := newID()
	ch := ada.move(g.ID, "rolls", object{"id": id, "held": []int{1}})
	want(t, "events", ch.types(), []string{"held", "rolled"})
	want(t, "id of the roll", ch.Events[1].ID, id)
	if ch.Events[0].ID == id {
		t.Error("the hold has the id of the roll")
	}
	again := ada.post("/v1/games/"+g.ID+"/rolls", object{"id": id, "held": []int{1}}).is(200)
	want(t, "events again", decode[changed](again).types(), []string{"held", "rolled"})
}

// TestRepeat_WithoutID: without an id every call is a new one.
func TestRepeat_WithoutID(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, _, g := w.two("penta", "server")
	for roll := 1; roll <= 3; roll++ {
		want(t, "roll", ada.move(g.ID, "rolls", nil).Game.Turn.Roll, roll)
	}
	a, b := ada.newGame("penta", "server", "me"), ada.newGame("penta", "server", "me")
	if a.ID == b.ID {
		t.Error("two games with one id")
	}
}

// TestRepeat_Left: who has left a private table is not shown it again for having made it.
func TestRepeat_Left(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.guest("Ada"), w.guest("Bo")
	body := object{"id": newID(), "ruleset": "penta", "seats": seats("me", "open", "open")}
	g := decode[changed](ada.post("/v1/games", body).is(201)).Game
	bo.join(g, nil)
	ada.delete("/v1/games/" + g.ID + "/seats/me").is(200)
	ada.get("/v1/games/"+g.ID).refused(404, "notFound")
	ada.post("/v1/games", body).refused(409, "idInUse")
}

// TestRepeat_Deleted: the calls of a deleted account are nobody's.
func TestRepeat_Deleted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, g := w.two("penta", "server")
	id := newID()
	ada.move(g.ID, "rolls", object{"id": id})
	ada.delete("/v1/me").is(204)
	bo.post("/v1/games/"+g.ID+"/rolls", object{"id": id}).refused(409, "idInUse")
}
