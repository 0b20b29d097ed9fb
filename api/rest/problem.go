package rest

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"kast/api/auth"
	"kast/api/limit"
	"kast/api/play"
	"kast/api/shape"
	"kast/domain/game"
	"kast/repository"
)

// problem is an error answer, RFC 9457.
type problem struct {
	Type   string      `json:"type"`   // always about:blank: code tells errors apart
	Title  string      `json:"title"`  // the status in words
	Status int         `json:"status"` // the HTTP status
	Detail string      `json:"detail"` // for people, in the language of Accept-Language
	Code   problemCode `json:"code"`   // for programs; never changes

	Seq    *int              `json:"seq,omitzero" minimum:"1"` // logDiverged, badLog: the event at fault
	Cause  shape.BreachCause `json:"cause,omitzero"`           // badLog: what is wrong with it
	Events []eventShape      `json:"events,omitzero"`          // logDiverged: the events that are there, from seq on
} // @name Problem

// problemCode says what is wrong, for programs.
type problemCode string // @name ProblemCode

const (
	codeMalformed       problemCode = "malformed"            // 400 the request cannot be read: JSON, types, enums, ids, cursors, headers
	codeUnauthenticated problemCode = "unauthenticated"      // 401 no token, one that is not valid any more, or wrong credentials
	codeNotSeated       problemCode = "notSeated"            // 403 the caller holds no seat that could do this
	codeHostOnly        problemCode = "hostOnly"             // 403 only the host may do this
	codeWrongPassword   problemCode = "wrongPassword"        // 403 the old password is missing or wrong
	codeClosed          problemCode = "registrationClosed"   // 403 the operator makes the accounts of this server
	codeNotFound        problemCode = "notFound"             // 404 absent, or the caller may not know of it
	codeMethod          problemCode = "methodNotAllowed"     // 405 the path has other methods
	codeNotYourTurn     problemCode = "notYourTurn"          // 409 another seat is on turn
	codeGameNotOpen     problemCode = "gameNotOpen"          // 409 the game has started or is over
	codeGameNotPlaying  problemCode = "gameNotPlaying"       // 409 the game has not started or is over, or this seat has given up
	codeGameNotFinished problemCode = "gameNotFinished"      // 409 the game was not played to its end
	codeSeatsFull       problemCode = "seatsFull"            // 409 no seat is open
	codeAlreadySeated   problemCode = "alreadySeated"        // 409 the caller has a seat
	codeIDInUse         problemCode = "idInUse"              // 409 the id stands for another call
	codeLogDiverged     problemCode = "logDiverged"          // 409 the uploaded log is not a continuation
	codeUsernameTaken   problemCode = "usernameTaken"        // 409 another account has this username
	codeAdviceOff       problemCode = "adviceOff"            // 409 the game is played without advice
	codeNotServerDice   problemCode = "notServerDice"        // 409 the dice are the client's, so there is nothing to prove
	codeNotPrivate      problemCode = "notPrivate"           // 409 the game is public, so it needs no code
	codeWatchersFull    problemCode = "watchersFull"         // 409 as many watch the game as may
	codeStaleState      problemCode = "staleState"           // 412 the game has moved on from the head in If-Match
	codeTooLarge        problemCode = "tooLarge"             // 413 the body is too large
	codeMediaType       problemCode = "unsupportedMediaType" // 415 the body is not application/json
	codeWrongRuleset    problemCode = "wrongRuleset"         // 422 this game has no such move
	codeMustRollFirst   problemCode = "mustRollFirst"        // 422 nothing has been rolled yet
	codeNoRollsLeft     problemCode = "noRollsLeft"          // 422 the last roll of the turn has been made
	codeMustHold        problemCode = "mustHold"             // 422 a scoring die must be held first
	codeBadHold         problemCode = "badHold"              // 422 these dice cannot be held
	codeBadDice         problemCode = "badDice"              // 422 these dice cannot have been rolled
	codeBoxTaken        problemCode = "boxTaken"             // 422 the box is filled
	codeBoxForbidden    problemCode = "boxForbidden"         // 422 the joker must go elsewhere
	codeCannotBank      problemCode = "cannotBank"           // 422 the points do not allow a stop
	codeBadOptions      problemCode = "badOptions"           // 422 options or seats that the game does not allow
	codeBadName         problemCode = "badName"              // 422 the name is not allowed
	codeBadLog          problemCode = "badLog"               // 422 the uploaded log breaks the rules
	codeRateLimited     problemCode = "rateLimited"          // 429 too often of late, or too many at once; Retry-After tells how long to wait
	codeInternal        problemCode = "internal"             // 500 a fault of the server
	codeUnavailable     problemCode = "unavailable"          // 503 the store does not answer
)

