package sqlite

import (
	"context"
	"fmt"
	"time"

	"kast/repository"
)

// looked is how many notices that are due one transaction looks at: many of them may tell of turns that are over, and
// moves must not wait until all of those are gone.
const looked = 256

const (
	queryAnyNotice = `SELECT 1 FROM notices WHERE due <= ?1 LIMIT 1`

	// The last column tells whether the turn is over that the notice tells of. INDEXED BY: without statistics SQLite might
	// rather put games in order.
	queryDueNotices = `SELECT o.k, o.id, a.id, g.id, o.seat, o.round, o.body, o.at, o.attempts,
		o.round IS NOT NULL AND (g.status <> 'playing' OR g.turn_seat <> o.seat OR g.round <> o.round)
	FROM notices o INDEXED BY notices_due
	CROSS JOIN accounts a ON a.account = o.account
	CROSS JOIN games g ON g.n = o.n
	WHERE o.due <= ?1 ORDER BY o.due LIMIT ?2`
)

// ClaimNotices implements repository.Notices.
func (db *DB) ClaimNotices(ctx context.Context, due, lease time.Time, limit int) (claimed []repository.Notice, err error) {
	for more := limit > 0; more; {
		// Mostly there is nothing to do, and that is no matter for the writer.
		err := db.read.do(ctx, func(c *conn) (err error) {
			more, err = c.one(queryAnyNotice, args{due.UnixMilli()}, nil)
			return err
		})
		if err == nil && more {
			err = db.write.do(ctx, func(t *txn) (err error) {
				t.touches(noEffect)
				claimed, more, err = claimNotices(t, due, lease, limit)
				return err
			})
		}
		if err != nil {
			return nil, fmt.Errorf("sqlite: claim notices: %w", err)
		}
	}
	return claimed, nil
}

// claimNotices claims notices, and removes those before them that are worth nothing. more tells that it got none, but
// has not seen all.
func claimNotices(t *txn, due, lease time.Time, limit int) (claimed []repository.Notice, more bool, err error) {
	var take, drop []int64
	err = t.query(queryDueNotices, args{due.UnixMilli(), looked}, func(r *row) error {
		if r.bool(9) {
			drop = append(drop, r.num(0))
			return nil
		}
		take = append(take, r.num(0))
		claimed = append(claimed, decodeNotice(r))
		if len(claimed) == limit {
			return errStop
		}
		return nil
	})
	if err != nil {
		return nil, false, err
	}
	for _, k := range drop {
		if _, err := t.exec(`DELETE FROM notices WHERE k = ?`, args{k}); err != nil {
			return nil, false, err
		}
	}
	for i, k := range take {
		claimed[i].Attempts++
		if _, err := t.exec(`UPDATE notices SET due = ?2, attempts = ?3 WHERE k = ?1`,
			args{k, lease.UnixMilli(), claimed[i].Attempts}); err != nil {
			return nil, false, err
		}
	}
	return claimed, len(claimed) == 0 && len(drop) == looked, nil
}

func decodeNotice(r *row) repository.Notice {
	n := repository.Notice{
		ID: decodeID(r.blob(1)), AccountID: decodeID(r.blob(2)), GameID: decodeID(r.blob(3)),
		Body: r.blob(6), At: r.time(7), Attempts: r.int(8),
	}
	if !r.null(5) {
		n.Turn = &repository.NoticeTurn{Seat: r.int(4), Round: r.int(5)}
	}
	return n
}

// RemoveNotice implements repository.Notices.
func (db *DB) RemoveNotice(ctx context.Context, id string) error {
	key, err := encodeID(id)
	if err == nil {
		err = db.write.do(ctx, func(t *txn) error {
			t.touches(noEffect)
			_, err := t.exec(`DELETE FROM notices WHERE id = ?`, args{key})
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("sqlite: remove notice %s: %w", id, err)
	}
	return nil
}

// PostponeNotice implements repository.Notices.
func (db *DB) PostponeNotice(ctx context.Context, id string, attempts int, due time.Time) error {
	key, err := encodeID(id)
	if err == nil {
		err = db.write.do(ctx, func(t *txn) error {
			t.touches(noEffect)
			_, err := t.exec(`UPDATE notices SET due = ?3 WHERE id = ?1 AND attempts = ?2`, args{key, attempts, due.UnixMilli()})
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("sqlite: postpone notice %s: %w", id, err)
	}
	return nil
}

// noticeRow is a notice, encoded by the caller's goroutine.
type noticeRow struct {
	id, account []byte
	seat, round any
	body        []byte
	at          int64
}

func encodeNotices(game string, notices []repository.Notice) ([]noticeRow, error) {
	rows := make([]noticeRow, len(notices))
	for i, n := range notices {
		if n.GameID != game {
			return nil, fmt.Errorf("a notice of game %q", n.GameID)
		}
		r := noticeRow{body: n.Body, at: n.At.UnixMilli()}
		var err error
		if r.id, err = encodeID(n.ID); err != nil {
			return nil, fmt.Errorf("notice: %w", err)
		}
		if r.account, err = encodeID(n.AccountID); err != nil {
			return nil, fmt.Errorf("account of a notice: %w", err)
		}
		if n.Turn != nil {
			r.seat, r.round = n.Turn.Seat, n.Turn.Round
		}
		rows[i] = r
	}
	return rows, nil
}

// insertNotices stores notices of a game, due at once, but for those of accounts that are gone.
func insertNotices(c *conn, game int64, notices []noticeRow) error {
	for _, n := range notices {
		_, err := c.exec(`INSERT INTO notices (id, account, n, seat, round, body, at, due, attempts)
			SELECT ?1, account, ?3, ?4, ?5, ?6, ?7, ?7, 0 FROM accounts WHERE id = ?2`,
			args{n.id, n.account, game, n.seat, n.round, n.body, n.at})
		if err != nil {
			return err
		}
	}
	return nil
}
