package rest_test

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kast/repository"
	"kast/repository/sqlite"
)

// TestInvites: whoever has the code finds the table, as the list of tables would show it, and may join by it.
func TestInvites(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.guest("Ada"), w.guest("Bo")
	g := ada.create(object{"ruleset": "penta", "seats": seats("me", "open", "open")})
	found := bo.get("/v1/invites/" + g.InviteCode).is(200)
	table := decode[summaryView](found)
	want(t, "table", []any{table.ID, table.Status, table.Visibility, table.Host, table.Head, len(table.Seats), table.Seats[0].Name},
		[]any{g.ID, "open", "private", ada.id, g.Head, 3, "Ada"})
	if strings.Contains(string(found.body), g.InviteCode) {
		t.Errorf("the answer repeats the code: %s", found.body)
	}
	mine := decode[list[summaryView]](ada.get("/v1/me/games").is(200)).Items[0]
	want(t, "as in a list", table, mine)
	want(t, "in lower case", string(bo.get("/v1/invites/"+strings.ToLower(g.InviteCode)).is(200).body), string(found.body))
	bo.get("/v1/invites/"+g.InviteCode, "If-None-Match", found.header.Get("ETag")).is(304)
	bo.get("/v1/games/"+table.ID).refused(404, "notFound") // only joining lets one see more
	bo.post("/v1/games/"+table.ID+"/seats", object{"inviteCode": g.InviteCode}).is(201)
	if found.header.Get("ETag") == bo.get("/v1/invites/"+g.InviteCode).is(200).header.Get("ETag") {
		t.Error("another table with the same entity tag")
	}

	// A code is dead once play has begun, or the table has closed.
	closed := ada.create(object{"ruleset": "penta", "seats": seats("me", "open")})
	ada.delete("/v1/games/" + closed.ID + "/seats/me").is(200)
	ada.move(g.ID, "start", nil)
	for _, code := range []string{g.InviteCode, closed.InviteCode} {
		bo.get("/v1/invites/"+code).refused(404, "notFound")
	}
	if ada.newGame("penta", "server", "me").InviteCode != "" {
		t.Error("a game that has begun has a code")
	}
}

// TestInvites_NoCode: what is no code leads nowhere.
func TestInvites_NoCode(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	g := ada.create(object{"ruleset": "penta", "seats": seats("me", "open")})
	for _, code := range []string{
		"AAAAAA", "x", g.InviteCode[:5], g.InviteCode + "2", "000000", "%20" + g.InviteCode[1:], "%00", "%E2%80%8B", "%25%25%25%25%25%25",
		"%27%20or%201", strings.Repeat("A", 5000), g.ID,
	} {
		ada.get("/v1/invites/"+code).refused(404, "notFound")
		w.clock.advance(time.Minute) // it is no guess too many
		ada = ada.refreshed()
	}
	ada.offContract().get("/v1/invites/").refused(404, "notFound")
}

