//go:build race

package bestplay_test

// raced: a solve takes some seconds of a processor under the race detector, and each game many times what it takes without.
const raced = true
