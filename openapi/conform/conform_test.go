package conform

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"kast/openapi"

	"github.com/google/go-cmp/cmp"
)

// sample is the document that the generator makes of its own sample.
func sample(t *testing.T) *Checker {
	t.Helper()
	data, err := os.ReadFile("../generate/testdata/sample.json")
	if err != nil {
		t.Fatal(err)
	}
	c, err := newChecker(data)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const (
	gameID = "01890a5d-ac96-774b-bcce-b302099a8057"
	turn   = `{"dice":[1,2],"may":["roll"],"seat":0,"seq":1}`
	head   = `"0000000000000000000000000000000000000000000000000000000000000000"`
)

func game(turn string) string {
	return `{"boxes":{"ones":3},"createdAt":"2026-01-02T03:04:05.678Z","id":"` + gameID +
		`","luck":-1.5,"seen":[],"status":"open","turn":` + turn + `}`
}

func problem(status, code string) string {
	return `{"type":"about:blank","title":"T","status":` + status + `,"detail":"d","code":"` + code + `"}`
}

func TestExplain(t *testing.T) {
	const json, problemJSON = "application/json", "application/problem+json"
	tests := map[string]struct {
		method, path, body string
		noToken            bool
		status             int
		mime, answer       string
		header             map[string]string
		want               string // part of the error; empty for none
	}{
		"game":                  {method: "GET", path: "/v1/games/" + gameID, status: 200, mime: json, answer: game(turn), header: map[string]string{"ETag": head}},
		"mime parameter":        {method: "GET", path: "/v1/games/" + gameID, status: 200, mime: json + "; charset=utf-8", answer: game(turn), header: map[string]string{"ETag": head}},
		"no etag":               {method: "GET", path: "/v1/games/" + gameID, status: 200, mime: json, answer: game(turn), want: `"ETag" missing`},
		"weak etag":             {method: "GET", path: "/v1/games/" + gameID, status: 200, mime: json, answer: game(turn), header: map[string]string{"ETag": "W/" + head}, want: `"ETag" doesn't match`},
		"unknown field":         {method: "GET", path: "/v1/games/" + gameID, status: 200, mime: json, answer: strings.Replace(game(turn), `{`, `{"more":1,`, 1), header: map[string]string{"ETag": head}, want: "more"},
		"unknown nested field":  {method: "GET", path: "/v1/games/" + gameID, status: 200, mime: json, answer: game(strings.Replace(turn, `{`, `{"more":1,`, 1)), header: map[string]string{"ETag": head}, want: "/turn"},
		"missing field":         {method: "GET", path: "/v1/games/" + gameID, status: 200, mime: json, answer: game(strings.Replace(turn, `"seat":0,`, ``, 1)), header: map[string]string{"ETag": head}, want: "/turn/seat"},
		"null":                  {method: "GET", path: "/v1/games/" + gameID, status: 200, mime: json, answer: game("null"), header: map[string]string{"ETag": head}, want: "/turn"},
		"die out of range":      {method: "GET", path: "/v1/games/" + gameID, status: 200, mime: json, answer: game(strings.Replace(turn, "2]", "7]", 1)), header: map[string]string{"ETag": head}, want: "/turn/dice/1"},
		"value of a map":        {method: "GET", path: "/v1/games/" + gameID, status: 200, mime: json, answer: strings.Replace(game(turn), ":3}", ":51}", 1), header: map[string]string{"ETag": head}, want: "/boxes/ones"},
		"number as string":      {method: "GET", path: "/v1/games/" + gameID, status: 200, mime: json, answer: strings.Replace(game(turn), "-1.5", `"-1.5"`, 1), header: map[string]string{"ETag": head}, want: "/luck"},
		"fraction":              {method: "GET", path: "/v1/games/" + gameID, status: 200, mime: json, answer: strings.Replace(game(turn), `"seq":1`, `"seq":1.5`, 1), header: map[string]string{"ETag": head}, want: "/turn/seq"},
		"unknown enum value":    {method: "GET", path: "/v1/games/" + gameID, status: 200, mime: json, answer: strings.Replace(game(turn), `"open"`, `"shut"`, 1), header: map[string]string{"ETag": head}, want: "/status"},
		"bad time":              {method: "GET", path: "/v1/games/" + gameID, status: 200, mime: json, answer: strings.Replace(game(turn), "2026-01-02T", "2026-01-02 ", 1), header: map[string]string{"ETag": head}, want: "/createdAt"},
		"bad uuid":              {method: "GET", path: "/v1/games/" + gameID, status: 200, mime: json, answer: strings.Replace(game(turn), gameID, "x", 1), header: map[string]string{"ETag": head}, want: "/id"},
		"not json":              {method: "GET", path: "/v1/games/" + gameID, status: 200, mime: json, answer: "{", header: map[string]string{"ETag": head}, want: "decode"},
		"other content type":    {method: "GET", path: "/v1/games/" + gameID, status: 200, mime: "text/html", answer: game(turn), header: map[string]string{"ETag": head}, want: "text/html is not documented"},
		"not modified":          {method: "GET", path: "/v1/games/" + gameID, status: 304, header: map[string]string{"ETag": head}},
		"other status":          {method: "GET", path: "/v1/games/" + gameID, status: 202, mime: json, answer: game(turn), want: "status 202 is not documented"},
		"other path":            {method: "GET", path: "/v1/players", status: 200, mime: json, answer: "{}", want: "not documented"},
		"other method":          {method: "PUT", path: "/v1/games/" + gameID, status: 200, mime: json, answer: "{}", want: "not documented"},
		"no body":               {method: "DELETE", path: "/v1/games/" + gameID, status: 204},
		"body in 204":           {method: "DELETE", path: "/v1/games/" + gameID, status: 204, mime: json, answer: "{}", want: "there is a body"},
		"problem":               {method: "GET", path: "/v1/games/x", status: 404, mime: problemJSON, answer: problem("404", "notFound"), header: map[string]string{"Content-Language": "sv"}},
		"problem as json":       {method: "GET", path: "/v1/games/x", status: 404, mime: json, answer: problem("404", "notFound"), header: map[string]string{"Content-Language": "sv"}, want: "application/json is not documented"},
		"problem, no language":  {method: "GET", path: "/v1/games/x", status: 404, mime: problemJSON, answer: problem("404", "notFound"), want: `"Content-Language" missing`},
		"problem, other code":   {method: "GET", path: "/v1/games/x", status: 404, mime: problemJSON, answer: problem("404", "staleState"), header: map[string]string{"Content-Language": "sv"}, want: `code "staleState"`},
		"problem, other status": {method: "GET", path: "/v1/games/x", status: 404, mime: problemJSON, answer: problem("400", "notFound"), header: map[string]string{"Content-Language": "sv"}, want: "says status 400"},
		"code not of this call": {method: "POST", path: "/v1/games/" + gameID + "/rolls", body: `{}`, status: 409, mime: problemJSON, answer: problem("409", "seatsFull"), header: map[string]string{"Content-Language": "en"}, want: `code "seatsFull"`},
		"rate, no retry after":  {method: "GET", path: "/v1/games", status: 429, mime: problemJSON, answer: problem("429", "rateLimited"), header: map[string]string{"Content-Language": "en"}, want: `"Retry-After" missing`},
		"accepted":              {method: "POST", path: "/v1/games/" + gameID + "/rolls", body: `{"held":[0]}`, status: 201, mime: json, answer: `{"game":` + game(turn) + `}`, header: map[string]string{"ETag": head}},
		"accepted, bad":         {method: "POST", path: "/v1/games/" + gameID + "/rolls", body: `{"held":[6]}`, status: 201, mime: json, answer: `{"game":` + game(turn) + `}`, header: map[string]string{"ETag": head}, want: "accepted a request"},
		"accepted, unknown":     {method: "POST", path: "/v1/games/" + gameID + "/rolls", body: `{"hold":[]}`, status: 201, mime: json, answer: `{"game":` + game(turn) + `}`, header: map[string]string{"ETag": head}, want: "accepted a request"},
		"refused, bad":          {method: "POST", path: "/v1/games/" + gameID + "/rolls", body: `{"held":[6]}`, status: 422, mime: problemJSON, answer: problem("422", "badHold"), header: map[string]string{"Content-Language": "en"}},
		"accepted, no token":    {method: "GET", path: "/v1/games/" + gameID, noToken: true, status: 200, mime: json, answer: game(turn), header: map[string]string{"ETag": head}, want: "without a token"},
		"token not needed":      {method: "GET", path: "/v1/games", noToken: true, status: 200, mime: json, answer: `{"items":[]}`},
		"generic list":          {method: "GET", path: "/v1/games", status: 200, mime: json, answer: `{"items":[{"id":"` + gameID + `"}]}`, want: "/items/0/name"},
		"stream":                {method: "GET", path: "/v1/games/" + gameID + "/stream", status: 200, mime: "text/event-stream", answer: "id: 1\n\n"},
		"yaml":                  {method: "GET", path: "/openapi.yaml", status: 200, mime: "application/yaml", answer: "a: 1\n"},
		"union":                 {method: "GET", path: "/v1/games/" + gameID + "/events", status: 200, mime: json, answer: `{"items":[{"seats":[{"kind":"open"},3]}]}`},
		"union, neither":        {method: "GET", path: "/v1/games/" + gameID + "/events", status: 200, mime: json, answer: `{"items":[{"seats":["x"]}]}`, want: "/items/0/seats/0"},
		"union, unknown field":  {method: "GET", path: "/v1/games/" + gameID + "/events", status: 200, mime: json, answer: `{"items":[{"seats":[{"kind":"open","more":1}]}]}`, want: "/items/0/seats/0"},
		"a failure of its own":  {method: "GET", path: "/readyz", status: 503, mime: json, answer: `{"ready":false}`},
	}
	c := sample(t)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			req := httptest.NewRequest(test.method, "http://localhost"+test.path, strings.NewReader(test.body))
			if test.body != "" {
				req.Header.Set("Content-Type", "application/json")
			}
			if !test.noToken {
				req.Header.Set("Authorization", "Bearer x")
			}
			resp := &http.Response{StatusCode: test.status, Header: http.Header{}}
			if test.mime != "" {
				resp.Header.Set("Content-Type", test.mime)
			}
			for key, value := range test.header {
				resp.Header.Set(key, value)
			}
			err := c.Explain(req, []byte(test.body), resp, []byte(test.answer))
			switch {
			case test.want == "" && err != nil:
				t.Errorf("got error %v, want none", err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("got error %v, want one with %q", err, test.want)
			}
		})
	}
}

