package repository

import (
	"context"
	"time"
)

// Notices keeps what the server has still to tell a service outside. A notice is stored with what it tells of, in one
// transaction (see NewGame and Append), and goes once it was delivered or is given up. Those of an account go with the
// account.
type Notices interface {
	// ClaimNotices takes notices that are due at a time, at most limit of them, those first that have been due for longest.
	// Until the time lease nobody else gets them, in this process or another; who has neither removed nor postponed one by
	// then is taken for dead. Each claim raises Attempts by one. A notice of a turn that is over is removed, not returned.
	ClaimNotices(ctx context.Context, due, lease time.Time, limit int) ([]Notice, error)
	// RemoveNotice ends a notice, whoever has claimed it; one that is gone is no error.
	RemoveNotice(ctx context.Context, id string) error
	// PostponeNotice gives a claimed notice back, to be due again at a time. It does nothing when the notice is gone, or
	// was claimed again since: attempts is Attempts of the claim that is given back.
	PostponeNotice(ctx context.Context, id string, attempts int, due time.Time) error
}

// Notice is something that an account is to be told.
type Notice struct {
	ID        string // UUID in canonical lower case, unique over all notices
	AccountID string
	GameID    string
	// Turn is the turn that the notice tells of, after which it is worth nothing; nil for what stays true.
	Turn *NoticeTurn
	Body []byte    // what is told, opaque to the store, given back byte for byte
	At   time.Time // when it came to that, UTC with millisecond precision
	// Attempts is how often it was claimed; a store that is given a notice takes it for 0.
	Attempts int
}

// NoticeTurn names a turn of a game. It is under way while a Summary with the status "playing" has the same.
type NoticeTurn struct {
	Seat, Round int
}
