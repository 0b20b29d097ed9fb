package web

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"testing"
)

// The engine comes compressed, or unpacked to those who cannot read that, in a form that browsers compile while it loads,
// and is kept for ever.
func TestPage_engine(t *testing.T) {
	p := New()
	get := func(coding string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, engineName(), nil)
		if coding != "" {
			r.Header.Set("Accept-Encoding", coding)
		}
		w := httptest.NewRecorder()
		p.ServeHTTP(w, r)
		return w
	}
	for coding, want := range map[string]string{"": "", "identity": "", "br, gzip;q=0.5": "gzip", "gzip;q=0": ""} {
		answer := get(coding)
		h, body := answer.Header(), answer.Body.Bytes()
		if answer.Code != http.StatusOK || h.Get("Content-Encoding") != want || h.Get("Content-Type") != "application/wasm" {
			t.Errorf("%q: %d, %v", coding, answer.Code, h)
		}
		if h.Get("Cache-Control") != "public, max-age=31536000, immutable" {
			t.Errorf("%q: Cache-Control %q", coding, h.Get("Cache-Control"))
		}
		if want == "" && !bytes.HasPrefix(body, []byte("\x00asm")) || want != "" && !bytes.Equal(body, engine) {
			t.Errorf("%q: other bytes", coding)
		}
	}
}
