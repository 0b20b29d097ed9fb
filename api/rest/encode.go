package rest

import (
	"bytes"
	"sync"

	"github.com/labstack/echo/v4"

	"kast/api/shape"
)

// encode writes an answer.
func encode(body any) ([]byte, error) { return shape.Encode(body) }

// writeJSON sends an answer.
func writeJSON(c echo.Context, status int, media string, body any) error {
	b, _ := buffers.Get().(*bytes.Buffer)
	if b == nil {
		b = &bytes.Buffer{}
	}
	if err := shape.EncodeTo(b, body); err != nil {
		return err
	}
	err := c.Blob(status, media, b.Bytes())
	if b.Cap() <= keptBuffer {
		b.Reset()
		buffers.Put(b)
	}
	return err
}

// buffers are those of answers that were sent: an answer is the largest thing that a call makes.
var buffers sync.Pool //nolint:gochecknoglobals // nothing in it means anything

// keptBuffer is the size up to which a buffer is used again, in bytes. Few answers are larger.
const keptBuffer = 64 << 10
