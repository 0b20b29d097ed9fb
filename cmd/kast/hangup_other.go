//go:build !unix

package main

import "os"

// hangups tells of nothing: there is no SIGHUP here.
func hangups() (told <-chan os.Signal, stop func()) { return nil, func() {} }
