package auth

import (
	"context"
	"errors"
	"fmt"

	"kast/repository"
)

// AccountChange is what a person changes of an account; nil stays as it is.
type AccountChange struct {
	Name        *string
	Username    *string
	Password    *string
	OldPassword *string
}

// Change changes the caller's account. A guest becomes registered by Username and Password together. A new password of
// a registered account needs the old one, and ends all its other sign-ins. A *FieldError of kind ErrBadName or
// ErrMalformed; ErrWrongPassword, ErrUsernameTaken; ErrUnauthenticated when the account was deleted meanwhile; ErrBusy.
func (s *Service) Change(ctx context.Context, c Caller, ch AccountChange) (repository.Account, error) {
	f, err := checkForms(ch)
	if err != nil {
		return repository.Account{}, err
	}
	// Those of one account go one after the other: at once, each that is faster would have all others decide anew.
	release, err := s.changes.take(ctx, c.AccountID)
	if err != nil {
		return repository.Account{}, fmt.Errorf("wait for other changes: %w", err)
	}
	defer release()
	p := passwordChange{s: s, forms: f}
	for range maxTries {
		was, err := s.Account(ctx, c)
		if err != nil {
			return repository.Account{}, err
		}
		a, endOthers, err := p.apply(ctx, was, c)
		if err != nil {
			return repository.Account{}, err
		}
		if a == was {
			return a, nil
		}
		switch err := s.store.UpdateAccount(ctx, was, a, endOthers); {
		case err == nil:
			return a, nil
		case errors.Is(err, repository.ErrConflict):
			continue // somebody else changed it: decide again on what is there now
		case errors.Is(err, repository.ErrUsernameTaken):
			return repository.Account{}, ErrUsernameTaken
		default:
			return repository.Account{}, gone("change an account", err)
		}
	}
	return repository.Account{}, fmt.Errorf("change an account: %w", ErrBusy)
}

// passwordChange applies a change, and remembers between tries what was costly to find out.
type passwordChange struct {
	s      *Service
	forms  forms
	hash   string // of the new password, once it was computed
	proven string // the stored hash that the old password was found to match
}

// apply returns the account as it shall be, and the sign-in to spare when the others are to end.
func (p *passwordChange) apply(ctx context.Context, a repository.Account, c Caller) (_ repository.Account, endOthers string, err error) {
	f := p.forms
	guest := a.Username == ""
	if guest {
		if err := bothOrNeither(f.username != nil, f.password != nil); err != nil {
			return a, "", err
		}
	}
	if f.password != nil {
		again, err := p.again(ctx, a)
		if err != nil || again {
			return a, "", err
		}
		if err := p.prove(ctx, a, guest); err != nil {
			return a, "", err
		}
		if p.hash == "" {
			if p.hash, err = p.s.passwords.hash(ctx, *f.password); err != nil {
				return a, "", fmt.Errorf("hash a password: %w", err)
			}
		}
		a.PasswordHash = p.hash
		if !guest {
			endOthers = c.SignInID
		}
	}
	if f.username != nil {
		a.Username, a.UsernameKey = f.username.shown, f.username.key
	}
	if f.name != nil {
		a.Name = *f.name
	}
	return a, endOthers, nil
}

// again tells whether the change is an upgrade that was carried out before and whose answer got lost: it would give the
// account the very username and password that it has.
func (p *passwordChange) again(ctx context.Context, a repository.Account) (bool, error) {
	f := p.forms
	if a.Username == "" || f.username == nil || f.oldPassword != nil || *f.username != (username{shown: a.Username, key: a.UsernameKey}) {
		return false, nil
	}
	if f.name != nil && *f.name != a.Name {
		return false, nil
	}
	same, err := p.s.passwords.matches(ctx, *f.password, a.PasswordHash)
	if err != nil {
		return false, fmt.Errorf("check a password: %w", err)
	}
	return same, nil
}

// prove checks the old password. A guest has none, so any that it gives is wrong.
func (p *passwordChange) prove(ctx context.Context, a repository.Account, guest bool) error {
	old := p.forms.oldPassword
	if guest {
		if old != nil {
			return ErrWrongPassword
		}
		return nil
	}
	if old == nil {
		return ErrWrongPassword
	}
	if p.proven != "" && a.PasswordHash == p.proven {
		return nil
	}
	prepared, problem := preparePassword(*old)
	if problem != "" {
		return ErrWrongPassword
	}
	ok, err := p.s.passwords.matches(ctx, prepared, a.PasswordHash)
	if err != nil {
		return fmt.Errorf("check a password: %w", err)
	}
	if !ok {
		return ErrWrongPassword
	}
	p.proven = a.PasswordHash
	return nil
}
