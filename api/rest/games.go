package rest

import (
	"math"

	"github.com/labstack/echo/v4"
)

func (s *server) bindGames(e *echo.Echo) {
	e.POST("/v1/games", s.createGame)
	e.GET("/v1/games", s.lobby, conditional)
	e.GET("/v1/me/games", s.myGames, conditional)
	e.GET("/v1/games/:id", s.game, conditional)
	e.GET("/v1/games/:id/events", s.events, bodiless, conditional)
	e.GET("/v1/games/:id/replay", s.replay, conditional)
	e.GET("/v1/games/:id/fairness", s.fairness, conditional)
}

// game serves GET /v1/games/{id}.
//
// @Summary     Read a game
// @Description As it is now, or with seq as it was after that event.
// @ID          getGame
// @Tags        games
// @Param       id            path   string true  "Game id" format(uuid)
// @Param       seq           query  int    false "Event after which the game is shown" minimum(1)
// @Param       If-None-Match header string false "Head that the caller has"
// @Success     200 {object} shape.Game "The game"
// @Failure     404 {object} problem
// @Security    bearerAuth
// @Router      /v1/games/{id} [get]
func (s *server) game(c echo.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	seq, err := queryInt(c, "seq", 0, 1, maxSeq)
	if err != nil {
		return err
	}
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	v, err := s.play.View(c.Request().Context(), caller.AccountID, id, seq)
	if err != nil {
		return err
	}
	return answer(c, s.gameTag(v, caller.AccountID), s.shape(v, caller.AccountID))
}

// maxSeq is more than any log has events: the largest number that JavaScript counts to, where an int holds that and a
// page more.
const maxSeq = min(math.MaxInt-maxEvents, 1<<53-1)

// fairnessShape is what anyone needs to check the dice of a game.
type fairnessShape struct {
	Algorithm   string   `json:"algorithm" enums:"kast-dice/1"`                // docs/log-format.md has the recipe
	Commitment  string   `json:"commitment" pattern:"^[0-9a-f]{64}$"`          // SHA-256 of the server seed
	ClientSeeds []string `json:"clientSeeds" maxLength:"64"`                   // in seat order, "" for none
	ServerSeed  string   `json:"serverSeed,omitzero" pattern:"^[0-9a-f]{64}$"` // once the game is over
} // @name Fairness

// fairness serves GET /v1/games/{id}/fairness.
//
// @Summary  Read the proof of the dice
// @ID       getFairness
// @Tags     games
// @Param    id            path   string true  "Game id" format(uuid)
// @Param    If-None-Match header string false "Head that the caller has"
// @Success  200 {object} fairnessShape "Commitment and seeds"
// @Failure  404 {object} problem
// @Failure  409 {object} problem "notServerDice"
// @Security bearerAuth
// @Router   /v1/games/{id}/fairness [get]
func (s *server) fairness(c echo.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	f, err := s.play.Fairness(c.Request().Context(), caller.AccountID, id)
	if err != nil {
		return err
	}
	return answer(c, f.Head, fairnessShape{
		Algorithm: "kast-dice/1", Commitment: f.Commitment, ClientSeeds: f.ClientSeeds, ServerSeed: f.ServerSeed,
	})
}
