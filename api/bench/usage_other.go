//go:build !linux

package bench

import "time"

// usage is what a process has used so far; it is not known on this system.
type usage struct {
	cpu    time.Duration
	memory int64
	known  bool
}

func usageOf(int) usage { return usage{} }

// Peak is how many bytes of memory a running process has had at most so far; 0 where that is not known.
func Peak(int) int64 { return 0 }