// statuses gives every code its HTTP status.
func statuses() map[problemCode]int {
	return map[problemCode]int{
		codeMalformed: 400, codeUnauthenticated: 401, codeNotSeated: 403, codeHostOnly: 403, codeWrongPassword: 403, codeClosed: 403,
		codeNotFound: 404, codeMethod: 405,
		codeNotYourTurn: 409, codeGameNotOpen: 409, codeGameNotPlaying: 409, codeGameNotFinished: 409, codeSeatsFull: 409, codeAlreadySeated: 409,
		codeIDInUse: 409, codeLogDiverged: 409, codeUsernameTaken: 409, codeAdviceOff: 409, codeNotServerDice: 409,
		codeNotPrivate: 409, codeWatchersFull: 409,
		codeStaleState: 412, codeTooLarge: 413, codeMediaType: 415,
		codeWrongRuleset: 422, codeMustRollFirst: 422, codeNoRollsLeft: 422, codeMustHold: 422, codeBadHold: 422,
		codeBadDice: 422, codeBoxTaken: 422, codeBoxForbidden: 422, codeCannotBank: 422, codeBadOptions: 422,
		codeBadName: 422, codeBadLog: 422, codeRateLimited: 429, codeInternal: 500, codeUnavailable: 503,
	}
}

// failure is an error with everything that a problem answer needs.
type failure struct {
	code   problemCode
	detail text // empty for the code's own
	// retryAfter is in how many seconds the call may be made again; 0 for what the status says.
	retryAfter int

	seq    int // as in problem; 0 for none
	cause  shape.BreachCause
	events []eventShape
}

func (f *failure) Error() string { return string(f.code) + ": " + f.detail.en }

// malformed is a request that cannot be read, and what about it.
func malformed(detail text) error { return &failure{code: codeMalformed, detail: detail} }

// known maps the errors of the layers below to codes, in order.
func known(err error) (*failure, bool) {
	if f, ok := errors.AsType[*failure](err); ok {
		return f, true
	}
	if breach, ok := errors.AsType[*game.Breach](err); ok {
		return breachFailure(breach)
	}
	if refusal, ok := errors.AsType[*game.Refusal](err); ok {
		return &failure{code: problemCode(refusal.Code), detail: reasonText(refusal.Reason)}, true
	}
	if diverged, ok := errors.AsType[*play.DivergedError](err); ok {
		return &failure{code: codeLogDiverged, seq: diverged.Seq, events: eventShapes(diverged.Events)}, true
	}
	switch {
	case errors.Is(err, play.ErrTooManyHolds):
		return &failure{code: codeBadHold, detail: text{"You have held so often that you must go on now.", "Du har ändrat dig så ofta att du måste gå vidare nu."}}, true
	case errors.Is(err, play.ErrTooManyComings):
		return &failure{code: codeSeatsFull, detail: text{"So many have come and gone here that nobody may join any more.", "Så många har kommit och gått här att ingen mer får vara med."}}, true
	}
	if errors.Is(err, play.ErrBusy) || errors.Is(err, auth.ErrBusy) {
		return busy(), true
	}
	if early, ok := errors.AsType[*limit.ExceededError](err); ok {
		return rateLimited(early), true
	}
	if field, ok := errors.AsType[*auth.FieldError](err); ok {
		return fieldFailure(field), true
	}
	for _, m := range []struct {
		err  error
		code problemCode
	}{
		{play.ErrNotFound, codeNotFound},
		{play.ErrNotSeated, codeNotSeated},
		{play.ErrHostOnly, codeHostOnly},
		{play.ErrAlreadySeated, codeAlreadySeated},
		{play.ErrIDInUse, codeIDInUse},
		{play.ErrStale, codeStaleState},
		{play.ErrNotFinished, codeGameNotFinished},
		{play.ErrNotServerDice, codeNotServerDice},
		{play.ErrAdviceOff, codeAdviceOff},
		{play.ErrNotPrivate, codeNotPrivate},
		{play.ErrWatchersFull, codeWatchersFull},
		{play.ErrNoTable, codeUnavailable},
		{play.ErrBadName, codeBadName},
		{play.ErrBadSeats, codeBadOptions},
		{play.ErrNoAccount, codeUnauthenticated},
		{play.ErrSignedOut, codeUnauthenticated},
		{auth.ErrUnauthenticated, codeUnauthenticated},
		{auth.ErrWrongPassword, codeWrongPassword},
		{auth.ErrUsernameTaken, codeUsernameTaken},
		{auth.ErrBadName, codeBadName},
		{auth.ErrMalformed, codeMalformed},
		{repository.ErrUnavailable, codeUnavailable},
	} {
		if errors.Is(err, m.err) {
			return &failure{code: m.code}, true
		}
	}
	return nil, false
}

