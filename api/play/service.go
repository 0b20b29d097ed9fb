// Package play holds the use cases of games: it loads a log, folds it, lets the domain decide, and appends what that
// causes. It knows who may see and move what; it knows neither HTTP nor SQL. Any number of processes may run it on one
// store: an append that does not continue the head is refused, and decided anew.
package play

import (
	"crypto/rand"
	"errors"
	"io"
	"sync/atomic"
	"time"

	"kast/repository"
)

// Errors of the use cases. Beside these they return *game.Refusal, where the rules refuse a move, and the store's own
// faults.
var (
	// ErrNotFound: there is no such game, or the caller may not know of it.
	ErrNotFound = errors.New("no such game")
	// ErrNotSeated: the caller holds no seat that could do this.
	ErrNotSeated = errors.New("not seated")
	// ErrHostOnly: only the host may do this.
	ErrHostOnly = errors.New("host only")
	// ErrAlreadySeated: the caller has a seat in this game.
	ErrAlreadySeated = errors.New("already seated")
	// ErrIDInUse: the id that the client chose stands for another call.
	ErrIDInUse = errors.New("id in use")
	// ErrStale: the game has moved on from the head that the caller named.
	ErrStale = errors.New("stale state")
	// ErrNotServerDice: the game's dice are the client's, so there is nothing to prove.
	ErrNotServerDice = errors.New("not server dice")
	// ErrBadName: a guest's name is not allowed.
	ErrBadName = errors.New("bad name")
	// ErrBadSeats: the seats asked for are contradictory.
	ErrBadSeats = errors.New("bad seats")
	// ErrNotPrivate: the game is public, so it needs no code.
	ErrNotPrivate = errors.New("not private")
	// ErrWatchersFull: as many watch the game as may.
	ErrWatchersFull = errors.New("watchers full")
	// ErrNoAccount: the account that is to be seated, or to be the host, is not there any more.
	ErrNoAccount = errors.New("no such account")
	// ErrBusy: others kept changing the game; the call changed nothing and may be sent again.
	ErrBusy = errors.New("game is busy")
)

// Options are what a Service needs of the outside; zero values give the real thing.
type Options struct {
	Now    func() time.Time
	Random io.Reader // a cryptographically secure source
	// CheckName returns a guest's name in its enforced form, or an error.
	CheckName func(string) (string, error)
	// Tables are those of best play; nil for new ones.
	Tables *Tables
	// CacheBytes is about how much memory may be taken to keep what logs come to, so that a move in a long game costs no
	// more than one in a short; 0 for 64 MiB, negative for none.
	CacheBytes int
	// Notify, when not nil, makes the service store notices for the accounts that are to be told of a step of a game (see
	// docs/webhook.md), and is called after each step that has stored some. It must not wait for anything.
	Notify func()
}

const defaultCacheBytes = 64 << 20

// Service runs games on a store. All that it holds can be read from there again.
type Service struct {
	store     repository.Games
	now       func() time.Time
	random    io.Reader
	checkName func(string) (string, error)
	folds     *folds
	tables    *Tables
	notify    func() // nil when nobody is to be told anything
	live      *hub
	// clocksHeld is true while the server starts: no clock runs out yet.
	clocksHeld atomic.Bool
	// clocksSeen is when the timer of this process last looked at the clocks, by the wall clock, in Unix milliseconds; 0 where
	// none runs.
	clocksSeen atomic.Int64
}

// New returns a Service on a store.
func New(store repository.Games, o Options) *Service {
	s := &Service{store: store, now: o.Now, random: o.Random, checkName: o.CheckName, notify: o.Notify, live: newHub(store)}
	if s.now == nil {
		s.now = time.Now
	}
	if s.random == nil {
		s.random = rand.Reader
	}
	if s.checkName == nil {
		s.checkName = func(name string) (string, error) { return name, nil }
	}
	s.tables = o.Tables
	if s.tables == nil {
		s.tables = NewTables()
	}
	if o.CacheBytes == 0 {
		o.CacheBytes = defaultCacheBytes
	}
	s.folds = newFolds(max(o.CacheBytes, 0))
	return s
}
