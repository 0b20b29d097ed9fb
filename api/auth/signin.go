package auth

import (
	"context"
	"errors"
	"fmt"

	"kast/repository"
)

// SignIn starts a new sign-in of a registered account. ErrUnauthenticated, which does not tell an unknown username from
// a wrong password, by its time neither.
func (s *Service) SignIn(ctx context.Context, username, password string) (repository.Account, Tokens, error) {
	// Nobody has a password of another shape, so refusing it early tells nothing about the username.
	prepared, problem := preparePassword(password)
	if problem != "" {
		return repository.Account{}, Tokens{}, ErrUnauthenticated
	}
	a, err := s.accountByUsername(ctx, username)
	if err != nil {
		return repository.Account{}, Tokens{}, err
	}
	ok, err := s.passwords.matches(ctx, prepared, a.PasswordHash)
	if err != nil {
		return repository.Account{}, Tokens{}, fmt.Errorf("check a password: %w", err)
	}
	if !ok {
		return repository.Account{}, Tokens{}, ErrUnauthenticated
	}
	return s.startSignIn(ctx, a)
}

// accountByUsername returns the zero account when nobody has the username.
func (s *Service) accountByUsername(ctx context.Context, username string) (repository.Account, error) {
	_, key, err := checkUsername(username)
	if err != nil {
		return repository.Account{}, nil //nolint:nilerr // what is no username is one that nobody has
	}
	a, err := s.named(ctx, key)
	if errors.Is(err, ErrUnknownUsername) {
		return repository.Account{}, nil
	}
	return a, err
}

// startSignIn stores a sign-in of the account, whose password was found right.
func (s *Service) startSignIn(ctx context.Context, a repository.Account) (repository.Account, Tokens, error) {
	si, err := s.newSignIn(a.ID)
	if err != nil {
		return repository.Account{}, Tokens{}, err
	}
	if err := s.store.CreateSignIn(ctx, si); err != nil {
		return repository.Account{}, Tokens{}, gone("store a sign-in", err)
	}
	// A password that was changed while this one was checked has ended all sign-ins but this, which was not there yet.
	now, err := s.store.Account(ctx, a.ID)
	if err != nil {
		return repository.Account{}, Tokens{}, gone("read an account", err)
	}
	if now.PasswordHash != a.PasswordHash {
		if err := s.store.EndSignIn(ctx, si.ID); err != nil {
			return repository.Account{}, Tokens{}, fmt.Errorf("end a sign-in: %w", err)
		}
		return repository.Account{}, Tokens{}, ErrUnauthenticated
	}
	t, err := s.tokens(si)
	return now, t, err
}

// SignOut ends the caller's sign-in; its tokens are dead at once.
func (s *Service) SignOut(ctx context.Context, c Caller) error {
	if err := s.store.EndSignIn(ctx, c.SignInID); err != nil {
		return fmt.Errorf("end a sign-in: %w", err)
	}
	return nil
}
