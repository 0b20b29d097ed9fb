package main

import (
	"github.com/getkin/kin-openapi/openapi3"
)

// notModified adds the answer 304 where a call takes If-None-Match: swag cannot
// give an answer that has no body a header.
func notModified(doc *openapi3.T) error {
	return eachOperation(doc, func(o operation) error {
		if o.parameter("header", "If-None-Match") == nil {
			return nil
		}
		if o.Responses.Value("304") == nil {
			o.Responses.Set("304", &openapi3.ResponseRef{
				Value: openapi3.NewResponse().WithDescription("Not modified: it is as the caller has it"),
			})
		}
		setHeader(doc, o.Responses.Value("304").Value, "ETag")
		return nil
	})
}

// headers adds those that follow from what an answer is. They are required, so
// that a server that forgets one fails its own tests.
func headers(doc *openapi3.T) error {
	for _, response := range doc.Components.Responses {
		setProblemHeaders(doc, response)
	}
	return eachOperation(doc, func(o operation) error {
		for status, response := range o.Responses.Map() {
			switch {
			case response.Ref != "":
			case isProblem(response):
				setProblemHeaders(doc, response)
			case (status == "200" || status == "201") && holdsGame(response):
				setHeader(doc, response.Value, "ETag")
			}
			if status == "429" {
				setHeader(doc, response.Value, "Retry-After")
			}
		}
		return nil
	})
}

func setProblemHeaders(doc *openapi3.T, response *openapi3.ResponseRef) {
	setHeader(doc, response.Value, "Content-Language")
}

// holdsGame tells whether an answer is a game, or what a move did to one.
func holdsGame(response *openapi3.ResponseRef) bool {
	const game = schemaRef + "Game"
	for _, media := range response.Value.Content {
		if media.Schema == nil {
			continue
		}
		if media.Schema.Ref == game {
			return true
		}
		if p := media.Schema.Value.Properties["game"]; p != nil && (p.Ref == game || len(p.Value.AllOf) == 1 && p.Value.AllOf[0].Ref == game) {
			return true
		}
	}
	return false
}

// setHeader gives an answer one of the headers that are described here, as a
// component that all answers share.
func setHeader(doc *openapi3.T, response *openapi3.Response, name string) {
	if doc.Components.Headers == nil {
		doc.Components.Headers = openapi3.Headers{}
	}
	if doc.Components.Headers[name] == nil {
		doc.Components.Headers[name] = &openapi3.HeaderRef{Value: describeHeader(name)}
	}
	if response.Headers == nil {
		response.Headers = openapi3.Headers{}
	}
	response.Headers[name] = &openapi3.HeaderRef{
		Ref: "#/components/headers/" + name, Value: doc.Components.Headers[name].Value,
	}
}

func describeHeader(name string) *openapi3.Header {
	h := &openapi3.Header{}
	h.Required = true
	switch name {
	case "ETag":
		h.Description = "The game's head, quoted: for If-Match and If-None-Match"
		h.Schema = openapi3.NewStringSchema().WithPattern(`^"[0-9a-f]{64}"$`).NewRef()
	case "Content-Language":
		h.Description = "The language of detail"
		h.Schema = openapi3.NewStringSchema().WithEnum("sv", "en").NewRef()
	case "Retry-After":
		h.Description = "Seconds to wait before the next try"
		h.Schema = openapi3.NewIntegerSchema().WithMin(1).NewRef()
	}
	return h
}
