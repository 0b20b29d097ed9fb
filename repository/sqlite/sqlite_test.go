package sqlite_test

import (
	"path/filepath"
	"testing"

	"kast/repository"
	"kast/repository/sqlite"
	"kast/repository/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) repository.Store { return open(t, filepath.Join(t.TempDir(), "kast.db")) })
}

// open opens the database in a file.
func open(t *testing.T, file string) *sqlite.DB {
	t.Helper()
	db, err := sqlite.Open(t.Context(), file, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return db
}
