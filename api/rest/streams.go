package rest

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"kast/api/play"
	"kast/api/shape"
	"kast/domain/gamelog"
)

func (s *server) bindStreams(e *echo.Echo) {
	e.GET("/v1/games/:id/stream", s.gameStream, bodiless)
	e.GET("/v1/me/stream", s.myStream, bodiless)
}

// lastEventID is the header in which a browser says what it got last.
const lastEventID = "Last-Event-ID"

// resumed reads from where a stream goes on: from the header, and else from a parameter of the query, which is what the
// first connection had. Empty for neither.
func resumed(c echo.Context, param string) (place, from string, err error) {
	asked, err := query(c, param)
	if err != nil {
		return "", "", err
	}
	switch values := c.Request().Header.Values(lastEventID); {
	case len(values) == 0:
		return asked, param, nil
	case len(values) > 1 || values[0] == "":
		return "", "", badValue(lastEventID)
	default:
		return values[0], lastEventID, nil
	}
}

// gameStream serves GET /v1/games/{id}/stream.
//
// @Summary     Follow a game
// @Description Server-Sent Events: `id` is the seq of an event, `event` its type, `data` the event as the log has it, in one line. Begins after the event in `Last-Event-ID`, or else after `after`, or else with the first, and goes on as the game does. The last event has no id, is called `end`, and says in `data` why: `{"reason": "gameOver"}`, `shutdown` (connect again), `signedOut`, `hidden` (the caller may not see the game any more), `unavailable` (connect again). Comments come at least every 15 seconds. A place that the log has not come to is malformed. How many streams and waiting reads an account and an address may have at the same time is limited.
// @ID          followGame
// @Tags        live
// @Produce     event-stream
// @Param       id            path   string true  "Game id" format(uuid)
// @Param       after         query  int    false "Only events after this seq; Last-Event-ID goes before it" minimum(0) default(0)
// @Param       Last-Event-ID header int    false "The seq of the last event that the caller got" minimum(0)
// @Success     200 {string} string "Events, until one side ends it"
// @Failure     404 {object} problem
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/games/{id}/stream [get]
func (s *server) gameStream(c echo.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	if _, err := queryInt(c, "after", 0, 0, maxSeq); err != nil {
		return err
	}
	place, from, err := resumed(c, "after")
	if err != nil {
		return err
	}
	after := 0
	if place != "" {
		after, err = strconv.Atoi(place)
		if err != nil || after < 0 || after > maxSeq || strconv.Itoa(after) != place {
			return badValue(from)
		}
	}
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	leave, err := s.livePlace(c, caller.AccountID)
	if err != nil {
		return err
	}
	defer leave()
	game, err := s.play.FollowGame(c.Request().Context(), s.watcher(caller), id, after)
	if errors.Is(err, play.ErrAhead) {
		return badValue(from)
	}
	if err != nil {
		return err
	}
	defer game.Close()
	return s.stream(c, source{news: game.News(), next: func(ctx context.Context, to *stream) (bool, play.End, error) {
		lines, end, err := game.Next(ctx)
		for _, l := range lines {
			to.event(strconv.Itoa(l.Seq), gamelog.TypeOf(l.Event), l.JSON)
		}
		return len(lines) > 0, end, err
	}})
}

// gameChange tells that a game of the caller has changed.
type gameChange struct {
	GameID   string           `json:"gameId"`
	Seq      int              `json:"seq"` // of the last event
	Status   shape.GameStatus `json:"status"`
	YourTurn bool             `json:"yourTurn"`          // the caller moves the seat on turn
	Deadline *time.Time       `json:"deadline,omitzero"` // of the seat on turn; absent when no clock runs
}

// gameGone tells that the caller has dropped out of a game.
type gameGone struct {
	GameID string `json:"gameId"`
}

// myStream serves GET /v1/me/stream.
//
// @Summary     Follow all own games
// @Description Server-Sent Events that tell when something has changed in a game in which the caller sits, has a seat kept or is the host. `id` is a cursor, to go on from. The first event is `ready`, with the place from which the stream begins. Then each change is an event `game`, with data `{"gameId", "seq", "status", "yourTurn", "deadline"}`: `seq` is that of the last event, `yourTurn` is true when the caller moves the seat on turn, and `deadline` is absent when no clock runs. When the caller drops out of a game, since it left or since a seat is not kept for it any more, that is an event `gone`, with data `{"gameId"}`; nothing is told of that game after it. With `Last-Event-ID`, or else `cursor`, it begins with every game that has changed since, each once with its latest state, or `gone`; without, with now. The last event has no id, is called `end`, and says in `data` why: `{"reason": "shutdown"}` (connect again), `signedOut`, `unavailable` (connect again). Comments come at least every 15 seconds. How many an account and an address may have at the same time is limited.
// @ID          followMyGames
// @Tags        live
// @Produce     event-stream
// @Param       cursor        query  string false "Begin after this id; Last-Event-ID goes before it"
// @Param       Last-Event-ID header string false "The last id that the caller got"
// @Success     200 {string} string "Events, until one side ends it"
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/me/stream [get]
func (s *server) myStream(c echo.Context) error {
	cursor, from, err := resumed(c, "cursor")
	if err != nil {
		return err
	}
	after := int64(-1)
	if cursor != "" {
		var ok bool
		if after, ok = changeOf(cursor); !ok {
			return badValue(from)
		}
	}
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	leave, err := s.livePlace(c, caller.AccountID)
	if err != nil {
		return err
	}
	defer leave()
	games, err := s.play.FollowAccount(c.Request().Context(), s.watcher(caller), after)
	if errors.Is(err, play.ErrAhead) {
		return badValue(from)
	}
	if err != nil {
		return err
	}
	defer games.Close()
	ready := false
	return s.stream(c, source{news: games.News(), next: func(ctx context.Context, to *stream) (bool, play.End, error) {
		began := !ready
		if began {
			ready = true
			to.event(changeCursor(games.At()), "ready", []byte("{}"))
		}
		changes, end, err := games.Next(ctx)
		for _, g := range changes {
			if g.Gone {
				data, err := encode(gameGone{GameID: g.Game})
				if err != nil {
					return false, "", err
				}
				to.event(changeCursor(g.Changed), "gone", data)
				continue
			}
			data, err := encode(gameChange{
				GameID: g.Game, Seq: g.Seq, Status: shape.GameStatus(g.Status), YourTurn: g.YourTurn, Deadline: shape.TimeOrNone(g.Deadline),
			})
			if err != nil {
				return false, "", err
			}
			to.event(changeCursor(g.Changed), "game", data)
		}
		return began || len(changes) > 0, end, err
	}})
}

// changeCursor is the cursor of a place in the order of changes, which begins with 0.
func changeCursor(place int64) string { return cursorOf(place + 1) }

// changeOf reads the cursor of a place in the order of changes; false for what is none of ours.
func changeOf(cursor string) (int64, bool) {
	place, ok := placeOf(cursor)
	return place - 1, ok
}
