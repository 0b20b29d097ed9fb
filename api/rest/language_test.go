package rest_test

import (
	"strings"
	"testing"
)

// TestLanguage: problems speak the language that the caller prefers of the two, and say which.
func TestLanguage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	for header, want := range map[string]string{
		"":                                 "en",
		"sv":                               "sv",
		"SV":                               "sv",
		"sv-SE":                            "sv",
		"sv-FI":                            "sv",
		"en":                               "en",
		"en-GB":                            "en",
		"sv, en":                           "sv",
		"en, sv":                           "en",
		"sv;q=0.5, en;q=0.8":               "en",
		"en;q=0.5,sv;q=0.8":                "sv",
		"fi, sv;q=0.4":                     "sv",
		"fi, de;q=0.9":                     "en",
		"fr-CH, fr;q=0.9, sv;q=0.8":        "sv",
		"*":                                "en",
		"sv;q=0, en":                       "en",
		"sv;q=0":                           "en",
		"not a language":                   "en",
		"\xff\xfe":                         "en",
		"sv; q=x":                          "en",
		strings.Repeat("sv,", 1000) + "sv": "sv",
		strings.Repeat("-x", 3000):         "en",
	} {
		a := c.get("/v1/games/"+newID(), "Accept-Language", header)
		a.refused(404, "notFound")
		detail := map[string]string{
			"en": "There is nothing here, or you may not see it.", "sv": "Här finns ingenting, eller så får du inte se det.",
		}[want]
		if got := a.header.Get("Content-Language"); got != want || a.problem().Detail != detail {
			t.Errorf("%.40q: got %s %q, want %s", header, got, a.problem().Detail, want)
		}
	}
}

// TestLanguage_Guest: a guest without a name is called something in the caller's language.
func TestLanguage_Guest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for language, want := range map[string]string{"sv": "Gäst ", "en": "Guest "} {
		a := w.nobody().post("/v1/accounts", nil, "Accept-Language", language).is(201)
		if name := decode[signedIn](a).Account.Name; !strings.HasPrefix(name, want) {
			t.Errorf("%s: called %q", language, name)
		}
	}
}

// TestHeaders: what every answer says of itself.
func TestHeaders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	g := c.newGame("penta", "server", "me")
	ok, refused := c.get("/v1/games/"+g.ID).is(200), c.get("/v1/games/"+newID()).is(404)
	for _, a := range []answer{ok, refused, w.nobody().get("/v1/rulesets"), w.nobody().get("/healthz")} {
		if v := a.header.Get("Vary"); v != "Authorization, Accept-Language" {
			t.Errorf("%s: Vary %q", a.call, v)
		}
		if v := a.header.Get("X-Content-Type-Options"); v != "nosniff" {
			t.Errorf("%s: X-Content-Type-Options %q", a.call, v)
		}
		if a.header.Get("X-Request-Id") == "" {
			t.Errorf("%s: no request id", a.call)
		}
	}
	want(t, "cache of an answer", ok.header.Get("Cache-Control"), "private, no-cache")
	want(t, "cache of a problem", refused.header.Get("Cache-Control"), "no-store")
	tokens := w.nobody().post("/v1/tokens", object{"refreshToken": c.refresh}).is(200)
	want(t, "cache of tokens", tokens.header.Get("Cache-Control"), "no-store")
	want(t, "challenge", w.nobody().get("/v1/me").header.Get("WWW-Authenticate"), "Bearer")

	// Each request has an id of its own, which the log has too.
	id := ok.header.Get("X-Request-Id")
	if id == refused.header.Get("X-Request-Id") || !strings.Contains(w.log.String(), id) {
		t.Errorf("request id %q: %s", id, w.log)
	}
}

// TestRouter: what the server does not have is a problem too.
func TestRouter(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada").offContract()
	for _, path := range []string{"/", "/v1", "/v1/", "/v1/game", "/v1/games/", "/v1//games", "/v2/games", "/metrics", "/v1/games/a/b/c"} {
		c.get(path).refused(404, "notFound")
	}
	for _, call := range [][3]string{
		{"PUT", "/v1/games", "GET, POST"},
		{"DELETE", "/v1/games/" + newID(), "GET"},
		{"PATCH", "/v1/accounts", "POST"},
		{"GET", "/v1/games/" + newID() + "/rolls", "POST"},
		{"TRACE", "/v1/me", "DELETE, GET, PATCH"},
	} {
		a := c.do(call[0], call[1], nil)
		a.refused(405, "methodNotAllowed")
		for method := range strings.SplitSeq(call[2], ", ") {
			if !strings.Contains(a.header.Get("Allow"), method) {
				t.Errorf("%s: Allow %q", a.call, a.header.Get("Allow"))
			}
		}
	}
	// Nobody has to sign in to be told that there is nothing.
	w.nobody().offContract().get("/v1/game").refused(404, "notFound")
}

// TestHead: HEAD is GET without the body.
func TestHead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	g := c.newGame("penta", "server", "me")
	for _, path := range []string{"/healthz", "/readyz", "/v1/me", "/v1/games/" + g.ID, "/docs"} {
		get := c.offContract().get(path).is(200)
		head := c.offContract().do("HEAD", path, nil).is(200)
		if len(head.body) != 0 || head.header.Get("Content-Type") != get.header.Get("Content-Type") || head.header.Get("ETag") != get.header.Get("ETag") {
			t.Errorf("HEAD %s: %v %q", path, head.header, head.body)
		}
	}
	c.offContract().do("HEAD", "/v1/games/"+newID(), nil).is(404)
}
