package main

import (
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

// reply is what a server said.
type reply struct {
	status int
	header http.Header
	body   string
}

// call makes a call with headers in name and value.
func (s server) call(t *testing.T, method, path, body string, headers ...string) reply {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := client(t).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	b, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{status: answer.StatusCode, header: answer.Header, body: string(b)}
}

// token reads the access token of a reply.
func (r reply) token(t *testing.T) string {
	t.Helper()
	var s struct{ AccessToken string }
	if err := json.Unmarshal([]byte(r.body), &s); err != nil || s.AccessToken == "" {
		t.Fatalf("no token in %d %s", r.status, r.body)
	}
	return s.AccessToken
}

func TestServe_limits(t *testing.T) {
	s := startServer(t, filepath.Join(t.TempDir(), "kast.db"), "--trust-proxy", "127.0.0.1", "--quota-games", "1")
	left := func(forwarded string) string {
		return s.call(t, "POST", "/v1/accounts", "{}", "X-Forwarded-For", forwarded).header.Get("RateLimit")
	}
	for i, forwarded := range []string{"192.0.2.1", "192.0.2.2"} {
		if got := left(forwarded); got != `"accounts";r=59;t=30` {
			t.Errorf("caller %d: %s", i, got)
		}
	}
	token := s.call(t, "POST", "/v1/accounts", "{}").token(t)
	for _, want := range []int{http.StatusCreated, http.StatusTooManyRequests} {
		got := s.call(t, "POST", "/v1/games", `{"ruleset":"penta","seats":[{"kind":"me"}]}`, "Authorization", "Bearer "+token)
		if got.status != want {
			t.Errorf("got %d %s, want %d", got.status, got.body, want)
		}
	}
}

func TestServe_noLimits(t *testing.T) {
	s := startServer(t, filepath.Join(t.TempDir(), "kast.db"), "--rate-limits", "off", "--quota-games=0")
	r := s.call(t, "POST", "/v1/accounts", "{}")
	if r.status != http.StatusCreated || r.header.Get("RateLimit") != "" {
		t.Errorf("got %d, RateLimit %s", r.status, r.header.Get("RateLimit"))
	}
}

func TestServe_badLimits(t *testing.T) {
	for flag, says := range map[string]string{
		"--trust-proxy=10.0.0.0/33": `"10.0.0.0/33" is no network`,
		"--trust-proxy=localhost":   `"localhost" is no network`,
		"--quota-games=-1":          "--quota-games -1: it is less than 0",
		"--rate-limits=maybe":       "it is none of on, off",
		"--max-connections=-1":      "--max-connections and --max-connections-address are not less than 0",
		"--max-streams-account=-5":  "--max-streams-account -5: it is less than 0",
	} {
		got := kast(t, "serve", flag)
		if got.code != exitUsage {
			t.Errorf("%s: exit code %d", flag, got.code)
		}
		contains(t, got.err, says)
	}
}
