package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
)

// Target is a server.
type Target struct {
	URL string
	// PID is its process, of which CPU and memory are read; 0 where that is not known.
	PID int
}

// caller makes calls over one connection, one after another.
type caller struct {
	http  *http.Client
	url   string
	token string
	calls *Calls
	body  bytes.Buffer // of the last answer
}

func newCaller(t Target, connections *http.Client) *caller {
	return &caller{http: connections, url: t.URL, calls: &Calls{}}
}

// newConnections returns what callers share. Connections stay open.
func newConnections(n int) *http.Client {
	return &http.Client{
		Transport: &http.Transport{MaxIdleConns: n, MaxIdleConnsPerHost: n, DisableCompression: true},
		Timeout:   30 * time.Second,
	}
}

// post makes a call that is timed, and returns its status; the answer is in body until the next call. Whatever answer is
// neither a success nor among tolerated counts as failed, and is an error.
func (c *caller) post(ctx context.Context, kind, path, body string, tolerated ...int) (status int, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+path, strings.NewReader(body))
	if err != nil {
		return 0, err
	}
	r.Header.Set("Content-Type", "application/json")
	began := time.Now()
	status, err = c.do(r)
	took := time.Since(began)
	if ctx.Err() != nil {
		return status, ctx.Err()
	}
	if err == nil && status >= http.StatusBadRequest && !slices.Contains(tolerated, status) {
		err = fmt.Errorf("POST %s answered %d: %s", path, status, c.body.Bytes())
	}
	c.calls.Add(kind, took, err != nil)
	return status, err
}

// get reads something, which is not timed.
func (c *caller) get(ctx context.Context, path string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url+path, http.NoBody)
	if err != nil {
		return err
	}
	status, err := c.do(r)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("GET %s answered %d: %s", path, status, c.body.Bytes())
	}
	return err
}

// timed is get, and is timed.
func (c *caller) timed(ctx context.Context, path string) error {
	began := time.Now()
	err := c.get(ctx, path)
	took := time.Since(began)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	c.calls.Add(kindRead, took, err != nil)
	return err
}

func (c *caller) do(r *http.Request) (status int, err error) {
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	answer, err := c.http.Do(r)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	c.body.Reset()
	_, err = io.Copy(&c.body, answer.Body)
	return answer.StatusCode, err
}

// read takes the last answer apart.
func (c *caller) read(to any) error { return json.Unmarshal(c.body.Bytes(), to) }
