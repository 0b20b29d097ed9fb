package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kast/api/auth"
	"kast/api/play"
	"kast/api/rest"
	"kast/repository/sqlite"
)

// liveServer is the server within the process, in the test's own time: as serve puts it together, but for the clocks.
type liveServer struct {
	t      *testing.T
	listen *pipeListener
	games  *play.Service
	http   *http.Client
	token  string
	stop   func() // as SIGTERM would, and waits
}

// newLiveServer starts a server with one account.
func newLiveServer(t *testing.T) *liveServer {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "kast.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	accounts, err := auth.New(t.Context(), db, auth.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := &liveServer{t: t, listen: newPipeListener(), games: play.New(db, play.Options{CheckName: auth.CheckName})}
	handler := rest.New(rest.Options{Play: s.games, Auth: accounts, Store: db, Version: "test"})
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan error, 1)
	go func() {
		stopped <- serveHTTP(ctx, s.listen, handler, s.games.EndStreams, slog.New(slog.DiscardHandler))
	}()
	transport := &http.Transport{DialContext: s.listen.dial, DisableCompression: true}
	s.http = &http.Client{Transport: transport}
	s.stop = func() {
		cancel()
		if err := <-stopped; err != nil {
			t.Error(err)
		}
		transport.CloseIdleConnections()
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
	s.token = s.post("/v1/accounts", `{"name":"Anna"}`)["accessToken"].(string)
	return s
}

func (s *liveServer) request(method, path, body string) *http.Request {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, "http://kast"+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	if s.token != "" {
		r.Header.Set("Authorization", "Bearer "+s.token)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

func (s *liveServer) post(path, body string) (answer map[string]any) {
	s.t.Helper()
	a, err := s.http.Do(s.request(http.MethodPost, path, body))
	if err != nil {
		s.t.Fatal(err)
	}
	defer a.Body.Close()
	if err := json.NewDecoder(a.Body).Decode(&answer); err != nil || a.StatusCode != http.StatusCreated {
		s.t.Fatalf("%s: %s, %v, %v", path, a.Status, answer, err)
	}
	return answer
}

// newGame makes a game that needs no tables of best play.
func (s *liveServer) newGame() (id string) {
	s.t.Helper()
	game := s.post("/v1/games", `{"ruleset":"tiotusen","seats":[{"kind":"me"},{"kind":"guest","name":"Bo"}]}`)
	return game["game"].(map[string]any)["id"].(string)
}

// line is a line of a stream, and when it came.
type line struct {
	at   time.Time
	text string
}

// follow opens a stream, and hands on its lines until it ends.
func (s *liveServer) follow(path string) <-chan line {
	s.t.Helper()
	r := s.request(http.MethodGet, path, "")
	r.Header.Set("Accept-Encoding", "gzip")
	a, err := s.http.Do(r) //nolint:bodyclose // the goroutine that reads it does
	if err != nil {
		s.t.Fatal(err)
	}
	if a.StatusCode != http.StatusOK || a.Header.Get("Content-Encoding") != "" {
		s.t.Errorf("%s: %s, %v", path, a.Status, a.Header)
	}
	lines := make(chan line, 1000)
	go func() {
		defer close(lines)
		defer a.Body.Close()
		for text := bufio.NewScanner(a.Body); text.Scan(); {
			lines <- line{time.Now(), text.Text()}
		}
	}()
	return lines
}

// TestServeHTTP_streams (G07): streams live through any silence, and what comes then comes at once; the time-outs of
// ordinary calls stand.
func TestServeHTTP_streams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newLiveServer(t)
		id := s.newGame()
		began := time.Now()
		streams := []<-chan line{s.follow("/v1/games/" + id + "/stream?after=2"), s.follow("/v1/me/stream")}
		wait := make(chan int, 1)
		go func() {
			a, err := s.http.Do(s.request(http.MethodGet, "/v1/games/"+id+"/events?after=2&wait=30", ""))
			if err != nil {
				t.Error(err)
			} else {
				a.Body.Close()
				wait <- a.StatusCode
			}
			if took := time.Since(began); took != 30*time.Second {
				t.Errorf("the long poll took %v", took)
			}
			close(wait)
		}()
		time.Sleep(10 * time.Minute)
		if status := <-wait; status != http.StatusOK {
			t.Errorf("the long poll: %d", status)
		}
		moved := time.Now()
		s.post("/v1/games/"+id+"/rolls", "")
		for _, lines := range streams {
			for last := began; ; {
				l, ok := <-lines
				if !ok {
					t.Fatal("a stream ended")
				}
				if strings.HasPrefix(l.text, "event: ") && l.text != "event: ready" {
					if took := l.at.Sub(moved); took > time.Second {
						t.Errorf("%s after %v", l.text, took)
					}
					break
				}
				if !strings.HasPrefix(l.text, ":") {
					continue
				}
				if silent := l.at.Sub(last); silent > 15*time.Second {
					t.Errorf("silent for %v", silent)
				}
				last = l.at
			}
		}

		// Who sends a request too slowly, or does not take the answer, is let go.
		slow, err := s.listen.dial(t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(slow, "POST /v1/games HTTP/1.1\r\nHost: kast\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{", s.token)
		sent := time.Now()
		if _, err := io.ReadAll(slow); err != nil {
			t.Error(err)
		}
		if took := time.Since(sent); took < readTime || took > readTime+time.Second {
			t.Errorf("a slow request was let go after %v", took)
		}
		s.stop()
	})
}

