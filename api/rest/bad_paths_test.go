package rest_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

// gameRoutes are all calls under a game.
var gameRoutes = []string{
	"GET ", "GET /events", "GET /replay", "GET /fairness", "POST /seats", "DELETE /seats/me", "POST /start", "POST /rolls", "POST /holds",
	"POST /entries", "POST /banks", "POST /resignations", "POST /rematch", "POST /invite-code", "POST /watch-code", "DELETE /watch-code", "DELETE /watchers/me",
	"GET /stream", "GET /events?wait=30",
}

// rawPath makes a call to a path as it is, with nothing escaped or cleaned on the way.
func (c *client) rawPath(method, path string) answer {
	c.t.Helper()
	req, err := http.NewRequestWithContext(c.t.Context(), method, c.w.server.URL, http.NoBody)
	if err != nil {
		c.t.Fatal(err)
	}
	req.URL = &url.URL{Scheme: req.URL.Scheme, Host: req.URL.Host, Opaque: "//" + req.URL.Host + path}
	req.Header.Set("Authorization", "Bearer "+c.token)
	return c.offContract().send(req, nil)
}

// TestBadIDs: what is no id of a game, at every call (G04).
// oneCursor is the cursor of the first place in a list.
const oneCursor = "AAAAAAAAAAESJe__"

func TestBadIDs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	g := c.newGame("penta", "server", "me")
	unchanged := standstill(t, c, g.ID)
	escapedDigit := "%" + strings.ToUpper(strconv.FormatInt(int64(g.ID[0]), 16)) + g.ID[1:]
	for _, id := range []string{
		"x", "me", "1", "0", "-1", "null", "undefined", "{id}", ":id", "*", "+", "%20", "a%2Fb", "..%2F..", "%2e%2e", "..%2f..%2fme", "%00", "%0a",
		"%E2%80%8B", "K%C3%A5re", "%2541", "%252e%252e", "%25", "%FF", "%C3%28", strings.Repeat("a", 8000), g.ID + "%00", g.ID + "%0A", "%20" + g.ID,
		g.ID + "%20", g.ID[:35], g.ID + "0", strings.ReplaceAll(g.ID, "-", ""), "%7B" + g.ID + "%7D", "urn:uuid:" + g.ID, g.ID + ";x=1", g.ID + ",",
		strings.ReplaceAll(g.ID, "-", "%2D") + "%2F", g.ID + "%2Fevents", g.ID + "%3Fseq=1", g.ID + "%23", "%ef%bc%91" + g.ID[1:], g.ID + "'--", "%5c",
	} {
		for _, route := range gameRoutes {
			method, below, _ := strings.Cut(route, " ")
			a := c.rawPath(method, "/v1/games/"+id+below)
			if p := a.problem(); (a.status != 400 || p.Code != "malformed") && (a.status != 404 || p.Code != "notFound") {
				t.Errorf("%s: %d %s", a.call, a.status, a.body)
			}
		}
	}
	for _, path := range []string{
		"/v1/games/..", "/v1/games/.", "/v1/games/../me", "/v1/games/" + g.ID + "/../../me", "/v1/games/" + g.ID + "/", "/v1/games//" + g.ID,
		"/v1/games/" + g.ID + "/seats/" + c.id, "/v1/games/" + g.ID + "%2Fevents", "/v1%2Fgames", "/V1/games", "/v1/Games", "/v1/games/" + g.ID + "/Events",
		"/v1/rulesets/%00", "/v1/rulesets/PENTA", "/v1/rulesets/..", "/v1/rulesets/penta%2F", "/v1/rulesets/" + strings.Repeat("x", 8000),
	} {
		a := c.rawPath("GET", path)
		if p := a.problem(); (a.status != 400 || p.Code != "malformed") && (a.status != 404 || p.Code != "notFound") {
			t.Errorf("%s: %d %s", a.call, a.status, a.body)
		}
	}
	unchanged()
	// One spelling of the id is as good as another only in the case of its letters.
	want(t, "game", decode[gameView](c.get("/v1/games/"+strings.ToUpper(g.ID)).is(200)).ID, g.ID)
	c.rawPath("GET", "/v1/games/"+escapedDigit).refused(400, "malformed")
}

