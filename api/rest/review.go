package rest

import (
	"github.com/labstack/echo/v4"

	"kast/api/shape"

	"kast/domain/game"
	"kast/domain/review"
)

// reviewShape is a game judged.
type reviewShape struct {
	Decisions []decision   `json:"decisions"`      // in the order of the game
	Turns     []turnReview `json:"turns,omitzero"` // tiotusen: the whole turns, in the order of the game
	Seats     []seatReview `json:"seats"`
} // @name Review

// decision is one choice of a player.
type decision struct {
	Seq   int                `json:"seq" minimum:"1"` // the event that carried it out
	Seat  int                `json:"seat" minimum:"0" maximum:"7"`
	Round int                `json:"round" minimum:"1"` // the how-manieth turn of this seat
	Roll  int                `json:"roll" minimum:"1"`  // the roll of the turn after which it was made
	Dice  []int              `json:"dice" minimum:"1" maximum:"6" maxItems:"6"`
	By    shape.EventBy      `json:"by"`
	Done  shape.AdviceAction `json:"done"`
	Best  shape.AdviceAction `json:"best"`             // the same where nothing was better
	Loss  float64            `json:"loss" minimum:"0"` // by how much done is worth less than best: points, or in the final round of tiotusen a chance
} // @name Decision

// turnObjective is what best play is after in a turn of tiotusen.
type turnObjective string // @name TurnObjective

const (
	objectiveGain   turnObjective = "gain"   // as many points as can be expected
	objectiveChance turnObjective = "chance" // to overtake, in the final round
)

// turnReview is a turn of tiotusen judged: result = expected + luck - loss, to rounding.
type turnReview struct {
	Seat      int           `json:"seat" minimum:"0" maximum:"7"`
	Round     int           `json:"round" minimum:"1"`
	Seq       int           `json:"seq" minimum:"1"` // its last event
	Objective turnObjective `json:"objective"`
	Expected  float64       `json:"expected"` // before its first roll: points, or a chance
	Luck      float64       `json:"luck"`
	Loss      float64       `json:"loss"`
	Result    float64       `json:"result"` // points gained; or 1 for having overtaken and 0 for not
	Gain      int           `json:"gain"`   // what the score gained
} // @name TurnReview

// seatReview sums up how a seat played. In the scorecard games total + unplayed = startExpected + luck - loss, to
// rounding.
type seatReview struct {
	Seat          int      `json:"seat" minimum:"0" maximum:"7"`
	Total         int      `json:"total"`
	StartExpected *float64 `json:"startExpected,omitzero"` // scorecard games: the expected total before the first roll
	Luck          float64  `json:"luck"`                   // what the rolls changed in the expectation; tiotusen: of the turns played for points
	Loss          float64  `json:"loss"`                   // what the decisions gave away
	Unplayed      *float64 `json:"unplayed,omitzero"`      // scorecard games: what was still to be expected when the game ended early; else 0
} // @name SeatReview

// review serves GET /v1/games/{id}/review.
//
// @Summary     The game judged, decision by decision
// @Description As far as it has been played; while a game without advice runs there is none.
// @ID          getReview
// @Tags        games
// @Param       id            path   string true  "Game id" format(uuid)
// @Param       If-None-Match header string false "Head that the caller has"
// @Success     200 {object} reviewShape "The review"
// @Failure     404 {object} problem
// @Failure     409 {object} problem "adviceOff"
// @Security    bearerAuth
// @Router      /v1/games/{id}/review [get]
func (s *server) review(c echo.Context) error {
	id, err := pathID(c)
	if err != nil {
		return err
	}
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	r, err := s.play.Review(c.Request().Context(), caller.AccountID, id)
	if err != nil {
		return err
	}
	pots := r.State.Ruleset.Engine == game.PotEngine
	shape := reviewShape{Decisions: make([]decision, len(r.Decisions)), Seats: make([]seatReview, len(r.Seats))}
	for i, d := range r.Decisions {
		shape.Decisions[i] = decisionOf(d)
	}
	if pots {
		shape.Turns = make([]turnReview, len(r.Turns))
	}
	for i, t := range r.Turns {
		shape.Turns[i] = turnReviewOf(t)
	}
	for i, seat := range r.Seats {
		shape.Seats[i] = seatReview{Seat: i, Total: seat.Total, Luck: seat.Luck, Loss: seat.Loss}
		if !pots {
			shape.Seats[i].StartExpected, shape.Seats[i].Unplayed = &seat.StartExpected, &seat.Unplayed
		}
	}
	return answer(c, r.Head, shape)
}

func decisionOf(d review.Decision) decision {
	return decision{
		Seq: d.Seq, Seat: d.Seat, Round: d.Round, Roll: d.Roll, Dice: d.Dice.Faces(), By: shape.EventBy(d.By),
		Done: actionOf(d.Done, d.Objective), Best: actionOf(d.Best, d.Objective), Loss: d.Loss,
	}
}

func actionOf(a review.Action, o review.Objective) shape.AdviceAction {
	act := shape.AdviceAction{Do: shape.DoHold, Held: a.Held.Positions()}
	if o == review.Total {
		act.ExpectedTotal = &a.Expected
	} else {
		act.ExpectedGain = &a.Expected
		act.Then = shape.ThenRoll
	}
	if o == review.Chance {
		act.Chance = &a.Chance
	}
	switch a.Do {
	case review.Enter:
		act.Do, act.Held, act.Box = shape.DoEnter, nil, shape.Box(a.Box.String())
	case review.Bank:
		act.Then = shape.ThenBank
	case review.Roll:
	}
	return act
}

func turnReviewOf(t review.Turn) turnReview {
	shape := turnReview{
		Seat: t.Seat, Round: t.Round, Seq: t.Seq, Objective: objectiveGain, Expected: t.Expected, Luck: t.Luck, Loss: t.Loss,
		Result: t.Result, Gain: t.Gain,
	}
	if t.Objective == review.Chance {
		shape.Objective = objectiveChance
	}
	return shape
}
