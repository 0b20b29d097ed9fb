package sqlite

import (
	"fmt"
	"slices"

	"kast/repository"
)

// owner is who holds a seat and whom it is kept for, as account ids in bytes; nil for none.
type owner struct{ account, kept []byte }

// encodeOwners returns the owners of seats.
func encodeOwners(seats []repository.Seat) ([]owner, error) {
	owners := make([]owner, len(seats))
	for i, s := range seats {
		var err error
		if owners[i].account, err = orNullID(s.AccountID); err != nil {
			return nil, fmt.Errorf("seat %d: %w", s.Seat, err)
		}
		if owners[i].kept, err = orNullID(s.KeptFor); err != nil {
			return nil, fmt.Errorf("seat %d: kept: %w", s.Seat, err)
		}
	}
	return owners, nil
}

// accountOf returns the number of the account that is to hold a seat or be the host, nil for none. repository.ErrNoAccount
// when there is no such account (any more).
func accountOf(c *conn, id []byte) (number any, err error) {
	if id == nil {
		return nil, nil
	}
	found, err := c.one(`SELECT account FROM accounts WHERE id = ?`, args{id}, func(r *row) error { number = r.num(0); return nil })
	if err == nil && !found {
		err = repository.ErrNoAccount
	}
	return number, err
}

// insertSeats writes all seats of a game that has none. repository.ErrNoAccount.
func insertSeats(c *conn, n int64, seats []repository.Seat, owners []owner) error {
	for i, s := range seats {
		var name any
		if s.AccountID == "" && s.KeptFor == "" {
			name = orNull(s.Name)
		}
		account, err := accountOf(c, owners[i].account)
		if err != nil {
			return err
		}
		kept, err := accountOf(c, owners[i].kept)
		if err != nil {
			return err
		}
		_, err = c.exec(`INSERT INTO seats (n, seat, kind, bot_level, resigned, total, placement, further_fives,
				upper_bonus, account, name, kept)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			append(standingArgs(n, s.Standing), account, name, kept))
		if err != nil {
			return err
		}
	}
	return nil
}

// putStandings writes how seats stand, and leaves who holds them. Only what differs is written.
func putStandings(c *conn, n int64, standings []repository.Standing) error {
	for _, s := range standings {
		_, err := c.exec(`INSERT INTO seats (n, seat, kind, bot_level, resigned, total, placement, further_fives, upper_bonus)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (n, seat) DO UPDATE SET kind = excluded.kind, bot_level = excluded.bot_level,
				resigned = excluded.resigned, total = excluded.total, placement = excluded.placement,
				further_fives = excluded.further_fives, upper_bonus = excluded.upper_bonus
			WHERE (kind, bot_level, resigned, total, placement, further_fives, upper_bonus) IS NOT
				(excluded.kind, excluded.bot_level, excluded.resigned, excluded.total, excluded.placement,
					excluded.further_fives, excluded.upper_bonus)`,
			standingArgs(n, s))
		if err != nil {
			return err
		}
	}
	return nil
}

// standingArgs returns how a seat stands as arguments, in the order of the table's columns.
func standingArgs(n int64, s repository.Standing) args {
	return args{n, s.Seat, s.Kind, orNull(s.BotLevel), s.Resigned, s.Total, s.Placement, s.FurtherFives, s.UpperBonus}
}

// insidersOf are the accounts that are inside a game ?1: the owners of seats, those they are kept for, and the host.
const insidersOf = `SELECT account FROM seats WHERE n = ?1 AND account IS NOT NULL
	UNION SELECT kept FROM seats WHERE n = ?1 AND kept IS NOT NULL
	UNION SELECT host FROM games WHERE n = ?1 AND host IS NOT NULL`

// insiders returns the numbers of the accounts that are inside a game.
func insiders(c *conn, n int64) (accounts []int64, err error) {
	err = c.query(insidersOf, args{n}, func(r *row) error {
		accounts = append(accounts, r.num(0))
		return nil
	})
	return accounts, err
}

// rememberPlayers notes those inside a game in players. Those of before stay noted: their calls remain in the log.
func rememberPlayers(c *conn, n int64) error {
	_, err := c.exec(`INSERT OR IGNORE INTO players (account, n) SELECT account, ?1 FROM (`+insidersOf+`)`, args{n})
	return err
}

// notePlayers notes those inside a game after the change with that number, and which of those who were inside before it
// are so no more.
func notePlayers(c *conn, n int64, before []int64, number int64) error {
	if err := rememberPlayers(c, n); err != nil {
		return err
	}
	now, err := insiders(c, n)
	if err != nil {
		return err
	}
	for _, account := range before {
		if slices.Contains(now, account) {
			continue
		}
		if _, err := c.exec(`UPDATE players SET gone = ? WHERE account = ? AND n = ?`, args{number, account, n}); err != nil {
			return err
		}
	}
	for _, account := range now {
		if slices.Contains(before, account) {
			continue
		}
		_, err := c.exec(`UPDATE players SET gone = NULL WHERE account = ? AND n = ? AND gone IS NOT NULL`, args{account, n})
		if err != nil {
			return err
		}
	}
	return nil
}
