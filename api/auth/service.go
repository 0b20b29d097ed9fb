// Package auth knows who calls: accounts, passwords, sign-ins and tokens.
//
// A sign-in is one device of one account. It is proved by two tokens. The access token is a signed JWT that lasts 15
// minutes, and every use of it asks the store whether its sign-in still lasts, so signing out works at once: in this
// process, and within a second in others on the same store. The refresh token gives new tokens and works once: that a used
// one comes back means that somebody else has it too, and ends the sign-in.
//
// The package speaks no HTTP and no SQL. Clock and randomness are given to it, and none of its errors holds a secret.
package auth

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"

	"kast/repository"
)

// maxTries bounds how often a call decides anew because somebody else changed the same row meanwhile.
const maxTries = 8

// Options are what a Service takes from outside; the zero value is for production.
type Options struct {
	// Now is the clock; time.Now when nil.
	Now func() time.Time
	// Random is the source of keys, salts and ids; crypto/rand.Reader when nil. It must be safe for concurrent use.
	Random io.Reader
}

// Service issues and checks tokens, and keeps accounts. Its methods are safe for concurrent use. Where a method says
// which errors it returns, any other is a fault of the store, of the random source, or the context's.
type Service struct {
	store  repository.Accounts
	clock  func() time.Time
	random io.Reader
	// Behind pointers, so that formatting what holds a Service shows addresses and no keys.
	access    *accessTokens
	refresh   *refreshTokens
	passwords *hasher
	changes   *turns // of accounts, by id
}

// New returns a service over the store. At the first start it makes the keys and keeps them in the store.
func New(ctx context.Context, store repository.Accounts, o Options) (*Service, error) {
	s := &Service{store: store, clock: o.Now, random: o.Random, changes: &turns{}}
	if s.clock == nil {
		s.clock = time.Now
	}
	if s.random == nil {
		s.random = rand.Reader
	}
	keys, err := loadKeys(ctx, store, s.random, s.now())
	if err != nil {
		return nil, err
	}
	if s.access, err = newAccessTokens(keys, s.clock); err != nil {
		return nil, err
	}
	if s.refresh, err = newRefreshTokens(keys); err != nil {
		return nil, err
	}
	if s.passwords, err = newHasher(s.random); err != nil {
		return nil, err
	}
	return s, nil
}

// Format shows nothing of a Service: it holds keys.
func (Service) Format(f fmt.State, _ rune) { fmt.Fprint(f, "auth.Service{hidden}") }

// Caller is who an access token stands for.
type Caller struct {
	AccountID string
	SignInID  string
}

// Tokens prove a sign-in.
type Tokens struct {
	Access    string
	Refresh   string
	ExpiresIn int // seconds that Access lasts
}

// Format hides the tokens, so that no log line shows them by mistake.
func (Tokens) Format(f fmt.State, _ rune) { fmt.Fprint(f, "auth.Tokens{hidden}") }

// now is the clock as the store keeps times.
func (s *Service) now() time.Time { return s.clock().UTC().Truncate(time.Millisecond) }

// newID draws a UUID.
func (s *Service) newID() (string, error) {
	id, err := uuid.NewRandomFromReader(s.random)
	if err != nil {
		return "", fmt.Errorf("draw an id: %w", err)
	}
	return id.String(), nil
}

// newSignIn makes a sign-in that is not stored yet.
func (s *Service) newSignIn(accountID string) (repository.SignIn, error) {
	id, err := s.newID()
	if err != nil {
		return repository.SignIn{}, err
	}
	at := s.now()
	return repository.SignIn{ID: id, AccountID: accountID, CreatedAt: at, RotatedAt: at}, nil
}

// tokens proves the sign-in at its present generation.
func (s *Service) tokens(si repository.SignIn) (Tokens, error) {
	access, err := s.access.issue(Caller{AccountID: si.AccountID, SignInID: si.ID})
	if err != nil {
		return Tokens{}, err
	}
	refresh, err := s.refresh.issue(si.ID, si.Generation)
	if err != nil {
		return Tokens{}, err
	}
	return Tokens{Access: access, Refresh: refresh, ExpiresIn: int(accessLifetime / time.Second)}, nil
}

// gone turns "not found" into ErrUnauthenticated: who was just authenticated and is no longer there has been ended or
// deleted meanwhile.
func gone(doing string, err error) error {
	if errors.Is(err, repository.ErrNotFound) {
		return ErrUnauthenticated
	}
	return fmt.Errorf("%s: %w", doing, err)
}
