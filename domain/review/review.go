package review

import (
	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/scorecard"
	"kast/domain/solver"
)

// Do is what was, or might have been, done with a roll.
type Do uint8

// What may be done with a roll.
const (
	Roll  Do = iota // hold some of the dice and roll the others
	Enter           // scorecard games: enter the roll in a box
	Bank            // pot game: hold some of the dice and stop
)

// Action is something done with a roll, with what it is worth under best play after it.
type Action struct {
	Do   Do
	Held dice.Mask     // of Roll and Bank, positions on the table
	Box  scorecard.Box // of Enter
	// Expected is the expected final total in the scorecard games, and the expected gain of the turn in the pot game.
	Expected float64
	// Chance is, in the final round of the pot game, the chance to overtake in this turn.
	Chance float64
}

// Decision is one choice of a player.
type Decision struct {
	Seq   int // the event that carried it out
	Seat  int
	Round int // the turn of this seat, from 1
	Roll  int // the roll of the turn after which it was made, from 1
	Dice  dice.Dice
	By    game.By
	Done  Action
	Best  Action // Done itself where nothing was better
	// Loss is by how much Done is worth less than Best: in points, or where Objective is Chance as a probability.
	Loss      float64
	Objective Objective
}

// Objective is what best play is after.
type Objective uint8

// What best play is after.
const (
	Total  Objective = iota // scorecard games: the final total
	Gain                    // pot game: what the score gains in this turn
	Chance                  // pot game, final round: to overtake in this turn
)

// Turn is one whole turn of the pot game. Result = Expected + Luck − Loss, to rounding.
//
// When the provisional winner gives up in the middle of a turn of somebody else, that turn has another aim from then on:
// it is judged from there, and what came before is in its decisions only.
type Turn struct {
	Seat      int
	Round     int
	Seq       int // its last event
	Objective Objective
	Expected  float64 // before its first roll (see above): points, or a probability
	Luck      float64
	Loss      float64
	Result    float64 // the points gained; or 1 for having overtaken and 0 for not
	Gain      int     // what the score gained
}

// Seat sums up how one seat played.
type Seat struct {
	Total int // the points at the end
	// StartExpected is the expected total before the first roll; scorecard games.
	StartExpected float64
	// Luck and Loss are the sums over all rolls and decisions; in the pot game over the whole turns played for points.
	Luck, Loss float64
	// Unplayed is what was still expected, beyond Total, when the game ended before the seat had filled its card: 0 in a
	// game played to its end. Scorecard games. Total + Unplayed = StartExpected + Luck − Loss, to rounding.
	Unplayed float64
}

// Review is a game judged.
type Review struct {
	Decisions []Decision // in the order of the game
	Turns     []Turn     // pot game: the whole turns, in the order of the game
	Seats     []Seat
}

// Game judges a game from its whole log, which must be one that Decide made. t is the table of its ruleset; not looked
// at in the pot game.
func Game(t *solver.Table, log []game.Record) Review {
	var s game.State
	var j judge
	for _, r := range log {
		after := game.Evolve(s, r)
		if _, started := r.Event.(game.Started); started {
			j = newJudge(t, after)
		}
		if j != nil {
			j.see(s, r, after)
		}
		s = after
	}
	if j == nil {
		return Review{}
	}
	return j.sum(s)
}

// judge follows a game that has started.
type judge interface {
	see(before game.State, r game.Record, after game.State)
	sum(end game.State) Review
}

func newJudge(t *solver.Table, s game.State) judge {
	if s.Ruleset.Engine == game.PotEngine {
		return &potJudge{seats: make([]Seat, len(s.Seats))}
	}
	return newScorecardJudge(t, len(s.Seats))
}

// less is by how much a falls short of b; what is no more than rounding is nothing.
func less(a, b float64) float64 {
	if b-a <= solver.Tie {
		return 0
	}
	return b - a
}
