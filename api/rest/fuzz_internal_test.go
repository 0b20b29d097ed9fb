package rest

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"kast/repository"
)

// request is the context of a call.
func request(method string, body []byte) echo.Context {
	r := httptest.NewRequest(method, "/", strings.NewReader(string(body)))
	r.Header.Set(echo.HeaderContentType, echo.MIMEApplicationJSON)
	return echo.New().NewContext(r, httptest.NewRecorder())
}

// refusedWell fails the test unless an error is a problem that the caller is to blame for.
func refusedWell(t *testing.T, err error) {
	t.Helper()
	f, ok := errors.AsType[*failure](err)
	if !ok || statuses()[f.code] < 400 || statuses()[f.code] >= 500 {
		t.Fatalf("not a problem of the caller's: %v", err)
	}
	if len(f.detail.en) > 1000 || !utf8.ValidString(f.detail.en) || !utf8.ValidString(f.detail.sv) {
		t.Fatalf("detail %q", f.detail.en)
	}
}

// FuzzBind reads a body as that of every call. What is taken is plain JSON without null, and says the same when it is
// written and read again.
func FuzzBind(f *testing.F) {
	for _, body := range []string{
		``, `{}`, `null`, `[]`, `{"id":"0d9f7e3c-5f5e-4c55-9d0c-3a0f2f9b7a11"}`, `{"ID":"x"}`, `{"held":[0,1],"dice":[1,2,3,4,5]}`, `{"held":null}`,
		`{"box":"ones","box":"sixes"}`, `{"ruleset":"penta","seats":[{"kind":"guest","name":"Åsa"}],"options":{"ownPot":false}}`, `{"seat":1e0}`,
		`{"clientSeed":"\ud800"}`, `{"name":"` + "\xff" + `"}`, `{"held":[1.5]}`, `{"held":[-0]}`, "\ufeff{}", `{} {}`, `{"x":{"y":[{"z":1}]}}`,
		`{"username":"a","password":"b","refreshToken":"c"}`, `{"dice":""}`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, to := range []func() any{
			func() any { return new(newAccount) }, func() any { return new(credentials) }, func() any { return new(accountChange) },
			func() any { return new(newGame) }, func() any { return new(joinRequest) }, func() any { return new(startRequest) },
			func() any { return new(rollRequest) }, func() any { return new(holdRequest) }, func() any { return new(entryRequest) },
			func() any { return new(bankRequest) }, func() any { return new(resignRequest) },
		} {
			read := to()
			c := request(http.MethodPost, body)
			if err := bind(c, read); err != nil {
				refusedWell(t, err)
				continue
			}
			if len(body) > 0 && !json.Valid(body) {
				t.Fatalf("%q is not JSON, and was taken", body)
			}
			written, err := encode(read)
			if err != nil {
				t.Fatalf("%q cannot be written again: %v", body, err)
			}
			again := to()
			if err := bind(request(http.MethodPost, written), again); err != nil {
				if hold, isHold := read.(*holdRequest); isHold && hold.Held == nil {
					continue // it is missing, which is refused after this
				}
				t.Fatalf("%q became %s, which is refused: %v", body, written, err)
			}
			first, err := digest(c, read)
			if err != nil {
				t.Fatal(err)
			}
			second, err := digest(c, again)
			if err != nil || first != second {
				t.Fatalf("%q: digests %s, %s, %v", body, first, second, err)
			}
		}
	})
}

// FuzzNewGame reads a new game: what is wished for is complete, or refused.
func FuzzNewGame(f *testing.F) {
	f.Add(`{"ruleset":"penta","seats":[{"kind":"me"}]}`)
	f.Add(`{"ruleset":"tiotusen","dice":"client","visibility":"public","start":false,"seats":[{"kind":"bot","level":"best"},{"kind":"open"}]}`)
	f.Add(`{"ruleset":"bonanza","seats":[{"kind":"guest","name":""},{"kind":"me","level":""}],"dice":""}`)
	f.Fuzz(func(t *testing.T, body string) {
		var n newGame
		if bind(request(http.MethodPost, []byte(body)), &n) != nil {
			return
		}
		w, err := n.wish()
		if err != nil {
			refusedWell(t, err)
			return
		}
		if w.Ruleset == "" || w.Dice == "" || w.Visibility == "" || len(w.Seats) != len(n.Seats) {
			t.Errorf("%s: %+v", body, w)
		}
	})
}

