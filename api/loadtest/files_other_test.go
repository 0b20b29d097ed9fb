//go:build !unix

package loadtest

// openFiles is how many files, connections among them, this process may have open.
func openFiles() int { return 1 << 14 }
