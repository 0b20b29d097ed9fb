package main

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// maxSafe is the largest integer that a double, and so JavaScript, holds exactly.
const maxSafe = 1<<53 - 1

// notNull refuses an answer with a field that may be null: absent is absent. In
// bodies of requests the mark is dropped, and the allOf around it where there is
// no other reason for one.
func notNull(doc *openapi3.T) error {
	err := eachOperation(doc, func(o operation) error {
		for status, response := range o.Responses.Map() {
			for _, media := range response.Value.Content {
				if media.Schema == nil {
					continue
				}
				err := media.Schema.WalkSubtree(func(at string, ref *openapi3.SchemaRef) error {
					if ref.Value.Extensions[nullExtension] != nil {
						return o.errorf("answer %s: %s: a pointer needs omitzero, since nothing is ever null", status, at)
					}
					return nil
				})
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return eachSchema(doc, func(_ string, s *openapi3.Schema) error {
		for name, p := range s.Properties {
			if p.Ref != "" || p.Value.Extensions[nullExtension] == nil {
				continue
			}
			delete(p.Value.Extensions, nullExtension)
			if len(p.Value.AllOf) == 1 && p.Value.Description == "" && p.Value.Default == nil && p.Value.Example == nil {
				s.Properties[name] = p.Value.AllOf[0]
			}
		}
		return nil
	})
}

// unions describes the one field whose values are of two kinds, which neither Go
// nor swag can say: the seats of an event are seats in created, and the old numbers
// of the seats in started.
func unions(doc *openapi3.T) error {
	var events []*openapi3.Schema
	for _, name := range []string{"Event", "UploadedEvent"} {
		if event := doc.Components.Schemas[name]; event != nil {
			events = append(events, event.Value)
		}
	}
	if len(events) == 0 {
		return nil
	}
	ref := func(name string) (*openapi3.SchemaRef, error) {
		s := doc.Components.Schemas[name]
		if s == nil {
			return nil, fmt.Errorf("no schema %s, for Event.seats", name)
		}
		return openapi3.NewSchemaRef(schemaRef+name, s.Value), nil
	}
	kind, err := ref("SeatKind")
	if err != nil {
		return err
	}
	level, err := ref("BotLevel")
	if err != nil {
		return err
	}
	seat := openapi3.NewObjectSchema().WithPropertyRef("kind", kind).WithPropertyRef("botLevel", level).
		WithRequired([]string{"kind"})
	seat.Description = "A seat as it was made"
	number := openapi3.NewIntegerSchema().WithMin(0).WithMax(highestSeat)
	number.Description = "The old number of a seat"
	doc.Components.Schemas["EventSeat"] = seat.NewRef()
	for _, event := range events {
		seats := event.Properties["seats"]
		if seats == nil || seats.Value.Items == nil || seats.Value.Items.Value.Type != nil {
			return errors.New("property seats of an event is no longer a list of values of any type")
		}
		seats.Value.Items = openapi3.NewSchemaRef("", &openapi3.Schema{OneOf: openapi3.SchemaRefs{
			openapi3.NewSchemaRef(schemaRef+"EventSeat", seat), number.NewRef(),
		}})
	}
	return nil
}

// highestSeat is the highest number that a seat of any game has.
const highestSeat = 7

// freeObjects states that an object without known properties may have any, which
// is OpenAPI's default, but then every other object's too.
func freeObjects(doc *openapi3.T) error {
	return eachSchema(doc, func(_ string, s *openapi3.Schema) error {
		open := s.AdditionalProperties.Has == nil && s.AdditionalProperties.Schema == nil
		if s.Type.Is("object") && len(s.Properties) == 0 && open {
			yes := true
			s.AdditionalProperties.Has = &yes
		}
		return nil
	})
}

// closeRequests forbids unknown fields in bodies, all the way down, as the server
// does. Answers stay open: they may grow, and clients must not mind.
func closeRequests(doc *openapi3.T) error {
	return eachOperation(doc, func(o operation) error {
		if o.RequestBody == nil {
			return nil
		}
		delete(o.RequestBody.Value.Extensions, "x-originalParamName")
		for mime, media := range o.RequestBody.Value.Content {
			if mime != "application/json" || media.Schema == nil {
				return o.errorf("the body must be JSON with a schema")
			}
			closeSchema(media.Schema, map[*openapi3.Schema]bool{})
		}
		return nil
	})
}

func closeSchema(ref *openapi3.SchemaRef, seen map[*openapi3.Schema]bool) {
	if ref == nil || seen[ref.Value] {
		return
	}
	s := ref.Value
	seen[s] = true
	if len(s.Properties) > 0 && s.AdditionalProperties.Has == nil && s.AdditionalProperties.Schema == nil {
		no := false
		s.AdditionalProperties.Has = &no
	}
	for _, p := range s.Properties {
		closeSchema(p, seen)
	}
	for _, p := range s.AllOf {
		closeSchema(p, seen)
	}
	closeSchema(s.Items, seen)
	closeSchema(s.AdditionalProperties.Schema, seen)
}

// numbers bounds every integer and gives it the width that its bounds need:
// without a format some generators take 32 bits, and without bounds some languages
// read a number that they cannot hold.
func numbers(doc *openapi3.T) error {
	return eachSchema(doc, func(_ string, s *openapi3.Schema) error {
		if !s.Type.Is("integer") || len(s.Enum) > 0 {
			return nil
		}
		low, high := float64(-maxSafe), float64(maxSafe)
		if s.Format == "int32" {
			low, high = math.MinInt32, math.MaxInt32
		}
		if s.Min == nil {
			s.Min = &low
		}
		if s.Max == nil {
			s.Max = &high
		}
		if *s.Min > *s.Max {
			return fmt.Errorf("minimum %v is above maximum %v", *s.Min, *s.Max)
		}
		s.Format = "int64"
		if *s.Min >= math.MinInt32 && *s.Max <= math.MaxInt32 {
			s.Format = "int32"
		}
		return nil
	})
}

// formats replaces swag's names for Go's floating point by OpenAPI's, and refuses
// a format that clients would not know.
func formats(doc *openapi3.T) error {
	known := map[string][]string{
		"string":  {"", "date-time", "uuid", "password", "uri", "byte", "binary"},
		"integer": {"int32", "int64"},
		"number":  {"double"},
	}
	return eachSchema(doc, func(_ string, s *openapi3.Schema) error {
		if s.Type.Is("number") && (s.Format == "float64" || s.Format == "") {
			s.Format = "double"
		}
		for typ, list := range known {
			if s.Type.Is(typ) && !slices.Contains(list, s.Format) && len(s.Enum) == 0 {
				return fmt.Errorf("format %q of a %s is not known", s.Format, typ)
			}
		}
		return nil
	})
}

const enumDescriptions = "x-enum-descriptions"

// enums turns the comments of an enum's constants into its description; swag
// hands them on as extensions, which are dropped afterwards.
func enums(doc *openapi3.T) error {
	return eachSchema(doc, func(_ string, s *openapi3.Schema) error {
		comments, _ := s.Extensions[enumDescriptions].([]any)
		if len(comments) != len(s.Enum) {
			return nil
		}
		var b strings.Builder
		for i, v := range s.Enum {
			if comments[i] != "" {
				fmt.Fprintf(&b, "- `%v`: %v\n", v, comments[i])
			}
		}
		s.Description = strings.TrimSpace(s.Description + "\n\n" + b.String())
		return nil
	})
}

// stripExtensions drops what swag and the converter leave behind for other tools
// of theirs. An extension of a name not seen before is an error.
func stripExtensions(doc *openapi3.T) error {
	drop := []string{"x-enum-varnames", "x-enum-comments", enumDescriptions}
	return eachSchema(doc, func(_ string, s *openapi3.Schema) error {
		for _, name := range slices.Sorted(maps.Keys(s.Extensions)) {
			if !slices.Contains(drop, name) {
				return fmt.Errorf("extension %s is not known", name)
			}
			delete(s.Extensions, name)
		}
		return nil
	})
}
