package sqlite

import (
	"bytes"
	"context"
	"fmt"

	"kast/repository"
)

// GameByInvite implements repository.Games.
func (db *DB) GameByInvite(ctx context.Context, code string) (repository.Game, error) {
	g, err := db.byCode(ctx, queryInvite, code)
	if err != nil {
		return repository.Game{}, fmt.Errorf("sqlite: game by invite code: %w", err)
	}
	return g, nil
}

// GameByWatch implements repository.Watching.
func (db *DB) GameByWatch(ctx context.Context, code string) (repository.Game, error) {
	g, err := db.byCode(ctx, queryWatchCode, code)
	if err != nil {
		return repository.Game{}, fmt.Errorf("sqlite: game by watch code: %w", err)
	}
	return g, nil
}

// byCode runs a query for the game that has a code. Codes are secrets, so that no error repeats them.
func (db *DB) byCode(ctx context.Context, query, code string) (repository.Game, error) {
	var games []numbered
	err := db.read.do(ctx, func(c *conn) error {
		games = nil
		err := c.query(query, args{code}, func(r *row) error {
			games = decodeGame(games, r)
			return nil
		})
		if err == nil && len(games) == 0 {
			err = repository.ErrNotFound
		}
		return err
	})
	if err != nil {
		return repository.Game{}, err
	}
	return games[0].Game, nil
}

// Alter implements repository.Games.
func (db *DB) Alter(ctx context.Context, was repository.Game, c repository.Alteration) error {
	w, err := newAlteration(was, c)
	if err == nil {
		err = db.write.do(ctx, w.run)
	}
	if err != nil {
		return fmt.Errorf("sqlite: alter game %s: %w", was.ID, err)
	}
	return nil
}

// alteration is a change of what is kept beside a log, encoded by the caller's goroutine.
type alteration struct {
	c       repository.Alteration
	id      []byte
	seq     int
	hash    []byte
	oldHost []byte // UUID, nil for none
	newHost []byte // UUID, nil for none
}

func newAlteration(was repository.Game, c repository.Alteration) (*alteration, error) {
	w := &alteration{c: c, seq: was.Head.Seq}
	var err error
	if w.id, err = encodeID(was.ID); err != nil {
		return nil, repository.ErrNotFound
	}
	if w.hash, err = encodeHash(was.Head.Hash); err != nil {
		return nil, err
	}
	if w.oldHost, err = orNullID(was.Host); err != nil {
		return nil, fmt.Errorf("host: %w", err)
	}
	if c.Host != nil {
		if w.newHost, err = orNullID(*c.Host); err != nil {
			return nil, fmt.Errorf("new host: %w", err)
		}
	}
	return w, nil
}

func (w *alteration) run(t *txn) error {
	var n int64
	same := false
	_, err := t.one(`SELECT g.n, g.seq, g.hash, h.id FROM games g LEFT JOIN accounts h ON h.account = g.host WHERE g.id = ?`,
		args{w.id}, func(r *row) error {
			n = r.num(0)
			same = r.int(1) == w.seq && bytes.Equal(r.blob(2), w.hash) && bytes.Equal(r.blob(3), w.oldHost)
			return nil
		})
	switch {
	case err != nil:
		return err
	case n == 0:
		return repository.ErrNotFound
	case !same:
		return repository.ErrConflict
	}
	if _, err := t.exec(`UPDATE games SET beside = beside + 1 WHERE n = ?`, args{n}); err != nil {
		return err
	}
	var before []int64
	if w.c.Host != nil {
		if before, err = insiders(t.conn, n); err != nil {
			return err
		}
		host, err := accountOf(t.conn, w.newHost)
		if err != nil {
			return err
		}
		if _, err := t.exec(`UPDATE games SET host = ? WHERE n = ?`, args{host, n}); err != nil {
			return err
		}
	}
	if w.c.InviteCode != nil {
		if _, err := t.exec(`UPDATE games SET invite_code = ? WHERE n = ?`, args{orNull(*w.c.InviteCode), n}); err != nil {
			return codeTaken(err)
		}
	}
	if w.c.WatchCode != nil {
		if _, err := t.exec(`UPDATE games SET watch_code = ? WHERE n = ?`, args{orNull(*w.c.WatchCode), n}); err != nil {
			return codeTaken(err)
		}
		if _, err := t.exec(`DELETE FROM watchers WHERE n = ?`, args{n}); err != nil {
			return err
		}
	}
	number, err := t.noteChange(w.id)
	if err != nil || w.c.Host == nil {
		return err
	}
	return notePlayers(t.conn, n, before, number)
}

