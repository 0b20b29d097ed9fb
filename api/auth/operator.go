package auth

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kast/repository"
)

// ErrUnknownUsername means: nobody has this username. Only the operator is told.
var ErrUnknownUsername = errors.New("unknown username")

// Named returns the account with a username, in any spelling, for the operator. ErrUnknownUsername; a *FieldError of kind ErrBadName.
func (s *Service) Named(ctx context.Context, username string) (repository.Account, error) {
	_, key, err := checkUsername(username)
	if err != nil {
		return repository.Account{}, err
	}
	return s.named(ctx, key)
}

// named returns the account whose username has a key. ErrUnknownUsername.
func (s *Service) named(ctx context.Context, key string) (repository.Account, error) {
	a, err := s.store.AccountByUsername(ctx, key)
	if errors.Is(err, repository.ErrNotFound) {
		return repository.Account{}, ErrUnknownUsername
	}
	if err != nil {
		return repository.Account{}, fmt.Errorf("look up a username: %w", err)
	}
	return a, nil
}

// SetPassword gives the account with a username another password, and ends all its sign-ins. It asks for no old one: it is for
// the operator, where somebody has forgotten theirs. ErrUnknownUsername; a *FieldError of kind ErrBadName or ErrMalformed.
func (s *Service) SetPassword(ctx context.Context, username, password string) (repository.Account, error) {
	f, err := checkForms(AccountChange{Username: &username, Password: &password})
	if err != nil {
		return repository.Account{}, err
	}
	hash, err := s.passwords.hash(ctx, *f.password)
	if err != nil {
		return repository.Account{}, fmt.Errorf("hash a password: %w", err)
	}
	none, err := s.newID() // no sign-in has it: none is spared
	if err != nil {
		return repository.Account{}, err
	}
	for range maxTries {
		was, err := s.named(ctx, f.username.key)
		if err != nil {
			return repository.Account{}, err
		}
		a := was
		a.PasswordHash = hash
		switch err := s.store.UpdateAccount(ctx, was, a, none); {
		case err == nil:
			return a, nil
		case errors.Is(err, repository.ErrConflict), errors.Is(err, repository.ErrNotFound):
			continue
		default:
			return repository.Account{}, fmt.Errorf("change an account: %w", err)
		}
	}
	return repository.Account{}, fmt.Errorf("change an account: %w", repository.ErrConflict)
}

// AddAccount makes an account with a username that nobody is signed in to, for the operator. ErrUsernameTaken; a *FieldError of
// kind ErrBadName or ErrMalformed.
func (s *Service) AddAccount(ctx context.Context, username, password string) (repository.Account, error) {
	a, _, err := s.CreateAccount(ctx, NewAccount{Username: &username, Password: &password})
	if err != nil {
		return repository.Account{}, err
	}
	all, err := s.SignIns(ctx, Caller{AccountID: a.ID})
	if err != nil {
		return a, err
	}
	for _, si := range all {
		if err := s.SignOut(ctx, Caller{AccountID: a.ID, SignInID: si.ID}); err != nil {
			return a, err
		}
	}
	return a, nil
}

// guestsAtOnce is how many guests are looked for at a time.
const guestsAtOnce = 100

// RemoveGuests removes the guests that nobody has used since a time and that are in no game which is not over, as Delete does. It
// returns how many there were.
func (s *Service) RemoveGuests(ctx context.Context, before time.Time) (removed int, err error) {
	for {
		n, err := s.store.RemoveGuests(ctx, before, guestsAtOnce)
		removed += n
		if err != nil {
			return removed, fmt.Errorf("remove guests: %w", err)
		}
		if n == 0 {
			return removed, nil
		}
	}
}
