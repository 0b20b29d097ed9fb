package review

import (
	"kast/domain/game"
	"kast/domain/scorecard"
	"kast/domain/solver"
)

// scorecardJudge follows a scorecard game.
type scorecardJudge struct {
	table     *solver.Table
	turn      *solver.Turn // of the seat on turn
	expected  []float64    // by seat: the expected total now
	seats     []Seat
	decisions []Decision
}

func newScorecardJudge(t *solver.Table, seats int) *scorecardJudge {
	j := &scorecardJudge{table: t, expected: make([]float64, seats), seats: make([]Seat, seats)}
	for i := range seats {
		j.expected[i] = t.Start()
		j.seats[i].StartExpected = t.Start()
	}
	return j
}

func (j *scorecardJudge) see(before game.State, r game.Record, after game.State) {
	switch e := r.Event.(type) {
	case game.Rolled:
		if before.Turn.Fresh {
			j.turn = j.table.Turn(before.Seats[e.Seat].Card)
		} else {
			held := before.Turn.Held
			j.decide(before, r, Action{
				Do: Roll, Held: held, Expected: j.turn.AfterHold(before.Turn.Dice, held, before.RollsLeft()),
			})
		}
		lucky := j.turn.AfterRoll(e.Dice, after.RollsLeft())
		j.seats[e.Seat].Luck += lucky - j.expected[e.Seat]
		j.expected[e.Seat] = lucky
	case game.Entered:
		j.decide(before, r, Action{Do: Enter, Box: e.Entry.Box, Expected: j.turn.AfterEntry(e.Entry)})
	case game.Created, game.Joined, game.Left, game.Started, game.Held, game.Banked, game.Resigned, game.Resumed, game.Finished,
		game.Closed:
		// They change nothing that a card is worth.
	}
}

// decide judges what the seat on turn did.
func (j *scorecardJudge) decide(before game.State, r game.Record, done Action) {
	t := before.Turn
	a := j.turn.Evaluate(t.Dice, before.RollsLeft()).Actions[0]
	best := Action{Do: Enter, Box: a.Entry.Box, Expected: a.ExpectedTotal}
	if a.Kind == solver.Hold {
		best = Action{Do: Roll, Held: a.Held, Expected: a.ExpectedTotal}
	}
	loss := less(done.Expected, best.Expected)
	if loss == 0 {
		best = done // as good as any
	}
	j.decisions = append(j.decisions, Decision{
		Seq: r.Seq, Seat: t.Seat, Round: t.Round, Roll: t.Roll, Dice: t.Dice, By: r.By, Done: done, Best: best, Loss: loss,
		Objective: Total,
	})
	// What is no more than rounding stays in the expectation, and so goes into the luck of the next roll.
	j.seats[t.Seat].Loss += loss
	j.expected[t.Seat] -= loss
}

func (j *scorecardJudge) sum(end game.State) Review {
	for i := range j.seats {
		j.seats[i].Total = end.Total(i)
		if end.Seats[i].Card.FilledCount() < scorecard.Boxes {
			j.seats[i].Unplayed = j.expected[i] - float64(end.Total(i))
		}
	}
	return Review{Decisions: j.decisions, Seats: j.seats}
}
