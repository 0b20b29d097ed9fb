package rest_test

import (
	"slices"
	"strconv"
	"sync"
	"testing"
)

// tries is how often two calls are made at once.
const tries = 200

// atOnce makes calls at the same time and returns their answers in order.
func atOnce(calls ...func() answer) []answer {
	answers := make([]answer, len(calls))
	var ready, done sync.WaitGroup
	ready.Add(len(calls))
	for i, call := range calls {
		done.Go(func() {
			ready.Done()
			ready.Wait()
			answers[i] = call()
		})
	}
	done.Wait()
	return answers
}

func statusesOf(answers []answer) []int {
	all := make([]int, len(answers))
	for i, a := range answers {
		all[i] = a.status
	}
	slices.Sort(all)
	return all
}

// TestRace_SameCall: of the same call twice at once one is carried out and the other told so (D20).
func TestRace_SameCall(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	for range tries {
		g := c.newGame("penta", "server", "me")
		id := newID()
		roll := func() answer { return c.post("/v1/games/"+g.ID+"/rolls", object{"id": id}) }
		answers := atOnce(roll, roll)
		want(t, "statuses", statusesOf(answers), []int{200, 201})
		sameEvents(t, answers[0], answers[1])
		want(t, "game", string(answers[0].body), string(answers[1].body))
		want(t, "roll", c.game(g.ID).Turn.Roll, 1)
		if t.Failed() {
			return
		}
	}
}

// TestRace_IfMatch: of two calls on one state only one is carried out, also when they are different moves (D20, T02).
func TestRace_IfMatch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	for i := range tries {
		g := c.move(c.newGame("penta", "server", "me").ID, "rolls", nil).Game
		on := []string{"If-Match", `"` + g.Head + `"`}
		roll := func() answer { return c.post("/v1/games/"+g.ID+"/rolls", object{"id": newID()}, on...) }
		other := roll
		if i%2 == 1 {
			other = func() answer {
				return c.post("/v1/games/"+g.ID+"/entries", object{"id": newID(), "box": "chance"}, on...)
			}
		}
		answers := atOnce(roll, other)
		want(t, "statuses", statusesOf(answers), []int{201, 412})
		for _, a := range answers {
			if a.status == 412 {
				a.refused(412, "staleState")
			}
		}
		want(t, "events", c.game(g.ID).Seq, g.Seq+1)
		if t.Failed() {
			return
		}
	}
}

// TestRace_Create: of the same creation twice at once one makes the game.
func TestRace_Create(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.guest("Ada"), w.guest("Bo")
	for range 50 {
		body := object{"id": newID(), "ruleset": "tiotusen", "seats": seats("me", "guest")}
		create := func() answer { return ada.post("/v1/games", body) }
		answers := atOnce(create, create)
		want(t, "statuses", statusesOf(answers), []int{200, 201})
		want(t, "game", string(answers[0].body), string(answers[1].body))

		// Of two accounts with one id only one gets it.
		body = object{"id": newID(), "ruleset": "penta", "seats": seats("me")}
		answers = atOnce(func() answer { return ada.post("/v1/games", body) }, func() answer { return bo.post("/v1/games", body) })
		want(t, "statuses", statusesOf(answers), []int{201, 409})
	}
}

// TestRace_LastSeat: of two who want the last seat one gets it.
func TestRace_LastSeat(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, cy := w.guest("Ada"), w.guest("Bo"), w.guest("Cy")
	for i := range 30 {
		g := ada.create(object{"ruleset": "penta", "seats": seats("me", "open"), "visibility": "public", "start": i%2 == 0})
		join := func(c *client) func() answer {
			return func() answer { return c.post("/v1/games/"+g.ID+"/seats", object{"id": newID()}) }
		}
		answers := atOnce(join(bo), join(cy))
		want(t, "statuses", statusesOf(answers), []int{201, 409})
		code := "gameNotOpen"
		if i%2 == 1 {
			code = "seatsFull"
		}
		for j, a := range answers {
			seated := ada.game(g.ID).Seats[1].AccountID
			if a.status == 409 {
				a.refused(409, code)
				want(t, "seated", seated == []*client{bo, cy}[j].id, false)
			}
		}
	}
}

// TestRace_JoinTwice: an account that joins twice at once has one seat.
func TestRace_JoinTwice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.guest("Ada"), w.guest("Bo")
	for range 30 {
		g := ada.create(object{"ruleset": "penta", "seats": seats("me", "open", "open"), "visibility": "public"})
		join := func() answer { return bo.post("/v1/games/"+g.ID+"/seats", object{"id": newID()}) }
		answers := atOnce(join, join)
		want(t, "statuses", statusesOf(answers), []int{201, 409})
		for _, a := range answers {
			if a.status == 409 {
				a.refused(409, "alreadySeated")
			}
		}
	}
}

// TestRace_Crowd: many calls on one game at once all get an answer, and the log has no gap and no twin; see checkGames.
func TestRace_Crowd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	g := ada.newGame("tiotusen", "server", "me", "guest")
	for round := range 10 {
		seq := ada.game(g.ID).Seq
		answers := atOnce(slices.Repeat([]func() answer{func() answer {
			return ada.post("/v1/games/"+g.ID+"/rolls", object{"id": newID()})
		}}, 8)...)
		caused := 0
		for _, a := range answers {
			switch a.status {
			case 201:
				caused += len(decode[changed](a).Events)
			case 409, 422: // somebody was faster
			default:
				t.Errorf("round %d: %d %s", round, a.status, a.body)
			}
		}
		now := ada.game(g.ID)
		want(t, "events", now.Seq, seq+caused)
		if now.Turn != nil && slices.Contains(now.Turn.May, "hold") {
			ada.move(g.ID, "holds", object{"held": scoring(now.Turn)})
		}
	}
}

// TestRace_many: however many moves of one account come at once, each is carried out, refused, or to be sent again. None is a
// fault of the server's: the world looks at that.
func TestRace_many(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	g := c.newGame("penta", "server", "me")
	c.move(g.ID, "rolls", nil)
	calls := make([]func() answer, 200)
	for i := range calls {
		calls[i] = func() answer {
			return c.post("/v1/games/"+g.ID+"/holds", object{"id": newID(), "held": []int{i % 5}})
		}
	}
	for _, a := range atOnce(calls...) {
		switch a.status {
		case 201, 422: // held, or too often
		default:
			a.refused(429, "rateLimited")
			want(t, "Retry-After", a.header.Get("Retry-After"), "1")
		}
	}
}

// TestRace_changes: however many changes of one account come at once, each is made.
func TestRace_changes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	calls := make([]func() answer, 100)
	for i := range calls {
		calls[i] = func() answer { return c.do("PATCH", "/v1/me", object{"name": "Ada " + strconv.Itoa(i)}) }
	}
	for _, a := range atOnce(calls...) {
		a.is(200)
	}
}
