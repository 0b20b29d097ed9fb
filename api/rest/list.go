package rest

import (
	"time"

	"kast/api/shape"

	"github.com/go-json-experiment/json"
	"github.com/labstack/echo/v4"

	"kast/domain/game"
	"kast/repository"
)

// page is a part of a list.
type page[T any] struct {
	Items      []T    `json:"items"`
	NextCursor string `json:"nextCursor,omitzero"` // to send as cursor; absent on the last page
} // @name List

// gameSummary is a game as lists show it.
type gameSummary struct {
	ID           string           `json:"id" format:"uuid"`
	Ruleset      shape.RulesetID  `json:"ruleset"`
	RulesVersion int              `json:"rulesVersion" minimum:"1"`
	Status       shape.GameStatus `json:"status"`
	Dice         shape.DiceMode   `json:"dice"`
	Visibility   shape.Visibility `json:"visibility"`
	Host         string           `json:"host,omitzero" format:"uuid"` // account id; absent once that account was deleted
	Options      shape.Options    `json:"options"`
	Seq          int              `json:"seq" minimum:"1"`               // of the last event
	Head         string           `json:"head" pattern:"^[0-9a-f]{64}$"` // hash of the last event
	CreatedAt    time.Time        `json:"createdAt"`
	UpdatedAt    time.Time        `json:"updatedAt"` // when the last event was stored
	StartedAt    *time.Time       `json:"startedAt,omitzero"`
	FinishedAt   *time.Time       `json:"finishedAt,omitzero"` // or closed
	Seats        []seatSummary    `json:"seats"`
	Turn         *turnSummary     `json:"turn,omitzero"` // while somebody is on turn
} // @name GameSummary

// seatSummary is a seat as lists show it.
type seatSummary struct {
	Seat      int            `json:"seat" minimum:"0" maximum:"7"`
	Kind      shape.SeatKind `json:"kind"`
	AccountID string         `json:"accountId,omitzero" format:"uuid"` // of a seat of kind account
	Name      string         `json:"name,omitzero"`                    // of an account or guest, or of the account in reservedFor; absent once the account was deleted
	// of an open seat that is kept for an account
	ReservedFor string           `json:"reservedFor,omitzero" format:"uuid"`
	BotLevel    shape.BotLevel   `json:"botLevel,omitzero"` // of a bot
	Status      shape.SeatStatus `json:"status"`
	Total       int              `json:"total"` // points so far
	Placement   int              `json:"placement,omitzero" minimum:"1" maximum:"8"`
} // @name SeatSummary

// turnSummary tells whose turn it is.
type turnSummary struct {
	Seat  int `json:"seat" minimum:"0" maximum:"7"`
	Round int `json:"round" minimum:"1"` // the how-manieth turn of this seat
} // @name TurnSummary

// Page sizes of lists.
const (
	defaultPage = 50
	maxPage     = 200
)

// pageOf reads which part of a list is asked for.
func pageOf(c echo.Context) (repository.Page, error) {
	limit, err := queryInt(c, "limit", defaultPage, 1, maxPage)
	if err != nil {
		return repository.Page{}, err
	}
	cursor, err := query(c, "cursor")
	if err != nil || cursor == "" {
		return repository.Page{Limit: limit}, err
	}
	before, ok := placeOf(cursor)
	if !ok {
		return repository.Page{}, badValue("cursor")
	}
	return repository.Page{Before: before, Limit: limit}, nil
}

func answerPage(c echo.Context, games repository.GamePage) error {
	list := page[gameSummary]{Items: make([]gameSummary, len(games.Games))}
	for i, g := range games.Games {
		summary, err := summaryOf(g)
		if err != nil {
			return err
		}
		list.Items[i] = summary
	}
	if games.Next != 0 {
		list.NextCursor = cursorOf(games.Next)
	}
	return answerHashed(c, list)
}

func summaryOf(g repository.Game) (gameSummary, error) {
	s := gameSummary{
		ID: g.ID, Ruleset: shape.RulesetID(g.Summary.Ruleset), RulesVersion: g.Summary.RulesVersion,
		Status: shape.GameStatus(g.Summary.Status), Dice: shape.DiceMode(g.Summary.Dice), Visibility: shape.Visibility(g.Summary.Visibility),
		Host: g.Host, Seq: g.Head.Seq, Head: g.Head.Hash, CreatedAt: g.CreatedAt, UpdatedAt: g.UpdatedAt,
		StartedAt: shape.TimeOrNone(g.Summary.StartedAt), FinishedAt: shape.TimeOrNone(g.Summary.FinishedAt),
		Seats: make([]seatSummary, len(g.Seats)),
	}
	if err := json.Unmarshal([]byte(g.Summary.Options), &s.Options); err != nil {
		return gameSummary{}, err
	}
	if g.Summary.TurnSeat >= 0 {
		s.Turn = &turnSummary{Seat: g.Summary.TurnSeat, Round: g.Summary.Round}
	}
	for i, seat := range g.Seats {
		s.Seats[i] = seatSummary{
			Seat: seat.Seat, Kind: shape.SeatKind(seat.Kind), AccountID: seat.AccountID, Name: seat.Name, ReservedFor: seat.KeptFor,
			BotLevel: shape.BotLevel(seat.BotLevel), Status: shape.SeatStatusOf(seat.Resigned), Total: seat.Total,
			Placement: seat.Placement,
		}
	}
	return s, nil
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
// @Description Those in which the caller has a seat, or one is kept for it, or it is the host; newest first.
// @ID          listMyGames
// @Tags        games
// @Param       status        query  shape.GameStatus false "Only games of this status"
// @Param       ruleset       query  shape.RulesetID  false "Only games of this ruleset"
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
	switch shape.GameStatus(status) {
	case "", shape.StatusOpen, shape.StatusPlaying, shape.StatusFinished, shape.StatusClosed:
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
