package rest_test

import (
	"encoding/json"
	"io"
	"net/http"
	"testing"
	"time"

	"kast/api/play"
)

// TestDeadline (T05): the deadline is the same instant wherever it is shown, and none is shown where no clock runs.
func TestDeadline(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	const deadline = "2026-05-17T18:30:45.000Z" // 45 s after the game was made
	g := ada.newGame("bonanza", "server", "me", "guest")
	path := "/v1/games/" + g.ID
	want(t, "created", g.Turn.Deadline, deadline)
	w.clock.advance(10 * time.Second)
	want(t, "rolled", ada.move(g.ID, "rolls", nil).Game.Turn.Deadline, deadline)
	want(t, "read", ada.game(g.ID).Turn.Deadline, deadline)
	want(t, "after an event", decode[gameView](ada.get(path+"?seq=2").is(200)).Turn.Deadline, deadline)
	frames := decode[list[struct{ Game gameView }]](ada.get(path + "/replay?after=1").is(200)).Items
	for _, f := range frames {
		want(t, "replayed", f.Game.Turn.Deadline, deadline)
	}
	w.clock.advance(36 * time.Second)
	want(t, "when it has passed", ada.game(g.ID).Turn.Deadline, deadline)

	for _, none := range []gameView{
		ada.newGame("bonanza", "server", "me"), ada.newGame("bonanza", "client", "me", "guest"), ada.newGame("penta", "server", "me", "guest"),
	} {
		want(t, none.Ruleset, none.Turn.Deadline, "")
	}
	solo := ada.newGame("penta", "server", "me")
	for _, due := range []string{"", "", "2026-05-17T18:30:49.000Z"} { // three seconds after the third roll
		want(t, "automatic entry", ada.move(solo.ID, "rolls", nil).Game.Turn.Deadline, due)
	}
}

// TestClock_nextCall: the next call plays for whoever's time is up, and then meets the game as it is.
func TestClock_nextCall(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, g := w.two("bonanza", "server")
	w.clock.advance(46*time.Second + time.Millisecond)
	ada.post("/v1/games/"+g.ID+"/rolls", nil).refused(409, "notYourTurn")
	events := ada.log(g.ID)
	if len(events) != g.Seq+2 {
		t.Fatalf("%d events, want %d", len(events), g.Seq+2)
	}
	for _, e := range events[g.Seq:] {
		var event eventView
		if err := json.Unmarshal(e, &event); err != nil || event.By != "clock" || *event.Seat != 0 {
			t.Errorf("event %s", e)
		}
	}
	want(t, "deadline of the next", bo.game(g.ID).Turn.Deadline, "2026-05-17T18:31:31.001Z")
	bo.move(g.ID, "rolls", nil)
	bo.move(g.ID, "entries", object{"box": "chance"})
	ada.move(g.ID, "rolls", nil) // back in at the next turn
}

// TestClock_resigned (T10): the clock of who gave up does not run, and nobody who gave up comes back; looking on is free.
func TestClock_resigned(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, cy := w.guest("Ada"), w.guest("Bo"), w.guest("Cy")
	g := ada.create(object{"ruleset": "bonanza", "seats": seats("me", "open", "open")})
	bo.join(g, nil)
	cy.join(g, nil)
	ada.move(g.ID, "rolls", nil)
	ada.move(g.ID, "entries", object{"box": "chance"})
	bo.move(g.ID, "rolls", nil)
	g = bo.move(g.ID, "resignations", nil).Game
	w.clock.advance(time.Hour / 10)
	bo.post("/v1/games/"+g.ID+"/rolls", nil).refused(409, "notYourTurn")
	for _, e := range ada.log(g.ID)[g.Seq:] {
		var event eventView
		if err := json.Unmarshal(e, &event); err != nil || event.By != "clock" || *event.Seat != 2 {
			t.Errorf("event %s", e)
		}
	}
	want(t, "on turn", bo.game(g.ID).Turn.Seat, 0)
	bo.get("/v1/games/" + g.ID + "/events?after=3").is(200)
}

