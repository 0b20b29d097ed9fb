package repository

import (
	"context"
	"time"
)

// Accounts keeps the people, their sign-ins, and the keys that tokens are signed with.
type Accounts interface {
	// CreateAccount stores a new account and its first sign-in. ErrUsernameTaken.
	CreateAccount(ctx context.Context, a Account, s SignIn) error
	// Account returns an account. ErrNotFound when there is none, or it was deleted.
	Account(ctx context.Context, id string) (Account, error)
	// AccountByUsername looks an account up by its username's comparison key. ErrNotFound.
	AccountByUsername(ctx context.Context, key string) (Account, error)
	// UpdateAccount replaces name, username, key and password hash of the account a.ID, provided that what is stored
	// still equals was (else ErrConflict). endOthers, when not empty, ends all its sign-ins but that one.
	// ErrNotFound, ErrUsernameTaken.
	UpdateAccount(ctx context.Context, was, a Account, endOthers string) error
	// DeleteAccount removes the account, its sign-ins, and every trace of it beside the logs: its seats and tables stay
	// without owner, its calls without caller. ErrNotFound; ErrConflict while it holds a seat, has one kept or is the
	// host of an open game, or plays in one that runs: those it must leave first, and none can be joined in between.
	DeleteAccount(ctx context.Context, id string) error
	// RemoveGuests removes guests, as DeleteAccount does, that nobody has used since a time: made before it, with no sign-in
	// made or rotated since, and without anything that DeleteAccount would refuse for. It removes most at most, and returns how
	// many it did.
	RemoveGuests(ctx context.Context, before time.Time, most int) (int, error)

	// CreateSignIn stores a sign-in of an existing account. ErrNotFound when the account is gone.
	CreateSignIn(ctx context.Context, s SignIn) error
	// SignIn returns a sign-in that lasts. ErrNotFound when it has ended or never was.
	SignIn(ctx context.Context, id string) (SignIn, error)
	// RecentSignIn is SignIn for a call that need not know what other processes have done within the last second: a sign-in
	// that one of them has ended may seem to last so long. One that this process has ended is ErrNotFound at once.
	RecentSignIn(ctx context.Context, id string) (SignIn, error)
	// SignIns returns the sign-ins of an account that last, oldest first; none is no error.
	SignIns(ctx context.Context, accountID string) ([]SignIn, error)
	// RotateSignIn raises the generation from `from` to from+1 at the given time. ErrNotFound; ErrConflict when the
	// generation is another.
	RotateSignIn(ctx context.Context, id string, from int, at time.Time) error
	// EndSignIn ends a sign-in for good; one that has ended already is no error.
	EndSignIn(ctx context.Context, id string) error

	// Keys returns all keys, oldest first.
	Keys(ctx context.Context) ([]Key, error)
	// AddFirstKey stores k unless there is already a key of its purpose, and returns the first key of that purpose:
	// processes that start at once end up with the same one.
	AddFirstKey(ctx context.Context, k Key) (Key, error)
}

// Account is a person: a guest until there is a username.
type Account struct {
	ID           string // UUID in canonical lower case
	Name         string // shown to others; not unique
	Username     string // as the person writes it; empty for a guest
	UsernameKey  string // what two spellings of one username have in common; unique; empty for a guest
	PasswordHash string // encoded argon2id; empty for a guest
	CreatedAt    time.Time
}

// SignIn is one sign-in of an account on one device. Its refresh token changes with every use: Generation counts those.
type SignIn struct {
	ID         string // UUID in canonical lower case; the tokens' sid
	AccountID  string
	Generation int
	CreatedAt  time.Time
	RotatedAt  time.Time // of the last change of generation; CreatedAt at first
}

// Key is a secret of this server.
type Key struct {
	ID        string // public, the kid of tokens
	Purpose   string // what it is for
	Secret    []byte
	CreatedAt time.Time
}
