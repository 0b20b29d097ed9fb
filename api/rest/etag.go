package rest

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
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

// ifMatch reads the heads on one of which a move insists; nil for any.
func ifMatch(c echo.Context) ([]string, error) {
	tags, any, err := etags(c, "If-Match")
	if err != nil || any {
		return nil, err
	}
	if len(tags) == 0 && len(c.Request().Header.Values("If-Match")) > 0 {
		return nil, badValue("If-Match")
	}
	return tags, nil
}

// answer writes an answer to a read with its entity tag, or 304 where the caller has it already.
func answer(c echo.Context, tag string, body any) error {
	tags, any, err := etags(c, "If-None-Match")
	if err != nil {
		return err
	}
	c.Response().Header().Set("ETag", `"`+tag+`"`)
	for _, t := range tags {
		any = any || strings.TrimPrefix(t, "W/") == tag
	}
	if any {
		return c.NoContent(http.StatusNotModified)
	}
	return writeJSON(c, http.StatusOK, echo.MIMEApplicationJSON, body)
}

// answerHashed is answer for what has no entity tag of its own: it gets one from its bytes.
func answerHashed(c echo.Context, body any) error {
	b, err := encode(body)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(b)
	return answer(c, hex.EncodeToString(sum[:16]), body)
}

