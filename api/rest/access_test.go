package rest_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// tokenRoutes are all calls that need a token, with {id} for a game's id.
var tokenRoutes = []string{
	"DELETE /v1/tokens", "GET /v1/me", "PATCH /v1/me", "DELETE /v1/me", "GET /v1/me/games", "GET /v1/me/stats",
	"GET /v1/rulesets/penta/records", "POST /v1/games", "GET /v1/games",
	"GET /v1/games/{id}", "GET /v1/games/{id}/events", "GET /v1/games/{id}/replay", "GET /v1/games/{id}/fairness", "POST /v1/games/{id}/seats",
	"DELETE /v1/games/{id}/seats/me", "POST /v1/games/{id}/start", "POST /v1/games/{id}/rolls", "POST /v1/games/{id}/holds",
	"POST /v1/games/{id}/entries", "POST /v1/games/{id}/banks", "POST /v1/games/{id}/resignations",
	"POST /v1/games/{id}/rematch",
	"GET /v1/invites/AAAAAA", "POST /v1/games/{id}/invite-code", "POST /v1/games/{id}/watch-code", "DELETE /v1/games/{id}/watch-code",
	"POST /v1/watching", "DELETE /v1/games/{id}/watchers/me",
}

// route makes a call with a body of the right form.
func (c *client) route(route, id string, headers ...string) answer {
	c.t.Helper()
	method, path, _ := strings.Cut(route, " ")
	var body any
	switch {
	case strings.HasSuffix(route, "POST /v1/games"):
		body = object{"ruleset": "penta", "seats": seats("me")}
	case method == "PATCH":
		body = object{"name": "Mallory"}
	case strings.HasSuffix(path, "/watching"):
		body = object{"watchCode": "AAAAAAAA"}
	case strings.HasSuffix(path, "/holds"):
		body = object{"held": []int{}}
	case strings.HasSuffix(path, "/entries"):
		body = object{"box": "ones"}
	}
	return c.do(method, strings.Replace(path, "{id}", id, 1), body, headers...)
}

// TestAccess_Tokens: no call that needs a token is carried out without one that is valid.
func TestAccess_Tokens(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	g := ada.newGame("penta", "server", "me")
	expired := w.guest("Ida")
	w.clock.advance(16 * time.Minute)
	ada = ada.refreshed()
	out, deleted := w.guest("Out"), w.guest("Del")
	out.delete("/v1/tokens").is(204)
	deleted.delete("/v1/me").is(204)
	head, payload, _ := strings.Cut(ada.token, ".")
	payload, mac, _ := strings.Cut(payload, ".")

	unchanged := standstill(t, ada, g.ID)
	for _, authorization := range map[string]string{
		"none": "", "no token": "Bearer", "blank": "Bearer ", "garbage": "Bearer x", "dots": "Bearer ..", "another scheme": "Basic " + ada.token,
		"no scheme": ada.token, "refresh token": "Bearer " + ada.refresh, "id": "Bearer " + ada.id, "blanks": "Bearer  " + ada.token,
		"two tokens": "Bearer " + ada.token + ", Bearer " + ada.token, "trailing": "Bearer " + ada.token + " x", "no signature": "Bearer " + head + "." + payload + ".",
		"other payload": "Bearer " + head + "." + strings.ToLower(payload) + "." + mac, "cut": "Bearer " + ada.token[:len(ada.token)-1],
		"long": "Bearer " + strings.Repeat("x", 8000), "expired": "Bearer " + expired.token, "signed out": "Bearer " + out.token, "deleted": "Bearer " + deleted.token,
	} {
		for _, route := range tokenRoutes {
			w.nobody().route(route, g.ID, "Authorization", authorization).refused(401, "unauthenticated")
		}
		// Who needs no token is not asked for one.
		for _, path := range []string{"/v1/rulesets", "/v1/rulesets/tiotusen", "/healthz", "/readyz", "/openapi.json", "/.well-known/jwks.json"} {
			w.nobody().get(path, "Authorization", authorization).is(200)
		}
	}
	for _, route := range tokenRoutes { // two headers
		ada.route(route, g.ID, "Authorization", "Bearer "+ada.token, "Authorization", "Bearer "+ada.token).refused(401, "unauthenticated")
	}
	unchanged()
	w.nobody().get("/v1/me", "Authorization", "bearer "+ada.token).is(200) // schemes are the same in any case
	w.nobody().post("/v1/tokens", object{"refreshToken": out.refresh}).refused(401, "unauthenticated")
	w.nobody().post("/v1/tokens", object{"refreshToken": deleted.refresh}).refused(401, "unauthenticated")
	w.nobody().post("/v1/tokens", object{"refreshToken": expired.refresh}).is(200)
}

