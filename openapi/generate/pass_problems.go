package main

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

const (
	problemSchema = "Problem"
	problemJSON   = "application/problem+json"
	// problemCodes lists, on a failure, the codes that it can have; package
	// conform holds answers against it.
	problemCodes = "x-problem-codes"
)

// problems gives each failure what RFC 9457 and swag's one content type for a
// whole call do not let an annotation say: application/problem+json, and which
// codes go with the status. It also adds the failures that every call of a kind
// has, so that none can be forgotten. A failure that may have any code of its
// status is the same everywhere and so becomes a component.
func problems(doc *openapi3.T) error {
	codes, err := codesByStatus(doc)
	if err != nil {
		return err
	}
	doc.Components.Responses = openapi3.ResponseBodies{}
	shared := func(status int) (*openapi3.ResponseRef, error) {
		name := strings.ReplaceAll(http.StatusText(status), " ", "")
		if doc.Components.Responses[name] == nil {
			if len(codes[status]) == 0 {
				return nil, fmt.Errorf("no problem code has status %d", status)
			}
			doc.Components.Responses[name] = problemResponse(doc, status, codes[status])
		}
		return &openapi3.ResponseRef{Ref: "#/components/responses/" + name, Value: doc.Components.Responses[name].Value}, nil
	}
	return eachOperation(doc, func(o operation) error {
		for _, status := range statuses(o) {
			key := strconv.Itoa(status)
			response := o.Responses.Value(key)
			if status < 400 || !isProblem(response) {
				continue
			}
			text := *response.Value.Description
			if text == "" || text == http.StatusText(status) {
				ref, err := shared(status)
				if err != nil {
					return o.errorf("%w", err)
				}
				o.Responses.Set(key, ref)
				continue
			}
			some, err := namedCodes(o, codes, status, text)
			if err != nil {
				return err
			}
			o.Responses.Set(key, problemResponse(doc, status, some))
		}
		for _, status := range commonFailures(o) {
			if o.Responses.Value(strconv.Itoa(status)) != nil {
				continue
			}
			ref, err := shared(status)
			if err != nil {
				return o.errorf("%w", err)
			}
			o.Responses.Set(strconv.Itoa(status), ref)
		}
		return nil
	})
}

// commonFailures are the statuses that need no @Failure.
func commonFailures(o operation) []int {
	common := []int{http.StatusInternalServerError, http.StatusServiceUnavailable}
	if o.RequestBody != nil || len(o.Parameters) > 0 {
		common = append(common, http.StatusBadRequest)
	}
	if o.RequestBody != nil {
		common = append(common, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	if needsToken(o) {
		common = append(common, http.StatusUnauthorized)
	}
	return common
}

// codesByStatus reads which code goes with which status from the comments of the
// codes' constants, which swag hands on.
func codesByStatus(doc *openapi3.T) (map[int][]string, error) {
	problem := doc.Components.Schemas[problemSchema]
	if problem == nil || problem.Value.Properties["code"] == nil {
		return nil, fmt.Errorf("no schema %s with a property code", problemSchema)
	}
	code := problem.Value.Properties["code"].Value
	if len(code.AllOf) == 1 { // the field has a description
		code = code.AllOf[0].Value
	}
	comments, _ := code.Extensions[enumDescriptions].([]any)
	if len(code.Enum) == 0 || len(comments) != len(code.Enum) {
		return nil, errors.New("the type of Problem.code needs constants, each with a comment that begins with its status")
	}
	codes := map[int][]string{}
	for i, value := range code.Enum {
		word, _, _ := strings.Cut(fmt.Sprint(comments[i]), " ")
		status, err := strconv.Atoi(word)
		if err != nil || http.StatusText(status) == "" || status < 400 {
			return nil, fmt.Errorf("problem code %v: its comment does not begin with a status", value)
		}
		codes[status] = append(codes[status], fmt.Sprint(value))
	}
	return codes, nil
}

// namedCodes reads the codes that a @Failure names in place of a description. A
// line for several statuses names the codes of all of them.
func namedCodes(o operation, codes map[int][]string, status int, text string) ([]string, error) {
	var mine []string
	for word := range strings.SplitSeq(text, ",") {
		word = strings.TrimSpace(word)
		known := false
		for s, list := range codes {
			if slices.Contains(list, word) && o.Responses.Value(strconv.Itoa(s)) != nil {
				known = true
			}
		}
		if !known {
			return nil, o.errorf("@Failure %d: %q is no problem code of a status of this call", status, word)
		}
		if slices.Contains(codes[status], word) {
			mine = append(mine, word)
		}
	}
	if len(mine) == 0 {
		return nil, o.errorf("@Failure %d: none of %q has this status", status, text)
	}
	return mine, nil
}

func isProblem(r *openapi3.ResponseRef) bool {
	for _, media := range r.Value.Content {
		if media.Schema != nil && media.Schema.Ref == schemaRef+problemSchema {
			return true
		}
	}
	return false
}

func problemResponse(doc *openapi3.T, status int, codes []string) *openapi3.ResponseRef {
	list := make([]any, len(codes))
	for i, c := range codes {
		list[i] = c
	}
	description := fmt.Sprintf("%s: `%s`", http.StatusText(status), strings.Join(codes, "`, `"))
	schema := &openapi3.SchemaRef{Ref: schemaRef + problemSchema, Value: doc.Components.Schemas[problemSchema].Value}
	response := openapi3.NewResponse().WithDescription(description).
		WithContent(openapi3.Content{problemJSON: openapi3.NewMediaType().WithSchemaRef(schema)})
	response.Extensions = map[string]any{problemCodes: list}
	return &openapi3.ResponseRef{Value: response}
}
