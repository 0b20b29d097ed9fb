package rest

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"kast/api/shape"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"kast/api/play"
	"kast/domain/game"
	"kast/domain/gamelog"
)

func (s *server) bindUploads(e *echo.Echo) {
	e.PUT("/v1/games/:id/log", s.upload)
}

// mostSeats is the most seats that any game has.
const mostSeats = 8

// maxLog is the largest body that holds a log, in bytes.
const maxLog = 1 << 20

// uploadRequest is the log of a game with client dice. Its events are kept as they stand: the field here only describes them.
type uploadRequest struct {
	Events []uploadedEvent `json:"events" minItems:"1" maxItems:"5000"`                      // from seq 1
	Names  *[]string       `json:"names,omitzero" minLength:"0" maxLength:"40" maxItems:"8"` // of guests, by seat as created; "" for the others

	raw []jsontext.Value // the events; nil for no list of them
} // @name UploadRequest

// uploadedEvent is an event from a device, which may leave the chain to the server.
type uploadedEvent struct {
	eventFields
	Prev string `json:"prev,omitzero" pattern:"^[0-9a-f]{64}$"` // hash of the event before; zeros at seq 1
	Hash string `json:"hash,omitzero" pattern:"^[0-9a-f]{64}$"` // SHA-256 over the canonical JSON without this field
} // @name UploadedEvent

// UnmarshalJSONFrom reads no more of either list than may stand there: whoever sends a million of what is none gets no memory
// for it.
func (r *uploadRequest) UnmarshalJSONFrom(from *jsontext.Decoder) error {
	var sent struct {
		Events sentEvents `json:"events"`
		Names  *sentNames `json:"names"`
	}
	err := json.UnmarshalDecode(from, &sent)
	r.raw, r.Names = sent.Events, (*[]string)(sent.Names)
	return err
}

// sentEvents are events as they stand: gamelog knows how to read them.
type sentEvents []jsontext.Value

// UnmarshalJSONFrom stops where there are too many.
func (e *sentEvents) UnmarshalJSONFrom(from *jsontext.Decoder) error {
	*e = sentEvents{}
	return eachOf(from, func() error {
		if len(*e) == play.MaxUpload {
			return &failure{code: codeTooLarge}
		}
		v, err := from.ReadValue()
		*e = append(*e, v.Clone())
		return err
	})
}

// sentNames are the names of guests.
type sentNames []string

// UnmarshalJSONFrom stops where there are too many.
func (n *sentNames) UnmarshalJSONFrom(from *jsontext.Decoder) error {
	*n = sentNames{}
	return eachOf(from, func() error {
		if len(*n) == mostSeats {
			return badValue("names")
		}
		var name string
		err := json.UnmarshalDecode(from, &name)
		*n = append(*n, name)
		return err
	})
}

// eachOf reads a list, each of whose items is read by a call of item.
func eachOf(from *jsontext.Decoder, item func() error) error {
	if from.PeekKind() != '[' {
		return errors.New("no list")
	}
	if _, err := from.ReadToken(); err != nil {
		return err
	}
	for from.PeekKind() != ']' {
		if err := item(); err != nil {
			return err
		}
	}
	_, err := from.ReadToken()
	return err
}

// uploaded is a game after an upload.
type uploaded struct {
	Game shape.Game `json:"game"`
} // @name Uploaded

