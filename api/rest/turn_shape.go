package rest

import (
	"strconv"

	"kast/domain/bestplay"
	"kast/domain/game"
	"kast/domain/scorecard"
)

func cardOf(seat game.Seat) *cardShape {
	card := seat.Card
	shape := &cardShape{
		Boxes: map[string]int{}, UpperSum: card.UpperSum(), UpperBonus: card.UpperBonus(), LowerSum: card.LowerSum(),
		FiveBonuses: card.FiveBonuses(), Total: card.Total(),
	}
	for _, box := range scorecard.AllBoxes() {
		if points, filled := card.Points(box); filled {
			shape.Boxes[box.String()] = points
		}
	}
	return shape
}

// turnOf gives the turn under way, nil when nobody is on turn.
func turnOf(s game.State) *turnShape {
	if s.OnTurn() == game.NoSeat {
		return nil
	}
	t := s.Turn
	shape := &turnShape{
		Seat: t.Seat, Round: t.Round, Roll: t.Roll, Dice: t.Dice.Faces(), Held: t.Held.Positions(), May: mayOf(s.May()),
	}
	if shape.Dice == nil {
		shape.Dice = []int{}
	}
	if s.Ruleset.Engine == game.PotEngine {
		shape.pot(s)
	} else {
		shape.scorecard(s)
	}
	return shape
}

func (shape *turnShape) pot(s game.State) {
	shape.Locked = s.Turn.Locked.Positions()
	shape.Groups = map[string]int{}
	for face, n := range s.Turn.Groups {
		if n > 0 {
			shape.Groups[strconv.Itoa(face)] = int(n)
		}
	}
	shape.Points, shape.HeldPoints, shape.Needs350 = new(s.Turn.Points), new(s.HeldPoints()), new(s.NeedsEntry())
}

func (shape *turnShape) scorecard(s game.State) {
	entries := s.Entries()
	shape.RollsLeft = new(s.RollsLeft())
	shape.MustSacrifice = new(len(entries) > 0 && scorecard.MustSacrifice(entries))
	shape.Boxes = make([]entryShape, len(entries))
	for i, e := range entries {
		shape.Boxes[i] = entryShape{
			Box: boxID(e.Box.String()), Points: e.Points, Bonus: e.Bonus, Joker: e.Joker, Strike: e.Strike(),
			Confirm: confirm(s.Confirm(e)),
		}
	}
}

// setBest says which boxes are best.
func (shape *turnShape) setBest(best []bestplay.BoxValue) {
	shape.Best = make([]boxValue, len(best))
	for i, b := range best {
		shape.Best[i] = boxValue{Box: boxID(b.Box.String()), ExpectedTotal: b.ExpectedTotal}
	}
}

func mayOf(m game.May) []move {
	moves := []move{}
	for _, may := range []struct {
		allowed bool
		move    move
	}{{m.Roll, moveRoll}, {m.Hold, moveHold}, {m.Enter, moveEnter}, {m.Bank, moveBank}} {
		if may.allowed {
			moves = append(moves, may.move)
		}
	}
	return moves
}
