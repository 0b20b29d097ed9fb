package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/getkin/kin-openapi/openapi3"
)

// finalCheck refuses a document that a reader could take in two ways, or that is
// not OpenAPI.
func finalCheck(doc *openapi3.T) error {
	err := eachSchema(doc, func(_ string, s *openapi3.Schema) error {
		switch {
		case s.Nullable:
			return errors.New("nothing is ever null")
		case s.Type == nil && len(s.AllOf) == 0 && len(s.OneOf) == 0:
			return errors.New("it has no type")
		case s.Type.Is("array") && s.Items == nil:
			return errors.New("an array of what?")
		}
		return nil
	})
	if err != nil {
		return err
	}
	// Through the bytes, so that what is checked is what is published: a reference
	// that does not resolve shows only there.
	data, err := doc.MarshalJSON()
	if err != nil {
		return err
	}
	loaded, err := openapi3.NewLoader().LoadFromData(data)
	if err != nil {
		return err
	}
	if err := loaded.Validate(context.Background(), openapi3.EnableSchemaFormatValidation()); err != nil {
		return err
	}
	return checkUse(loaded)
}

// checkUse refuses a component that nothing refers to: it is a leftover.
func checkUse(doc *openapi3.T) error {
	used := map[*openapi3.Schema]bool{}
	note := func(ref *openapi3.SchemaRef) error {
		if ref == nil {
			return nil
		}
		return ref.WalkSubtree(func(_ string, s *openapi3.SchemaRef) error {
			used[s.Value] = true
			return nil
		})
	}
	err := eachOperation(doc, func(o operation) error {
		var content []openapi3.Content
		if o.RequestBody != nil {
			content = append(content, o.RequestBody.Value.Content)
		}
		for _, response := range o.Responses.Map() {
			content = append(content, response.Value.Content)
		}
		for _, c := range content {
			for _, media := range c {
				if err := note(media.Schema); err != nil {
					return err
				}
			}
		}
		for _, p := range o.Parameters {
			if err := note(p.Value.Schema); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for name, s := range doc.Components.Schemas {
		if !used[s.Value] {
			return fmt.Errorf("schema %s is not used", name)
		}
	}
	return nil
}
