package rest

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"

	"kast/api/shape"

	"github.com/labstack/echo/v4"

	"kast/api/play"
	"kast/domain/game"
)

func (s *server) bindMoves(e *echo.Echo) {
	e.POST("/v1/games/:id/rolls", s.roll)
	e.POST("/v1/games/:id/holds", s.hold)
	e.POST("/v1/games/:id/entries", s.enter)
	e.POST("/v1/games/:id/banks", s.bank)
	e.POST("/v1/games/:id/resignations", s.resign)
}

// rollRequest rolls the dice that are not held.
type rollRequest struct {
	ID   *string `json:"id,omitzero" format:"uuid"`                                       // makes the call safe to repeat
	Held []int   `json:"held,omitzero" minimum:"0" maximum:"5" maxItems:"6"`              // positions; absent: the hold that stands; []: none
	Dice []int   `json:"dice,omitzero" minimum:"1" maximum:"6" minItems:"5" maxItems:"6"` // all dice of the table after the roll, where they are the client's
} // @name RollRequest

// holdRequest sets the dice to keep.
type holdRequest struct {
	ID   *string `json:"id,omitzero" format:"uuid"`                 // makes the call safe to repeat
	Held *[]int  `json:"held" minimum:"0" maximum:"5" maxItems:"6"` // positions, in any order; []: none
} // @name HoldRequest

// entryRequest enters the roll in a box.
type entryRequest struct {
	ID  *string   `json:"id,omitzero" format:"uuid"` // makes the call safe to repeat
	Box shape.Box `json:"box"`
} // @name EntryRequest

// bankRequest stops the turn.
type bankRequest struct {
	ID   *string `json:"id,omitzero" format:"uuid"`                          // makes the call safe to repeat
	Held []int   `json:"held,omitzero" minimum:"0" maximum:"5" maxItems:"6"` // positions; absent: the hold that stands
} // @name BankRequest

// resignRequest gives up.
type resignRequest struct {
	ID   *string `json:"id,omitzero" format:"uuid"`             // makes the call safe to repeat
	Seat *int    `json:"seat,omitzero" minimum:"0" maximum:"7"` // of a guest, by its host; absent: the caller's own
} // @name ResignRequest

// changed is what a call caused, and the game as it is now.
type changed struct {
	Events []eventShape `json:"events"` // all that the call caused, in order
	Game   shape.Game   `json:"game"`
} // @name Changed

// AppendJSON writes it as the library would; see shape.Appender.
func (c changed) AppendJSON(to []byte) ([]byte, error) {
	to = append(to, `{"events":[`...)
	for i, e := range c.Events {
		if i > 0 {
			to = append(to, ',')
		}
		to = append(to, e.stored...)
	}
	to, err := c.Game.AppendJSON(append(to, `],"game":`...))
	return append(to, '}'), err
}

// roll serves POST /v1/games/{id}/rolls.
//
// @Summary     Roll the dice
// @Description Rolls all dice but the held and the locked ones. After it nothing is held.
// @ID          roll
// @Tags        moves
// @Param       id       path   string      true  "Game id" format(uuid)
// @Param       If-Match header string      false "Head that the game must still have"
// @Param       body     body   rollRequest false "The hold, and the dice where they are the client's"
// @Success     201 {object} changed "What the roll caused"
// @Success     200 {object} changed "The same call was carried out before: what it caused then, and the game as it is now"
// @Failure     403 {object} problem "notSeated"
// @Failure     404 {object} problem
// @Failure     409 {object} problem "idInUse, gameNotPlaying, notYourTurn"
// @Failure     412 {object} problem
// @Failure     422 {object} problem "noRollsLeft, mustHold, badHold, badDice"
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/games/{id}/rolls [post]
func (s *server) roll(c echo.Context) error {
	var body rollRequest
	id, call, err := s.call(c, &body, func() *string { return body.ID })
	if err != nil {
		return err
	}
	return s.answerChange(c, call)(s.play.Roll(c.Request().Context(), id, call, body.Held, body.Dice))
}

