package rest

import (
	"github.com/labstack/echo/v4"

	"kast/api/shape"
)

// review serves GET /v1/games/{id}/review.
//
// @Summary     The game judged, decision by decision
// @Description As far as it has been played; while a game without advice runs there is none.
// @ID          getReview
// @Tags        games
// @Param       id            path   string true  "Game id" format(uuid)
// @Param       If-None-Match header string false "Head that the caller has"
// @Success     200 {object} shape.Review "The review"
// @Failure     404 {object} problem
// @Failure     409 {object} problem "adviceOff"
// @Security    bearerAuth
// @Router      /v1/games/{id}/review [get]
func (s *server) review(c echo.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	r, err := s.play.Review(c.Request().Context(), caller.AccountID, id)
	if err != nil {
		return err
	}
	return answer(c, r.Head, shape.ReviewOf(r))
}
