package sqlite

import (
	"context"
	"errors"
	"fmt"

	"kast/repository"
)

// CreateGame implements repository.Games.
func (db *DB) CreateGame(ctx context.Context, g repository.NewGame) error {
	w, err := newCreation(g)
	if err == nil {
		err = db.write.do(ctx, w.run)
	}
	if err != nil {
		return fmt.Errorf("sqlite: create game %s: %w", g.ID, err)
	}
	return nil
}

// Append implements repository.Games.
func (db *DB) Append(ctx context.Context, a repository.Append) error {
	w, err := newContinuation(a)
	if err == nil {
		err = db.write.do(ctx, w.run)
	}
	if err != nil {
		return fmt.Errorf("sqlite: append to game %s: %w", a.GameID, err)
	}
	return nil
}

// storedCall is a call as the table events has it, in the row of the event that bears its id.
type storedCall struct {
	seq         int    // of that event
	account     []byte // UUID, nil for none
	request     any
	first, last int
}

// encodeCall looks for the event that bears the call's id.
func encodeCall(c *repository.Call, events []repository.Event) (*storedCall, error) {
	if c == nil {
		return nil, nil
	}
	s := &storedCall{request: encodeDigest(c.Request), first: c.FirstSeq, last: c.LastSeq}
	if c.AccountID != "" {
		var err error
		if s.account, err = encodeID(c.AccountID); err != nil {
			return nil, fmt.Errorf("call: %w", err)
		}
	}
	for _, e := range events {
		if e.ID == c.ID {
			s.seq = e.Seq
			return s, nil
		}
	}
	return nil, fmt.Errorf("the call's id %q is that of none of its events", c.ID)
}

// creation is a new game, encoded by the caller's goroutine so that the writer's has little to do.
type creation struct {
	game   args
	ids    ownerIDs
	seed   []byte
	seats  []repository.Seat
	events []storedEvent
	call   *storedCall
}

func newCreation(g repository.NewGame) (*creation, error) {
	w := &creation{seed: g.Seed, seats: g.Seats}
	id, err := encodeID(g.ID)
	if err != nil {
		return nil, err
	}
	hash, err := encodeHash(g.Head.Hash)
	if err != nil {
		return nil, err
	}
	if len(g.Events) == 0 || g.Events[len(g.Events)-1].Seq != g.Head.Seq {
		return nil, errors.New("the events do not lead to the head")
	}
	if w.events, err = encodeEvents(0, g.Events); err != nil {
		return nil, err
	}
	if w.call, err = encodeCall(g.Call, g.Events); err != nil {
		return nil, err
	}
	host, err := orNullID(g.Host)
	if err != nil {
		return nil, err
	}
	if w.ids, err = encodeOwners(g.Seats); err != nil {
		return nil, err
	}
	w.game = append(args{id, g.Head.Seq, hash, host, orNull(g.InviteCode), g.StartWhenFull, encodeTime(g.CreatedAt),
		encodeTime(g.UpdatedAt)}, summaryArgs(g.Summary)...)
	return w, nil
}

func (w *creation) run(c *conn) error {
	var n int64
	_, err := c.one(`INSERT INTO games (id, seq, hash, host, invite_code, start_when_full, created_at, updated_at, ruleset,
			rules_version, status, dice, visibility, options, turn_seat, round, started_at, finished_at)
		VALUES (?, ?, ?, (SELECT account FROM accounts WHERE id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		RETURNING n`, w.game, func(r *row) error { n = r.num(0); return nil })
	if isDuplicate(err) {
		return repository.ErrExists
	}
	if err != nil {
		return err
	}
	if w.seed != nil {
		if _, err := c.exec(`INSERT INTO seeds (n, seed) VALUES (?, ?)`, args{n, w.seed}); err != nil {
			return err
		}
	}
	if err := insertSeats(c, n, w.seats, w.ids); err != nil {
		return err
	}
	if err := rememberPlayers(c, n); err != nil {
		return err
	}
	caller, err := playerNumber(c, n, w.call)
	if err != nil {
		return err
	}
	return insertEvents(c, n, w.events, w.call, caller)
}

// continuation is an append, encoded by the caller's goroutine.
type continuation struct {
	a      repository.Append
	game   args // of the row in games
	id     []byte
	ids    ownerIDs
	host   any
	events []storedEvent
	call   *storedCall
}

