//go:build !windows

package sqlite

import "os"

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
