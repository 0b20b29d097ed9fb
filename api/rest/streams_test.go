package rest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kast/api/play"
	"kast/repository/sqlite"
)

// TestStream: the log as it is stored, from the first event on, and then what comes.
func TestStream(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, g := w.two("penta", "server")
	s := bo.follow("/v1/games/"+g.ID+"/stream", "Accept-Encoding", "gzip")
	ada.move(g.ID, "rolls", nil)
	ada.move(g.ID, "entries", object{"box": "chance"})
	for i, e := range ada.log(g.ID) {
		var event eventView
		if err := json.Unmarshal(e, &event); err != nil {
			t.Fatal(err)
		}
		want(t, "event", s.next(), liveEvent{ID: strconv.Itoa(i + 1), Name: event.Type, Data: string(e)})
	}
	want(t, "Content-Type", s.header.Get("Content-Type"), "text/event-stream")
	want(t, "Content-Encoding", s.header.Get("Content-Encoding"), "")
	want(t, "X-Accel-Buffering", s.header.Get("X-Accel-Buffering"), "no")
	if cache := s.header.Get("Cache-Control"); !strings.Contains(cache, "no-transform") {
		t.Errorf("Cache-Control: %s", cache)
	}
	a := ada.offContract().do(http.MethodHead, "/v1/games/"+g.ID+"/stream", nil)
	want(t, "HEAD", a.status, 200)
}

// TestStream_resume (G10): whoever comes back gets what it missed, once and in order, and then what comes.
func TestStream_resume(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	g := ada.newGame("penta", "server", "me", "guest")
	path := "/v1/games/" + g.ID + "/stream"
	var all []eventView
	all = append(all, make([]eventView, g.Seq)...) // created, started
	roll := func() {
		all = append(all, ada.move(g.ID, "rolls", nil).Events...)
	}
	enter := func(box string) {
		all = append(all, ada.move(g.ID, "entries", object{"box": box}).Events...)
	}
	first := ada.follow(path)
	for range g.Seq {
		first.next()
	}
	roll()
	enter("chance")
	roll()
	first.gives(all[g.Seq:]...)
	first.close()
	want(t, "seq", len(all), 5)
	enter("ones")
	roll()
	roll()
	want(t, "seq", len(all), 8)

	resumed := []*liveStream{
		ada.follow(path, "Last-Event-ID", "5"), ada.follow(path + "?after=5"),
		ada.follow(path+"?after=2", "Last-Event-ID", "5"), // the header goes before
	}
	for _, s := range resumed {
		s.gives(all[5:]...)
	}
	live := append(resumed, ada.follow(path, "Last-Event-ID", "8"), ada.follow(path+"?after=0"), ada.follow(path, "Last-Event-ID", "0"))
	for _, s := range live[len(resumed)+1:] {
		s.next()
		s.next()
		s.gives(all[2:]...)
	}
	enter("twos")
	for _, s := range live {
		s.gives(all[8:]...)
	}
	for _, bad := range []string{"x", "-1", "999999", "10", "5x", "05", "+5", " 5 5", "5.0", "1e3", "", "18446744073709551617", "null"} {
		_, a := ada.open(path, "Last-Event-ID", bad)
		a.refused(400, "malformed")
		_, a = ada.open(path + "?after=" + strings.ReplaceAll(bad, " ", "%20"))
		a.refused(400, "malformed")
	}
	_, a := ada.open(path, "Last-Event-ID", "5", "Last-Event-ID", "5")
	a.refused(400, "malformed")
	_, a = ada.open(path+"?after=x", "Last-Event-ID", "5")
	a.refused(400, "malformed")
}

