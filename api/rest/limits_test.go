package rest_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"time"

	"kast/api/rest"
	"kast/domain/game"
)

// from makes a call as if it came from an address, and holds the answer against the contract.
func (w *world) from(remote, method, path string, body any, headers ...string) answer {
	w.t.Helper()
	sent := bodyBytes(body)
	r := httptest.NewRequestWithContext(w.t.Context(), method, w.server.URL+path, bytes.NewReader(sent))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	r.RemoteAddr = remote
	rec := httptest.NewRecorder()
	w.server.Config.Handler.ServeHTTP(rec, r)
	resp := rec.Result()
	defer resp.Body.Close()
	a := answer{t: w.t, call: method + " " + path + " from " + remote, status: resp.StatusCode, header: resp.Header}
	a.body, _ = io.ReadAll(resp.Body) // from memory
	contractOf(w.t).Check(w.t, r, sent, resp, a.body)
	return a
}

func limited(o *rest.Options) { o.Unlimited = false }

// rates holds the RateLimit fields against what they are to be.
func (a answer) rates(policy, standing string) {
	a.t.Helper()
	want(a.t, a.call+": RateLimit-Policy", a.header.Get("RateLimit-Policy"), policy)
	want(a.t, a.call+": RateLimit", a.header.Get("RateLimit"), standing)
}

// TestLimits_signIn: who guesses a password is stopped soon, from many addresses too; that does not keep the person out.
func TestLimits_signIn(t *testing.T) {
	t.Parallel()
	w := newWorldOf(t, limited)
	const right = "correct horse"
	w.secret(right)
	credentials := func(password string) object { return object{"username": "Ada", "password": password} }
	const home, away, eve = "192.0.2.1:1", "192.0.2.2:1", "198.51.100.7:1"
	const policy = `"address";q=30;w=300, "username";q=10;w=300`
	w.from(home, "POST", "/v1/accounts", credentials(right)).is(201).rates(`"accounts";q=60;w=1800`, `"accounts";r=59;t=30`)
	in := func(remote, password string) answer {
		return w.from(remote, "POST", "/v1/tokens", credentials(password))
	}

	in(eve, "wrong").is(401).rates(policy, `"address";r=29;t=10, "username";r=9;t=30`)
	in(eve, right).is(200).rates(policy, `"address";r=29;t=10, "username";r=9;t=30`) // costs nothing
	for range 9 {
		in(eve, "wrong").refused(401, "unauthenticated")
	}
	a := in(eve, right)
	a.refused(429, "rateLimited")
	a.rates(policy, `"address";r=20;t=100, "username";r=0;t=300`)
	want(t, "Retry-After", a.header.Get("Retry-After"), "30")
	if log := w.log.String(); strings.Count(log, "198.51.100.7") != 1 || strings.Contains(log, "192.0.2.1") {
		t.Errorf("who was refused, and nobody else, is logged with the address: %s", log)
	}
	// Another spelling is the same person; another person is not; the form comes first.
	w.from(eve, "POST", "/v1/tokens", object{"username": " ADA ", "password": right}).refused(429, "rateLimited")
	w.from(eve, "POST", "/v1/tokens", object{"username": "Bo", "password": "wrong"}).refused(401, "unauthenticated")
	w.from(eve, "POST", "/v1/tokens", object{"username": "Ada"}).refused(400, "malformed")
	in(home, right).is(200)
	in(away, right).is(200)

	w.clock.advance(30 * time.Second)
	in(eve, right).is(200)

	// From a hundred addresses: the username is closed to addresses that nobody has signed in from, for half a minute at a time.
	guesses := 0
	for i := 0; in("203.0.113."+strconv.Itoa(i/10)+":1", "wrong").status == 401; i++ {
		guesses++
	}
	want(t, "guesses from many addresses", guesses, 100)
	in("203.0.113.200:1", right).refused(429, "rateLimited")
	in(home, right).is(200)
	in(away, right).is(200)
	w.clock.advance(30 * time.Second)
	in("203.0.113.200:1", right).is(200)
}

// TestLimits_address: one address guesses at many usernames.
func TestLimits_address(t *testing.T) {
	t.Parallel()
	w := newWorldOf(t, limited)
	for i := range 31 {
		body := object{"username": "User" + strconv.Itoa(i), "password": "wrong"}
		want(t, "status", w.from("192.0.2.1:1", "POST", "/v1/tokens", body).status, map[bool]int{true: 401, false: 429}[i < 30])
	}
	w.from("192.0.2.2:1", "POST", "/v1/tokens", object{"username": "User1", "password": "wrong"}).is(401)
}

