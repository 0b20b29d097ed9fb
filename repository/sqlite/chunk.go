package sqlite

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"kast/repository"
)

// A chunk is a run of consecutive events of one log, with the calls that caused them, as bytes. This file and
// shorthand.go are all that knows its form:
//
//	chunk    version (1 byte), number of its first event (uvarint), hash of the event before (32 bytes), records
//	record   length of the rest (uvarint), flags (1 byte), id (16 bytes), hash (32 bytes), call, body
//	call     only with flagCall, in the event that bears the call's id: number of the player who called (uvarint, 0 for
//	         none); with flagMore, how many events before and how many after this one the call caused (2 uvarints);
//	         length of the digest (uvarint), digest
//	body     the event's JSON, with flagShort in shorthand
const chunkVersion = 1

const (
	flagCall  = 1 << iota // a call follows
	flagShort             // the body is in shorthand
	flagHex               // the call's digest is hex digits, kept as the bytes they stand for
	flagMore              // the call caused more events than this one
)

// record is an event as a chunk has it.
type record struct {
	seq      int
	id, hash []byte
	short    bool
	body     []byte
	call     *storedCall
}

// storedCall is a call as a chunk has it.
type storedCall struct {
	player        int64 // of the table players; 0 for none
	before, after int
	hex           bool
	digest        []byte
}

// encodeEvents makes records of events and the call that caused them. It fails when they do not follow after without
// gaps, when they are no events, and when none bears the call's id.
func encodeEvents(after repository.Head, events []repository.Event, call *repository.Call) ([]record, error) {
	prev := make([]byte, 32)
	if after.Seq > 0 {
		var err error
		if prev, err = encodeHash(after.Hash); err != nil {
			return nil, err
		}
	}
	if len(events) == 0 {
		return nil, fmt.Errorf("no events")
	}
	named := false
	records := make([]record, len(events))
	for i, e := range events {
		if e.Seq != after.Seq+1+i {
			return nil, fmt.Errorf("event %d follows event %d", e.Seq, after.Seq+i)
		}
		r := &records[i]
		var err error
		if *r, err = encodeEvent(e, prev); err != nil {
			return nil, fmt.Errorf("event %d: %w", e.Seq, err)
		}
		for _, other := range records[:i] {
			if bytes.Equal(other.id, r.id) {
				return nil, repository.ErrConflict
			}
		}
		if call != nil && call.ID == e.ID {
			named = true
			r.call = &storedCall{before: e.Seq - call.FirstSeq, after: call.LastSeq - e.Seq}
			if r.call.before < 0 || r.call.after < 0 {
				return nil, fmt.Errorf("event %d: its call caused events %d to %d", e.Seq, call.FirstSeq, call.LastSeq)
			}
			if r.call.digest, r.call.hex = unhex(call.Request); !r.call.hex {
				r.call.digest = []byte(call.Request)
			}
		}
		prev = r.hash
	}
	if call != nil && !named {
		return nil, fmt.Errorf("the call's id %q is that of none of its events", call.ID)
	}
	return records, nil
}

func encodeEvent(e repository.Event, prev []byte) (r record, err error) {
	if r.id, err = encodeID(e.ID); err != nil {
		return r, err
	}
	if r.hash, err = encodeHash(e.Hash); err != nil {
		return r, err
	}
	if len(e.JSON) == 0 {
		return r, fmt.Errorf("no JSON")
	}
	r.seq, r.body = e.Seq, e.JSON
	k := known{r.seq, r.id, r.hash, prev}
	short, ok := shorten(make([]byte, 0, 64), e.JSON, k)
	if !ok {
		return r, nil
	}
	// What is read must be what was written, whatever that was.
	var room [512]byte
	if again, ok := expand(room[:0], short, k); ok && bytes.Equal(again, e.JSON) {
		r.short, r.body = true, short
	}
	return r, nil
}

