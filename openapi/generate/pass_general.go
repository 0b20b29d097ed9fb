package main

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// general sets what no annotation can say of the whole: the version of OpenAPI
// that is promised, and one server, wherever the document was fetched from.
func general(doc *openapi3.T) error {
	if doc.Info.Title == "" || doc.Info.Version == "" || doc.Info.Description == "" {
		return errors.New("doc.go needs @title, @version and @description")
	}
	doc.OpenAPI = "3.0.3"
	doc.Servers = openapi3.Servers{{URL: "/", Description: "The server that this document comes from"}}
	// swag writes an empty contact, which says nothing.
	if c := doc.Info.Contact; c != nil && c.Name == "" && c.URL == "" && c.Email == "" {
		doc.Info.Contact = nil
	}
	for _, tag := range doc.Tags {
		if tag.Description == "" {
			return errors.New("tag " + tag.Name + " needs @tag.description")
		}
	}
	return nil
}

// checkOperations refuses a call that is described in part. A client's method is
// named after operationId, so it must not be made up by a generator.
func checkOperations(doc *openapi3.T) error {
	ids := map[string]operation{}
	return eachOperation(doc, func(o operation) error {
		switch {
		case o.Summary == "":
			return o.errorf("no @Summary")
		case o.OperationID == "":
			return o.errorf("no @ID")
		case len(o.Tags) != 1:
			return o.errorf("needs one tag, has %d", len(o.Tags))
		case doc.Tags.Get(o.Tags[0]) == nil:
			return o.errorf("tag %s is not declared in doc.go", o.Tags[0])
		}
		if other, taken := ids[o.OperationID]; taken {
			return o.errorf("@ID %s is that of %s", o.OperationID, other)
		}
		ids[o.OperationID] = o
		return checkStatuses(o)
	})
}

// checkStatuses asks for the failures that follow from the call's form.
func checkStatuses(o operation) error {
	declared := o.Responses.Map()
	if _, ok := declared["default"]; ok {
		return o.errorf("a default response says nothing: name the statuses")
	}
	succeeds := slices.ContainsFunc(statuses(o), func(s int) bool { return s < 400 })
	if !succeeds {
		return o.errorf("no @Success")
	}
	for _, p := range o.Parameters {
		if p.Value.Description == "" {
			return o.errorf("parameter %s has no description", p.Value.Name)
		}
	}
	need := func(status string, why string) error {
		if _, ok := declared[status]; !ok {
			return o.errorf("no @Failure %s, though it has %s", status, why)
		}
		return nil
	}
	if strings.Contains(o.path, "{") {
		if err := need("404", "a path parameter"); err != nil {
			return err
		}
	}
	if o.parameter("header", "If-Match") != nil {
		return need("412", "If-Match")
	}
	return nil
}

func statuses(o operation) []int {
	var all []int
	for status := range o.Responses.Map() {
		if n, err := strconv.Atoi(status); err == nil {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return all
}
