// Package web is the page that Kast shows at its own address: a client of the API for browsers, in the binary. It is files
// alone; what they do, they do by the calls that every app has. Their sources are in client, in TypeScript; dist is built
// from them by go generate, which needs Node.js, and is kept with the sources so that nobody else needs it.
package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

//go:generate npm --prefix client ci --loglevel=error
//go:generate npm --prefix client run build --silent

//go:embed dist
var dist embed.FS

// policy lets the page load what comes with it and call the server that it came from, and nothing else. The rules of the
// games run in it as WebAssembly.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// assets is where files lie whose names tell what is in them.
const assets = "/assets/"

// packed ends the names of files that lie in the folder compressed already, and are asked for without it.
const packed = ".gz"

// Page is the page, as a handler of what Routes names.
type Page struct {
	files map[string]file // by the path that is asked for
}

// file is one file as it is answered.
type file struct {
	kind  string // its Content-Type
	tag   string // its entity tag
	plain []byte // nil for one that is kept compressed alone
	gzip  []byte // nil where compressing gains nothing
}

// New returns the page.
func New() *Page {
	p := &Page{files: map[string]file{}}
	root, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	err = fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		p.files["/"+strings.TrimSuffix(name, packed)] = newFile(name, body)
		return nil
	})
	if err != nil {
		panic(err) // nothing is read but memory
	}
	p.files[engineName()] = newFile(engineName()+packed, engine)
	p.files["/"] = p.files["/index.html"]
	delete(p.files, "/index.html")
	return p
}

func newFile(name string, body []byte) file {
	sum := sha256.Sum256(body)
	f := file{kind: kindOf(strings.TrimSuffix(name, packed)), tag: hex.EncodeToString(sum[:16])}
	if strings.HasSuffix(name, packed) {
		f.gzip = body
		return f
	}
	f.plain = body
	var small bytes.Buffer
	w, _ := gzip.NewWriterLevel(&small, gzip.BestCompression) // the level is one that there is
	_, _ = w.Write(body)                                      // to memory
	_ = w.Close()
	if small.Len() < len(body) {
		f.gzip = small.Bytes()
	}
	return f
}

// kindOf is the Content-Type of a file of the page, the same on every machine, whatever its tables say.
func kindOf(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".wasm":
		return "application/wasm" // without which no browser compiles it while it loads
	case ".webmanifest":
		return "application/manifest+json"
	default:
		return "application/octet-stream"
	}
}

// Routes are the patterns of the paths that the page has, as echo writes them.
func (p *Page) Routes() []string {
	routes := []string{assets + "*"}
	for name := range p.files {
		if !strings.HasPrefix(name, assets) {
			routes = append(routes, name)
		}
	}
	slices.Sort(routes)
	return routes
}

// ServeHTTP answers GET and HEAD with a file of the page, compressed for those who can read that, and 404 for a path that
// is none. A name below /assets/ never means other bytes, so it may be kept for ever; of the others it is asked each time
// whether they have changed, which the entity tag tells.
func (p *Page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, ok := p.files[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Vary", "Accept-Encoding")
	if strings.HasPrefix(r.URL.Path, assets) {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		h.Set("Cache-Control", "no-cache")
	}
	body := f.plain
	switch {
	case f.gzip != nil && acceptsGzip(r.Header.Values("Accept-Encoding")):
		body = f.gzip
		h.Set("Content-Encoding", "gzip")
		h.Set("ETag", `"`+f.tag+`-gzip"`)
	case f.plain == nil:
		var err error
		if body, err = unpacked(f.gzip); err != nil {
			panic(err) // what is embedded was compressed by go generate
		}
		fallthrough
	default:
		h.Set("ETag", `"`+f.tag+`"`)
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

func unpacked(small []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(small))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// acceptsGzip tells whether a client that sent these Accept-Encoding headers reads gzip (RFC 9110, 12.5.3).
func acceptsGzip(headers []string) bool {
	for _, header := range headers {
		for coding := range strings.SplitSeq(header, ",") {
			name, weight, _ := strings.Cut(coding, ";")
			if !strings.EqualFold(strings.TrimSpace(name), "gzip") {
				continue
			}
			_, q, given := strings.Cut(strings.ReplaceAll(weight, " ", ""), "q=")
			value, err := strconv.ParseFloat(q, 64)
			return !given || err == nil && value > 0
		}
	}
	return false
}
