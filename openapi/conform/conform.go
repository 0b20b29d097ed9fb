// Package conform holds answers of a running server against the published
// contract. It is for tests: those of api/rest and those that start the whole
// program.
//
// It is stricter than the document is for clients: an answer may have no field,
// status or content type that the document does not name, a problem's code must be
// one that the call documents for its status, and a request that the server accepts
// must be one that the document allows.
package conform

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"

	"kast/openapi"
)

// Route is one call of the contract.
type Route struct {
	Method, Path, OperationID string
}

// String is the route as one reads it: "GET /v1/games/{id}".
func (r Route) String() string { return r.Method + " " + r.Path }

// Routes lists the calls of a document, by path and method. It returns an error
// where the document is not valid.
func Routes(document []byte) ([]Route, error) {
	doc, err := openapi3.NewLoader().LoadFromData(document)
	if err != nil {
		return nil, err
	}
	var routes []Route
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			routes = append(routes, Route{method, path, op.OperationID})
		}
	}
	slices.SortFunc(routes, func(a, b Route) int {
		return strings.Compare(a.Path+" "+a.Method, b.Path+" "+b.Method)
	})
	return routes, nil
}

// Checker checks exchanges and remembers which answers it has seen. It may be
// shared by tests that run in parallel.
type Checker struct {
	doc    *openapi3.T
	router routers.Router
	mu     sync.Mutex
	seen   map[string]map[int]bool // by operation id
}

// New returns a checker for the contract in the binary. It ends the test where
// the document is not valid.
func New(tb testing.TB) *Checker {
	tb.Helper()
	c, err := newChecker(openapi.JSON())
	if err != nil {
		tb.Fatalf("the contract: %v", err)
	}
	return c
}

func newChecker(document []byte) (*Checker, error) {
	doc, err := openapi3.NewLoader().LoadFromData(document)
	if err != nil {
		return nil, err
	}
	// The document is served from anywhere; requests of tests come from httptest.
	doc.Servers = nil
	if err := closeObjects(doc); err != nil {
		return nil, err
	}
	router, err := legacy.NewRouter(doc)
	if err != nil {
		return nil, err
	}
	return &Checker{doc: doc, router: router, seen: map[string]map[int]bool{}}, nil
}

// closeObjects forbids unknown fields wherever the document leaves it open. It also
// takes away the allOf of one schema that stands around a reference with a
// description: a mismatch inside one is reported without saying where it is.
func closeObjects(doc *openapi3.T) error {
	return doc.WalkSchemas(func(_ string, ref *openapi3.SchemaRef) error {
		s := ref.Value
		for name, p := range s.Properties {
			s.Properties[name] = unwrap(p)
		}
		if s.Items != nil {
			s.Items = unwrap(s.Items)
		}
		if len(s.Properties) > 0 && s.AdditionalProperties.Has == nil && s.AdditionalProperties.Schema == nil {
			no := false
			s.AdditionalProperties.Has = &no
		}
		return nil
	})
}

func unwrap(ref *openapi3.SchemaRef) *openapi3.SchemaRef {
	if len(ref.Value.AllOf) == 1 && ref.Value.Type == nil {
		return ref.Value.AllOf[0]
	}
	return ref
}

// Check reports, as errors of the test, where an exchange is not as the contract
// says. The bodies are what was sent and received, whole; the bodies inside req and
// resp are not touched.
func (c *Checker) Check(tb testing.TB, req *http.Request, reqBody []byte, resp *http.Response, respBody []byte) {
	tb.Helper()
	if err := c.Explain(req, reqBody, resp, respBody); err != nil {
		tb.Errorf("%s %s → %d is not as the contract says: %v\nanswer: %s", req.Method, req.URL.RequestURI(), resp.StatusCode, err, shorten(respBody))
	}
}

// Explain is Check for a caller without a test: it returns what is wrong, or nil.
func (c *Checker) Explain(req *http.Request, reqBody []byte, resp *http.Response, respBody []byte) error {
	route, params, err := c.router.FindRoute(req)
	if err != nil {
		return fmt.Errorf("the call is not documented: %w", err)
	}
	c.note(route.Operation.OperationID, resp.StatusCode)
	copied := req.Clone(context.Background())
	copied.Body = io.NopCloser(bytes.NewReader(reqBody))
	copied.ContentLength = int64(len(reqBody))
	input := &openapi3filter.RequestValidationInput{
		Request: copied, PathParams: params, Route: route, Options: options(),
	}
	var found []error
	if resp.StatusCode < http.StatusBadRequest {
		found = append(found, checkRequest(input))
	}
	found = append(found, checkResponse(input, resp, respBody))
	return errors.Join(found...)
}

