package shape

import (
	"kast/api/play"
	"kast/domain/game"
	"kast/domain/review"
)

// Review is a game judged.
type Review struct {
	Decisions []Decision   `json:"decisions"`      // in the order of the game
	Turns     []TurnReview `json:"turns,omitzero"` // tiotusen: the whole turns, in the order of the game
	Seats     []SeatReview `json:"seats"`
} // @name Review

// Decision is one choice of a player.
type Decision struct {
	Seq   int          `json:"seq" minimum:"1"` // the event that carried it out
	Seat  int          `json:"seat" minimum:"0" maximum:"7"`
	Round int          `json:"round" minimum:"1"` // the how-manieth turn of this seat
	Roll  int          `json:"roll" minimum:"1"`  // the roll of the turn after which it was made
	Dice  []int        `json:"dice" minimum:"1" maximum:"6" maxItems:"6"`
	By    EventBy      `json:"by"`
	Done  AdviceAction `json:"done"`
	Best  AdviceAction `json:"best"`             // the same where nothing was better
	Loss  float64      `json:"loss" minimum:"0"` // by how much done is worth less than best: points, or in the final round of tiotusen a chance
} // @name Decision

// TurnObjective is what best play is after in a turn of tiotusen.
type TurnObjective string // @name TurnObjective

// The objectives.
const (
	ObjectiveGain   TurnObjective = "gain"   // as many points as can be expected
	ObjectiveChance TurnObjective = "chance" // to overtake, in the final round
)

// TurnReview is a turn of tiotusen judged: result = expected + luck - loss, to rounding.
type TurnReview struct {
	Seat      int           `json:"seat" minimum:"0" maximum:"7"`
	Round     int           `json:"round" minimum:"1"`
	Seq       int           `json:"seq" minimum:"1"` // its last event
	Objective TurnObjective `json:"objective"`
	Expected  float64       `json:"expected"` // before its first roll: points, or a chance
	Luck      float64       `json:"luck"`
	Loss      float64       `json:"loss"`
	Result    float64       `json:"result"` // points gained; or 1 for having overtaken and 0 for not
	Gain      int           `json:"gain"`   // what the score gained
} // @name TurnReview

// SeatReview sums up how a seat played. In the scorecard games total + unplayed = startExpected + luck - loss, to
// rounding.
type SeatReview struct {
	Seat          int      `json:"seat" minimum:"0" maximum:"7"`
	Total         int      `json:"total"`
	StartExpected *float64 `json:"startExpected,omitzero"` // scorecard games: the expected total before the first roll
	Luck          float64  `json:"luck"`                   // what the rolls changed in the expectation; tiotusen: of the turns played for points
	Loss          float64  `json:"loss"`                   // what the decisions gave away
	Unplayed      *float64 `json:"unplayed,omitzero"`      // scorecard games: what was still to be expected when the game ended early; else 0
} // @name SeatReview

// ReviewOf gives a game judged.
func ReviewOf(r play.Review) Review {
	pots := r.State.Ruleset.Engine == game.PotEngine
	judged := Review{Decisions: make([]Decision, len(r.Decisions)), Seats: make([]SeatReview, len(r.Seats))}
	for i, d := range r.Decisions {
		judged.Decisions[i] = decisionOf(d)
	}
	if pots {
		judged.Turns = make([]TurnReview, len(r.Turns))
	}
	for i, t := range r.Turns {
		judged.Turns[i] = turnReviewOf(t)
	}
	for i, seat := range r.Seats {
		judged.Seats[i] = SeatReview{Seat: i, Total: seat.Total, Luck: seat.Luck, Loss: seat.Loss}
		if !pots {
			judged.Seats[i].StartExpected, judged.Seats[i].Unplayed = &seat.StartExpected, &seat.Unplayed
		}
	}
	return judged
}

func decisionOf(d review.Decision) Decision {
	return Decision{
		Seq: d.Seq, Seat: d.Seat, Round: d.Round, Roll: d.Roll, Dice: d.Dice.Faces(), By: EventBy(d.By),
		Done: actionOf(d.Done, d.Objective), Best: actionOf(d.Best, d.Objective), Loss: d.Loss,
	}
}

func actionOf(a review.Action, o review.Objective) AdviceAction {
	act := AdviceAction{Do: DoHold, Held: a.Held.Positions()}
	if o == review.Total {
		act.ExpectedTotal = &a.Expected
	} else {
		act.ExpectedGain = &a.Expected
		act.Then = ThenRoll
	}
	if o == review.Chance {
		act.Chance = &a.Chance
	}
	switch a.Do {
	case review.Enter:
		act.Do, act.Held, act.Box = DoEnter, nil, Box(a.Box.String())
	case review.Bank:
		act.Then = ThenBank
	case review.Roll:
	}
	return act
}

func turnReviewOf(t review.Turn) TurnReview {
	judged := TurnReview{
		Seat: t.Seat, Round: t.Round, Seq: t.Seq, Objective: ObjectiveGain, Expected: t.Expected, Luck: t.Luck, Loss: t.Loss,
		Result: t.Result, Gain: t.Gain,
	}
	if t.Objective == review.Chance {
		judged.Objective = ObjectiveChance
	}
	return judged
}
