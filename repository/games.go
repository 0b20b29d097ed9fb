package repository

import (
	"context"
	"time"
)

// Games keeps the event logs and what lists need to know of them.
type Games interface {
	Changes
	Watching

	// CreateGame stores a new game with its first events. ErrExists when its id is taken: the caller then looks up
	// the call to tell a repeat from a clash. ErrConflict when it is to be the rematch of a game that has one, or is not
	// there. ErrCodeTaken, ErrNoAccount.
	CreateGame(ctx context.Context, g NewGame) error

	// Append continues a log. It stores all of a or nothing. ErrNotFound when there is no such game; ErrConflict when
	// a.After is not the head, what is kept beside the log has changed since a.Beside, or an event id (and so the call's id) is
	// already in use in this game. ErrCodeTaken, ErrNoAccount.
	Append(ctx context.Context, a Append) error

	// Game returns what is kept beside the log, consistent with its Head. ErrNotFound.
	Game(ctx context.Context, id string) (Game, error)

	// Recent returns what Game does, or what the store remembers of it without looking: then Seen is not 0, and an append
	// that says what it saw is refused with ErrConflict where that was not up to date. It is for what ends in an append; whoever
	// does not come to that, asks Game. ErrNotFound.
	Recent(ctx context.Context, id string) (Game, error)

	// GameByInvite returns the game that an invite code, in the case in which it was stored, leads to. ErrNotFound.
	GameByInvite(ctx context.Context, code string) (Game, error)

	// Alter changes what is kept beside a log without continuing the log, provided that head and host of the game was.ID
	// are still those of was (else ErrConflict). ErrNotFound, ErrCodeTaken, ErrNoAccount.
	Alter(ctx context.Context, was Game, c Alteration) error

	// Events returns the events after seq, at most limit of them, in order; none is no error. ErrNotFound when there
	// is no such game.
	Events(ctx context.Context, id string, after, limit int) ([]Event, error)

	// Seed returns the secret server seed (32 bytes) of a game with server dice. It must never leave the server while
	// the game runs. ErrNotFound when there is no such game, or it has no seed.
	Seed(ctx context.Context, id string) ([]byte, error)

	// Call returns what a client-chosen id stands for in this game. ErrNotFound when no call used it. It may have to read
	// the log: who knows the log anyway asks only for the id of an event in it.
	Call(ctx context.Context, gameID, id string) (Call, error)

	// Lobby lists public open games, newest first, without those in which a seat is kept.
	Lobby(ctx context.Context, p Page) (GamePage, error)

	// GamesOf lists the games in which the account holds a seat, or has one kept, or is the host, newest first.
	GamesOf(ctx context.Context, accountID string, f GameFilter, p Page) (GamePage, error)

	// GameIDs lists the ids of all games, oldest first, at most limit of them; after is the next of the page
	// before, 0 for the first, and next is 0 on the last page. For verify and rebuild.
	GameIDs(ctx context.Context, after int64, limit int) (ids []string, next int64, err error)

	// Due lists the ids of the games whose deadline is before a time, at most limit of them, in the order in which the
	// games were made; after is the next of the page before, 0 for the first, and next is 0 on the last page.
	Due(ctx context.Context, before time.Time, after int64, limit int) (ids []string, next int64, err error)

	// Idle lists the ids of the games that nobody goes on with: open ones made before a time, and running ones without
	// deadline whose last event was stored before another time. Order, limit, after and next are those of Due.
	Idle(ctx context.Context, openBefore, movedBefore time.Time, after int64, limit int) (ids []string, next int64, err error)

	// Rebuild replaces what lists know of a game (its summary and its seats' standings, never who owns a seat) with what
	// the caller folded from the log up to head. ErrNotFound, ErrConflict when the head has moved on.
	Rebuild(ctx context.Context, id string, head Head, s Summary, standings []Standing) error

	Statistics
}

// Event is one event as a store keeps it. The store reads none of JSON.
type Event struct {
	Seq  int    // from 1, without gaps
	ID   string // UUID in canonical lower case, unique within the game
	Hash string // 64 lower-case hex digits
	JSON []byte // the event's canonical JSON, given back byte for byte
}

// Head is the last event of a log. The zero Head is that of an empty log.
type Head struct {
	Seq  int
	Hash string
}

// Call remembers a call with a client-chosen id, so that the same call again can be told from another.
type Call struct {
	ID        string // that of the event that the call is named for, which is one of FirstSeq to LastSeq
	AccountID string // who called; empty once that account was deleted
	Request   string // digest of route and body; lower-case hex takes least space
	FirstSeq  int    // the events that the call caused: FirstSeq to LastSeq
	LastSeq   int
}

