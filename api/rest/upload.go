package rest

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"kast/api/shape"

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

// uploadRequest is the log of a game with client dice.
type uploadRequest struct {
	Events []uploadedEvent `json:"events" minItems:"1" maxItems:"5000"`                      // from seq 1
	Names  *[]string       `json:"names,omitzero" minLength:"0" maxLength:"40" maxItems:"8"` // of guests, by seat as created; "" for the others
} // @name UploadRequest

// uploadedEvent is an event from a device, which may leave the chain to the server.
type uploadedEvent struct {
	eventFields
	Prev string `json:"prev,omitzero" pattern:"^[0-9a-f]{64}$"` // hash of the event before; zeros at seq 1
	Hash string `json:"hash,omitzero" pattern:"^[0-9a-f]{64}$"` // SHA-256 over the canonical JSON without this field

	raw jsontext.Value
} // @name UploadedEvent

// UnmarshalJSONFrom keeps the event as it stands: gamelog knows how to read it.
func (e *uploadedEvent) UnmarshalJSONFrom(from *jsontext.Decoder) error {
	v, err := from.ReadValue()
	e.raw = v.Clone()
	return err
}

// uploaded is a game after an upload.
type uploaded struct {
	Game shape.Game `json:"game"`
} // @name Uploaded

// upload serves PUT /v1/games/{id}/log.
//
// @Summary     Upload a log
// @Description Of a game with client dice, played without the server: the whole log from seq 1. What the server has already must be the same; the rest is judged by the rules and appended, all or nothing. Sent again, or shorter, it changes nothing. The uploader is the host and the only account at the table.
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
	// The body is read before the turn is taken, so that a slow sender keeps nobody waiting.
	sent, err := readBody(c, maxLog)
	if err != nil {
		return err
	}
	release, err := s.judging(c.Request().Context())
	if err != nil {
		return err
	}
	defer release()
	var body uploadRequest
	if err := decodeBody(sent, &body); err != nil {
		return err
	}
	u, breach := uploadOf(body)
	if _, unread := errors.AsType[*failure](breach); unread {
		return breach
	}
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	if breach != nil {
		return breach
	}
	var r play.Uploaded
	err = within(c, func(ctx context.Context) (err error) {
		r, err = s.play.Upload(ctx, caller.AccountID, id, u)
		return err
	}, toll{of: s.limits.uploads, key: caller.AccountID, name: "uploads", counts: always})
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

// uploadOf reads the events of an upload. What cannot be read is malformed; dice that no die shows are against the rules.
func uploadOf(body uploadRequest) (play.Upload, error) {
	switch {
	case body.Events == nil:
		return play.Upload{}, missing("events")
	case len(body.Events) == 0:
		return play.Upload{}, badValue("events")
	case len(body.Events) > play.MaxUpload:
		return play.Upload{}, &failure{code: codeTooLarge}
	}
	u := play.Upload{Names: or(body.Names, nil)}
	if len(u.Names) > mostSeats {
		return play.Upload{}, badValue("names")
	}
	raw := make([]jsontext.Value, len(body.Events))
	for i, e := range body.Events {
		raw[i] = e.raw
	}
	var err error
	u.Drafts, err = play.ReadDrafts(raw)
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
