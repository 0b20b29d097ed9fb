package sqlite

import (
	"context"
	"errors"
	"fmt"

	"kast/repository"
)

// Whole is a game that has been played to its end elsewhere: what its creation, its appends and its review hand to a store.
type Whole struct {
	New     repository.NewGame
	Appends []repository.Append // each continues the log after the one before
	// Played is the review of a finished game; nil leaves it to the server.
	Played []repository.Played
}

// PutWhole stores a game as CreateGame, then Append for each of the appends, and PutReview would leave it, in one
// transaction, all of it or nothing. The rows of the game are written once and not for each append, so that a file can be
// filled with many games. Its errors are those of the three.
func (db *DB) PutWhole(ctx context.Context, g Whole) error {
	w, err := newWhole(g)
	if err == nil {
		err = db.write.do(ctx, w.run)
	}
	if err != nil {
		return fmt.Errorf("sqlite: whole game %s: %w", g.New.ID, err)
	}
	return nil
}

// whole is a whole game, encoded by the caller's goroutine. It is made of the parts that CreateGame and Append use.
type whole struct {
	made   *creation
	more   []*continuation
	head   repository.Head
	played []repository.Played
}

func newWhole(g Whole) (*whole, error) {
	made, err := newCreation(g.New)
	if err != nil {
		return nil, err
	}
	w := &whole{made: made, head: g.New.Head, played: g.Played}
	for _, a := range g.Appends {
		if a.GameID != g.New.ID || a.After != w.head {
			return nil, errors.New("an append does not continue the log")
		}
		c, err := newContinuation(a)
		if err != nil {
			return nil, err
		}
		last := a.Events[len(a.Events)-1]
		w.head = repository.Head{Seq: last.Seq, Hash: last.Hash}
		w.more = append(w.more, c)
	}
	return w, nil
}

func (w *whole) run(t *txn) error {
	if err := w.made.run(t); err != nil {
		return err
	}
	if len(w.more) > 0 {
		if err := w.rest(t); err != nil {
			return err
		}
	}
	if w.played == nil {
		return nil
	}
	hash, err := encodeHash(w.head.Hash)
	if err != nil {
		return err
	}
	return putReview(t.conn, w.made.id[:], w.head.Seq, hash, w.played)
}

// rest appends to the game that was just made. The last append writes the game's row, as if it came right after the
// creation; of those before it only that is written what the last one does not write anew.
func (w *whole) rest(t *txn) error {
	first := w.more[0]
	o := t.logs.at(w.made.id, first.a.After.Seq, first.after)
	if o == nil {
		return errors.New("the log that was made is not there")
	}
	changed, err := t.nextChange()
	if err != nil {
		return err
	}
	var full []fullChunk
	var notices []noticeRow
	stand := map[int]repository.Standing{} // as seats stand, where the file says otherwise
	for _, c := range w.more[:len(w.more)-1] {
		for _, r := range c.records {
			if o.has(r.id) {
				return repository.ErrConflict
			}
		}
		if err := o.setCaller(t.conn, c.records, c.caller); err != nil {
			return err
		}
		full = append(full, o.extend(c.records, isOver(c.a.Summary))...)
		notices = append(notices, c.notices...)
		if c.a.Seats == nil && c.a.Host == nil && c.a.InviteCode == nil {
			for _, s := range c.a.Standings {
				stand[s.Seat] = s
			}
			continue
		}
		if err := c.withStandings(stand).beside(t.conn, o.n, changed); err != nil {
			return err
		}
		clear(stand)
	}
	if err := insertChunks(t.conn, o.n, full); err != nil {
		return err
	}
	last := w.more[len(w.more)-1].withStandings(stand)
	last.a.After, last.after = first.a.After, first.after // the row is as it was made
	last.notices = append(notices, last.notices...)
	done, err := last.extend(t, o)
	if err == nil && !done {
		err = repository.ErrConflict
	}
	return err
}

// withStandings returns the continuation with its own standings added to those of appends before it.
func (w *continuation) withStandings(before map[int]repository.Standing) *continuation {
	c := *w
	if c.a.Seats != nil {
		return &c // which say how all seats stand
	}
	for _, s := range c.a.Standings {
		before[s.Seat] = s
	}
	c.a.Standings = nil
	for _, s := range before {
		c.a.Standings = append(c.a.Standings, s)
	}
	return &c
}
