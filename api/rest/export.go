package rest

import (
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
	Games      []exportedGame `json:"games"` // in which the account has a seat or is the host, oldest first
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

// exportMe serves GET /v1/me/export.
//
// @Summary     Take all that is stored of oneself
// @Description The account, its sign-ins, and its games with their logs, as one JSON document that is sent piece by piece. If something goes wrong on the way the connection ends before the document does.
// @ID          exportMe
// @Tags        accounts
// @Success     200 {object} export "Everything"
// @Security    bearerAuth
// @Router      /v1/me/export [get]
func (s *server) exportMe(c echo.Context) error {
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	a, err := s.auth.Account(ctx, caller)
	if err != nil {
		return err
	}
	signIns, err := s.auth.SignIns(ctx, caller)
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, echo.MIMEApplicationJSON)
	h.Set(echo.HeaderCacheControl, "no-store")
	h.Set(echo.HeaderContentDisposition, `attachment; filename="kast-export.json"`)
	doc := &document{c: c}
	doc.member("exportedAt", s.now().UTC().Truncate(time.Millisecond))
	doc.member("account", accountOf(a))
	doc.member("signIns", signInsOf(signIns))
	doc.list("games")
	err = s.play.Export(ctx, caller.AccountID, func(g repository.Game, events []repository.Event) error {
		summary, err := summaryOf(g)
		if err != nil {
			return err
		}
		item := exportedGame{Game: summary, Events: make([]eventShape, len(events))}
		for i, e := range events {
			item.Events[i].stored = jsontext.Value(e.JSON)
		}
		doc.item(item)
		return doc.err
	})
	if err != nil {
		return err // without its end nobody takes the document for whole
	}
	doc.text("]}\n")
	return doc.err
}

func signInsOf(list []repository.SignIn) []signIn {
	shapes := make([]signIn, len(list))
	for i, in := range list {
		shapes[i] = signIn{ID: in.ID, CreatedAt: in.CreatedAt, RefreshedAt: in.RotatedAt}
	}
	return shapes
}

// document is a JSON object that is sent while it is made.
type document struct {
	c     echo.Context
	begun bool // something was sent
	items bool // the list has begun
	err   error
}

func (d *document) member(name string, value any) {
	before := "{"
	if d.begun {
		before = ","
	}
	d.text(before + `"` + name + `":`)
	d.value(value)
}

func (d *document) list(name string) { d.text(`,"` + name + `":[`) }

func (d *document) item(value any) {
	if d.items {
		d.text(",")
	}
	d.items = true
	d.value(value)
}

func (d *document) value(value any) {
	b, err := encode(value)
	if err != nil && d.err == nil {
		d.err = err
	}
	d.text(string(b))
}

// text sends a piece. The time for it begins anew, so that a slow line gets a long document too.
func (d *document) text(s string) {
	if d.err != nil {
		return
	}
	d.begun = true
	w := http.NewResponseController(d.c.Response())
	if err := w.SetWriteDeadline(time.Now().Add(exportTime)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		d.err = err
		return
	}
	_, d.err = d.c.Response().Write([]byte(s))
}
