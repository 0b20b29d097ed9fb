package rest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"testing"
)

// client is a caller: somebody with an account, or nobody.
type client struct {
	w           *world
	t           testing.TB
	id, name    string
	token       string
	refresh     string
	contractual bool // the calls are in the contract
}

// nobody is a caller without a token.
func (w *world) nobody() *client { return &client{w: w, t: w.t, contractual: true} }

// guest makes an account and signs it in.
func (w *world) guest(name string) *client {
	w.t.Helper()
	return w.account(map[string]string{"name": name})
}

// registered makes an account with username and password, which is slow on purpose.
func (w *world) registered(username, password string) *client {
	w.t.Helper()
	w.secret(password)
	return w.account(map[string]string{"username": username, "password": password})
}

func (w *world) account(body any) *client {
	w.t.Helper()
	return w.nobody().signedIn(w.nobody().post("/v1/accounts", body).is(http.StatusCreated))
}

// signedIn is the client with the tokens of an answer.
func (c *client) signedIn(a answer) *client {
	c.t.Helper()
	s := decode[signedIn](a)
	c.w.secret(s.AccessToken)
	c.w.secret(s.RefreshToken)
	return &client{
		w: c.w, t: c.t, id: s.Account.ID, name: s.Account.Name, token: s.AccessToken, refresh: s.RefreshToken,
		contractual: true,
	}
}

// refreshed is the client with new tokens.
func (c *client) refreshed() *client {
	c.t.Helper()
	return c.signedIn(c.w.nobody().in(c.t).post("/v1/tokens", object{"refreshToken": c.refresh}).is(http.StatusOK))
}

// in is the client in a subtest.
func (c *client) in(t testing.TB) *client {
	t.Helper()
	copied := *c
	copied.t = t
	return &copied
}

// offContract is the client for calls that the contract does not have.
func (c *client) offContract() *client {
	copied := *c
	copied.contractual = false
	return &copied
}

func (c *client) get(path string, headers ...string) answer {
	c.t.Helper()
	return c.do(http.MethodGet, path, nil, headers...)
}

func (c *client) post(path string, body any, headers ...string) answer {
	c.t.Helper()
	return c.do(http.MethodPost, path, body, headers...)
}

func (c *client) delete(path string, headers ...string) answer {
	c.t.Helper()
	return c.do(http.MethodDelete, path, nil, headers...)
}

// do makes a call. A body is none (nil), bytes or a string as they are, or else what is to be sent as JSON. Headers are
// name and value in turn; an empty value takes away what is set otherwise. It may be called from any goroutine.
func (c *client) do(method, path string, body any, headers ...string) answer {
	c.t.Helper()
	sent := bodyBytes(body)
	req, err := http.NewRequestWithContext(context.Background(), method, c.w.server.URL+path, bytes.NewReader(sent))
	if err != nil {
		c.t.Errorf("%s %s: %v", method, path, err)
		return answer{t: c.t}
	}
	if body == nil {
		req.Body = nil
	} else {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Del(headers[i])
	}
	for i := 0; i < len(headers); i += 2 {
		if headers[i+1] != "" {
			req.Header.Add(headers[i], headers[i+1])
		}
	}
	return c.send(req, sent)
}

func (c *client) send(req *http.Request, sent []byte) answer {
	c.t.Helper()
	a := answer{t: c.t, call: req.Method + " " + req.URL.RequestURI() + " " + shortened(sent)}
	resp, err := c.w.server.Client().Do(req)
	if err != nil {
		c.t.Errorf("%s: %v", a.call, err)
		return a
	}
	defer resp.Body.Close()
	a.status, a.header = resp.StatusCode, resp.Header
	if a.body, err = io.ReadAll(resp.Body); err != nil {
		c.t.Errorf("%s: %v", a.call, err)
	}
	if c.contractual {
		contractOf(c.t).Check(c.t, req, sent, resp, a.body)
	}
	if a.status >= http.StatusInternalServerError && !c.w.faulty {
		c.t.Errorf("%s: %d %s", a.call, a.status, a.body)
	}
	c.w.noteDigests(a.body)
	return a
}

func bodyBytes(body any) []byte {
	switch body := body.(type) {
	case nil:
		return nil
	case []byte:
		return body
	case string:
		return []byte(body)
	}
	b, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	return b
}

// answer is what the server said.
type answer struct {
	t      testing.TB
	call   string
	status int
	header http.Header
	body   []byte
}

// is ends the test unless the answer has this status.
func (a answer) is(status int) answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("%s: got %d %s, want %d", a.call, a.status, shortened(a.body), status)
	}
	return a
}

// refused fails the test unless the answer is a problem with this status and code.
func (a answer) refused(status int, code string) {
	a.t.Helper()
	if got := a.problem(); a.status != status || got.Code != code {
		a.t.Errorf("%s: got %d %s (%s), want %d %s", a.call, a.status, got.Code, got.Detail, status, code)
	}
}

// problem reads a problem; it is empty where the answer is none.
func (a answer) problem() (p problem) {
	if a.header.Get("Content-Type") == "application/problem+json" {
		_ = json.Unmarshal(a.body, &p) // an empty one says enough
	}
	return p
}

// decode reads the body of an answer.
func decode[T any](a answer) (v T) {
	a.t.Helper()
	if err := json.Unmarshal(a.body, &v); err != nil {
		a.t.Fatalf("%s: %v in %s", a.call, err, shortened(a.body))
	}
	return v
}

func shortened(b []byte) string {
	const most = 400
	if len(b) > most {
		return string(b[:most]) + "…"
	}
	return string(b)
}
