//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// hangups tells of each SIGHUP, which does not end the program as long as somebody listens.
func hangups() (told <-chan os.Signal, stop func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGHUP)
	return c, func() { signal.Stop(c) }
}
