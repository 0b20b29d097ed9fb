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

// Beat implements repository.Store.
func (db *DB) Beat(ctx context.Context, at time.Time) error {
	err := db.write.do(ctx, func(t *txn) error {
		t.touches(noEffect)
		_, err := t.exec(`INSERT INTO heartbeat (one, at) VALUES (1, ?1)
			ON CONFLICT DO UPDATE SET at = excluded.at
			WHERE excluded.at > heartbeat.at OR excluded.at < heartbeat.at - ?2`,
			args{at.UnixMilli(), repository.ClocksDiffer.Milliseconds()})
		return err
	})
	if err != nil {
		return fmt.Errorf("sqlite: beat: %w", err)
	}
	return nil
}
