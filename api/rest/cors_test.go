package rest_test

import (
	"net/http"
	"strings"
	"testing"

	"kast/api/rest"
)

const page = "https://play.example"

// preflight asks as a browser does before it lets a page call.
func (c *client) preflight(origin, method, path string) answer {
	c.t.Helper()
	return c.offContract().do(http.MethodOptions, path, nil,
		"Origin", origin, "Access-Control-Request-Method", method, "Access-Control-Request-Headers", "authorization,content-type,if-match")
}

// TestCORS: pages of the origins that the operator names may call, and read what they need; others not.
func TestCORS(t *testing.T) {
	t.Parallel()
	w := newWorldOf(t, func(o *rest.Options) { o.Origins = []string{page, "http://localhost:5173"} })
	nobody, ada := w.nobody(), w.guest("Ada")
	for _, origin := range []string{page, "http://localhost:5173"} {
		for _, call := range [][2]string{{"POST", "/v1/accounts"}, {"POST", "/v1/games"}, {"PATCH", "/v1/me"}, {"PUT", "/v1/games/" + newID() + "/log"}} {
			a := nobody.preflight(origin, call[0], call[1]).is(http.StatusNoContent)
			want(t, "origin", a.header.Get("Access-Control-Allow-Origin"), origin)
			want(t, "credentials", a.header.Get("Access-Control-Allow-Credentials"), "")
			if !strings.Contains(a.header.Get("Access-Control-Allow-Methods"), call[0]) {
				t.Errorf("%s: methods %s", a.call, a.header.Get("Access-Control-Allow-Methods"))
			}
			for _, h := range []string{"Authorization", "Content-Type", "If-Match", "If-None-Match", "Last-Event-ID"} {
				if !strings.Contains(a.header.Get("Access-Control-Allow-Headers"), h) {
					t.Errorf("%s may not be sent: %s", h, a.header.Get("Access-Control-Allow-Headers"))
				}
			}
		}
	}
	for _, a := range []answer{
		ada.get("/v1/me", "Origin", page).is(200),
		nobody.get("/v1/me", "Origin", page).is(401),
		nobody.offContract().get("/v1/nothing", "Origin", page).is(404),
	} {
		want(t, a.call+": origin", a.header.Get("Access-Control-Allow-Origin"), page)
		if !strings.Contains(strings.Join(a.header.Values("Vary"), ", "), "Origin") {
			t.Errorf("%s: Vary: %s", a.call, a.header.Values("Vary"))
		}
		for _, h := range []string{"ETag", "Retry-After", "RateLimit", "RateLimit-Policy", "Location", "X-Request-ID"} {
			if !strings.Contains(strings.ToLower(a.header.Get("Access-Control-Expose-Headers")), strings.ToLower(h)) {
				t.Errorf("%s: %s is not shown: %s", a.call, h, a.header.Get("Access-Control-Expose-Headers"))
			}
		}
	}
	for _, origin := range []string{"https://evil.example", "null", page + ".evil.example", "http://play.example", page + ":8443"} {
		for _, a := range []answer{nobody.preflight(origin, "POST", "/v1/games"), ada.get("/v1/me", "Origin", origin).is(200)} {
			want(t, a.call+": origin "+origin, a.header.Get("Access-Control-Allow-Origin"), "")
		}
	}
}

// TestCORS_off: no page may call unless the operator says so.
func TestCORS_off(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, a := range []answer{w.nobody().preflight(page, "POST", "/v1/games"), w.guest("Ada").get("/v1/me", "Origin", page).is(200)} {
		want(t, a.call+": origin", a.header.Get("Access-Control-Allow-Origin"), "")
		want(t, a.call+": headers", a.header.Get("Access-Control-Allow-Headers"), "")
	}
}
