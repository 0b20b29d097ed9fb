package auth_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"kast/repository"
	"kast/repository/sqlite"
)

// newStore opens the real store in a file of the test's own.
func newStore(tb testing.TB) repository.Accounts {
	tb.Helper()
	db := openStore(tb)
	tb.Cleanup(func() {
		if err := db.Close(); err != nil {
			tb.Error(err)
		}
	})
	return db
}

// openStore leaves it to the caller to close the store.
func openStore(tb testing.TB) repository.Store {
	tb.Helper()
	db, err := sqlite.Open(tb.Context(), filepath.Join(tb.TempDir(), "kast.db"), sqlite.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return db
}

// keys returns all keys of a store.
func keys(tb testing.TB, store repository.Accounts) []repository.Key {
	tb.Helper()
	ks, err := store.Keys(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	return ks
}

// meanwhile is a store that somebody else uses right before a sign-in is stored.
type meanwhile struct {
	repository.Accounts
	do func(repository.SignIn)
}

func (m *meanwhile) CreateSignIn(ctx context.Context, s repository.SignIn) error {
	if m.do != nil {
		m.do(s)
	}
	return m.Accounts.CreateSignIn(ctx, s)
}

// contested is a store in which somebody else is always faster.
type contested struct{ repository.Accounts }

func (contested) UpdateAccount(context.Context, repository.Account, repository.Account, string) error {
	return repository.ErrConflict
}

func (contested) RotateSignIn(context.Context, string, int, time.Time) error {
	return repository.ErrConflict
}

// blank is a store that forgets everything at once.
type blank struct{ repository.Accounts }

func (blank) Keys(context.Context) ([]repository.Key, error) { return nil, nil }

func (blank) AddFirstKey(_ context.Context, k repository.Key) (repository.Key, error) { return k, nil }

func (blank) CreateAccount(context.Context, repository.Account, repository.SignIn) error { return nil }
