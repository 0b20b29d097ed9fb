package sqlite

import (
	"context"
	"fmt"
	"math"
	"time"

	"kast/repository"
)

// Lobby implements repository.Games.
func (db *DB) Lobby(ctx context.Context, p repository.Page) (repository.GamePage, error) {
	page, err := db.page(ctx, queryLobby, args{before(p), limit(p)}, p)
	if err != nil {
		return page, fmt.Errorf("sqlite: lobby: %w", err)
	}
	return page, nil
}

// GamesOf implements repository.Games.
func (db *DB) GamesOf(ctx context.Context, accountID string, f repository.GameFilter, p repository.Page) (repository.GamePage, error) {
	id, err := encodeID(accountID)
	if err != nil {
		return repository.GamePage{}, nil //nolint:nilerr // nobody can have this id, and nobody has no games
	}
	page, err := db.page(ctx, queryGamesOf, args{id, before(p), f.Status, f.Ruleset, limit(p)}, p)
	if err != nil {
		return page, fmt.Errorf("sqlite: games of %s: %w", accountID, err)
	}
	return page, nil
}

// before returns the number that all games of a page lie before.
func before(p repository.Page) int64 {
	if p.Before == 0 {
		return math.MaxInt64
	}
	return p.Before
}

// limit returns how many games to read for a page: one more than asked for tells whether there is a page after it.
func limit(p repository.Page) int { return max(p.Limit, 0) + 1 }

// page runs a query for one game more than the page has.
func (db *DB) page(ctx context.Context, query string, a args, p repository.Page) (page repository.GamePage, err error) {
	if p.Limit <= 0 {
		return page, nil
	}
	var games []numbered
	err = db.read.do(ctx, func(c *conn) error {
		return c.query(query, a, func(r *row) error {
			games = decodeGame(games, r)
			return nil
		})
	})
	if err != nil {
		return page, err
	}
	if len(games) > p.Limit {
		games = games[:p.Limit]
		page.Next = games[p.Limit-1].n
	}
	for _, g := range games {
		page.Games = append(page.Games, g.Game)
	}
	return page, nil
}

// GameIDs implements repository.Games.
func (db *DB) GameIDs(ctx context.Context, after int64, limit int) (ids []string, next int64, err error) {
	ids, next, err = db.ids(ctx, queryGameIDs, args{after}, limit)
	if err != nil {
		return nil, 0, fmt.Errorf("sqlite: game ids: %w", err)
	}
	return ids, next, nil
}

// Due implements repository.Games.
func (db *DB) Due(ctx context.Context, at time.Time, after int64, limit int) (ids []string, next int64, err error) {
	ids, next, err = db.ids(ctx, queryDue, args{at.UnixMilli(), after}, limit)
	if err != nil {
		return nil, 0, fmt.Errorf("sqlite: games that are due: %w", err)
	}
	return ids, next, nil
}

// Idle implements repository.Games.
func (db *DB) Idle(
	ctx context.Context, openBefore, movedBefore time.Time, after int64, limit int,
) (ids []string, next int64, err error) {
	ids, next, err = db.ids(ctx, queryIdle, args{openBefore.UnixMilli(), movedBefore.UnixMilli(), after}, limit)
	if err != nil {
		return nil, 0, fmt.Errorf("sqlite: idle games: %w", err)
	}
	return ids, next, nil
}

// ids runs a query for numbers and ids, whose last argument is how many.
func (db *DB) ids(ctx context.Context, query string, a args, limit int) (ids []string, next int64, err error) {
	if limit <= 0 {
		return nil, 0, nil
	}
	err = db.read.do(ctx, func(c *conn) error {
		ids, next = nil, 0
		var last int64
		return c.query(query, append(a, limit+1), func(r *row) error {
			if len(ids) == limit {
				next = last
				return nil
			}
			ids = append(ids, decodeID(r.blob(1)))
			last = r.num(0)
			return nil
		})
	})
	return ids, next, err
}