// TestClock_arrival: a move counts by when its request arrived, however long its body takes.
func TestClock_arrival(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		arrives time.Duration
		by      string
	}{{46 * time.Second, "player"}, {46*time.Second + time.Millisecond, "clock"}} {
		w := newWorld(t)
		w.server.Client().Transport.(*http.Transport).ExpectContinueTimeout = time.Hour
		ada, _, g := w.two("bonanza", "server")
		w.clock.advance(c.arrives)
		// The body is asked for once the server reads it, and by then time has passed.
		sent := false
		body := readFunc(func(p []byte) (int, error) {
			if sent {
				return 0, io.EOF
			}
			sent = true
			w.clock.advance(10 * time.Second)
			return copy(p, "{}"), nil
		})
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.server.URL+"/v1/games/"+g.ID+"/rolls", body)
		if err != nil {
			t.Fatal(err)
		}
		req.ContentLength = 2
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "Bearer "+ada.token)
		req.Header.Set("Expect", "100-continue")
		resp, err := w.server.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		var first eventView
		if err := json.Unmarshal(ada.log(g.ID)[g.Seq], &first); err != nil || first.By != c.by || first.Type != "rolled" {
			t.Errorf("arrived after %v: %+v, %v", c.arrives, first, err)
		}
	}
}

type readFunc func([]byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }

// TestResumed: who was cut off by a server that stood still is told so in the log, and has its time anew.
func TestResumed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	g := ada.newGame("bonanza", "server", "me", "guest")
	if err := w.store.Beat(t.Context(), w.clock.now()); err != nil {
		t.Fatal(err)
	}
	w.clock.advance(10 * time.Minute)
	if err := play.NewClocks(w.games, w.store, nil).Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	events := decode[list[eventView]](ada.get("/v1/games/" + g.ID + "/events?after=2").is(200)).Items
	if len(events) != 1 || events[0].Type != "resumed" || events[0].By != "server" || events[0].Seat != nil {
		t.Errorf("events: %+v", events)
	}
	want(t, "deadline", ada.game(g.ID).Turn.Deadline, "2026-05-17T18:40:45.000Z")
}

// TestBots: the answer to a move holds the whole turn of the computer that follows, and a game of computers is over at
// once; the same call again is the same.
func TestBots(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, ruleset := range []string{"penta", "femlika", "bonanza", "tiotusen"} {
		ada := w.guest("Ada")
		alone := object{"id": newID(), "ruleset": ruleset, "visibility": "public", "seats": []object{
			{"kind": "bot", "level": "best"}, {"kind": "bot", "level": "casual"},
		}}
		first := decode[changed](ada.post("/v1/games", alone).is(201))
		finished(t, first.Game)
		again := decode[changed](ada.post("/v1/games", alone).is(200))
		want(t, "the same call again", again.Events, first.Events)
		want(t, "its seed", ada.get("/v1/games/"+first.Game.ID+"/fairness").is(200).status, 200)
		adds(t, first.Game, decode[reviewView](ada.get("/v1/games/"+first.Game.ID+"/review").is(200)))

		g := ada.newGame(ruleset, "server", "bot", "me")
		if g.Status != "playing" || g.Turn.Seat != 1 || g.Seq < 3 { // created, started, and at least a zilch
			t.Fatalf("the computer has not moved: %+v", g)
		}
		for g.Turn.Seat == 1 && g.Turn.Round == 1 {
			ch := ada.advised(g)
			if g = ch.Game; g.Turn.Round == 1 {
				continue
			}
			last := ch.Events[len(ch.Events)-1]
			if last.By != "bot" || *last.Seat != 0 || last.Seq != g.Seq {
				t.Errorf("the last event: %+v", last)
			}
		}
		ada.post("/v1/games/"+g.ID+"/resignations", object{"seat": 0}).refused(403, "notSeated")
	}
}

// advised does what is best.
func (c *client) advised(g gameView) changed {
	c.t.Helper()
	a := decode[adviceView](c.get("/v1/games/" + g.ID + "/advice").is(200))
	if len(a.Actions) == 0 || a.Actions[0].Do == "roll" {
		return c.move(g.ID, "rolls", nil)
	}
	switch best := a.Actions[0]; {
	case best.Do == "enter":
		return c.move(g.ID, "entries", object{"box": best.Box})
	case best.Then == "bank":
		return c.move(g.ID, "banks", object{"held": best.Held})
	default:
		return c.move(g.ID, "rolls", object{"held": best.Held})
	}
}
