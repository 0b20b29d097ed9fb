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
)

// Errors of a store. Everything else a store returns is a fault of its own (a full disk, a lost file).
var (
	// ErrNotFound: no such game, call, account or sign-in.
	ErrNotFound = errors.New("not found")
	// ErrConflict: the log's head, or the row, is no longer what the caller built on; load again and decide again.
	ErrConflict = errors.New("conflict")
	// ErrExists: a game with this id is already there.
	ErrExists = errors.New("id exists")
	// ErrUsernameTaken: another account has this username.
	ErrUsernameTaken = errors.New("username taken")
)

// Store is everything that Kast keeps. All methods are safe for concurrent use; an acknowledged write survives the
// death of the process and of the machine.
type Store interface {
	Games
	Accounts
	// Ping tells whether the store answers reads and can take writes.
	Ping(ctx context.Context) error
	// Close waits for the writes under way and releases the store.
	Close() error
}
