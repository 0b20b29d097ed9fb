package bestplay

import (
	"kast/domain/game"
	"kast/domain/scorecard"
	"kast/domain/solver"
)

// MaxBoxes is how many boxes are named as the best ones.
const MaxBoxes = 3

// BoxValue is a box that may be entered now, with what that leads to.
type BoxValue struct {
	Box           scorecard.Box
	ExpectedTotal float64 // the expected final total of this card, what is on it included
}

// Boxes returns the best boxes for the whole game, best first, at most MaxBoxes, struck ones included; none where
// nothing may be entered now. t is the table of the game's ruleset.
func Boxes(t *solver.Table, s game.State) []BoxValue {
	if s.OnTurn() == game.NoSeat || s.Turn.Fresh {
		return nil
	}
	entries := t.Entries(s.Seats[s.Turn.Seat].Card, s.Turn.Dice)
	best := make([]BoxValue, min(len(entries), MaxBoxes))
	for i := range best {
		best[i] = BoxValue{Box: entries[i].Entry.Box, ExpectedTotal: entries[i].ExpectedTotal}
	}
	return best
}

// Scorecard evaluates the position of the seat on turn of a scorecard game.
func Scorecard(t *solver.Table, s game.State) solver.Evaluation { return evaluate(t, s) }

func evaluate(t *solver.Table, s game.State) solver.Evaluation {
	return t.Evaluate(s.Seats[s.Turn.Seat].Card, s.Turn.Dice, s.RollsLeft())
}

// scorecardMove is the best command of the seat on turn.
func scorecardMove(t *solver.Table, s game.State, by game.By) game.Command {
	if s.Turn.Fresh {
		return game.Roll{By: by, Seat: s.Turn.Seat}
	}
	best := evaluate(t, s).Actions[0]
	if best.Kind == solver.Hold {
		return game.Roll{By: by, Seat: s.Turn.Seat, Held: best.Held.Positions()}
	}
	return game.Enter{By: by, Seat: s.Turn.Seat, Box: best.Entry.Box}
}
