//go:build race

package conformance_test

// raced: a solve takes half a minute of a processor under the race detector.
const raced = true
