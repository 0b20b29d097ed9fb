// Package openapi is the published contract: the OpenAPI 3.0.3 document and a
// page to read and try it, both from the binary alone. The document is generated
// from the annotations in api/rest and is never edited by hand.
package openapi

import "embed"

//go:generate go run ./generate

//go:embed openapi.json openapi.yaml
var documents embed.FS

// JSON returns the document as JSON. The caller may keep and change the bytes.
func JSON() []byte { return read("openapi.json") }

// YAML returns the document as YAML, with the same content. The caller may keep
// and change the bytes.
func YAML() []byte { return read("openapi.yaml") }

func read(name string) []byte {
	data, err := documents.ReadFile(name)
	if err != nil {
		panic(err) // the compiler has put it there
	}
	return data
}
