//go:build race

package solver_test

// raced: a solve takes some seconds of a processor under the race detector.
const raced = true
