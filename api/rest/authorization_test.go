package rest_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kast/domain/game"
	"kast/openapi"
	"kast/openapi/conform"
)

// scene is an object of the API with all who may want something of it.
type scene struct {
	game    gameView
	invite  string // code of the table
	watch   string // code to watch by
	callers map[string]*client
}

// company are accounts, made once.
type company struct {
	w                                  *world
	ada, bo, cy, hal, eve, vic, una, l *client
	rex                                *client // the one with a username; the others are guests
}

func newCompany(w *world) company {
	return company{
		w: w, ada: w.guest("Ada"), bo: w.guest("Bo"), cy: w.guest("Cy"), hal: w.guest("Hal"), eve: w.guest("Eve"), vic: w.guest("Vic"),
		una: w.guest("Una"), l: w.guest("Lee"), rex: w.registered("Rex", "correct horse"),
	}
}

// table makes a game to which everybody has come in another way: Hal is host without a seat, Ada is on turn, Bo is seated, Cy has given
// up, Lee was seated and left, Vic watches by a code, and Una did until the code was renewed. Rex and Eve have nothing to do with
// it; Eve is a guest.
func (p company) table(visibility, status string, options object) scene {
	open := []string{"open", "open", "open"}
	body := object{"ruleset": "penta", "visibility": visibility, "start": false, "seats": seats(open...)}
	if options != nil {
		body["options"] = options
	}
	g := p.hal.create(body)
	s := scene{game: g, invite: g.InviteCode, callers: map[string]*client{
		"stranger": p.rex, "guest": p.eve, "left": p.l, "seated": p.bo, "onTurn": p.ada, "resigned": p.cy, "host": p.hal,
	}}
	if visibility == "private" {
		p.una.watch(decode[gameView](p.hal.post("/v1/games/"+g.ID+"/watch-code", nil).is(200)).WatchCode)
		s.watch = decode[gameView](p.hal.post("/v1/games/"+g.ID+"/watch-code", nil).is(200)).WatchCode
		p.vic.watch(s.watch)
		s.callers["watcher"], s.callers["unwatched"] = p.vic, p.una
	}
	p.l.join(g, nil)
	p.l.delete("/v1/games/" + g.ID + "/seats/me").is(200)
	p.ada.join(g, nil)
	p.bo.join(g, nil)
	if status == "open" {
		delete(s.callers, "resigned") // whoever leaves an open table has left
		s.callers["seated too"] = p.ada
		delete(s.callers, "onTurn")
		return s
	}
	p.cy.join(g, nil)
	p.hal.move(g.ID, "start", nil)
	p.cy.move(g.ID, "resignations", nil)
	if status == "finished" {
		p.bo.move(g.ID, "resignations", nil)
	}
	s.game = p.hal.game(g.ID)
	want(p.w.t, "status", s.game.Status, status)
	return s
}

// solo makes a private game with nobody but its host, who also moves a guest seat.
func (p company) solo(dice, status string) scene {
	g := p.ada.create(object{"ruleset": "penta", "dice": dice, "seats": seats("me", "guest")})
	if status == "finished" {
		p.ada.move(g.ID, "resignations", object{"seat": 1})
		g = p.ada.game(g.ID)
	}
	return scene{game: g, callers: map[string]*client{"stranger": p.rex, "guest": p.eve, "host": p.ada}}
}

// rematch makes a table at which seats are kept for Bo and Cy. Bo has not answered, and Cy has declined.
func (p company) rematch() scene {
	g := p.w.played(p.ada, object{"ruleset": "penta", "seats": seats("me", "open", "open")}, p.bo, p.cy)
	g = p.ada.rematch(g, nil).Game
	p.cy.decline(g)
	return scene{game: p.ada.game(g.ID), invite: g.InviteCode, callers: map[string]*client{
		"stranger": p.rex, "guest": p.eve, "kept": p.bo, "declined": p.cy, "host": p.ada,
	}}
}

// person is no game at all: what accounts do with themselves and what everybody may see.
func (p company) person() scene {
	return scene{callers: map[string]*client{
		"guest": p.w.guest("Gus"), "registered": p.w.registered("Reg"+strconv.FormatInt(time.Now().UnixNano(), 36), "correct horse"),
	}}
}

