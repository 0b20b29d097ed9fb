package bench

import (
	"crypto/ed25519"
	"crypto/rand"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"
)

// The routes of a bare server.
const (
	pathChecked = "/checked" // POST: JSON and a token that is verified
	pathStored  = "/stored"  // the same, with a row that is committed
	pathToken   = "/token"   // GET: a token
)

// bareCall is what a bare route reads and answers. It has the fields of a move.
type bareCall struct {
	ID   string `json:"id"`
	Held []int  `json:"held,omitzero"`
}

const (
	bareIssuer   = "kast-bench"
	bareLifetime = 24 * time.Hour
	bareBody     = 64 << 10
)

// Bare is the least that an HTTP server can be that takes JSON from callers with tokens: echo, one route, and nothing
// else.
func Bare(g *Group) (http.Handler, error) {
	public, secret, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	parser := jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithExpirationRequired(), jwt.WithIssuer(bareIssuer))
	key := jwt.Keyfunc(func(*jwt.Token) (any, error) { return public, nil })
	call := func(c echo.Context) (string, bareCall, []byte, error) {
		token, ok := strings.CutPrefix(c.Request().Header.Get(echo.HeaderAuthorization), "Bearer ")
		if !ok {
			return "", bareCall{}, nil, echo.ErrUnauthorized
		}
		var who jwt.RegisteredClaims
		if _, err := parser.ParseWithClaims(token, &who, key); err != nil {
			return "", bareCall{}, nil, echo.ErrUnauthorized
		}
		body, err := io.ReadAll(http.MaxBytesReader(c.Response().Writer, c.Request().Body, bareBody))
		if err != nil {
			return "", bareCall{}, nil, err
		}
		var said bareCall
		if err := json.Unmarshal(body, &said, json.RejectUnknownMembers(true)); err != nil {
			return "", bareCall{}, nil, echo.ErrBadRequest
		}
		answer, err := json.Marshal(said)
		return who.Subject, said, answer, err
	}
	e := echo.New()
	e.POST(pathChecked, func(c echo.Context) error {
		_, _, answer, err := call(c)
		if err != nil {
			return err
		}
		return c.Blob(http.StatusCreated, echo.MIMEApplicationJSON, answer)
	})
	e.POST(pathStored, func(c echo.Context) error {
		who, said, answer, err := call(c)
		if err != nil {
			return err
		}
		if err := g.Put(who, said.ID, storedRow()); err != nil {
			return err
		}
		return c.Blob(http.StatusCreated, echo.MIMEApplicationJSON, answer)
	})
	e.GET(pathToken, func(c echo.Context) error {
		now := time.Now()
		token, err := jwt.NewWithClaims(jwt.SigningMethodEdDSA, jwt.RegisteredClaims{
			Issuer: bareIssuer, Subject: uuid.NewString(),
			IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(bareLifetime)),
		}).SignedString(secret)
		if err != nil {
			return err
		}
		return c.String(http.StatusOK, token)
	})
	return e, nil
}

// storedRow is a row as large as an event of a game.
func storedRow() []byte {
	return []byte(`{"at":"2026-03-14T18:02:11.000Z","by":"player","dice":[3,3,5,1,6],"held":[0,1],"id":"5f0c1a0e-6c9b-4d53-` +
		`9f0c-2f8a7f6f1c11","prev":"0000000000000000000000000000000000000000000000000000000000000000","seat":0,"seq":12,"type":"rolled"}`)
}
