package rest_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// liveEvent is one Server-Sent Event.
type liveEvent struct{ ID, Name, Data string }

// liveStream is a stream as a client reads it.
type liveStream struct {
	t      testing.TB
	call   string
	header http.Header
	events chan liveEvent // closed at the end
	close  func()
}

// patience bounds how long a test waits for what must come.
const patience = 20 * time.Second

// open asks for a stream. Where it is refused the stream is nil.
func (c *client) open(path string, headers ...string) (*liveStream, answer) {
	c.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	c.t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.w.server.URL+path, http.NoBody)
	if err != nil {
		c.t.Fatal(err)
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Add(headers[i], headers[i+1])
	}
	a := answer{t: c.t, call: "GET " + path}
	resp, err := c.w.server.Client().Do(req) //nolint:bodyclose // the goroutine that reads it does
	if err != nil {
		c.t.Fatalf("%s: %v", a.call, err)
	}
	a.status, a.header = resp.StatusCode, resp.Header
	if a.status != http.StatusOK {
		defer resp.Body.Close()
		if a.body, err = io.ReadAll(resp.Body); err != nil {
			c.t.Errorf("%s: %v", a.call, err)
		}
	}
	if c.contractual {
		contractOf(c.t).Check(c.t, req, nil, resp, a.body)
	}
	if a.status != http.StatusOK {
		return nil, a
	}
	s := &liveStream{t: c.t, call: a.call, header: resp.Header, events: make(chan liveEvent, 10_000), close: cancel}
	go func() {
		defer resp.Body.Close()
		defer close(s.events)
		c.read(s, resp.Body)
	}()
	return s, a
}

// read takes a stream apart; what is no event, comment or retry is an error.
func (c *client) read(s *liveStream, body io.Reader) {
	var e liveEvent
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		field, value, _ := strings.Cut(lines.Text(), ": ")
		switch field {
		case "id":
			e.ID = value
		case "event":
			e.Name = value
		case "data":
			e.Data = value
			c.w.noteDigests([]byte(value))
		case "":
			if e != (liveEvent{}) {
				s.events <- e
			}
			e = liveEvent{}
		case "retry", ":":
		default:
			s.t.Errorf("%s: the line %q", s.call, lines.Text())
		}
	}
	if e != (liveEvent{}) {
		s.t.Errorf("%s: broke off after %v", s.call, e)
	}
}

// follow asks for a stream that must be given.
func (c *client) follow(path string, headers ...string) *liveStream {
	c.t.Helper()
	s, a := c.open(path, headers...)
	a.is(http.StatusOK)
	return s
}

// next is the event that comes next.
func (s *liveStream) next() liveEvent {
	s.t.Helper()
	select {
	case e, ok := <-s.events:
		if !ok {
			s.t.Fatalf("%s: ended", s.call)
		}
		return e
	case <-time.After(patience):
		s.t.Fatalf("%s: nothing came", s.call)
	}
	return liveEvent{}
}

// gives fails the test unless these events come next, as the log has them.
func (s *liveStream) gives(events ...eventView) {
	s.t.Helper()
	for _, want := range events {
		if got := decode[eventView](answer{t: s.t, body: []byte(s.next().Data)}); got.Seq != want.Seq || got.Hash != want.Hash {
			s.t.Errorf("%s: got event %d, want %d", s.call, got.Seq, want.Seq)
		}
	}
}

// ends fails the test unless the stream ends next, for this reason.
func (s *liveStream) ends(reason string) {
	s.t.Helper()
	want(s.t, s.call+": the last event", s.next(), liveEvent{Name: "end", Data: `{"reason":"` + reason + `"}`})
	select {
	case e, ok := <-s.events:
		if ok {
			s.t.Errorf("%s: after the end came %v", s.call, e)
		}
	case <-time.After(patience):
		s.t.Errorf("%s: stays open after its end", s.call)
	}
}
