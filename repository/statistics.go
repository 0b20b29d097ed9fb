package repository

import (
	"context"
	"time"
)

// Statistics tells what finished games come to. All of it follows from what is kept of the games: a game's part is stored
// with the append that ends it. Where Rebuild has put a game right, Recount does so with the records. What needs the game to
// be judged is stored by PutReview, and is known only from then on.
//
// A game counts once it is finished; who gave it up at a table has played it and was placed, but has no total in it. A
// game by oneself that was given up has no result (no placement), and does not count at all.
type Statistics interface {
	// Records lists the best totals, one of each account that has one, from the highest down; of equals the one that was
	// reached first comes first.
	Records(ctx context.Context, f RecordFilter, p RecordPage) (RecordList, error)

	// StatsOf sums up the games of an account, one Stats for each ruleset of which there are games that count, in no order.
	// dice narrows them to games with such dice; empty for all.
	StatsOf(ctx context.Context, accountID, dice string) ([]Stats, error)

	// Fallen returns the sums of the Summary.Fallen of all games.
	Fallen(ctx context.Context) ([6]int, error)

	// Uncounted lists the ids of the games of which Summary.Counted is false, at most limit of them, in the order in which
	// the games were made; after is the next of the page before, 0 for the first, and next is 0 on the last page.
	Uncounted(ctx context.Context, after int64, limit int) (ids []string, next int64, err error)

	// Unreviewed lists likewise the ids of the finished games for which there was no PutReview since they were finished, or
	// since their last Rebuild.
	Unreviewed(ctx context.Context, after int64, limit int) (ids []string, next int64, err error)

	// PutReview stores how the seats of a finished game played, in the order of the seats. ErrNotFound; ErrConflict when
	// the game is not finished, or its head is another.
	PutReview(ctx context.Context, id string, head Head, seats []Played) error

	// Recount makes anew, from what is kept of each game, all that Records, StatsOf and Fallen tell, and reports whether that was
	// wrong. To read it anew from the logs, Rebuild comes first, for every game.
	Recount(ctx context.Context) (wrong bool, err error)

	// Recounted reports whether Recount would find nothing wrong. It changes nothing.
	Recounted(ctx context.Context) (bool, error)
}

// Kinds of records.
const (
	SoloRecord  = "solo"  // in games of one seat
	TableRecord = "table" // in games of two seats or more
)

// RecordFilter says which list of records is meant; each field has a value.
type RecordFilter struct {
	Ruleset string
	Dice    string
	Kind    string // SoloRecord, TableRecord
}

// RecordPage asks for a part of a list of records: what comes after a place, or the first part for the zero place.
type RecordPage struct {
	After RecordPlace
	Limit int
}

// RecordPlace is a place in a list of records. A list may change between two parts: who climbs from the one to the other
// is then in none or in both, but nobody else.
type RecordPlace struct {
	Total   int
	At      time.Time // UTC, ms
	Account int64     // the store's number of the account, above 0; 0 for the beginning of the list
}

// RecordList is a part of a list of records. Next is the zero place on the last part.
type RecordList struct {
	Records []Record
	Next    RecordPlace
}

// Record is the best total of an account.
type Record struct {
	Rank      int // 1 and how many accounts have more: equal totals share a rank
	AccountID string
	Name      string // the account's present one
	Total     int
	At        time.Time // when the game was finished, UTC, ms
	GameID    string
	Public    bool // the game is public
}

// Stats sums up the games of an account by one ruleset.
type Stats struct {
	Ruleset    string
	Solo       int    // games of one seat
	Tables     int    // games of two seats or more, those included that the account gave up
	Placements [8]int // of Tables: in how many the account was placed first, second, …
	BestSolo   *int   // highest total, nil for none
	BestTable  *int

	// The games, of one seat or more, that the account did not give up, and sums over them.
	Completed    int
	Total        int
	FurtherFives int
	UpperBonuses int // games with the upper bonus

	// Those of Completed that are reviewed, and sums over them.
	Reviewed   int
	Loss, Luck int64 // in millionths
}

// Played is how a seat played, by the review of its game, in millionths of a point: whole numbers, so that the same comes
// of it on every machine.
type Played struct{ Loss, Luck int64 }
