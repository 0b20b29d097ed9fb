package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// testdata/upgrade/version-2.db.gz is a database as the program of schema version 2 left it, and version-2.json what that
// program answered last: games of all kinds, over, running and open, and accounts that sign in with "correct horse " and
// their username. They are not made again: that program is gone, while such files may be anywhere.

// A database of the version before is brought up to date at the start: every game is what it was, everybody still gets
// in, and play goes on.
func TestUpgrade(t *testing.T) {
	for _, version := range []string{"version-2"} {
		t.Run(version, func(t *testing.T) {
			db := filepath.Join(t.TempDir(), "kast.db")
			unpack(t, filepath.Join("testdata", "upgrade", version+".db.gz"), db)
			var was struct {
				Accounts map[string]string
				Games    map[string]map[string]any
			}
			b, err := os.ReadFile(filepath.Join("testdata", "upgrade", version+".json"))
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(b, &was); err != nil {
				t.Fatal(err)
			}

			s := startServer(t, db, "--log-level", "warn")
			s.waitReady(t)
			u := &upgraded{t: t, http: client(t), url: s.url}
			tokens := map[string]string{}
			for username, id := range was.Accounts {
				in := u.call(http.MethodPost, "/v1/tokens", "", map[string]string{"username": username, "password": "correct horse " + username})
				tokens[id], _ = in["accessToken"].(string)
			}
			for id, game := range was.Games {
				u.same(id, tokens, game)
			}
			u.counts(tokens)
			got := s.stop()
			if got.code != exitOK || got.err != "" {
				t.Errorf("exit code %d, log:\n%s", got.code, got.err)
			}
			verified := kast(t, "verify", "--db", db)
			if verified.code != exitOK {
				t.Errorf("verify: exit code %d: %s%s", verified.code, verified.out, verified.err)
			}
			// The server has counted all that it found, so nothing is left to do anew.
			rebuilt := kast(t, "rebuild", "--db", db)
			if rebuilt.code != exitOK || strings.Contains(rebuilt.out, "anew") || !strings.HasSuffix(rebuilt.out, " games, 0 rebuilt, 0 faults\n") {
				t.Errorf("rebuild: exit code %d: %s%s", rebuilt.code, rebuilt.out, rebuilt.err)
			}
		})
	}
}

func unpack(t *testing.T, packed, to string) {
	t.Helper()
	b, err := os.ReadFile(packed)
	if err != nil {
		t.Fatal(err)
	}
	from, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// upgraded is the server after the upgrade.
type upgraded struct {
	t    *testing.T
	http *http.Client
	url  string
}

func (u *upgraded) call(method, path, token string, body any) map[string]any {
	u.t.Helper()
	var sent io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			u.t.Fatal(err)
		}
		sent = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(u.t.Context(), method, u.url+path, sent)
	if err != nil {
		u.t.Fatal(err)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := u.http.Do(req)
	if err != nil {
		u.t.Fatal(err)
	}
	defer resp.Body.Close()
	var answer map[string]any
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil || resp.StatusCode >= http.StatusBadRequest {
		u.t.Fatalf("%s %s: %s, %v, %v", method, path, resp.Status, answer, err)
	}
	return answer
}

// counts waits until the server has counted the dice of all games, and reviewed those that are finished.
func (u *upgraded) counts(tokens map[string]string) {
	u.t.Helper()
	waiting := "the dice"
	for began := time.Now(); waiting != ""; {
		if time.Since(began) > time.Minute {
			u.t.Fatalf("after a minute the server has not looked at %s", waiting)
		}
		waiting = ""
		if rolled, _ := u.call(http.MethodGet, "/v1/dice", "", nil)["rolled"].(float64); rolled == 0 {
			waiting = "the dice"
		}
		for id, token := range tokens {
			items, _ := u.call(http.MethodGet, "/v1/me/stats", token, nil)["items"].([]any)
			for _, item := range items {
				if one, _ := item.(map[string]any); one["reviewed"] != one["completed"] {
					waiting = fmt.Sprintf("the games of %s: %v", id, one)
				}
			}
		}
	}
}

// same checks that a game still shows what it showed, at the event where it then was; and that it goes on from there.
func (u *upgraded) same(id string, tokens map[string]string, was map[string]any) {
	u.t.Helper()
	token := ""
	host, _ := was["host"].(string)
	token = tokens[host]
	for _, seat := range was["seats"].([]any) {
		if owner, _ := seat.(map[string]any)["accountId"].(string); token == "" {
			token = tokens[owner]
		}
	}
	now := u.call(http.MethodGet, fmt.Sprintf("/v1/games/%s?seq=%v", id, was["seq"]), token, nil)
	delete(was, "inviteCode") // the table may have been closed since: nobody started it for long
	contained(u.t, "game "+id, was, now)
	if was["status"] != "playing" || was["dice"] == "client" {
		return
	}
	latest := u.call(http.MethodGet, "/v1/games/"+id, token, nil)
	if latest["status"] != "playing" {
		return // so long after that nobody moved it that it was closed
	}
	seat := latest["turn"].(map[string]any)["seat"].(float64)
	mover, _ := latest["seats"].([]any)[int(seat)].(map[string]any)["accountId"].(string)
	if mover == "" {
		mover, _ = latest["host"].(string)
	}
	turn := latest["turn"].(map[string]any)
	if turn["roll"].(float64) == 0 {
		u.call(http.MethodPost, "/v1/games/"+id+"/rolls", tokens[mover], map[string]any{})
	} else {
		box := turn["boxes"].([]any)[0].(map[string]any)["box"]
		u.call(http.MethodPost, "/v1/games/"+id+"/entries", tokens[mover], map[string]any{"box": box})
	}
}

// contained checks that everything of was is in now. What is new may stand beside it.
func contained(t *testing.T, at string, was, now any) {
	t.Helper()
	switch was := was.(type) {
	case map[string]any:
		other, ok := now.(map[string]any)
		if !ok {
			t.Errorf("%s: got %v, want an object", at, now)
			return
		}
		for name, value := range was {
			contained(t, at+"/"+name, value, other[name])
		}
	case []any:
		other, ok := now.([]any)
		if !ok || len(other) != len(was) {
			t.Errorf("%s: got %v, want %v", at, now, was)
			return
		}
		for i, value := range was {
			contained(t, fmt.Sprintf("%s/%d", at, i), value, other[i])
		}
	default:
		if !reflect.DeepEqual(was, now) {
			t.Errorf("%s: got %v, want %v", at, now, was)
		}
	}
}
