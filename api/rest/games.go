package rest

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"kast/api/play"
	"kast/domain/game"
	"kast/repository"
)

func (s *server) bindGames(e *echo.Echo) {
	e.POST("/v1/games", s.createGame)
	e.GET("/v1/games", s.lobby)
	e.GET("/v1/me/games", s.myGames)
	e.GET("/v1/games/:id", s.game)
	e.GET("/v1/games/:id/events", s.events)
	e.GET("/v1/games/:id/replay", s.replay)
	e.GET("/v1/games/:id/fairness", s.fairness)
}

// newGame asks for a game.
type newGame struct {
	ID         *string     `json:"id,omitzero" format:"uuid"` // becomes the game's id, and makes the call safe to repeat
	Ruleset    rulesetID   `json:"ruleset"`
	Dice       diceMode    `json:"dice,omitzero" default:"server"`
	Visibility visibility  `json:"visibility,omitzero" default:"private"`
	Options    *newOptions `json:"options,omitzero"`
	Seats      []newSeat   `json:"seats" minItems:"1" maxItems:"8"` // in turn order
	Start      *bool       `json:"start,omitzero" default:"true"`   // false: the host starts, even when no seat is open
} // @name NewGame

// newOptions are the options of a new game; absent ones get their defaults.
type newOptions struct {
	TurnSeconds      *int  `json:"turnSeconds,omitzero" minimum:"0"`
	AutoEnterSeconds *int  `json:"autoEnterSeconds,omitzero" minimum:"0"`
	Advice           *bool `json:"advice,omitzero"`
	OwnPot           *bool `json:"ownPot,omitzero"`
} // @name NewOptions

// newSeat is a seat of a new game.
type newSeat struct {
	Kind  wishKind `json:"kind"`
	Name  *string  `json:"name,omitzero" minLength:"1" maxLength:"40"` // of a guest, who needs one
	Level botLevel `json:"level,omitzero"`                             // of a bot, which needs one
} // @name NewSeat

// createGame serves POST /v1/games.
//
// @Summary     Make a game
// @Description The caller becomes the host. The game starts at once when no seat is open, unless start is false.
// @ID          createGame
// @Tags        games
// @Param       body body newGame true "The game"
// @Success     201 {object} changed "The game"
// @Success     200 {object} changed "The same call was carried out before: the game as it is now"
// @Failure     409 {object} problem "idInUse"
// @Failure     422 {object} problem "badOptions, badName"
// @Security    bearerAuth
// @Router      /v1/games [post]
func (s *server) createGame(c echo.Context) error {
	var body newGame
	canonical, err := bind(c, &body)
	if err != nil {
		return err
	}
	id, err := clientID(body.ID)
	if err != nil {
		return err
	}
	n, err := body.wish()
	if err != nil {
		return err
	}
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	call := play.Call{Account: caller.AccountID, ID: id, Request: digest(c, canonical)}
	r, err := s.play.Create(c.Request().Context(), call, n)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderLocation, "/v1/games/"+r.State.Game)
	return s.answerChange(c, call)(r, nil)
}

// wish reads a request for a game; what is missing or unknown is malformed.
func (n newGame) wish() (play.NewGame, error) {
	if n.Ruleset == "" {
		return play.NewGame{}, missing("ruleset")
	}
	if n.Seats == nil {
		return play.NewGame{}, missing("seats")
	}
	w := play.NewGame{
		Ruleset: game.RulesetID(n.Ruleset), Dice: game.DiceMode(n.Dice), Visibility: game.Visibility(n.Visibility),
		Start: n.Start == nil || *n.Start,
	}
	if _, ok := game.Lookup(w.Ruleset); !ok {
		return play.NewGame{}, badValue("ruleset")
	}
	switch n.Dice {
	case diceServer, diceClient:
	case "":
		w.Dice = game.ServerDice
	default:
		return play.NewGame{}, badValue("dice")
	}
	switch n.Visibility {
	case visiblePrivate, visiblePublic:
	case "":
		w.Visibility = game.Private
	default:
		return play.NewGame{}, badValue("visibility")
	}
	if n.Options != nil {
		w.Options = game.OptionsChoice(*n.Options)
	}
	for i, seat := range n.Seats {
		wish, err := seat.wish("seats/" + strconv.Itoa(i))
		if err != nil {
			return play.NewGame{}, err
		}
		w.Seats = append(w.Seats, wish)
	}
	return w, nil
}

