package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/getkin/kin-openapi/openapi3"
)

// pass puts one thing right in the converted document, or checks one.
type pass struct {
	name  string
	apply func(*openapi3.T) error
}

// passes are in the order in which they are applied; what each is for stands
// above its function.
func passes() []pass {
	return []pass{
		{"general", general},
		{"operations", checkOperations},
		{"security", security},
		{"problems", problems},
		{"not modified", notModified},
		{"headers", headers},
		{"null", notNull},
		{"unions", unions},
		{"free objects", freeObjects},
		{"request bodies", closeRequests},
		{"numbers", numbers},
		{"formats", formats},
		{"enums", enums},
		{"extensions", stripExtensions},
		{"final check", finalCheck},
	}
}

// operation is one call of the API.
type operation struct {
	method, path string
	*openapi3.Operation
}

func (o operation) String() string { return o.method + " " + o.path }

// errorf is an error of this call.
func (o operation) errorf(format string, args ...any) error {
	return fmt.Errorf("%s: %w", o, fmt.Errorf(format, args...))
}

// operations lists all calls, in a fixed order.
func operations(doc *openapi3.T) []operation {
	var all []operation
	paths := doc.Paths.Map()
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		methods := paths[path].Operations()
		for _, method := range slices.Sorted(maps.Keys(methods)) {
			all = append(all, operation{method, path, methods[method]})
		}
	}
	return all
}

// parameter finds a parameter of a call, or nil.
func (o operation) parameter(in, name string) *openapi3.Parameter {
	for _, p := range o.Parameters {
		if p.Value.In == in && p.Value.Name == name {
			return p.Value
		}
	}
	return nil
}

// eachOperation applies fn to all calls until it fails.
func eachOperation(doc *openapi3.T, fn func(operation) error) error {
	for _, o := range operations(doc) {
		if err := fn(o); err != nil {
			return err
		}
	}
	return nil
}

// eachSchema applies fn to all schemas, each once, until it fails. The pointer
// says where in the document it was met.
func eachSchema(doc *openapi3.T, fn func(pointer string, s *openapi3.Schema) error) error {
	return doc.WalkSchemas(func(pointer string, ref *openapi3.SchemaRef) error {
		if err := fn(pointer, ref.Value); err != nil {
			return fmt.Errorf("%s: %w", pointer, err)
		}
		return nil
	})
}
