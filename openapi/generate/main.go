package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(sources(), "."); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

// sources are the folders that are read: the handlers with their annotations first, then what else the API shows.
func sources() []string { return []string{"../api/rest", "../api/shape"} }

// run reads the annotations in the source folders and writes the documents into
// the folder target. Where something is wrong it writes nothing.
func run(sources []string, target string) error {
	files, err := generate(sources...)
	if err != nil {
		return err
	}
	for name, data := range files {
		if err := os.WriteFile(target+"/"+name, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// generate makes the documents, by file name, from the annotations in the
// source folders.
func generate(sources ...string) (map[string][]byte, error) {
	for _, dir := range sources {
		if err := checkSources(dir); err != nil {
			return nil, err
		}
	}
	swagger, err := readAnnotations(sources)
	if err != nil {
		return nil, err
	}
	doc, err := convert(swagger)
	if err != nil {
		return nil, err
	}
	for _, p := range passes() {
		if err := p.apply(doc); err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return encode(doc)
}