// TestStream_refused: streams are for those who may see the game, by the token in the header alone.
func TestStream_refused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.guest("Ada"), w.guest("Bo")
	g := ada.newGame("penta", "server", "me")
	path := "/v1/games/" + g.ID + "/stream"
	_, a := bo.open(path)
	a.refused(404, "notFound")
	_, a = bo.open("/v1/games/00000000-0000-4000-8000-000000000000/stream")
	a.refused(404, "notFound")
	for _, p := range []string{path, path + "?access_token=" + ada.token, "/v1/me/stream", "/v1/me/stream?token=" + ada.token} {
		_, a = w.nobody().open(p)
		a.refused(401, "unauthenticated")
	}
	for _, bad := range []string{"x", "0", "-1", oneCursor + "A", "AAAAAAAAAAAAAAAA", ""} {
		_, a = ada.open("/v1/me/stream?cursor=" + bad)
		a.refused(400, "malformed")
		_, a = ada.open("/v1/me/stream", "Last-Event-ID", bad)
		a.refused(400, "malformed")
	}
}

// TestStream_ends: a stream ends at once, and says why, when there is nothing more to come or the right to it is gone.
func TestStream_ends(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	table := ada.create(object{"ruleset": "penta", "seats": seats("me", "open", "open", "open", "open")})
	path := "/v1/games/" + table.ID + "/stream"
	follow := func(c *client) (game, own *liveStream) {
		t.Helper()
		c.in(t).join(table, nil)
		game, own = c.follow(path), c.follow("/v1/me/stream")
		for range c.game(table.ID).Seq {
			game.next()
		}
		want(t, "first", own.next().Name, "ready")
		return game, own
	}

	bo := w.guest("Bo")
	game, own := follow(bo)
	bo.delete("/v1/tokens").is(204)
	game.ends("signedOut")
	own.ends("signedOut")

	cy := w.guest("Cy")
	game, own = follow(cy)
	cy.delete("/v1/games/" + table.ID + "/seats/me").is(200)
	game.ends("hidden")
	want(t, "told who has left", own.next().Name, "gone")
	cy.refreshed()
	w.clock.advance(2 * time.Minute)
	w.nobody().post("/v1/tokens", object{"refreshToken": cy.refresh}).is(401) // somebody else has it too
	own.ends("signedOut")

	di := w.guest("Di")
	game, own = follow(di)
	di.delete("/v1/me").is(204)
	for _, s := range []*liveStream{game, own} {
		// A deletion first takes the account out of its games.
		for e := s.next(); ; e = s.next() {
			if e.Name == "end" {
				if !strings.Contains(e.Data, "signedOut") && !strings.Contains(e.Data, "hidden") {
					t.Errorf("%s: %v", s.call, e)
				}
				break
			}
		}
	}

	watched := ada.newGame("penta", "server", "me", "guest")
	over := ada.follow("/v1/games/" + watched.ID + "/stream?after=2")
	over.gives(ada.move(watched.ID, "resignations", nil).Events...)
	over.ends("gameOver")
	ada.follow("/v1/games/" + watched.ID + "/stream?after=4").ends("gameOver")
	last := ada.follow("/v1/games/"+watched.ID+"/stream", "Last-Event-ID", "3")
	want(t, "last event", last.next().Name, "finished")
	last.ends("gameOver")

	game, own = ada.follow(path+"?after=1"), ada.follow("/v1/me/stream")
	for range ada.game(table.ID).Seq - 1 {
		game.next()
	}
	own.next()
	w.games.EndStreams()
	game.ends("shutdown")
	own.ends("shutdown")
	ada.follow(path).ends("shutdown")
}

// gameChangeView is an event of one's own stream.
type gameChangeView struct {
	GameID, Status, Deadline string
	Seq                      int
	YourTurn                 bool
}

// change is the next event of one's own stream, and its cursor.
func (s *liveStream) change() (gameChangeView, string) {
	s.t.Helper()
	e := s.next()
	want(s.t, s.call+": event", e.Name, "game")
	return decode[gameChangeView](answer{t: s.t, body: []byte(e.Data)}), e.ID
}

