package rest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"kast/domain/game"
)

// breach is a problem about a log.
type breach struct {
	Code   string            `json:"code"`
	Seq    int               `json:"seq"`
	Cause  string            `json:"cause"`
	Events []json.RawMessage `json:"events"`
}

func (c *client) upload(id string, log any) answer {
	c.t.Helper()
	return c.do(http.MethodPut, "/v1/games/"+id+"/log", log)
}

// stored is the log as the server has it.
func (c *client) stored(id string) []string {
	c.t.Helper()
	var lines []string
	for after := 0; ; {
		page := decode[struct {
			Items      []json.RawMessage `json:"items"`
			NextCursor string            `json:"nextCursor"`
		}](c.get(fmt.Sprintf("/v1/games/%s/events?after=%d&limit=500", id, after)).is(http.StatusOK))
		for _, e := range page.Items {
			lines = append(lines, string(e))
		}
		after += len(page.Items)
		if page.NextCursor == "" {
			return lines
		}
	}
}

func (d *device) jsons(n int) []string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = string(d.lines[i].JSON)
	}
	return lines
}

func newUUID() string { return uuid.NewString() }

// A log that begins or continues a game is taken as it is, byte for byte, whether it brings its chain or not.
func TestUpload(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, ruleset := range game.Rulesets() {
		for _, chained := range []bool{true, false} {
			ada := w.guest("Ada")
			id := newUUID()
			d := newDevice(1, id, ruleset.ID, game.AccountSeat, game.GuestSeat, game.BotSeat).play(toTheEnd)
			part := len(d.lines) / 3
			log := d.log(part, chained)
			log["names"] = []string{"", "Bo", ""}
			g := decode[changed](ada.upload(id, log).is(http.StatusCreated)).Game
			if g.Status != "playing" || g.Seq != part || g.Host != ada.id || g.Seats[1].Name != "Bo" || g.Dice != "client" {
				t.Fatalf("%s: got %+v", ruleset.ID, g)
			}
			g = decode[changed](ada.upload(id, d.log(len(d.lines), chained)).is(http.StatusOK)).Game
			if g.Status != "finished" || g.Seq != len(d.lines) {
				t.Fatalf("%s: got %s at %d, want finished at %d", ruleset.ID, g.Status, g.Seq, len(d.lines))
			}
			if diff := cmp.Diff(d.jsons(len(d.lines)), ada.stored(id)); diff != "" {
				t.Errorf("%s: the log differs (-device +server):\n%s", ruleset.ID, diff)
			}
		}
	}
}

// S01: created and uploaded twice, one after the other and at once: one game, and nothing twice.
func TestUpload_again(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	for i := range 20 {
		id := newUUID()
		d := newDevice(uint64(i), id, game.Penta, game.AccountSeat, game.GuestSeat).play(toTheEnd)
		var both sync.WaitGroup
		statuses := make([]int, 2)
		for k := range statuses {
			both.Go(func() { statuses[k] = ada.upload(id, d.all()).status })
		}
		both.Wait()
		if statuses[0]+statuses[1] != http.StatusCreated+http.StatusOK {
			t.Errorf("got %d, want 201 and 200", statuses)
		}
		ada.upload(id, d.all()).is(http.StatusOK)
		if got := ada.stored(id); len(got) != len(d.lines) {
			t.Errorf("%d events stored, want %d", len(got), len(d.lines))
		}
	}
}

