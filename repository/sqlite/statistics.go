package sqlite

import (
	"context"
	"errors"
	"fmt"
	"math"

	"kast/repository"
)

// What is worked out from finished games. The queries are in statistics_queries.go.

// Records implements repository.Statistics.
func (db *DB) Records(ctx context.Context, f repository.RecordFilter, p repository.RecordPage) (l repository.RecordList, err error) {
	if p.Limit <= 0 {
		return l, nil
	}
	above := math.MaxInt // which nobody has come to
	after := args{above, int64(0), int64(0)}
	if p.After.Account != 0 {
		above = p.After.Total
		after = args{above, p.After.At.UnixMilli(), p.After.Account}
	}
	err = db.read.do(ctx, func(c *conn) error {
		l = repository.RecordList{}
		var last repository.RecordPlace
		rank, same := 0, 0 // of the last record, and which on the page was the first with its total
		return c.query(queryRecords, append(args{f.Ruleset, f.Dice, f.Kind}, append(after, p.Limit+1)...), func(r *row) error {
			if len(l.Records) == p.Limit {
				l.Next = last
				return nil
			}
			total := r.int(2)
			switch {
			case len(l.Records) > 0 && total == last.Total:
				// it shares the rank of the one before
			case total == above:
				rank = r.int(7) + 1
			case len(l.Records) == 0 || last.Total == above:
				rank, same = r.int(7)+r.int(8)+1, len(l.Records)
			default:
				rank += len(l.Records) - same // all that have the total above it are on this page
				same = len(l.Records)
			}
			last = repository.RecordPlace{Total: total, At: r.time(3), Account: r.num(6)}
			l.Records = append(l.Records, repository.Record{
				Rank: rank, AccountID: decodeID(r.blob(0)), Name: r.text(1), Total: total, At: last.At,
				GameID: decodeID(r.blob(4)), Public: r.bool(5),
			})
			return nil
		})
	})
	if err != nil {
		return repository.RecordList{}, fmt.Errorf("sqlite: records: %w", err)
	}
	return l, nil
}

