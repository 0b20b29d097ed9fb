// Package repository says what Kast keeps and what a store must promise, without saying how.
//
// A store keeps event logs, and beside each log what a log must not hold: who owns a seat, the names of guests, the
// secret seed of a running game. It judges no rules and reads no clock: it stores what it is given, in one transaction
// a call, and refuses an append that does not continue the log's head. The contract is pinned by package storetest,
// which every implementation runs.
package repository

import (
	"context"
	"errors"
	"time"
)

// Errors of a store. Everything else that a store returns is the caller's mistake (an id that is no UUID, events with
// a gap) or the end of its context.
var (
	// ErrNotFound: no such game, call, account or sign-in.
	ErrNotFound = errors.New("not found")
	// ErrConflict: the log's head, or the row, is no longer what the caller built on; load again and decide again.
	ErrConflict = errors.New("conflict")
	// ErrExists: a game with this id is already there.
	ErrExists = errors.New("id exists")
	// ErrNoAccount: an account that is to hold a seat, or to be the host, is not there; it may have just been deleted.
	ErrNoAccount = errors.New("no such account")
	// ErrUsernameTaken: another account has this username.
	ErrUsernameTaken = errors.New("username taken")
	// ErrCodeTaken: another game has this invite code or watch code; draw another.
	ErrCodeTaken = errors.New("code taken")
	// ErrFull: as many watch the game as may.
	ErrFull = errors.New("full")
	// ErrUnavailable: the store cannot do its work at present (a full disk, a file locked or lost, a store that was
	// closed). Nothing is known to be wrong with the call; it may succeed later. A write that failed so was most
	// probably not stored, and was certainly not acknowledged.
	ErrUnavailable = errors.New("store unavailable")
)

// ClocksDiffer is how far the clocks of processes on one store may lie apart at most, and then some.
const ClocksDiffer = 10 * time.Second

// Pause is how long no process must have noted that it runs for that to be a pause, which ends a Stretch. A restart, or an upgrade,
// is none.
const Pause = 5 * time.Minute

// Stretch is a time in which a process ran, or several did, without a Pause.
type Stretch struct{ From, To time.Time }

// Store is everything that Kast keeps. All methods are safe for concurrent use; an acknowledged write survives the
// death of the process and of the machine. Any method may fail with ErrUnavailable. When the context of a write ends
// before the store has begun with it nothing is written; otherwise the method waits for the outcome, and returns that.
type Store interface {
	Games
	Accounts
	Notices
	// Heartbeat returns when a process last noted that it runs; the zero time when none ever did.
	Heartbeat(ctx context.Context) (time.Time, error)
	// Beat notes that a process runs at a time. A time up to ClocksDiffer before the one noted is passed over: it is that of
	// another process whose clock runs late. With an earlier one the machine's clock has been set back.
	Beat(ctx context.Context, at time.Time) error
	// Stretches returns when processes have run, newest first, as their beats tell: a beat no more than a Pause after a stretch
	// makes that longer, one in a stretch changes nothing, and any other begins a new one. So a clock that is wrong for a while
	// makes a stretch of its own, and does no harm to the others. The first one begins at the Unix epoch: what was before the
	// first beat is not known, and counts as no pause.
	Stretches(ctx context.Context) ([]Stretch, error)
	// Ping tells whether the store answers reads and can take writes.
	Ping(ctx context.Context) error
	// Close waits for the writes under way and releases the store. Calls after it fail with ErrUnavailable.
	Close() error
}
