package auth

import (
	"context"
	"errors"
	"fmt"

	"kast/repository"
)

// NewAccount is what a person gives to get an account. Without Username and Password it is a guest's.
type NewAccount struct {
	Name     *string
	Username *string
	Password *string
	// Language ("sv", "en") is that of the name which a guest without one gets.
	Language string
}

// CreateAccount makes an account and signs it in. A *FieldError of kind ErrBadName or ErrMalformed; ErrUsernameTaken.
func (s *Service) CreateAccount(ctx context.Context, n NewAccount) (repository.Account, Tokens, error) {
	none := func(err error) (repository.Account, Tokens, error) { return repository.Account{}, Tokens{}, err }
	if err := bothOrNeither(n.Username != nil, n.Password != nil); err != nil {
		return none(err)
	}
	f, err := checkForms(AccountChange{Name: n.Name, Username: n.Username, Password: n.Password})
	if err != nil {
		return none(err)
	}
	id, err := s.newID()
	if err != nil {
		return none(err)
	}
	a := repository.Account{ID: id, CreatedAt: s.now()}
	if f.username != nil {
		a.Username, a.UsernameKey, a.Name = f.username.shown, f.username.key, f.username.shown
		if a.PasswordHash, err = s.passwords.hash(ctx, *f.password); err != nil {
			return none(fmt.Errorf("hash a password: %w", err))
		}
	} else if f.name == nil {
		if a.Name, err = guestName(s.random, n.Language); err != nil {
			return none(err)
		}
	}
	if f.name != nil {
		a.Name = *f.name
	}
	si, err := s.newSignIn(a.ID)
	if err != nil {
		return none(err)
	}
	if err := s.store.CreateAccount(ctx, a, si); err != nil {
		if errors.Is(err, repository.ErrUsernameTaken) {
			return none(ErrUsernameTaken)
		}
		return none(fmt.Errorf("store an account: %w", err))
	}
	t, err := s.tokens(si)
	return a, t, err
}

// Account returns the caller's account. ErrUnauthenticated when it was deleted meanwhile.
func (s *Service) Account(ctx context.Context, c Caller) (repository.Account, error) {
	a, err := s.store.Account(ctx, c.AccountID)
	if err != nil {
		return repository.Account{}, gone("read an account", err)
	}
	return a, nil
}

// SignIns returns the caller's sign-ins that last, oldest first.
func (s *Service) SignIns(ctx context.Context, c Caller) ([]repository.SignIn, error) {
	list, err := s.store.SignIns(ctx, c.AccountID)
	if err != nil {
		return nil, fmt.Errorf("list sign-ins: %w", err)
	}
	return list, nil
}

// Delete removes the caller's account and ends all its sign-ins. It leaves no games: the seats are given up before, by
// who knows games. ErrUnauthenticated when the account was deleted meanwhile.
func (s *Service) Delete(ctx context.Context, c Caller) error {
	if err := s.store.DeleteAccount(ctx, c.AccountID); err != nil {
		return gone("delete an account", err)
	}
	return nil
}
