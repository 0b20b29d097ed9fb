package rest_test

import "testing"

// four makes a running game of four accounts.
func (w *world) four(ruleset string) ([]*client, gameView) {
	w.t.Helper()
	all := []*client{w.guest("P1"), w.guest("P2"), w.guest("P3"), w.guest("P4")}
	g := all[0].create(object{"ruleset": ruleset, "seats": seats("me", "open", "open", "open")})
	for _, c := range all[1:] {
		g2 := c.join(g, nil).Game
		g2.InviteCode = g.InviteCode
		g = g2
	}
	return all, g
}

// pass plays the shortest turn.
func (c *client) pass(g gameView) gameView {
	c.t.Helper()
	now := c.move(g.ID, "rolls", nil).Game
	return c.move(g.ID, "entries", object{"box": now.Turn.Boxes[0].Box}).Game
}

// TestResigning_OthersTurn: the turn stays where it is when somebody else gives up (D25).
func TestResigning_OthersTurn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p, g := w.four("bonanza")
	p[0].pass(g)
	p[1].pass(g)
	p[2].move(g.ID, "rolls", nil)
	p[2].move(g.ID, "holds", object{"held": []int{1, 3}})
	before := p[2].game(g.ID).Turn
	want(t, "turn", p[0].move(g.ID, "resignations", nil).Game.Turn, before)
	p[0].post("/v1/games/"+g.ID+"/rolls", nil).refused(409, "notYourTurn")
	for _, next := range []int{2, 3, 1, 2} {
		want(t, "on turn", p[0].game(g.ID).onTurn(), next)
		if next == 2 && before != nil {
			before = nil
			p[2].move(g.ID, "entries", object{"box": "chance"})
			continue
		}
		p[next].pass(g)
	}
}

// TestResigning_OwnTurn: the next seat is on turn, with a turn of its own (D26).
func TestResigning_OwnTurn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p, g := w.four("penta")
	p[3].move(g.ID, "resignations", nil)
	p[0].pass(g)
	p[1].move(g.ID, "rolls", nil)
	now := p[1].move(g.ID, "resignations", nil).Game
	want(t, "turn", []any{now.Turn.Seat, now.Turn.Roll, *now.Turn.RollsLeft, len(now.Turn.Dice), len(now.Turn.Held)}, []any{2, 0, 3, 0, 0})
	want(t, "status of the seat", now.Seats[1].Status, "resigned")
	p[1].post("/v1/games/"+g.ID+"/rolls", nil).refused(409, "notYourTurn")
	p[1].get("/v1/games/" + g.ID).is(200)
	p[2].pass(g)
	want(t, "on turn", p[0].game(g.ID).onTurn(), 0)
	ended := decode[changed](p[0].delete("/v1/games/" + g.ID + "/seats/me").is(200))
	want(t, "events of leaving", ended.types(), []string{"resigned", "finished"})
	want(t, "placements", ended.Game.placements(), []int{2, 3, 1, 4})
	want(t, "placements in the log", ended.last().Placements, []int{2, 3, 1, 4})
}

// TestResigning_Twice: giving up works out of turn, once (D29, T01).
func TestResigning_Twice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, g := w.two("penta", "server")
	path, id := "/v1/games/"+g.ID+"/resignations", newID()
	first := bo.post(path, object{"id": id}).is(201)
	over := decode[changed](first).Game
	want(t, "status", over.Status, "finished")
	want(t, "placements", over.placements(), []int{1, 2})
	bo.post(path, object{"id": newID()}).refused(409, "gameNotPlaying")
	sameEvents(t, bo.post(path, object{"id": id}).is(200), first)
	ada.post(path, nil).refused(409, "gameNotPlaying")
}

// TestResigning_Solo: it ends the game without a result.
func TestResigning_Solo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	g := c.newGame("penta", "server", "me")
	ch := c.move(g.ID, "resignations", nil)
	want(t, "end", []any{ch.Game.Status, ch.Game.Seats[0].Status, ch.Game.Seats[0].Placement}, []any{"finished", "resigned", 0})
	if ch.last().Placements != nil {
		t.Errorf("placements %v", ch.last().Placements)
	}
}