// TestInvites_Renew: the host changes the code; the one before is dead at once.
func TestInvites_Renew(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, eve := w.guest("Ada"), w.guest("Bo"), w.guest("Eve")
	g := ada.create(object{"ruleset": "penta", "start": false, "seats": seats("me", "open", "open")})
	bo.join(g, nil)
	before := ada.game(g.ID)
	path := "/v1/games/" + g.ID + "/invite-code"
	eve.post(path, nil).refused(404, "notFound")
	bo.post(path, nil).refused(403, "hostOnly")
	want(t, "code after refusals", ada.game(g.ID).InviteCode, g.InviteCode)

	codes := []string{g.InviteCode}
	for range 3 {
		a := ada.post(path, nil).is(200)
		renewed := decode[gameView](a)
		want(t, "ETag", a.header.Get("ETag"), ada.get("/v1/games/"+g.ID).is(200).header.Get("ETag"))
		if len(renewed.InviteCode) != 6 || slices.Contains(codes, renewed.InviteCode) {
			t.Fatalf("code %q after %q", renewed.InviteCode, codes)
		}
		want(t, "code for the seated", bo.game(g.ID).InviteCode, renewed.InviteCode)
		eve.post("/v1/games/"+g.ID+"/seats", object{"inviteCode": codes[len(codes)-1]}).refused(404, "notFound")
		eve.get("/v1/invites/"+codes[len(codes)-1]).refused(404, "notFound")
		want(t, "table", decode[summaryView](eve.get("/v1/invites/"+renewed.InviteCode).is(200)).ID, g.ID)
		codes = append(codes, renewed.InviteCode)
	}
	after := ada.game(g.ID)
	after.InviteCode = before.InviteCode
	want(t, "all else", after, before)
	eve.move(g.ID, "seats", object{"inviteCode": codes[3]})

	ada.move(g.ID, "start", nil)
	ada.post(path, nil).refused(409, "gameNotOpen")
	eve.post(path, nil).refused(403, "hostOnly")
	public := ada.create(object{"ruleset": "penta", "visibility": "public", "seats": seats("me", "open")})
	ada.post("/v1/games/"+public.ID+"/invite-code", nil).refused(409, "notPrivate")
	eve.post("/v1/games/"+public.ID+"/invite-code", nil).refused(403, "hostOnly")
	want(t, "code of a public table", ada.game(public.ID).InviteCode, "")
}

// TestGuessing: who names ten codes that lead nowhere has to wait before the next, be it to look up, to join or to watch;
// what needs no code goes on, and a right code costs nothing.
func TestGuessing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, eve := w.guest("Ada"), w.guest("Eve")
	g := ada.create(object{"ruleset": "penta", "seats": seats("me", "open", "open")})
	g.InviteCode = decode[gameView](ada.post("/v1/games/"+g.ID+"/watch-code", nil).is(200)).InviteCode
	watchCode := ada.game(g.ID).WatchCode
	guess := []func() answer{
		func() answer { return eve.get("/v1/invites/AAAAAA") },
		func() answer { return eve.post("/v1/games/"+g.ID+"/seats", object{"inviteCode": "AAAAAA"}) },
		func() answer { return eve.post("/v1/games/"+newID()+"/seats", object{"inviteCode": g.InviteCode}) },
		func() answer { return eve.post("/v1/watching", object{"watchCode": "AAAAAAAA"}) },
	}
	for i := range 10 {
		for range 5 {
			eve.get("/v1/invites/" + g.InviteCode).is(200)
		}
		guess[i%len(guess)]().refused(404, "notFound")
	}
	limited := func() {
		t.Helper()
		for _, call := range append(guess,
			func() answer { return eve.get("/v1/invites/" + g.InviteCode) },
			func() answer {
				return eve.get("/v1/invites/"+g.InviteCode, "X-Forwarded-For", "192.0.2.9", "X-Real-Ip", "192.0.2.9")
			},
			func() answer { return ada.get("/v1/invites/" + g.InviteCode) }, // from the same address
			func() answer { return eve.post("/v1/games/"+g.ID+"/seats", object{"inviteCode": g.InviteCode}) },
			func() answer { return eve.post("/v1/watching", object{"watchCode": watchCode}) },
		) {
			a := call()
			a.refused(429, "rateLimited")
			want(t, "Retry-After", a.header.Get("Retry-After"), "6")
		}
	}
	limited()
	// The form of the call and the token come first; what guesses nothing is not limited.
	eve.post("/v1/watching", object{}).refused(400, "malformed")
	w.nobody().get("/v1/invites/AAAAAA").refused(401, "unauthenticated")
	eve.post("/v1/games/"+g.ID+"/seats", nil).refused(404, "notFound")
	eve.get("/v1/games/"+newID()).refused(404, "notFound")
	public := ada.create(object{"ruleset": "penta", "visibility": "public", "seats": seats("me", "open", "open")})
	eve.post("/v1/games/"+public.ID+"/seats", nil).is(201)
	ada.game(g.ID)

	w.clock.advance(6 * time.Second)
	guess[0]().refused(404, "notFound")
	limited()
	w.clock.advance(6 * time.Second)
	eve.join(g, nil) // which leaves the guess
	guess[3]().refused(404, "notFound")
	limited()
}

