package rest

import (
	"bytes"
	"errors"
	"net/http"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/labstack/echo/v4"

	"kast/repository"
)

// export is all that is stored of a person. What is secret, the password's hash, is left out.
type export struct {
	ExportedAt time.Time      `json:"exportedAt"`
	Account    account        `json:"account"`
	SignIns    []signIn       `json:"signIns"`
	Watching   []string       `json:"watching" format:"uuid"` // the games that it watches by a code
	Games      []exportedGame `json:"games"`                  // in which the account has a seat, or one kept for it, or is the host; oldest first
} // @name Export

// signIn is one device on which an account is signed in.
type signIn struct {
	ID          string    `json:"id" format:"uuid"`
	CreatedAt   time.Time `json:"createdAt"`
	RefreshedAt time.Time `json:"refreshedAt"` // when its tokens were last refreshed
} // @name SignIn

// exportedGame is a game with its log.
type exportedGame struct {
	Game   gameSummary  `json:"game"`
	Events []eventShape `json:"events"`
} // @name ExportedGame

// exportTime is how long a part of an export may take on its way to the caller.
const exportTime = time.Minute

// exportsAtOnce is how many exports of an account may be under way: each reads all that it has played.
const exportsAtOnce = 2

// exportMe serves GET /v1/me/export.
//
// @Summary     Take all that is stored of oneself
// @Description The account, its sign-ins, which games it watches, and its games with their logs, as one JSON document that is sent piece by piece. If something goes wrong on the way the connection ends before the document does.
// @ID          exportMe
// @Tags        accounts
// @Success     200 {object} export "Everything"
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/me/export [get]
func (s *server) exportMe(c echo.Context) error {
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	leave, ok := s.exports.Take(caller.AccountID)
	if !ok {
		return &failure{code: codeRateLimited, retryAfter: 10, detail: text{
			"Your data is on its way already. Wait until it has come.", "Dina uppgifter är redan på väg. Vänta tills de har kommit.",
		}}
	}
	defer leave()
	ctx := c.Request().Context()
	a, err := s.auth.Account(ctx, caller)
	if err != nil {
		return err
	}
	signIns, err := s.auth.SignIns(ctx, caller)
	if err != nil {
		return err
	}
	watched, err := s.play.Watched(ctx, caller.AccountID)
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, echo.MIMEApplicationJSON)
	h.Set(echo.HeaderCacheControl, "no-store")
	h.Set(echo.HeaderContentDisposition, `attachment; filename="kast-export.json"`)
	head, err := encode(export{
		ExportedAt: s.now().UTC().Truncate(time.Millisecond), Account: accountOf(a), SignIns: signInsOf(signIns),
		Watching: watched, Games: []exportedGame{},
	})
	if err != nil {
		return err
	}
	const end = "]}" // of the games, which come last, and of the document
	if err := sendPart(c, bytes.TrimSuffix(head, []byte(end))); err != nil {
		return err
	}
	comma := ""
	err = s.play.Export(ctx, caller.AccountID, func(g repository.Game, events []repository.Event) error {
		summary, err := summaryOf(g)
		if err != nil {
			return err
		}
		item := exportedGame{Game: summary, Events: make([]eventShape, len(events))}
		for i, e := range events {
			item.Events[i].stored = jsontext.Value(e.JSON)
		}
		b, err := encode(item)
		if err != nil {
			return err
		}
		part := append([]byte(comma), b...)
		comma = ","
		return sendPart(c, part)
	})
	if err != nil {
		return &brokenOffError{cause: err} // nobody shall take the document for whole
	}
	return sendPart(c, []byte(end))
}

// sendPart sends a part of an answer. The time for it begins anew with each, so that a slow line gets a long one too.
func sendPart(c echo.Context, b []byte) error {
	err := http.NewResponseController(c.Response()).SetWriteDeadline(time.Now().Add(exportTime))
	if err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	_, err = c.Response().Write(b)
	return err
}

func signInsOf(list []repository.SignIn) []signIn {
	shapes := make([]signIn, len(list))
	for i, in := range list {
		shapes[i] = signIn{ID: in.ID, CreatedAt: in.CreatedAt, RefreshedAt: in.RotatedAt}
	}
	return shapes
}
