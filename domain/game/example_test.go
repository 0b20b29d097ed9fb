package game_test

import (
	"errors"
	"fmt"

	"kast/domain/game"
	"kast/domain/scorecard"
)

// A turn of penta with dice on a real table: what each command causes, and one that is refused.
func Example() {
	var state game.State
	do := func(c game.Command) {
		decision, err := game.Decide(state, c, "")
		if refusal, ok := errors.AsType[*game.Refusal](err); ok {
			fmt.Println(refusal.Code)
			return
		}
		for _, caused := range decision.Events {
			fmt.Printf("%T by %s\n", caused.Event, caused.By)
			state = game.Evolve(state, game.Record{Seq: state.Seq + 1, By: caused.By, Event: caused.Event})
		}
	}
	do(game.Create{
		Game: "b161ed31-f302-4a67-8cd3-260dbd6ee96d", Ruleset: game.Penta, Dice: game.ClientDice, Visibility: game.Private,
		Seats: []game.SeatSpec{{Kind: game.AccountSeat}}, Start: true,
	})
	do(game.Roll{By: game.ByPlayer, Dice: []int{6, 2, 1, 2, 6}})
	do(game.Roll{By: game.ByPlayer, Held: []int{0, 1, 3, 4}, Dice: []int{6, 2, 6, 2, 6}})
	do(game.Enter{By: game.ByPlayer, Box: scorecard.FullHouse})
	do(game.Enter{By: game.ByPlayer, Box: scorecard.Chance})
	fmt.Println(state.Total(0), "points")
	// Output:
	// game.Created by player
	// game.Started by server
	// game.Rolled by player
	// game.Held by player
	// game.Rolled by player
	// game.Entered by player
	// mustRollFirst
	// 25 points
}
