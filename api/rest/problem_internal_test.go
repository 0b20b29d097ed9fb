package rest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"kast/api/auth"
	"kast/api/limit"
	"kast/api/play"
	"kast/domain/game"
	"kast/openapi"
	"kast/repository"
)

// documentedCodes reads the codes from the contract.
func documentedCodes(t *testing.T) []problemCode {
	t.Helper()
	var doc struct {
		Components struct {
			Schemas struct {
				ProblemCode struct{ Enum []problemCode }
			}
		}
	}
	if err := json.Unmarshal(openapi.JSON(), &doc); err != nil {
		t.Fatal(err)
	}
	codes := doc.Components.Schemas.ProblemCode.Enum
	if len(codes) == 0 {
		t.Fatal("the contract has no codes")
	}
	return codes
}

// TestCodes: every code of the contract has a status and says something in both languages, and so has every refusal of
// the rules.
func TestCodes(t *testing.T) {
	t.Parallel()
	codes := documentedCodes(t)
	if len(codes) != len(statuses()) {
		t.Errorf("%d codes in the contract, %d with a status", len(codes), len(statuses()))
	}
	said := map[string]problemCode{}
	for _, code := range codes {
		status := statuses()[code]
		if status < 400 || http.StatusText(status) == "" {
			t.Errorf("%s: status %d", code, status)
		}
		tx := codeText(code)
		if tx.en == "" || tx.sv == "" || tx.en == tx.sv {
			t.Errorf("%s: %q, %q", code, tx.en, tx.sv)
		}
		for _, s := range []string{tx.en, tx.sv} {
			if other, twice := said[s]; twice {
				t.Errorf("%s says the same as %s: %q", code, other, s)
			}
			said[s] = code
		}
	}
	for _, code := range game.Codes() {
		status := statuses()[problemCode(code)]
		if code.NotNow() && status != http.StatusConflict || !code.NotNow() && status != http.StatusUnprocessableEntity {
			t.Errorf("refusal %s: status %d", code, status)
		}
		if !slices.Contains(codes, problemCode(code)) {
			t.Errorf("refusal %s is not in the contract", code)
		}
	}
}

// TestReasons: what narrows a refusal or a bad field down is said in both languages.
func TestReasons(t *testing.T) {
	t.Parallel()
	for _, r := range game.Reasons() {
		if tx := reasonText(r); tx.en == "" || tx.sv == "" || tx.en == tx.sv {
			t.Errorf("%s: %q, %q", r, tx.en, tx.sv)
		}
	}
	for _, p := range []auth.Problem{auth.Missing, auth.TooShort, auth.TooLong, auth.BadCharacters} {
		if tx := fieldText(p); tx.en == "" || tx.sv == "" || tx.en == tx.sv {
			t.Errorf("%s: %q, %q", p, tx.en, tx.sv)
		}
	}
}

// TestKnown: the errors of the layers below become the right codes, also wrapped; what nobody knows is our fault and is
// not shown.
func TestKnown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want problemCode
	}{
		{play.ErrNotFound, codeNotFound},
		{play.ErrNotSeated, codeNotSeated},
		{play.ErrHostOnly, codeHostOnly},
		{play.ErrAlreadySeated, codeAlreadySeated},
		{play.ErrIDInUse, codeIDInUse},
		{play.ErrStale, codeStaleState},
		{play.ErrNotServerDice, codeNotServerDice},
		{play.ErrNotPrivate, codeNotPrivate},
		{play.ErrWatchersFull, codeWatchersFull},
		{&limit.ExceededError{Wait: time.Second}, codeRateLimited},
		{play.ErrBadName, codeBadName},
		{play.ErrBadSeats, codeBadOptions},
		{play.ErrNoAccount, codeUnauthenticated},
		{play.ErrBusy, codeRateLimited},
		{auth.ErrBusy, codeRateLimited},
		{auth.ErrUnauthenticated, codeUnauthenticated},
		{auth.ErrWrongPassword, codeWrongPassword},
		{auth.ErrUsernameTaken, codeUsernameTaken},
		{&auth.FieldError{Field: "name", Problem: auth.TooLong, Kind: auth.ErrBadName}, codeBadName},
		{&auth.FieldError{Field: "password", Problem: auth.TooShort, Kind: auth.ErrMalformed}, codeMalformed},
		{repository.ErrUnavailable, codeUnavailable},
		{&game.Refusal{Code: game.BoxTaken}, codeBoxTaken},
		{malformed(text{}), codeMalformed},
	} {
		for _, err := range []error{c.err, fmt.Errorf("while doing: %w", c.err)} {
			f, ok := known(err)
			if !ok || f.code != c.want {
				t.Errorf("%v: got %v, want %s", err, f, c.want)
			}
		}
	}
	if f, ok := known(errors.New("seed 0123")); ok {
		t.Errorf("an unknown error is known as %v", f)
	}
}

// TestFail: an error that nobody foresaw is answered as internal and says nothing; of echo's own only "no such route"
// and "no such method" are the caller's.
func TestFail(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want problemCode
	}{
		{errors.New("secret"), codeInternal},
		{&panicked{value: "secret"}, codeInternal},
		{echo.NewHTTPError(http.StatusTeapot, "secret"), codeInternal},
		{echo.ErrNotFound, codeNotFound},
		{echo.ErrMethodNotAllowed, codeMethod},
	} {
		e := newEcho(Options{})
		e.GET("/fail", func(echo.Context) error { return c.err })
		rec := httptest.NewRecorder()
		e.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/fail", nil))
		var p problem
		if err := json.Unmarshal(rec.Body.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		if p.Code != c.want || rec.Code != statuses()[c.want] || p.Detail != codeText(c.want).en {
			t.Errorf("%v: got %d %+v, want %s", c.err, rec.Code, p, c.want)
		}
	}
}

// TestRecovered: a panic in one call is answered as internal, and the server goes on.
func TestRecovered(t *testing.T) {
	t.Parallel()
	e := newEcho(Options{})
	e.GET("/panic", func(echo.Context) error { panic("secret") })
	for range 2 {
		rec := httptest.NewRecorder()
		e.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/panic", nil))
		if rec.Code != http.StatusInternalServerError || rec.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("got %d %s", rec.Code, rec.Body)
		}
	}
	rec := httptest.NewRecorder()
	e.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/v1/rulesets", nil))
	if rec.Code != http.StatusOK {
		t.Errorf("after panics: %d", rec.Code)
	}
}
