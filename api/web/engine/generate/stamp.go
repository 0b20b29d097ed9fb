package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// errStale: the engine in the folder is not that of the sources.
var errStale = errors.New("the engine's sources have changed since it was built: go generate ./api/web")

// stamp says of what an engine was made. Each sum is hex SHA-256.
type stamp struct {
	version string // of Go
	sources string // what sources gives
	wasm    string // of the compressed file
	loader  string // of wasm_exec.js, which must be that of the Go that built the engine
}

func (s stamp) text() string {
	return fmt.Sprintf("go %s\nsources %s\n%s %s\n%s %s\n", s.version, s.sources, wasmFile, s.wasm, execFile, s.loader)
}

// check tells whether the engine in a folder is that of the sources and whole: nil, errStale, or why that cannot be told.
func check(folder string) error {
	text, err := os.ReadFile(filepath.Join(folder, stampFile))
	if err != nil {
		return err
	}
	var s stamp
	first, _, _ := strings.Cut(string(text), "\n")
	s.version = strings.TrimPrefix(first, "go ") // any Go will do
	if s.sources, err = sources(); err != nil {
		return err
	}
	for name, of := range map[string]*string{wasmFile: &s.wasm, execFile: &s.loader} {
		file, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		*of = sum(file)
	}
	if s.text() != string(text) {
		return errStale
	}
	return nil
}

// sources is one sum over all that the engine is made of, but Go itself: the files of our packages, and of other modules
// which version it is, of which go.sum knows that it is always the same.
func sources() (string, error) {
	const each = `{{if not .Standard}}{{.ImportPath}}{{"\t"}}{{.Module.Path}} {{.Module.Version}} {{.Module.GoVersion}}` +
		`{{range .GoFiles}}{{"\t"}}{{.}}{{end}}{{range .EmbedFiles}}{{"\t"}}{{.}}{{end}}{{"\t"}}{{.Dir}}{{end}}`
	list, err := tool("list", "-deps", "-f", each, command)
	if err != nil {
		return "", err
	}
	all := sha256.New()
	for line := range strings.Lines(list) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		files, dir := fields[2:len(fields)-1], fields[len(fields)-1]
		fmt.Fprintln(all, fields[0], fields[1])
		if module, _, _ := strings.Cut(fields[1], " "); module != "kast" {
			continue
		}
		for _, name := range files {
			file, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				return "", err
			}
			fmt.Fprintln(all, name, sum(file))
		}
	}
	return hex.EncodeToString(all.Sum(nil)), nil
}

func sum(file []byte) string {
	s := sha256.Sum256(file)
	return hex.EncodeToString(s[:])
}
