package rest

import (
	"errors"
	"net/http"

	"kast/api/shape"

	"github.com/labstack/echo/v4"

	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/scorecard"
	"kast/domain/solver"
)

func (s *server) bindAdvice(e *echo.Echo) {
	e.POST("/v1/rulesets/:ruleset/advice", s.adviceOn)
	e.GET("/v1/games/:id/advice", s.adviceIn)
	e.GET("/v1/games/:id/review", s.review)
}

// adviceRequest is a position: of a scorecard game card, dice and rollsLeft; of tiotusen the others, and dice.
type adviceRequest struct {
	Card      *adviceCard `json:"card,omitzero"`                                      // scorecard games
	RollsLeft *int        `json:"rollsLeft,omitzero" minimum:"0" maximum:"3"`         // scorecard games: 3 without dice
	Dice      []int       `json:"dice,omitzero" minimum:"1" maximum:"6" maxItems:"6"` // as they lie; tiotusen: the free ones, just rolled

	Needs350 *bool          `json:"needs350,omitzero"`                                             // tiotusen: a stop needs 350 points
	Pot      *int           `json:"pot,omitzero" minimum:"0" maximum:"1000000" multipleOf:"50"`    // tiotusen
	Points   *int           `json:"points,omitzero" minimum:"0" maximum:"1000000" multipleOf:"50"` // tiotusen: set aside in this turn
	Groups   map[string]int `json:"groups,omitzero" minimum:"3" maximum:"6"`                       // tiotusen: by face, how many dice are set aside as a group
	Free     *int           `json:"free,omitzero" minimum:"1" maximum:"6"`                         // tiotusen: dice to roll, or just rolled
	First    *bool          `json:"first,omitzero"`                                                // tiotusen: their roll is the first of the turn
	Need     *int           `json:"need,omitzero" minimum:"1" maximum:"1000000"`                   // tiotusen: the gain that overtakes, in the final round
	OwnPot   *bool          `json:"ownPot,omitzero"`                                               // tiotusen: a pot is the player's own
} // @name AdviceRequest

// adviceCard is a scorecard of a position.
type adviceCard struct {
	Boxes       map[string]int `json:"boxes" minimum:"0" maximum:"50"`   // points by box; only the filled ones
	FiveBonuses int            `json:"fiveBonuses,omitzero" minimum:"0"` // for further five alike
} // @name AdviceCard

// adviceOn serves POST /v1/rulesets/{ruleset}/advice.
//
// @Summary     Best play in any position
// @Description Of a scorecard game: every box that may be entered and every different hold, each with the expected final total under best play after it; needed are card and rollsLeft. Before the first roll, without dice, there is nothing to choose. Of tiotusen: every hold with what follows, each with the expected gain of the turn, and with need with the chance to gain so much; needed are needs350, pot, points, groups, free and first.
// @ID          adviseOn
// @Tags        rulesets
// @Param       ruleset path shape.RulesetID     true "The game"
// @Param       body    body adviceRequest true "The position"
// @Success     200 {object} shape.Advice "What may be done, best first"
// @Failure     404 {object} problem
// @Failure     422 {object} problem "badDice"
// @Security    bearerAuth
// @Router      /v1/rulesets/{ruleset}/advice [post]
func (s *server) adviceOn(c echo.Context) error {
	r, known := game.Lookup(game.RulesetID(c.Param("ruleset")))
	var body adviceRequest
	if err := bind(c, &body); err != nil {
		return err
	}
	if r.Engine == game.PotEngine {
		return s.adviceOnPot(c, body)
	}
	card, err := body.card(r, known)
	if err != nil {
		return err
	}
	if _, err := s.caller(c); err != nil {
		return err
	}
	if !known {
		return &failure{code: codeNotFound}
	}
	d, err := body.dice(scorecard.Dice)
	if err != nil {
		return err
	}
	if err := checkPosition(card, d, *body.RollsLeft); err != nil {
		return err
	}
	t, err := s.play.Table(c.Request().Context(), r.ID)
	if err != nil {
		return err
	}
	return writeJSON(c, http.StatusOK, echo.MIMEApplicationJSON, shape.ScorecardAdvice(t.Evaluate(card, d, *body.RollsLeft)))
}

// card reads the position of a scorecard game; what is missing or cannot be is malformed.
func (r adviceRequest) card(rules game.Ruleset, known bool) (scorecard.Card, error) {
	if !known {
		return scorecard.Card{}, nil
	}
	if r.Needs350 != nil || r.Pot != nil || r.Points != nil || r.Groups != nil || r.Free != nil || r.First != nil ||
		r.Need != nil || r.OwnPot != nil {
		return scorecard.Card{}, malformed(text{"That is a position of tiotusen.", "Det där är en ställning i tiotusen."})
	}
	switch {
	case r.Card == nil:
		return scorecard.Card{}, missing("card")
	case r.Card.Boxes == nil:
		return scorecard.Card{}, missing("card/boxes")
	case r.RollsLeft == nil:
		return scorecard.Card{}, missing("rollsLeft")
	}
	points := map[scorecard.Box]int{}
	for id, p := range r.Card.Boxes {
		box, ok := scorecard.ParseBox(id)
		if !ok || !box.Allows(p) {
			return scorecard.Card{}, badValue("card/boxes/" + id)
		}
		points[box] = p
	}
	if b := r.Card.FiveBonuses; b != 0 {
		// Each came with a box that was filled after the five alike.
		each := rules.Scorecard.FurtherFive
		if points[scorecard.FiveOfAKind] == 0 || b < 0 || b%each != 0 || b/each >= len(points) {
			return scorecard.Card{}, badValue("card/fiveBonuses")
		}
	}
	return scorecard.NewCard(points, r.Card.FiveBonuses), nil
}

// dice reads the dice of a position: none, or so many.
func (r adviceRequest) dice(n int) (dice.Dice, error) {
	if r.Dice == nil {
		return dice.Dice{}, nil
	}
	if len(r.Dice) != n {
		return dice.Dice{}, &failure{code: codeBadDice, detail: reasonText(game.ReasonDiceCount)}
	}
	d, err := dice.New(r.Dice...)
	if err != nil {
		return dice.Dice{}, &failure{code: codeBadDice, detail: reasonText(game.ReasonDiceFace)}
	}
	return d, nil
}

func checkPosition(card scorecard.Card, d dice.Dice, rollsLeft int) error {
	err := solver.Check(card, d, rollsLeft)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, solver.ErrRollsLeft):
		return badValue("rollsLeft")
	default:
		return badValue("card")
	}
}

// adviceIn serves GET /v1/games/{id}/advice.
//
// @Summary     Best play now
// @Description For the seat on turn; held are positions on the table.
// @ID          advise
// @Tags        games
// @Param       id            path   string true  "Game id" format(uuid)
// @Param       If-None-Match header string false "Head that the caller has"
// @Success     200 {object} shape.Advice "What may be done, best first"
// @Failure     404 {object} problem
// @Failure     409 {object} problem "gameNotPlaying, adviceOff"
// @Security    bearerAuth
// @Router      /v1/games/{id}/advice [get]
func (s *server) adviceIn(c echo.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	a, err := s.play.Advice(c.Request().Context(), caller.AccountID, id)
	if err != nil {
		return err
	}
	return answer(c, a.Head, shape.AdviceOf(a))
}
