package web

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
)

//go:generate go run ./engine/generate engine

// engine is cmd/kast-engine as WebAssembly, compressed, as go generate builds it when its sources have changed. The page
// plays with it where there is no network.
//
//go:embed engine/kast-engine.wasm.gz
var engine []byte

// engineName is the path of the engine, which tells what is in it as all below /assets/ do. The page is built knowing it: in
// client/vite.config.ts it is made in the same way.
func engineName() string {
	sum := sha256.Sum256(engine)
	return assets + "kast-engine-" + hex.EncodeToString(sum[:8]) + ".wasm"
}
