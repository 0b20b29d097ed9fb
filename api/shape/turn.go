package shape

import (
	"strconv"

	"kast/domain/bestplay"
	"kast/domain/game"
	"kast/domain/scorecard"
)

func cardOf(seat game.Seat) *Card {
	card := seat.Card
	t := &Card{
		Boxes: map[string]int{}, UpperSum: card.UpperSum(), UpperBonus: card.UpperBonus(), LowerSum: card.LowerSum(),
		FiveBonuses: card.FiveBonuses(), Total: card.Total(),
	}
	for _, box := range scorecard.AllBoxes() {
		if points, filled := card.Points(box); filled {
			t.Boxes[box.String()] = points
		}
	}
	return t
}

// turnOf gives the turn under way, nil when nobody is on turn.
func turnOf(s game.State) *Turn {
	if s.OnTurn() == game.NoSeat {
		return nil
	}
	now := s.Turn
	t := &Turn{
		Seat: now.Seat, Round: now.Round, Roll: now.Roll, Dice: now.Dice.Faces(), Held: now.Held.Positions(), May: mayOf(s.May()),
	}
	if t.Dice == nil {
		t.Dice = []int{}
	}
	if s.Ruleset.Engine == game.PotEngine {
		t.pot(s)
	} else {
		t.scorecard(s)
	}
	return t
}

func (t *Turn) pot(s game.State) {
	t.Locked = s.Turn.Locked.Positions()
	t.Groups = map[string]int{}
	for face, n := range s.Turn.Groups {
		if n > 0 {
			t.Groups[strconv.Itoa(face)] = int(n)
		}
	}
	t.Points, t.HeldPoints, t.Needs350 = new(s.Turn.Points), new(s.HeldPoints()), new(s.NeedsEntry())
}

func (t *Turn) scorecard(s game.State) {
	entries := s.Entries()
	t.RollsLeft = new(s.RollsLeft())
	t.MustSacrifice = new(len(entries) > 0 && scorecard.MustSacrifice(entries))
	t.Boxes = make([]Entry, len(entries))
	for i, e := range entries {
		t.Boxes[i] = Entry{
			Box: Box(e.Box.String()), Points: e.Points, Bonus: e.Bonus, Joker: e.Joker, Strike: e.Strike(),
			Confirm: Confirm(s.Confirm(e)),
		}
	}
}

// setBest says which boxes are best.
func (t *Turn) setBest(best []bestplay.BoxValue) {
	t.Best = make([]BoxValue, len(best))
	for i, b := range best {
		t.Best[i] = BoxValue{Box: Box(b.Box.String()), ExpectedTotal: b.ExpectedTotal}
	}
}

func mayOf(m game.May) []Move {
	moves := []Move{}
	for _, may := range []struct {
		allowed bool
		move    Move
	}{{m.Roll, MoveRoll}, {m.Hold, MoveHold}, {m.Enter, MoveEnter}, {m.Bank, MoveBank}} {
		if may.allowed {
			moves = append(moves, may.move)
		}
	}
	return moves
}