// TestAccess_Games: who may see and do what, at every call under a game.
func TestAccess_Games(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	// Ada is host and on turn, Bo is seated, Cy has given up. Hal is host without a seat.
	ada, bo, cy, hal, eve := w.guest("Ada"), w.guest("Bo"), w.guest("Cy"), w.guest("Hal"), w.guest("Eve")
	rex := w.registered("rex", "correct horse")

	running := func(visibility string) gameView {
		g := ada.create(object{"ruleset": "penta", "visibility": visibility, "seats": seats("me", "open", "open")})
		bo.join(g, nil)
		cy.join(g, nil)
		return cy.move(g.ID, "resignations", nil).Game
	}
	hosted := func(visibility string) gameView {
		g := hal.create(object{"ruleset": "penta", "visibility": visibility, "seats": seats("open", "open")})
		ada.join(g, nil)
		return bo.join(g, nil).Game
	}
	open := func(visibility string) gameView {
		g := ada.create(object{"ruleset": "penta", "visibility": visibility, "start": false, "seats": seats("me", "open", "open")})
		bo.join(g, nil)
		return ada.game(g.ID)
	}
	finished := func(visibility string) gameView {
		g := running(visibility)
		return bo.move(g.ID, "resignations", nil).Game
	}

	ok := func(*client) string { return "200" }
	all := func(answer string) func(*client) string { return func(*client) string { return answer } }
	by := func(answers map[*client]string) func(*client) string {
		return func(c *client) string {
			if a, special := answers[c]; special {
				return a
			}
			return answers[nil]
		}
	}
	reads := map[string]func(*client) string{"GET ": ok, "GET /events": ok, "GET /replay": ok, "GET /fairness": ok}
	for _, v := range []string{"private", "public"} {
		for _, table := range []struct {
			what  string
			game  gameView
			in    []*client
			calls map[string]func(*client) string
		}{
			{"running", running(v), []*client{ada, bo, cy}, map[string]func(*client) string{
				"POST /rematch":      by(map[*client]string{ada: "409 gameNotFinished", bo: "409 gameNotFinished", cy: "409 gameNotFinished", nil: "403 notSeated"}),
				"POST /seats":        all("409 gameNotOpen"),
				"POST /start":        by(map[*client]string{ada: "409 gameNotOpen", nil: "403 hostOnly"}),
				"POST /holds":        by(map[*client]string{ada: "422 mustRollFirst", bo: "409 notYourTurn", cy: "409 notYourTurn", nil: "403 notSeated"}),
				"POST /entries":      by(map[*client]string{ada: "422 mustRollFirst", bo: "409 notYourTurn", cy: "409 notYourTurn", nil: "403 notSeated"}),
				"POST /banks":        by(map[*client]string{ada: "422 wrongRuleset", bo: "409 notYourTurn", cy: "409 notYourTurn", nil: "403 notSeated"}),
				"POST /rolls":        by(map[*client]string{ada: "skip", bo: "409 notYourTurn", cy: "409 notYourTurn", nil: "403 notSeated"}),
				"DELETE /seats/me":   by(map[*client]string{ada: "skip", bo: "skip", cy: "409 gameNotPlaying", nil: "403 notSeated"}),
				"POST /resignations": by(map[*client]string{ada: "skip", bo: "skip", cy: "409 gameNotPlaying", nil: "403 notSeated"}),
			}},
			{"hosted", hosted(v), []*client{hal, ada, bo}, map[string]func(*client) string{
				"POST /rematch":      by(map[*client]string{hal: "409 gameNotFinished", ada: "409 gameNotFinished", bo: "409 gameNotFinished", nil: "403 notSeated"}),
				"POST /seats":        all("409 gameNotOpen"),
				"POST /start":        by(map[*client]string{hal: "409 gameNotOpen", nil: "403 hostOnly"}),
				"POST /holds":        by(map[*client]string{ada: "422 mustRollFirst", bo: "409 notYourTurn", nil: "403 notSeated"}),
				"POST /entries":      by(map[*client]string{ada: "422 mustRollFirst", bo: "409 notYourTurn", nil: "403 notSeated"}),
				"POST /banks":        by(map[*client]string{ada: "422 wrongRuleset", bo: "409 notYourTurn", nil: "403 notSeated"}),
				"POST /rolls":        by(map[*client]string{ada: "skip", bo: "409 notYourTurn", nil: "403 notSeated"}),
				"DELETE /seats/me":   by(map[*client]string{ada: "skip", bo: "skip", nil: "403 notSeated"}),
				"POST /resignations": by(map[*client]string{ada: "skip", bo: "skip", nil: "403 notSeated"}),
			}},
			{"open", open(v), []*client{ada, bo}, map[string]func(*client) string{
				"POST /rematch":      by(map[*client]string{ada: "409 gameNotFinished", bo: "409 gameNotFinished", nil: "403 notSeated"}),
				"POST /start":        by(map[*client]string{ada: "skip", nil: "403 hostOnly"}),
				"POST /holds":        by(map[*client]string{ada: "409 gameNotPlaying", bo: "409 gameNotPlaying", nil: "403 notSeated"}),
				"POST /entries":      by(map[*client]string{ada: "409 gameNotPlaying", bo: "409 gameNotPlaying", nil: "403 notSeated"}),
				"POST /banks":        by(map[*client]string{ada: "409 gameNotPlaying", bo: "409 gameNotPlaying", nil: "403 notSeated"}),
				"POST /rolls":        by(map[*client]string{ada: "409 gameNotPlaying", bo: "409 gameNotPlaying", nil: "403 notSeated"}),
				"POST /resignations": by(map[*client]string{ada: "409 gameNotPlaying", bo: "409 gameNotPlaying", nil: "403 notSeated"}),
				"DELETE /seats/me":   by(map[*client]string{ada: "skip", bo: "skip", nil: "403 notSeated"}),
				"POST /seats":        by(map[*client]string{ada: "409 alreadySeated", bo: "409 alreadySeated", nil: "skip"}),
			}},
			{"finished", finished(v), []*client{ada, bo, cy}, map[string]func(*client) string{
				"POST /rematch":      by(map[*client]string{ada: "skip", bo: "skip", cy: "skip", nil: "403 notSeated"}),
				"POST /seats":        all("409 gameNotOpen"),
				"POST /start":        by(map[*client]string{ada: "409 gameNotOpen", nil: "403 hostOnly"}),
				"POST /holds":        by(map[*client]string{ada: "409 gameNotPlaying", bo: "409 gameNotPlaying", cy: "409 gameNotPlaying", nil: "403 notSeated"}),
				"POST /entries":      by(map[*client]string{ada: "409 gameNotPlaying", bo: "409 gameNotPlaying", cy: "409 gameNotPlaying", nil: "403 notSeated"}),
				"POST /banks":        by(map[*client]string{ada: "409 gameNotPlaying", bo: "409 gameNotPlaying", cy: "409 gameNotPlaying", nil: "403 notSeated"}),
				"POST /rolls":        by(map[*client]string{ada: "409 gameNotPlaying", bo: "409 gameNotPlaying", cy: "409 gameNotPlaying", nil: "403 notSeated"}),
				"POST /resignations": by(map[*client]string{ada: "409 gameNotPlaying", bo: "409 gameNotPlaying", cy: "409 gameNotPlaying", nil: "403 notSeated"}),
				"DELETE /seats/me":   by(map[*client]string{ada: "409 gameNotOpen", bo: "409 gameNotOpen", cy: "409 gameNotOpen", nil: "403 notSeated"}),
			}},
		} {
			for _, calls := range []map[string]func(*client) string{table.calls, reads} {
				for route, expected := range calls {
					for _, c := range []*client{ada, bo, cy, hal, eve, rex} {
						wanted := expected(c)
						if v == "private" && !slices.Contains(table.in, c) {
							wanted = "404 notFound"
						}
						if wanted == "skip" {
							continue
						}
						method, below, _ := strings.Cut(route, " ")
						a := c.route(method+" /v1/games/{id}"+below, table.game.ID)
						if got := statusAndCode(a); got != wanted {
							t.Errorf("%s %s: %s by %s: got %s, want %s", v, table.what, route, c.name, got, wanted)
						}
					}
				}
			}
		}
	}
}

