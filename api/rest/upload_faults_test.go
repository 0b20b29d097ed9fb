package rest_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"kast/api/rest"
	"kast/domain/game"
)

// What a phone's clock says decides nothing at the server: not when a game last changed, nor who was first with a total.
func TestUpload_clock(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	now := w.clock.now().UTC().Format("2006-01-02T15:04:05.000Z")
	ada, bo := w.guest("Ada"), w.guest("Bo")
	for i, at := range []string{"1970-01-01T00:00:00.000Z", "2099-12-31T23:59:59.999Z"} {
		id := newUUID()
		d := newDevice(uint64(40+i), id, game.Penta, game.AccountSeat).play(20)
		log := d.log(len(d.lines), false)
		for _, e := range log["events"].([]object) {
			e["at"] = at
		}
		first := object{"events": log["events"].([]object)[:5]}
		ada.upload(id, first).is(http.StatusCreated)
		ada.upload(id, log).is(http.StatusOK)
		got := decode[struct {
			Items []struct{ ID, UpdatedAt string }
		}](ada.get("/v1/me/games?limit=1").is(http.StatusOK)).Items[0]
		if got.ID != id || got.UpdatedAt != now {
			t.Errorf("%s: updated at %s, want %s", at, got.UpdatedAt, now)
		}
	}
	// The same game by two accounts: who brought it first stands first, whatever it says of itself.
	for i, c := range []*client{ada, bo} {
		id := newUUID()
		d := newDevice(50, id, game.Femlika, game.AccountSeat).play(toTheEnd)
		log := d.log(len(d.lines), false)
		for _, e := range log["events"].([]object) {
			e["at"] = fmt.Sprintf("%d-01-01T00:00:00.000Z", 2090-i*100)
		}
		c.upload(id, log).is(http.StatusCreated)
		w.clock.advance(time.Minute)
	}
	records := decode[struct {
		Items []struct{ AccountID, At string }
	}](ada.get("/v1/rulesets/femlika/records?dice=client").is(http.StatusOK)).Items
	if len(records) != 2 || records[0].AccountID != ada.id || records[0].At != now {
		t.Errorf("records: got %+v", records)
	}
	// Before there were such clocks nothing happened.
	d := newDevice(51, newUUID(), game.Penta, game.AccountSeat).play(3)
	log := d.log(len(d.lines), false)
	log["events"].([]object)[1]["at"] = "0001-01-01T00:00:00.000Z"
	ada.upload(d.state.Game, log).refused(http.StatusBadRequest, "malformed")
}

// A log cannot claim that a clock was started anew where none runs.
func TestUpload_resumed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	id := newUUID()
	d := newDevice(52, id, game.Penta, game.AccountSeat).play(3)
	log := d.log(len(d.lines), false)
	log["events"] = append(log["events"].([]object), object{
		"seq": len(d.lines) + 1, "id": newUUID(), "at": "2026-05-16T10:00:00.000Z", "by": "server", "type": "resumed",
	})
	ada.upload(id, log).isBreach(t, http.StatusUnprocessableEntity, breach{Code: "badLog", Seq: len(d.lines) + 1, Cause: "gameNotPlaying"})
}

// Many logs at once are judged a few at a time, and all are.
func TestUpload_many(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	answers := make(chan int)
	const many = 12
	for i := range many {
		by := w.guest("Ada")
		d := newDevice(uint64(60+i), newUUID(), game.Bonanza, game.AccountSeat).play(toTheEnd)
		go func() { answers <- by.upload(d.state.Game, d.all()).status }()
	}
	for range many {
		if status := <-answers; status != http.StatusCreated {
			t.Errorf("got %d", status)
		}
	}
}

// stalled is a body that tells when it is read, and then keeps its reader waiting until it may end.
type stalled struct {
	once         sync.Once
	read, mayEnd chan struct{}
}

func newStalled() *stalled { return &stalled{read: make(chan struct{}), mayEnd: make(chan struct{})} }

