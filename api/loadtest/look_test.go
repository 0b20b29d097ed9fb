package loadtest

import "fmt"

// list is an answer with parts of something.
type list[T any] struct {
	Items      []T    `json:"items"`
	NextCursor string `json:"nextCursor"`
}

// get reads a game.
func (c *client) get(t *table, g game) {
	a := c.send(call{kind: "game", method: "GET", path: g.path("")})
	c.expect(a, "OK")
	t.saw(read[game](c, a))
}

// look reads something of a game that the client sees, or a list.
func (c *client) look(t *table, g game) {
	after := c.rand.IntN(g.Seq)
	switch c.rand.IntN(8) {
	case 0:
		c.get(t, g)
	case 1:
		c.expect(c.send(call{kind: "game", method: "GET", path: g.path(""), ifNone: g.Head}), "OK", "Not Modified")
	case 2:
		a := c.send(call{kind: "game at seq", method: "GET", path: fmt.Sprintf("%s?seq=%d", g.path(""), after+1)})
		c.expect(a, "OK")
		if then := read[game](c, a); then.Seq != after+1 {
			c.run.fail("%s: seq %d", a.call.path, then.Seq)
		}
	case 3:
		a := c.send(call{kind: "events", method: "GET", path: fmt.Sprintf("%s?after=%d", g.path("events"), after)})
		c.expect(a, "OK")
		c.inOrder(g, after, read[list[event]](c, a).Items)
	case 4:
		a := c.send(call{kind: "replay", method: "GET", path: fmt.Sprintf("%s?after=%d&limit=20", g.path("replay"), after)})
		c.expect(a, "OK")
		frames := read[list[struct {
			Event event `json:"event"`
			Game  game  `json:"game"`
		}]](c, a).Items
		events := make([]event, len(frames))
		for i, f := range frames {
			events[i] = f.Event
			if f.Game.Head != f.Event.Hash || f.Game.Seq != f.Event.Seq {
				c.run.fail("%s: game at event %d and head %s", a.call.path, f.Game.Seq, f.Game.Head)
			}
		}
		c.inOrder(g, after, events)
	case 5:
		a := c.send(call{kind: "fairness", method: "GET", path: g.path("fairness")})
		if g.Dice == "server" {
			c.expect(a, "OK")
		} else {
			c.expect(a, "notServerDice")
		}
	case 6:
		a := c.send(call{kind: "my games", method: "GET", path: "/v1/me/games?limit=20"})
		c.expect(a, "OK")
		if len(read[list[game]](c, a).Items) == 0 {
			c.run.fail("%s: no games", a.call.path)
		}
	case 7:
		c.expect(c.send(call{kind: "lobby", method: "GET", path: "/v1/games"}), "OK")
	}
}

// inOrder takes in a part of a log, which must be chained without a gap.
func (c *client) inOrder(g game, after int, events []event) {
	for i, e := range events {
		if e.Seq != after+1+i || i > 0 && e.Prev != events[i-1].Hash {
			c.run.fail("game %s: event %d does not follow event %d: %v", g.ID, e.Seq, after+i, events)
		}
	}
	if after+len(events) < min(g.Seq, after+20) {
		c.run.fail("game %s: %d events after %d, and the game was at %d before", g.ID, len(events), after, g.Seq)
	}
	if err := c.run.ledger.note(g.ID, events, false); err != nil {
		c.run.fail("%v", err)
	}
}