// TestGuessing_Addresses: others go on, unless far too many guess together.
func TestGuessing_Addresses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	g := ada.newGame("penta", "server", "me", "open", "open", "open", "open")
	w.clock.advance(24 * time.Hour)
	ada = ada.refreshed() // who was there before it begins
	eve, new := w.guest("Eve"), w.guest("New")
	as := func(c *client, address, code string) int {
		return w.from(address, "GET", "/v1/invites/"+code, nil, "Authorization", "Bearer "+c.token).status
	}
	from := func(address string) int { return as(eve, address, "AAAAAA") }
	for i := range 11 {
		want(t, "one network", from("[2001:db8:1:2:"+strconv.Itoa(i)+"::1]:4711"), map[bool]int{true: 404, false: 429}[i < 10])
	}
	want(t, "another network", from("[2001:db8:1:3::1]:4711"), 404)
	want(t, "another address", from("192.0.2.7:1"), 404)
	guessed := 12
	for i := 0; from("198.51.100."+strconv.Itoa(i/10)+":1") == 404; i++ {
		guessed++
	}
	want(t, "guesses of all", guessed, 600)
	want(t, "who has not guessed", from("203.0.113.7:1"), 429)
	want(t, "a new account with the right code", as(new, "203.0.113.8:1", g.InviteCode), 429)

	// Who was there before goes on, as long as the codes are right, mostly.
	for range 20 {
		want(t, "an old account with the right code", as(ada, "203.0.113.9:1", g.InviteCode), 200)
	}
	for i := range 5 {
		want(t, "an old account with wrong codes", as(ada, "203.0.113."+strconv.Itoa(10+i)+":1", "AAAAAA"), 404)
	}
	want(t, "an old account with too many", as(ada, "203.0.113.20:1", g.InviteCode), 429)

	// Who names the table too goes on; only that table can be guessed at then, and that not for ever.
	join := func(c *client, address, code string) answer {
		return w.from(address, "POST", "/v1/games/"+g.ID+"/seats", object{"inviteCode": code}, "Authorization", "Bearer "+c.token)
	}
	join(new, "203.0.113.8:1", g.InviteCode).is(201)
	for i := range 100 {
		join(eve, "192.0.2."+strconv.Itoa(100+i/10)+":1", "AAAAAA").is(404)
	}
	join(eve, "192.0.2.200:1", g.InviteCode).refused(429, "rateLimited")
	w.clock.advance(time.Second)
	join(eve, "192.0.2.200:1", g.InviteCode).is(201)
	want(t, "a little later", from("203.0.113.7:1"), 404)
}

// lookUps counts how often the store is asked for a code.
type lookUps struct {
	repository.Store
	asked *atomic.Int64
}

func (l lookUps) GameByInvite(ctx context.Context, code string) (repository.Game, error) {
	l.asked.Add(1)
	return l.Store.GameByInvite(ctx, code)
}

// TestGuessing_Store: who has to wait costs the store nothing, nor does what can be no code; many at once get no further.
func TestGuessing_Store(t *testing.T) {
	t.Parallel()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "kast.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var asked atomic.Int64
	w := newWorldOn(t, lookUps{db, &asked}, &clock{at: time.Date(2026, 5, 17, 18, 30, 0, 0, time.UTC)})
	eve := w.guest("Eve")
	eve.get("/v1/invites/AAAAA0").refused(404, "notFound")
	want(t, "asked for what is no code", asked.Load(), 0)
	guesses := make([]func() answer, 40)
	for i := range guesses {
		guesses[i] = func() answer { return eve.get("/v1/invites/AAAAAA") }
	}
	statuses := map[int]int{}
	for _, a := range atOnce(guesses...) {
		statuses[a.status]++
	}
	want(t, "answers", statuses, map[int]int{404: 9, 429: 31})
	want(t, "asked for codes", asked.Load(), 9)
}