func (n newSeat) wish(at string) (play.SeatWish, error) {
	switch n.Kind {
	case wishMe, wishOpen, wishGuest, wishBot:
	case "":
		return play.SeatWish{}, missing(at + "/kind")
	default:
		return play.SeatWish{}, badValue(at + "/kind")
	}
	switch n.Level {
	case "", botBest, botCasual:
	default:
		return play.SeatWish{}, badValue(at + "/level")
	}
	switch {
	case n.Kind == wishGuest && n.Name == nil:
		return play.SeatWish{}, missing(at + "/name")
	case n.Kind != wishGuest && n.Name != nil:
		return play.SeatWish{}, badValue(at + "/name")
	case n.Kind == wishBot && n.Level == "":
		return play.SeatWish{}, missing(at + "/level")
	case n.Kind != wishBot && n.Level != "":
		return play.SeatWish{}, badValue(at + "/level")
	}
	return play.SeatWish{Kind: play.SeatKind(n.Kind), Name: orEmpty(n.Name), Level: game.BotLevel(n.Level)}, nil
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
// @Success     200 {object} gameShape "The game"
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
	return answer(c, v.Head, s.shape(v, caller.AccountID))
}

// maxSeq is more than any log has events.
const maxSeq = 1 << 31

// Page sizes of logs, which are read in larger parts than lists.
const (
	defaultEvents = 100
	maxEvents     = 500
	defaultFrames = 50
	maxFrames     = 200
)

// eventList is a part of a log.
type eventList struct {
	Items []eventShape `json:"items"`
	// NextCursor is what to send as after to go on; absent when these are the last events.
	NextCursor string `json:"nextCursor,omitzero"`
} // @name EventList

// events serves GET /v1/games/{id}/events.
//
// @Summary  Read the log
// @ID       listEvents
// @Tags     games
// @Param    id            path   string true  "Game id" format(uuid)
// @Param    after         query  int    false "Only events after this seq" minimum(0) default(0)
// @Param    limit         query  int    false "How many at most" minimum(1) maximum(500) default(100)
// @Param    If-None-Match header string false "Head that the caller has"
// @Success  200 {object} eventList "Events in order"
// @Failure  404 {object} problem
// @Security bearerAuth
// @Router   /v1/games/{id}/events [get]
func (s *server) events(c echo.Context) error {
	id, after, limit, account, err := s.part(c, defaultEvents, maxEvents)
	if err != nil {
		return err
	}
	log, err := s.play.Events(c.Request().Context(), account, id, after, limit)
	if err != nil {
		return err
	}
	list := eventList{Items: eventShapes(log.Events)}
	if log.More {
		list.NextCursor = strconv.Itoa(after + limit)
	}
	return answer(c, log.Head, list)
}

// frame is an event, with the game as it was after it.
type frame struct {
	Event eventShape `json:"event"`
	Game  gameShape  `json:"game"`
} // @name Frame

// frameList is a part of a game, step by step.
type frameList struct {
	Items []frame `json:"items"`
	// NextCursor is what to send as after to go on; absent when these are the last frames.
	NextCursor string `json:"nextCursor,omitzero"`
} // @name FrameList