// busy is a call that lost again and again against others at the same time, which are mostly the caller's own: no fault of the
// server. It changed nothing.
func busy() *failure {
	return &failure{code: codeRateLimited, retryAfter: 1, detail: text{
		"Too many calls change the same at once. Send it again.", "För många anrop ändrar samma sak samtidigt. Skicka igen.",
	}}
}

// ofRouter maps echo's own errors: no such route, no such method.
func ofRouter(err error) (*failure, bool) {
	h, ok := errors.AsType[*echo.HTTPError](err)
	if !ok {
		return nil, false
	}
	switch h.Code {
	case http.StatusNotFound:
		return &failure{code: codeNotFound}, true
	case http.StatusMethodNotAllowed:
		return &failure{code: codeMethod}, true
	default:
		return nil, false
	}
}

// fail is the one place where errors become answers. What is not known is our fault: it is logged once and never shown.
func (s *server) fail(err error, c echo.Context) {
	gone := c.Request().Context().Err() != nil // the caller has left: nobody is there to be answered, and it is no fault of ours
	if c.Response().Committed {
		level := slog.LevelError
		if gone {
			level = slog.LevelDebug
		}
		s.log.Log(c.Request().Context(), level, "answer broken off", "error", err, requestID(c))
		return
	}
	f, ok := known(err)
	if !ok {
		f, ok = ofRouter(err)
	}
	if !ok {
		f = &failure{code: codeInternal}
	}
	status := statuses()[f.code]
	switch {
	case f.code == codeRateLimited:
		s.log.Warn("refused", "route", c.Path(), "from", address(c), requestID(c))
	case gone && status >= http.StatusInternalServerError:
		s.log.Debug("caller gone", "error", err, requestID(c))
	case status >= http.StatusInternalServerError:
		s.log.Error("request failed", "error", err, requestID(c))
	}
	if err := s.answerProblem(c, status, f); err != nil {
		s.log.Warn("problem not sent", "error", err, requestID(c))
	}
}

func (s *server) answerProblem(c echo.Context, status int, f *failure) error {
	lang := language(c)
	detail := f.detail
	if detail == (text{}) {
		detail = codeText(f.code)
	}
	h := c.Response().Header()
	h.Set("Content-Language", lang)
	h.Set(echo.HeaderCacheControl, "no-store")
	switch status {
	case http.StatusUnauthorized:
		h.Set(echo.HeaderWWWAuthenticate, "Bearer")
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		h.Set(echo.HeaderRetryAfter, strconv.Itoa(max(1, f.retryAfter)))
	}
	p := problem{
		Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: detail.in(lang), Code: f.code,
		Cause: f.cause, Events: f.events,
	}
	if f.seq > 0 {
		p.Seq = &f.seq
	}
	return writeJSON(c, status, "application/problem+json", p)
}

func requestID(c echo.Context) slog.Attr {
	return slog.String("request", c.Response().Header().Get(echo.HeaderXRequestID))
}

// fieldFailure says which field of an account is wrong, and how.
func fieldFailure(e *auth.FieldError) *failure {
	code := codeMalformed
	if errors.Is(e.Kind, auth.ErrBadName) {
		code = codeBadName
	}
	how := fieldText(e.Problem)
	return &failure{code: code, detail: text{
		en: fmt.Sprintf("%s: %s", e.Field, how.en),
		sv: fmt.Sprintf("%s: %s", e.Field, how.sv),
	}}
}