// TestMyStream: all own games, and no other; who comes back gets each game that has changed once.
func TestMyStream(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, cy := w.guest("Ada"), w.guest("Bo"), w.guest("Cy")
	old := ada.newGame("penta", "server", "me", "guest")
	mine, others := ada.follow("/v1/me/stream"), cy.follow("/v1/me/stream")
	ready := mine.next()
	want(t, "first", ready.Name+ready.Data, "ready{}")
	others.next()
	gives := func(s *liveStream, g gameView, yours bool, deadline string) (cursor string) {
		t.Helper()
		got, cursor := s.change()
		want(t, "change", got, gameChangeView{GameID: g.ID, Status: g.Status, Seq: g.Seq, YourTurn: yours, Deadline: deadline})
		return cursor
	}

	table := ada.create(object{"ruleset": "bonanza", "seats": seats("me", "open")})
	gives(mine, table, false, "")
	table = bo.join(table, nil).Game
	gives(mine, table, true, table.Turn.Deadline)
	table = ada.move(table.ID, "rolls", nil).Game
	gives(mine, table, true, table.Turn.Deadline)
	table = ada.move(table.ID, "entries", object{"box": "chance"}).Game
	gives(mine, table, false, table.Turn.Deadline)
	ada.move(old.ID, "rolls", nil)
	mine.change()
	old = ada.move(old.ID, "entries", object{"box": "chance"}).Game
	cursor := gives(mine, old, true, "") // the guest's turn
	mine.close()

	third := ada.create(object{"ruleset": "penta", "seats": seats("guest")})
	bo.move(table.ID, "rolls", nil)
	table = bo.move(table.ID, "entries", object{"box": "ones"}).Game
	for _, s := range []*liveStream{ada.follow("/v1/me/stream", "Last-Event-ID", cursor), ada.follow("/v1/me/stream?cursor=" + cursor)} {
		want(t, "ready", s.next(), liveEvent{ID: cursor, Name: "ready", Data: "{}"})
		gives(s, third, true, "")
		gives(s, table, true, table.Turn.Deadline)
		s.close()
	}
	s := ada.follow("/v1/me/stream?cursor="+cursor, "Last-Event-ID", ready.ID)
	s.next()
	for _, g := range []gameView{old, third, table} {
		got, _ := s.change()
		want(t, "since the start", []any{got.GameID, got.Seq}, []any{g.ID, g.Seq})
	}
	old = ada.move(old.ID, "rolls", nil).Game
	gives(s, old, true, "")
	if len(others.events) > 0 {
		t.Errorf("Cy was told %v", others.next())
	}
}

// TestWait: an answer that is held back until there is something new.
func TestWait(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, g := w.two("penta", "server")
	path := "/v1/games/" + g.ID + "/events"
	poll := func(c *client, query string, headers ...string) chan answer {
		held := make(chan answer, 1)
		go func() { held <- c.get(path+query, headers...) }()
		return held
	}
	comes := func(held chan answer) answer {
		t.Helper()
		select {
		case a := <-held:
			return a
		case <-time.After(patience):
			t.Fatal("no answer came")
		}
		return answer{}
	}
	// What is there is answered at once.
	want(t, "events", len(decode[list[eventView]](comes(poll(bo, "?wait=30")).is(200)).Items), g.Seq)
	// Nothing new comes.
	a := comes(poll(bo, fmt.Sprintf("?wait=1&after=%d", g.Seq))).is(200)
	want(t, "nothing new", string(a.body), `{"items":[]}`)
	comes(poll(bo, "?wait=1", "If-None-Match", a.header.Get("ETag"))).is(304)

	held := []chan answer{poll(bo, fmt.Sprintf("?wait=30&after=%d", g.Seq)), poll(bo, fmt.Sprintf("?wait=30&after=%d", g.Seq-1), "If-None-Match", a.header.Get("ETag"))}
	roll := ada.move(g.ID, "rolls", nil)
	for i, h := range held {
		items := decode[list[eventView]](comes(h).is(200)).Items
		want(t, "last event", items[len(items)-1].Hash, roll.Events[0].Hash)
		want(t, "events", len(items), 1+i)
	}
	for _, bad := range []string{"31", "-1", "x", "1.5", ""} {
		bo.get(path+"?wait="+bad).refused(400, "malformed")
	}

	// The end of the sign-in, or of the server, ends the wait.
	waiting := poll(bo, "?wait=30&after=4")
	w.followed(g.ID, 1)
	bo.delete("/v1/tokens").is(204)
	comes(waiting).refused(401, "unauthenticated")
	waiting = poll(ada, "?wait=30&after=4")
	w.followed(g.ID, 1)
	w.games.EndStreams()
	want(t, "at the end", string(comes(waiting).is(200).body), `{"items":[]}`)
}

