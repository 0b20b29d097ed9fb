package game_test

import (
	"testing"

	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/scorecard"
)

func dice5(a, b, c, d, e int) dice.Dice { return dice.MustNew(a, b, c, d, e) }

func TestRulesets(t *testing.T) {
	for _, c := range []struct {
		id                   game.RulesetID
		dice, min, max       int
		rules                scorecard.Rules
		hasAutoEnter, hasPot bool
	}{
		{game.Penta, 5, 1, 8, scorecard.Rules{FurtherFive: 100, Joker: scorecard.JokerWhileFifty}, true, false},
		{game.Femlika, 5, 1, 8, scorecard.Rules{FurtherFive: 100, Joker: scorecard.JokerNever}, true, false},
		{game.Bonanza, 5, 1, 4, scorecard.Rules{FurtherFive: 50, Joker: scorecard.JokerWhileFilled}, true, false},
		{game.Tiotusen, 6, 2, 8, scorecard.Rules{}, false, true},
	} {
		r, ok := game.Lookup(c.id)
		want(t, string(c.id), ok, true)
		want(t, "dice", r.Dice, c.dice)
		want(t, "seats", []int{r.MinSeats, r.MaxSeats}, []int{c.min, c.max})
		want(t, "rules", r.Scorecard, c.rules)
		want(t, "auto enter", r.HasAutoEnter(), c.hasAutoEnter)
		want(t, "own pot", r.HasOwnPot(), c.hasPot)

		// Nobody keeps clocks yet, so there is none to choose.
		want(t, "defaults", r.DefaultOptions(), game.Options{Advice: true})
		want(t, "clocks", r.TurnSeconds(), []int{0})
		want(t, "auto enter bound", r.AutoEnterBound(), 0)
	}
	want(t, "rulesets", len(game.Rulesets()), 4)
	_, ok := game.Lookup("Penta")
	want(t, "another case", ok, false)
}
