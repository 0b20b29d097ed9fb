package openapi_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"regexp"
	"strings"
	"testing"

	"kast/openapi"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"
)

func TestYAMLIsTheSameDocument(t *testing.T) {
	var asJSON, asYAML any
	if err := json.Unmarshal(openapi.JSON(), &asJSON); err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(openapi.YAML(), &asYAML); err != nil {
		t.Fatal(err)
	}
	// Through JSON, so that numbers have one type.
	data, err := json.Marshal(asYAML)
	if err != nil {
		t.Fatal(err)
	}
	asYAML = nil
	if err := json.Unmarshal(data, &asYAML); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(asYAML, asJSON); diff != "" {
		t.Errorf("openapi.yaml differs (-yaml +json):\n%s", diff)
	}
}

func TestUI(t *testing.T) {
	mux := http.NewServeMux()
	mux.Handle(openapi.UIPath, openapi.UI())
	mux.Handle(openapi.UIPath+"/", openapi.UI())
	server := httptest.NewServer(mux)
	defer server.Close()

	for _, at := range []string{openapi.UIPath, openapi.UIPath + "/"} {
		page, header := fetch(t, server.URL+at)
		if got := header.Get("Content-Type"); got != "text/html; charset=utf-8" {
			t.Errorf("%s: Content-Type %q", at, got)
		}
		if !strings.Contains(page, `validatorUrl: null`) {
			t.Errorf("%s: the online validator is not turned off", at)
		}
		if !strings.Contains(page, `"swaggerJsonUrl":"`+openapi.SpecPath+`"`) {
			t.Errorf("%s: the page does not look at %s", at, openapi.SpecPath)
		}
		references := regexp.MustCompile(`(?:src|href|action|data)\s*=\s*["']([^"']*)["']`).FindAllStringSubmatch(page, -1)
		if len(references) < 5 {
			t.Errorf("%s: found only %d references", at, len(references))
		}
		for _, m := range references {
			checkAsset(t, server.URL, at, m[1])
		}
	}
}

// checkAsset fetches what a page refers to, from the server that the page is from.
func checkAsset(t *testing.T, base, page, ref string) {
	t.Helper()
	u, err := url.Parse(ref)
	if err != nil || u.IsAbs() || u.Host != "" || !strings.HasPrefix(u.Path, openapi.UIPath+"/") {
		t.Errorf("%s refers to %s, which is not from here", page, ref)
		return
	}
	body, header := fetch(t, base+u.Path)
	types := map[string]string{".js": "javascript", ".css": "text/css", ".png": "image/png"}
	if want := types[path.Ext(u.Path)]; want == "" || !strings.Contains(header.Get("Content-Type"), want) {
		t.Errorf("%s: Content-Type %q", ref, header.Get("Content-Type"))
	}
	if body == "" {
		t.Errorf("%s is empty", ref)
	}
	if path.Ext(u.Path) != ".css" {
		return
	}
	if strings.Contains(body, "@import") {
		t.Errorf("%s imports another style sheet", ref)
	}
	for _, m := range regexp.MustCompile(`url\(\s*["']?([^"')]*)`).FindAllStringSubmatch(body, -1) {
		if !strings.HasPrefix(m[1], "data:") {
			t.Errorf("%s refers to %s", ref, m[1])
		}
	}
}

func TestUIPolicy(t *testing.T) {
	answer := httptest.NewRecorder()
	answer.Header().Set("Content-Security-Policy", "default-src 'none'")
	openapi.UI().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, openapi.UIPath, nil))
	policy := answer.Header().Get("Content-Security-Policy")
	if n := strings.Count(policy, "'sha256-"); n != strings.Count(answer.Body.String(), "<script>") || n == 0 {
		t.Errorf("the policy has %d hashes: %s", n, policy)
	}
	for _, word := range []string{"http:", "https:", "*", "unsafe-eval", "script-src 'self' 'unsafe-inline'"} {
		if strings.Contains(policy, word) {
			t.Errorf("the policy has %q: %s", word, policy)
		}
	}
}

func TestUIAnswersOnlyReads(t *testing.T) {
	answer := httptest.NewRecorder()
	openapi.UI().ServeHTTP(answer, httptest.NewRequest(http.MethodPost, openapi.UIPath, strings.NewReader("x")))
	if answer.Code != http.StatusMethodNotAllowed {
		t.Errorf("POST: status %d", answer.Code)
	}
	answer = httptest.NewRecorder()
	openapi.UI().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, openapi.UIPath+"/nothing.js", nil))
	if answer.Code != http.StatusNotFound {
		t.Errorf("an unknown file: status %d", answer.Code)
	}
}

func fetch(t *testing.T, address string) (string, http.Header) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d", address, answer.StatusCode)
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body), answer.Header
}
