package sqlite

import (
	"fmt"

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

// rememberPlayers notes the owners of seats, those they are kept for and the host of a game in players. Those of before
// stay noted: their calls
// remain in the log.
func rememberPlayers(c *conn, n int64) error {
	_, err := c.exec(`INSERT OR IGNORE INTO players (account, n)
		SELECT account, n FROM seats WHERE n = ?1 AND account IS NOT NULL
		UNION SELECT kept, n FROM seats WHERE n = ?1 AND kept IS NOT NULL
		UNION SELECT host, n FROM games WHERE n = ?1 AND host IS NOT NULL`, args{n})
	return err
}
