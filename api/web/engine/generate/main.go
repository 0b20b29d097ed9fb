// Command generate builds the engine for browsers, cmd/kast-engine, into a folder: kast-engine.wasm.gz, the wasm_exec.js of
// the Go that built it, and stamp.txt, which says of which sources they were made.
//
//	go run ./engine/generate [-again] FOLDER
//
// Another Go makes other bytes of the same sources, so where the stamp is still right nothing is built and nothing is
// written, whichever Go runs it; but with -again, for a newer Go.
package main

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// command is what is built.
const command = "kast/cmd/kast-engine"

// The files in the folder.
const (
	wasmFile  = "kast-engine.wasm.gz"
	execFile  = "wasm_exec.js"
	stampFile = "stamp.txt"
)

func main() {
	again := flag.Bool("again", false, "build also what is built already")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "generate: which folder?")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *again); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

// run builds the engine into a folder, unless it is there.
func run(folder string, again bool) error {
	if !again && check(folder) == nil {
		return nil
	}
	s, err := build(folder)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, stampFile), []byte(s.text()), 0o644)
}

// build writes the engine and what loads it into a folder, and says of what they were made.
func build(folder string) (stamp, error) {
	var s stamp
	var err error
	if s.sources, err = sources(); err != nil {
		return s, err
	}
	if s.version, err = tool("env", "GOVERSION"); err != nil {
		return s, err
	}
	root, err := tool("env", "GOROOT")
	if err != nil {
		return s, err
	}
	loader, err := os.ReadFile(filepath.Join(root, "lib", "wasm", execFile))
	if err != nil {
		return s, err
	}
	scratch, err := os.MkdirTemp("", "kast-engine")
	if err != nil {
		return s, err
	}
	defer os.RemoveAll(scratch)
	wasm := filepath.Join(scratch, "kast-engine.wasm")
	// Nothing of the folder, the revision and the machine goes into the file.
	if _, err := tool("build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", wasm, command); err != nil {
		return s, err
	}
	plain, err := os.ReadFile(wasm)
	if err != nil {
		return s, err
	}
	small, err := compress(plain)
	if err != nil {
		return s, err
	}
	s.wasm, s.loader = sum(small), sum(loader)
	if err := os.WriteFile(filepath.Join(folder, wasmFile), small, 0o644); err != nil {
		return s, err
	}
	return s, os.WriteFile(filepath.Join(folder, execFile), loader, 0o644)
}

// compress packs a file, without a name and a time in the header.
func compress(plain []byte) ([]byte, error) {
	var small bytes.Buffer
	w, err := gzip.NewWriterLevel(&small, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(plain); err != nil {
		return nil, err
	}
	err = w.Close()
	return small.Bytes(), err
}

// tool runs go for WebAssembly and gives what it printed.
func tool(args ...string) (string, error) {
	run := exec.Command("go", args...)
	run.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=", "GOWASM=", "GOEXPERIMENT=")
	run.Stderr = os.Stderr
	out, err := run.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w", args[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}
