package rest

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
)

// maxBody is the largest body of a call, in bytes.
const maxBody = 64 << 10

// bind reads the body into to, strictly: unknown or doubled fields, null, wrong types and anything after the value are
// malformed. An absent body counts as {}. It returns the body in canonical form, which is what makes two calls the same.
func bind(c echo.Context, to any) ([]byte, error) {
	body, err := readBody(c)
	if err != nil {
		return nil, err
	}
	if err := refuseNull(body); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(body, to, json.RejectUnknownMembers(true)); err != nil {
		return nil, badJSON(err)
	}
	canonical := jsontext.Value(body)
	if err := canonical.Canonicalize(); err != nil {
		return nil, badJSON(err)
	}
	return canonical, nil
}

func readBody(c echo.Context) ([]byte, error) {
	r := c.Request()
	body, err := io.ReadAll(http.MaxBytesReader(c.Response(), r.Body, maxBody))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, &failure{code: codeTooLarge}
	case err != nil:
		return nil, malformed(text{"The body broke off.", "Innehållet tog slut i förtid."})
	case len(body) == 0 && r.Header.Get(echo.HeaderContentType) == "":
		return []byte("{}"), nil
	}
	if media, params, err := mime.ParseMediaType(r.Header.Get(echo.HeaderContentType)); err != nil ||
		media != "application/json" || !utf8Only(params) {
		return nil, &failure{code: codeMediaType}
	}
	return body, nil
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

// refuseNull refuses null wherever it stands: a field that does not apply is left out.
func refuseNull(body []byte) error {
	d := jsontext.NewDecoder(bytes.NewReader(body))
	for {
		token, err := d.ReadToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return badJSON(err)
		}
		if token.Kind() == 'n' {
			at := string(d.StackPointer())
			return malformed(textf(text{"null at %q: leave the field out instead.", "null vid %q: utelämna fältet i stället."}, at))
		}
	}
}

// badJSON says where a body cannot be read, without repeating what it says there.
func badJSON(err error) error {
	var semantic *json.SemanticError
	var syntactic *jsontext.SyntacticError
	switch {
	case errors.Is(err, json.ErrUnknownName) && errors.As(err, &semantic):
		return malformed(textf(text{"Unknown field at %q.", "Okänt fält vid %q."}, semantic.JSONPointer))
	case errors.Is(err, jsontext.ErrDuplicateName) && errors.As(err, &syntactic):
		return malformed(textf(text{"The field at %q stands twice.", "Fältet vid %q står två gånger."}, syntactic.JSONPointer))
	case errors.As(err, &semantic):
		return malformed(textf(text{"Wrong type or value at %q.", "Fel typ eller värde vid %q."}, semantic.JSONPointer))
	default:
		return malformed(text{"The body is not valid JSON.", "Innehållet är inte giltig JSON."})
	}
}

// missing is a field that the call needs.
func missing(field string) error {
	return malformed(textf(text{"The field %q is missing.", "Fältet %q saknas."}, field))
}

// badValue is a field with a value that it cannot have.
func badValue(field string) error {
	return malformed(textf(text{"The value of %q is not allowed.", "Värdet av %q är inte tillåtet."}, field))
}

// parseID reads a UUID in its usual form and gives it in lower case; some platforms write upper case.
func parseID(field, s string) (string, error) {
	id, err := uuid.Parse(s)
	if err != nil || len(s) != len(id.String()) {
		return "", malformed(textf(text{"%s: not a UUID.", "%s: ingen UUID."}, field))
	}
	return id.String(), nil
}

// pathID reads the game's id from the path.
func pathID(c echo.Context) (string, error) { return parseID("id", c.Param("id")) }

// clientID reads the id that a client chose for its call; empty for none.
func clientID(id *string) (string, error) {
	if id == nil {
		return "", nil
	}
	return parseID("id", *id)
}

// query reads a parameter of the query, which must not stand there twice; empty for absent.
func query(c echo.Context, name string) (string, error) {
	values := c.QueryParams()[name]
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
