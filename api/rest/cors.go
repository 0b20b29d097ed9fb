package rest

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
)

// preflightFor is how long a browser need not ask again whether it may call.
const preflightFor = 2 * time.Hour

// cors lets web pages of these origins call, and no other. Who calls is in a header that the page sets itself, so a browser need
// send nothing by itself: credentials are not allowed.
func cors(origins []string) echo.MiddlewareFunc {
	return middleware.CORSWithConfig(middleware.CORSConfig{
		AllowOrigins: origins,
		AllowMethods: []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete},
		AllowHeaders: []string{
			echo.HeaderAuthorization, echo.HeaderContentType, "Accept-Language", "If-Match", "If-None-Match", "Last-Event-ID",
		},
		ExposeHeaders: []string{
			"Content-Language", "ETag", echo.HeaderLocation, headerLimit, headerPolicy, echo.HeaderRetryAfter,
			echo.HeaderWWWAuthenticate, echo.HeaderXRequestID,
		},
		MaxAge: int(preflightFor.Seconds()),
	})
}
