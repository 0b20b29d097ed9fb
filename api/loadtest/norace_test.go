//go:build !race

package loadtest

const underRace = false
