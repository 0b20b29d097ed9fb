package rest

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"kast/openapi"
)

func (s *server) bindSystem(e *echo.Echo) {
	e.GET("/healthz", s.alive)
	e.GET("/readyz", s.ready)
	e.GET("/openapi.json", s.documentJSON, conditional)
	e.GET("/openapi.yaml", s.documentYAML, conditional)
	e.GET("/.well-known/jwks.json", s.keys, conditional)
	page := echo.WrapHandler(openapi.UI())
	e.GET(openapi.UIPath, page)
	e.GET(openapi.UIPath+"/*", page)
}

// health tells how the server is.
type health struct {
	Status  string `json:"status" enums:"ok,starting,unavailable"`
	Version string `json:"version"` // of the server
} // @name Health

// alive serves GET /healthz.
//
// @Summary Is the process alive?
// @ID      alive
// @Tags    system
// @Success 200 {object} health "It is"
// @Router  /healthz [get]
func (s *server) alive(c echo.Context) error {
	return writeJSON(c, http.StatusOK, echo.MIMEApplicationJSON, health{Status: "ok", Version: s.version})
}

// readyTimeout bounds how long the store may take to answer.
const readyTimeout = 2 * time.Second

// ready serves GET /readyz.
//
// @Summary Can the server play?
// @ID      ready
// @Tags    system
// @Success 200 {object} health "The store answers, and best play is worked out"
// @Failure 503 {object} health "Not, or not yet"
// @Router  /readyz [get]
func (s *server) ready(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), readyTimeout)
	defer cancel()
	if err := s.store.Ping(ctx); err != nil {
		s.log.Warn("not ready", "error", err, requestID(c))
		return writeJSON(c, http.StatusServiceUnavailable, echo.MIMEApplicationJSON,
			health{Status: "unavailable", Version: s.version})
	}
	if !s.play.Tables().Ready() {
		return writeJSON(c, http.StatusServiceUnavailable, echo.MIMEApplicationJSON,
			health{Status: "starting", Version: s.version})
	}
	return writeJSON(c, http.StatusOK, echo.MIMEApplicationJSON, health{Status: "ok", Version: s.version})
}

// documentJSON serves GET /openapi.json.
//
// @Summary This contract, as JSON
// @ID      openapiJSON
// @Tags    system
// @Param   If-None-Match header string false "Entity tag that the caller has"
// @Success 200 {object} object "OpenAPI 3.0.3"
// @Router  /openapi.json [get]
func (s *server) documentJSON(c echo.Context) error {
	return answerBytes(c, echo.MIMEApplicationJSON, openapi.JSON())
}

// documentYAML serves GET /openapi.yaml.
//
// @Summary This contract, as YAML
// @ID      openapiYAML
// @Tags    system
// @Produce application/yaml
// @Param   If-None-Match header string false "Entity tag that the caller has"
// @Success 200 {object} object "OpenAPI 3.0.3"
// @Router  /openapi.yaml [get]
func (s *server) documentYAML(c echo.Context) error {
	return answerBytes(c, "application/yaml", openapi.YAML())
}

// keySet is a JSON Web Key Set, RFC 7517.
type keySet struct {
	Keys []publicKey `json:"keys"`
} // @name KeySet

// publicKey is an Ed25519 key, RFC 8037.
type publicKey struct {
	KeyType   string `json:"kty" enums:"OKP"`
	Curve     string `json:"crv" enums:"Ed25519"`
	ID        string `json:"kid"`
	Algorithm string `json:"alg" enums:"EdDSA"`
	Use       string `json:"use" enums:"sig"`
	X         string `json:"x"` // the public key, base64url
} // @name PublicKey

// keys serves GET /.well-known/jwks.json.
//
// @Summary The keys that access tokens are signed with
// @ID      keys
// @Tags    system
// @Param   If-None-Match header string false "Entity tag that the caller has"
// @Success 200 {object} keySet "The public keys"
// @Router  /.well-known/jwks.json [get]
func (s *server) keys(c echo.Context) error {
	set := keySet{Keys: []publicKey{}}
	for _, k := range s.auth.JWKS() {
		set.Keys = append(set.Keys, publicKey{
			KeyType: k.KeyType, Curve: k.Curve, ID: k.KeyID, Algorithm: k.Algorithm, Use: k.Use, X: k.X,
		})
	}
	return answerHashed(c, set)
}