func TestUnseen(t *testing.T) {
	c := sample(t)
	none := func(Route, int) bool { return false }
	if got := c.Unseen(none); got != nil {
		t.Errorf("got %v, want nothing", got)
	}
	ready := func(r Route, _ int) bool { return r.Path == "/readyz" }
	if diff := cmp.Diff(c.Unseen(ready), []string{"ready 200", "ready 500", "ready 503"}); diff != "" {
		t.Error(diff)
	}
	if got := c.UnseenOperations(); len(got) != 8 {
		t.Errorf("got %v, want all eight", got)
	}
	req := httptest.NewRequest(http.MethodGet, "/readyz", nil)
	resp := &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}}
	c.Check(t, req, nil, resp, []byte(`{"ready":true}`))
	if diff := cmp.Diff(c.Unseen(ready), []string{"ready 500", "ready 503"}); diff != "" {
		t.Error(diff)
	}
	if got := c.UnseenOperations(); len(got) != 7 {
		t.Errorf("got %v, want seven", got)
	}
	if got := len(c.Unseen(nil)); got < 20 {
		t.Errorf("got %d answers unseen, want the rest", got)
	}
}

func TestRoutes(t *testing.T) {
	data, err := os.ReadFile("../generate/testdata/sample.json")
	if err != nil {
		t.Fatal(err)
	}
	routes, err := Routes(data)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range routes {
		got = append(got, r.String())
	}
	want := []string{
		"GET /openapi.yaml", "GET /readyz", "GET /v1/games", "DELETE /v1/games/{id}", "GET /v1/games/{id}",
		"GET /v1/games/{id}/events", "POST /v1/games/{id}/rolls", "GET /v1/games/{id}/stream",
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Error(diff)
	}
	if _, err := Routes([]byte("{")); err == nil {
		t.Error("a broken document is accepted")
	}
}

// TestNew: the contract in the binary can be used.
func TestNew(t *testing.T) {
	New(t)
	if _, err := Routes(openapi.JSON()); err != nil {
		t.Error(err)
	}
}