// S02: a shorter log sent again changes nothing; one that does not start at 1 is refused.
func TestUpload_shorter(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	id := newUUID()
	d := newDevice(2, id, game.Femlika, game.AccountSeat).play(12)
	ada.upload(id, d.log(5, true)).is(http.StatusCreated)
	for _, n := range []int{8, 5, 1, 8} {
		g := decode[changed](ada.upload(id, d.log(n, n%2 == 0)).is(http.StatusOK)).Game
		if g.Seq != 8 {
			t.Errorf("after %d events: at %d, want 8", n, g.Seq)
		}
	}
	log := d.log(8, true)
	log["events"] = log["events"].([]object)[2:]
	ada.upload(id, log).isBreach(t, http.StatusUnprocessableEntity, breach{Code: "badLog", Seq: 3, Cause: "badSequence"})
	if diff := cmp.Diff(d.jsons(8), ada.stored(id)); diff != "" {
		t.Errorf("the log differs (-device +server):\n%s", diff)
	}
}

func (a answer) isBreach(t *testing.T, status int, want breach) {
	t.Helper()
	got := decode[breach](a.is(status))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: (-want +got):\n%s", a.call, diff)
	}
}

// S05, S08: what the rules or the form forbid stores nothing, and says where and why.
func TestUpload_breaches(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	id := newUUID()
	d := newDevice(3, id, game.Penta, game.AccountSeat, game.GuestSeat).play(200)
	at := func(kind string) int {
		for i, line := range d.lines {
			if i > 10 && strings.Contains(string(line.JSON), `"type":"`+kind+`"`) {
				return i
			}
		}
		t.Fatalf("no event %s", kind)
		return 0
	}
	entered, rolled := at("entered"), at("rolled")
	taken := d.lines[at("entered")].Event.(game.Entered).Entry.Box.String()
	// The next entry of the same seat goes into the same box.
	again := entered + 1
	for d.lines[again].Event == nil || !strings.Contains(string(d.lines[again].JSON), `"type":"entered"`) ||
		d.lines[again].Event.(game.Entered).Seat != d.lines[entered].Event.(game.Entered).Seat {
		again++
	}
	edit := func(edits ...func(events []object) []object) object {
		log := d.log(len(d.lines), false)
		events := log["events"].([]object)
		for _, e := range edits {
			events = e(events)
		}
		return object{"events": events}
	}
	set := func(i int, field string, value any) func([]object) []object {
		return func(events []object) []object { events[i][field] = value; return events }
	}
	for _, c := range []struct {
		name  string
		log   object
		seq   int
		cause string
	}{
		{"box taken", edit(set(again, "box", taken)), again + 1, "boxTaken"},
		{"other points", edit(set(entered, "points", 77)), entered + 1, "wrongOutcome"},
		{"seven", edit(set(rolled, "dice", []int{1, 2, 3, 4, 7})), rolled + 1, "badDice"},
		{"gap", edit(func(e []object) []object { return append(e[:2:2], e[3:]...) }), 4, "badSequence"},
		{"swapped", edit(func(e []object) []object { e[0], e[1] = e[1], e[0]; return e }), 2, "badSequence"},
		{"twin", edit(func(e []object) []object { return append([]object{e[0]}, e...) }), 1, "badSequence"},
		{"same id twice", edit(set(6, "id", d.lines[5].ID)), 7, "idInUse"},
		{"other game", edit(set(0, "gameId", newUUID())), 1, "otherGame"},
		{"server dice", edit(set(0, "diceMode", "server"), set(0, "commitment", strings.Repeat("0", 64))), 1, "notClientDice"},
		{"two of mine", edit(set(0, "seats", []object{{"kind": "account"}, {"kind": "account"}})), 1, "alreadySeated"},
		{"wrong hash", edit(set(4, "hash", strings.Repeat("0", 64))), 5, "wrongHash"},
		{"wrong chain", edit(set(4, "prev", strings.Repeat("1", 64))), 5, "brokenChain"},
		{"finished by itself", edit(func(e []object) []object {
			return append(e[:3:3], object{
				"seq": 4, "id": newUUID(), "at": "2026-05-16T09:00:00.000Z", "by": "server", "type": "finished", "placements": []int{1, 2},
			})
		}), 4, "notCaused"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ada.in(t).upload(id, c.log).isBreach(t, http.StatusUnprocessableEntity, breach{Code: "badLog", Seq: c.seq, Cause: c.cause})
			ada.in(t).get("/v1/games/"+id).refused(http.StatusNotFound, "notFound")
		})
	}
	for _, c := range []struct {
		name string
		log  any
	}{
		{"bad id", edit(set(3, "id", "abc\n"))},
		{"unknown field", edit(set(3, "extra", 1))},
		{"unknown type", edit(set(3, "type", "scored"))},
		{"local time", edit(set(3, "at", "2026-05-16T09:00:00+02:00"))},
		{"null", edit(set(3, "held", nil))},
		{"no event", object{"events": []object{}}},
		{"no events", object{}},
		{"no object", object{"events": []int{1}}},
		{"a field twice", strings.Replace(string(bodyBytes(edit())), `"seq":4`, `"seq":4,"seq":4`, 1)},
		{"other case", strings.Replace(string(bodyBytes(edit())), `"seq":4`, `"seq":4,"SEQ":4`, 1)},
		{"nine names", object{"events": edit()["events"], "names": make([]string, 9)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ada.in(t).upload(id, c.log).refused(http.StatusBadRequest, "malformed")
			ada.in(t).get("/v1/games/"+id).refused(http.StatusNotFound, "notFound")
		})
	}
	named := func(names ...string) object { return object{"events": edit()["events"], "names": names} }
	ada.upload(id, named("Ada", "Bo")).refused(http.StatusUnprocessableEntity, "badName")
	ada.upload(id, named("", "\u200b\u200b\u200b")).refused(http.StatusUnprocessableEntity, "badName")
	ada.upload(id, edit()).is(http.StatusCreated)
}