func newContinuation(a repository.Append) (*continuation, error) {
	w := &continuation{a: a}
	var err error
	if w.id, err = encodeID(a.GameID); err != nil {
		return nil, repository.ErrNotFound
	}
	after, err := encodeHash(a.After.Hash)
	if err != nil {
		return nil, err
	}
	if len(a.Events) == 0 {
		return nil, errors.New("no events")
	}
	if w.events, err = encodeEvents(a.After.Seq, a.Events); err != nil {
		return nil, err
	}
	if w.call, err = encodeCall(a.Call, a.Events); err != nil {
		return nil, err
	}
	if w.ids, err = encodeOwners(a.Seats); err != nil {
		return nil, err
	}
	if a.Host != nil {
		if w.host, err = orNullID(*a.Host); err != nil {
			return nil, err
		}
	}
	var caller any
	if w.call != nil && w.call.account != nil {
		caller = w.call.account
	}
	last := w.events[len(w.events)-1]
	w.game = append(args{caller, w.id, a.After.Seq, after, last.seq, last.hash, encodeTime(a.At)}, summaryArgs(a.Summary)...)
	return w, nil
}

func (w *continuation) run(c *conn) error {
	// One statement finds the game, compares the head and moves it on; most appends need only the events' rows besides.
	var n int64
	var caller any
	found, err := c.one(`UPDATE games SET seq = ?5, hash = ?6, updated_at = ?7, ruleset = ?8, rules_version = ?9, status = ?10,
			dice = ?11, visibility = ?12, options = ?13, turn_seat = ?14, round = ?15, started_at = ?16, finished_at = ?17
		WHERE id = ?2 AND seq = ?3 AND hash = ?4
		RETURNING n, (SELECT p.account FROM accounts a JOIN players p ON p.account = a.account AND p.n = games.n WHERE a.id = ?1)`,
		w.game, func(r *row) error {
			n = r.num(0)
			if !r.null(1) {
				caller = r.num(1)
			}
			return nil
		})
	if err != nil {
		return err
	}
	if !found {
		return missingOrMoved(c, w.id)
	}
	if w.a.Host != nil {
		if _, err := c.exec(`UPDATE games SET host = (SELECT account FROM accounts WHERE id = ?) WHERE n = ?`, args{w.host, n}); err != nil {
			return err
		}
	}
	if w.a.InviteCode != nil {
		if _, err := c.exec(`UPDATE games SET invite_code = ? WHERE n = ?`, args{orNull(*w.a.InviteCode), n}); err != nil {
			return err
		}
	}
	if w.a.Seats != nil {
		if _, err := c.exec(`DELETE FROM seats WHERE n = ?`, args{n}); err != nil {
			return err
		}
		if err := insertSeats(c, n, w.a.Seats, w.ids); err != nil {
			return err
		}
	} else if err := putStandings(c, n, w.a.Standings); err != nil {
		return err
	}
	if w.a.Seats != nil || w.a.Host != nil {
		if err := rememberPlayers(c, n); err != nil {
			return err
		}
	}
	if caller == nil {
		if caller, err = playerNumber(c, n, w.call); err != nil {
			return err
		}
	}
	return insertEvents(c, n, w.events, w.call, caller)
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

// insertEvents adds rows to the log. A number or id that is already there is a conflict.
func insertEvents(c *conn, n int64, events []storedEvent, call *storedCall, caller any) error {
	for _, e := range events {
		var err error
		if call == nil || call.seq != e.seq {
			_, err = c.exec(`INSERT INTO events (n, seq, id, hash, body) VALUES (?, ?, ?, ?, ?)`,
				args{n, e.seq, e.id, e.hash, e.body})
		} else {
			_, err = c.exec(`INSERT INTO events (n, seq, id, hash, body, caller, request, call_first, call_last)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
				args{n, e.seq, e.id, e.hash, e.body, caller, call.request, call.first, call.last})
		}
		if isDuplicate(err) {
			return repository.ErrConflict
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// playerNumber returns the number of the account that called, nil when there is no such account (any more), and sees
// to it that the deletion of that account will find the call.
func playerNumber(c *conn, n int64, call *storedCall) (number any, err error) {
	if call == nil || call.account == nil {
		return nil, nil
	}
	_, err = c.one(`SELECT account FROM accounts WHERE id = ?`, args{call.account}, func(r *row) error {
		number = r.num(0)
		return nil
	})
	if err != nil || number == nil {
		return nil, err
	}
	_, err = c.exec(`INSERT OR IGNORE INTO players (account, n) VALUES (?, ?)`, args{number, n})
	return number, err
}

// summaryArgs returns a summary as arguments in the order of the table's columns.
func summaryArgs(s repository.Summary) args {
	return args{s.Ruleset, s.RulesVersion, s.Status, s.Dice, s.Visibility, s.Options, s.TurnSeat, s.Round,
		encodeTime(s.StartedAt), encodeTime(s.FinishedAt)}
}
