package rest

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"kast/api/limit"
	"kast/api/play"
	"kast/api/shape"
	"kast/domain/game"
	"kast/repository"
)

// rematchRequest asks for another game with the same people.
type rematchRequest struct {
	ID *string `json:"id,omitzero" format:"uuid"` // makes the call safe to repeat; of the first who asks it becomes the new game's id
	// a share in the dice, public for ever; not used of the first who asks, since there is no commitment yet
	ClientSeed *string `json:"clientSeed,omitzero" pattern:"^[A-Za-z0-9_-]*$" maxLength:"64"`
} // @name RematchRequest

// rematch serves POST /v1/games/{id}/rematch.
//
// @Summary     Play again
// @Description Of a finished game, for those who sat at it and its host. The first call makes the table: same options and seats, the next seat begins. The seats of the others are kept for them, and the same call takes them. The game starts when all have answered; DELETE /v1/games/{id}/seats/me of the new game declines. Who is in already is answered 200, the game as it is.
// @ID          rematch
// @Tags        tables
// @Param       id       path   string         true  "Id of the finished game" format(uuid)
// @Param       If-Match header string         false "Head that the finished game must have"
// @Param       body     body   rematchRequest false "Client seed"
// @Success     201 {object} changed "What the call caused in the new game"
// @Success     200 {object} changed "The caller is in already: what the same call caused before, if it is the same, and the new game as it is now"
// @Header      200,201 {string} Location "The path of the new game"
// @Failure     403 {object} problem "notSeated, hostOnly"
// @Failure     404 {object} problem
// @Failure     409 {object} problem "idInUse, gameNotFinished, gameNotOpen"
// @Failure     412 {object} problem
// @Failure     422 {object} problem "badOptions"
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/games/{id}/rematch [post]
func (s *server) rematch(c echo.Context) error {
	var body rematchRequest
	id, call, err := s.call(c, &body, func() *string { return body.ID }, func() error {
		return checkClientSeed(body.ClientSeed)
	})
	if err != nil {
		return err
	}
	var r play.Result
	table, tolls := s.rematchTolls(c.Request().Context(), id, call.Account, &r)
	err = within(c, func(ctx context.Context) (err error) {
		r, err = s.play.Rematch(ctx, id, call, or(body.ClientSeed, ""))
		return err
	}, tolls...)
	if _, early := errors.AsType[*limit.ExceededError](err); early && table != "" {
		r, err = s.inAlready(c.Request().Context(), table, call, err)
	}
	if err != nil {
		return err
	}
	setLocation(c, r.State.Game)
	return s.answerChange(c, call)(r, nil)
}

// rematchTolls are those of a game that is made, for the first who asks; and of a seat that is taken at the table, for the others.
func (s *server) rematchTolls(ctx context.Context, id, account string, r *play.Result) (table string, tolls []toll) {
	v, err := s.play.View(ctx, account, id, 0)
	if err != nil {
		return "", nil // what is wrong the call itself says
	}
	if table = v.Beside.Rematch; table != "" {
		return table, []toll{s.comingToll(account, table, func() bool { return !r.Repeated })}
	}
	bots := slices.ContainsFunc(v.State.Seats, func(seat game.Seat) bool { return seat.Kind == game.BotSeat })
	return "", s.gameTolls(account, bots, func() bool { return len(r.Events) > 0 && r.Events[0].Seq == 1 && !r.Repeated })
}

// inAlready is the answer to who sits at a rematch, however often the caller has come there: what the same call caused before, and
// the game. Else it is early.
func (s *server) inAlready(ctx context.Context, table string, call play.Call, early error) (play.Result, error) {
	r, done, err := s.play.Done(ctx, table, call)
	if done || err != nil {
		return r, err
	}
	v, err := s.play.View(ctx, call.Account, table, 0)
	sits := func(seat repository.Seat) bool { return seat.AccountID == call.Account }
	if err != nil || !slices.ContainsFunc(v.Beside.Seats, sits) {
		return play.Result{}, early
	}
	return play.Result{View: v, Repeated: true}, nil
}

func setLocation(c echo.Context, game string) {
	c.Response().Header().Set(echo.HeaderLocation, "/v1/games/"+game)
}

// gameTag names what an account sees of a game: by its head, and where something has changed that is not in the log, such
// as who the host is, or where a rematch was made, or where the best boxes are still being worked out, by that too.
func (s *server) gameTag(v play.View, account string) string {
	tag := v.Head
	if s.play.BestWaits(v.State) {
		tag += tagRest + "0" // which no count of changes is
	}
	if v.Beside.Beside > 0 {
		tag += tagRest + strconv.Itoa(v.Beside.Beside)
	}
	if next := shape.RematchOf(v, account); next != "" {
		tag += tagRest + next
	}
	return tag
}

// tagRest stands before what an entity tag has behind the head.
const tagRest = "."
