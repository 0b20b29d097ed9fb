package rest

import (
	"errors"

	"github.com/labstack/echo/v4"

	"kast/api/play"
)

func (s *server) bindChanges(e *echo.Echo) {
	e.GET("/v1/me/changes", s.myChanges, conditional)
}

// changeList is a part of the games that changed.
type changeList struct {
	Items []gameSummary `json:"items"` // in the order of their last changes
	// ids of games that the caller has dropped out of: it left, or a seat is not kept for it any more
	Gone []string `json:"gone" format:"uuid"`
	// to send as cursor next time, also when nothing has changed
	NextCursor string `json:"nextCursor"`
	More       bool   `json:"more"` // ask again at once: there are others
} // @name ChangeList

// myChanges serves GET /v1/me/changes.
//
// @Summary     List what changed
// @Description Of the caller's games those that changed since the cursor, each once and as it is now, in the order in which they changed; without a cursor all of them, as a new device needs. Those that the caller has dropped out of since are in gone, each once, and nothing is told of what comes later in them; they count towards the limit. Whoever goes on from nextCursor misses none. An id of the stream of one's games is such a cursor too. One that the server does not know, since an older copy of its database was put back, is malformed: begin anew without.
// @ID          listMyChanges
// @Tags        games
// @Param       cursor        query  string false "nextCursor of the answer before"
// @Param       limit         query  int    false "How many at most" minimum(1) maximum(200) default(50)
// @Param       If-None-Match header string false "Entity tag that the caller has"
// @Success     200 {object} changeList "Games"
// @Security    bearerAuth
// @Router      /v1/me/changes [get]
func (s *server) myChanges(c echo.Context) error {
	limit, err := queryInt(c, "limit", defaultPage, 1, maxPage)
	if err != nil {
		return err
	}
	cursor, err := query(c, "cursor")
	if err != nil {
		return err
	}
	after := int64(0)
	if cursor != "" {
		var ok bool
		if after, ok = changeOf(cursor); !ok {
			return badValue("cursor")
		}
	}
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	changes, err := s.play.Changes(c.Request().Context(), caller.AccountID, after, limit)
	if errors.Is(err, play.ErrAhead) {
		return badValue("cursor")
	}
	if err != nil {
		return err
	}
	list := changeList{
		Items: make([]gameSummary, len(changes.Games)), Gone: append([]string{}, changes.Gone...),
		NextCursor: changeCursor(changes.Next), More: changes.More,
	}
	for i, g := range changes.Games {
		if list.Items[i], err = summaryOf(g); err != nil {
			return err
		}
	}
	return answerHashed(c, list)
}
