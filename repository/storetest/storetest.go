// Package storetest is the contract of a repository.Store as tests, which every implementation runs.
package storetest

import (
	"testing"

	"kast/repository"
)

// Run runs the contract's tests. open gives a new, empty store for each; the test closes it.
func Run(t *testing.T, open func(t *testing.T) repository.Store) {
	t.Helper()
	for _, s := range []struct {
		name  string
		tests []test
	}{
		{"Games", games},
		{"Append", appends},
		{"Calls", calls},
		{"Lists", lists},
		{"Rebuild", rebuilds},
		{"Clocks", clocks},
		{"Notices", notices},
		{"Statistics", statistics},
		{"Rematches", rematches},
		{"Codes", codes},
		{"Watching", watching},
		{"Idle", idle},
		{"Changes", changes},
		{"Accounts", accounts},
		{"SignIns", signIns},
		{"Recents", recents},
		{"Keys", keys},
		{"Deletion", deletions},
		{"Guests", guests},
		{"Lifetime", lifetimes},
	} {
		t.Run(s.name, func(t *testing.T) {
			for _, c := range s.tests {
				t.Run(c.name, func(t *testing.T) {
					t.Parallel()
					store := open(t)
					t.Cleanup(func() {
						if err := store.Close(); err != nil {
							t.Errorf("Close: %v", err)
						}
					})
					c.run(t, store)
				})
			}
		})
	}
}

// test is one test of the contract.
type test struct {
	name string
	run  func(*testing.T, repository.Store)
}
