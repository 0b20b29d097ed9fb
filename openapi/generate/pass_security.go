package main

import (
	"github.com/getkin/kin-openapi/openapi3"
)

const (
	bearer    = "bearerAuth"
	anonymous = "anonymous"
)

// security declares the token, which Swagger 2.0 can describe only as some key in
// some header, and states for each call whether it needs one: an absent security
// means in OpenAPI "as the document says", which readers take for "I don't know".
func security(doc *openapi3.T) error {
	scheme := openapi3.NewJWTSecurityScheme()
	scheme.Description = "The access token that POST /v1/accounts and POST /v1/tokens answer with."
	doc.Components.SecuritySchemes = openapi3.SecuritySchemes{bearer: {Value: scheme}}
	doc.Security = nil
	return eachOperation(doc, func(o operation) error {
		given := openapi3.SecurityRequirements{}
		if o.Security != nil {
			given = *o.Security
		}
		for i, requirement := range given {
			for name := range requirement {
				switch name {
				case bearer:
				case anonymous: // in OpenAPI 3 an empty requirement
					given[i] = openapi3.SecurityRequirement{}
				default:
					return o.errorf("@Security %s is not known", name)
				}
			}
		}
		o.Security = &given
		return nil
	})
}

// needsToken tells whether a call may refuse a token or the lack of one.
func needsToken(o operation) bool {
	for _, requirement := range *o.Security {
		if _, ok := requirement[bearer]; ok {
			return true
		}
	}
	return false
}
