package rest

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"kast/api/auth"
	"kast/repository"
)

func (s *server) bindAccounts(e *echo.Echo) {
	e.POST("/v1/accounts", s.createAccount)
	e.POST("/v1/tokens", s.createTokens)
	e.DELETE("/v1/tokens", s.signOut)
	e.GET("/v1/me", s.me, conditional)
	e.GET("/v1/me/export", s.exportMe)
	e.PATCH("/v1/me", s.changeMe)
	e.DELETE("/v1/me", s.deleteMe)
}

// account is a person, as shown to that person.
type account struct {
	ID        string    `json:"id" format:"uuid"`
	Name      string    `json:"name" minLength:"1" maxLength:"40"`              // shown to others
	Username  string    `json:"username,omitzero" minLength:"1" maxLength:"40"` // for signing in; absent for a guest
	Guest     bool      `json:"guest"`                                          // has no username and password yet
	CreatedAt time.Time `json:"createdAt"`
} // @name Account

// signedIn is an account with the tokens of a sign-in.
type signedIn struct {
	Account      account `json:"account"`
	AccessToken  string  `json:"accessToken"`              // sent as Authorization: Bearer …
	RefreshToken string  `json:"refreshToken"`             // works once; asked again within 60 s it answers the same successor
	TokenType    string  `json:"tokenType" enums:"Bearer"` // how the access token is sent
	ExpiresIn    int     `json:"expiresIn" minimum:"1"`    // seconds that the access token lasts
} // @name SignedIn

// newAccount asks for an account: a guest, or with username and password a registered player.
type newAccount struct {
	Name     *string `json:"name,omitzero" minLength:"1" maxLength:"40"`
	Username *string `json:"username,omitzero" minLength:"1" maxLength:"40"`
	Password *string `json:"password,omitzero" format:"password" minLength:"8" maxLength:"128"`
} // @name NewAccount

// credentials are either username and password, or a refresh token.
type credentials struct {
	Username     *string `json:"username,omitzero"`
	Password     *string `json:"password,omitzero" format:"password"`
	RefreshToken *string `json:"refreshToken,omitzero"`
} // @name Credentials

// accountChange is what to change of an account; absent stays as it is.
type accountChange struct {
	Name        *string `json:"name,omitzero" minLength:"1" maxLength:"40"`
	Username    *string `json:"username,omitzero" minLength:"1" maxLength:"40"`
	Password    *string `json:"password,omitzero" format:"password" minLength:"8" maxLength:"128"` // ends all other sign-ins
	OldPassword *string `json:"oldPassword,omitzero" format:"password"`                            // needed for a new password
} // @name AccountChange

func accountOf(a repository.Account) account {
	return account{ID: a.ID, Name: a.Name, Username: a.Username, Guest: a.Username == "", CreatedAt: a.CreatedAt}
}

// createAccount serves POST /v1/accounts.
//
// @Summary     Make an account
// @Description Without username and password it is a guest, which can be registered later. Usernames are unique, names are not.
// @ID          createAccount
// @Tags        accounts
// @Param       body body newAccount false "All fields may be left out"
// @Success     201 {object} signedIn "The account and its first sign-in"
// @Failure     403 {object} problem "registrationClosed"
// @Failure     409 {object} problem "usernameTaken"
// @Failure     422 {object} problem "badName"
// @Failure     429 {object} problem
// @Router      /v1/accounts [post]
func (s *server) createAccount(c echo.Context) error {
	var body newAccount
	if err := bind(c, &body); err != nil {
		return err
	}
	if s.closed {
		return &failure{code: codeClosed}
	}
	var a repository.Account
	var tokens auth.Tokens
	err := within(c, func(ctx context.Context) (err error) {
		a, tokens, err = s.auth.CreateAccount(ctx, auth.NewAccount{
			Name: body.Name, Username: body.Username, Password: body.Password, Language: language(c),
		})
		return err
	}, s.accountToll(c))
	if err != nil {
		return err
	}
	s.noteSignedIn(c, a.UsernameKey)
	return answerTokens(c, http.StatusCreated, a, tokens)
}

