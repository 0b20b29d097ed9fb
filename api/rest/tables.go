package rest

import (
	"context"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"kast/api/auth"
	"kast/api/limit"
	"kast/api/play"
	"kast/domain/game"
)

func (s *server) bindTables(e *echo.Echo) {
	e.POST("/v1/games/:id/seats", s.join)
	e.DELETE("/v1/games/:id/seats/me", s.leave)
	e.POST("/v1/games/:id/start", s.start)
	e.POST("/v1/games/:id/rematch", s.rematch)
}

// joinRequest asks for a seat.
type joinRequest struct {
	ID         *string `json:"id,omitzero" format:"uuid"` // makes the call safe to repeat
	InviteCode *string `json:"inviteCode,omitzero"`       // of a private table
	// a share in the dice, public for ever
	ClientSeed *string `json:"clientSeed,omitzero" pattern:"^[A-Za-z0-9_-]*$" maxLength:"64"`
} // @name JoinRequest

// startRequest starts a game.
type startRequest struct {
	ID *string `json:"id,omitzero" format:"uuid"` // makes the call safe to repeat
	// the host's share in the dice, public for ever
	ClientSeed *string `json:"clientSeed,omitzero" pattern:"^[A-Za-z0-9_-]*$" maxLength:"64"`
} // @name StartRequest

// join serves POST /v1/games/{id}/seats.
//
// @Summary     Take a seat
// @Description The one that is kept for the caller, else the first open one; while seats are kept for others there is none. An account comes to one table 20 times a day at most. A private table needs its invite code; whoever invites sends it along with the id of the game, or alone: GET /v1/invites/{code} tells the id. Too many wrong codes and the caller has to wait. When no seat is open after it the game starts, unless it was made with start false.
// @ID          join
// @Tags        tables
// @Param       id       path   string      true  "Game id" format(uuid)
// @Param       If-Match header string      false "Head that the game must still have"
// @Param       body     body   joinRequest false "Invite code and client seed"
// @Success     201 {object} changed "What joining caused"
// @Success     200 {object} changed "The same call was carried out before: what it caused then, and the game as it is now"
// @Failure     404 {object} problem
// @Failure     409 {object} problem "idInUse, gameNotOpen, alreadySeated, seatsFull"
// @Failure     412 {object} problem
// @Failure     422 {object} problem "badOptions"
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/games/{id}/seats [post]
func (s *server) join(c echo.Context) error {
	var body joinRequest
	id, call, err := s.call(c, &body, func() *string { return body.ID }, func() error {
		return checkClientSeed(body.ClientSeed)
	})
	if err != nil {
		return err
	}
	wish := play.JoinWish{InviteCode: or(body.InviteCode, ""), ClientSeed: or(body.ClientSeed, "")}
	var r play.Result
	err = within(c, func(ctx context.Context) error {
		sit := func(ctx context.Context) (err error) {
			r, err = s.play.Join(ctx, id, call, wish)
			return err
		}
		if wish.InviteCode == "" {
			return sit(ctx)
		}
		return s.guessing(c, auth.Caller{AccountID: call.Account}, id, sit)
	}, s.comingToll(call.Account, id, func() bool { return !r.Repeated }))
	if _, early := errors.AsType[*limit.ExceededError](err); early {
		// An answer that was lost is given again, however often the caller has come.
		before, done, fault := s.play.Done(c.Request().Context(), id, call)
		if done || fault != nil {
			r, err = before, fault
		}
	}
	return s.answerChange(c, call)(r, err)
}

// leave serves DELETE /v1/games/{id}/seats/me.
//
// @Summary     Leave
// @Description At an open table the seat is free again, and one that is kept is given up; a host, with a seat or without, takes its guests along, and the next account becomes host; a table that no account is left at closes. In a running game it is giving up. Where a host leaves who has brought nobody no event tells of it.
// @ID          leave
// @Tags        tables
// @Param       id       path   string true  "Game id" format(uuid)
// @Param       If-Match header string false "Head that the game must still have"
// @Success     200 {object} changed "What leaving caused"
// @Failure     403 {object} problem "notSeated"
// @Failure     404 {object} problem
// @Failure     409 {object} problem "gameNotOpen, gameNotPlaying"
// @Failure     412 {object} problem
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/games/{id}/seats/me [delete]
func (s *server) leave(c echo.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	heads, err := ifMatch(c)
	if err != nil {
		return err
	}
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	r, err := s.play.Leave(c.Request().Context(), id, play.Call{Account: caller.AccountID, IfMatch: heads, At: arrived(c)})
	if err != nil {
		return err
	}
	return s.answerResult(c, http.StatusOK, caller.AccountID, r)
}

// start serves POST /v1/games/{id}/start.
//
// @Summary     Start the game
// @Description By the host. Seats that nobody took are dropped and the others numbered anew.
// @ID          start
// @Tags        tables
// @Param       id       path   string       true  "Game id" format(uuid)
// @Param       If-Match header string       false "Head that the game must still have"
// @Param       body     body   startRequest false "Client seed"
// @Success     201 {object} changed "What the start caused"
// @Success     200 {object} changed "The same call was carried out before: what it caused then, and the game as it is now"
// @Failure     403 {object} problem "hostOnly"
// @Failure     404 {object} problem
// @Failure     409 {object} problem "idInUse, gameNotOpen"
// @Failure     412 {object} problem
// @Failure     422 {object} problem "badOptions"
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/games/{id}/start [post]
func (s *server) start(c echo.Context) error {
	var body startRequest
	id, call, err := s.call(c, &body, func() *string { return body.ID }, func() error {
		return checkClientSeed(body.ClientSeed)
	})
	if err != nil {
		return err
	}
	return s.answerChange(c, call)(s.play.Start(c.Request().Context(), id, call, or(body.ClientSeed, "")))
}

func checkClientSeed(seed *string) error {
	if seed != nil && !game.ValidClientSeed(*seed) {
		return badValue("clientSeed")
	}
	return nil
}
