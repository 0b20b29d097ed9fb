package rest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestAccount_Life: a guest who registers, signs in elsewhere, changes the password and signs out.
func TestAccount_Life(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	phone := w.guest("Ada")
	guest := decode[account](phone.get("/v1/me").is(200))
	want(t, "guest", guest, account{ID: phone.id, Name: "Ada", Guest: true, CreatedAt: "2026-05-17T18:30:00.000Z"})
	g := phone.newGame("penta", "server", "me")

	const first, second = "correct horse", "battery staple"
	w.secret(first)
	w.secret(second)
	registered := decode[account](phone.do("PATCH", "/v1/me", object{"username": "Ada L", "password": first}).is(200))
	want(t, "registered", registered, account{ID: phone.id, Name: "Ada", Username: "Ada L", CreatedAt: guest.CreatedAt})
	want(t, "me", decode[account](phone.get("/v1/me").is(200)), registered)

	signIn := func(username, password string) answer {
		t.Helper()
		return w.nobody().post("/v1/tokens", object{"username": username, "password": password})
	}
	a := signIn("ada l", first).is(200)
	tablet := w.nobody().signedIn(a)
	s := decode[signedIn](a)
	want(t, "sign-in", []any{s.Account, s.TokenType, s.ExpiresIn}, []any{registered, "Bearer", 900})
	want(t, "games on the tablet", decode[list[summaryView]](tablet.get("/v1/me/games").is(200)).Items[0].ID, g.ID)
	signIn("ada l", second).refused(401, "unauthenticated")
	signIn("ada", first).refused(401, "unauthenticated")

	tablet.do("PATCH", "/v1/me", object{"password": second}).refused(403, "wrongPassword")
	tablet.do("PATCH", "/v1/me", object{"password": second, "oldPassword": second}).refused(403, "wrongPassword")
	phone.get("/v1/me").is(200)
	tablet.do("PATCH", "/v1/me", object{"password": second, "oldPassword": first, "name": "Countess"}).is(200)
	phone.get("/v1/me").refused(401, "unauthenticated")
	w.nobody().post("/v1/tokens", object{"refreshToken": phone.refresh}).refused(401, "unauthenticated")
	want(t, "name", decode[account](tablet.get("/v1/me").is(200)).Name, "Countess")
	want(t, "name at the table", tablet.game(g.ID).Seats[0].Name, "Countess")
	signIn("Ada L", first).refused(401, "unauthenticated")

	// Nobody else gets the username.
	w.nobody().post("/v1/accounts", object{"username": "ＡＤＡ l", "password": "something else"}).refused(409, "usernameTaken")
	w.guest("Ada").do("PATCH", "/v1/me", object{"username": "ada L", "password": "something else"}).refused(409, "usernameTaken")

	tablet.delete("/v1/tokens").is(204)
	tablet.get("/v1/me").refused(401, "unauthenticated")
	tablet.delete("/v1/tokens").refused(401, "unauthenticated")
	signIn("Ada L", second).is(200)
}

// TestAccount_Refresh: a refresh token works once, and for a minute answers the same again.
func TestAccount_Refresh(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	refresh := func(token string) answer {
		t.Helper()
		return w.nobody().post("/v1/tokens", object{"refreshToken": token})
	}
	w.clock.advance(14 * time.Minute)
	first := decode[signedIn](refresh(c.refresh).is(200))
	w.clock.advance(time.Minute)
	again := decode[signedIn](refresh(c.refresh).is(200))
	want(t, "successor", again.RefreshToken, first.RefreshToken)
	if first.RefreshToken == c.refresh {
		t.Error("the refresh token has not changed")
	}
	next := w.nobody().signedIn(refresh(first.RefreshToken).is(200))
	next.get("/v1/me").is(200)
	// That the first comes back means that somebody else has it.
	refresh(c.refresh).refused(401, "unauthenticated")
	next.get("/v1/me").refused(401, "unauthenticated")
	refresh(next.refresh).refused(401, "unauthenticated")

	// Many at once get the same.
	d := w.guest("Bo")
	answers := atOnce(func() answer { return refresh(d.refresh) }, func() answer { return refresh(d.refresh) }, func() answer { return refresh(d.refresh) })
	for _, a := range answers {
		want(t, "status", a.status, 200)
		want(t, "successor", decode[signedIn](a).RefreshToken, decode[signedIn](answers[0]).RefreshToken)
	}
}

// TestAccount_Nothing: a change of nothing, and of the name alone.
func TestAccount_Nothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	before := c.get("/v1/me").is(200)
	want(t, "account", string(c.do("PATCH", "/v1/me", object{}).is(200).body), string(before.body))
	want(t, "account", string(c.do("PATCH", "/v1/me", nil).is(200).body), string(before.body))
	want(t, "account", decode[account](c.do("PATCH", "/v1/me", object{"name": " Åsa "}).is(200)).Name, "Åsa")
}

// TestKeys: the keys are public, without their secret part.
func TestKeys(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := w.nobody().get("/.well-known/jwks.json").is(200)
	keys := decode[struct{ Keys []map[string]string }](a).Keys
	if len(keys) != 1 || keys[0]["kty"] != "OKP" || keys[0]["crv"] != "Ed25519" || keys[0]["alg"] != "EdDSA" || keys[0]["use"] != "sig" || keys[0]["d"] != "" {
		t.Errorf("keys %s", a.body)
	}
}

// TestSystem: whether the server is well, and what it says of itself.
func TestSystem(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, path := range []string{"/healthz", "/readyz"} {
		want(t, path, string(w.nobody().get(path).is(200).body), `{"status":"ok","version":"test"}`)
	}
	page := w.nobody().offContract().get("/docs").is(200)
	if !strings.HasPrefix(page.header.Get("Content-Type"), "text/html") || !strings.Contains(page.header.Get("Content-Security-Policy"), "script-src 'self'") {
		t.Errorf("docs: %v", page.header)
	}
	if policy := w.nobody().get("/healthz").header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") {
		t.Errorf("policy %q", policy)
	}
	// The page needs nothing from elsewhere, and what it needs is there.
	for part := range strings.SplitSeq(string(page.body), `"`) {
		if strings.HasSuffix(part, ".js") || strings.HasSuffix(part, ".css") {
			if strings.Contains(part, "//") {
				t.Errorf("docs need %s", part)
			}
			w.nobody().offContract().get(part).is(http.StatusOK)
		}
	}
	w.nobody().offContract().do("POST", "/docs", nil).refused(405, "methodNotAllowed")
}
