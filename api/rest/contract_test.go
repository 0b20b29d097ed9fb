package rest_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"

	"kast/openapi/conform"
)

// TestMain asks, after all tests, whether every answer that the contract documents was seen in one of them.
func TestMain(m *testing.M) {
	flag.Parse()
	code := m.Run()
	if code == 0 && whole() {
		for _, missing := range unseen() {
			fmt.Println("no test had the documented answer:", missing)
			code = 1
		}
	}
	os.Exit(code)
}

// whole tells whether all tests were run.
func whole() bool {
	for _, name := range []string{"test.run", "test.skip", "test.list", "test.bench", "test.fuzz"} {
		if f := flag.Lookup(name); f != nil && f.Value.String() != "" {
			return false
		}
	}
	return !testing.Short() && contract.checker != nil
}

func unseen() []string {
	missing := contract.checker.Unseen(func(_ conform.Route, status int) bool {
		// Any call can fail for the server's own faults; TestFaults has some of them.
		return status < 500
	})
	return slices.Concat(missing, contract.checker.UnseenOperations())
}
