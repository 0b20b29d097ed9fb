package sqlite

import (
	"cmp"
	"context"
	"fmt"

	"kast/repository"
)

// Events implements repository.Games.
func (db *DB) Events(ctx context.Context, id string, after, limit int) ([]repository.Event, error) {
	var events []repository.Event
	err := db.readLog(ctx, id, after, func(r record, prev []byte) (more bool, err error) {
		if r.seq <= after {
			return true, nil
		}
		if len(events) >= limit {
			return false, nil
		}
		e, err := r.event(prev)
		events = append(events, e)
		return true, err
	})
	if err != nil {
		return nil, fmt.Errorf("sqlite: events of game %s: %w", id, err)
	}
	return events, nil
}

// Call implements repository.Games. It reads the game's log.
func (db *DB) Call(ctx context.Context, gameID, id string) (repository.Call, error) {
	call, err := db.call(ctx, gameID, id)
	if err != nil {
		return repository.Call{}, fmt.Errorf("sqlite: call %s of game %s: %w", id, gameID, err)
	}
	return call, nil
}

func (db *DB) call(ctx context.Context, gameID, id string) (call repository.Call, err error) {
	callID, err := encodeID(id)
	if err != nil {
		return call, repository.ErrNotFound
	}
	var player int64
	err = db.readLog(ctx, gameID, 0, func(r record, _ []byte) (more bool, err error) {
		if r.call == nil || string(r.id) != string(callID) {
			return true, nil
		}
		call = repository.Call{ID: id, Request: r.call.request(), FirstSeq: r.seq - r.call.before, LastSeq: r.seq + r.call.after}
		player = r.call.player
		return false, nil
	})
	if err == nil && call.ID == "" {
		err = repository.ErrNotFound
	}
	if err != nil || player == 0 {
		return call, err
	}
	err = db.read.do(ctx, func(c *conn) error {
		_, err := c.one(queryPlayer, args{player}, func(r *row) error { call.AccountID = decodeID(r.blob(0)); return nil })
		return err
	})
	return call, err
}

// readLog calls each with the events of a log, from a chunk on that has one after the number after, until each returns
// false. ErrNotFound when there is no such game.
func (db *DB) readLog(ctx context.Context, id string, after int, each func(r record, prev []byte) (more bool, err error)) error {
	var tail []byte
	more := true
	read := func(chunk []byte) (err error) {
		if !more {
			return errStop
		}
		rerr := readChunk(chunk, func(r record, prev []byte) bool {
			more, err = each(r, prev)
			return more && err == nil
		})
		return cmp.Or(err, rerr)
	}
	err := db.find(ctx, id, queryLog, args{after}, func(r *row) error {
		tail = r.blob(0)
		if r.null(1) {
			return nil
		}
		return read(r.blob(1))
	})
	if err != nil || !more {
		return err
	}
	return read(tail)
}
