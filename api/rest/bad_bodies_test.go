package rest_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// bodies are all calls that take a body, each with one that does well.
func bodies(w *world) []legal {
	ada := w.guest("Ada")
	all := []legal{
		{by: w.nobody(), path: "/v1/accounts", body: object{"name": "Bo"}},
		{by: w.nobody(), path: "/v1/tokens", body: object{"refreshToken": ada.refresh}},
		{by: w.guest("Bo"), path: "/v1/watching", body: object{"watchCode": watchable(ada, object{"ruleset": "penta", "seats": seats("me")}).WatchCode}},
	}
	for _, build := range legalCalls() {
		all = append(all, build(w))
	}
	return all
}

// TestBadBodies: bodies that are no JSON object of the right form, at every call.
func TestBadBodies(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, l := range bodies(w) {
		good, err := json.Marshal(l.body)
		if err != nil {
			t.Fatal(err)
		}
		inside := strings.TrimSuffix(strings.TrimPrefix(string(good), "{"), "}")
		comma := map[bool]string{true: "", false: ","}[inside == ""]
		for _, body := range []string{
			" ", "\n", "null", "true", "1", `"x"`, "[]", "[" + string(good) + "]", "{", "}", "{{", inside + "}", string(good[:len(good)-1]),
			string(good) + string(good), string(good) + " {}", string(good) + ",", string(good) + " x", string(good) + "\x00",
			"\ufeff" + string(good), "\x00" + string(good), "{" + inside + ",}", "{," + inside + "}", "{" + inside + comma + `"x"}`,
			"{" + inside + comma + `"x":}`, "{" + inside + comma + `x:1}`, "{" + inside + comma + `'x':1}`, "/* */" + string(good),
			string(good) + "// x", "{" + inside + comma + `"id":"` + "\xff\xfe" + `"}`, "{" + inside + comma + `"id":"\ud800"}`,
			"{" + inside + comma + "\"\xc3\x28\":1}", "{" + inside + comma + `"id":"` + "\n" + `"}`, "{" + inside + comma + `"x":1}`,
			"{" + inside + comma + `"id":null}`, "{" + inside + comma + `"x":{"x":1,"x":2}}`, "{" + inside + comma + `"id":"x","id":"x"}`,
			strings.Repeat("[", 30000), strings.Repeat(`{"a":`, 10000), strings.Repeat("[", 20000) + strings.Repeat("]", 20000),
			"{" + inside + comma + `"id":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + "}",
			"{" + inside + comma + `"id":1` + strings.Repeat("0", 50000) + "}", "{" + inside + comma + `"id":"` + strings.Repeat("x", 60000) + `"}`,
			"{" + inside + comma + `"` + strings.Repeat("x", 60000) + `":1}`, "id=x", "<id>x</id>",
		} {
			a := l.by.post(l.url(), body)
			a.refused(400, "malformed")
			if len(a.body) > 1000 {
				t.Errorf("%s: an answer of %d bytes", a.call, len(a.body))
			}
		}
		if l.game.ID != "" {
			want(t, "head", l.by.game(l.game.ID).Head, l.game.Head)
		}
		// And it would have gone well.
		if a := l.by.post(l.url(), l.body); a.status >= 300 {
			t.Errorf("%s: %d", a.call, a.status)
		}
	}
}

// TestBadBodies_Type: a body says that it is JSON.
func TestBadBodies_Type(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, l := range bodies(w) {
		for _, media := range []string{
			"", "text/plain", "text/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml",
			"application/json; charset=latin1", "application/json; x=y", "application/jsonp", "application/merge-patch+json",
			"application/problem+json", "application/json, text/plain", "json", "*/*", ";", "application/json;;;charset",
		} {
			l.by.post(l.url(), l.body, "Content-Type", media).refused(415, "unsupportedMediaType")
		}
		for _, encoding := range []string{"gzip", "identity", "br"} {
			l.by.post(l.url(), l.body, "Content-Encoding", encoding).refused(415, "unsupportedMediaType")
		}
		if l.game.ID != "" {
			want(t, "head", l.by.game(l.game.ID).Head, l.game.Head)
		}
		if a := l.by.post(l.url(), l.body, "Content-Type", "Application/JSON ; charset=\"UTF-8\""); a.status >= 300 {
			t.Errorf("%s: %d", a.call, a.status)
		}
	}
}

// TestBadBodies_Size: 64 KiB and no more, packed or not, announced or not.
func TestBadBodies_Size(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const most = 64 << 10
	for _, l := range bodies(w) {
		good, err := json.Marshal(l.body)
		if err != nil {
			t.Fatal(err)
		}
		fill := func(n int) string { return string(good) + strings.Repeat(" ", n-len(good)) }
		l.by.post(l.url(), fill(most+1)).refused(413, "tooLarge")
		l.by.post(l.url(), fill(5*most)).refused(413, "tooLarge")
		l.by.post(l.url(), fill(most+1), "Content-Type", "text/plain").refused(413, "tooLarge")
		if a := l.by.post(l.url(), fill(most)); a.status >= 300 {
			t.Errorf("%s: %d", l.url(), a.status)
		}
	}
	c := w.guest("Ada")
	g := c.newGame("penta", "server", "me")
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(bytes.Repeat([]byte(" "), 10<<20)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	c.post("/v1/games/"+g.ID+"/rolls", packed.Bytes(), "Content-Encoding", "gzip").refused(415, "unsupportedMediaType")

	// Without a length that is announced.
	req, err := http.NewRequestWithContext(t.Context(), "POST", w.server.URL+"/v1/games/"+g.ID+"/rolls", struct{ *strings.Reader }{strings.NewReader(strings.Repeat(" ", most+1))})
	if err != nil {
		t.Fatal(err)
	}
	req.ContentLength = -1
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+c.token)
	c.send(req, []byte("{}")).refused(413, "tooLarge")
	want(t, "game", c.game(g.ID).Head, g.Head)
}

// TestEmptyBody: where all fields may be left out so may the body, whatever it says of its type.
func TestEmptyBody(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for name, build := range legalCalls() {
		for _, body := range []any{nil, ""} {
			l := build(w)
			a := l.by.post(l.url(), body)
			switch name {
			case "create", "hold", "enter":
				a.refused(400, "malformed")
			case "bank":
				a.refused(422, "mustHold") // no hold is the one that stands
			default:
				a.is(201)
			}
		}
	}
	w.nobody().post("/v1/accounts", nil).is(201)
	w.nobody().post("/v1/tokens", "").refused(400, "malformed")
	l := legalCalls()["roll"](w)
	l.by.post(l.url(), "", "Content-Type", "text/plain").refused(415, "unsupportedMediaType")
}

// TestBadBodies_Patch: the one call with a body that is no POST.
func TestBadBodies_Patch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	const good = `{"name":"Bo"}`
	c.do("PATCH", "/v1/me", good, "Content-Type", "text/plain").refused(415, "unsupportedMediaType")
	c.do("PATCH", "/v1/me", good, "Content-Type", "application/merge-patch+json").refused(415, "unsupportedMediaType")
	c.do("PATCH", "/v1/me", good+strings.Repeat(" ", 64<<10)).refused(413, "tooLarge")
	for _, body := range []string{"null", "[]", good + good, `{"name":null}`, `{"name":"Bo","name":"Bo"}`, `{"NAME":"Bo"}`, `{"name":"` + "\xff" + `"}`} {
		c.do("PATCH", "/v1/me", body).refused(400, "malformed")
	}
	want(t, "name", decode[account](c.get("/v1/me").is(200)).Name, "Ada")
}
