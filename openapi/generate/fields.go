package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-openapi/spec"
	"github.com/swaggo/swag"
)

// fieldReader reads one field of a data type for swag, in place of swag's own
// reader, which does not know omitzero, takes a pointer for a value, and passes
// over tags and types that it does not understand.
type fieldReader struct {
	field *ast.Field
	tag   reflect.StructTag
	name  string   // in JSON; empty for an embedded struct
	opts  []string // after the name in the json tag
}

// nullExtension marks a field that may be null; it does not get into the document.
const nullExtension = "x-may-be-null"

// knownTags are all that may stand in a tag; a misspelt one is an error.
var knownTags = []string{
	"json", "format", "enums", "minimum", "maximum", "multipleOf", "minLength", "maxLength",
	"minItems", "maxItems", "pattern", "default", "example", "swaggertype", "swaggerignore",
}

func newFieldReader(_ *swag.Parser, field *ast.Field) swag.FieldParser {
	r := &fieldReader{field: field}
	if field.Tag != nil {
		r.tag = reflect.StructTag(strings.Trim(field.Tag.Value, "`"))
	}
	r.name, r.opts = splitTag(r.tag.Get("json"))
	return r
}

func splitTag(tag string) (name string, opts []string) {
	parts := strings.Split(tag, ",")
	return parts[0], parts[1:]
}

// ShouldSkip leaves out what JSON leaves out.
func (r *fieldReader) ShouldSkip() bool {
	if r.tag.Get("swaggerignore") == "true" || r.tag.Get("json") == "-" {
		return true
	}
	return len(r.field.Names) > 0 && !r.field.Names[0].IsExported()
}

// FieldNames gives the name in JSON; none for an embedded struct, which swag then
// flattens. It is the first call that can fail, so it checks the tag too.
func (r *fieldReader) FieldNames() ([]string, error) {
	if len(r.field.Names) == 0 && r.field.Tag == nil {
		return nil, nil
	}
	if r.name == "" || len(r.field.Names) > 1 {
		return nil, fmt.Errorf("field %s: needs a json tag with a name, and a line of its own", r)
	}
	for _, key := range tagKeys(r.tag) {
		if !slices.Contains(knownTags, key) {
			return nil, fmt.Errorf("field %s: tag %s is not understood", r, key)
		}
	}
	for _, o := range r.opts {
		if o != "omitempty" && o != "omitzero" {
			return nil, fmt.Errorf("field %s: json option %s is not understood", r, o)
		}
	}
	return []string{r.name}, r.checkPresence()
}

// checkPresence makes sure that the document and the encoder agree on when a
// field is there.
func (r *fieldReader) checkPresence() error {
	never := slices.Contains(scalars, typeName(r.field.Type))
	if never && slices.Contains(r.opts, "omitempty") {
		return fmt.Errorf("field %s: omitempty leaves out empty JSON values only, which this never is: use omitzero", r)
	}
	return nil
}

// mayBeNull tells whether the field would be null where the program does not set
// it. In a request that is a way to see whether it was sent; in an answer it is a
// mistake, which the pass notNull finds.
func (r *fieldReader) mayBeNull() bool {
	_, pointer := r.field.Type.(*ast.StarExpr)
	return pointer && len(r.opts) == 0
}

// scalars are types whose JSON is never empty.
var scalars = []string{
	"bool", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64",
	"float32", "float64", "byte", "rune", "time.Time", "uuid.UUID",
}

// IsRequired tells whether the field is always there.
func (r *fieldReader) IsRequired() (bool, error) { return len(r.opts) == 0, nil }

// FirstTagValue, FormName, HeaderName and PathName are for forms and bound
// parameters, which this API does not have.
func (r *fieldReader) FirstTagValue(string) string { return "" }

// FormName: see FirstTagValue.
func (r *fieldReader) FormName() string { return "" }

// HeaderName: see FirstTagValue.
func (r *fieldReader) HeaderName() string { return "" }

// PathName: see FirstTagValue.
func (r *fieldReader) PathName() string { return "" }

