//go:build !race

package rest_test

// phoneSchedules is how many random schedules a phone goes through.
const phoneSchedules = 1000
