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

// mayUse asks the system whether a file can be read and written, without opening it, and gives the reason why not.
func mayUse(path string) error {
	const reading, writing = 4, 2 // R_OK, W_OK
	return syscall.Access(path, reading|writing)
}

// mayWrite asks the system whether a file can be written, without opening it.
func mayWrite(path string) bool {
	const writing = 2 // W_OK
	return syscall.Access(path, writing) == nil
}
