package rest

import (
	"context"
	"slices"
	"strconv"

	"kast/api/shape"

	"github.com/labstack/echo/v4"

	"kast/api/play"
	"kast/domain/game"
)

// newGame asks for a game.
type newGame struct {
	ID         *string           `json:"id,omitzero" format:"uuid"` // becomes the game's id, and makes the call safe to repeat
	Ruleset    shape.RulesetID   `json:"ruleset"`
	Dice       *shape.DiceMode   `json:"dice,omitzero" default:"server"`
	Visibility *shape.Visibility `json:"visibility,omitzero" default:"private"`
	Options    *newOptions       `json:"options,omitzero"`
	Seats      []newSeat         `json:"seats"`                         // in turn order; how many is for the ruleset to say
	Start      *bool             `json:"start,omitzero" default:"true"` // false: the host starts, even when no seat is open
} // @name NewGame

// newOptions are the options of a new game; absent ones get their defaults.
type newOptions struct {
	// of tables of two or more with server dice, one of the values that the ruleset lists: bonanza gets 45 unless told
	// otherwise, the others 0, which is none; solo games and games with client dice have none
	TurnSeconds *int `json:"turnSeconds,omitzero" minimum:"0"`
	// scorecard games with server dice, 0 to 60: penta gets 3 unless told otherwise, the others 0, which is off
	AutoEnterSeconds *int  `json:"autoEnterSeconds,omitzero" minimum:"0"`
	Advice           *bool `json:"advice,omitzero" default:"true"` // best play is shown while the game runs
	OwnPot           *bool `json:"ownPot,omitzero"`                // tiotusen: a pot of the final round is the player's own
} // @name NewOptions

// newSeat is a seat of a new game.
type newSeat struct {
	Kind  shape.WishKind  `json:"kind"`
	Name  *string         `json:"name,omitzero" minLength:"1" maxLength:"40"` // of a guest, who needs one
	Level *shape.BotLevel `json:"level,omitzero"`                             // of a bot, which needs one
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
	case shape.WishMe, shape.WishOpen, shape.WishGuest, shape.WishBot:
	case "":
		return play.SeatWish{}, missing(at + "/kind")
	default:
		return play.SeatWish{}, badValue(at + "/kind")
	}
	switch or(n.Level, shape.BotBest) {
	case shape.BotBest, shape.BotCasual:
	default:
		return play.SeatWish{}, badValue(at + "/level")
	}
	switch {
	case n.Kind == shape.WishGuest && n.Name == nil:
		return play.SeatWish{}, missing(at + "/name")
	case n.Kind != shape.WishGuest && n.Name != nil:
		return play.SeatWish{}, badValue(at + "/name")
	case n.Kind == shape.WishBot && n.Level == nil:
		return play.SeatWish{}, missing(at + "/level")
	case n.Kind != shape.WishBot && n.Level != nil:
		return play.SeatWish{}, badValue(at + "/level")
	}
	return play.SeatWish{Kind: play.SeatKind(n.Kind), Name: or(n.Name, ""), Level: game.BotLevel(or(n.Level, ""))}, nil
}
