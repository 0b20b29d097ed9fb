package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"kast/repository/sqlite"
)

// TestServe_secrets greps the log of a whole run, with all that is logged, for everything that nobody may read there: passwords, good
// and bad, tokens wherever they were sent, codes, the secret of the webhook, the seeds of running games, and names.
func TestServe_secrets(t *testing.T) {
	db := filepath.Join(t.TempDir(), "kast.db")
	const (
		password, wrong, next, last = "correct horse battery", "wrong staple horse", "another horse staple", "fourth horse nail"
		address                     = "http://operator:pass-word@127.0.0.1:1/pathtoken?key=querytoken" // where nobody listens
	)
	env := map[string]string{"KAST_WEBHOOK": address, "KAST_WEBHOOK_SECRET": hookSecret}
	s := startServerWith(t, env, db, "--log-level", "debug", "--log-format", "json", "--cors-origin", "https://play.example")
	secrets := map[string]string{ // by what they are
		"password": password, "wrong password": wrong, "new password": next, "operator's password": last, "webhook": "pathtoken", "webhook query": "querytoken",
		"webhook user": "pass-word", "webhook secret": strings.TrimPrefix(hookSecret, "whsec_"), "username": "Sekretessa", "name": "Hemlige Arne",
	}
	type answer struct {
		AccessToken, RefreshToken string
		Game                      struct{ ID, InviteCode string }
		WatchCode                 string
	}
	tokens := 0
	call := func(status int, token, method, path, body string, headers ...string) (a answer) {
		t.Helper()
		if token != "" {
			headers = append(headers, "Authorization", "Bearer "+token)
		}
		r := s.call(t, method, path, body, headers...)
		if r.status != status {
			t.Errorf("%s %s: %d %s", method, path, r.status, r.body)
		}
		_ = json.Unmarshal([]byte(r.body), &a) // what is no such answer has none of this
		for _, secret := range []string{a.AccessToken, a.RefreshToken, a.Game.InviteCode, a.WatchCode} {
			if secret != "" {
				tokens++
				secrets[fmt.Sprintf("%d of %s", tokens, path)] = secret
			}
		}
		return a
	}

	me := call(201, "", "POST", "/v1/accounts", `{"username":"Sekretessa","password":"`+password+`","name":"Hemlige Arne"}`)
	call(409, "", "POST", "/v1/accounts", `{"username":"Sekretessa","password":"`+wrong+`"}`)
	call(401, "", "POST", "/v1/tokens", `{"username":"Sekretessa","password":"`+wrong+`"}`)
	call(401, "", "POST", "/v1/tokens", `{"username":"`+password+`","password":"`+password+`"}`) // in the wrong field
	call(400, "", "POST", "/v1/tokens", `{"username":"Sekretessa","password":"`+password+`"`)    // broken off
	call(400, "", "POST", "/v1/tokens", `{"`+password+`":1}`)
	again := call(200, "", "POST", "/v1/tokens", `{"username":"Sekretessa","password":"`+password+`"}`)
	fresh := call(200, "", "POST", "/v1/tokens", `{"refreshToken":"`+again.RefreshToken+`"}`)
	fresh = call(200, "", "POST", "/v1/tokens", `{"refreshToken":"`+fresh.RefreshToken+`"}`)
	call(401, "", "POST", "/v1/tokens", `{"refreshToken":"`+again.RefreshToken+`"}`) // which ends that sign-in
	call(401, fresh.AccessToken, "GET", "/v1/me", "")
	call(401, "", "GET", "/v1/me?access_token="+me.AccessToken, "")
	call(401, me.RefreshToken, "GET", "/v1/me", "")
	call(404, "", "GET", "/"+me.AccessToken, "")
	call(400, me.AccessToken, "GET", "/v1/games/"+me.RefreshToken, "")
	call(400, me.AccessToken, "GET", "/v1/me/changes?cursor="+me.AccessToken, "", "If-None-Match", `"`+me.RefreshToken+`"`, "Cookie", "t="+me.AccessToken)
	call(403, me.AccessToken, "PATCH", "/v1/me", `{"password":"`+next+`","oldPassword":"`+wrong+`"}`)
	call(200, me.AccessToken, "PATCH", "/v1/me", `{"password":"`+next+`","oldPassword":"`+password+`"}`)

	game := call(201, me.AccessToken, "POST", "/v1/games", `{"ruleset":"tiotusen","seats":[{"kind":"me"},{"kind":"open"}]}`).Game
	call(200, me.AccessToken, "POST", "/v1/games/"+game.ID+"/watch-code", "")
	guest := call(201, "", "POST", "/v1/accounts", `{"name":"Hemlige Arne"}`)
	call(200, guest.AccessToken, "GET", "/v1/invites/"+game.InviteCode, "")
	for range 11 { // and then too many
		s.call(t, "GET", "/v1/invites/"+strings.ToLower(game.InviteCode)+"x", "", "Authorization", "Bearer "+guest.AccessToken)
	}
	call(429, guest.AccessToken, "POST", "/v1/games/"+game.ID+"/seats", `{"inviteCode":"`+game.InviteCode+`"}`)
	solo := call(201, me.AccessToken, "POST", "/v1/games", `{"ruleset":"tiotusen","seats":[{"kind":"me"},{"kind":"guest","name":"Hemlige Arne"}]}`).Game
	call(201, me.AccessToken, "POST", "/v1/games/"+solo.ID+"/rolls", "")
	call(200, me.AccessToken, "GET", "/v1/games/"+solo.ID+"/review?x="+me.AccessToken, "")
	for range 32 { // too many wrong passwords
		s.call(t, "POST", "/v1/tokens", `{"username":"Sekretessa","password":"`+wrong+`"}`)
	}
	// What is no HTTP at all, and a caller who leaves.
	for _, junk := range []string{"GET /" + password + "\r\n\r\n", "GET / HTTP/1.1\r\nAuthorization " + me.AccessToken + "\r\n\r\n", "\x16\x03\x01" + password} {
		if conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://")); err == nil {
			_, _ = io.WriteString(conn, junk)
			_, _ = conn.Read(make([]byte, 100))
			conn.Close()
		}
	}
	changed := kastIn(t, last+"\n", "passwd", "--db", db, "Sekretessa")
	ended := s.stop()

	store, err := sqlite.Open(t.Context(), db, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for _, id := range []string{game.ID, solo.ID} {
		seed, err := store.Seed(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		secrets["seed of "+id] = hex(seed)
		secrets["seed in base64 of "+id] = base64.StdEncoding.EncodeToString(seed)[:30]
	}
	keys, err := store.Keys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range keys {
		secrets["key for "+k.Purpose] = hex(k.Secret)
		secrets["key in base64 for "+k.Purpose] = base64.StdEncoding.EncodeToString(k.Secret)[:30]
	}
	said := ended.out + ended.err + changed.err
	if ended.code != exitOK || changed.code != exitOK || strings.Count(said, `"msg":"request"`) < 60 || tokens < 12 {
		t.Fatalf("exit codes %d and %d, %d tokens, log:\n%s", ended.code, changed.code, tokens, said)
	}
	for what, secret := range secrets {
		if strings.Contains(strings.ToLower(said), strings.ToLower(secret)) {
			t.Errorf("the log shows the %s", what)
		}
	}
	if strings.Contains(said, "argon2") || strings.Contains(said, "eyJ") {
		t.Errorf("the log shows a hash or a token:\n%s", said)
	}
}
