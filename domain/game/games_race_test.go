//go:build race

package game_test

// randomGames is fewer than without the race detector, which makes each many times slower.
const randomGames = 300
