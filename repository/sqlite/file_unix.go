//go:build !windows

package sqlite

import (
	"os"
	"syscall"
)

// hasModes tells whether file modes mean something here.
const hasModes = true

// syncDir makes a new name in the directory last.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// mayWrite asks the system whether a file can be written, without opening it.
func mayWrite(path string) bool {
	const writing = 2 // W_OK
	return syscall.Access(path, writing) == nil
}
