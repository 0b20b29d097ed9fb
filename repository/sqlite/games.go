package sqlite

import (
	"bytes"
	"context"
	"fmt"

	"kast/repository"
)

// Game implements repository.Games.
func (db *DB) Game(ctx context.Context, id string) (repository.Game, error) {
	var games []numbered
	round := db.recent.now()
	err := db.find(ctx, id, queryGame, nil, func(r *row) error {
		games = decodeGame(games, r)
		return nil
	})
	if err != nil {
		return repository.Game{}, fmt.Errorf("sqlite: game %s: %w", id, err)
	}
	db.recent.putGame(games[0].Game, round)
	return games[0].Game, nil
}

// Seed implements repository.Games.
func (db *DB) Seed(ctx context.Context, id string) (seed []byte, err error) {
	if seed, ok := db.recent.seed(id); ok && ctx.Err() == nil {
		return bytes.Clone(seed), nil
	}
	round := db.recent.now()
	err = db.find(ctx, id, querySeed, nil, func(r *row) error { seed = r.blob(0); return nil })
	if err != nil {
		return nil, fmt.Errorf("sqlite: seed of game %s: %w", id, err)
	}
	db.recent.putSeed(id, bytes.Clone(seed), round)
	return seed, nil
}

// Rebuild implements repository.Games.
func (db *DB) Rebuild(ctx context.Context, id string, head repository.Head, s repository.Summary, standings []repository.Standing) error {
	gameID, err := encodeID(id)
	if err != nil {
		return fmt.Errorf("sqlite: rebuild game %s: %w", id, repository.ErrNotFound)
	}
	hash, err := encodeHash(head.Hash)
	if err == nil {
		err = db.write.do(ctx, func(t *txn) error {
			t.logs.round++
			return rebuild(t.conn, gameID, head.Seq, hash, s, standings)
		})
	}
	if err != nil {
		return fmt.Errorf("sqlite: rebuild game %s: %w", id, err)
	}
	return nil
}

func rebuild(c *conn, id []byte, seq int, hash []byte, s repository.Summary, standings []repository.Standing) error {
	changed, err := c.exec(`UPDATE games SET ruleset = ?4, rules_version = ?5, status = ?6, dice = ?7, visibility = ?8, options = ?9,
			turn_seat = ?10, round = ?11, started_at = ?12, finished_at = ?13, deadline = ?14, counted = ?15, ones = ?16, twos = ?17,
			threes = ?18, fours = ?19, fives = ?20, sixes = ?21, unfinished = iif(?22, NULL, created_at)
		WHERE id = ?1 AND seq = ?2 AND hash = ?3`, append(append(args{id, seq, hash}, summaryArgs(s)...), isOver(s)))
	if err != nil {
		return err
	}
	if changed == 0 {
		return missingOrMoved(c, id)
	}
	var n int64
	_, err = c.one(`SELECT n FROM games WHERE id = ?`, args{id}, func(r *row) error { n = r.num(0); return nil })
	if err != nil {
		return err
	}
	if _, err := c.exec(dropResultsOf, args{n}); err != nil {
		return err
	}
	// Seats that the log does not have go; the owners of the others stay.
	keep := map[int64]bool{}
	for _, st := range standings {
		keep[int64(st.Seat)] = true
	}
	var extra []int64
	err = c.query(`SELECT seat FROM seats WHERE n = ?`, args{n}, func(r *row) error {
		if !keep[r.num(0)] {
			extra = append(extra, r.num(0))
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, seat := range extra {
		if _, err := c.exec(`DELETE FROM seats WHERE n = ? AND seat = ?`, args{n, seat}); err != nil {
			return err
		}
	}
	if err := putStandings(c, n, standings); err != nil {
		return err
	}
	if err := forgetReview(c, n); err != nil {
		return err
	}
	_, err = c.exec(putResultsOf, args{n})
	return err
}

// find runs a query whose first argument is a game's id. No row at all is ErrNotFound.
func (db *DB) find(ctx context.Context, id, query string, a args, each func(*row) error) error {
	gameID, err := encodeID(id)
	if err != nil {
		return repository.ErrNotFound
	}
	return db.read.do(ctx, func(c *conn) error {
		found, err := c.one(query, append(args{gameID}, a...), each)
		if err == nil && !found {
			err = repository.ErrNotFound
		}
		return err
	})
}

// numbered is a game with its number and that of its last change.
type numbered struct {
	n, changed int64
	repository.Game
}

// decodeGame adds a row to games: a new game, or one more seat of the last. The columns are those of gameColumns.
func decodeGame(games []numbered, r *row) []numbered {
	n := r.num(0)
	if len(games) == 0 || games[len(games)-1].n != n {
		games = append(games, numbered{n, r.num(40), repository.Game{
			ID:            decodeID(r.blob(1)),
			Head:          repository.Head{Seq: r.int(2), Hash: decodeHash(r.blob(3))},
			Host:          decodeID(r.blob(4)),
			InviteCode:    r.text(5),
			WatchCode:     r.text(39),
			StartWhenFull: r.bool(6),
			CreatedAt:     r.time(7),
			UpdatedAt:     r.time(8),
			Summary: repository.Summary{
				Ruleset: r.text(9), RulesVersion: r.int(10), Status: r.text(11), Dice: r.text(12), Visibility: r.text(13),
				Options: r.text(14), TurnSeat: r.int(15), Round: r.int(16), StartedAt: r.time(17), FinishedAt: r.time(18),
				Deadline: r.time(19), Counted: r.bool(20),
				Fallen: [6]int{r.int(21), r.int(22), r.int(23), r.int(24), r.int(25), r.int(26)},
			},
			Rematch: decodeID(r.blob(38)),
			Beside:  r.int(41),
		}})
	}
	if !r.null(27) {
		g := &games[len(games)-1]
		g.Seats = append(g.Seats, repository.Seat{
			Standing: repository.Standing{
				Seat: r.int(27), Kind: r.text(28), BotLevel: r.text(29), Resigned: r.bool(30),
				Total: r.int(31), Placement: r.int(32), FurtherFives: r.int(33), UpperBonus: r.bool(34),
			},
			AccountID: decodeID(r.blob(35)),
			Name:      r.text(36),
			KeptFor:   decodeID(r.blob(37)),
		})
	}
	return games
}

// missingOrMoved tells why no game has the id and the head that the caller expected.
func missingOrMoved(c *conn, id []byte) error {
	found, err := c.one(`SELECT 1 FROM games WHERE id = ?`, args{id}, nil)
	switch {
	case err != nil:
		return err
	case found:
		return repository.ErrConflict
	}
	return repository.ErrNotFound
}
