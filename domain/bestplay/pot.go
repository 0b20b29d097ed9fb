package bestplay

import (
	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/pot"
	"kast/domain/potplay"
)

// Position returns the position of the seat on turn of the pot game: before a roll where all dice are to be rolled,
// else right after one. The hold that stands is not looked at.
func Position(s game.State) potplay.Position {
	p := potplay.Position{
		Needs350: s.NeedsEntry(), Pot: s.Pot, Points: s.Turn.Points, Groups: s.Turn.Groups, Need: Need(s),
		OwnPot: s.Options.OwnPot && s.Final.On(),
	}
	if s.Turn.Fresh {
		p.Free = s.Ruleset.Dice
		p.First = s.Turn.Roll == 0
		return p
	}
	rolled := Rolled(s)
	p.Free = rolled.Len()
	faces := make([]int, 0, p.Free)
	for _, i := range rolled.Positions() {
		faces = append(faces, s.Turn.Dice.At(i))
	}
	p.Dice = dice.MustNew(faces...)
	return p
}

// Need returns what the seat on turn must gain in this turn to overtake the provisional winner; 0 before the final round.
func Need(s game.State) int {
	if !s.Final.On() {
		return 0
	}
	return max(0, s.Final.Score-s.Seats[s.Turn.Seat].Score) + pot.Step
}

// Rolled returns the positions of the dice just rolled.
func Rolled(s game.State) dice.Mask { return dice.All(s.Ruleset.Dice) &^ s.Turn.Locked }

// OnTable turns a hold among the dice just rolled into positions on the table.
func OnTable(s game.State, held dice.Mask) dice.Mask {
	var m dice.Mask
	for i, position := range Rolled(s).Positions() {
		if held.Has(i) {
			m |= 1 << position
		}
	}
	return m
}

// AmongRolled turns positions on the table into a hold among the dice just rolled.
func AmongRolled(s game.State, held dice.Mask) dice.Mask {
	var m dice.Mask
	for i, position := range Rolled(s).Positions() {
		if held.Has(position) {
			m |= 1 << i
		}
	}
	return m
}

// potMove is the best command of the seat on turn.
func potMove(s game.State, by game.By) game.Command {
	if s.Turn.Fresh {
		return game.Roll{By: by, Seat: s.Turn.Seat}
	}
	best, ok := potplay.Best(Position(s))
	if !ok {
		panic("bestplay: a scored roll of which nothing may be held")
	}
	return potCommand(s, by, OnTable(s, best.Held), best.Then)
}

func potCommand(s game.State, by game.By, held dice.Mask, then potplay.Then) game.Command {
	if then == potplay.Bank {
		return game.Bank{By: by, Seat: s.Turn.Seat, Held: held.Positions()}
	}
	return game.Roll{By: by, Seat: s.Turn.Seat, Held: held.Positions()}
}