// statusAndCode is an answer in short.
func statusAndCode(a answer) string {
	return strings.TrimSpace(strconv.Itoa(a.status) + " " + a.problem().Code)
}

// TestAccess_Absent: a game that is not there is as one that the caller may not know of, to the letter.
func TestAccess_Absent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, eve := w.guest("Ada"), w.guest("Eve")
	hidden := ada.newGame("penta", "server", "me", "open")
	for _, route := range tokenRoutes {
		if !strings.Contains(route, "{id}") {
			continue
		}
		a, b := eve.route(route, hidden.ID), eve.route(route, newID())
		a.refused(404, "notFound")
		want(t, route, string(a.body), string(b.body))
	}
}

// TestInviteCode: it opens a private table, and is shown to those only who sit at it, as long as it is open.
func TestInviteCode(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	hal, bo, cy, eve := w.guest("Hal"), w.guest("Bo"), w.guest("Cy"), w.guest("Eve")
	g := hal.create(object{"ruleset": "penta", "seats": seats("open", "open", "open")})
	if len(g.InviteCode) != 6 {
		t.Fatalf("invite code %q of an unseated host", g.InviteCode)
	}
	path := "/v1/games/" + g.ID + "/seats"
	for _, code := range []string{"", "AAAAAA", g.InviteCode + "X", g.InviteCode[:5], " " + g.InviteCode, strings.Repeat(g.InviteCode, 1000)} {
		eve.post(path, object{"inviteCode": code}).refused(404, "notFound")
	}
	eve.post(path, nil).refused(404, "notFound")

	joined := bo.join(g, nil)
	want(t, "code for who has joined", joined.Game.InviteCode, g.InviteCode)
	want(t, "code for who is seated", bo.game(g.ID).InviteCode, g.InviteCode)
	want(t, "code for the host", hal.game(g.ID).InviteCode, g.InviteCode)
	for _, c := range []*client{bo, hal} {
		if list := c.get("/v1/me/games").is(200); strings.Contains(string(list.body), g.InviteCode) {
			t.Errorf("a list shows the code: %s", list.body)
		}
	}
	left := decode[changed](bo.delete("/v1/games/" + g.ID + "/seats/me").is(200))
	want(t, "code for who has left", left.Game.InviteCode, "")
	bo.get("/v1/games/"+g.ID).refused(404, "notFound")

	bo.join(g, nil)
	cy.move(g.ID, "seats", object{"inviteCode": strings.ToLower(g.InviteCode)})
	hal.move(g.ID, "start", nil)
	for _, c := range []*client{hal, bo, cy} {
		want(t, "code of a running game", c.game(g.ID).InviteCode, "")
		want(t, "code of an earlier state", decode[gameView](c.get("/v1/games/"+g.ID+"?seq=1").is(200)).InviteCode, "")
	}
	eve.post(path, object{"inviteCode": g.InviteCode}).refused(404, "notFound")

	public := hal.create(object{"ruleset": "penta", "visibility": "public", "seats": seats("me", "open")})
	want(t, "code of a public table", public.InviteCode, "")
	if a := hal.get("/v1/games/" + public.ID); strings.Contains(string(a.body), "inviteCode") {
		t.Errorf("a public table has a code: %s", a.body)
	}
	bo.post("/v1/games/"+public.ID+"/seats", object{"inviteCode": "AAAAAA"}).is(201) // which is not needed, and not looked at
}