// createTokens serves POST /v1/tokens.
//
// @Summary     Sign in, or refresh a sign-in
// @Description Send username and password, or the refresh token of a sign-in. A refresh token works once; asked again within 60 s it answers the same successor, as long as that is unused. Any other reuse ends the sign-in.
// @ID          createTokens
// @Tags        accounts
// @Param       body body credentials true "Username and password, or refreshToken"
// @Success     200 {object} signedIn "The account and its tokens"
// @Failure     401 {object} problem
// @Failure     429 {object} problem
// @Router      /v1/tokens [post]
func (s *server) createTokens(c echo.Context) error {
	var body credentials
	if err := bind(c, &body); err != nil {
		return err
	}
	ctx := c.Request().Context()
	switch {
	case body.RefreshToken != nil && body.Username == nil && body.Password == nil:
		a, tokens, err := s.auth.Refresh(ctx, *body.RefreshToken)
		if err != nil {
			return refused(err, text{"The refresh token is not valid any more. Sign in again.", "Förnyelsetoken gäller inte längre. Logga in på nytt."})
		}
		s.noteSignedIn(c, a.UsernameKey)
		return answerTokens(c, http.StatusOK, a, tokens)
	case body.RefreshToken != nil:
		return malformed(text{"Send either username and password or refreshToken.", "Skicka antingen username och password eller refreshToken."})
	case body.Username == nil:
		return missing("username")
	case body.Password == nil:
		return missing("password")
	}
	var a repository.Account
	var tokens auth.Tokens
	err := within(c, func(ctx context.Context) (err error) {
		a, tokens, err = s.auth.SignIn(ctx, *body.Username, *body.Password)
		return err
	}, s.signInTolls(c, *body.Username)...)
	if err != nil {
		return refused(err, text{"Wrong username or password.", "Fel användarnamn eller lösenord."})
	}
	s.noteSignedIn(c, a.UsernameKey)
	return answerTokens(c, http.StatusOK, a, tokens)
}

// refused says of credentials that do not hold what is wrong with them; other errors stay as they are.
func refused(err error, why text) error {
	if errors.Is(err, auth.ErrUnauthenticated) {
		return &failure{code: codeUnauthenticated, detail: why}
	}
	return err
}

func answerTokens(c echo.Context, status int, a repository.Account, t auth.Tokens) error {
	c.Response().Header().Set(echo.HeaderCacheControl, "no-store")
	return writeJSON(c, status, echo.MIMEApplicationJSON, signedIn{
		Account: accountOf(a), AccessToken: t.Access, RefreshToken: t.Refresh, TokenType: "Bearer", ExpiresIn: t.ExpiresIn,
	})
}

// signOut serves DELETE /v1/tokens.
//
// @Summary     Sign out
// @Description Ends the sign-in whose token is used; all its tokens are refused at once.
// @ID          signOut
// @Tags        accounts
// @Success     204 "Signed out"
// @Security    bearerAuth
// @Router      /v1/tokens [delete]
func (s *server) signOut(c echo.Context) error {
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	if err := s.auth.SignOut(c.Request().Context(), caller); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// me serves GET /v1/me.
//
// @Summary  The caller's account
// @ID       getMe
// @Tags     accounts
// @Param    If-None-Match header string false "Entity tag that the caller has"
// @Success  200 {object} account "The account"
// @Security bearerAuth
// @Router   /v1/me [get]
func (s *server) me(c echo.Context) error {
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	a, err := s.auth.Account(c.Request().Context(), caller)
	if err != nil {
		return err
	}
	return answerHashed(c, accountOf(a))
}

// changeMe serves PATCH /v1/me.
//
// @Summary     Change the caller's account
// @Description A guest is registered by sending username and password. A new password needs the old one, and ends all other sign-ins.
// @ID          changeMe
// @Tags        accounts
// @Param       body body accountChange false "What to change"
// @Success     200 {object} account "The account as it is now"
// @Failure     403 {object} problem "wrongPassword"
// @Failure     409 {object} problem "usernameTaken"
// @Failure     422 {object} problem "badName"
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/me [patch]
func (s *server) changeMe(c echo.Context) error {
	var body accountChange
	if err := bind(c, &body); err != nil {
		return err
	}
	change := auth.AccountChange(body)
	if err := change.Malformed(); err != nil {
		return err
	}
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	var a repository.Account
	err = within(c, func(ctx context.Context) (err error) {
		a, err = s.auth.Change(ctx, caller, change)
		return err
	}, toll{of: s.limits.passwords, key: caller.AccountID, counts: on(auth.ErrWrongPassword)})
	if err != nil {
		return err
	}
	return writeJSON(c, http.StatusOK, echo.MIMEApplicationJSON, accountOf(a))
}

// deleteMe serves DELETE /v1/me.
//
// @Summary     Delete the caller's account
// @Description It leaves open tables and gives up running games; its seats in finished games stay, without owner or name. All its tokens are refused at once.
// @ID          deleteMe
// @Tags        accounts
// @Success     204 "Deleted"
// @Failure     429 {object} problem
// @Security    bearerAuth
// @Router      /v1/me [delete]
func (s *server) deleteMe(c echo.Context) error {
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	// Who joins a table in between must leave that too: the store deletes nobody whom others wait for.
	for range maxWithdrawals {
		if err := s.play.Withdraw(ctx, caller.AccountID); err != nil {
			return err
		}
		err := s.auth.Delete(ctx, caller)
		if errors.Is(err, repository.ErrConflict) {
			continue
		}
		if err != nil {
			return err
		}
		return c.NoContent(http.StatusNoContent)
	}
	return busy()
}

// maxWithdrawals is how often an account is taken out of its games while it keeps joining others.
const maxWithdrawals = 16