// TestLimits_signInsMade: even the right password makes no endless row of sign-ins; refreshing goes on.
func TestLimits_signInsMade(t *testing.T) {
	t.Parallel()
	w := newWorldOf(t, limited)
	ada := w.registered("Ada", "correct horse")
	body := object{"username": "Ada", "password": "correct horse"}
	for range 30 {
		w.secretsOf(w.nobody().post("/v1/tokens", body).is(200))
	}
	w.nobody().post("/v1/tokens", body).refused(429, "rateLimited")
	ada.refreshed()
}

// secretsOf notes the tokens of an answer.
func (w *world) secretsOf(a answer) { w.nobody().signedIn(a) }

// TestLimits_accounts: an address makes sixty accounts, and then one each half minute.
func TestLimits_accounts(t *testing.T) {
	t.Parallel()
	w := newWorldOf(t, limited)
	for range 60 {
		w.from("192.0.2.1:1", "POST", "/v1/accounts", object{"name": ""}).refused(422, "badName") // costs nothing
		w.from("192.0.2.1:1", "POST", "/v1/accounts", object{}).is(201)
	}
	a := w.from("192.0.2.1:1", "POST", "/v1/accounts", object{})
	a.refused(429, "rateLimited")
	want(t, "Retry-After", a.header.Get("Retry-After"), "30")
	w.from("192.0.2.1:1", "POST", "/v1/accounts", object{"nick": "Ada"}).refused(400, "malformed")
	w.from("192.0.2.2:1", "POST", "/v1/accounts", object{}).is(201)
	w.clock.advance(30 * time.Second)
	w.from("192.0.2.1:1", "POST", "/v1/accounts", object{}).is(201)
}

// TestLimits_oldPassword: who has got hold of a token cannot guess the password with it.
func TestLimits_oldPassword(t *testing.T) {
	t.Parallel()
	w := newWorldOf(t, limited)
	ada := w.registered("Ada", "correct horse")
	change := object{"password": "another horse", "oldPassword": "wrong"}
	for range 10 {
		ada.do("PATCH", "/v1/me", change).refused(403, "wrongPassword")
	}
	ada.do("PATCH", "/v1/me", change).refused(429, "rateLimited")
	w.registered("Bo", "correct horse 2").do("PATCH", "/v1/me", change).refused(403, "wrongPassword")
}

// TestLimits_off: off is off, but for guesses of codes.
func TestLimits_off(t *testing.T) {
	t.Parallel()
	w := newWorldOf(t, func(o *rest.Options) { o.Unlimited = true })
	for range 70 {
		w.nobody().post("/v1/accounts", object{}).is(201).rates("", "")
	}
	eve := w.guest("Eve")
	for range 10 {
		eve.get("/v1/invites/AAAAAA").is(404)
	}
	eve.get("/v1/invites/AAAAAA").refused(429, "rateLimited")
}

// TestQuotas: what an account makes a day is bounded, each kind by itself; the same call again costs nothing.
func TestQuotas(t *testing.T) {
	t.Parallel()
	w := newWorldOf(t, func(o *rest.Options) { o.Quotas = rest.Quotas{Games: 4, Bots: 2, Uploads: 3} })
	ada, bo := w.guest("Ada"), w.guest("Bo")
	bots := object{"id": newID(), "ruleset": "penta", "seats": []object{{"kind": "me"}, {"kind": "bot", "level": "casual"}}}
	solo := object{"ruleset": "penta", "seats": seats("me")}

	ada.post("/v1/games", bots).is(201).rates(`"games";q=4;w=86400, "bots";q=2;w=86400`, `"games";r=3;t=21600, "bots";r=1;t=43200`)
	ada.post("/v1/games", bots).is(200).rates(`"games";q=4;w=86400, "bots";q=2;w=86400`, `"games";r=3;t=21600, "bots";r=1;t=43200`)
	ada.post("/v1/games", object{"ruleset": "penta", "seats": seats()}).refused(422, "badOptions")
	bots["id"] = newID()
	second := ada.create(bots)
	ada.post("/v1/games", bots).is(200) // though the quota is used up
	bots["id"] = newID()
	a := ada.post("/v1/games", bots)
	a.refused(429, "rateLimited")
	want(t, "Retry-After", a.header.Get("Retry-After"), "43200")
	for range 2 {
		ada.post("/v1/games", solo).is(201)
	}
	ada.post("/v1/games", solo).refused(429, "rateLimited")
	bo.post("/v1/games", solo).is(201)

	// A rematch is a game too, for the one who makes it.
	ada.post("/v1/games/"+second.ID+"/resignations", object{}).is(201)
	ada.post("/v1/games/"+second.ID+"/rematch", object{}).refused(429, "rateLimited")
	w.clock.advance(12 * time.Hour)
	ada, bo = ada.refreshed(), bo.refreshed()
	ada.post("/v1/games/"+second.ID+"/rematch", object{}).is(201)

	// An upload counts whatever comes of it, since it is work to read it; what broke off, or is no JSON at all, is not read.
	id := newID()
	log := newDevice(1, id, game.Penta, game.AccountSeat).play(toTheEnd).all()
	ada.upload(id, log).is(201).rates(`"uploads";q=3;w=86400`, `"uploads";r=2;t=28800`)
	ada.do("PUT", "/v1/games/"+id+"/log", "x", "Content-Type", "text/plain").refused(415, "unsupportedMediaType")
	ada.upload(id, log).is(200)
	ada.upload(newID(), log).refused(422, "badLog")
	ada.upload(id, log).refused(429, "rateLimited")
	for _, unread := range []struct {
		body   any
		status int
		code   string
	}{
		{object{"events": []int{1}}, 400, "malformed"},
		{"{", 400, "malformed"},
		{object{"events": make([]int, 5001)}, 413, "tooLarge"},
	} {
		bo.upload(id, unread.body).refused(unread.status, unread.code)
	}
	bo.upload(id, log).refused(429, "rateLimited")
}

