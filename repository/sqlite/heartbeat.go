package sqlite

import (
	"context"
	"fmt"
	"time"

	"kast/repository"
)

// Heartbeat implements repository.Store.
func (db *DB) Heartbeat(ctx context.Context) (at time.Time, err error) {
	err = db.read.do(ctx, func(c *conn) error {
		_, err := c.one(`SELECT at FROM heartbeat`, nil, func(r *row) error { at = r.time(0); return nil })
		return err
	})
	if err != nil {
		return time.Time{}, fmt.Errorf("sqlite: heartbeat: %w", err)
	}
	return at, nil
}

// Stretches implements repository.Store.
func (db *DB) Stretches(ctx context.Context) (all []repository.Stretch, err error) {
	err = db.read.do(ctx, func(c *conn) error {
		return c.query(queryStretches, nil, func(r *row) error {
			all = append(all, repository.Stretch{From: r.time(0), To: r.time(1)})
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("sqlite: stretches: %w", err)
	}
	return all, nil
}

const queryStretches = `SELECT began, ended FROM stretches ORDER BY began DESC`

// Beat implements repository.Store.
func (db *DB) Beat(ctx context.Context, at time.Time) error {
	err := db.write.do(ctx, func(t *txn) error {
		t.touches(noEffect)
		_, err := t.exec(`INSERT INTO heartbeat (one, at) VALUES (1, ?1)
			ON CONFLICT DO UPDATE SET at = excluded.at
			WHERE excluded.at > heartbeat.at OR excluded.at < heartbeat.at - ?2`,
			args{at.UnixMilli(), repository.ClocksDiffer.Milliseconds()})
		if err != nil {
			return err
		}
		// The stretch that began last before this time goes on, or a new one begins; so no two of them ever overlap.
		n, err := t.exec(`UPDATE stretches SET ended = max(ended, ?1)
			WHERE began = (SELECT max(began) FROM stretches WHERE began <= ?1) AND ended >= ?1 - ?2`,
			args{at.UnixMilli(), repository.Pause.Milliseconds()})
		if err != nil || n > 0 {
			return err
		}
		_, err = t.exec(`INSERT INTO stretches (began, ended)
			VALUES (CASE WHEN EXISTS (SELECT 1 FROM stretches) THEN ?1 ELSE 0 END, ?1)`, args{at.UnixMilli()})
		return err
	})
	if err != nil {
		return fmt.Errorf("sqlite: beat: %w", err)
	}
	return nil
}