func options() *openapi3filter.Options {
	o := &openapi3filter.Options{
		MultiError:                        true,
		IncludeResponseStatus:             true,
		RejectWhenRequestBodyNotSpecified: true,
		SkipSettingDefaults:               true,
		AuthenticationFunc:                openapi3filter.NoopAuthenticationFunc,
		SchemaValidationOptions: []openapi3.SchemaValidationOption{
			openapi3.WithStringFormatValidator("uuid", openapi3.NewRegexpFormatValidator(openapi3.FormatOfStringForUUIDOfRFC9562)),
		},
	}
	o.WithCustomSchemaErrorFunc(func(e *openapi3.SchemaError) string {
		return "/" + strings.Join(e.JSONPointer(), "/") + ": " + e.Reason
	})
	return o
}

// checkRequest asks whether a request that was accepted should have been.
func checkRequest(input *openapi3filter.RequestValidationInput) error {
	if needsToken(input.Route.Operation) && input.Request.Header.Get("Authorization") == "" {
		return errors.New("the server accepted a call without a token")
	}
	if err := openapi3filter.ValidateRequest(context.Background(), input); err != nil {
		return fmt.Errorf("the server accepted a request that the document forbids: %w", err)
	}
	return nil
}

func needsToken(op *openapi3.Operation) bool {
	if op.Security == nil || len(*op.Security) == 0 {
		return false
	}
	return !slices.ContainsFunc(*op.Security, func(r openapi3.SecurityRequirement) bool { return len(r) == 0 })
}

func checkResponse(request *openapi3filter.RequestValidationInput, resp *http.Response, body []byte) error {
	documented := request.Route.Operation.Responses.Value(strconv.Itoa(resp.StatusCode))
	if documented == nil {
		return fmt.Errorf("status %d is not documented", resp.StatusCode)
	}
	if len(documented.Value.Content) == 0 {
		if len(body) > 0 {
			return errors.New("there is a body, and none is documented")
		}
	} else if err := checkType(documented.Value, resp); err != nil {
		return err
	}
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: request, Status: resp.StatusCode, Header: resp.Header, Options: options(),
	}
	input.Options.ExcludeResponseBody = !decodable(resp)
	input.SetBodyBytes(body)
	if err := openapi3filter.ValidateResponse(context.Background(), input); err != nil {
		return err
	}
	return checkProblem(documented.Value, resp, body)
}

// checkType compares content types by their names, so that one with wildcards in
// the document would not let everything through.
func checkType(documented *openapi3.Response, resp *http.Response) error {
	got, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if err != nil {
		return fmt.Errorf("Content-Type %q: %w", resp.Header.Get("Content-Type"), err)
	}
	if documented.Content[got] == nil {
		return fmt.Errorf("content type %s is not documented, but %v", got, slices.Sorted(maps.Keys(documented.Content)))
	}
	return nil
}

// decodable tells whether a body has a form that a schema can say something about;
// a page or a stream has not.
func decodable(resp *http.Response) bool {
	name, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	return strings.HasSuffix(name, "json") || strings.HasSuffix(name, "yaml")
}

// checkProblem compares a problem's code and status with the answer that it is in.
func checkProblem(documented *openapi3.Response, resp *http.Response, body []byte) error {
	allowed, ok := documented.Extensions["x-problem-codes"].([]any)
	if !ok {
		return nil
	}
	var problem struct {
		Code   string `json:"code"`
		Status int    `json:"status"`
	}
	if err := json.Unmarshal(body, &problem); err != nil {
		return fmt.Errorf("the problem: %w", err)
	}
	if !slices.Contains(allowed, any(problem.Code)) {
		return fmt.Errorf("code %q is not documented for status %d of this call, but %v", problem.Code, resp.StatusCode, allowed)
	}
	if problem.Status != resp.StatusCode {
		return fmt.Errorf("the problem says status %d", problem.Status)
	}
	return nil
}

func (c *Checker) note(operationID string, status int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen[operationID] == nil {
		c.seen[operationID] = map[int]bool{}
	}
	c.seen[operationID][status] = true
}

// Unseen lists the documented answers that no exchange had, as "getGame 404". An
// answer that keep refuses is left out; a nil keep takes all.
func (c *Checker) Unseen(keep func(route Route, status int) bool) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var missing []string
	for path, item := range c.doc.Paths.Map() {
		for method, op := range item.Operations() {
			for key := range op.Responses.Map() {
				status, err := strconv.Atoi(key)
				if err != nil || c.seen[op.OperationID][status] {
					continue
				}
				if keep == nil || keep(Route{method, path, op.OperationID}, status) {
					missing = append(missing, op.OperationID+" "+key)
				}
			}
		}
	}
	slices.Sort(missing)
	return missing
}

// UnseenOperations lists the operation ids of which no exchange was a success.
func (c *Checker) UnseenOperations() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var missing []string
	for _, item := range c.doc.Paths.Map() {
		for _, op := range item.Operations() {
			succeeded := false
			for status := range c.seen[op.OperationID] {
				succeeded = succeeded || status < http.StatusBadRequest
			}
			if !succeeded {
				missing = append(missing, op.OperationID)
			}
		}
	}
	slices.Sort(missing)
	return missing
}

func shorten(body []byte) string {
	const most = 2000
	if len(body) > most {
		return fmt.Sprintf("%s… (%d bytes)", body[:most], len(body))
	}
	return string(body)
}