// TestServeHTTP_deadReader: who does not read its stream holds up nobody, and is let go.
func TestServeHTTP_deadReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newLiveServer(t)
		id := s.newGame()
		live := s.follow("/v1/games/" + id + "/stream?after=2")
		dead, err := s.listen.dial(t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		defer dead.Close()
		fmt.Fprintf(dead, "GET /v1/games/%s/stream HTTP/1.1\r\nHost: kast\r\nAuthorization: Bearer %s\r\n\r\n", id, s.token)
		synctest.Wait()
		if n := s.games.Followers(id); n != 2 {
			t.Errorf("%d follow the game, want 2", n)
		}
		moved := time.Now()
		s.post("/v1/games/"+id+"/rolls", "")
		for l := range live {
			if strings.HasPrefix(l.text, "event: rolled") {
				if took := l.at.Sub(moved); took > time.Second {
					t.Errorf("the event came after %v", took)
				}
				break
			}
		}
		time.Sleep(45 * time.Second)
		if n := s.games.Followers(id); n != 1 {
			t.Errorf("%d follow the game, want 1", n)
		}
		s.stop()
	})
}

// TestServeHTTP_streamsEnd: streams and long polls end before the server does, and do not hold it up.
func TestServeHTTP_streamsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newLiveServer(t)
		id := s.newGame()
		streams := []<-chan line{s.follow("/v1/games/" + id + "/stream?after=2"), s.follow("/v1/me/stream")}
		held := make(chan string, 1)
		go func() {
			a, err := s.http.Do(s.request(http.MethodGet, "/v1/games/"+id+"/events?after=2&wait=30", ""))
			if err != nil {
				t.Error(err)
				held <- ""
				return
			}
			defer a.Body.Close()
			body, err := io.ReadAll(a.Body)
			if err != nil {
				t.Error(err)
			}
			held <- string(body)
		}()
		time.Sleep(time.Second)
		told := time.Now()
		s.stop()
		// Shutdown looks every half second whether all is done.
		if took := time.Since(told); took > time.Second {
			t.Errorf("stopped after %v", took)
		}
		if got := <-held; got != `{"items":[]}` {
			t.Errorf("the long poll was answered %q", got)
		}
		for _, lines := range streams {
			var all bytes.Buffer
			for l := range lines {
				all.WriteString(l.text + "\n")
			}
			if !strings.HasSuffix(all.String(), "\nevent: end\ndata: {\"reason\":\"shutdown\"}\n\n") {
				t.Errorf("the stream ended with %q", all.String())
			}
		}
	})
}
