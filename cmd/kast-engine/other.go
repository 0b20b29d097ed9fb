//go:build !(js && wasm)

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "kast-engine is for JavaScript: GOOS=js GOARCH=wasm go build ./cmd/kast-engine")
	os.Exit(1)
}
