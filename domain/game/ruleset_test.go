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

	}
	want(t, "rulesets", len(game.Rulesets()), 4)
	_, ok := game.Lookup("Penta")
	want(t, "another case", ok, false)
}

func TestRuleset_clocks(t *testing.T) {
	any, bonanza := []int{0, 30, 45, 60, 90, 3600, 86400, 259200}, []int{30, 45, 60, 90}
	for _, c := range []struct {
		id       game.RulesetID
		seats    int
		dice     game.DiceMode
		clocks   []int
		defaults game.Options
		most     int // of autoEnterSeconds
	}{
		{game.Penta, 1, game.ServerDice, []int{0}, game.Options{Advice: true, AutoEnterSeconds: 3}, 60},
		{game.Penta, 2, game.ServerDice, any, game.Options{Advice: true, AutoEnterSeconds: 3}, 60},
		{game.Penta, 2, game.ClientDice, []int{0}, game.Options{Advice: true}, 0},
		{game.Femlika, 8, game.ServerDice, any, game.Options{Advice: true}, 60},
		{game.Bonanza, 1, game.ServerDice, []int{0}, game.Options{Advice: true}, 60},
		{game.Bonanza, 4, game.ServerDice, bonanza, game.Options{Advice: true, TurnSeconds: 45}, 60},
		{game.Bonanza, 4, game.ClientDice, []int{0}, game.Options{Advice: true}, 0},
		{game.Tiotusen, 2, game.ServerDice, any, game.Options{Advice: true}, 0},
	} {
		r, _ := game.Lookup(c.id)
		name := string(c.id)
		want(t, name+" clocks", r.TurnSeconds(c.seats, c.dice), c.clocks)
		want(t, name+" defaults", r.DefaultOptions(c.seats, c.dice), c.defaults)
		want(t, name+" auto enter", r.AutoEnterBound(c.dice), c.most)
	}
}