// CustomSchema gives the schema of a type that swag would not find, or find too
// little about.
func (r *fieldReader) CustomSchema() (*spec.Schema, error) {
	if t := r.tag.Get("swaggertype"); t != "" {
		return swag.BuildCustomSchema(strings.Split(t, ","))
	}
	return knownSchema(r.field.Type), nil
}

func knownSchema(typ ast.Expr) *spec.Schema {
	switch t := typ.(type) {
	case *ast.StarExpr:
		return knownSchema(t.X)
	case *ast.ArrayType:
		if name := typeName(t.Elt); name == "byte" || name == "uint8" {
			return stringSchema("byte")
		}
		if item := knownSchema(t.Elt); item != nil {
			return spec.ArrayProperty(item)
		}
	case *ast.SelectorExpr:
		switch typeName(t) {
		case "time.Time":
			return stringSchema("date-time")
		case "uuid.UUID":
			return stringSchema("uuid")
		}
	}
	return nil
}

func stringSchema(format string) *spec.Schema {
	return new(spec.Schema).Typed("string", format)
}

// ComplementSchema adds to the type's schema what the field says of itself.
func (r *fieldReader) ComplementSchema(s *spec.Schema) error {
	description := strings.TrimSpace(r.field.Comment.Text())
	if description == "" {
		description = strings.TrimSpace(r.field.Doc.Text())
	}
	if swag.IsRefSchema(s) {
		return r.complementRef(s, description)
	}
	s.Description = description
	if r.mayBeNull() {
		s.AddExtension(nullExtension, true)
	}
	if err := r.list(s); err != nil {
		return err
	}
	element, typ := s, r.field.Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	switch {
	case s.Items != nil && s.Items.Schema != nil:
		element = s.Items.Schema
		if a, ok := typ.(*ast.ArrayType); ok {
			typ = a.Elt
		}
	case s.AdditionalProperties != nil && s.AdditionalProperties.Schema != nil:
		element = s.AdditionalProperties.Schema
		if m, ok := typ.(*ast.MapType); ok {
			typ = m.Value
		}
	}
	if swag.IsRefSchema(element) {
		return r.refuse("format", "enums", "minimum", "maximum", "multipleOf", "minLength", "maxLength", "pattern")
	}
	if err := r.value(element); err != nil {
		return err
	}
	goBounds(element, typeName(typ))
	return nil
}

// complementRef wraps a reference, since OpenAPI 3.0 drops what stands beside it.
func (r *fieldReader) complementRef(s *spec.Schema, description string) error {
	if err := r.refuse("format", "enums", "minimum", "maximum", "multipleOf", "minLength", "maxLength", "pattern",
		"minItems", "maxItems"); err != nil {
		return err
	}
	around := &spec.Schema{}
	around.Description = description
	if v, ok := r.tag.Lookup("default"); ok {
		around.Default = v
	}
	if v, ok := r.tag.Lookup("example"); ok {
		around.Example = v
	}
	if r.mayBeNull() {
		around.AddExtension(nullExtension, true)
	}
	if !reflect.ValueOf(*around).IsZero() {
		*s = *around.WithAllOf(*s)
	}
	return nil
}

func (r *fieldReader) refuse(tags ...string) error {
	for _, tag := range tags {
		if _, ok := r.tag.Lookup(tag); ok {
			return fmt.Errorf("field %s: tag %s belongs to the type that it has", r, tag)
		}
	}
	return nil
}

// list reads the tags that belong to the field as a whole.
func (r *fieldReader) list(s *spec.Schema) error {
	var err error
	if s.MinItems, err = number(r, "minItems", parseInt, s.MinItems); err != nil {
		return err
	}
	if s.MaxItems, err = number(r, "maxItems", parseInt, s.MaxItems); err != nil {
		return err
	}
	if a, ok := r.field.Type.(*ast.ArrayType); ok && a.Len != nil {
		if lit, ok := a.Len.(*ast.BasicLit); ok {
			n, err := parseInt(lit.Value)
			if err != nil {
				return err
			}
			s.MinItems, s.MaxItems = &n, &n
		}
	}
	if s.Default, err = r.literal("default", s); err != nil {
		return err
	}
	s.Example, err = r.literal("example", s)
	return err
}

