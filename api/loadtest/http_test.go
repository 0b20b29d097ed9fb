package loadtest

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
)

// call is a request to be made, as often as one likes.
type call struct {
	kind    string // for the report
	method  string
	path    string
	body    map[string]any // nil for none
	ifMatch string         // a head, empty for none
	ifNone  string
}

// answer is what came back.
type answer struct {
	call   call
	err    error // of the transport
	status int
	etag   string
	body   []byte
}

// send makes a call and notes how long it took. It may be used by many at once.
func (c *client) send(q call) answer {
	a := answer{call: q}
	began := time.Now()
	a.err = roundTrip(c.run.http, c.run.server.url, c.access, q, &a)
	c.run.report.Add(q.kind, time.Since(began), a.err != nil || a.status >= http.StatusInternalServerError)
	return a
}

// roundTrip makes a call to a server, by whom the access token names.
func roundTrip(by *http.Client, url, access string, q call, a *answer) error {
	var body io.Reader
	if q.body != nil {
		b, err := json.Marshal(q.body, json.Deterministic(true))
		if err != nil {
			return err
		}
		body = bytes.NewReader(b)
	}
	// The background context: a run that ends lets its calls come to their end.
	r, err := http.NewRequestWithContext(context.Background(), q.method, url+q.path, body)
	if err != nil {
		return err
	}
	if q.body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if access != "" {
		r.Header.Set("Authorization", "Bearer "+access)
	}
	if q.ifMatch != "" {
		r.Header.Set("If-Match", `"`+q.ifMatch+`"`)
	}
	if q.ifNone != "" {
		r.Header.Set("If-None-Match", `"`+q.ifNone+`"`)
	}
	res, err := by.Do(r)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	a.status, a.etag = res.StatusCode, res.Header.Get("ETag")
	a.body, err = io.ReadAll(res.Body)
	return err
}

// expect ends the client where an answer is none that the call may get: the words of a status, or the code of a problem.
func (c *client) expect(a answer, want ...string) {
	if a.err != nil {
		c.run.fail("%s %s: %v", a.call.method, a.call.path, a.err)
	}
	if got := a.outcome(); !slices.Contains(want, got) {
		c.run.fail("%s %s %v: %s, want one of %v: %s", a.call.method, a.call.path, a.call.body, got, want, a.body)
	}
}

// outcome is the code of a problem, or else the words of the status.
func (a answer) outcome() string {
	status := http.StatusText(a.status)
	if a.status < http.StatusBadRequest {
		return status
	}
	var p struct {
		Code string `json:"code"`
	}
	if err := json.Unmarshal(a.body, &p); err != nil {
		return status
	}
	return p.Code
}

// read takes the body of an answer apart.
func read[T any](c *client, a answer) T {
	var v T
	if err := json.Unmarshal(a.body, &v); err != nil {
		c.run.fail("%s %s: %v in %s", a.call.method, a.call.path, err, a.body)
	}
	return v
}
