package rest

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
)

// The headers that make a call depend on what the caller has seen.
const (
	ifMatchHeader = "If-Match"
	ifNoneMatch   = "If-None-Match"
)

// etags reads a list of entity tags, RFC 9110. any is true for "*". Weak ones keep their W/.
func etags(c echo.Context, header string) (tags []string, any bool, err error) {
	value := strings.Join(c.Request().Header.Values(header), ",")
	if strings.TrimSpace(value) == "*" {
		return nil, true, nil
	}
	for rest := strings.Trim(value, " \t,"); rest != ""; rest = strings.TrimLeft(rest, " \t,") {
		weak := strings.HasPrefix(rest, "W/")
		rest = strings.TrimPrefix(rest, "W/")
		if !strings.HasPrefix(rest, `"`) {
			return nil, false, badValue(header)
		}
		end := strings.IndexByte(rest[1:], '"')
		if end < 0 {
			return nil, false, badValue(header)
		}
		tag := rest[1 : end+1]
		if weak {
			tag = "W/" + tag
		}
		tags = append(tags, tag)
		rest = rest[end+2:]
		if rest != "" && !strings.HasPrefix(strings.TrimLeft(rest, " \t"), ",") {
			return nil, false, badValue(header)
		}
	}
	return tags, false, nil
}

// ifMatch reads the heads on one of which a move insists; nil for any. What a tag has behind the head is not about moves.
func ifMatch(c echo.Context) ([]string, error) {
	tags, any, err := etags(c, ifMatchHeader)
	if err != nil || any {
		return nil, err
	}
	if len(tags) == 0 && len(c.Request().Header.Values(ifMatchHeader)) > 0 {
		return nil, badValue(ifMatchHeader)
	}
	for i, tag := range tags {
		tags[i], _, _ = strings.Cut(tag, tagRest)
	}
	return tags, nil
}

// conditional refuses a read whose condition cannot be understood before anything else is looked at.
func conditional(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if _, _, err := etags(c, ifNoneMatch); err != nil {
			return err
		}
		return next(c)
	}
}

// answer writes an answer to a read with its entity tag, or 304 where the caller has it already.
func answer(c echo.Context, tag string, body any) error {
	had, err := has(c, tag)
	if err != nil || had {
		return err
	}
	return writeJSON(c, http.StatusOK, echo.MIMEApplicationJSON, body)
}

// answerHashed is answer for what has no entity tag of its own: it gets one from its bytes.
func answerHashed(c echo.Context, body any) error {
	b, err := encode(body)
	if err != nil {
		return err
	}
	return answerBytes(c, echo.MIMEApplicationJSON, b)
}

func answerBytes(c echo.Context, media string, b []byte) error {
	sum := sha256.Sum256(b)
	had, err := has(c, hex.EncodeToString(sum[:16]))
	if err != nil || had {
		return err
	}
	return c.Blob(http.StatusOK, media, b)
}

// matches tells whether an entity tag is among tags, by the weak comparison of If-None-Match.
func matches(tags []string, tag string) bool {
	return slices.Contains(tags, tag) || slices.Contains(tags, "W/"+tag)
}

// has names the state that a read answers with, and answers 304 itself where the caller has that already.
func has(c echo.Context, tag string) (bool, error) {
	tags, any, err := etags(c, ifNoneMatch)
	if err != nil {
		return false, err
	}
	c.Response().Header().Set("ETag", `"`+tag+`"`)
	if any || matches(tags, tag) {
		return true, c.NoContent(http.StatusNotModified)
	}
	return false, nil
}
