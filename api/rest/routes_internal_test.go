package rest

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kast/api/web"
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

// TestRoutes_page: the page lies beside the API. No path of the one is a path of the other, as it would be if a file of the
// page were named as a route, or a route lay below the page's folder.
func TestRoutes_page(t *testing.T) {
	t.Parallel()
	routes := newEcho(Options{}).Routes()
	parameter := regexp.MustCompile(`:\w+`)
	for _, pattern := range web.New().Routes() {
		folder, open := strings.CutSuffix(pattern, "*")
		for _, r := range routes {
			path := parameter.ReplaceAllString(r.Path, "x")
			if path == pattern || open && strings.HasPrefix(path, folder) {
				t.Errorf("%s is of the page and of the API: %s %s", pattern, r.Method, r.Path)
			}
		}
		for _, of := range []string{"/v1", "/docs", "/.well-known"} {
			if strings.HasPrefix(pattern, of) {
				t.Errorf("%s lies where only the API is", pattern)
			}
		}
	}
}