// replay serves GET /v1/games/{id}/replay.
//
// @Summary     Read a game step by step
// @Description For a client without rules of its own: each event with the game as it was after it.
// @ID          replay
// @Tags        games
// @Param       id            path   string true  "Game id" format(uuid)
// @Param       after         query  int    false "Only frames after this seq" minimum(0) default(0)
// @Param       limit         query  int    false "How many at most" minimum(1) maximum(200) default(50)
// @Param       If-None-Match header string false "Head that the caller has"
// @Success     200 {object} frameList "Frames in order"
// @Failure     404 {object} problem
// @Security    bearerAuth
// @Router      /v1/games/{id}/replay [get]
func (s *server) replay(c echo.Context) error {
	id, after, limit, account, err := s.part(c, defaultFrames, maxFrames)
	if err != nil {
		return err
	}
	r, err := s.play.Replay(c.Request().Context(), account, id, after, limit)
	if err != nil {
		return err
	}
	list := frameList{Items: make([]frame, len(r.Frames))}
	for i, f := range r.Frames {
		list.Items[i].Event.stored = f.Event.JSON
		list.Items[i].Game = s.shape(f.View, account)
	}
	if r.More {
		list.NextCursor = strconv.Itoa(after + limit)
	}
	return answer(c, r.Head, list)
}

// part reads what calls for a part of a log have in common.
func (s *server) part(c echo.Context, limitDefault, limitMax int) (id string, after, limit int, account string, err error) {
	if id, err = pathID(c); err != nil {
		return "", 0, 0, "", err
	}
	if after, err = queryInt(c, "after", 0, 0, maxSeq); err != nil {
		return "", 0, 0, "", err
	}
	if limit, err = queryInt(c, "limit", limitDefault, 1, limitMax); err != nil {
		return "", 0, 0, "", err
	}
	caller, err := s.caller(c)
	return id, after, limit, caller.AccountID, err
}

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

// lobby serves GET /v1/games.
//
// @Summary     List open public tables
// @Description Newest first.
// @ID          listOpenGames
// @Tags        games
// @Param       status        query  string false "Only open tables are listed" enums(open) default(open)
// @Param       limit         query  int    false "How many at most" minimum(1) maximum(200) default(50)
// @Param       cursor        query  string false "nextCursor of the page before"
// @Param       If-None-Match header string false "Entity tag that the caller has"
// @Success     200 {object} page[gameSummary] "Tables"
// @Security    bearerAuth
// @Router      /v1/games [get]
func (s *server) lobby(c echo.Context) error {
	status, err := query(c, "status")
	if err != nil {
		return err
	}
	if status != "" && status != string(game.StatusOpen) {
		return badValue("status")
	}
	p, err := pageOf(c)
	if err != nil {
		return err
	}
	if _, err := s.caller(c); err != nil {
		return err
	}
	games, err := s.play.Lobby(c.Request().Context(), p)
	if err != nil {
		return err
	}
	return answerPage(c, games)
}

// myGames serves GET /v1/me/games.
//
// @Summary     List the caller's games
// @Description Those in which the caller has a seat or is the host, newest first.
// @ID          listMyGames
// @Tags        games
// @Param       status        query  gameStatus false "Only games of this status"
// @Param       ruleset       query  rulesetID  false "Only games of this ruleset"
// @Param       limit         query  int        false "How many at most" minimum(1) maximum(200) default(50)
// @Param       cursor        query  string     false "nextCursor of the page before"
// @Param       If-None-Match header string     false "Entity tag that the caller has"
// @Success     200 {object} page[gameSummary] "Games"
// @Security    bearerAuth
// @Router      /v1/me/games [get]
func (s *server) myGames(c echo.Context) error {
	status, err := query(c, "status")
	if err != nil {
		return err
	}
	switch gameStatus(status) {
	case "", statusOpen, statusPlaying, statusFinished, statusClosed:
	default:
		return badValue("status")
	}
	ruleset, err := query(c, "ruleset")
	if err != nil {
		return err
	}
	if _, ok := game.Lookup(game.RulesetID(ruleset)); ruleset != "" && !ok {
		return badValue("ruleset")
	}
	p, err := pageOf(c)
	if err != nil {
		return err
	}
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	f := repository.GameFilter{Status: status, Ruleset: ruleset}
	games, err := s.play.GamesOf(c.Request().Context(), caller.AccountID, f, p)
	if err != nil {
		return err
	}
	return answerPage(c, games)
}
