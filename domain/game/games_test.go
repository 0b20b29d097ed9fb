//go:build !race

package game_test

// randomGames is how many games of each ruleset are played at random.
const randomGames = 10_000
