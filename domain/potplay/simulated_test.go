//go:build !race

package potplay_test

// simulated is how many games are played.
const simulated = 400
