// Command generate writes the published contract, openapi.json and
// openapi.yaml, from the annotations above the handlers of api/rest, and the types of api/shape. It is run
// by go generate in the folder openapi.
//
// swag reads the annotations and gives Swagger 2.0; kin-openapi turns that into
// OpenAPI 3.0.3; then the passes of this package put right, one by one, what
// Swagger 2.0 and swag cannot say (see passes.go). Whatever is not understood
// stops the generation: a contract that is silently poorer than the code is
// worse than none. The same sources give the same bytes.
//
// # What an annotation looks like
//
// Above each handler, in this order:
//
//	// rollDice serves POST /v1/games/{id}/rolls.
//	//
//	// @Summary     Roll the dice
//	// @Description Rolls all dice but the held and the locked ones.
//	// @ID          rollDice
//	// @Tags        moves
//	// @Param       id       path   string      true  "Game id" format(uuid)
//	// @Param       If-Match header string      false "Head that the game must still have"
//	// @Param       body     body   rollRequest true  "Hold or dice"
//	// @Success     201 {object} moved "What the roll caused"
//	// @Failure     403,404,409,412,422 {object} problem
//	// @Security    bearerAuth
//	// @Router      /v1/games/{id}/rolls [post]
//
// @Summary, @ID, @Tags (exactly one, declared in doc.go with @tag.name and
// @tag.description), at least one @Success and @Router are required.
// @Description may be left out, and repeated for more lines. The path is the
// full one; there is no @BasePath and no @Host.
//
// @Security bearerAuth: a token is needed. No @Security line: none is needed,
// and none is looked at. Both @Security bearerAuth and @Security anonymous:
// the call works without a token and shows more with one.
//
// @Accept and @Produce are written only where it is not JSON:
// @Produce event-stream with @Success 200 {string} string "…", @Produce html,
// plain, application/yaml. A body that may be any JSON object is
// {object} object.
//
// # Failures
//
// @Failure names the statuses that the call has of its own. These are added to
// every call, and need not be written: 400 where there are parameters or a
// body, 401 where there is @Security bearerAuth, 413 and 415 where there is a
// body, and 500 and 503.
//
// The schema is the problem type, which is called Problem outside. It has a
// field code of a string type whose constants are all the codes there are, each
// with a comment on its line that begins with the status it goes with:
//
//	type problemCode string // @name ProblemCode
//
//	const (
//		codeMalformed   problemCode = "malformed"   // 400 the request cannot be read
//		codeNotYourTurn problemCode = "notYourTurn" // 409 another seat is on turn
//	)
//
// From these the failure responses get their descriptions, and the extension
// x-problem-codes that package conform checks answers against. A call that can
// answer only with some of a status's codes says so in place of a description:
//
//	// @Failure 409 {object} problem "seatsFull, alreadySeated, gameNotOpen"
//
// A failure that is no problem document (the readiness probe's) has another
// schema, and keeps it and its description.
//
// # Data types
//
// Only types of api/rest and api/shape (swag reads no other package), each with its
// outside name after the closing brace:
//
//	type game struct {
//		ID string `json:"id" format:"uuid"`
//	} // @name Game
//
// Outside names are in CamelCase, without a path. A generic envelope works:
// with `type page[T any] struct {…} // @name List`, {object} page[gameSummary]
// is called GameSummaryList.
//
// A field is required unless its json tag has omitzero or omitempty. Nothing is
// ever null, so a pointer in an answer must have one of them. On numbers, booleans, times and
// UUIDs it must be omitzero: with the encoder that is used, omitempty leaves out
// what is empty in JSON, which these never are. Every field has a json tag but an
// embedded struct, which is flattened.
//
// These tags are understood, and any other stops the generation: json, format,
// enums (comma-separated), minimum, maximum, multipleOf, minLength, maxLength,
// minItems, maxItems, pattern, default, example, swaggertype (for a type that
// swag cannot see, such as a raw JSON value), swaggerignore. On an array,
// format, enums, minimum, maximum, minLength, maxLength and pattern are its
// items'. A comment on the field's line, or above it, is its description.
//
// time.Time is a date-time by itself and uuid.UUID a uuid; a string that holds
// one says format:"date-time" or format:"uuid". Other formats are refused but
// int32, int64, double, password, uri, byte and binary.
// Strings with constants of their own type are enums, in the order of the
// constants, which are literals in one file. Their comments are the enum's
// description.
//
// An integer has bounds: from its tags, else from its Go type; int and int64
// are bounded by what a double can hold exactly (±2^53-1).
//
// # Headers
//
// Required where they apply, and added without being written: ETag on an answer 200
// or 201 that is a Game or has one as its field game, and on every 200 of a call
// with a parameter If-None-Match, which then answers 304 also; on a problem
// Content-Language, with 401 WWW-Authenticate, with 429 and 503 Retry-After. With 429
// RateLimit-Policy and RateLimit may stand. Others are written with @Header.
package main