// value reads the tags that belong to the field's values: an array's items, a
// map's values, or the field itself.
func (r *fieldReader) value(s *spec.Schema) error {
	var err error
	if f := r.tag.Get("format"); f != "" {
		s.Format = f
	}
	if s.Minimum, err = number(r, "minimum", parseFloat, s.Minimum); err != nil {
		return err
	}
	if s.Maximum, err = number(r, "maximum", parseFloat, s.Maximum); err != nil {
		return err
	}
	if s.MultipleOf, err = number(r, "multipleOf", parseFloat, s.MultipleOf); err != nil {
		return err
	}
	if s.MinLength, err = number(r, "minLength", parseInt, s.MinLength); err != nil {
		return err
	}
	if s.MaxLength, err = number(r, "maxLength", parseInt, s.MaxLength); err != nil {
		return err
	}
	s.Pattern = r.tag.Get("pattern")
	if list := r.tag.Get("enums"); list != "" {
		for word := range strings.SplitSeq(list, ",") {
			v, err := typed(word, s)
			if err != nil {
				return fmt.Errorf("field %s: enums: %w", r, err)
			}
			s.Enum = append(s.Enum, v)
		}
	}
	return nil
}

func (r *fieldReader) literal(tag string, s *spec.Schema) (any, error) {
	text, ok := r.tag.Lookup(tag)
	if !ok {
		return nil, nil
	}
	v, err := typed(text, s)
	if err != nil {
		return nil, fmt.Errorf("field %s: %s: %w", r, tag, err)
	}
	return v, nil
}

// typed reads a value from a tag: text as it stands, anything else as JSON.
func typed(text string, s *spec.Schema) (any, error) {
	if s.Type.Contains("string") {
		return text, nil
	}
	var v any
	err := json.Unmarshal([]byte(text), &v)
	return v, err
}

// goBounds gives integers the bounds that their Go type has, where the tags gave
// none. The wide types are left to the pass over all integers.
func goBounds(s *spec.Schema, goType string) {
	bounds := map[string][2]float64{
		"int8": {-128, 127}, "int16": {-32768, 32767},
		"uint8": {0, 255}, "byte": {0, 255}, "uint16": {0, 65535}, "uint32": {0, 4294967295},
		"uint": {0, maxSafe}, "uint64": {0, maxSafe},
	}
	b, ok := bounds[goType]
	if !ok {
		return
	}
	if s.Minimum == nil {
		s.Minimum = &b[0]
	}
	if s.Maximum == nil {
		s.Maximum = &b[1]
	}
	if goType == "uint32" {
		s.Format = "int64" // does not fit int32
	}
}

// String names the field in an error.
func (r *fieldReader) String() string {
	if len(r.field.Names) > 0 {
		return r.field.Names[0].Name
	}
	return typeName(r.field.Type)
}

func typeName(e ast.Expr) string {
	switch t := e.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.StarExpr:
		return typeName(t.X)
	case *ast.SelectorExpr:
		return typeName(t.X) + "." + t.Sel.Name
	}
	return ""
}

func parseInt(s string) (int64, error) { return strconv.ParseInt(s, 10, 64) }

func parseFloat(s string) (float64, error) { return strconv.ParseFloat(s, 64) }

func number[N any](r *fieldReader, tag string, parse func(string) (N, error), unset *N) (*N, error) {
	text, ok := r.tag.Lookup(tag)
	if !ok {
		return unset, nil
	}
	n, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("field %s: %s: %w", r, tag, err)
	}
	return &n, nil
}

// tagKeys lists the keys of a struct tag; the form is that of reflect.StructTag.
func tagKeys(tag reflect.StructTag) []string {
	var keys []string
	rest := strings.TrimSpace(string(tag))
	for rest != "" {
		key, after, ok := strings.Cut(rest, ":")
		if !ok {
			return append(keys, rest)
		}
		keys = append(keys, key)
		quoted, err := strconv.QuotedPrefix(after)
		if err != nil {
			return append(keys, after)
		}
		rest = strings.TrimSpace(after[len(quoted):])
	}
	return keys
}