// Summary is what lists tell of a game without folding its log; it can be made anew from the log.
type Summary struct {
	Ruleset      string
	RulesVersion int
	Status       string // open, playing, finished, closed
	Dice         string // server, client
	Visibility   string // public, private
	Options      string // JSON object of the options, opaque to the store
	TurnSeat     int    // the seat on turn, -1 for none
	Round        int    // the round of the seat on turn, 0 for none
	// StartedAt and FinishedAt are UTC with millisecond precision; zero when it has not come to that.
	StartedAt, FinishedAt time.Time
	// Deadline is when the time of the seat on turn is up, UTC with millisecond precision; zero when no clock runs.
	Deadline time.Time
	// Fallen tells how often each face has fallen with server dice, a 1 first; zero with client dice. Counted is false
	// where that is not known, as in games from before it was counted; then Fallen is zero, and the standings' FurtherFives
	// and UpperBonus may be wrong.
	Counted bool
	Fallen  [6]int
}

// Standing is how a seat stands; it can be made anew from the log.
type Standing struct {
	Seat      int
	Kind      string // account, open, guest, bot
	BotLevel  string // of a bot
	Resigned  bool
	Total     int
	Placement int // from 1; 0 for none
	// Of the scorecard games: how often the seat got the bonus for a further five of a kind, and whether it has the upper
	// bonus.
	FurtherFives int
	UpperBonus   bool
}

// Seat is one seat of a game: how it stands, and beside that who holds it.
type Seat struct {
	Standing
	// AccountID is the owner of a seat of kind account; empty once that account was deleted. An id that is no account is
	// ErrNoAccount when it is written, as that of a host is; a caller that may have been deleted a moment ago is stored as none.
	AccountID string
	// Name is, of a guest, the name that the host gave it: stored with the seat. Of an account the store fills in the
	// account's present name when it reads, and ignores Name when it writes.
	Name string
	// KeptFor is the account that an open seat is kept for, empty for none; Name is then that account's. An account that
	// is not there is ErrNoAccount, like an owner.
	KeptFor string
}

// Game is what is kept beside the log.
type Game struct {
	ID            string // UUID in canonical lower case
	Head          Head
	Host          string // account id; empty once that account was deleted
	InviteCode    string // of a private open game, and no other game's; empty for none
	WatchCode     string // by which a game may be watched, and no other game's; empty while nobody but its people may
	StartWhenFull bool
	CreatedAt     time.Time // server's time, UTC, ms
	UpdatedAt     time.Time // server's time of the last append
	Summary       Summary
	Seats         []Seat // by seat number
	// Rematch is the id of the game that goes on from this one, empty for none. A game that was closed before it started
	// is none. The store keeps it: it is ignored when a game is written, see NewGame.RematchOf.
	Rematch string
	// Seen is what Append.Seen takes, 0 for a game that was read. It is ignored when a game is written.
	Seen uint64
	// Beside counts the changes of what others are shown that no event tells of: of codes, of the host, of the names of
	// accounts, and their deletion. The store keeps it: it is ignored when a game is written.
	Beside int
}

// NewGame is a game with its first events.
type NewGame struct {
	Game
	Seed   []byte // 32 bytes, or nil for client dice
	Events []Event
	Call   *Call // nil when the client chose no id
	// Notices are stored too, due at once, but for those of accounts that are gone. Their GameID is this game.
	Notices []Notice
	// RematchOf is the id of the game whose rematch this one becomes, empty for none.
	RematchOf string
}

// Append is what one command causes: events that continue the log after After, with what lists know of the game then.
type Append struct {
	GameID string
	After  Head
	// Seen is that of the Game on which this was decided: where it is not 0 and anything that is kept beside logs may have
	// changed since, by another process or beside an append, this is ErrConflict.
	Seen uint64
	// Beside is that of the Game on which this was decided. Where it has gone on, this is ErrConflict.
	Beside int

	Events  []Event // at least one; Events[0].Seq == After.Seq+1
	At      time.Time
	Summary Summary
	// Seats, when not nil, replaces all seats (owners and names too).
	Seats []Seat
	// Standings, when not nil and Seats is, replaces how the seats stand and leaves who holds them. It is for all that
	// moves do, and cheaper.
	Standings []Standing
	// Host and InviteCode, when not nil, replace what is stored.
	Host       *string
	InviteCode *string
	Call       *Call
	// Notices are as in NewGame.
	Notices []Notice
}

// Alteration is a change of what is kept beside a log, of which the log tells nothing. What is nil stays.
type Alteration struct {
	Host       *string // an account; ErrNoAccount when it is not there
	InviteCode *string // empty for none
	WatchCode  *string // empty for none; who watched by the one before does not any more
}

// Page asks for a part of a list. Before is the Next of the page before, 0 for the first.
type Page struct {
	Before int64
	Limit  int
}

// GameFilter narrows a list of games; zero values do not.
type GameFilter struct {
	Status  string
	Ruleset string
}

// GamePage is a part of a list. Next is 0 on the last page.
type GamePage struct {
	Games []Game
	Next  int64
}
