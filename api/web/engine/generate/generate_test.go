package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const folder = ".."

// The engine that the page has is made of the sources as they are.
func TestEngine_isOfTheSources(t *testing.T) {
	if err := check(folder); err != nil {
		t.Error(err)
	}
}

// What is built already is left alone, so that another Go changes no file; what was tampered with, and what was made of
// other sources, is found out.
func TestRun_buildsWhatIsStale(t *testing.T) {
	mine := t.TempDir()
	for _, name := range []string{wasmFile, execFile, stampFile} {
		file, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		if name == stampFile {
			_, rest, _ := strings.Cut(string(file), "\n")
			file = []byte("go go1.99\n" + rest)
		}
		if err := os.WriteFile(filepath.Join(mine, name), file, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	read := func() string {
		text, err := os.ReadFile(filepath.Join(mine, stampFile))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if err := run(mine, false); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(read(), "go go1.99\n") {
		t.Error("an engine of the same sources was built anew")
	}
	if err := os.WriteFile(filepath.Join(mine, execFile), []byte("// another"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := check(mine); err == nil {
		t.Error("another wasm_exec.js passes")
	}
	if testing.Short() {
		return // what follows builds the engine
	}
	if err := run(mine, false); err != nil {
		t.Fatal(err)
	}
	if err := check(mine); err != nil {
		t.Error(err)
	}
	if strings.HasPrefix(read(), "go go1.99\n") {
		t.Error("the stamp names a Go that did not build it")
	}
}
