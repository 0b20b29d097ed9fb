package rest

import (
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"
)

// timeLayout is RFC 3339 in UTC with exactly milliseconds: some parsers take a fraction only if it is always there.
const timeLayout = "2006-01-02T15:04:05.000Z"

// encode writes an answer: map keys in order, times in one form.
func encode(body any) ([]byte, error) {
	times := json.MarshalToFunc(func(e *jsontext.Encoder, t time.Time) error {
		return e.WriteToken(jsontext.String(t.UTC().Format(timeLayout)))
	})
	return json.Marshal(body, json.Deterministic(true), json.WithMarshalers(times))
}

// writeJSON sends an answer.
func writeJSON(c echo.Context, status int, media string, body any) error {
	b, err := encode(body)
	if err != nil {
		return err
	}
	return c.Blob(status, media, b)
}
