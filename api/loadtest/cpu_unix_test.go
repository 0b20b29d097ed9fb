//go:build unix

package loadtest

import (
	"syscall"
	"time"
)

// cpuTime is what this process has used of the processors. On a machine that others use too it says more than the clock.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