// TestProxies: who calls is what the proxy says, and only a proxy.
func TestProxies(t *testing.T) {
	t.Parallel()
	w := newWorldOf(t, func(o *rest.Options) {
		o.Unlimited = false
		o.Proxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8::1/128")}
	})
	left := func(remote string, forwarded ...string) int {
		t.Helper()
		var headers []string
		for _, f := range forwarded {
			headers = append(headers, "X-Forwarded-For", f)
		}
		a := w.from(remote, "POST", "/v1/accounts", object{}, headers...).is(201)
		var left, whole int
		if _, err := fmt.Sscanf(a.header.Get("RateLimit"), `"accounts";r=%d;t=%d`, &left, &whole); err != nil {
			t.Fatal(err)
		}
		return left
	}
	want(t, "a proxy's caller", left("10.1.2.3:1", "192.0.2.1"), 59)
	want(t, "the same by another proxy", left("[2001:db8::1]:1", "192.0.2.1"), 58)
	want(t, "the same by two proxies", left("10.1.2.3:1", "192.0.2.1, 10.9.9.9"), 57)
	want(t, "the same in two lines", left("10.1.2.3:1", "192.0.2.1", "10.9.9.9"), 56)
	want(t, "the same, who lies", left("10.1.2.3:1", "203.0.113.5, 192.0.2.1"), 55)
	want(t, "the same by itself, who lies", left("192.0.2.1:1", "203.0.113.5"), 54)
	want(t, "another", left("10.1.2.3:1", "203.0.113.5"), 59)
	want(t, "loopback is no proxy unless told", left("127.0.0.1:1", "203.0.113.5"), 59)
	want(t, "IPv6 is its network", left("10.1.2.3:1", "2001:db8:7::5"), 59)
	want(t, "IPv6 is its network", left("10.1.2.3:1", "2001:db8:7::6"), 58)
}

// TestHolds_bounded: holds that follow each other are bounded, the same again too; a roll makes room.
func TestHolds_bounded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	g := ada.newGame("penta", "server", "me")
	ada.move(g.ID, "rolls", object{})
	var last object
	for i := range 100 {
		last = object{"id": newID(), "held": []int{i % 2}}
		ada.move(g.ID, "holds", last)
	}
	ada.post("/v1/games/"+g.ID+"/holds", object{"held": []int{1}}).refused(422, "badHold")
	ada.post("/v1/games/"+g.ID+"/holds", object{"held": []int{0}}).refused(422, "badHold")
	ada.post("/v1/games/"+g.ID+"/holds", last).is(200)
	ada.move(g.ID, "rolls", object{"held": []int{0}})
	ada.move(g.ID, "holds", object{"held": []int{0}})
}

// TestJoining_bounded: nobody fills a log with coming and going.
func TestJoining_bounded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	g := ada.create(object{"ruleset": "penta", "visibility": "public", "start": false, "seats": seats("me", "open")})
	full := false
	for n := 0; n < 40 && !full; n++ {
		by := w.guest("Bo")
		for range 20 {
			if a := by.post("/v1/games/"+g.ID+"/seats", object{}); a.status != 201 {
				a.refused(409, "seatsFull")
				full = true
				break
			}
			g = decode[changed](by.delete("/v1/games/" + g.ID + "/seats/me").is(200)).Game
		}
	}
	if g.Seq < 900 || g.Seq > 1100 {
		t.Errorf("%d events", g.Seq)
	}
	ada.move(g.ID, "start", nil)
}

