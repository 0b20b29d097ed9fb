package rest

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"kast/api/play"
)

func (s *server) bindWatching(e *echo.Echo) {
	e.POST("/v1/games/:id/watch-code", s.renewWatch)
	e.DELETE("/v1/games/:id/watch-code", s.endWatching)
	e.POST("/v1/watching", s.watch)
	e.DELETE("/v1/games/:id/watchers/me", s.unwatch)
}

// watchRequest asks to watch a game.
type watchRequest struct {
	WatchCode string `json:"watchCode"` // in any case
} // @name WatchRequest

// renewWatch serves POST /v1/games/{id}/watch-code.
//
// @Summary     Let others watch
// @Description By the host of a private game, whether it is open, runs or is over. Whoever names the code may watch from then on. Where there was a code before, it is dead at once, and those who watched by it do not any more. Sent again it gives yet another code. It is no event: the head stays what it is.
// @ID          renewWatchCode
// @Tags        watching
// @Param       id path string true "Game id" format(uuid)
// @Success     200 {object} shape.Game "The game, with its new code"
// @Failure     403 {object} problem "hostOnly"
// @Failure     404 {object} problem
// @Failure     409 {object} problem "notPrivate"
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/games/{id}/watch-code [post]
func (s *server) renewWatch(c echo.Context) error {
	id, account, err := s.gameCall(c)
	if err != nil {
		return err
	}
	return s.answerGame(c, account)(s.play.RenewWatch(c.Request().Context(), account, id))
}

// endWatching serves DELETE /v1/games/{id}/watch-code.
//
// @Summary     Let nobody watch any more
// @Description By the host. The watch code is dead, and those who watched do not any more. A public game stays public.
// @ID          endWatching
// @Tags        watching
// @Param       id path string true "Game id" format(uuid)
// @Success     204 "Only the host and the seated see the game"
// @Failure     403 {object} problem "hostOnly"
// @Failure     404 {object} problem
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/games/{id}/watch-code [delete]
func (s *server) endWatching(c echo.Context) error {
	id, account, err := s.gameCall(c)
	if err != nil {
		return err
	}
	if err := s.play.EndWatching(c.Request().Context(), account, id); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// watch serves POST /v1/watching.
//
// @Summary     Watch a private game
// @Description By the watch code that its host has given away. From then on the caller sees what the seated see, but for the codes, until the host renews the code or takes it away. At most 1000 watch a game. Too many wrong codes, here or at an invitation, and the caller has to wait. A public game needs no code.
// @ID          watch
// @Tags        watching
// @Param       body body watchRequest true "The code"
// @Success     200 {object} shape.Game "The game"
// @Failure     404 {object} problem
// @Failure     409 {object} problem "watchersFull"
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/watching [post]
func (s *server) watch(c echo.Context) error {
	var body watchRequest
	if err := bind(c, &body); err != nil {
		return err
	}
	if body.WatchCode == "" {
		return missing("watchCode")
	}
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	var v play.View
	err = s.guessing(c, caller, "", func(ctx context.Context) (err error) {
		v, err = s.play.Watch(ctx, caller.AccountID, body.WatchCode)
		return err
	})
	return s.answerGame(c, caller.AccountID)(v, err)
}

// unwatch serves DELETE /v1/games/{id}/watchers/me.
//
// @Summary     Stop watching
// @Description Gives up what a watch code gave. Seats stay what they are.
// @ID          unwatch
// @Tags        watching
// @Param       id path string true "Game id" format(uuid)
// @Success     204 "The caller does not watch"
// @Failure     404 {object} problem
// @Security    bearerAuth
// @Router      /v1/games/{id}/watchers/me [delete]
func (s *server) unwatch(c echo.Context) error {
	id, account, err := s.gameCall(c)
	if err != nil {
		return err
	}
	if err := s.play.Unwatch(c.Request().Context(), account, id); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