// hold serves POST /v1/games/{id}/holds.
//
// @Summary     Choose the dice to keep
// @Description Replaces the hold before it. Everybody who sees the game sees it.
// @ID          hold
// @Tags        moves
// @Param       id       path   string      true  "Game id" format(uuid)
// @Param       If-Match header string      false "Head that the game must still have"
// @Param       body     body   holdRequest true  "The positions"
// @Success     201 {object} changed "What the hold caused"
// @Success     200 {object} changed "The same call was carried out before: what it caused then, and the game as it is now"
// @Failure     403 {object} problem "notSeated"
// @Failure     404 {object} problem
// @Failure     409 {object} problem "idInUse, gameNotPlaying, notYourTurn"
// @Failure     412 {object} problem
// @Failure     422 {object} problem "mustRollFirst, noRollsLeft, badHold"
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/games/{id}/holds [post]
func (s *server) hold(c echo.Context) error {
	var body holdRequest
	id, call, err := s.call(c, &body, func() *string { return body.ID }, func() error {
		if body.Held == nil {
			return missing("held")
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.answerChange(c, call)(s.play.Hold(c.Request().Context(), id, call, *body.Held))
}

// enter serves POST /v1/games/{id}/entries.
//
// @Summary     Enter the roll in a box
// @Description Of the scorecard games. The turn passes to the next seat.
// @ID          enter
// @Tags        moves
// @Param       id       path   string       true  "Game id" format(uuid)
// @Param       If-Match header string       false "Head that the game must still have"
// @Param       body     body   entryRequest true  "The box"
// @Success     201 {object} changed "What the entry caused"
// @Success     200 {object} changed "The same call was carried out before: what it caused then, and the game as it is now"
// @Failure     403 {object} problem "notSeated"
// @Failure     404 {object} problem
// @Failure     409 {object} problem "idInUse, gameNotPlaying, notYourTurn"
// @Failure     412 {object} problem
// @Failure     422 {object} problem "wrongRuleset, mustRollFirst, boxTaken, boxForbidden"
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/games/{id}/entries [post]
func (s *server) enter(c echo.Context) error {
	var body entryRequest
	id, call, err := s.call(c, &body, func() *string { return body.ID }, func() error {
		if body.Box == "" {
			return missing("box")
		}
		if _, ok := body.Box.Parse(); !ok {
			return badValue("box")
		}
		return nil
	})
	if err != nil {
		return err
	}
	box, _ := body.Box.Parse()
	return s.answerChange(c, call)(s.play.Enter(c.Request().Context(), id, call, box))
}

// bank serves POST /v1/games/{id}/banks.
//
// @Summary     Stop and take the turn's points
// @Description Of tiotusen. With 350 points or more in the turn the pot is taken too. The turn passes to the next seat.
// @ID          bank
// @Tags        moves
// @Param       id       path   string      true  "Game id" format(uuid)
// @Param       If-Match header string      false "Head that the game must still have"
// @Param       body     body   bankRequest false "The hold"
// @Success     201 {object} changed "What the stop caused"
// @Success     200 {object} changed "The same call was carried out before: what it caused then, and the game as it is now"
// @Failure     403 {object} problem "notSeated"
// @Failure     404 {object} problem
// @Failure     409 {object} problem "idInUse, gameNotPlaying, notYourTurn"
// @Failure     412 {object} problem
// @Failure     422 {object} problem "wrongRuleset, mustRollFirst, mustHold, badHold, cannotBank"
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/games/{id}/banks [post]
func (s *server) bank(c echo.Context) error {
	var body bankRequest
	id, call, err := s.call(c, &body, func() *string { return body.ID })
	if err != nil {
		return err
	}
	return s.answerChange(c, call)(s.play.Bank(c.Request().Context(), id, call, body.Held))
}

// resign serves POST /v1/games/{id}/resignations.
//
// @Summary     Give up
// @Description The caller's own seat, or as host a guest's; also out of turn.
// @ID          resign
// @Tags        moves
// @Param       id       path   string        true  "Game id" format(uuid)
// @Param       If-Match header string        false "Head that the game must still have"
// @Param       body     body   resignRequest false "The seat"
// @Success     201 {object} changed "What giving up caused"
// @Success     200 {object} changed "The same call was carried out before: what it caused then, and the game as it is now"
// @Failure     403 {object} problem "notSeated"
// @Failure     404 {object} problem
// @Failure     409 {object} problem "idInUse, gameNotPlaying"
// @Failure     412 {object} problem
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/games/{id}/resignations [post]
func (s *server) resign(c echo.Context) error {
	var body resignRequest
	id, call, err := s.call(c, &body, func() *string { return body.ID }, func() error {
		if body.Seat != nil && (*body.Seat < 0 || *body.Seat > maxSeat) {
			return badValue("seat")
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.answerChange(c, call)(s.play.Resign(c.Request().Context(), id, call, or(body.Seat, game.NoSeat)))
}

// maxSeat is the highest seat number that any game has.
const maxSeat = 7

// call reads what every call that changes a game has in common: the game's id from the path, the body into to, the id
// that the client chose, If-Match, and last the caller: what is malformed is said before who may not.
func (s *server) call(
	c echo.Context, to any, chosen func() *string, checks ...func() error,
) (id string, call play.Call, err error) {
	if id, err = pathID(c); err != nil {
		return "", play.Call{}, err
	}
	if err := bind(c, to); err != nil {
		return "", play.Call{}, err
	}
	if call.ID, err = clientID(chosen()); err != nil {
		return "", play.Call{}, err
	}
	if call.IfMatch, err = ifMatch(c); err != nil {
		return "", play.Call{}, err
	}
	for _, check := range checks {
		if err := check(); err != nil {
			return "", play.Call{}, err
		}
	}
	caller, err := s.caller(c)
	if err != nil {
		return "", play.Call{}, err
	}
	call.Account, call.At = caller.AccountID, arrived(c)
	call.Request, err = digest(c, to)
	return id, call, err
}

// digest is what two calls must have in common to be the same: route and body, as the body was read.
func digest(c echo.Context, body any) (string, error) {
	said, err := encode(body)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(slices.Concat([]byte(c.Request().Method+" "+c.Path()+"\n"), said))
	return hex.EncodeToString(sum[:]), nil
}

// answerChange answers what a change led to: 201, or 200 where it had been carried out before.
func (s *server) answerChange(c echo.Context, call play.Call) func(play.Result, error) error {
	return func(r play.Result, err error) error {
		if err != nil {
			return err
		}
		status := http.StatusCreated
		if r.Repeated {
			status = http.StatusOK
		}
		return s.answerResult(c, status, call.Account, r)
	}
}

func (s *server) answerResult(c echo.Context, status int, account string, r play.Result) error {
	c.Response().Header().Set("ETag", `"`+s.gameTag(r.View, account)+`"`)
	return writeJSON(c, status, echo.MIMEApplicationJSON,
		changed{Events: eventShapes(r.Events), Game: s.shape(r.View, account)})
}
