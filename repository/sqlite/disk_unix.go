//go:build linux || darwin

package sqlite

import "syscall"

// FreeDisk is how many bytes this user can still write in a folder.
func FreeDisk(folder string) (bytes uint64, known bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(folder, &s); err != nil {
		return 0, false
	}
	return s.Bavail * uint64(s.Bsize), true //nolint:gosec // a block has a size above 0
}