// StatsOf implements repository.Statistics.
func (db *DB) StatsOf(ctx context.Context, accountID, dice string) (all []repository.Stats, err error) {
	id, err := encodeID(accountID)
	if err != nil {
		return nil, nil //nolint:nilerr // nobody can have this id, and nobody has played nothing
	}
	err = db.read.do(ctx, func(c *conn) error {
		all = nil
		return c.query(queryStats, args{id, dice}, func(r *row) error {
			s := repository.Stats{
				Ruleset: r.text(0), Solo: r.int(1), Tables: r.int(2), Completed: r.int(5), Total: r.int(6),
				FurtherFives: r.int(7), UpperBonuses: r.int(8), Reviewed: r.int(9), Loss: r.num(10), Luck: r.num(11),
			}
			if !r.null(3) {
				s.BestSolo = new(r.int(3))
			}
			if !r.null(4) {
				s.BestTable = new(r.int(4))
			}
			for i := range s.Placements {
				s.Placements[i] = r.int(12 + i)
			}
			all = append(all, s)
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("sqlite: stats of %s: %w", accountID, err)
	}
	return all, nil
}

// Fallen implements repository.Statistics.
func (db *DB) Fallen(ctx context.Context) (fallen [6]int, err error) {
	err = db.read.do(ctx, func(c *conn) error {
		found, err := c.one(queryFallen, nil, func(r *row) error {
			for i := range fallen {
				fallen[i] = r.int(i)
			}
			return nil
		})
		if err == nil && !found {
			err = errDamaged
		}
		return err
	})
	if err != nil {
		return [6]int{}, fmt.Errorf("sqlite: fallen dice: %w", err)
	}
	return fallen, nil
}

// Uncounted implements repository.Statistics.
func (db *DB) Uncounted(ctx context.Context, after int64, limit int) (ids []string, next int64, err error) {
	ids, next, err = db.ids(ctx, queryUncounted, args{after}, limit)
	if err != nil {
		return nil, 0, fmt.Errorf("sqlite: games not counted: %w", err)
	}
	return ids, next, nil
}

// Unreviewed implements repository.Statistics.
func (db *DB) Unreviewed(ctx context.Context, after int64, limit int) (ids []string, next int64, err error) {
	ids, next, err = db.ids(ctx, queryUnreviewed, args{after}, limit)
	if err != nil {
		return nil, 0, fmt.Errorf("sqlite: games not reviewed: %w", err)
	}
	return ids, next, nil
}

// PutReview implements repository.Statistics.
func (db *DB) PutReview(ctx context.Context, id string, head repository.Head, seats []repository.Played) error {
	gameID, err := encodeID(id)
	if err != nil {
		return fmt.Errorf("sqlite: review of game %s: %w", id, repository.ErrNotFound)
	}
	hash, err := encodeHash(head.Hash)
	if err == nil {
		err = db.write.do(ctx, func(t *txn) error {
			t.touches(noEffect)
			return putReview(t.conn, gameID, head.Seq, hash, seats)
		})
	}
	if err != nil {
		return fmt.Errorf("sqlite: review of game %s: %w", id, err)
	}
	return nil
}

func putReview(c *conn, id []byte, seq int, hash []byte, seats []repository.Played) error {
	changed, err := c.exec(`UPDATE games SET reviewed = 1 WHERE id = ?1 AND seq = ?2 AND hash = ?3 AND status = 'finished'`,
		args{id, seq, hash})
	if err != nil {
		return err
	}
	if changed == 0 {
		return missingOrMoved(c, id)
	}
	var n int64
	if _, err := c.one(`SELECT n FROM games WHERE id = ?`, args{id}, func(r *row) error { n = r.num(0); return nil }); err != nil {
		return err
	}
	for i, s := range seats {
		if _, err := c.exec(`UPDATE seats SET loss = ?, luck = ? WHERE n = ? AND seat = ?`, args{s.Loss, s.Luck, n, i}); err != nil {
			return err
		}
	}
	_, err = c.exec(putResultsOf, args{n})
	return err
}

// forgetReview undoes putReview.
func forgetReview(c *conn, n int64) error {
	if _, err := c.exec(`UPDATE games SET reviewed = 0 WHERE n = ? AND reviewed = 1`, args{n}); err != nil {
		return err
	}
	_, err := c.exec(`UPDATE seats SET loss = NULL, luck = NULL WHERE n = ? AND loss IS NOT NULL`, args{n})
	return err
}

// putFinished lets a game that has just been finished count for the records and for the statistics of those who played.
func putFinished(c *conn, n int64) error {
	if _, err := c.exec(putBestsOf, args{n}); err != nil {
		return err
	}
	_, err := c.exec(putResultsOf, args{n})
	return err
}

// Recount implements repository.Statistics.
func (db *DB) Recount(ctx context.Context) (wrong bool, err error) {
	err = db.write.do(ctx, func(t *txn) error {
		right, err := recounted(t.conn)
		if wrong = err == nil && !right; !wrong {
			return err
		}
		for _, statement := range recount {
			if _, err := t.exec(statement, nil); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return false, fmt.Errorf("sqlite: recount: %w", err)
	}
	return wrong, nil
}

// Recounted implements repository.Statistics.
func (db *DB) Recounted(ctx context.Context) (right bool, err error) {
	err = db.read.do(ctx, func(c *conn) error {
		right, err = recounted(c)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("sqlite: recounted: %w", err)
	}
	return right, nil
}

// errDiffers: what is kept is not what is worked out anew.
var errDiffers = errors.New("differs")

func recounted(c *conn) (bool, error) {
	err := c.query(queryDiffers, nil, func(*row) error { return errDiffers })
	if errors.Is(err, errDiffers) {
		return false, nil
	}
	return err == nil, err
}
