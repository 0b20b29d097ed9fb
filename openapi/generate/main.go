package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run("../api/rest", "."); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

// run reads the annotations in the folder source and writes the documents into
// the folder target. Where something is wrong it writes nothing.
func run(source, target string) error {
	files, err := generate(source)
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
// folder source.
func generate(source string) (map[string][]byte, error) {
	if err := checkSources(source); err != nil {
		return nil, err
	}
	swagger, err := readAnnotations(source)
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