// TestBadQueries: what no query may say.
func TestBadQueries(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	g := c.newGame("penta", "server", "me")
	numbers := []string{
		"", "-1", "1.0", "1.5", "1e2", "0x1", "01", "%2B1", "+1", "1+", "%201", "x", "NaN", "%D9%A3", "1,2", "99999999999999999999", "9223372036854775808",
		"-9223372036854775808", "null", "%00", "1%00", "true", "١",
	}
	game := "/v1/games/" + g.ID
	for param, paths := range map[string][]string{
		"limit":  {"/v1/games", "/v1/me/games", game + "/events", game + "/replay"},
		"after":  {game + "/events", game + "/replay"},
		"seq":    {game},
		"cursor": {"/v1/games", "/v1/me/games"},
		"status": {"/v1/games", "/v1/me/games"}, "ruleset": {"/v1/me/games"},
	} {
		for _, path := range paths {
			bad := func(query string) {
				t.Helper()
				c.get(path+"?"+query).refused(400, "malformed")
			}
			for _, v := range numbers {
				bad(param + "=" + v)
			}
			valid := map[string]string{"limit": "1", "after": "1", "seq": "1", "cursor": oneCursor, "status": "open", "ruleset": "penta"}[param]
			bad(param + "=" + valid + "&" + param + "=" + valid)
			bad(param)
			bad(param + "=" + valid + "&x=%zz")
			bad(param + "=" + valid + ";x=1")
			bad(param + "=" + valid + strings.Repeat("0", 7000))
			c.get(path + "?" + param + "=" + valid).is(200)
			c.get(path + "?" + strings.ToUpper(param) + "=-1&x=1&" + param + "=" + valid).is(200) // other parameters are not looked at
		}
	}
	for _, bad := range []string{
		"/v1/games?limit=0", "/v1/games?limit=201", "/v1/me/games?limit=0", "/v1/me/games?limit=201", game + "/events?limit=0", game + "/events?limit=501",
		game + "/replay?limit=0", game + "/replay?limit=201", game + "?seq=0", "/v1/games?status=playing", "/v1/games?status=OPEN", "/v1/me/games?status=Open",
		"/v1/me/games?status=open,playing", "/v1/me/games?ruleset=Penta", "/v1/me/games?ruleset=yatzy", "/v1/games?cursor=0", "/v1/games?cursor=A", "/v1/games?cursor=zz", "/v1/games?cursor=" + oneCursor[:15] + "x", "/v1/games?cursor=" + oneCursor + "=",
		"/v1/games?cursor=00", "/v1/games?cursor=1y2p0ij32e8e8", "/v1/games?cursor=zzzzzzzzzzzzz",
	} {
		c.get(bad).refused(400, "malformed")
	}
	for _, good := range []string{
		"/v1/games?limit=200", "/v1/me/games?limit=1", game + "/events?limit=500", game + "/replay?limit=200&after=0", game + "/events?after=9007199254740991",
		game + "/replay?after=9007199254740991", "/v1/games?cursor=" + oneCursor, "/v1/me/games?cursor=" + oneCursor, "/v1/games?status=open&limit=50",
	} {
		c.get(good).is(200)
	}
	want(t, "events after the end", string(c.get(game+"/events?after=99").is(200).body), `{"items":[]}`)
	want(t, "frames after the end", string(c.get(game+"/replay?after=2").is(200).body), `{"items":[]}`)
	for _, seq := range []string{"3", "9007199254740991"} {
		c.get(game+"?seq="+seq).refused(404, "notFound")
	}
}

// TestQueryIsNoBody: what a call is about stands in path and body, whatever the query says (G05).
func TestQueryIsNoBody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, g := w.two("penta", "server")
	game := "/v1/games/" + g.ID
	ada.move(g.ID, "rolls", nil)
	ada.post(game+"/entries?box=sixes", nil).refused(400, "malformed")
	a := ada.post(game+"/entries?seat=1&box=sixes&id="+newID()+"&gameId="+newID(), object{"box": "chance"}).is(201)
	entered := decode[changed](a).Events[0]
	want(t, "entry", []any{*entered.Seat, entered.Box}, []any{0, "chance"})
	ada.post(game+"/rolls?seat=1", nil).refused(409, "notYourTurn")
	bo.post(game+"/rolls?dice=6&dice=6&dice=6&dice=6&dice=6&held=0", nil).is(201)
	bo.post(game+"/rolls", object{"dice": []int{6, 6, 6, 6, 6}}).refused(422, "badDice")
	bo.post(game+"/rolls", object{"dice": []int{}}).refused(422, "badDice")
	for _, field := range []string{"gameId", "seat", "points", "bonus"} {
		bo.post(game+"/entries", object{"box": "ones", field: 1}).refused(400, "malformed")
	}
	w.nobody().post("/v1/tokens?refreshToken="+ada.refresh, nil).refused(400, "malformed")
	w.nobody().get("/v1/me?access_token="+ada.token).refused(401, "unauthenticated")
	ada.get("/v1/me?accountId=" + bo.id).is(200)
}
