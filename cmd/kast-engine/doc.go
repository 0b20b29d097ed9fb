// Command kast-engine is the engine for browsers and apps, built as WebAssembly (GOOS=js GOARCH=wasm). It gives JavaScript
// one function, kastEngine(method, params, progress), which is api/engine; docs/engine.md has its methods.
package main
