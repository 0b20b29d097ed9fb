//go:build linux || darwin

package main

import "syscall"

// openFiles is how many files this program may have open at the same time. Go has raised that to the hard limit at its start.
func openFiles() (most uint64, known bool) {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l); err != nil {
		return 0, false
	}
	return l.Cur, true
}
