package rest_test

import (
	"crypto/tls"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestHeaders_secure: every answer of the API, be it good or bad, tells browsers to do nothing with it but hand it to who asked; and
// what must not be kept is not.
func TestHeaders_secure(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	g := ada.newGame("penta", "server", "me")
	for _, a := range []answer{
		w.nobody().get("/healthz"), w.nobody().get("/readyz"), w.nobody().get("/openapi.json"), w.nobody().get("/v1/rulesets"),
		w.nobody().get("/v1/me"), w.nobody().offContract().get("/v1/nothing"), w.nobody().offContract().do("DELETE", "/v1/games", nil),
		ada.get("/v1/me"), ada.get("/v1/games/" + g.ID), ada.get("/v1/me/export"), ada.post("/v1/games/"+g.ID+"/rolls", object{}), ada.get("/v1/games/x"),
	} {
		for name, value := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
			"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'", "Access-Control-Allow-Origin": "", "Strict-Transport-Security": "",
			"Server": "", "X-Powered-By": "",
		} {
			want(t, a.call+": "+name, a.header.Get(name), value)
		}
		cache := a.header.Get("Cache-Control")
		if a.status >= 400 && a.call != "GET /readyz " || strings.Contains(a.call, "/export") {
			want(t, a.call+": Cache-Control", cache, "no-store")
		} else if !strings.Contains(cache, "private") || !strings.Contains(cache, "no-") {
			t.Errorf("%s: Cache-Control %q", a.call, cache)
		}
	}
	want(t, "tokens", w.nobody().post("/v1/accounts", object{}).is(201).header.Get("Cache-Control"), "no-store")

	// By HTTPS browsers are told to come by nothing else.
	r := httptest.NewRequestWithContext(t.Context(), "GET", "/healthz", nil)
	r.TLS = &tls.ConnectionState{}
	rec := httptest.NewRecorder()
	w.server.Config.Handler.ServeHTTP(rec, r)
	want(t, "Strict-Transport-Security", rec.Header().Get("Strict-Transport-Security"), "max-age=2592000")
}
