//go:build !race

package bestplay_test

const raced = false
