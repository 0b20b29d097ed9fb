package rest_test

import (
	"strings"
	"testing"
)

// The faults of one entry, in the order in which they are looked at.
const (
	faultBody = 1 << iota
	faultHeader
	faultToken
	faultHidden
	faultSeat
	faultID
	faultStale
	faultGame
	faultTurn
	faultRule
	allFaults = 1<<iota - 1
)

// TestOrder makes an entry with every combination of faults: the first one is what it is refused for.
func TestOrder(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, eve := w.guest("Ada"), w.guest("Bo"), w.guest("Eve")
	used := newID()
	// One game for each state that matters, in which the id was used before.
	type state struct{ hidden, over, turn, fresh bool }
	games := map[state]gameView{}
	game := func(s state) gameView {
		if g, made := games[s]; made {
			return g
		}
		visibility := map[bool]string{true: "private", false: "public"}[s.hidden]
		g := ada.create(object{"ruleset": "penta", "visibility": visibility, "seats": seats("me", "open")})
		g = bo.join(g, nil).Game
		ada.move(g.ID, "rolls", object{"id": used})
		g = ada.move(g.ID, "entries", object{"box": "ones"}).Game
		if !s.turn { // round to Ada
			bo.move(g.ID, "rolls", nil)
			g = bo.move(g.ID, "entries", object{"box": "ones"}).Game
		}
		if !s.fresh {
			g = map[bool]*client{true: bo, false: ada}[s.turn].move(g.ID, "rolls", nil).Game
		}
		if s.over {
			g = bo.move(g.ID, "resignations", nil).Game
		}
		games[s] = g
		return g
	}
	for faults := 1; faults <= allFaults; faults++ {
		has := func(fault int) bool { return faults&fault != 0 }
		g := game(state{hidden: has(faultHidden), over: has(faultGame), turn: has(faultTurn), fresh: has(faultRule)})
		by, body, headers := ada, object{"box": "chance", "id": newID()}, []string{}
		if has(faultHidden) || has(faultSeat) {
			by = eve
		}
		if has(faultToken) {
			by = w.nobody()
		}
		if has(faultBody) {
			body["seat"] = 0
		}
		if has(faultID) {
			body["id"] = used
		}
		if has(faultStale) {
			headers = append(headers, "If-Match", `"`+strings.Repeat("0", 64)+`"`)
		}
		if has(faultHeader) {
			headers = append(headers, "If-Match", "x")
		}
		answers := []struct {
			fault, status int
			code          string
		}{
			{faultBody, 400, "malformed"},
			{faultHeader, 400, "malformed"},
			{faultToken, 401, "unauthenticated"},
			{faultHidden, 404, "notFound"},
			{faultSeat, 403, "notSeated"},
			{faultID, 409, "idInUse"},
			{faultStale, 412, "staleState"},
			{faultGame, 409, "gameNotPlaying"},
			{faultTurn, 409, "notYourTurn"},
			{faultRule, 422, "mustRollFirst"},
		}
		for _, a := range answers {
			if has(a.fault) {
				by.post("/v1/games/"+g.ID+"/entries", body, headers...).refused(a.status, a.code)
				break
			}
		}
	}
	for _, g := range games {
		want(t, "head after all refusals", ada.game(g.ID).Head, g.Head)
	}
}

