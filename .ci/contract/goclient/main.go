// Command usage plays a solo game with the generated client, on the server that is
// its argument, and prints the total. A change of the contract that would break a
// client breaks it.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"usage/kast"
)

func main() {
	total, err := play(context.Background(), os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(total)
}

func play(ctx context.Context, server string) (int64, error) {
	client, err := kast.NewClientWithResponses(server)
	if err != nil {
		return 0, err
	}
	name := "Åsa"
	account, err := client.CreateAccountWithResponse(ctx, kast.NewAccount{Name: &name})
	if err != nil {
		return 0, err
	}
	if account.JSON201 == nil {
		return 0, fmt.Errorf("no account: %s", account.Status())
	}
	token := func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+account.JSON201.AccessToken)
		return nil
	}

	made, err := client.CreateGameWithResponse(ctx, kast.NewGame{
		Ruleset: kast.RulesetIDBonanza, Seats: []kast.NewSeat{{Kind: kast.NewSeatKindMe}},
	}, token)
	if err != nil {
		return 0, err
	}
	if made.JSON201 == nil {
		return 0, fmt.Errorf("no game: %s", made.Status())
	}
	game := made.JSON201.Game
	for game.Status == kast.GameStatusPlaying {
		head := `"` + game.Head + `"`
		rolled, err := client.RollWithResponse(ctx, game.Id, &kast.RollParams{IfMatch: &head}, kast.RollRequest{}, token)
		if err != nil {
			return 0, err
		}
		if p := rolled.ApplicationproblemJSON422; p != nil {
			return 0, fmt.Errorf("%s: %s", p.Code, p.Detail)
		}
		if rolled.JSON201 == nil {
			return 0, fmt.Errorf("no roll: %s", rolled.Status())
		}
		box := (*rolled.JSON201.Game.Turn.Boxes)[0].Box
		entered, err := client.EnterWithResponse(ctx, game.Id, nil, kast.EntryRequest{Box: box}, token)
		if err != nil {
			return 0, err
		}
		if entered.JSON201 == nil {
			return 0, fmt.Errorf("no entry: %s", entered.Status())
		}
		game = entered.JSON201.Game
	}
	return game.Seats[0].Total, nil
}
