package rest

import (
	"strconv"

	"github.com/labstack/echo/v4"
)

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
	// what to send as after to go on; absent when these are the last events.
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
	// what to send as after to go on; absent when these are the last frames.
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