// TestOrder_Calls has pairs of faults of the other calls.
func TestOrder_Calls(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, eve, nobody := w.guest("Ada"), w.guest("Bo"), w.guest("Eve"), w.nobody()
	used, absent, stale := newID(), newID(), `"`+strings.Repeat("0", 64)+`"`
	open := ada.create(object{"id": used, "ruleset": "bonanza", "visibility": "public", "start": false, "seats": seats("me", "open", "open")})
	full := ada.create(object{"ruleset": "penta", "visibility": "public", "start": false, "seats": seats("me", "guest")})
	hidden := ada.create(object{"ruleset": "penta", "seats": seats("me", "open")})
	running := ada.create(object{"ruleset": "penta", "visibility": "public", "seats": seats("me", "guest")})
	dice := ada.create(object{"ruleset": "tiotusen", "dice": "client", "visibility": "public", "start": false, "seats": seats("me", "open")})
	bo.join(open, nil)

	bad := object{"ruleset": "penta", "seats": seats("me", "me")} // badOptions
	big := strings.Repeat(" ", 70<<10)
	for _, c := range []struct {
		what    string
		by      *client
		method  string
		path    string
		body    any
		headers []string
		status  int
		code    string
	}{
		{"create: malformed, no token", nobody, "POST", "/v1/games", object{"ruleset": "x"}, nil, 400, "malformed"},
		{"create: too large, no token", nobody, "POST", "/v1/games", big, nil, 413, "tooLarge"},
		{"create: no JSON, no token", nobody, "POST", "/v1/games", "a=b", []string{"Content-Type", "application/x-www-form-urlencoded"}, 415, "unsupportedMediaType"},
		{"create: no token, options", nobody, "POST", "/v1/games", bad, nil, 401, "unauthenticated"},
		{"create: id in use, options", eve, "POST", "/v1/games", object{"id": used, "ruleset": "penta", "seats": seats("me", "me")}, nil, 409, "idInUse"},
		{"create: name and options", eve, "POST", "/v1/games", object{"ruleset": "tiotusen", "seats": []object{{"kind": "guest", "name": " "}}}, nil, 422, "badName"},
		{"game: seq, no token", nobody, "GET", "/v1/games/" + absent + "?seq=0", nil, nil, 400, "malformed"},
		{"game: id, no token", nobody, "GET", "/v1/games/x", nil, nil, 400, "malformed"},
		{"game: condition, no token", nobody, "GET", "/v1/games/" + absent, nil, []string{"If-None-Match", "x"}, 400, "malformed"},
		{"game: condition, absent", eve, "GET", "/v1/games/" + absent, nil, []string{"If-None-Match", "x"}, 400, "malformed"},
		{"game: no token, absent", nobody, "GET", "/v1/games/" + absent, nil, nil, 401, "unauthenticated"},
		{"game: hidden, not modified", eve, "GET", "/v1/games/" + hidden.ID, nil, []string{"If-None-Match", "*"}, 404, "notFound"},
		{"game: hidden, seq beyond the end", eve, "GET", "/v1/games/" + hidden.ID + "?seq=999", nil, nil, 404, "notFound"},
		{"events: limit, no token", nobody, "GET", "/v1/games/" + absent + "/events?limit=0", nil, nil, 400, "malformed"},
		{"replay: after, absent", eve, "GET", "/v1/games/" + absent + "/replay?after=-1", nil, nil, 400, "malformed"},
		{"fairness: hidden, no server dice", nobody, "GET", "/v1/games/" + dice.ID + "/fairness", nil, nil, 401, "unauthenticated"},
		{"lobby: cursor, no token", nobody, "GET", "/v1/games?cursor=.", nil, nil, 400, "malformed"},
		{"lobby: condition, no token", nobody, "GET", "/v1/games", nil, []string{"If-None-Match", "x"}, 400, "malformed"},
		{"my games: status, no token", nobody, "GET", "/v1/me/games?status=x", nil, nil, 400, "malformed"},
		{"me: condition, no token", nobody, "GET", "/v1/me", nil, []string{"If-None-Match", "x"}, 400, "malformed"},
		{"ruleset: condition, absent", nobody, "GET", "/v1/rulesets/x", nil, []string{"If-None-Match", "x"}, 400, "malformed"},
		{"change me: malformed, no token", nobody, "PATCH", "/v1/me", object{"x": 1}, nil, 400, "malformed"},
		{"change me: short password, no token", nobody, "PATCH", "/v1/me", object{"password": "short"}, nil, 400, "malformed"},
		{"change me: old password alone, no token", nobody, "PATCH", "/v1/me", object{"oldPassword": "x"}, nil, 400, "malformed"},
		{"change me: short password and name", eve, "PATCH", "/v1/me", object{"username": " ", "name": " ", "password": "short"}, nil, 400, "malformed"},
		{"change me: no token, name", nobody, "PATCH", "/v1/me", object{"name": " "}, nil, 401, "unauthenticated"},
		{"account: short password and name", nobody, "POST", "/v1/accounts", object{"name": " ", "username": "x", "password": "short"}, nil, 400, "malformed"},
		{"account: no username and name", nobody, "POST", "/v1/accounts", object{"name": " ", "password": "long enough"}, nil, 400, "malformed"},
		{"join: seed malformed, hidden", eve, "POST", "/v1/games/" + hidden.ID + "/seats", object{"clientSeed": "å"}, nil, 400, "malformed"},
		{"join: hidden, stale", eve, "POST", "/v1/games/" + hidden.ID + "/seats", nil, []string{"If-Match", stale}, 404, "notFound"},
		{"join: wrong code, id in use", eve, "POST", "/v1/games/" + hidden.ID + "/seats", object{"inviteCode": "AAAAAA", "id": hidden.ID}, nil, 404, "notFound"},
		{"join: id in use, seated", bo, "POST", "/v1/games/" + open.ID + "/seats", object{"id": open.ID}, nil, 409, "idInUse"},
		{"join: stale, seated", bo, "POST", "/v1/games/" + open.ID + "/seats", nil, []string{"If-Match", stale}, 412, "staleState"},
		{"join: seated, full", ada, "POST", "/v1/games/" + full.ID + "/seats", nil, nil, 409, "alreadySeated"},
		{"join: not open, seated", ada, "POST", "/v1/games/" + running.ID + "/seats", nil, nil, 409, "gameNotOpen"},
		{"join: full, seed for client dice", eve, "POST", "/v1/games/" + full.ID + "/seats", object{"clientSeed": "x"}, nil, 409, "seatsFull"},
		{"join: seed for client dice", eve, "POST", "/v1/games/" + dice.ID + "/seats", object{"clientSeed": "x"}, nil, 422, "badOptions"},
		{"upload: id, no token", nobody, "PUT", "/v1/games/x/log", object{}, nil, 400, "malformed"},
		{"upload: no token, malformed", nobody, "PUT", "/v1/games/" + absent + "/log", object{}, nil, 401, "unauthenticated"},
		{"upload: no token, too large", nobody, "PUT", "/v1/games/" + absent + "/log", strings.Repeat(" ", 1<<20+1), nil, 401, "unauthenticated"},
		{"upload: too many, malformed", eve, "PUT", "/v1/games/" + absent + "/log", object{"events": make([]int, 5001)}, nil, 413, "tooLarge"},
		{"start: no host, id in use", bo, "POST", "/v1/games/" + open.ID + "/start", object{"id": open.ID}, nil, 403, "hostOnly"},
		{"start: no host, not open", eve, "POST", "/v1/games/" + running.ID + "/start", nil, nil, 403, "hostOnly"},
		{"start: hidden, no host", eve, "POST", "/v1/games/" + hidden.ID + "/start", nil, nil, 404, "notFound"},
		{"start: stale, not open", ada, "POST", "/v1/games/" + running.ID + "/start", nil, []string{"If-Match", stale}, 412, "staleState"},
		{"start: not open, seed", ada, "POST", "/v1/games/" + running.ID + "/start", object{"clientSeed": "x"}, nil, 409, "gameNotOpen"},
		{"start: too few, seed for client dice", ada, "POST", "/v1/games/" + dice.ID + "/start", object{"clientSeed": "x"}, nil, 422, "badOptions"},
		{"invited: condition, no token", nobody, "GET", "/v1/invites/AAAAAA", nil, []string{"If-None-Match", "x"}, 400, "malformed"},
		{"renew invite: id, no token", nobody, "POST", "/v1/games/x/invite-code", nil, nil, 400, "malformed"},
		{"renew invite: no host, public", eve, "POST", "/v1/games/" + open.ID + "/invite-code", nil, nil, 403, "hostOnly"},
		{"renew invite: public, running", ada, "POST", "/v1/games/" + running.ID + "/invite-code", nil, nil, 409, "notPrivate"},
		{"watch code: id, no token", nobody, "POST", "/v1/games/x/watch-code", nil, nil, 400, "malformed"},
		{"watch code: no host, public", bo, "POST", "/v1/games/" + open.ID + "/watch-code", nil, nil, 403, "hostOnly"},
		{"no watch code: id, no token", nobody, "DELETE", "/v1/games/x/watch-code", nil, nil, 400, "malformed"},
		{"no watch code: hidden, no host", eve, "DELETE", "/v1/games/" + hidden.ID + "/watch-code", nil, nil, 404, "notFound"},
		{"watch: no code, no token", nobody, "POST", "/v1/watching", object{}, nil, 400, "malformed"},
		{"watch: no token, wrong code", nobody, "POST", "/v1/watching", object{"watchCode": "x"}, nil, 401, "unauthenticated"},
		{"leave off: id, no token", nobody, "DELETE", "/v1/games/x/watchers/me", nil, nil, 400, "malformed"},
		{"leave: condition, no token", nobody, "DELETE", "/v1/games/" + open.ID + "/seats/me", nil, []string{"If-Match", "x"}, 400, "malformed"},
		{"leave: no seat, stale", eve, "DELETE", "/v1/games/" + open.ID + "/seats/me", nil, []string{"If-Match", stale}, 403, "notSeated"},
		{"leave: stale, running", ada, "DELETE", "/v1/games/" + running.ID + "/seats/me", nil, []string{"If-Match", stale}, 412, "staleState"},
		{"resign: seat out of range, no token", nobody, "POST", "/v1/games/" + open.ID + "/resignations", object{"seat": 8}, nil, 400, "malformed"},
		{"resign: seat of another, not playing", bo, "POST", "/v1/games/" + open.ID + "/resignations", object{"seat": 0}, nil, 403, "notSeated"},
		{"resign: no such seat, id in use", ada, "POST", "/v1/games/" + running.ID + "/resignations", object{"seat": 7, "id": running.ID}, nil, 403, "notSeated"},
		{"roll: not playing, dice in a game with server dice", ada, "POST", "/v1/games/" + open.ID + "/rolls", object{"dice": []int{0}}, nil, 409, "gameNotPlaying"},
		{"roll: hold before dice", ada, "POST", "/v1/games/" + running.ID + "/rolls", object{"dice": []int{0}, "held": []int{9}}, nil, 422, "badHold"},
		{"bank: another ruleset, nothing rolled", ada, "POST", "/v1/games/" + running.ID + "/banks", object{"held": []int{9}}, nil, 422, "wrongRuleset"},
	} {
		c.by.in(t).do(c.method, c.path, c.body, c.headers...).refused(c.status, c.code)
		if t.Failed() {
			t.Fatal(c.what)
		}
	}
}
