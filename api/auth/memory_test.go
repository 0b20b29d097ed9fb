package auth_test

import (
	"context"
	"maps"
	"sync"
	"time"

	"kast/repository"
)

// memory is a store of accounts for tests that need no disk.
type memory struct {
	mu       sync.Mutex
	accounts map[string]repository.Account
	signIns  map[string]repository.SignIn
	keys     []repository.Key
	broken   error // when set, what every call answers
}

func newMemory() *memory {
	return &memory{accounts: map[string]repository.Account{}, signIns: map[string]repository.SignIn{}}
}

// lock begins a call; the caller defers the unlock.
func (m *memory) lock(ctx context.Context) (unlock func(), err error) {
	m.mu.Lock()
	if m.broken != nil {
		return m.mu.Unlock, m.broken
	}
	return m.mu.Unlock, ctx.Err()
}

func (m *memory) taken(a repository.Account) bool {
	for id, other := range m.accounts {
		if id != a.ID && a.UsernameKey != "" && other.UsernameKey == a.UsernameKey {
			return true
		}
	}
	return false
}

func (m *memory) CreateAccount(ctx context.Context, a repository.Account, s repository.SignIn) error {
	unlock, err := m.lock(ctx)
	defer unlock()
	if err != nil {
		return err
	}
	if m.taken(a) {
		return repository.ErrUsernameTaken
	}
	m.accounts[a.ID], m.signIns[s.ID] = a, s
	return nil
}

func (m *memory) Account(ctx context.Context, id string) (repository.Account, error) {
	unlock, err := m.lock(ctx)
	defer unlock()
	if err != nil {
		return repository.Account{}, err
	}
	a, ok := m.accounts[id]
	if !ok {
		return a, repository.ErrNotFound
	}
	return a, nil
}

func (m *memory) AccountByUsername(ctx context.Context, key string) (repository.Account, error) {
	unlock, err := m.lock(ctx)
	defer unlock()
	if err != nil {
		return repository.Account{}, err
	}
	for _, a := range m.accounts {
		if key != "" && a.UsernameKey == key {
			return a, nil
		}
	}
	return repository.Account{}, repository.ErrNotFound
}

func (m *memory) UpdateAccount(ctx context.Context, was, a repository.Account, endOthers string) error {
	unlock, err := m.lock(ctx)
	defer unlock()
	if err != nil {
		return err
	}
	stored, ok := m.accounts[a.ID]
	switch {
	case !ok:
		return repository.ErrNotFound
	case stored != was:
		return repository.ErrConflict
	case m.taken(a):
		return repository.ErrUsernameTaken
	}
	m.accounts[a.ID] = a
	if endOthers != "" {
		maps.DeleteFunc(m.signIns, func(id string, s repository.SignIn) bool {
			return s.AccountID == a.ID && id != endOthers
		})
	}
	return nil
}

func (m *memory) DeleteAccount(ctx context.Context, id string) error {
	unlock, err := m.lock(ctx)
	defer unlock()
	if err != nil {
		return err
	}
	if _, ok := m.accounts[id]; !ok {
		return repository.ErrNotFound
	}
	delete(m.accounts, id)
	maps.DeleteFunc(m.signIns, func(_ string, s repository.SignIn) bool { return s.AccountID == id })
	return nil
}

func (m *memory) CreateSignIn(ctx context.Context, s repository.SignIn) error {
	unlock, err := m.lock(ctx)
	defer unlock()
	if err != nil {
		return err
	}
	if _, ok := m.accounts[s.AccountID]; !ok {
		return repository.ErrNotFound
	}
	m.signIns[s.ID] = s
	return nil
}

func (m *memory) SignIn(ctx context.Context, id string) (repository.SignIn, error) {
	unlock, err := m.lock(ctx)
	defer unlock()
	if err != nil {
		return repository.SignIn{}, err
	}
	s, ok := m.signIns[id]
	if !ok {
		return s, repository.ErrNotFound
	}
	return s, nil
}

func (m *memory) RotateSignIn(ctx context.Context, id string, from int, at time.Time) error {
	unlock, err := m.lock(ctx)
	defer unlock()
	if err != nil {
		return err
	}
	s, ok := m.signIns[id]
	switch {
	case !ok:
		return repository.ErrNotFound
	case s.Generation != from:
		return repository.ErrConflict
	}
	s.Generation, s.RotatedAt = from+1, at
	m.signIns[id] = s
	return nil
}

func (m *memory) EndSignIn(ctx context.Context, id string) error {
	unlock, err := m.lock(ctx)
	defer unlock()
	if err != nil {
		return err
	}
	delete(m.signIns, id)
	return nil
}

func (m *memory) Keys(ctx context.Context) ([]repository.Key, error) {
	unlock, err := m.lock(ctx)
	defer unlock()
	if err != nil {
		return nil, err
	}
	return append([]repository.Key(nil), m.keys...), nil
}

func (m *memory) AddFirstKey(ctx context.Context, k repository.Key) (repository.Key, error) {
	unlock, err := m.lock(ctx)
	defer unlock()
	if err != nil {
		return repository.Key{}, err
	}
	for _, have := range m.keys {
		if have.Purpose == k.Purpose {
			return have, nil
		}
	}
	m.keys = append(m.keys, k)
	return k, nil
}