// scenes are the objects of the table, by name.
func (p company) scenes() map[string]func() scene {
	quiet := object{"advice": false}
	return map[string]func() scene{
		"person":                   p.person,
		"private open":             func() scene { return p.table("private", "open", nil) },
		"private playing":          func() scene { return p.table("private", "playing", nil) },
		"private without advice":   func() scene { return p.table("private", "playing", quiet) },
		"private finished":         func() scene { return p.table("private", "finished", nil) },
		"public open":              func() scene { return p.table("public", "open", nil) },
		"public playing":           func() scene { return p.table("public", "playing", nil) },
		"public finished":          func() scene { return p.table("public", "finished", nil) },
		"solo playing":             func() scene { return p.solo("server", "playing") },
		"solo client dice playing": func() scene { return p.solo("client", "playing") },
		"rematch open":             p.rematch,
		"no game": func() scene {
			return scene{game: gameView{ID: newID()}, callers: map[string]*client{"stranger": p.rex, "guest": p.eve}}
		},
	}
}

// strangersTokens are what somebody may send who is nobody, any more or yet.
func strangersTokens(w *world) map[string]string {
	elsewhere := newWorld(w.t).guest("Ada") // whose server has other keys
	expired, out, deleted, good := w.guest("Exp"), w.guest("Out"), w.guest("Del"), w.guest("Good")
	w.clock.advance(16 * time.Minute)
	out, deleted, good = out.refreshed(), deleted.refreshed(), good.refreshed()
	out.delete("/v1/tokens").is(204)
	deleted.delete("/v1/me").is(204)
	_, signed, _ := strings.Cut(good.token, ".")
	payload, _, _ := strings.Cut(signed, ".")
	return map[string]string{
		"no token": "", "malformed": "Bearer x.y.z", "expired": "Bearer " + expired.token, "another server's": "Bearer " + elsewhere.token,
		"unsigned": "Bearer eyJhbGciOiJub25lIn0." + payload + ".", "signed out": "Bearer " + out.token, "deleted account": "Bearer " + deleted.token,
		"refresh token": "Bearer " + good.refresh, "in the query": "?access_token=" + good.token,
	}
}

// cell makes one call of the table, from an address of its own, and gives status and code. Of a stream it reads the head.
func (p company) cell(route string, s scene, authorization string) (answer, string) {
	p.w.t.Helper()
	method, path, _ := strings.Cut(strings.TrimSuffix(route, " +code"), " ")
	code := s.invite
	if code == "" {
		code = "AAAAAA"
	}
	if route == "GET /v1/me/games" || route == "GET /v1/me/changes" {
		path += "?limit=200"
	}
	path = strings.NewReplacer("{id}", s.game.ID, "{code}", code, "{ruleset}", "penta").Replace(path)
	if query, inQuery := strings.CutPrefix(authorization, "?"); inQuery {
		path, authorization = path+map[bool]string{true: "&", false: "?"}[strings.Contains(path, "?")]+query, ""
	}
	var body any
	switch method {
	case http.MethodPost, http.MethodPut, http.MethodPatch:
		body = p.body(route, s)
	}
	sent := bodyBytes(body)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r := httptest.NewRequestWithContext(ctx, method, p.w.server.URL+path, bytes.NewReader(sent))
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	} else {
		r.Body, r.ContentLength = http.NoBody, 0
	}
	if authorization != "" {
		r.Header.Set("Authorization", authorization)
	}
	r.RemoteAddr = "[" + addressOf(newID()) + "]:1"
	head := &headAlone{ResponseRecorder: httptest.NewRecorder()}
	if strings.HasSuffix(path, "/stream") {
		head.written = cancel
	}
	p.w.server.Config.Handler.ServeHTTP(head, r)
	resp := head.Result()
	defer resp.Body.Close()
	a := answer{t: p.w.t, call: route, status: resp.StatusCode, header: resp.Header}
	a.body, _ = io.ReadAll(resp.Body) // from memory
	contractOf(p.w.t).Check(p.w.t, r, sent, resp, a.body)
	p.w.noteDigests(a.body)
	got := statusAndCode(a)
	if s.game.ID != "" && strings.Contains(string(a.body), s.game.ID) && slices.Contains(lists, route) {
		got += " told"
	}
	return a, got
}

// lists are the calls that tell of many games. Of each object the table says whether they tell of it.
var lists = []string{"GET /v1/games", "GET /v1/me/games", "GET /v1/me/changes", "GET /v1/me/export", "GET /v1/rulesets/{ruleset}/records"}

// addressOf is an IPv6 address that no other call has.
func addressOf(id string) string { return "2001:db8:" + id[:4] + ":" + id[4:8] + "::1" }

// headAlone is an answer of which the caller has had enough once it has begun.
type headAlone struct {
	*httptest.ResponseRecorder
	written func()
}

func (h *headAlone) Write(b []byte) (int, error) {
	if h.written != nil {
		h.written()
	}
	return h.ResponseRecorder.Write(b)
}

