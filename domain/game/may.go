package game

import (
	"kast/domain/dice"
	"kast/domain/pot"
)

// May tells which moves the seat on turn may make. Roll and Bank speak of the move with the hold that stands; with
// another hold they may be allowed where these say no, and the other way round.
type May struct{ Roll, Hold, Enter, Bank bool }

// May returns what may be done now; nothing when nobody is on turn.
func (s State) May() May {
	if s.OnTurn() == NoSeat {
		return May{}
	}
	t := s.Turn
	if s.Ruleset.Engine == PotEngine {
		chosen := !t.Fresh && t.Held != 0
		return May{
			Roll: t.Fresh || chosen,
			Hold: !t.Fresh,
			Bank: chosen && (!s.NeedsEntry() || t.Points+s.HeldPoints() >= pot.Entry),
		}
	}
	rollsLeft := s.RollsLeft() > 0
	return May{
		Roll:  rollsLeft && t.Held != dice.All(s.Ruleset.Dice),
		Hold:  rollsLeft && !t.Fresh,
		Enter: !t.Fresh,
	}
}
