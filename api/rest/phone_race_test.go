//go:build race

package rest_test

// phoneSchedules is fewer than without the race detector, which makes each many times slower.
const phoneSchedules = 40
