package repository

import "context"

// Changes tells what is new in the store, to those who wait for it: what this process wrote and what others did.
type Changes interface {
	// Now returns the point after all that is committed.
	Now(ctx context.Context) (Point, error)

	// News returns what is new after a point: at most limit changes of games, all who dropped out up to the last of these,
	// and all ends of sign-ins.
	News(ctx context.Context, after Point, limit int) (News, error)

	// AwaitNews returns once there is news after a point: at once when there is some already, right after the commit when
	// this process makes it, and within half a second when another does. Otherwise it returns the error of the context.
	AwaitNews(ctx context.Context, after Point) error

	// ChangesOf lists the games in which the account is inside (holds a seat, or has one kept, or is the host) and which
	// changed after a place in the order of commits, each once with its last change; and those that it ceased to be inside
	// of after that place and has not come back to, each once with the change by which that was, and nothing of later ones.
	// All are in the order of these changes, at most limit. As games that change meanwhile move to the end, whoever goes on
	// after the last one listed misses none.
	ChangesOf(ctx context.Context, accountID string, after int64, limit int) ([]ChangedGame, error)
}

// Point is a place in the order of commits. The zero Point is before all of them.
type Point struct {
	Games   int64 // the number of the last change of a game
	Endings int64 // the number of the last end of a sign-in
}

// News is what is new after a point.
type News struct {
	// Point is where to go on. All that is between is in this News.
	Point Point
	// Changes has each game that changed once, in the order of their last changes.
	Changes []Change
	// Gone has the accounts that ceased to be inside a game by a change up to Point, and have not come back, in the order of
	// these changes. Deleted accounts are not among them.
	Gone []Departure
	// Ended are the marks of the sign-ins that ended.
	Ended []string
	// Missed is true when more sign-ins ended than are remembered: then any may have.
	Missed bool
}

// Change is the last change of a game: its making, an append, or that Alter or Unwatch changed who may see it. Changes are
// numbered in the order of their commits, and no number comes twice.
type Change struct {
	GameID  string
	Seq     int // of the log's last event
	Changed int64
}

// Departure tells by which change of a game an account ceased to be inside: to hold a seat, to have one kept, or to be the
// host, whichever was the last of them.
type Departure struct {
	AccountID string
	GameID    string
	Changed   int64
}

// ChangedGame is a game of an account with the number of its last change. Where Gone is true the account is not inside
// any more: Changed is the change by which that came about, and of Game there is no more than the ID.
type ChangedGame struct {
	Game
	Changed int64
	Gone    bool
}

// MarkOf returns the mark of a sign-in, which is kept of it for a while after its end. It is so short that others may
// have the same one, so that it tells nothing about who that was: whoever finds the mark of a sign-in looks it up.
func MarkOf(signInID string) string { return signInID[:min(4, len(signInID))] }
