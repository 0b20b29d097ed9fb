package rest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// told is what one device is told of a game that its account has dropped out of: by its stream, and when it asks.
type told struct {
	*client
	stream *liveStream
	cursor string
}

// device begins to follow the client's games.
func (c *client) device() *told {
	c.t.Helper()
	s := c.follow("/v1/me/stream")
	return &told{client: c, stream: s, cursor: s.next().ID}
}

// hears reads the stream as far as the change of a game that is not over with.
func (d *told) hears(name, id string) {
	d.t.Helper()
	e := d.stream.next()
	got := decode[gameChangeView](answer{t: d.t, body: []byte(e.Data)})
	want(d.t, d.name+" is told", []string{e.Name, got.GameID}, []string{name, id})
	if name == "gone" && e.Data != `{"gameId":"`+id+`"}` {
		d.t.Errorf("%s is told %s", d.name, e.Data)
	}
	d.cursor = e.ID
}

// asks checks what has changed since the last that was heard or asked for.
func (d *told) asks(games, gone []string) {
	d.t.Helper()
	got := d.changes(d.cursor, 10)
	if diff := cmp.Diff([][]string{games, gone}, [][]string{ids(got.Items), got.Gone}); diff != "" || got.More {
		d.t.Errorf("%s, changes (-want +got):\n%s", d.name, diff)
	}
	d.cursor = got.NextCursor
}

// dropsOut checks that the device learns of it in both ways, and once.
func (d *told) dropsOut(id string) {
	d.t.Helper()
	d.asks([]string{}, []string{id})
	d.hears("gone", id)
	d.asks([]string{}, []string{})
}

// TestGone_EarlyStart: for whom a seat was kept learns that play has begun without it, and nothing of how it goes on.
func TestGone_EarlyStart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, cy := w.guest("Ada"), w.guest("Bo"), w.guest("Cy")
	old := w.played(ada, object{"ruleset": "penta", "seats": seats("me", "open", "open")}, bo, cy)
	own := cy.newGame("femlika", "server", "me")
	device := cy.device()
	g := ada.rematch(old, nil).Game
	device.hears("game", g.ID)
	bo.rematch(old, nil)
	device.hears("game", g.ID)
	ada.move(g.ID, "start", nil)
	cy.get("/v1/games/"+g.ID).refused(404, "notFound")
	device.dropsOut(g.ID)

	mover := map[bool]*client{true: ada, false: bo}[ada.game(g.ID).Seats[ada.game(g.ID).onTurn()].AccountID == ada.id]
	mover.move(g.ID, "rolls", nil)
	cy.move(own.ID, "rolls", nil)
	device.asks([]string{own.ID}, []string{})
	device.hears("game", own.ID) // the move of the others would have come before
}

// TestGone_Closed: so do all whose seats were kept at a table that closes; its host keeps it.
func TestGone_Closed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, cy := w.guest("Ada"), w.guest("Bo"), w.guest("Cy")
	old := w.played(ada, object{"ruleset": "penta", "seats": seats("me", "open", "open")}, bo, cy)
	host, first, second := ada.device(), bo.device(), cy.device()
	g := ada.rematch(old, nil).Game
	for _, d := range []*told{host, first, second} {
		d.hears("game", g.ID)
	}
	want(t, "events", ada.decline(g).types(), []string{"left", "closed"})
	first.dropsOut(g.ID)
	second.dropsOut(g.ID)
	host.asks([]string{g.ID}, []string{})
	host.hears("game", g.ID)
}

// TestGone_OwnLeaving: who leaves is told by its other devices; who comes back is told as before.
func TestGone_OwnLeaving(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	hal, bo, cy := w.guest("Hal"), w.guest("Bo"), w.guest("Cy")
	other := bo.newGame("femlika", "server", "me")
	g := hal.create(object{"ruleset": "penta", "start": false, "seats": seats("open", "open", "open")})
	device, host := bo.device(), hal.device()
	bo.join(g, nil)
	device.hears("game", g.ID)
	host.hears("game", g.ID)
	bo.leave(g.ID)
	device.dropsOut(g.ID)
	host.hears("game", g.ID)
	start := device.cursor

	bo.join(g, nil)
	device.hears("game", g.ID)
	host.hears("game", g.ID)
	cy.join(g, nil)
	device.hears("game", g.ID)
	host.hears("game", g.ID)
	hal.leave(g.ID) // a host without a seat, of which no event tells
	host.dropsOut(g.ID)
	device.hears("game", g.ID)
	cy.leave(g.ID)
	device.hears("game", g.ID)
	bo.move(other.ID, "rolls", nil)
	bo.leave(g.ID) // the last, as the host: it closes, and stays its own
	device.hears("game", other.ID)
	device.hears("game", g.ID)

	// A device that was away, or is new, learns the same; page by page too.
	page := hal.changes("", 10)
	want(t, "the former host", [][]string{ids(page.Items), page.Gone}, [][]string{{}, {g.ID}})
	back := cy.follow("/v1/me/stream?cursor=" + start)
	want(t, "first", back.next().Name, "ready")
	want(t, "Cy is told", back.next().Data, `{"gameId":"`+g.ID+`"}`)
	third := hal.create(object{"ruleset": "penta", "start": false, "seats": seats("open", "open")})
	page = hal.changes("", 1)
	want(t, "first page", []any{ids(page.Items), page.Gone, page.More}, []any{[]string{}, []string{g.ID}, true})
	page = hal.changes(page.NextCursor, 1)
	want(t, "second page", []any{ids(page.Items), page.Gone, page.More}, []any{[]string{third.ID}, []string{}, false})
}
