package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/getkin/kin-openapi/openapi3"
	"go.yaml.in/yaml/v4"
)

// encode writes the document as JSON and as YAML, the same content in both, keys
// sorted, so that the same contract has the same bytes.
func encode(doc *openapi3.T) (map[string][]byte, error) {
	data, err := doc.MarshalJSON()
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var plain any
	if err := dec.Decode(&plain); err != nil {
		return nil, err
	}
	if plain, err = plainNumbers(plain); err != nil {
		return nil, err
	}

	var asJSON bytes.Buffer
	enc := json.NewEncoder(&asJSON)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(plain); err != nil {
		return nil, err
	}
	asYAML, err := yaml.Dump(plain, yaml.WithIndent(2))
	if err != nil {
		return nil, err
	}
	return map[string][]byte{"openapi.json": asJSON.Bytes(), "openapi.yaml": asYAML}, nil
}

// plainNumbers makes numbers of a decoded document ints where they are whole: a
// bound of 2^53-1 must not come out as 9.007199254740991e+15.
func plainNumbers(v any) (any, error) {
	var err error
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n, nil
		}
		f, err := v.Float64()
		if err != nil {
			return nil, fmt.Errorf("number %s: %w", v, err)
		}
		return f, nil
	case []any:
		for i := range v {
			if v[i], err = plainNumbers(v[i]); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for key := range v {
			if v[key], err = plainNumbers(v[key]); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}