// appendRecord adds a record to a chunk, or begins one, after an event with the hash prev, when chunk is empty.
func appendRecord(chunk []byte, r record, prev []byte) []byte {
	if len(chunk) == 0 {
		chunk = binary.AppendUvarint(append(chunk, chunkVersion), uint64(r.seq))
		chunk = append(chunk, prev...)
	}
	var call []byte
	var flags byte
	if r.short {
		flags |= flagShort
	}
	if c := r.call; c != nil {
		flags |= flagCall
		if c.hex {
			flags |= flagHex
		}
		call = binary.AppendUvarint(make([]byte, 0, 64), uint64(c.player))
		if c.before > 0 || c.after > 0 {
			flags |= flagMore
			call = binary.AppendUvarint(call, uint64(c.before))
			call = binary.AppendUvarint(call, uint64(c.after))
		}
		call = binary.AppendUvarint(call, uint64(len(c.digest)))
		call = append(call, c.digest...)
	}
	chunk = binary.AppendUvarint(chunk, uint64(1+len(r.id)+len(r.hash)+len(call)+len(r.body)))
	chunk = append(chunk, flags)
	chunk = append(chunk, r.id...)
	chunk = append(chunk, r.hash...)
	chunk = append(chunk, call...)
	return append(chunk, r.body...)
}

// readChunk calls each with every record of a chunk and the hash of the event before it, until each returns false.
// The records share the chunk's memory.
func readChunk(chunk []byte, each func(r record, prev []byte) bool) error {
	if len(chunk) == 0 {
		return nil
	}
	s := scanner{rest: chunk}
	if s.byte() != chunkVersion {
		return errDamaged
	}
	seq := s.int()
	prev := s.bytes(32)
	for len(s.rest) > 0 && !s.bad {
		body := scanner{rest: s.bytes(s.int())}
		flags := body.byte()
		r := record{seq: seq, id: body.bytes(16), hash: body.bytes(32), short: flags&flagShort != 0}
		if flags&flagCall != 0 {
			r.call = &storedCall{player: int64(body.int()), hex: flags&flagHex != 0}
			if flags&flagMore != 0 {
				r.call.before, r.call.after = body.int(), body.int()
			}
			r.call.digest = body.bytes(body.int())
		}
		r.body = body.rest
		if body.bad {
			return errDamaged
		}
		if !each(r, prev) {
			return nil
		}
		seq, prev = seq+1, r.hash
	}
	if s.bad {
		return errDamaged
	}
	return nil
}

// event turns a record back into the event.
func (r record) event(prev []byte) (repository.Event, error) {
	e := repository.Event{Seq: r.seq, ID: decodeID(r.id), Hash: decodeHash(r.hash)}
	if !r.short {
		e.JSON = bytes.Clone(r.body)
		return e, nil
	}
	json, ok := expand(make([]byte, 0, 384), r.body, known{r.seq, r.id, r.hash, prev})
	if !ok {
		return e, errDamaged
	}
	e.JSON = json
	return e, nil
}

// request returns the call's digest as it was given.
func (c *storedCall) request() string {
	if c.hex {
		return hex.EncodeToString(c.digest)
	}
	return string(c.digest)
}

// scanner reads the parts of a record; bad tells that one was not there.
type scanner struct {
	rest []byte
	bad  bool
}

func (s *scanner) byte() byte {
	b := s.bytes(1)
	if s.bad {
		return 0
	}
	return b[0]
}

func (s *scanner) int() int {
	v, n := binary.Uvarint(s.rest)
	if n <= 0 || v > 1<<62 {
		s.bad = true
		return 0
	}
	s.rest = s.rest[n:]
	return int(v)
}

func (s *scanner) bytes(n int) []byte {
	if n > len(s.rest) {
		s.bad, s.rest = true, nil
		return nil
	}
	b := s.rest[:n:n]
	s.rest = s.rest[n:]
	return b
}