func (s *stalled) Read([]byte) (int, error) {
	s.once.Do(func() { close(s.read) })
	<-s.mayEnd
	return 0, io.EOF
}

// uploadFrom sends a body from an address, past the network, so that the body is read when the server reads it.
func (c *client) uploadFrom(remote string, body io.Reader) *http.Response {
	c.t.Helper()
	r := httptest.NewRequestWithContext(c.t.Context(), http.MethodPut, "/v1/games/"+newUUID()+"/log", body)
	r.Header.Set("Content-Type", "application/json")
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	r.RemoteAddr = remote
	rec := httptest.NewRecorder()
	c.w.server.Config.Handler.ServeHTTP(rec, r)
	return rec.Result()
}

// unread is a body that nobody is to read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, io.EOF
}

// Who may not upload is told so before the body is read.
func TestUpload_nobody(t *testing.T) {
	t.Parallel()
	w := newWorldOf(t, func(o *rest.Options) { o.Quotas = rest.Quotas{Uploads: 1} })
	is := func(by *client, status int) {
		t.Helper()
		resp := by.uploadFrom("192.0.2.1:1", unread{t})
		defer resp.Body.Close()
		want(t, "status", resp.StatusCode, status)
	}
	is(w.nobody(), http.StatusUnauthorized)
	is(&client{w: w, t: t, token: "x"}, http.StatusUnauthorized)
	ada := w.guest("Ada")
	ada.upload(newUUID(), object{}).refused(http.StatusBadRequest, "malformed")
	is(ada, http.StatusTooManyRequests)
}

// A few bodies are held at a time, of an account, from an address and in all; what is beyond is refused before it is read. One
// that ends makes room.
func TestUpload_places(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var sent sync.WaitGroup
	defer sent.Wait()
	send := func(by *client, remote string) *stalled {
		body := newStalled()
		sent.Go(func() {
			resp := by.uploadFrom(remote, body)
			defer resp.Body.Close()
			want(t, "status in the end", resp.StatusCode, http.StatusBadRequest) // {}
		})
		<-body.read
		return body
	}
	full := func(by *client, remote string) {
		t.Helper()
		resp := by.uploadFrom(remote, unread{t})
		defer resp.Body.Close()
		want(t, "status", resp.StatusCode, http.StatusTooManyRequests)
		want(t, "Retry-After", resp.Header.Get("Retry-After"), "1")
	}
	var bodies []*stalled
	defer func() {
		for _, b := range bodies {
			close(b.mayEnd)
		}
	}()
	const here, there, elsewhere = "192.0.2.1:1", "192.0.2.2:1", "192.0.2.3:1"
	ada := w.guest("Ada")
	for range 3 {
		bodies = append(bodies, send(ada, here))
	}
	full(ada, here)
	full(ada, there)
	for range 5 {
		bodies = append(bodies, send(w.guest("Bo"), here))
	}
	bo := w.guest("Bo")
	full(bo, here)
	for range 8 {
		bodies = append(bodies, send(w.guest("Cy"), there))
	}
	full(bo, elsewhere)
	close(bodies[0].mayEnd)
	bodies = bodies[1:]
	for late := time.Now().Add(patience); ; { // until that one is answered
		if a := bo.upload(newUUID(), object{}); a.status == http.StatusBadRequest {
			break
		}
		if time.Now().After(late) {
			t.Fatal("no room after one has ended")
		}
	}
}

// A stream that is asked for with a body that never comes is refused at once, and so is a read that waits.
func TestStream_body(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	g := ada.create(object{"ruleset": "penta", "seats": seats("me")})
	address := strings.TrimPrefix(w.server.URL, "http://")
	for _, path := range []string{"/v1/me/stream", "/v1/games/" + g.ID + "/stream", "/v1/games/" + g.ID + "/events?wait=30"} {
		for _, body := range []string{"Content-Length: 50", "Transfer-Encoding: chunked"} {
			conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: kast\r\nAuthorization: Bearer %s\r\n%s\r\n\r\n", path, ada.token, body)
			status, err := bufio.NewReader(conn).ReadString('\n')
			if err != nil || !strings.HasPrefix(status, "HTTP/1.1 400 ") {
				t.Errorf("%s with %s: %q, %v", path, body, status, err)
			}
			conn.Close()
		}
	}
}

