package sqlite

import (
	"bytes"
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

// creation is a new game, encoded before anybody waits for the writer.
type creation struct {
	g       repository.NewGame
	id      [16]byte
	records []record
	caller  []byte // UUID, nil for none
	host    []byte // UUID, nil for none
	parent  []byte // UUID of the game whose rematch this is, nil for none
	owners  []owner
	notices []noticeRow
}

func newCreation(g repository.NewGame) (*creation, error) {
	w := &creation{g: g}
	id, err := encodeID(g.ID)
	if err != nil {
		return nil, err
	}
	w.id = [16]byte(id)
	if w.records, err = encodeEvents(repository.Head{}, g.Events, g.Call); err != nil {
		return nil, err
	}
	if last := g.Events[len(g.Events)-1]; g.Head != (repository.Head{Seq: last.Seq, Hash: last.Hash}) {
		return nil, errors.New("the events do not lead to the head")
	}
	if g.Call != nil {
		if w.caller, err = orNullID(g.Call.AccountID); err != nil {
			return nil, fmt.Errorf("caller: %w", err)
		}
	}
	if w.host, err = orNullID(g.Host); err != nil {
		return nil, fmt.Errorf("host: %w", err)
	}
	if w.notices, err = encodeNotices(g.ID, g.Notices); err != nil {
		return nil, err
	}
	if w.parent, err = orNullID(g.RematchOf); err != nil {
		return nil, fmt.Errorf("rematch of: %w", err)
	}
	w.owners, err = encodeOwners(g.Seats)
	return w, err
}

func (w *creation) run(t *txn) error {
	if w.parent == nil {
		t.touches(noEffect) // nobody has read it yet
	}
	o := &openLog{hash: make([]byte, 32)}
	last := w.records[len(w.records)-1]
	host, err := accountOf(t.conn, w.host)
	if err != nil {
		return err
	}
	changed, err := t.nextChange()
	if err != nil {
		return err
	}
	o.n, err = t.insert(`INSERT INTO games (id, seq, hash, host, invite_code, start_when_full, created_at, updated_at, ruleset,
			rules_version, status, dice, visibility, options, turn_seat, round, started_at, finished_at,
			deadline, counted, ones, twos, threes, fours, fives, sixes, unfinished, watch_code, changed, tail)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, x'')`,
		append(append(args{
			w.id[:], last.seq, last.hash, host, orNull(w.g.InviteCode), w.g.StartWhenFull,
			encodeTime(w.g.CreatedAt), encodeTime(w.g.UpdatedAt),
		}, summaryArgs(w.g.Summary)...), unfinished(w.g.Game), orNull(w.g.WatchCode), changed))
	if isDuplicate(err) {
		return existsOrTaken(t.conn, w.id[:], w.g.Game, err)
	}
	if err != nil {
		return err
	}
	if w.parent != nil {
		linked, err := t.exec(linkRematch, args{o.n, w.parent})
		if err != nil {
			return err
		}
		if linked == 0 {
			return repository.ErrConflict
		}
	}
	if w.g.Seed != nil {
		if _, err := t.exec(`INSERT INTO seeds (n, seed) VALUES (?, ?)`, args{o.n, w.g.Seed}); err != nil {
			return err
		}
	}
	if err := insertSeats(t.conn, o.n, w.g.Seats, w.owners); err != nil {
		return err
	}
	if err := rememberPlayers(t.conn, o.n); err != nil { // nobody can have left yet
		return err
	}
	if isFinished(w.g.Summary) {
		if err := putFinished(t.conn, o.n); err != nil {
			return err
		}
	}
	if err := o.setCaller(t.conn, w.records, w.caller); err != nil {
		return err
	}
	full := o.extend(w.records, isOver(w.g.Summary))
	o.summary, o.round = w.g.Summary, t.logs.round
	if _, err := t.exec(`UPDATE games SET tail = ? WHERE n = ?`, args{o.tail, o.n}); err != nil {
		return err
	}
	t.logs.put(w.id, o)
	if err := insertNotices(t.conn, o.n, w.notices); err != nil {
		return err
	}
	return insertChunks(t.conn, o.n, full)
}

// continuation is an append, encoded likewise.
type continuation struct {
	a       repository.Append
	id      [16]byte
	after   []byte // hash
	records []record
	caller  []byte // UUID, nil for none
	host    []byte // UUID, nil for none
	owners  []owner
	notices []noticeRow
}

func newContinuation(a repository.Append) (*continuation, error) {
	w := &continuation{a: a}
	id, err := encodeID(a.GameID)
	if err != nil {
		return nil, repository.ErrNotFound
	}
	w.id = [16]byte(id)
	if w.after, err = encodeHash(a.After.Hash); err != nil {
		return nil, err
	}
	if w.records, err = encodeEvents(a.After, a.Events, a.Call); err != nil {
		return nil, err
	}
	if a.Call != nil {
		if w.caller, err = orNullID(a.Call.AccountID); err != nil {
			return nil, fmt.Errorf("caller: %w", err)
		}
	}
	if a.Host != nil {
		if w.host, err = orNullID(*a.Host); err != nil {
			return nil, fmt.Errorf("host: %w", err)
		}
	}
	if w.notices, err = encodeNotices(a.GameID, a.Notices); err != nil {
		return nil, err
	}
	w.owners, err = encodeOwners(a.Seats)
	return w, err
}

func (w *continuation) run(t *txn) error {
	if w.a.Seen != 0 && w.a.Seen != t.recent.now() {
		return repository.ErrConflict
	}
	t.touches(func(r *recent) { r.appended(&w.a) })
	o := t.logs.at(w.id, w.a.After.Seq, w.after)
	if o != nil {
		t.logs.put(w.id, o)
		done, err := w.extend(t, o)
		if done || err != nil {
			return err
		}
		t.logs.undo() // another process has appended, or forgotten what this one remembers
	}
	o, err := t.openLog(w.id)
	if err != nil {
		return err
	}
	if o.seq != w.a.After.Seq || !bytes.Equal(o.hash, w.after) {
		return repository.ErrConflict
	}
	t.logs.put(w.id, o)
	done, err := w.extend(t, o)
	if err == nil && !done {
		err = repository.ErrConflict // the log is as the caller thinks, but not what is beside it
	}
	return err
}

// extend appends to a log that ends where the caller thinks. It reports false, having written nothing that matters,
// when the log in the file ends elsewhere, or what is beside it is not as the caller thinks.
func (w *continuation) extend(t *txn, o *openLog) (done bool, err error) {
	for _, r := range w.records {
		if o.has(r.id) {
			return false, repository.ErrConflict
		}
	}
	if err := o.setCaller(t.conn, w.records, w.caller); err != nil {
		return false, err
	}
	full := o.extend(w.records, isOver(w.a.Summary))
	number, err := t.nextChange()
	if err != nil {
		return false, err
	}
	query, a := w.update(t, o, number)
	changed, err := t.exec(query, a)
	if err != nil || changed == 0 {
		return false, err
	}
	o.summary, o.round = w.a.Summary, t.logs.round
	if err := insertChunks(t.conn, o.n, full); err != nil {
		return false, err
	}
	if err := insertNotices(t.conn, o.n, w.notices); err != nil {
		return false, err
	}
	return true, w.beside(t.conn, o.n, number)
}

// beside writes what is kept beside the log, as the change with that number.
func (w *continuation) beside(c *conn, n, number int64) error {
	if isOver(w.a.Summary) {
		if _, err := c.exec(`UPDATE games SET unfinished = NULL WHERE n = ?`, args{n}); err != nil {
			return err
		}
	}
	var before []int64
	if w.a.Seats != nil || w.a.Host != nil {
		var err error
		if before, err = insiders(c, n); err != nil {
			return err
		}
	}
	if w.a.Host != nil {
		host, err := accountOf(c, w.host)
		if err != nil {
			return err
		}
		if _, err := c.exec(`UPDATE games SET host = ? WHERE n = ?`, args{host, n}); err != nil {
			return err
		}
	}
	if w.a.InviteCode != nil {
		if _, err := c.exec(`UPDATE games SET invite_code = ? WHERE n = ?`, args{orNull(*w.a.InviteCode), n}); err != nil {
			return codeTaken(err)
		}
	}
	if w.a.Seats == nil {
		if err := putStandings(c, n, w.a.Standings); err != nil {
			return err
		}
	} else {
		if _, err := c.exec(`DELETE FROM seats WHERE n = ?`, args{n}); err != nil {
			return err
		}
		if err := insertSeats(c, n, w.a.Seats, w.owners); err != nil {
			return err
		}
	}
	if isFinished(w.a.Summary) {
		if err := putFinished(c, n); err != nil {
			return err
		}
	}
	if w.a.Seats == nil && w.a.Host == nil {
		return nil
	}
	return notePlayers(c, n, before, number)
}

// isFinished tells whether a game was played to its end, so that its totals count.
func isFinished(s repository.Summary) bool { return s.Status == "finished" }

// unfinished is when a game was made that is not over, nil for one that is.
func unfinished(g repository.Game) any {
	if isOver(g.Summary) {
		return nil
	}
	return encodeTime(g.CreatedAt)
}

// existsOrTaken tells why a new game was refused as a duplicate: for its id, or for one of its codes.
func existsOrTaken(c *conn, id []byte, g repository.Game, duplicate error) error {
	for _, key := range []struct {
		query string
		value any
		why   error
	}{
		{`SELECT 1 FROM games WHERE id = ?`, id, repository.ErrExists},
		{`SELECT 1 FROM games WHERE invite_code = ?`, orNull(g.InviteCode), repository.ErrCodeTaken},
		{`SELECT 1 FROM games WHERE watch_code = ?`, orNull(g.WatchCode), repository.ErrCodeTaken},
	} {
		found, err := c.one(key.query, args{key.value}, nil)
		switch {
		case err != nil:
			return err
		case found:
			return key.why
		}
	}
	return duplicate
}

// codeTaken turns the error of a code that another game has into ErrCodeTaken.
func codeTaken(err error) error {
	if isDuplicate(err) {
		return repository.ErrCodeTaken
	}
	return err
}

// summaryArgs returns a summary as arguments in the order of the table's columns.
func summaryArgs(s repository.Summary) args {
	return args{
		s.Ruleset, s.RulesVersion, s.Status, s.Dice, s.Visibility, s.Options, s.TurnSeat, s.Round,
		encodeTime(s.StartedAt), encodeTime(s.FinishedAt), encodeTime(s.Deadline),
		s.Counted, s.Fallen[0], s.Fallen[1], s.Fallen[2], s.Fallen[3], s.Fallen[4], s.Fallen[5],
	}
}
