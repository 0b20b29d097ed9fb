package review

import (
	"kast/domain/bestplay"
	"kast/domain/game"
	"kast/domain/pot"
	"kast/domain/potplay"
)

// potJudge follows a pot game.
type potJudge struct {
	solver    potplay.Solver
	turn      Turn            // under way
	expected  potplay.Figures // what the turn is worth now
	seats     []Seat
	turns     []Turn
	decisions []Decision
}

func (j *potJudge) see(before game.State, r game.Record, after game.State) {
	switch e := r.Event.(type) {
	case game.Rolled:
		if before.Turn.Roll == 0 {
			j.begin(before)
		}
		if !before.Turn.Fresh {
			j.decide(before, r, potplay.Roll)
		}
		j.fall(before, r, e, after)
	case game.Banked:
		j.decide(before, r, potplay.Bank)
		j.end(r, before.Turn.Seat, e.Points, e.Points >= bestplay.Need(before))
	case game.Resigned:
		// Who leads the final round may be another one now, or nobody: then the turn under way has another aim.
		underWay := after.OnTurn() != game.NoSeat && after.Turn.Roll > 0
		if underWay && bestplay.Position(after) != bestplay.Position(before) {
			j.begin(after)
		}
	case game.Created, game.Joined, game.Left, game.Started, game.Held, game.Entered, game.Resumed, game.Finished, game.Closed:
		// They change nothing that a turn is worth.
	}
}

func (j *potJudge) begin(s game.State) {
	p := bestplay.Position(s)
	j.expected = j.solver.Value(p)
	j.turn = Turn{Seat: s.Turn.Seat, Round: s.Turn.Round, Objective: Gain}
	if p.Need > 0 {
		j.turn.Objective = Chance
	}
	j.turn.Expected = j.worth(j.expected)
}

// worth is what counts of a worth under the turn's objective.
func (j *potJudge) worth(f potplay.Figures) float64 {
	if j.turn.Objective == Chance {
		return f.Chance
	}
	return f.Gain
}

// fall sees what a roll leads to.
func (j *potJudge) fall(before game.State, r game.Record, e game.Rolled, after game.State) {
	sameTurn := after.OnTurn() == e.Seat && after.Turn.Round == before.Turn.Round
	if sameTurn {
		f := j.solver.Value(bestplay.Position(after))
		j.turn.Luck += j.worth(f) - j.worth(j.expected)
		j.expected = f
		return
	}
	gained := 0
	if e.Outcome == pot.Zilch {
		gained = e.Points
	}
	j.end(r, e.Seat, gained, false)
}

// end closes the turn: with what the score gained, and whether that overtook.
func (j *potJudge) end(r game.Record, seat, gained int, overtook bool) {
	result := potplay.Figures{Gain: float64(gained)}
	if overtook {
		result.Chance = 1
	}
	j.turn.Luck += j.worth(result) - j.worth(j.expected)
	j.turn.Result = j.worth(result)
	j.turn.Gain = gained
	j.turn.Seq = r.Seq
	j.turns = append(j.turns, j.turn)
	if j.turn.Objective == Gain {
		j.seats[seat].Luck += j.turn.Luck
		j.seats[seat].Loss += j.turn.Loss
	}
}

// decide judges how the seat on turn went on.
func (j *potJudge) decide(before game.State, r game.Record, then potplay.Then) {
	t := before.Turn
	p := bestplay.Position(before)
	chosen := potplay.Action{Held: bestplay.AmongRolled(before, t.Held), Then: then}
	figures, ok := j.solver.Of(p, chosen)
	if !ok {
		panic("review: a move in the log that the rules do not allow")
	}
	first := j.solver.Evaluate(p).Choices[0]
	done, best := j.action(before, potplay.Choice{Action: chosen, Figures: figures}), j.action(before, first)
	loss := less(j.worth(figures), j.worth(first.Figures))
	// Of equal chances the higher gain is better, though that gives no chance away.
	if loss == 0 && less(figures.Gain, first.Gain) == 0 {
		best = done
	}
	j.decisions = append(j.decisions, Decision{
		Seq: r.Seq, Seat: t.Seat, Round: t.Round, Roll: t.Roll, Dice: t.Dice, By: r.By, Done: done, Best: best, Loss: loss,
		Objective: j.turn.Objective,
	})
	j.turn.Loss += loss
	if loss > 0 {
		j.expected = figures
	}
}

func (j *potJudge) action(s game.State, c potplay.Choice) Action {
	a := Action{Do: Roll, Held: bestplay.OnTable(s, c.Held), Expected: c.Gain, Chance: c.Chance}
	if c.Then == potplay.Bank {
		a.Do = Bank
	}
	return a
}

func (j *potJudge) sum(end game.State) Review {
	for i := range j.seats {
		j.seats[i].Total = end.Total(i)
	}
	return Review{Decisions: j.decisions, Turns: j.turns, Seats: j.seats}
}
