package sqlite

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"kast/repository"
)

const accountColumns = `SELECT id, name, username, username_key, password_hash, created_at FROM accounts `

func decodeAccount(r *row) repository.Account {
	return repository.Account{
		ID: decodeID(r.blob(0)), Name: r.text(1), Username: r.text(2), UsernameKey: r.text(3),
		PasswordHash: r.text(4), CreatedAt: r.time(5),
	}
}

// CreateAccount implements repository.Accounts.
func (db *DB) CreateAccount(ctx context.Context, a repository.Account, s repository.SignIn) error {
	id, err := encodeID(a.ID)
	if err != nil {
		return fmt.Errorf("sqlite: create account: %w", err)
	}
	insert, err := newSignIn(s)
	if err == nil {
		err = db.write.do(ctx, func(c *txn) error {
			_, err := c.exec(`INSERT INTO accounts (id, name, username, username_key, password_hash, created_at)
				VALUES (?, ?, ?, ?, ?, ?)`,
				args{id, a.Name, orNull(a.Username), orNull(a.UsernameKey), orNull(a.PasswordHash), encodeTime(a.CreatedAt)})
			if err != nil {
				return usernameTaken(c, err, a.UsernameKey)
			}
			return insert(c)
		})
	}
	if err != nil {
		return fmt.Errorf("sqlite: create account %s: %w", a.ID, err)
	}
	return nil
}

// usernameTaken turns the error of a row that was refused as a duplicate into ErrUsernameTaken, when it was that.
func usernameTaken(c *txn, err error, key string) error {
	if !isDuplicate(err) || key == "" {
		return err
	}
	found, qerr := c.one(`SELECT 1 FROM accounts WHERE username_key = ?`, args{key}, nil)
	switch {
	case qerr != nil:
		return qerr
	case found:
		return repository.ErrUsernameTaken
	}
	return err
}

// Account implements repository.Accounts.
func (db *DB) Account(ctx context.Context, id string) (a repository.Account, err error) {
	err = db.find(ctx, id, accountColumns+`WHERE id = ?`, nil, func(r *row) error { a = decodeAccount(r); return nil })
	if err != nil {
		return repository.Account{}, fmt.Errorf("sqlite: account %s: %w", id, err)
	}
	return a, nil
}

// AccountByUsername implements repository.Accounts.
func (db *DB) AccountByUsername(ctx context.Context, key string) (a repository.Account, err error) {
	err = db.read.do(ctx, func(c *conn) error {
		found, err := c.one(accountColumns+`WHERE username_key = ?`, args{key}, func(r *row) error {
			a = decodeAccount(r)
			return nil
		})
		if err == nil && !found {
			err = repository.ErrNotFound
		}
		return err
	})
	if err != nil {
		return repository.Account{}, fmt.Errorf("sqlite: account by username: %w", err)
	}
	return a, nil
}

// UpdateAccount implements repository.Accounts.
func (db *DB) UpdateAccount(ctx context.Context, was, a repository.Account, endOthers string) error {
	id, err := encodeID(a.ID)
	if err != nil {
		return fmt.Errorf("sqlite: update account %s: %w", a.ID, repository.ErrNotFound)
	}
	keep, err := orNullID(endOthers)
	if err == nil {
		err = db.write.do(ctx, func(c *txn) error { return updateAccount(c, id, was, a, keep) })
	}
	if err != nil {
		return fmt.Errorf("sqlite: update account %s: %w", a.ID, err)
	}
	return nil
}

func updateAccount(c *txn, id []byte, was, a repository.Account, keep any) error {
	var is repository.Account
	found, err := c.one(accountColumns+`WHERE id = ?`, args{id}, func(r *row) error { is = decodeAccount(r); return nil })
	if err != nil {
		return err
	}
	if !found {
		return repository.ErrNotFound
	}
	// CreatedAt never changes, and the caller's may be more precise.
	was.CreatedAt = is.CreatedAt
	if is != was {
		return repository.ErrConflict
	}
	_, err = c.exec(`UPDATE accounts SET name = ?, username = ?, username_key = ?, password_hash = ? WHERE id = ?`,
		args{a.Name, orNull(a.Username), orNull(a.UsernameKey), orNull(a.PasswordHash), id})
	if err != nil {
		return usernameTaken(c, err, a.UsernameKey)
	}
	if is.Name != a.Name {
		_, err = c.exec(`UPDATE games SET beside = beside + 1 WHERE n IN (
			SELECT p.n FROM accounts x CROSS JOIN players p ON p.account = x.account WHERE x.id = ?)`, args{id})
		if err != nil {
			return err
		}
	}
	if keep == nil {
		return nil
	}
	_, err = c.exec(`DELETE FROM sign_ins WHERE account = (SELECT account FROM accounts WHERE id = ?) AND id <> ?`, args{id, keep})
	return err
}

