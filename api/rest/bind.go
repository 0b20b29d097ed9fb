package rest

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"kast/api/shape"
)

// maxBody is the largest body of a call, in bytes.
const maxBody = 64 << 10

// bind reads the body into to, strictly: unknown or doubled fields, null, wrong types and anything after the value are
// malformed. An absent or empty body counts as {}.
func bind(c echo.Context, to any) error {
	body, err := readBody(c, maxBody)
	if err != nil {
		return err
	}
	return decodeBody(body, to)
}

// decodeBody reads a body that is there, as strictly as bind.
func decodeBody(body []byte, to any) error {
	err := shape.Decode(body, to)
	if f, ok := errors.AsType[*failure](err); ok {
		return f // what reads a part of it knows better
	}
	if err != nil {
		return badJSON(err)
	}
	return nil
}

func readBody(c echo.Context, most int64) ([]byte, error) {
	r := c.Request()
	// The writer below echo's is the one that knows how to end the connection of somebody who sends too much.
	body, err := io.ReadAll(http.MaxBytesReader(c.Response().Writer, r.Body, most))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, &failure{code: codeTooLarge}
	case err != nil:
		return nil, malformed(text{"The body broke off.", "Innehållet tog slut i förtid."})
	case !isJSON(r.Header, len(body) == 0):
		return nil, &failure{code: codeMediaType}
	case len(body) == 0:
		return []byte("{}"), nil
	}
	return body, nil
}

// isJSON tells whether a body says of itself that it is plain JSON. An empty one may say nothing.
func isJSON(h http.Header, empty bool) bool {
	if h.Get(echo.HeaderContentEncoding) != "" {
		return false
	}
	if empty && h.Get(echo.HeaderContentType) == "" {
		return true
	}
	if h.Get(echo.HeaderContentType) == echo.MIMEApplicationJSON {
		return true // as nearly all write it
	}
	media, params, err := mime.ParseMediaType(h.Get(echo.HeaderContentType))
	return err == nil && media == echo.MIMEApplicationJSON && utf8Only(params)
}

// utf8Only tells whether the parameters of a media type say nothing but UTF-8, which JSON is anyway.
func utf8Only(params map[string]string) bool {
	for key, value := range params {
		if key != "charset" || !bytes.EqualFold([]byte(value), []byte("utf-8")) {
			return false
		}
	}
	return true
}

// badJSON says where a body cannot be read, without repeating what it says there.
func badJSON(err error) error {
	var null *shape.NullError
	var semantic *json.SemanticError
	var syntactic *jsontext.SyntacticError
	switch {
	case errors.As(err, &null):
		return malformed(textf(text{"null at %q: leave the field out instead.", "null vid %q: utelämna fältet i stället."}, place(null.At)))
	case errors.Is(err, json.ErrUnknownName) && errors.As(err, &semantic):
		return malformed(textf(text{"Unknown field at %q.", "Okänt fält vid %q."}, place(semantic.JSONPointer)))
	case errors.Is(err, jsontext.ErrDuplicateName) && errors.As(err, &syntactic):
		return malformed(textf(text{"The field at %q stands twice.", "Fältet vid %q står två gånger."}, place(syntactic.JSONPointer)))
	case errors.As(err, &semantic):
		return malformed(textf(text{"Wrong type or value at %q.", "Fel typ eller värde vid %q."}, place(semantic.JSONPointer)))
	default:
		return malformed(text{"The body is not valid JSON.", "Innehållet är inte giltig JSON."})
	}
}

// place shortens the path to a field: what stands in it is the caller's, and of any length.
func place(p jsontext.Pointer) string {
	const most = 100
	if len(p) > most {
		return strings.ToValidUTF8(string(p[:most]), "") + "…"
	}
	return string(p)
}

// missing is a field that the call needs.
func missing(field string) error {
	return malformed(textf(text{"The field %q is missing.", "Fältet %q saknas."}, field))
}

// badValue is a field with a value that it cannot have.
func badValue(field string) error {
	return malformed(textf(text{"The value of %q is not allowed.", "Värdet av %q är inte tillåtet."}, field))
}

// or is the value of a field that may be left out.
func or[T any](field *T, absent T) T {
	if field == nil {
		return absent
	}
	return *field
}

// parseID reads a UUID in its usual form and gives it in lower case; some platforms write upper case.
func parseID(field, s string) (string, error) {
	if _, err := uuid.Parse(s); err != nil || len(s) != len("00000000-0000-0000-0000-000000000000") {
		return "", malformed(textf(text{"%s: not a UUID.", "%s: ingen UUID."}, field))
	}
	return strings.ToLower(s), nil
}

// pathID reads the game's id from the path.
func pathID(c echo.Context) (string, error) { return parseID("id", c.Param("id")) }

// clientID reads the id that a client chose for its call, and leaves it in the body in lower case, so that the same call
// again is the same in whatever case its id comes; empty for none.
func clientID(id *string) (string, error) {
	if id == nil {
		return "", nil
	}
	var err error
	*id, err = parseID("id", *id)
	return *id, err
}

// query reads a parameter of the query, which must not stand there twice; empty for absent.
func query(c echo.Context, name string) (string, error) {
	all, err := url.ParseQuery(c.Request().URL.RawQuery)
	if err != nil {
		return "", malformed(text{"The query of the address cannot be read.", "Adressens frågedel går inte att läsa."})
	}
	values := all[name]
	if len(values) > 1 {
		return "", badValue(name)
	}
	if len(values) == 0 {
		return "", nil
	}
	if values[0] == "" {
		return "", badValue(name)
	}
	return values[0], nil
}

// queryInt reads a number from lowest to highest, or gives what stands for absent.
func queryInt(c echo.Context, name string, absent, lowest, highest int) (int, error) {
	s, err := query(c, name)
	if err != nil || s == "" {
		return absent, err
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < lowest || n > highest || strconv.Itoa(n) != s {
		return 0, badValue(name)
	}
	return n, nil
}
