package rest

import (
	"github.com/labstack/echo/v4"

	"kast/api/shape"
)

// encode writes an answer.
func encode(body any) ([]byte, error) { return shape.Encode(body) }

// writeJSON sends an answer.
func writeJSON(c echo.Context, status int, media string, body any) error {
	b, err := encode(body)
	if err != nil {
		return err
	}
	return c.Blob(status, media, b)
}
