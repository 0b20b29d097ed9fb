//go:build race

package loadtest

// underRace tells that the race detector is on, which makes everything many times slower.
const underRace = true
