package rest

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"kast/api/shape"

	"github.com/labstack/echo/v4"

	"kast/api/limit"
	"kast/api/play"
	"kast/domain/game"
)

// newGame asks for a game.
type newGame struct {
	ID         *string           `json:"id,omitzero" format:"uuid"` // becomes the game's id, and makes the call safe to repeat
	Ruleset    shape.RulesetID   `json:"ruleset"`
	Dice       *shape.DiceMode   `json:"dice,omitzero" default:"server"`
	Visibility *shape.Visibility `json:"visibility,omitzero" default:"private"`
	Options    *shape.NewOptions `json:"options,omitzero"`
	Seats      []shape.NewSeat   `json:"seats"`                         // in turn order; how many is for the ruleset to say
	Start      *bool             `json:"start,omitzero" default:"true"` // false: the host starts, even when no seat is open
} // @name NewGame

// createGame serves POST /v1/games.
//
// @Summary     Make a game
// @Description The caller becomes the host. The game starts at once when no seat is open, unless start is false.
// @ID          createGame
// @Tags        games
// @Param       body body newGame true "The game"
// @Success     201 {object} changed "The game"
// @Success     200 {object} changed "The same call was carried out before: the game as it is now"
// @Header      200,201 {string} Location "The path of the game"
// @Failure     409 {object} problem "idInUse"
// @Failure     422 {object} problem "badOptions, badName"
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/games [post]
func (s *server) createGame(c echo.Context) error {
	var body newGame
	if err := bind(c, &body); err != nil {
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
	call := play.Call{Account: caller.AccountID, ID: id, At: arrived(c)}
	if call.Request, err = digest(c, &body); err != nil {
		return err
	}
	var r play.Result
	bots := slices.ContainsFunc(n.Seats, func(w play.SeatWish) bool { return w.Kind == play.SeatBot })
	err = within(c, func(ctx context.Context) (err error) {
		r, err = s.play.Create(ctx, call, n)
		return err
	}, s.gameTolls(caller.AccountID, bots, func() bool { return !r.Repeated })...)
	if _, early := errors.AsType[*limit.ExceededError](err); early {
		// An answer that was lost is given again, whatever the quota.
		before, made, fault := s.play.Made(c.Request().Context(), call)
		if made || fault != nil {
			r, err = before, fault
		}
	}
	if err != nil {
		return err
	}
	setLocation(c, r.State.Game)
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
		Ruleset: game.RulesetID(n.Ruleset), Dice: game.DiceMode(or(n.Dice, shape.DiceServer)),
		Visibility: game.Visibility(or(n.Visibility, shape.VisiblePrivate)), Start: or(n.Start, true),
	}
	if _, ok := game.Lookup(w.Ruleset); !ok {
		return play.NewGame{}, badValue("ruleset")
	}
	switch w.Dice {
	case game.ServerDice, game.ClientDice:
	default:
		return play.NewGame{}, badValue("dice")
	}
	switch w.Visibility {
	case game.Private, game.Public:
	default:
		return play.NewGame{}, badValue("visibility")
	}
	if n.Options != nil {
		w.Options = game.OptionsChoice(*n.Options)
	}
	for i, seat := range n.Seats {
		wish, err := seat.Wish("seats/" + strconv.Itoa(i))
		if field, ok := errors.AsType[*shape.FieldError](err); ok {
			return play.NewGame{}, fieldProblem(field)
		}
		if err != nil {
			return play.NewGame{}, err
		}
		w.Seats = append(w.Seats, wish)
	}
	return w, nil
}

// fieldProblem is a field that is missing, or has a value that it cannot have.
func fieldProblem(e *shape.FieldError) error {
	if e.Missing {
		return missing(e.Field)
	}
	return badValue(e.Field)
}
