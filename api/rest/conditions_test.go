package rest_test

import (
	"strings"
	"testing"
)

// TestIfMatch: a move is made only on a state that the caller has seen.
func TestIfMatch(t *testing.T) {
	t.Parallel()
	for name, build := range legalCalls() {
		if name == "create" {
			continue // there is no state yet
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			l := build(w)
			head, zeros := `"`+l.game.Head+`"`, `"`+strings.Repeat("0", 64)+`"`
			unchanged := standstill(t, l.by, l.game.ID)
			for _, stale := range []string{zeros, `""`, `"x"`, "W/" + head, zeros + ", " + zeros, `"` + strings.ToUpper(l.game.Head) + `x"`} {
				l.by.post(l.url(), l.body, "If-Match", stale).refused(412, "staleState")
			}
			for _, malformed := range []string{l.game.Head, `"`, `"x`, `x"`, `"x""y"`, `"x" "y"`, "w/" + head, "*, " + head, head + ", *", "W/", ","} {
				l.by.post(l.url(), l.body, "If-Match", malformed).refused(400, "malformed")
			}
			unchanged()
			id := newID()
			body := l.with(object{"id": id})
			l.by.post(l.url(), body, "If-Match", zeros, "If-Match", " "+zeros+" ,, "+head+", ").is(201)
			// A repeat is known before the state is looked at.
			l.by.post(l.url(), body, "If-Match", head).is(200)
			l.by.post(l.url(), body, "If-Match", zeros).is(200)
		})
	}
}

// TestIfMatch_Any: "*" is any state.
func TestIfMatch_Any(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, _, g := w.two("penta", "server")
	ada.post("/v1/games/"+g.ID+"/rolls", nil, "If-Match", "*").is(201)
	ada.post("/v1/games/"+g.ID+"/rolls", nil, "If-Match", " * ").is(201)
}

// TestIfMatch_Leave: leaving looks at it too.
func TestIfMatch_Leave(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, bo, g := w.two("penta", "server")
	path := "/v1/games/" + g.ID + "/seats/me"
	bo.delete(path, "If-Match", `"`+strings.Repeat("0", 64)+`"`).refused(412, "staleState")
	bo.delete(path, "If-Match", g.Head).refused(400, "malformed")
	bo.delete(path, "If-Match", `"`+g.Head+`"`).is(200)
}

// TestIfNoneMatch_name: a name is no event, and yet a replay with the old one is not what the caller has.
func TestIfNoneMatch_name(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, _, g := w.two("penta", "server")
	for _, path := range []string{"/v1/games/" + g.ID, "/v1/games/" + g.ID + "/replay"} {
		before := ada.get(path).is(200).header.Get("ETag")
		ada.get(path, "If-None-Match", before).is(304)
		name := "Ada of " + path[len(path)-6:]
		ada.do("PATCH", "/v1/me", object{"name": name}).is(200)
		if body := string(ada.get(path, "If-None-Match", before).is(200).body); !strings.Contains(body, name) {
			t.Errorf("%s: not %q: %s", path, name, body)
		}
	}
}

// TestIfNoneMatch: no read answers again what the caller has already.
func TestIfNoneMatch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, _, g := w.two("penta", "server")
	g = ada.move(g.ID, "rolls", nil).Game
	game := "/v1/games/" + g.ID
	table := ada.create(object{"ruleset": "penta", "seats": seats("me", "open")})
	of := map[string]string{
		"/v1/invites/" + table.InviteCode: "",
		game:                              g.Head, game + "/events": g.Head, game + "/events?after=1&limit=1": g.Head, game + "/replay": g.Head,
		game + "/replay?after=99": g.Head, game + "/fairness": g.Head, game + "?seq=1": "", game + "?seq=4": g.Head,
		"/v1/me": "", "/v1/me/games": "", "/v1/games": "", "/v1/rulesets": "", "/v1/rulesets/bonanza": "",
		"/openapi.json": "", "/openapi.yaml": "", "/.well-known/jwks.json": "",
	}
	for path, head := range of {
		first := ada.get(path).is(200)
		tag := first.header.Get("ETag")
		if tag == "" || head != "" && tag != `"`+head+`"` {
			t.Errorf("%s: ETag %s, head %s", path, tag, head)
		}
		for _, had := range []string{tag, "W/" + tag, "*", `"x", ` + tag, `"x",W/` + tag + " ,", " " + tag + " "} {
			a := ada.get(path, "If-None-Match", had).is(304)
			if len(a.body) != 0 || a.header.Get("ETag") != tag || a.header.Get("Content-Type") != "" || a.header.Get("Vary") == "" {
				t.Errorf("%s: %v %q", a.call, a.header, a.body)
			}
		}
		for _, other := range []string{`"x"`, `""`, `"` + strings.ToUpper(strings.Trim(tag, `"`)) + `.", "y"`} {
			want(t, "answer of "+path, string(ada.get(path, "If-None-Match", other).is(200).body), string(first.body))
		}
		for _, malformed := range []string{"x", strings.Trim(tag, `"`), `"`, tag + tag, "*," + tag, "W/"} {
			ada.get(path, "If-None-Match", malformed).refused(400, "malformed")
		}
	}
	ada.move(g.ID, "rolls", nil)
	for _, path := range []string{game, game + "/events", game + "/replay", game + "/fairness"} {
		ada.get(path, "If-None-Match", `"`+g.Head+`"`).is(200)
	}
}

// TestIfNoneMatch_Lists: a list has another tag as soon as it shows something else.
func TestIfNoneMatch_Lists(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	tags := map[string]string{}
	fresh := func(what string, paths ...string) {
		t.Helper()
		for _, path := range paths {
			now := ada.get(path, "If-None-Match", `"x"`).is(200).header.Get("ETag")
			if now == tags[path] {
				t.Errorf("%s: %s has the tag of before", what, path)
			}
			tags[path] = now
		}
	}
	fresh("at first", "/v1/me", "/v1/me/games", "/v1/games")
	g := ada.create(object{"ruleset": "penta", "visibility": "public", "seats": seats("me", "open")})
	fresh("made", "/v1/me/games", "/v1/games")
	ada.do("PATCH", "/v1/me", object{"name": "Ada L"}).is(200)
	fresh("renamed", "/v1/me", "/v1/me/games", "/v1/games")
	w.guest("Bo").join(g, nil)
	fresh("joined", "/v1/me/games", "/v1/games")
	ada.move(g.ID, "rolls", nil)
	fresh("moved", "/v1/me/games")
}
