//go:build race

package review_test

import "kast/domain/game"

// randomGames is how many games of each ruleset are played at random and reviewed: few, since the race detector is slow.
const randomGames = 100

// scorecards has but one of the rulesets, since solving one takes some seconds of a processor under the race detector.
func scorecards() []game.RulesetID { return []game.RulesetID{game.Penta} }
