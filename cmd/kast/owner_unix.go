//go:build unix

package main

import (
	"os"
	"syscall"
)

// owner is the number of the user who owns a file.
func owner(file string) (user uint32, known bool) {
	info, err := os.Stat(file)
	if err != nil {
		return 0, false
	}
	s, known := info.Sys().(*syscall.Stat_t)
	if !known {
		return 0, false
	}
	return s.Uid, true
}
