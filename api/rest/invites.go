package rest

import (
	"context"

	"github.com/labstack/echo/v4"

	"kast/api/play"
	"kast/repository"
)

func (s *server) bindInvites(e *echo.Echo) {
	e.GET("/v1/invites/:code", s.invited, conditional)
	e.POST("/v1/games/:id/invite-code", s.renewInvite)
}

// invited serves GET /v1/invites/{code}.
//
// @Summary     Look up an invite code
// @Description The private table that it opens, as the list of open tables would show it. A code is good until the table starts, closes or gets another one. Too many wrong codes, here or where a code is sent along, and the caller has to wait.
// @ID          getInvited
// @Tags        tables
// @Param       code          path   string true  "Invite code, in any case"
// @Param       If-None-Match header string false "Entity tag that the caller has"
// @Success     200 {object} gameSummary "The table"
// @Failure     404 {object} problem
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/invites/{code} [get]
func (s *server) invited(c echo.Context) error {
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	var g repository.Game
	err = s.guessing(c, caller, "", func(ctx context.Context) (err error) {
		g, err = s.play.Invited(ctx, c.Param("code"))
		return err
	})
	if err != nil {
		return err
	}
	shown, err := summaryOf(g)
	if err != nil {
		return err
	}
	return answerHashed(c, shown)
}

// renewInvite serves POST /v1/games/{id}/invite-code.
//
// @Summary     Renew the invite code
// @Description By the host of an open private table. The code before is dead at once. It is no event: the head stays what it is. Sent again it gives yet another code, so that whoever lost the answer either reads the game or asks again.
// @ID          renewInviteCode
// @Tags        tables
// @Param       id path string true "Game id" format(uuid)
// @Success     200 {object} shape.Game "The game, with its new code"
// @Failure     403 {object} problem "hostOnly"
// @Failure     404 {object} problem
// @Failure     409 {object} problem "notPrivate, gameNotOpen"
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/games/{id}/invite-code [post]
func (s *server) renewInvite(c echo.Context) error {
	id, account, err := s.gameCall(c)
	if err != nil {
		return err
	}
	return s.answerGame(c, account)(s.play.RenewInvite(c.Request().Context(), account, id))
}

// gameCall reads what calls without body about a game have in common.
func (s *server) gameCall(c echo.Context) (id, account string, err error) {
	if id, err = pathID(c); err != nil {
		return "", "", err
	}
	caller, err := s.caller(c)
	return id, caller.AccountID, err
}

// answerGame answers a game after what no event tells of.
func (s *server) answerGame(c echo.Context, account string) func(play.View, error) error {
	return func(v play.View, err error) error {
		if err != nil {
			return err
		}
		c.Response().Header().Set("ETag", `"`+s.gameTag(v, account)+`"`)
		return writeJSON(c, 200, echo.MIMEApplicationJSON, s.shape(v, account))
	}
}
