package sqlite

import (
	"context"
	"fmt"
	"time"

	"kast/repository"
)

// newSignIn returns the write that stores a sign-in.
func newSignIn(s repository.SignIn) (func(*txn) error, error) {
	id, err := encodeID(s.ID)
	if err != nil {
		return nil, err
	}
	account, err := encodeID(s.AccountID)
	if err != nil {
		return nil, repository.ErrNotFound
	}
	return func(c *txn) error {
		c.touches(noEffect)
		n, err := c.exec(`INSERT INTO sign_ins (id, account, generation, created_at, rotated_at)
			SELECT ?, account, ?, ?, ? FROM accounts WHERE id = ?`,
			args{id, s.Generation, encodeTime(s.CreatedAt), encodeTime(s.RotatedAt), account})
		if err == nil && n == 0 {
			err = repository.ErrNotFound
		}
		return err
	}, nil
}

// CreateSignIn implements repository.Accounts.
func (db *DB) CreateSignIn(ctx context.Context, s repository.SignIn) error {
	insert, err := newSignIn(s)
	if err == nil {
		err = db.write.do(ctx, insert)
	}
	if err != nil {
		return fmt.Errorf("sqlite: create sign-in of account %s: %w", s.AccountID, err)
	}
	return nil
}

const querySignIn = `SELECT a.id, s.generation, s.created_at, s.rotated_at
	FROM sign_ins s JOIN accounts a ON a.account = s.account WHERE s.id = ?`

// SignIn implements repository.Accounts.
func (db *DB) SignIn(ctx context.Context, id string) (repository.SignIn, error) {
	s := repository.SignIn{ID: id}
	_, ins := db.recent.rounds()
	began := time.Now()
	err := db.find(ctx, id, querySignIn, nil, func(r *row) error {
		s.AccountID, s.Generation, s.CreatedAt, s.RotatedAt = decodeID(r.blob(0)), r.int(1), r.time(2), r.time(3)
		return nil
	})
	if err != nil {
		return repository.SignIn{}, fmt.Errorf("sqlite: sign-in %s: %w", id, err)
	}
	db.recent.putSignIn(s, began, ins)
	return s, nil
}

const querySignIns = `SELECT s.id, s.generation, s.created_at, s.rotated_at
	FROM accounts a JOIN sign_ins s ON s.account = a.account WHERE a.id = ? ORDER BY s.created_at, s.id`

// SignIns implements repository.Accounts.
func (db *DB) SignIns(ctx context.Context, accountID string) (list []repository.SignIn, err error) {
	id, err := encodeID(accountID)
	if err != nil {
		return nil, nil //nolint:nilerr // nobody can have this id, and nobody has no sign-ins
	}
	err = db.read.do(ctx, func(c *conn) error {
		return c.query(querySignIns, args{id}, func(r *row) error {
			list = append(list, repository.SignIn{
				ID: decodeID(r.blob(0)), AccountID: accountID, Generation: r.int(1), CreatedAt: r.time(2), RotatedAt: r.time(3),
			})
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("sqlite: sign-ins of account %s: %w", accountID, err)
	}
	return list, nil
}

// RotateSignIn implements repository.Accounts.
func (db *DB) RotateSignIn(ctx context.Context, id string, from int, at time.Time) error {
	signIn, err := encodeID(id)
	if err != nil {
		return fmt.Errorf("sqlite: rotate sign-in %s: %w", id, repository.ErrNotFound)
	}
	err = db.write.do(ctx, func(c *txn) error {
		c.touches(func(r *recent) { r.forgetSignIn(id) })
		n, err := c.exec(`UPDATE sign_ins SET generation = ?2 + 1, rotated_at = ?3 WHERE id = ?1 AND generation = ?2`,
			args{signIn, from, encodeTime(at)})
		if err != nil || n == 1 {
			return err
		}
		found, err := c.one(`SELECT 1 FROM sign_ins WHERE id = ?`, args{signIn}, nil)
		switch {
		case err != nil:
			return err
		case found:
			return repository.ErrConflict
		}
		return repository.ErrNotFound
	})
	if err != nil {
		return fmt.Errorf("sqlite: rotate sign-in %s: %w", id, err)
	}
	return nil
}

// EndSignIn implements repository.Accounts.
func (db *DB) EndSignIn(ctx context.Context, id string) error {
	signIn, err := encodeID(id)
	if err != nil {
		return nil //nolint:nilerr // no sign-in can have this id, and what has ended is no error
	}
	err = db.write.do(ctx, func(c *txn) error {
		c.touches(func(r *recent) { r.forgetSignIn(id) })
		_, err := c.exec(`DELETE FROM sign_ins WHERE id = ?`, args{signIn})
		return err
	})
	if err != nil {
		return fmt.Errorf("sqlite: end sign-in %s: %w", id, err)
	}
	return nil
}