// S08: a log that went another way gets the place and what the server has from there; S03: the device can go on from it,
// and keep its own line as another game.
func TestUpload_diverged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	id := newUUID()
	one := newDevice(4, id, game.Tiotusen, game.AccountSeat, game.GuestSeat).play(10)
	shared := len(one.lines)
	two := one.fork(5)
	one.play(10)
	two.play(30)
	ada.upload(id, one.all()).is(http.StatusCreated)
	p := decode[breach](ada.upload(id, two.all()).is(http.StatusConflict))
	if p.Code != "logDiverged" || p.Seq != shared+1 {
		t.Fatalf("got %s at %d, want logDiverged at %d", p.Code, p.Seq, shared+1)
	}
	if diff := cmp.Diff(one.jsons(len(one.lines))[shared:], texts(p.Events)); diff != "" {
		t.Errorf("continuation (-device +server):\n%s", diff)
	}
	// A breach behind the divergence is not what there is to say.
	log := two.log(len(two.lines), false)
	log["events"].([]object)[len(two.lines)-1]["seat"] = 7
	if p := decode[breach](ada.upload(id, log).is(http.StatusConflict)); p.Seq != shared+1 {
		t.Errorf("got %d, want %d", p.Seq, shared+1)
	}
	// The other line as a game of its own: another gameId, and the chain left to the server.
	other := newUUID()
	log = two.log(len(two.lines), false)
	log["events"].([]object)[0]["gameId"] = other
	if g := decode[changed](ada.upload(other, log).is(http.StatusCreated)).Game; g.Seq != len(two.lines) {
		t.Errorf("got %d events, want %d", g.Seq, len(two.lines))
	}
}

func texts(raw []json.RawMessage) []string {
	lines := make([]string, len(raw))
	for i, r := range raw {
		lines[i] = string(r)
	}
	return lines
}

