package rest

import (
	"errors"
	"strconv"
	"time"

	"kast/api/play"
	"kast/api/shape"

	"github.com/labstack/echo/v4"

	"kast/api/auth"
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

// maxWait is how many seconds an answer can be held back at most.
const maxWait = 30

// events serves GET /v1/games/{id}/events.
//
// @Summary     Read the log, or wait for what comes next
// @Description With wait the answer is held back until there are events after seq `after`; when there are none after so many seconds, or when the server stops, the answer is an empty list. With If-None-Match too it is held back until the head is another as well; else 304.
// @ID          listEvents
// @Tags        games
// @Param       id            path   string true  "Game id" format(uuid)
// @Param       after         query  int    false "Only events after this seq" minimum(0) default(0)
// @Param       limit         query  int    false "How many at most" minimum(1) maximum(500) default(100)
// @Param       wait          query  int    false "How many seconds to wait at most for something new" minimum(0) maximum(30) default(0)
// @Param       If-None-Match header string false "Head that the caller has"
// @Success     200 {object} eventList "Events in order"
// @Failure     404 {object} problem
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/games/{id}/events [get]
func (s *server) events(c echo.Context) error {
	wait, err := queryInt(c, "wait", 0, 0, maxWait)
	if err != nil {
		return err
	}
	id, after, limit, caller, err := s.part(c, defaultEvents, maxEvents)
	if err != nil {
		return err
	}
	tags, any, err := etags(c, ifNoneMatch)
	if err != nil {
		return err
	}
	had := func(head string) bool { return any || matches(tags, head) }
	if wait > 0 {
		leave, err := s.livePlace(c, caller.AccountID)
		if err != nil {
			return err
		}
		defer leave()
		defer takeTime(c)()
	}
	log, err := s.play.AwaitEvents(
		c.Request().Context(), s.watcher(caller), id, after, limit, time.Duration(wait)*time.Second, had)
	if errors.Is(err, play.ErrAhead) {
		return badValue("after")
	}
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
	Game  shape.Game `json:"game"`
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
	id, after, limit, caller, err := s.part(c, defaultFrames, maxFrames)
	if err != nil {
		return err
	}
	r, err := s.play.Replay(c.Request().Context(), caller.AccountID, id, after, limit)
	if err != nil {
		return err
	}
	list := frameList{Items: make([]frame, len(r.Frames))}
	for i, f := range r.Frames {
		list.Items[i].Event.stored = f.Event.JSON
		list.Items[i].Game = s.shape(f.View, caller.AccountID)
	}
	if r.More {
		list.NextCursor = strconv.Itoa(after + limit)
	}
	return answer(c, s.gameTag(r.Now, caller.AccountID), list)
}

// part reads what calls for a part of a log have in common.
func (s *server) part(c echo.Context, limitDefault, limitMax int) (id string, after, limit int, caller auth.Caller, err error) {
	if id, err = pathID(c); err != nil {
		return "", 0, 0, caller, err
	}
	if after, err = queryInt(c, "after", 0, 0, maxSeq); err != nil {
		return "", 0, 0, caller, err
	}
	if limit, err = queryInt(c, "limit", limitDefault, 1, limitMax); err != nil {
		return "", 0, 0, caller, err
	}
	caller, err = s.caller(c)
	return id, after, limit, caller, err
}
