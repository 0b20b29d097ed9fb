//go:build !race

package solver_test

const raced = false