// S06, S09: nobody continues the game of others, nor learns that it is there.
func TestUpload_others(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.guest("Ada"), w.guest("Bo")
	id := newUUID()
	d := newDevice(6, id, game.Penta, game.AccountSeat).play(20)
	w.nobody().upload(id, d.all()).refused(http.StatusUnauthorized, "unauthenticated")
	ada.upload(id, d.log(10, true)).is(http.StatusCreated)
	bo.upload(id, d.all()).refused(http.StatusNotFound, "notFound")
	bo.post("/v1/games", object{"id": id, "ruleset": "penta", "seats": seats("me")}).refused(http.StatusConflict, "idInUse")

	// A table that somebody else has joined is played at the server, by whoever is on turn.
	table := ada.create(object{"ruleset": "penta", "dice": "client", "visibility": "public", "seats": seats("me", "open")})
	bo.join(table, nil)
	log := object{"events": rawObjects(ada.stored(table.ID))}
	ada.upload(table.ID, log).refused(http.StatusForbidden, "notSeated")
	bo.upload(table.ID, log).refused(http.StatusForbidden, "notSeated")

	// Where the server rolls it also writes.
	rolled := ada.create(object{"ruleset": "penta", "seats": seats("me")})
	log = object{"events": rawObjects(ada.stored(rolled.ID))}
	ada.upload(rolled.ID, log).isBreach(t, http.StatusUnprocessableEntity, breach{Code: "badLog", Seq: 1, Cause: "notClientDice"})
}

func rawObjects(lines []string) []object {
	objects := make([]object, len(lines))
	for i, line := range lines {
		if err := json.Unmarshal([]byte(line), &objects[i]); err != nil {
			panic(err)
		}
	}
	return objects
}

// A game that began online goes on offline, and online again.
func TestUpload_afterMoves(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	g := ada.create(object{"ruleset": "femlika", "dice": "client", "seats": seats("me", "guest")})
	ada.move(g.ID, "rolls", object{"dice": []int{1, 2, 3, 4, 6}})
	d := deviceOf(t, 7, ada.stored(g.ID)).play(5)
	got := decode[changed](ada.upload(g.ID, d.all()).is(http.StatusOK)).Game
	if got.Seq != len(d.lines) {
		t.Errorf("at %d, want %d", got.Seq, len(d.lines))
	}
	before := got.Seq
	if got.Turn.Roll == 0 {
		got = ada.move(g.ID, "rolls", object{"dice": []int{1, 2, 3, 4, 6}}).Game
	} else {
		got = ada.move(g.ID, "holds", object{"held": []int{}}).Game
	}
	if got.Seq != before+1 {
		t.Errorf("at %d, want %d", got.Seq, before+1)
	}
}

// S07: the times of a device say what they like; order is by seq.
func TestUpload_times(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	for i, at := range []string{"1970-01-01T00:00:00.000Z", "2099-12-31T23:59:59.999Z", "2026-05-17T18:34:00.000Z"} {
		id := newUUID()
		d := newDevice(uint64(8+i), id, game.Bonanza, game.AccountSeat).play(toTheEnd)
		log := d.log(len(d.lines), false)
		for k, e := range log["events"].([]object) {
			if k%2 == i%2 {
				e["at"] = at
			}
		}
		ada.upload(id, log).is(http.StatusCreated)
		first := decode[struct{ Items []gameView }](ada.get("/v1/me/games").is(http.StatusOK)).Items[0]
		if first.ID != id || first.Status != "finished" {
			t.Errorf("%s: the newest game is %s, %s", at, first.ID, first.Status)
		}
	}
}

func TestUpload_tooLarge(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	id := newUUID()
	events := make([]object, 5001)
	for i := range events {
		events[i] = object{"seq": i + 1}
	}
	ada.upload(id, object{"events": events}).refused(http.StatusRequestEntityTooLarge, "tooLarge")
	req := ada.do(http.MethodPut, "/v1/games/"+id+"/log", `{}`, "Content-Type", "text/plain")
	req.refused(http.StatusUnsupportedMediaType, "unsupportedMediaType")
	ada.upload(id, `{"events":["`+strings.Repeat("x", 1<<20)+`"]}`).refused(http.StatusRequestEntityTooLarge, "tooLarge")
}