// Watch implements repository.Watching.
func (db *DB) Watch(ctx context.Context, gameID, code, accountID string, most int) error {
	game, err := encodeID(gameID)
	if err != nil || code == "" {
		return fmt.Errorf("sqlite: watch game %s: %w", gameID, repository.ErrNotFound)
	}
	who, err := encodeID(accountID)
	if err != nil {
		return fmt.Errorf("sqlite: watch game %s: %w", gameID, repository.ErrNoAccount)
	}
	if err := db.write.do(ctx, func(t *txn) error { return watch(t.conn, game, code, who, most) }); err != nil {
		return fmt.Errorf("sqlite: watch game %s: %w", gameID, err)
	}
	return nil
}

func watch(c *conn, game []byte, code string, who []byte, most int) error {
	var n int64
	found, err := c.one(`SELECT n FROM games WHERE id = ? AND watch_code = ?`, args{game, code}, func(r *row) error {
		n = r.num(0)
		return nil
	})
	if err != nil {
		return err
	}
	if !found {
		return repository.ErrNotFound
	}
	number, err := accountOf(c, who)
	if err != nil {
		return err
	}
	watches, err := c.one(`SELECT 1 FROM watchers WHERE n = ? AND account = ?`, args{n, number}, nil)
	if err != nil || watches {
		return err
	}
	added, err := c.exec(`INSERT INTO watchers (n, account) SELECT ?1, ?2
		WHERE (SELECT count(*) FROM watchers WHERE n = ?1) < ?3`, args{n, number, most})
	if err == nil && added == 0 {
		err = repository.ErrFull
	}
	return err
}

// Watches implements repository.Watching.
func (db *DB) Watches(ctx context.Context, gameID, accountID string) (watches bool, err error) {
	game, gameErr := encodeID(gameID)
	who, whoErr := encodeID(accountID)
	if gameErr != nil || whoErr != nil {
		return false, nil // nobody, or nothing, can have this id
	}
	err = db.read.do(ctx, func(c *conn) error {
		watches, err = c.one(queryWatches, args{game, who}, nil)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("sqlite: watchers of game %s: %w", gameID, err)
	}
	return watches, nil
}

// Watched implements repository.Watching.
func (db *DB) Watched(ctx context.Context, accountID string) (ids []string, err error) {
	who, err := encodeID(accountID)
	if err != nil {
		return nil, nil //nolint:nilerr // nobody can have this id
	}
	err = db.read.do(ctx, func(c *conn) error {
		ids = nil
		return c.query(queryWatched, args{who}, func(r *row) error {
			ids = append(ids, decodeID(r.blob(0)))
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("sqlite: games that %s watches: %w", accountID, err)
	}
	return ids, nil
}

// Unwatch implements repository.Watching.
func (db *DB) Unwatch(ctx context.Context, gameID, accountID string) error {
	game, gameErr := encodeID(gameID)
	who, whoErr := encodeID(accountID)
	if gameErr != nil || whoErr != nil {
		return nil //nolint:nilerr // nobody, or nothing, can have this id
	}
	err := db.write.do(ctx, func(t *txn) error {
		gone, err := t.exec(`DELETE FROM watchers WHERE n = (SELECT n FROM games WHERE id = ?)
			AND account = (SELECT account FROM accounts WHERE id = ?)`, args{game, who})
		if err != nil || gone == 0 {
			return err
		}
		_, err = t.noteChange(game)
		return err
	})
	if err != nil {
		return fmt.Errorf("sqlite: leave off watching game %s: %w", gameID, err)
	}
	return nil
}