// DeleteAccount implements repository.Accounts.
func (db *DB) DeleteAccount(ctx context.Context, id string) error {
	accountID, err := encodeID(id)
	if err != nil {
		return fmt.Errorf("sqlite: delete account %s: %w", id, repository.ErrNotFound)
	}
	if err := db.write.do(ctx, func(c *txn) error { return deleteAccount(c, accountID) }); err != nil {
		return fmt.Errorf("sqlite: delete account %s: %w", id, err)
	}
	return nil
}

func deleteAccount(c *txn, id []byte) error {
	var number any
	found, err := c.one(`SELECT account FROM accounts WHERE id = ?`, args{id}, func(r *row) error { number = r.num(0); return nil })
	if err != nil {
		return err
	}
	if !found {
		return repository.ErrNotFound
	}
	busy, err := c.one(queryUnfinished, args{number}, nil)
	if err != nil {
		return err
	}
	if busy {
		return repository.ErrConflict
	}
	if err := unwatched(c, number); err != nil {
		return err
	}
	for _, query := range deletions {
		if _, err := c.exec(query, args{number}); err != nil {
			return err
		}
	}
	return nil
}

// RemoveGuests implements repository.Accounts. Who is to go is looked up by a reader, so that the writer need not look through all
// guests, and looked at again when it goes.
func (db *DB) RemoveGuests(ctx context.Context, before time.Time, most int) (removed int, err error) {
	var ids [][]byte
	err = db.read.do(ctx, func(c *conn) error {
		return c.query(queryForgotten+` LIMIT ?2`, args{encodeTime(before), most}, func(r *row) error {
			ids = append(ids, slices.Clone(r.blob(0)))
			return nil
		})
	})
	for _, id := range ids {
		if err != nil {
			break
		}
		still := false
		err = db.write.do(ctx, func(c *txn) (err error) {
			still, err = c.one(queryForgotten+` AND a.id = ?2`, args{encodeTime(before), id}, nil)
			if err != nil || !still {
				return err
			}
			return deleteAccount(c, id)
		})
		if err == nil && still {
			removed++
		}
	}
	if err != nil {
		return removed, fmt.Errorf("sqlite: remove guests: %w", err)
	}
	return removed, nil
}

// queryForgotten finds guests that nobody has used since a time and that need not leave a game first.
const queryForgotten = `SELECT a.id FROM accounts a WHERE a.username_key IS NULL AND a.created_at < ?1
	AND NOT EXISTS (SELECT 1 FROM sign_ins s WHERE s.account = a.account AND s.rotated_at >= ?1)
	AND NOT EXISTS (SELECT 1 FROM players p CROSS JOIN games g ON g.n = p.n
		WHERE p.account = a.account AND (g.status = 'open' AND g.host = a.account
			OR g.status IN ('open', 'playing') AND EXISTS (
				SELECT 1 FROM seats t WHERE t.n = g.n AND (t.account = a.account AND t.resigned = 0 OR t.kept = a.account))))`

// unwatched ends the watching of the games of a host who goes: nobody would be left who could.
func unwatched(c *txn, host any) error {
	var games [][]byte
	err := c.query(queryWatchedOf, args{host}, func(r *row) error { games = append(games, bytes.Clone(r.blob(0))); return nil })
	if err != nil {
		return err
	}
	for _, id := range games {
		if _, err := c.exec(`DELETE FROM watchers WHERE n = (SELECT n FROM games WHERE id = ?)`, args{id}); err != nil {
			return err
		}
		if _, err := c.exec(`UPDATE games SET watch_code = NULL WHERE id = ?`, args{id}); err != nil {
			return err
		}
		if _, err := c.noteChange(id); err != nil {
			return err
		}
	}
	return nil
}

// queryWatchedOf finds the games of a host that others may watch by a code.
const queryWatchedOf = `SELECT g.id FROM players p CROSS JOIN games g ON g.n = p.n
	WHERE p.account = ?1 AND g.host = ?1 AND g.watch_code IS NOT NULL`

// queryUnfinished finds a game that an account has still to leave.
const queryUnfinished = `SELECT 1 FROM players p CROSS JOIN games g ON g.n = p.n
	WHERE p.account = ?1 AND (g.status = 'open' AND g.host = ?1
		OR g.status IN ('open', 'playing') AND EXISTS (
			SELECT 1 FROM seats s WHERE s.n = g.n AND (s.account = ?1 AND s.resigned = 0 OR s.kept = ?1)))
	LIMIT 1`

// deletions remove an account by its number. Its number in seats and games would mean nobody afterwards, but would still
// tell that the same person sat here and there. Sign-ins and players, and so the callers of calls, go with the account.
var deletions = []string{
	`UPDATE games SET beside = beside + 1 WHERE n IN (SELECT n FROM players WHERE account = ?1)`,
	`UPDATE seats SET account = NULL, name = NULL WHERE account = ?1 AND n IN (SELECT n FROM players WHERE account = ?1)`,
	`UPDATE seats SET kept = NULL WHERE kept = ?1 AND n IN (SELECT n FROM players WHERE account = ?1)`,
	`UPDATE games SET host = NULL WHERE host = ?1 AND n IN (SELECT n FROM players WHERE account = ?1)`,
	`DELETE FROM accounts WHERE account = ?1`,
}
