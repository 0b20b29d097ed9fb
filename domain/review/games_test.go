//go:build !race

package review_test

import "kast/domain/game"

// randomGames is how many games of each ruleset are played at random and reviewed.
const randomGames = 10_000

// scorecards are the rulesets with a card that are tested.
func scorecards() []game.RulesetID {
	return []game.RulesetID{game.Penta, game.Femlika, game.Bonanza}
}
