package sqlite

import (
	"bytes"
	"encoding/binary"

	"kast/repository"
)

const (
	// tailSize is how long a tail gets before it becomes a chunk: long enough that few appends have to write one, short
	// enough that many running games share a page, and such that four chunks fill one.
	tailSize = 1000
	// logsKept is how many logs the writer remembers.
	logsKept = 4096
)

// logs is what the writer remembers of the logs to which it appended last, to spare it reading them for every append.
// It may be out of date, when another process appended; so what is remembered of a log counts only while its head is
// the one in the file, which the statement that moves the head looks at.
type logs struct {
	byID    map[[16]byte]*openLog
	changed [][16]byte // by the job under way
	round   uint64     // counts from 1 how often others may have written what summaries say
}

// openLog is what appending to a log takes.
type openLog struct {
	n    int64
	seq  int
	hash []byte
	tail []byte
	ids  []byte // of all events, 16 bytes each
	// summary is what the game's row said in a round. In another it counts for nothing.
	summary repository.Summary
	round   uint64

	players []player
}

// player is an account's number in a game; deleted accounts may still be among them.
type player struct {
	account []byte
	p       int64
}

func newLogs() *logs { return &logs{byID: map[[16]byte]*openLog{}, round: 1} }

// begin starts a job, and undo forgets all that it changed.
func (l *logs) begin() { l.changed = l.changed[:0] }

func (l *logs) undo() {
	for _, id := range l.changed {
		delete(l.byID, id)
	}
}

// at returns a log whose head is as said, or nil when it is not remembered so.
func (l *logs) at(id [16]byte, seq int, hash []byte) *openLog {
	if o := l.byID[id]; o != nil && o.seq == seq && bytes.Equal(o.hash, hash) {
		return o
	}
	return nil
}

// put remembers a log that the job under way has changed.
func (l *logs) put(id [16]byte, o *openLog) {
	if _, ok := l.byID[id]; !ok && len(l.byID) >= logsKept {
		for other := range l.byID { // any: a running game comes back at its next append
			delete(l.byID, other)
			break
		}
	}
	l.byID[id] = o
	l.changed = append(l.changed, id)
}

// openLog reads a log from the file. ErrNotFound when there is no such game.
func (c *conn) openLog(id [16]byte) (*openLog, error) {
	o := &openLog{}
	found, err := c.one(`SELECT n, seq, hash, tail FROM games WHERE id = ?`, args{id[:]}, func(r *row) error {
		o.n, o.seq, o.hash, o.tail = r.num(0), r.int(1), r.blob(2), r.blob(3)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, repository.ErrNotFound
	}
	collect := func(r record, _ []byte) bool { o.ids = append(o.ids, r.id...); return true }
	err = c.query(`SELECT body FROM chunks WHERE n = ? ORDER BY last`, args{o.n}, func(r *row) error {
		return readChunk(r.blob(0), collect)
	})
	if err != nil {
		return nil, err
	}
	return o, readChunk(o.tail, collect)
}

// has tells whether an event of the log has the id.
func (o *openLog) has(id []byte) bool {
	first := binary.NativeEndian.Uint64(id)
	for i := 0; i < len(o.ids); i += 16 {
		if binary.NativeEndian.Uint64(o.ids[i:]) == first && bytes.Equal(o.ids[i:i+16], id) {
			return true
		}
	}
	return false
}

// fullChunk is a chunk that goes to the table chunks.
type fullChunk struct {
	last int
	body []byte
}

// extend adds records to the log, whose ids must be new. It returns the chunks that became full, and when nothing will
// follow the last one too.
func (o *openLog) extend(records []record, over bool) (full []fullChunk) {
	for _, r := range records {
		longer := appendRecord(o.tail, r, o.hash)
		if len(longer) > tailSize && len(o.tail) > 0 {
			full = append(full, fullChunk{o.seq, o.tail})
			longer = appendRecord(nil, r, o.hash)
		}
		o.tail = longer
		o.ids = append(o.ids, r.id...)
		o.seq, o.hash = r.seq, r.hash
	}
	if over {
		full = append(full, fullChunk{o.seq, o.tail})
		o.tail = []byte{}
	}
	return full
}

func insertChunks(c *conn, n int64, full []fullChunk) error {
	for _, f := range full {
		if _, err := c.exec(`INSERT INTO chunks (n, last, body) VALUES (?, ?, ?)`, args{n, f.last, f.body}); err != nil {
			return err
		}
	}
	return nil
}

// player returns the number that stands for an account in this log's calls, 0 when there is no such account (any more).
func (o *openLog) player(c *conn, account []byte) (p int64, err error) {
	for _, known := range o.players {
		if bytes.Equal(known.account, account) {
			return known.p, nil
		}
	}
	find := func() error {
		_, err := c.one(`SELECT p.p FROM accounts a JOIN players p ON p.account = a.account AND p.n = ?2 WHERE a.id = ?1`,
			args{account, o.n}, func(r *row) error { p = r.num(0); return nil })
		return err
	}
	if err := find(); err != nil {
		return 0, err
	}
	if p == 0 { // calls without holding a seat
		_, err := c.exec(`INSERT INTO players (account, n) SELECT account, ?2 FROM accounts WHERE id = ?1`, args{account, o.n})
		if err != nil {
			return 0, err
		}
		if err := find(); err != nil {
			return 0, err
		}
	}
	if p != 0 {
		o.players = append(o.players, player{account, p})
	}
	return p, nil
}

// setCaller fills in who called.
func (o *openLog) setCaller(c *conn, records []record, account []byte) error {
	if account == nil {
		return nil
	}
	p, err := o.player(c, account)
	for _, r := range records {
		if r.call != nil {
			r.call.player = p
		}
	}
	return err
}

// isOver tells whether nothing will be appended to a game, so that its row in games need not hold a tail. Should
// something be appended after all, nothing is wrong.
func isOver(s repository.Summary) bool { return s.Status == "finished" || s.Status == "closed" }