// followed waits until so many follow a game.
func (w *world) followed(id string, count int) {
	w.t.Helper()
	for end := time.Now().Add(patience); w.games.Followers(id) != count; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			w.t.Fatalf("%d follow the game, want %d", w.games.Followers(id), count)
		}
	}
}

// TestDeadline_live (T05): the deadline is the same instant wherever it is shown.
func TestDeadline_live(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	own := ada.follow("/v1/me/stream")
	own.next()
	g := ada.newGame("bonanza", "server", "me", "guest")
	const first = "2026-05-17T18:30:45.000Z"
	got, _ := own.change()
	want(t, "own stream", got.Deadline, first)
	// A client that folds events adds the seconds of the option to the time of the event that began the turn.
	folded := func(data string) string {
		at, err := time.Parse(time.RFC3339, decode[eventView](answer{t: t, body: []byte(data)}).At)
		if err != nil {
			t.Fatal(err)
		}
		return at.Add(45 * time.Second).Format("2006-01-02T15:04:05.000Z")
	}
	s := ada.follow("/v1/games/" + g.ID + "/stream?after=1")
	want(t, "stream", folded(s.next().Data), first)
	w.clock.advance(10 * time.Second)
	ada.move(g.ID, "rolls", nil)
	s.next()
	own.change()
	entered := ada.move(g.ID, "entries", object{"box": "chance"}).Game
	const second = "2026-05-17T18:30:55.000Z"
	want(t, "answer", entered.Turn.Deadline, second)
	want(t, "game", ada.game(g.ID).Turn.Deadline, second)
	want(t, "stream", folded(s.next().Data), second)
	got, _ = own.change()
	want(t, "own stream", got.Deadline, second)
	polled := decode[list[json.RawMessage]](ada.get("/v1/games/" + g.ID + "/events?wait=30&after=3").is(200)).Items
	want(t, "long poll", folded(string(polled[0])), second)

	w.clock.advance(46*time.Second + time.Millisecond)
	ada.post("/v1/games/"+g.ID+"/rolls", nil).is(201) // the clock has moved for the guest
	for _, by := range []string{"clock", "clock", "player"} {
		e := decode[eventView](answer{t: t, body: []byte(s.next().Data)})
		at, err := time.Parse(time.RFC3339, e.At)
		if err != nil || e.By != by {
			t.Errorf("event %d by %s, %v", e.Seq, e.By, err)
		}
		due, _ := time.Parse(time.RFC3339, second)
		if late := at.Sub(due); late < 0 || late > 2*time.Second {
			t.Errorf("event %d came %v after the deadline", e.Seq, late)
		}
	}
}

// TestStream_twoServers: a move through one server reaches the streams of another on the same database, and so does the
// end of a sign-in.
func TestStream_twoServers(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "kast.db")
	here := newWorldIn(t, file, &clock{at: time.Date(2026, 5, 17, 18, 30, 0, 0, time.UTC)})
	there := newWorldIn(t, file, here.clock)
	ada := here.guest("Ada")
	away := ada.in(t)
	away.w = there
	g := ada.newGame("penta", "server", "me", "guest")
	path := "/v1/games/" + g.ID
	s, own := away.follow(path+"/stream?after=2"), away.follow("/v1/me/stream")
	own.next()
	waiting := make(chan answer, 1)
	go func() { waiting <- away.get(path + "/events?wait=30&after=2") }()
	there.followed(g.ID, 2)
	began := time.Now()
	roll := ada.move(g.ID, "rolls", nil)
	s.gives(roll.Events...)
	got, _ := own.change()
	want(t, "own stream", got.Seq, 3)
	want(t, "long poll", decode[list[eventView]](<-waiting).Items[0].Hash, roll.Events[0].Hash)
	ada.delete("/v1/tokens").is(204)
	s.ends("signedOut")
	own.ends("signedOut")
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("the other server took %v", took)
	}
}

