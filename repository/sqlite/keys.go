package sqlite

import (
	"context"
	"fmt"

	"kast/repository"
)

const keyColumns = `SELECT id, purpose, secret, created_at FROM keys `

func decodeKey(r *row) repository.Key {
	return repository.Key{ID: r.text(0), Purpose: r.text(1), Secret: r.blob(2), CreatedAt: r.time(3)}
}

// Keys implements repository.Accounts.
func (db *DB) Keys(ctx context.Context) ([]repository.Key, error) {
	var keys []repository.Key
	err := db.read.do(ctx, func(c *conn) error {
		return c.query(keyColumns+`ORDER BY k`, nil, func(r *row) error {
			keys = append(keys, decodeKey(r))
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("sqlite: keys: %w", err)
	}
	return keys, nil
}

// AddFirstKey implements repository.Accounts.
func (db *DB) AddFirstKey(ctx context.Context, k repository.Key) (first repository.Key, err error) {
	err = db.write.do(ctx, func(c *txn) error {
		_, err := c.exec(`INSERT INTO keys (id, purpose, secret, created_at)
			SELECT ?1, ?2, ?3, ?4 WHERE NOT EXISTS (SELECT 1 FROM keys WHERE purpose = ?2)`,
			args{k.ID, k.Purpose, k.Secret, encodeTime(k.CreatedAt)})
		if err != nil {
			return err
		}
		_, err = c.one(keyColumns+`WHERE purpose = ? ORDER BY k LIMIT 1`, args{k.Purpose}, func(r *row) error {
			first = decodeKey(r)
			return nil
		})
		return err
	})
	if err != nil {
		return repository.Key{}, fmt.Errorf("sqlite: add first key for %s: %w", k.Purpose, err)
	}
	return first, nil
}
