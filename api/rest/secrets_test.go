package rest_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
)

// TestSecrets: while a game runs its seed is in no answer and in no line of the log, in whatever form, and passwords
// are never. That tokens and seeds do not get into the log is looked at after every test; see world.
func TestSecrets(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const password = "correct horse battery"
	ada := w.registered("ada", password)
	bo := w.guest("Bo")
	var said []answer
	for _, ruleset := range []string{"penta", "tiotusen"} {
		g := ada.create(object{"ruleset": ruleset, "visibility": "public", "seats": seats("me", "open")})
		g = bo.join(g, object{"clientSeed": "mine"}).Game
		seed, err := w.store.Seed(t.Context(), g.ID)
		if err != nil {
			t.Fatal(err)
		}
		tb := tableOf(g, 5, ada, bo)
		tb.seen = func(a answer, _ changed) { said = append(said, a) }
		for i := range 40 {
			for _, route := range tokenRoutes {
				if i%8 == 0 && strings.Contains(route, "{id}") && !strings.HasPrefix(route, "DELETE") {
					said = append(said, []*client{ada, bo}[i/8%2].route(route, g.ID, "If-Match", `"x"`))
				}
			}
			tb.play()
		}
		want(t, "status", tb.game.Status, "playing")
		for _, form := range formsOf(seed) {
			for _, a := range said {
				if bytes.Contains(a.body, form) || strings.Contains(fmt.Sprint(a.header), string(form)) {
					t.Errorf("%s says the seed: %s", a.call, a.body)
				}
			}
			if strings.Contains(w.log.String(), string(form)) {
				t.Errorf("the log shows the seed as %q", form)
			}
		}
		// It is there once the game is over, and then for everybody.
		ada.move(g.ID, "resignations", nil)
		want(t, "seed", decode[fairnessView](bo.get("/v1/games/"+g.ID+"/fairness").is(200)).ServerSeed, hex.EncodeToString(seed))
	}
	said = append(said,
		w.nobody().post("/v1/tokens", object{"username": "ada", "password": password}).is(200),
		w.nobody().post("/v1/tokens", object{"username": "eva", "password": password}),
		w.nobody().post("/v1/accounts", object{"username": "ada", "password": password}),
		w.nobody().post("/v1/accounts", `{"username":"ada","password":"`+password+`","`+password+`2":1}`),
		ada.do("PATCH", "/v1/me", object{"password": password, "oldPassword": password + "x"}),
		ada.get("/v1/me"),
	)
	for _, a := range said {
		if strings.Contains(strings.ReplaceAll(string(a.body), password+"2", ""), password) || bytes.Contains(a.body, []byte("argon2")) {
			t.Errorf("%s says a password: %s", a.call, a.body)
		}
	}
}

// formsOf are ways to write a seed.
func formsOf(seed []byte) [][]byte {
	digits := hex.EncodeToString(seed)
	return [][]byte{
		[]byte(digits), []byte(strings.ToUpper(digits)), []byte(digits[:16]), []byte(base64.StdEncoding.EncodeToString(seed)[:20]),
		[]byte(base64.URLEncoding.EncodeToString(seed)[:20]), []byte(strings.Trim(fmt.Sprint(seed), "[]")),
		[]byte(strings.ReplaceAll(strings.Trim(fmt.Sprint(seed), "[]"), " ", ",")), seed,
	}
}