// TestComings: one account alone does not make a table useless: it may come there so often, and go on elsewhere. An answer that
// was lost is given again.
func TestComings(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.guest("Ada"), w.guest("Bo")
	table := func() string {
		return ada.create(object{"ruleset": "penta", "visibility": "public", "start": false, "seats": seats("me", "open")}).ID
	}
	g, other := table(), table()
	last := object{}
	for range 20 {
		last = object{"id": newID()}
		bo.post("/v1/games/"+g+"/seats", last).is(201)
		bo.post("/v1/games/"+g+"/seats", last).is(200) // costs nothing
		bo.delete("/v1/games/" + g + "/seats/me").is(200)
	}
	a := bo.post("/v1/games/"+g+"/seats", object{"id": newID()})
	a.refused(429, "rateLimited")
	want(t, "Retry-After", a.header.Get("Retry-After"), "4320")
	bo.post("/v1/games/"+g+"/seats", object{}).refused(429, "rateLimited")
	bo.post("/v1/games/"+g+"/seats", last).is(200)
	bo.move(other, "seats", nil)
	cy := w.guest("Cy")
	cy.move(g, "seats", nil)
	cy.delete("/v1/games/" + g + "/seats/me").is(200)
	w.clock.advance(72 * time.Minute)
	bo = bo.refreshed()
	bo.post("/v1/games/"+g+"/seats", object{}).is(201)
}

// TestComings_rematch: who accepts a rematch comes to its table too, and is told that it sits there however often it came.
func TestComings_rematch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, cy := w.guest("Ada"), w.guest("Bo"), w.guest("Cy")
	g := w.played(ada, object{"ruleset": "penta", "seats": seats("me", "open", "open")}, bo, cy)
	path := "/v1/games/" + g.ID + "/rematch"
	next := decode[changed](ada.post(path, nil).is(201)).Game.ID
	last := object{}
	for i := range 20 {
		if i > 0 {
			bo.delete("/v1/games/" + next + "/seats/me").is(200)
		}
		last = object{"id": newID()}
		bo.post(path, last).is(201)
	}
	want(t, "events of the same call again", len(decode[changed](bo.post(path, last).is(200)).Events), 1)
	want(t, "events of another", len(decode[changed](bo.post(path, nil).is(200)).Events), 0)
	bo.delete("/v1/games/" + next + "/seats/me").is(200)
	bo.post(path, nil).refused(429, "rateLimited")
	bo.post("/v1/games/"+next+"/seats", nil).refused(429, "rateLimited")
	cy.post(path, nil).is(201)
}

// TestLive_bounded: an account has so many streams and waiting reads, and an address, and the server; one that ends makes room.
func TestLive_bounded(t *testing.T) {
	t.Parallel()
	w := newWorldOf(t, func(o *rest.Options) { o.Live = rest.LiveLimits{Account: 2, Address: 3, All: 4} })
	ada, bo, cy := w.guest("Ada"), w.guest("Bo"), w.guest("Cy")
	g := ada.newGame("tiotusen", "server", "me", "guest")
	full := func(c *client) {
		t.Helper()
		for _, path := range []string{"/v1/me/stream", "/v1/games/" + g.ID + "/stream", "/v1/games/" + g.ID + "/events?wait=1&after=" + strconv.Itoa(g.Seq)} {
			a := w.from("192.0.2.1:1", "GET", path, nil, "Authorization", "Bearer "+c.token)
			a.refused(429, "rateLimited")
			want(t, "Retry-After", a.header.Get("Retry-After"), "10")
		}
	}
	first := ada.follow("/v1/me/stream")
	first.next()
	ada.follow("/v1/games/" + g.ID + "/stream").next()
	full(ada)
	ada.get("/v1/games/" + g.ID + "/events").is(200) // which does not wait
	bo.follow("/v1/me/stream").next()
	cy.follow("/v1/me/stream").next()
	full(bo) // all four are taken
	first.close()
	for late := time.Now().Add(patience); ; { // until the server has noticed
		_, a := ada.open("/v1/me/stream")
		if a.status == 200 {
			break
		}
		a.refused(429, "rateLimited")
		if time.Now().After(late) {
			t.Fatal("no room after one has ended")
		}
	}
}

// TestLive_address: one address has so many, whoever calls from there. This machine, where a proxy may be, is not counted.
func TestLive_address(t *testing.T) {
	t.Parallel()
	w := newWorldOf(t, func(o *rest.Options) {
		o.Live = rest.LiveLimits{Address: 1}
		o.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	ada, bo := w.guest("Ada"), w.guest("Bo")
	for range 3 {
		ada.follow("/v1/me/stream").next()
	}
	ada.follow("/v1/me/stream", "X-Forwarded-For", "192.0.2.1").next()
	_, a := bo.open("/v1/me/stream", "X-Forwarded-For", "192.0.2.1")
	a.refused(429, "rateLimited")
	bo.follow("/v1/me/stream", "X-Forwarded-For", "192.0.2.2").next()
}