// What is shown of a game has another tag when the host, a code or a name is another, though the log is the same; moves
// need not care.
func TestTag_beside(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.guest("Ada"), w.guest("Bo")
	g := ada.create(object{"ruleset": "penta", "visibility": "public", "seats": seats("open", "open"), "start": false})
	bo.join(g, nil)
	path := "/v1/games/" + g.ID
	tag := func(c *client) string { t.Helper(); return c.get(path).is(http.StatusOK).header.Get("ETag") }
	unchanged := tag(bo)
	if unchanged != `"`+bo.game(g.ID).Head+`"` {
		t.Errorf("the tag of a game with nothing changed beside its log is %s", unchanged)
	}
	ada.delete(path + "/seats/me").is(http.StatusOK) // hands the table on to Bo
	now := decode[gameView](bo.get(path, "If-None-Match", unchanged).is(http.StatusOK))
	if now.Host != bo.id {
		t.Errorf("the host is %s, want %s", now.Host, bo.id)
	}
	before := tag(bo)
	bo.do(http.MethodPatch, "/v1/me", object{"name": "Bobo"}).is(http.StatusOK)
	if after := tag(bo); after == before {
		t.Errorf("another name, the same tag %s", after)
	}
	bo.get(path, "If-None-Match", tag(bo)).is(http.StatusNotModified)
	cy := w.guest("Cy")
	cy.post(path+"/seats", object{"id": newUUID()}, "If-Match", tag(cy)).is(http.StatusCreated)
	// Who goes leaves another tag behind.
	bo.post(path+"/start", nil).is(http.StatusCreated)
	before = tag(bo)
	cy.delete("/v1/me").is(http.StatusNoContent)
	if after := tag(bo); after == before || strings.Contains(string(bo.get(path).body), "Cy") {
		t.Errorf("somebody was deleted, the tag is %s", after)
	}
}

// With the host goes the right to watch: nobody is left who could take it back.
func TestWatching_hostDeleted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, cy := w.guest("Ada"), w.guest("Bo"), w.guest("Cy")
	g := ada.create(object{"ruleset": "penta", "seats": seats("me", "open", "open")})
	bo.join(g, object{"inviteCode": g.InviteCode})
	dan := w.guest("Dan")
	dan.join(g, object{"inviteCode": g.InviteCode})
	code := decode[struct{ WatchCode string }](ada.post("/v1/games/"+g.ID+"/watch-code", nil).is(http.StatusOK)).WatchCode
	cy.post("/v1/watching", object{"watchCode": code}).is(http.StatusOK)
	s := cy.follow("/v1/games/" + g.ID + "/stream?after=" + fmt.Sprint(bo.game(g.ID).Seq))
	ada.delete("/v1/me").is(http.StatusNoContent)
	for e := s.next(); e.Name != "end"; e = s.next() {
		continue
	}
	cy.get("/v1/games/"+g.ID).refused(http.StatusNotFound, "notFound")
	w.guest("Eva").post("/v1/watching", object{"watchCode": code}).refused(http.StatusNotFound, "notFound")
	bo.get("/v1/games/" + g.ID).is(http.StatusOK)
}

// The example in docs/sync.md is what the server takes.
func TestUpload_example(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/sync.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```json\n")
	example, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("no example")
	}
	var events []json.RawMessage
	decoder := json.NewDecoder(strings.NewReader(example))
	for decoder.More() {
		var e json.RawMessage
		if err := decoder.Decode(&e); err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
	var created struct{ GameID string }
	if err := json.Unmarshal(events[0], &created); err != nil {
		t.Fatal(err)
	}
	w := newWorld(t)
	w.guest("Ada").upload(created.GameID, object{"events": events, "names": []string{"", "Bo"}}).is(http.StatusCreated)
}
