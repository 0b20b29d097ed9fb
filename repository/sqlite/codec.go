package sqlite

import (
	"encoding/hex"
	"fmt"
	"time"

	"kast/repository"
)

// How values stand in the file. Everything about the form of an event is in this file, so that a more compact form can
// take its place.

// storedEvent is an event as the table events has it.
type storedEvent struct {
	seq            int
	id, hash, body []byte
}

// encodeEvents turns events into rows. It fails when they do not follow after, without gaps, or are no events.
func encodeEvents(after int, events []repository.Event) ([]storedEvent, error) {
	rows := make([]storedEvent, len(events))
	for i, e := range events {
		if e.Seq != after+1+i {
			return nil, fmt.Errorf("event %d follows event %d", e.Seq, after+i)
		}
		id, err := encodeID(e.ID)
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", e.Seq, err)
		}
		hash, err := encodeHash(e.Hash)
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", e.Seq, err)
		}
		if len(e.JSON) == 0 {
			return nil, fmt.Errorf("event %d: no JSON", e.Seq)
		}
		rows[i] = storedEvent{seq: e.Seq, id: id, hash: hash, body: e.JSON}
	}
	return rows, nil
}

// decodeEvent reads an event from the columns seq, id, hash, body from column i on.
func decodeEvent(r *row, i int) repository.Event {
	return repository.Event{
		Seq:  r.int(i),
		ID:   decodeID(r.blob(i + 1)),
		Hash: decodeHash(r.blob(i + 2)),
		JSON: r.blob(i + 3),
	}
}

// encodeID turns a UUID in canonical lower case into its 16 bytes; another string is an error.
func encodeID(s string) ([]byte, error) {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return nil, fmt.Errorf("%q is no UUID in canonical form", s)
	}
	id := make([]byte, 16)
	for i, at := range [16]int{0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34} {
		hi, lo := nibble(s[at]), nibble(s[at+1])
		if hi < 0 || lo < 0 {
			return nil, fmt.Errorf("%q is no UUID in canonical form", s)
		}
		id[i] = byte(hi<<4 | lo)
	}
	return id, nil
}

// nibble returns the value of a lower-case hex digit, -1 for any other character: what is read must be what was written.
func nibble(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	}
	return -1
}

// decodeID turns 16 bytes into a UUID, and none into the empty string.
func decodeID(id []byte) string {
	if len(id) != 16 {
		return ""
	}
	var s [36]byte
	hex.Encode(s[0:8], id[0:4])
	hex.Encode(s[9:13], id[4:6])
	hex.Encode(s[14:18], id[6:8])
	hex.Encode(s[19:23], id[8:10])
	hex.Encode(s[24:36], id[10:16])
	s[8], s[13], s[18], s[23] = '-', '-', '-', '-'
	return string(s[:])
}

// encodeHash turns 64 lower-case hex digits into 32 bytes; another string is an error.
func encodeHash(s string) ([]byte, error) {
	b, ok := unhex(s)
	if !ok || len(b) != 32 {
		return nil, fmt.Errorf("%q is no hash", s)
	}
	return b, nil
}

// decodeHash undoes encodeHash.
func decodeHash(b []byte) string { return hex.EncodeToString(b) }

// unhex turns lower-case hex digits into bytes.
func unhex(s string) ([]byte, bool) {
	if len(s)%2 != 0 {
		return nil, false
	}
	b := make([]byte, len(s)/2)
	for i := range b {
		hi, lo := nibble(s[2*i]), nibble(s[2*i+1])
		if hi < 0 || lo < 0 {
			return nil, false
		}
		b[i] = byte(hi<<4 | lo)
	}
	return b, true
}

// encodeDigest keeps what is hex as bytes, in half the space, and anything else as it is.
func encodeDigest(s string) any {
	if b, ok := unhex(s); ok && len(b) > 0 {
		return b
	}
	return s
}

// decodeDigest undoes encodeDigest.
func decodeDigest(r *row, i int) string {
	if b, ok := r.values[i].([]byte); ok {
		return hex.EncodeToString(b)
	}
	return r.text(i)
}

// encodeTime turns a time into milliseconds since 1970 in UTC, the zero time into NULL.
func encodeTime(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

// orNull turns the empty string into NULL.
func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// orNullID turns a UUID into its bytes, and the empty string into NULL.
func orNullID(s string) (any, error) {
	if s == "" {
		return nil, nil
	}
	return encodeID(s)
}