// FuzzQuery reads cursors, limits and places in a log. What is taken has one spelling.
func FuzzQuery(f *testing.F) {
	for _, query := range []string{
		"", "limit=1", "limit=200&cursor=zz", "limit=01", "cursor=-1", "cursor=zzzzzzzzzzzzzz", "after=9007199254740991", "after=9007199254740992",
		"limit=1&limit=1", "limit=%zz", "limit=1;x", "cursor=%00", "status=open&cursor=" + cursorOf(1), "cursor=" + cursorOf(1<<62), "cursor=AAAAAAAAAAA",
	} {
		f.Add(query)
	}
	f.Fuzz(func(t *testing.T, query string) {
		c := request(http.MethodGet, nil)
		c.Request().URL.RawQuery = query
		page, err := pageOf(c)
		if err != nil {
			refusedWell(t, err)
		} else {
			values, _ := url.ParseQuery(query)
			if page.Limit < 1 || page.Limit > maxPage || page.Before < 0 {
				t.Errorf("%q: %+v", query, page)
			}
			if cursor := values.Get("cursor"); cursor != "" && cursor != cursorOf(page.Before) {
				t.Errorf("%q: %+v", query, page)
			}
			if page == (repository.Page{Limit: defaultPage}) && (values.Has("cursor") || values.Has("limit") && values.Get("limit") != "50") {
				t.Errorf("%q is taken for nothing", query)
			}
		}
		after, err := queryInt(c, "after", 0, 0, maxSeq)
		if err != nil {
			refusedWell(t, err)
		} else if after < 0 || after > maxSeq {
			t.Errorf("%q: after %d", query, after)
		}
	})
}

// FuzzETags reads conditions. What is taken says the same when it is written and read again.
func FuzzETags(f *testing.F) {
	for _, header := range []string{"", "*", `"x"`, `W/"x"`, `"x", "y"`, `"x""y"`, `"`, `,`, `*, "x"`, ` "a b" ,, W/"" ,`, `w/"x"`, "\x00", `"å"`} {
		f.Add(header)
	}
	f.Fuzz(func(t *testing.T, header string) {
		read := func(header string) ([]string, bool, error) {
			c := request(http.MethodPost, nil)
			c.Request().Header[ifMatchHeader] = []string{header}
			return etags(c, ifMatchHeader)
		}
		tags, any, err := read(header)
		if err != nil {
			refusedWell(t, err)
			return
		}
		if any {
			if strings.TrimSpace(header) != "*" || tags != nil {
				t.Errorf("%q is any", header)
			}
			return
		}
		written := make([]string, len(tags))
		for i, tag := range tags {
			opaque, weak := strings.CutPrefix(tag, "W/")
			if weak && strings.Contains(header, `W/"`) {
				written[i] = `W/"` + opaque + `"`
			} else {
				written[i] = `"` + tag + `"`
			}
			if strings.Contains(tag, `"`) {
				t.Errorf("%q: tag %q", header, tag)
			}
		}
		again, any, err := read(strings.Join(written, ", "))
		if err != nil || any || len(again) != len(tags) {
			t.Errorf("%q: %q, again %q, %t, %v", header, tags, again, any, err)
		}
	})
}

// FuzzLanguage reads what languages a caller speaks.
func FuzzLanguage(f *testing.F) {
	for _, header := range []string{"", "sv", "en;q=0.1, sv", "*", "sv;q=x", "-", strings.Repeat("sv-", 500), "x-\xff", "zh-Hant;q=1, en-SV"} {
		f.Add(header)
	}
	f.Fuzz(func(t *testing.T, header string) {
		c := request(http.MethodGet, nil)
		c.Request().Header["Accept-Language"] = []string{header}
		if lang := language(c); lang != "sv" && lang != "en" {
			t.Errorf("%q: %q", header, lang)
		}
	})
}

// FuzzID reads the id of a game in a path, and that of a call. What is taken is a UUID, and its own canonical form.
func FuzzID(f *testing.F) {
	for _, id := range []string{
		"", "x", "0d9f7e3c-5f5e-4c55-9d0c-3a0f2f9b7a11", "0D9F7E3C-5F5E-4C55-9D0C-3A0F2F9B7A11", "{0d9f7e3c-5f5e-4c55-9d0c-3a0f2f9b7a11}",
		"urn:uuid:0d9f7e3c-5f5e-4c55-9d0c-3a0f2f9b7a11", "0d9f7e3c5f5e4c559d0c3a0f2f9b7a11", "0d9f7e3c-5f5e-4c55-9d0c-3a0f2f9b7a1\x00", "..%2f..",
	} {
		f.Add(id)
	}
	canonical := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
	f.Fuzz(func(t *testing.T, s string) {
		c := request(http.MethodGet, nil)
		c.SetParamNames("id")
		c.SetParamValues(s)
		id, err := pathID(c)
		chosen := s
		other, otherErr := clientID(&chosen)
		if (err == nil) != (otherErr == nil) || err == nil && (id != other || id != chosen) {
			t.Fatalf("%q: in the path %q, %v, in a body %q, %v", s, id, err, other, otherErr)
		}
		if err != nil {
			refusedWell(t, err)
			return
		}
		if !canonical.MatchString(id) || !strings.EqualFold(id, s) || slices.Contains([]byte(s), 0) {
			t.Errorf("%q became %q", s, id)
		}
	})
}
