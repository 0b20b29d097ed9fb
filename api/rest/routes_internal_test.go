package rest

import (
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kast/openapi"
	"kast/openapi/conform"
)

// TestRoutes: the contract has every route, and no other.
func TestRoutes(t *testing.T) {
	t.Parallel()
	documented, err := conform.Routes(openapi.JSON())
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, r := range documented {
		want = append(want, r.String())
	}
	var got []string
	parameter := regexp.MustCompile(`:(\w+)`)
	for _, r := range newEcho(Options{}).Routes() {
		if r.Path == openapi.UIPath || r.Path == openapi.UIPath+"/*" {
			continue // pages for people, which call the contract
		}
		got = append(got, r.Method+" "+parameter.ReplaceAllString(r.Path, "{$1}"))
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("routes (-contract +server):\n%s", diff)
	}
}
