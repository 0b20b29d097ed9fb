package repository

import "context"

// Watching keeps who may watch games beside those who play them. A game has watchers only while it has a watch code.
type Watching interface {
	// GameByWatch returns the game that a watch code, in the case in which it was stored, leads to. ErrNotFound.
	GameByWatch(ctx context.Context, code string) (Game, error)

	// Watch lets an account watch a game, provided that code is the game's watch code (else ErrNotFound) and that fewer
	// than most watch it, or the account does already (else ErrFull). ErrNoAccount.
	Watch(ctx context.Context, gameID, code, accountID string, most int) error

	// Watches tells whether an account was let in to watch a game. Nobody watches a game that is not there.
	Watches(ctx context.Context, gameID, accountID string) (bool, error)

	// Watched lists the ids of the games that an account was let in to watch, in the order in which they were made. Nobody
	// watches none.
	Watched(ctx context.Context, accountID string) ([]string, error)

	// Unwatch takes that back; of who does not watch nothing is taken, which is no error.
	Unwatch(ctx context.Context, gameID, accountID string) error
}
