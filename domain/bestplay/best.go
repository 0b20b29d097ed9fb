package bestplay

import (
	"kast/domain/game"
	"kast/domain/solver"
)

// Best returns the best command of the seat on turn, made by by. t is the table of a scorecard ruleset, and not looked
// at in the pot game. Somebody must be on turn. A roll of server dice still needs the dice that are drawn for it.
func Best(t *solver.Table, s game.State, by game.By) game.Command {
	if s.Ruleset.Engine == game.PotEngine {
		return potMove(s, by)
	}
	return scorecardMove(t, s, by)
}

// TimeUp returns what the game does for a player whose time has run out. In the scorecard games it rolls once, if the
// player has not, and enters the best box of the roll that lies; in the pot game it plays on by best play, whatever the
// player held. Called again until the turn has passed, it plays the turn to its end.
func TimeUp(t *solver.Table, s game.State) game.Command {
	if s.Ruleset.Engine == game.PotEngine {
		return potMove(s, game.ByClock)
	}
	if s.Turn.Fresh {
		return game.Roll{By: game.ByClock, Seat: s.Turn.Seat}
	}
	return game.Enter{By: game.ByClock, Seat: s.Turn.Seat, Box: Boxes(t, s)[0].Box}
}
