package main

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestServe_metrics: what a server does can be read on its machine, and no word of a caller is in it.
func TestServe_metrics(t *testing.T) {
	s := startServer(t, filepath.Join(t.TempDir(), "kast.db"))
	s.waitReady(t)
	token := s.call(t, "POST", "/v1/accounts", "{}").token(t)
	bearer := []string{"Authorization", "Bearer " + token}
	made := s.call(t, "POST", "/v1/games", `{"ruleset":"penta","seats":[{"kind":"me"}]}`, bearer...)
	game := regexp.MustCompile(`"id":"([0-9a-f-]{36})","ruleset"`).FindStringSubmatch(made.body)
	if game == nil {
		t.Fatalf("no game in %s", made.body)
	}
	s.call(t, "POST", "/v1/games/"+game[1]+"/rolls", "{}", bearer...)
	for _, path := range []string{"/evil-path", "/v1/evil-path", "/v1/games/evil-path", "/docs/evil-path", "/v1/rulesets/evil-path", "/v1/invites/evil-path"} {
		s.call(t, "GET", path, "", bearer...)
		s.call(t, "EVIL", path, "", bearer...)
	}
	s.call(t, "EVIL", "/v1/games", "")
	got := s.call(t, "GET", "/metrics", "")
	if got.status != http.StatusOK {
		t.Fatalf("got %d %s", got.status, got.body)
	}
	contains(
		t, got.body,
		`kast_http_request_duration_seconds_count{method="POST",route="/v1/games/:id/rolls",status="2xx"} 1`,
		`kast_http_request_duration_seconds_count{method="any",route="none",status="4xx"}`,
		"kast_games_created_total 1\n", "kast_best_play_ready 1\n", "kast_clock_lag_seconds 0\n", "kast_streams 0\n",
		"kast_events_total ", "kast_commit_wait_seconds_bucket", "kast_commits_total ", "kast_writes_total ", "kast_database_bytes ", "kast_wal_bytes ", "go_goroutines ",
	)
	if strings.Contains(strings.ToLower(got.body), "evil") || strings.Contains(got.body, game[1]) {
		t.Errorf("the words of callers are in the metrics:\n%s", got.body)
	}
	for _, field := range []string{"X-Forwarded-For", "Forwarded", "Via", "X-Real-Ip"} {
		if got := s.call(t, "GET", "/metrics", "", field, "127.0.0.1"); got.status != http.StatusNotFound || !strings.Contains(got.body, `"notFound"`) {
			t.Errorf("by a proxy (%s): %d", field, got.status)
		}
	}
}

func TestToLoopback(t *testing.T) {
	t.Parallel()
	metrics := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
	h := toLoopback(metrics, http.NotFoundHandler())
	for remote, want := range map[string]int{
		"127.0.0.1:1": 200, "127.8.9.10:1": 200, "[::1]:1": 200, "[::ffff:127.0.0.1]:1": 200,
		"10.0.0.1:1": 404, "[::ffff:10.0.0.1]:1": 404, "[2001:db8::1]:1": 404, "": 404, "@": 404,
	} {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil)
		r.RemoteAddr = remote
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, r)
		if rec.Code != want {
			t.Errorf("%q: %d, want %d", remote, rec.Code, want)
		}
	}
}

// TestServe_metricsAddr: with an address of their own the metrics are there, and nothing else, and not on the main one.
func TestServe_metricsAddr(t *testing.T) {
	dir := t.TempDir()
	s := startServer(t, filepath.Join(dir, "kast.db"), "--metrics-addr", "127.0.0.1:0")
	if got := s.call(t, "GET", "/metrics", ""); got.status != http.StatusNotFound {
		t.Errorf("the main address: %d", got.status)
	}
	log := s.log()
	at := regexp.MustCompile(`msg=metrics address=(\S+)`).FindStringSubmatch(log)
	if at == nil {
		t.Fatalf("no address in %s", log)
	}
	own := server{url: "http://" + at[1]}
	if got := own.call(t, "GET", "/metrics", "", "X-Forwarded-For", "192.0.2.1"); got.status != http.StatusOK || !strings.Contains(got.body, "kast_build_info") {
		t.Errorf("the own address: %d", got.status)
	}
	for _, path := range []string{"/", "/v1/rulesets", "/healthz"} {
		if got := own.call(t, "GET", path, ""); got.status != http.StatusNotFound {
			t.Errorf("%s at the own address: %d", path, got.status)
		}
	}
	got := kast(t, "serve", "--addr", "127.0.0.1:0", "--db", filepath.Join(dir, "other.db"), "--metrics-addr", at[1])
	if got.code != exitFailed {
		t.Errorf("an address in use: exit code %d", got.code)
	}
	contains(t, got.err, "--metrics-addr chooses another address")
}
