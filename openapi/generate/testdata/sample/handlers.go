package sample

// listGames serves GET /v1/games.
//
// @Summary  List games
// @ID       listGames
// @Tags     games
// @Param    status query status false "Only games of this status"
// @Param    limit  query int    false "How many" minimum(1) maximum(200) default(50)
// @Success  200 {object} page[summary] "A page of them"
// @Failure  429 {object} problem
// @Security bearerAuth
// @Security anonymous
// @Router   /v1/games [get]
func listGames() {}

// getGame serves GET /v1/games/{id}.
//
// @Summary     Get a game
// @Description As it is now.
// @ID          getGame
// @Tags        games
// @Param       id            path   string true  "Game id" format(uuid)
// @Param       If-None-Match header string false "Head that the caller has"
// @Success     200 {object} game "The game"
// @Failure     404 {object} problem
// @Security    bearerAuth
// @Router      /v1/games/{id} [get]
func getGame() {}

// rollDice serves POST /v1/games/{id}/rolls.
//
// @Summary  Roll the dice
// @ID       rollDice
// @Tags     games
// @Param    id       path   string      true  "Game id" format(uuid)
// @Param    If-Match header string      false "Head that the game must still have"
// @Param    body     body   rollRequest true  "Hold"
// @Success  200,201  {object} moved "What the roll caused"
// @Failure  404,412,422 {object} problem
// @Failure  409 {object} problem "notYourTurn"
// @Security bearerAuth
// @Router   /v1/games/{id}/rolls [post]
func rollDice() {}

// leave serves DELETE /v1/games/{id}.
//
// @Summary  Leave
// @ID       leaveGame
// @Tags     games
// @Param    id  path string true "Game id" format(uuid)
// @Success  204 "Left"
// @Failure  404 {object} problem
// @Security bearerAuth
// @Router   /v1/games/{id} [delete]
func leave() {}

// ready serves GET /readyz.
//
// @Summary Is the server ready?
// @ID      ready
// @Tags    system
// @Success 200 {object} health "It is"
// @Failure 503 {object} health "It is not"
// @Router  /readyz [get]
func ready() {}

// document serves GET /openapi.yaml.
//
// @Summary This document
// @ID      openapiYAML
// @Tags    system
// @Produce application/yaml
// @Success 200 {object} object "OpenAPI 3.0.3"
// @Router  /openapi.yaml [get]
func document() {}

// stream serves GET /v1/games/{id}/stream.
//
// @Summary  Events as they happen
// @ID       streamGame
// @Tags     games
// @Produce  event-stream
// @Param    id path string true "Game id" format(uuid)
// @Success  200 {string} string "Server-Sent Events"
// @Failure  404 {object} problem
// @Security bearerAuth
// @Router   /v1/games/{id}/stream [get]
func stream() {}

// events serves GET /v1/games/{id}/events.
//
// @Summary  Read the log
// @ID       listEvents
// @Tags     games
// @Param    id path string true "Game id" format(uuid)
// @Success  200 {object} page[event] "Events"
// @Failure  404 {object} problem
// @Security bearerAuth
// @Router   /v1/games/{id}/events [get]
func events() {}
