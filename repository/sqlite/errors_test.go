package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"kast/repository"
)

// Why a file cannot be opened is told, where the system knows better than SQLite. A folder in the place of the write-ahead log stands
// for a disk that takes no file.
func TestOpen_explained(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kast.db")
	if err := openFile(t, file).Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(file+"-wal", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		free  uint64
		known bool
		full  bool
	}{{0, true, true}, {leastFree - 1, true, true}, {leastFree, true, false}, {0, false, false}} {
		free := func(folder string) (uint64, bool) {
			if folder != filepath.Dir(file) {
				t.Errorf("looked at %s", folder)
			}
			return c.free, c.known
		}
		for _, mustExist := range []bool{false, true} {
			_, err := Open(t.Context(), file, Options{MustExist: mustExist, free: free})
			if !errors.Is(err, repository.ErrUnavailable) || errors.Is(err, ErrFull) != c.full {
				t.Errorf("%d bytes free (%v): got error %v", c.free, c.known, err)
			}
		}
	}
}

func TestOpen_permission(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		t.Skip("this user may read everything")
	}
	file := filepath.Join(t.TempDir(), "kast.db")
	if err := openFile(t, file).Close(); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []os.FileMode{0, 0o400} {
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
		_, err := Open(t.Context(), file, Options{})
		if !errors.Is(err, fs.ErrPermission) || !errors.Is(err, repository.ErrUnavailable) {
			t.Errorf("mode %#o: got error %v", mode, err)
		}
		if at, ok := errors.AsType[*fs.PathError](err); !ok || at.Path != file {
			t.Errorf("mode %#o: got error %v, which names not the file", mode, err)
		}
	}
}
