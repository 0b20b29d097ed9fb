package rest

import (
	"errors"
	"net/http"

	"kast/api/shape"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"kast/api/play"
	"kast/domain/dice"
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
// @Failure     422 {object} problem "badLog, badName, badOptions"
// @Security    bearerAuth
// @Router      /v1/games/{id}/log [put]
func (s *server) upload(c echo.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	var body uploadRequest
	if err := bindUpTo(c, &body, maxLog); err != nil {
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
	r, err := s.play.Upload(c.Request().Context(), caller.AccountID, id, u)
	if err != nil {
		return err
	}
	status := http.StatusOK
	if r.Created {
		status = http.StatusCreated
	}
	c.Response().Header().Set("ETag", `"`+gameTag(r.View, caller.AccountID)+`"`)
	return writeJSON(c, status, echo.MIMEApplicationJSON, uploaded{Game: s.shape(r.View, caller.AccountID)})
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
	u := play.Upload{Drafts: make([]gamelog.Line, len(body.Events)), Names: or(body.Names, nil)}
	if len(u.Names) > mostSeats {
		return play.Upload{}, badValue("names")
	}
	for i, e := range body.Events {
		var err error
		u.Drafts[i], err = gamelog.DecodeDraft(e.raw)
		if errors.Is(err, dice.ErrFace) {
			return play.Upload{}, &game.Breach{Seq: i + 1, Cause: &game.Refusal{Code: game.BadDice, Reason: game.ReasonDiceFace}}
		}
		if err != nil {
			return play.Upload{}, malformed(textf(text{
				"The event number %d in the list cannot be read: a field is missing, unknown, misplaced, or has a value that it cannot have.",
				"Händelse nummer %d i listan går inte att läsa: ett fält saknas, är okänt, står fel eller har ett värde som det inte kan ha.",
			}, i+1))
		}
	}
	return u, nil
}

// breachCause says what is wrong with an event of an uploaded log: the code of a refused move, or one of these.
type breachCause string // @name BreachCause

const (
	causeSequence     breachCause = "badSequence"    // the numbers do not count from 1 without gaps
	causeChain        breachCause = "brokenChain"    // prev is not the hash of the event before
	causeHash         breachCause = "wrongHash"      // hash is not that of the event
	causeNoCause      breachCause = "notCaused"      // nothing can cause this event here
	causeDiffers      breachCause = "wrongOutcome"   // the rules lead to another event
	causeIncomplete   breachCause = "incomplete"     // the log ends before all that its last move caused
	causeServerDice   breachCause = "notClientDice"  // the dice of the game are the server's
	causeOtherGame    breachCause = "otherGame"      // gameId is not the id in the address
	causeIDInUse      breachCause = "idInUse"        // another event has this id
	causeSeated       breachCause = "alreadySeated"  // the account would hold two seats
	causeNotYourTurn  breachCause = "notYourTurn"    // another seat is on turn
	causeNotOpen      breachCause = "gameNotOpen"    // the game has started or is over
	causeNotPlaying   breachCause = "gameNotPlaying" // the game has not started or is over, or this seat has given up
	causeSeatsFull    breachCause = "seatsFull"      // no seat is open
	causeWrongRuleset breachCause = "wrongRuleset"   // this game has no such move
	causeMustRoll     breachCause = "mustRollFirst"  // nothing has been rolled yet
	causeNoRolls      breachCause = "noRollsLeft"    // the last roll of the turn has been made
	causeMustHold     breachCause = "mustHold"       // a scoring die must be held first
	causeBadHold      breachCause = "badHold"        // these dice cannot be held
	causeBadDice      breachCause = "badDice"        // these dice cannot have been rolled
	causeBoxTaken     breachCause = "boxTaken"       // the box is filled
	causeBoxForbidden breachCause = "boxForbidden"   // the joker must go elsewhere
	causeCannotBank   breachCause = "cannotBank"     // the points do not allow a stop
	causeBadOptions   breachCause = "badOptions"     // options or seats that the game does not allow
)

// breachFailure answers a log that the rules do not allow. Only the causes that an upload can have are known.
func breachFailure(b *game.Breach) (*failure, bool) {
	f := &failure{code: codeBadLog, seq: max(b.Seq, 1)}
	if refusal, ok := errors.AsType[*game.Refusal](b.Cause); ok {
		f.cause, f.detail = breachCause(refusal.Code), reasonText(refusal.Reason)
		if f.detail == (text{}) {
			f.detail = codeText(problemCode(refusal.Code))
		}
		return f, true
	}
	for _, m := range []struct {
		err   error
		cause breachCause
	}{
		{game.ErrSeq, causeSequence},
		{gamelog.ErrChain, causeChain},
		{gamelog.ErrHash, causeHash},
		{game.ErrNoCommand, causeNoCause},
		{game.ErrDiffers, causeDiffers},
		{game.ErrIncomplete, causeIncomplete},
		{play.ErrNotClientDice, causeServerDice},
		{play.ErrOtherGame, causeOtherGame},
		{play.ErrIDInUse, causeIDInUse},
		{play.ErrAlreadySeated, causeSeated},
	} {
		if errors.Is(b.Cause, m.err) {
			f.cause = m.cause
			return f, true
		}
	}
	return nil, false
}
