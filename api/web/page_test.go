package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// ask asks the page for a path, with headers in pairs.
func ask(t *testing.T, p *Page, method, path string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return w
}

// kinds are the types that browsers insist on: with nosniff a script or a style of another one is not run.
var kinds = map[string]string{
	"":             "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".svg":         "image/svg+xml",
	".png":         "image/png",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
}

// Every file of the page is answered with its type, the policy and how long it may be kept; plain and compressed alike, each
// under a tag of its own, by which a browser that has it is told so; to HEAD without the bytes.
func TestPage_files(t *testing.T) {
	p := New()
	for _, name := range slices.Sorted(maps.Keys(p.files)) {
		t.Run(name, func(t *testing.T) {
			plain := ask(t, p, http.MethodGet, name, "Accept-Encoding", "identity")
			packed := ask(t, p, http.MethodGet, name, "Accept-Encoding", "gzip, br")
			for coding, answer := range map[string]*httptest.ResponseRecorder{"plain": plain, "packed": packed} {
				h := answer.Header()
				if answer.Code != http.StatusOK {
					t.Fatalf("%s: %d", coding, answer.Code)
				}
				if want := kinds[path.Ext(name)]; want == "" || h.Get("Content-Type") != want {
					t.Errorf("%s: Content-Type %q, want %q", coding, h.Get("Content-Type"), want)
				}
				for header, want := range map[string]string{
					"Content-Security-Policy":    policy,
					"X-Content-Type-Options":     "nosniff",
					"Referrer-Policy":            "no-referrer",
					"Cross-Origin-Opener-Policy": "same-origin",
					"Vary":                       "Accept-Encoding",
				} {
					if got := h.Get(header); got != want {
						t.Errorf("%s: %s: %q, want %q", coding, header, got, want)
					}
				}
				kept := "no-cache"
				if strings.HasPrefix(name, assets) {
					kept = "public, max-age=31536000, immutable"
				}
				if got := h.Get("Cache-Control"); got != kept {
					t.Errorf("%s: Cache-Control: %q, want %q", coding, got, kept)
				}
			}
			if plain.Header().Get("Content-Encoding") != "" {
				t.Errorf("compressed though not asked for: %v", plain.Header())
			}
			if packed.Header().Get("Content-Encoding") == "gzip" && !bytes.Equal(unzipped(t, packed.Body), plain.Body.Bytes()) {
				t.Error("other bytes when compressed")
			}
			for coding, answer := range map[string]*httptest.ResponseRecorder{"identity": plain, "gzip": packed} {
				tag := answer.Header().Get("ETag")
				same := ask(t, p, http.MethodGet, name, "Accept-Encoding", coding, "If-None-Match", tag)
				if tag == "" || same.Code != http.StatusNotModified || same.Body.Len() != 0 {
					t.Errorf("%s: asked again with ETag %q: %d with %d bytes", coding, tag, same.Code, same.Body.Len())
				}
				other := ask(t, p, http.MethodGet, name, "Accept-Encoding", coding, "If-None-Match", `"other"`)
				if other.Code != http.StatusOK || other.Body.Len() == 0 {
					t.Errorf("%s: asked with another's ETag: %d with %d bytes", coding, other.Code, other.Body.Len())
				}
				head := ask(t, p, http.MethodHead, name, "Accept-Encoding", coding)
				if head.Code != http.StatusOK || head.Body.Len() != 0 || head.Header().Get("ETag") != tag {
					t.Errorf("%s: HEAD: %d with %d bytes, ETag %q", coding, head.Code, head.Body.Len(), head.Header().Get("ETag"))
				}
			}
			if packed.Header().Get("Content-Encoding") == "gzip" && packed.Header().Get("ETag") == plain.Header().Get("ETag") {
				t.Error("plain and compressed have one ETag")
			}
		})
	}
}

func unzipped(t *testing.T, from io.Reader) []byte {
	t.Helper()
	r, err := gzip.NewReader(from)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// What the page does not have is not found, and the start page least of all stands in for it: a script that is not there
// any more must not come as HTML.
func TestPage_absent(t *testing.T) {
	p := New()
	for _, name := range []string{"/assets/", "/assets/index-other.js", "/index.html", "/nothing", "/assets/../icon.svg", "/client/package.json"} {
		answer := ask(t, p, http.MethodGet, name)
		if answer.Code != http.StatusNotFound || strings.Contains(answer.Header().Get("Content-Type"), "html") {
			t.Errorf("%s: %d, %q", name, answer.Code, answer.Header().Get("Content-Type"))
		}
	}
}

// named is where a file of the page names another one, by its path from the root of the server.
var named = regexp.MustCompile("[\"'`(](/(?:assets/)?[\\w.-]+\\.(?:js|css|svg|png|wasm|webmanifest))[\"'`)]")

// Whatever a file of the page names is there: the build of one version, whole.
func TestPage_whole(t *testing.T) {
	p := New()
	seen := 0
	for name, f := range p.files {
		switch path.Ext(name) {
		case ".wasm", ".png":
			continue
		}
		for _, found := range named.FindAllSubmatch(f.plain, -1) {
			seen++
			if _, there := p.files[string(found[1])]; !there {
				t.Errorf("%s names %s, which is not there", name, found[1])
			}
		}
	}
	if seen < 3 {
		t.Errorf("%d files are named, where the start page alone names its script, its style and its icon", seen)
	}
	page := string(p.files["/"].plain)
	for _, inline := range []string{"<style", "style=", "onclick", "data:", "http://", "https://", "<script>"} {
		if strings.Contains(page, inline) {
			t.Errorf("the start page has %s, which its policy forbids or nobody without a network gets", inline)
		}
	}
}

// Of what was built nothing is left out, and no name is taken by two files.
func TestPage_complete(t *testing.T) {
	built := 0
	err := fs.WalkDir(dist, "dist", func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			built++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(New().files), built+1; got != want { // the engine is built elsewhere
		t.Errorf("%d files are served, of %d", got, want)
	}
}