// body is one that is as it should be, so that nothing but who calls decides.
func (p company) body(route string, s scene) any {
	switch route {
	case "POST /v1/accounts":
		return object{"name": "Nia"}
	case "POST /v1/tokens":
		return object{"username": "Rex", "password": "correct horse"}
	case "PATCH /v1/me":
		return object{"name": "Nils"}
	case "POST /v1/games":
		return object{"ruleset": "penta", "seats": seats("me")}
	case "POST /v1/rulesets/{ruleset}/advice":
		return object{"card": object{"boxes": object{}}, "dice": []int{1, 1, 1, 2, 3}, "rollsLeft": 1}
	case "POST /v1/watching":
		return object{"watchCode": "AAAAAAAA"}
	case "POST /v1/watching +code":
		return object{"watchCode": s.watch}
	case "POST /v1/games/{id}/seats +code":
		return object{"inviteCode": s.invite}
	case "POST /v1/games/{id}/holds":
		return object{"held": []int{}}
	case "POST /v1/games/{id}/entries":
		return object{"box": "ones"}
	case "PUT /v1/games/{id}/log":
		return newDevice(1, s.game.ID, game.Penta, game.AccountSeat).play(3).all()
	case "POST /v1/games/{id}/rolls":
		if s.game.Dice == "client" {
			return object{"dice": []int{1, 2, 3, 4, 5}}
		}
	case "POST /v1/games/{id}/invite-code", "POST /v1/games/{id}/watch-code":
		return nil
	}
	return object{}
}

// expectations are the table in testdata/authorization.txt: by object, call and caller the status and code of the answer.
type expectations map[string]map[string]map[string]string

func readExpectations(t *testing.T) (all expectations, columns map[string][]string) {
	t.Helper()
	f, err := os.Open("testdata/authorization.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, columns = expectations{}, map[string][]string{}
	object := ""
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if name, isObject := strings.CutPrefix(cells[0], "OBJECT "); isObject {
			object = name
			all[object], columns[object] = map[string]map[string]string{}, cells[1:]
			continue
		}
		if len(cells) != len(columns[object])+1 {
			t.Fatalf("%s: %d cells for %d callers: %s", object, len(cells)-1, len(columns[object]), line)
		}
		row := map[string]string{}
		for i, caller := range columns[object] {
			row[caller] = cells[i+1]
		}
		if all[object][cells[0]] != nil {
			t.Errorf("%s: %s stands twice", object, cells[0])
		}
		all[object][cells[0]] = row
	}
	return all, columns
}

// TestAuthorization: who may do what with which object, cell by cell, as testdata/authorization.txt has it.
func TestAuthorization(t *testing.T) {
	t.Parallel()
	expected, _ := readExpectations(t)
	names := slices.Sorted(maps.Keys(company{}.scenes()))
	if given := slices.Sorted(maps.Keys(expected)); !slices.Equal(given, names) {
		t.Fatalf("objects of the table: %q, of the test: %q", given, names)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			nobodies := strangersTokens(w)
			p := newCompany(w)
			build := p.scenes()[name]
			s := build()
			for _, route := range slices.Sorted(maps.Keys(expected[name])) {
				for caller, wanted := range expected[name][route] {
					credentials := map[string]string{}
					if caller == "nobody" {
						credentials = nobodies
					} else if c := s.callers[caller]; c == nil {
						t.Fatalf("nobody is called %q", caller)
					} else {
						credentials[caller] = "Bearer " + c.token
					}
					for who, authorization := range credentials {
						a, got := p.cell(route, s, authorization)
						if got != wanted {
							t.Errorf("%s by %s: got %s, want %s: %s", route, who, got, wanted, shortened(a.body))
						}
						if a.status < 300 && !strings.HasPrefix(route, "GET ") {
							s = build()
						}
					}
				}
			}
		})
	}
}

// TestAuthorization_complete: the table has every call of the contract, and every object has all calls under a game.
func TestAuthorization_complete(t *testing.T) {
	t.Parallel()
	routes, err := conform.Routes(openapi.JSON())
	if err != nil {
		t.Fatal(err)
	}
	expected, columns := readExpectations(t)
	for _, r := range routes {
		underGame := strings.HasPrefix(r.Path, "/v1/games/{id}")
		for object, rows := range expected {
			if underGame == (object == "person") {
				continue
			}
			row := rows[r.String()]
			if row == nil && (underGame || object == "person") {
				t.Errorf("%s: the table lacks %s", object, r)
			}
			if underGame && row != nil && row["nobody"] != "401 unauthenticated" {
				t.Errorf("%s: %s: nobody is answered %s", object, r, row["nobody"])
			}
		}
	}
	for object, callers := range columns {
		if !slices.Contains(callers, "nobody") || object != "person" && !(slices.Contains(callers, "stranger") && slices.Contains(callers, "guest")) {
			t.Errorf("%s: callers %q", object, callers)
		}
	}
}