// TestStream_own (G08): many at once, each with streams and moves; each sees only its own.
func TestStream_own(t *testing.T) {
	t.Parallel()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "kast.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// Nothing here needs the tables, and with the race detector they take minutes.
	w := newWorldWith(t, db, &clock{at: time.Date(2026, 5, 17, 18, 30, 0, 0, time.UTC)}, play.NewTables())
	const users, rolls = 200, 3
	var wg sync.WaitGroup
	limit := make(chan struct{}, 40)
	for i := range users {
		wg.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			c := w.guest(fmt.Sprintf("User %d", i))
			g := c.newGame("tiotusen", "server", "me", "guest")
			s, own := c.follow("/v1/games/"+g.ID+"/stream"), c.follow("/v1/me/stream")
			want(t, "first", own.next().Name, "ready")
			first := decode[eventView](answer{t: t, body: []byte(s.next().Data)})
			want(t, "game", first.GameID, g.ID)
			s.next()
			for range rolls {
				a := c.post("/v1/games/"+g.ID+"/rolls", nil)
				if a.status == 422 {
					a = c.post("/v1/games/"+g.ID+"/resignations", nil)
				}
				ch := decode[changed](a.is(201))
				want(t, "answer", []any{ch.Game.ID, ch.Game.Seats[0].AccountID, ch.Game.Seats[0].Name}, []any{g.ID, c.id, c.name})
				s.gives(ch.Events...)
				for seq := 0; seq < ch.Game.Seq; {
					got, _ := own.change()
					want(t, "own stream", got.GameID, g.ID)
					seq = got.Seq
				}
				if ch.Game.Status != "playing" {
					break
				}
			}
		})
	}
	wg.Wait()
}

// TestStream_watchers: who was let in to watch follows the game as long as that right lasts, and not a moment longer.
func TestStream_watchers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, eve, flo := w.guest("Ada"), w.guest("Eve"), w.guest("Flo")
	g := watchable(ada, object{"ruleset": "penta", "seats": seats("me", "guest")})
	path := "/v1/games/" + g.ID + "/stream?after=2"
	_, a := eve.open(path)
	a.refused(404, "notFound")
	own := ada.follow(path)
	var watching []*liveStream
	for _, c := range []*client{eve, flo} {
		c.watch(g.WatchCode)
		watching = append(watching, c.follow(path))
	}
	roll := ada.move(g.ID, "rolls", nil).Events
	for _, s := range append(watching, own) {
		s.gives(roll...)
	}
	eve.delete("/v1/games/" + g.ID + "/watchers/me").is(204)
	watching[0].ends("hidden")
	entry := ada.move(g.ID, "entries", object{"box": "chance"}).Events
	watching[1].gives(entry...)
	ada.delete("/v1/games/" + g.ID + "/watch-code").is(204)
	watching[1].ends("hidden")
	own.gives(entry...)
	own.gives(ada.move(g.ID, "rolls", nil).Events...)
}

// TestStream_password: another password ends the streams of all other sign-ins, and not those of the one that changed it.
func TestStream_password(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const before, after = "correct horse battery", "staple correct horse"
	here := w.registered("Ada", before)
	w.secret(after)
	there := here.signedIn(w.nobody().post("/v1/tokens", object{"username": "Ada", "password": before}).is(200))
	stays, ends := here.follow("/v1/me/stream"), there.follow("/v1/me/stream")
	want(t, "first", stays.next().Name, "ready")
	want(t, "first", ends.next().Name, "ready")
	here.do(http.MethodPatch, "/v1/me", object{"password": after, "oldPassword": before}).is(200)
	ends.ends("signedOut")
	g := here.newGame("penta", "server", "me")
	got, _ := stays.change()
	want(t, "change", got.GameID, g.ID)
}
