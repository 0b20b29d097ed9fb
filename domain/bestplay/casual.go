package bestplay

import (
	"slices"

	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/pot"
	"kast/domain/potplay"
	"kast/domain/scorecard"
)

// Casual returns the command that a sensible beginner would give for the seat on turn: by rules of thumb, without a look
// ahead and without the optimum. Somebody must be on turn.
func Casual(s game.State, by game.By) game.Command {
	switch {
	case s.Turn.Fresh:
		return game.Roll{By: by, Seat: s.Turn.Seat}
	case s.Ruleset.Engine == game.PotEngine:
		return casualPot(s, by)
	default:
		return casualScorecard(s, by)
	}
}

// A beginner at the pot game sets aside everything that scores, and stops with 350 points, or when so few dice are left
// that the next roll is likely to lose them. Whoever must overtake goes on until it has.
func casualPot(s game.State, by game.By) game.Command {
	const fewDice = 2
	p := Position(s)
	var held dice.Mask
	scoring := pot.ScoringFaces(p.Dice.Counts(), p.Groups)
	for i, face := range p.Dice.Faces() {
		if slices.Contains(scoring, face) {
			held |= 1 << i
		}
	}
	points, _, _ := pot.Hold(p.Dice.Counts(), p.Dice.CountsOf(held), p.Groups)
	points += p.Points
	gain := points
	if points >= pot.Entry {
		gain += p.Pot
	}
	enough := points >= pot.Entry || !p.Needs350 && p.Free-held.Len() <= fewDice
	if p.Need > 0 {
		enough = gain >= p.Need && (points >= pot.Entry || !p.Needs350)
	}
	if enough {
		return potCommand(s, by, OnTable(s, held), potplay.Bank)
	}
	return potCommand(s, by, OnTable(s, held), potplay.Roll)
}

func casualScorecard(s game.State, by game.By) game.Command {
	entries := s.Entries()
	entry := casualEntry(entries)
	if s.RollsLeft() == 0 || casualContent(entry) {
		return game.Enter{By: by, Seat: s.Turn.Seat, Box: entry.Box}
	}
	held := casualHold(s)
	if held == dice.All(s.Ruleset.Dice) {
		return game.Enter{By: by, Seat: s.Turn.Seat, Box: entry.Box}
	}
	return game.Roll{By: by, Seat: s.Turn.Seat, Held: held.Positions()}
}

// casualContent tells whether a beginner enters at once instead of rolling on: a hand of fixed points is made.
func casualContent(e scorecard.Entry) bool {
	switch e.Box {
	case scorecard.FullHouse, scorecard.LargeStraight, scorecard.FiveOfAKind:
		return !e.Strike()
	default:
		return e.Bonus > 0
	}
}

// casualEntry is the box that gives most beyond what it gives on an ordinary day; of equals the first on the card.
func casualEntry(entries []scorecard.Entry) scorecard.Entry {
	best := entries[0]
	for _, e := range entries[1:] {
		if e.Points+e.Bonus-ordinary(e.Box) > best.Points+best.Bonus-ordinary(best.Box) {
			best = e
		}
	}
	return best
}

// ordinary is what a beginner hopes for in a box: three of a face, a good sum, and little where it needs luck.
func ordinary(b scorecard.Box) int {
	switch b {
	case scorecard.ThreeOfAKind, scorecard.Chance:
		return 20
	case scorecard.FourOfAKind:
		return 13
	case scorecard.FullHouse, scorecard.SmallStraight:
		return 18
	case scorecard.LargeStraight:
		return 14
	case scorecard.FiveOfAKind:
		return 4
	default:
		const three = 3
		return three * (int(b) + 1)
	}
}

// casualHold keeps four in a row while a straight is open, else the face that there is most of; of equals the highest.
func casualHold(s game.State) dice.Mask {
	card := s.Seats[s.Turn.Seat].Card
	if !card.Filled(scorecard.SmallStraight) || !card.Filled(scorecard.LargeStraight) {
		if run := longestRun(s.Turn.Dice); run.Len() >= 4 {
			return run
		}
	}
	counts := s.Turn.Dice.Counts()
	best := 0
	for face := 6; face >= 1; face-- {
		if counts.Of(face) > counts.Of(max(best, 1)) || best == 0 && counts.Of(face) > 0 {
			best = face
		}
	}
	var held dice.Mask
	for i, face := range s.Turn.Dice.Faces() {
		if face == best {
			held |= 1 << i
		}
	}
	return held
}

// longestRun returns positions of the longest row of faces, one die each.
func longestRun(d dice.Dice) dice.Mask {
	var best, run dice.Mask
	for face := 1; face <= 6; face++ {
		i := slices.Index(d.Faces(), face)
		if i < 0 {
			run = 0
			continue
		}
		run |= 1 << i
		if run.Len() > best.Len() {
			best = run
		}
	}
	return best
}
