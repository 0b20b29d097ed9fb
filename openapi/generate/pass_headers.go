package main

import (
	"net/http"

	"github.com/getkin/kin-openapi/openapi3"
)

// The headers that are described here, by the names of their components.
const (
	gameTag      = "GameETag"
	anyTag       = "ETag"
	language     = "ContentLanguage"
	retryAfter   = "RetryAfter"
	authenticate = "WWWAuthenticate"

	limitPolicy   = "RateLimitPolicy"
	limitStanding = "RateLimit"
)

// notModified adds the answer 304 where a call takes If-None-Match: swag cannot
// give an answer that has no body a header.
func notModified(doc *openapi3.T) error {
	return eachOperation(doc, func(o operation) error {
		if o.parameter("header", "If-None-Match") == nil {
			return nil
		}
		success := o.Responses.Status(http.StatusOK)
		if success == nil {
			return o.errorf("it has If-None-Match but no @Success 200")
		}
		tag := anyTag
		if holdsGame(success) {
			tag = gameTag
		}
		unchanged := openapi3.NewResponse().WithDescription("Not modified: it is as the caller has it")
		setHeader(doc, unchanged, "ETag", tag)
		setHeader(doc, success.Value, "ETag", tag)
		o.Responses.Set("304", &openapi3.ResponseRef{Value: unchanged})
		return nil
	})
}

// headers adds those that follow from what an answer is. They are required, so
// that a server that forgets one fails its own tests.
func headers(doc *openapi3.T) error {
	return eachOperation(doc, func(o operation) error {
		for _, status := range statuses(o) {
			response := o.Responses.Status(status)
			switch {
			case isProblem(response):
				setHeader(doc, response.Value, "Content-Language", language)
				switch status {
				case http.StatusUnauthorized:
					setHeader(doc, response.Value, "WWW-Authenticate", authenticate)
				case http.StatusTooManyRequests, http.StatusServiceUnavailable:
					setHeader(doc, response.Value, "Retry-After", retryAfter)
				}
				if status == http.StatusTooManyRequests {
					setHeader(doc, response.Value, "RateLimit-Policy", limitPolicy)
					setHeader(doc, response.Value, "RateLimit", limitStanding)
				}
			case (status == http.StatusOK || status == http.StatusCreated) && holdsGame(response):
				setHeader(doc, response.Value, "ETag", gameTag)
			}
		}
		return nil
	})
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
		p := media.Schema.Value.Properties["game"]
		if p != nil && (p.Ref == game || len(p.Value.AllOf) == 1 && p.Value.AllOf[0].Ref == game) {
			return true
		}
	}
	return false
}

// setHeader gives an answer a header by way of a component, which all answers that
// have it share.
func setHeader(doc *openapi3.T, response *openapi3.Response, name, component string) {
	if doc.Components.Headers == nil {
		doc.Components.Headers = openapi3.Headers{}
	}
	if doc.Components.Headers[component] == nil {
		doc.Components.Headers[component] = &openapi3.HeaderRef{Value: describeHeader(component)}
	}
	if response.Headers == nil {
		response.Headers = openapi3.Headers{}
	}
	response.Headers[name] = &openapi3.HeaderRef{
		Ref: "#/components/headers/" + component, Value: doc.Components.Headers[component].Value,
	}
}

func describeHeader(component string) *openapi3.Header {
	h := &openapi3.Header{}
	h.Required = true
	text := openapi3.NewStringSchema()
	switch component {
	case gameTag:
		h.Description = "The game's head, and what else the answer depends on, in quotes; for If-Match and If-None-Match"
		text.Pattern = `^"[0-9a-f]{64}([.][0-9a-f-]+)*"$`
	case anyTag:
		h.Description = "Names this state of the answer, for If-None-Match"
		text.Pattern = `^"[^"]+"$`
	case language:
		h.Description = "The language of detail"
		text.Enum = []any{"en", "sv"}
	case authenticate:
		h.Description = "How to say who calls"
		text.Enum = []any{"Bearer"}
	case limitPolicy:
		// These two are left out where a limit is not told: a secret would be guessed the better.
		h.Required = false
		h.Description = "The limits that apply: of each, the quota q in a window of w seconds"
	case limitStanding:
		h.Required = false
		h.Description = "What remains of each limit: r, and the seconds t until all of it does"
	case retryAfter:
		h.Description = "Seconds to wait before the next try"
		text = openapi3.NewIntegerSchema().WithMin(1)
	}
	h.Schema = text.NewRef()
	return h
}