// upload serves PUT /v1/games/{id}/log.
//
// @Summary     Upload a log
// @Description Of a game with client dice, played without the server: the whole log from seq 1. What the server has already must be the same; the rest is judged by the rules and appended, all or nothing. Sent again, or shorter, it changes nothing. The uploader is the host and the only account at the table. Who may not upload, or not now, is told so before the body is read.
// @ID          uploadLog
// @Tags        games
// @Param       id   path string        true "Game id" format(uuid)
// @Param       body body uploadRequest true "The log"
// @Success     201 {object} uploaded "The game is new"
// @Success     200 {object} uploaded "The game was there; it has all of these events now"
// @Failure     403 {object} problem "notSeated"
// @Failure     404 {object} problem
// @Failure     409 {object} problem "logDiverged"
// @Failure     422 {object} problem "badLog, badName"
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/games/{id}/log [put]
func (s *server) upload(c echo.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	// Who calls, and whether it may, is asked before anything else that costs: a body is large, and to read it costs more.
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	var r play.Uploaded
	judged := false
	err = within(c, func(ctx context.Context) error {
		leave, err := s.bodyPlace(c, caller.AccountID)
		if err != nil {
			return err
		}
		defer leave()
		// The body is read before the turn is taken, so that a slow sender keeps nobody waiting.
		sent, err := readBody(c, maxLog)
		if err != nil {
			return err
		}
		release, err := s.judging(ctx)
		if err != nil {
			return err
		}
		defer release()
		judged = true
		u, err := readUpload(sent)
		if err != nil {
			return err
		}
		r, err = s.play.Upload(ctx, caller.AccountID, id, u)
		return err
	}, toll{of: s.limits.uploads, key: caller.AccountID, name: "uploads", counts: func(error) bool { return judged }})
	if err != nil {
		return err
	}
	status := http.StatusOK
	if r.Created {
		status = http.StatusCreated
	}
	c.Response().Header().Set("ETag", `"`+s.gameTag(r.View, caller.AccountID)+`"`)
	return writeJSON(c, status, echo.MIMEApplicationJSON, uploaded{Game: s.shape(r.View, caller.AccountID)})
}

// bodyLimits are how many logs are read, or wait to be judged, at the same time: each is held in memory meanwhile.
func bodyLimits() LiveLimits { return LiveLimits{Account: 3, Address: 8, All: 16} }

// bodyPlace takes a place for a body that is read, until leave is called.
func (s *server) bodyPlace(c echo.Context, account string) (leave func(), err error) {
	return s.bodies.take(c, account, &failure{code: codeRateLimited, retryAfter: 1, detail: text{
		"Too many logs are being uploaded at the moment. Send one after the other.",
		"För många loggar laddas upp just nu. Skicka en i taget.",
	}})
}

// uploadsAtOnce is how many logs are judged at the same time; others wait. A large one takes some 15 MB meanwhile.
const uploadsAtOnce = 3

// judging waits until there is room for one more log, and takes it until release.
func (s *server) judging(ctx context.Context) (release func(), err error) {
	select {
	case s.uploads <- struct{}{}:
		return func() { <-s.uploads }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// readUpload reads the body of an upload. What cannot be read is malformed; dice that no die shows are against the rules.
func readUpload(sent []byte) (play.Upload, error) {
	var body uploadRequest
	if err := decodeBody(sent, &body); err != nil {
		return play.Upload{}, err
	}
	switch {
	case body.raw == nil:
		return play.Upload{}, missing("events")
	case len(body.raw) == 0:
		return play.Upload{}, badValue("events")
	}
	u := play.Upload{Names: or(body.Names, nil)}
	var err error
	u.Drafts, err = play.ReadDrafts(body.raw)
	if unread, ok := errors.AsType[*play.EventError](err); ok {
		return play.Upload{}, malformed(textf(text{
			"The event number %d in the list cannot be read: a field is missing, unknown, misplaced, or has a value that it cannot have (%s).",
			"Händelse nummer %d i listan går inte att läsa: ett fält saknas, är okänt, står fel eller har ett värde som det inte kan ha (%s).",
		}, unread.Number, place(jsontext.Pointer(strings.TrimPrefix(unread.Err.Error(), gamelog.ErrFormat.Error()+": ")))))
	}
	return u, err
}

// breachFailure answers a log that the rules do not allow. Only the causes that an upload can have are known.
func breachFailure(b *game.Breach) (*failure, bool) {
	f := &failure{code: codeBadLog, seq: max(b.Seq, 1)}
	if refusal, ok := errors.AsType[*game.Refusal](b.Cause); ok {
		f.detail = reasonText(refusal.Reason)
		if f.detail == (text{}) {
			f.detail = codeText(problemCode(refusal.Code))
		}
	}
	if errors.Is(b.Cause, game.ErrIncomplete) {
		f.detail = text{
			"The log ends before all that its last move caused, such as the end of the game: send what belongs together.",
			"Loggen slutar före allt som det sista draget ledde till, till exempel spelets slut: skicka det som hör ihop.",
		}
	}
	cause, ok := shape.CauseOf(b.Cause)
	f.cause = cause
	return f, ok
}
