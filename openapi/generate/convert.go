package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/getkin/kin-openapi/openapi2"
	"github.com/getkin/kin-openapi/openapi2conv"
	"github.com/getkin/kin-openapi/openapi3"
)

const schemaRef = "#/components/schemas/"

// convert turns Swagger 2.0 into OpenAPI 3.0.3.
func convert(swagger []byte) (*openapi3.T, error) {
	renamed, err := nameSchemas(swagger)
	if err != nil {
		return nil, err
	}
	var old openapi2.T
	if err := json.Unmarshal(renamed, &old); err != nil {
		return nil, err
	}
	if old.Host != "" || old.BasePath != "" || len(old.Schemes) > 0 {
		return nil, fmt.Errorf("@host, @basePath and @schemes: a server is wherever its operator puts it")
	}
	for _, item := range old.Paths {
		for _, op := range item.Operations() {
			// Without this the converter accepts a body of any type.
			if len(op.Consumes) == 0 {
				op.Consumes = []string{"application/json"}
			}
		}
	}
	return openapi2conv.ToV3(&old)
}

var (
	outsideName = regexp.MustCompile(`^[A-Z][A-Za-z0-9]*$`)
	genericName = regexp.MustCompile(`^([A-Z][A-Za-z0-9]*)-([A-Z][A-Za-z0-9]*)$`)
)

// nameSchemas gives the instances of generic types a name that generators can
// use (List-Game becomes GameList), and refuses a schema without a name of its
// own, which would be called after the Go package.
func nameSchemas(swagger []byte) ([]byte, error) {
	var doc map[string]any
	if err := json.Unmarshal(swagger, &doc); err != nil {
		return nil, err
	}
	definitions, _ := doc["definitions"].(map[string]any)
	names := map[string]string{}
	for old, schema := range definitions {
		name := old
		if m := genericName.FindStringSubmatch(old); m != nil {
			name = m[2] + m[1]
		}
		if !outsideName.MatchString(name) {
			return nil, fmt.Errorf("schema %s: give the type a name: // @name Something", old)
		}
		if name == old {
			continue
		}
		if _, taken := definitions[name]; taken {
			return nil, fmt.Errorf("schema %s would be called %s, which exists", old, name)
		}
		names[old] = name
		delete(definitions, old)
		definitions[name] = schema
	}
	renameRefs(doc, names)
	return json.Marshal(doc)
}

func renameRefs(v any, names map[string]string) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			renameRefs(e, names)
		}
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok {
			if name, ok := names[strings.TrimPrefix(ref, "#/definitions/")]; ok {
				v["$ref"] = "#/definitions/" + name
			}
		}
		for _, e := range v {
			renameRefs(e, names)
		}
	}
}
