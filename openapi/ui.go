package openapi

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/swaggest/swgui"
	"github.com/swaggest/swgui/v5emb"
)

const (
	// UIPath is where the page is to be mounted, with all that is below it: its
	// references are absolute.
	UIPath = "/docs"
	// SpecPath is where the page looks for the document.
	SpecPath = "/openapi.json"
)

// UI is Swagger UI from the binary, for UIPath and all below it. Nothing on the
// page comes from another server: the badge of the online validator is off, and
// so is ?url=, which would show another server's document here.
//
// It sets a Content-Security-Policy of its own, in place of a stricter one that
// may be set already: scripts from this server and those that stand in the page
// itself, by their hashes; styles from this server and inline, since Swagger UI
// sets style attributes; pictures from this server and data:, which its style
// sheet uses; calls to this server only.
func UI() http.Handler {
	handler := v5emb.NewWithConfig(swgui.Config{
		SettingsUI: map[string]string{
			"validatorUrl":         "null",
			"queryConfigEnabled":   "false",
			"persistAuthorization": "false",
			"tryItOutEnabled":      "true",
		},
	})("Kast", SpecPath, UIPath)
	page := render(handler)
	policy := policyFor(page)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
			return
		}
		w.Header().Set("Content-Security-Policy", policy)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "no-referrer")
		if strings.TrimSuffix(r.URL.Path, "/") != UIPath {
			handler.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(page) // the client has gone, which is its right
	})
}

// render fetches the page once: it is the same for everyone.
func render(handler http.Handler) []byte {
	var page memory
	handler.ServeHTTP(&page, &http.Request{Method: http.MethodGet, URL: &url.URL{Path: UIPath}})
	return page.Bytes()
}

var inlineScript = regexp.MustCompile(`(?s)<script>(.*?)</script>`)

func policyFor(page []byte) string {
	scripts := []string{"'self'"}
	for _, m := range inlineScript.FindAllSubmatch(page, -1) {
		sum := sha256.Sum256(m[1])
		scripts = append(scripts, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	return strings.Join([]string{
		"default-src 'none'",
		"script-src " + strings.Join(scripts, " "),
		"style-src 'self' 'unsafe-inline'",
		"img-src 'self' data:",
		"connect-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	}, "; ")
}

// memory is a ResponseWriter that keeps the body.
type memory struct{ bytes.Buffer }

// Header takes headers, which are not of interest.
func (m *memory) Header() http.Header { return http.Header{} }

// WriteHeader takes the status, which is 200.
func (m *memory) WriteHeader(int) {}
