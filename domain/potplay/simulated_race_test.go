//go:build race

package potplay_test

// simulated is fewer with the race detector, which finds nothing here but makes it slow.
const simulated = 40
