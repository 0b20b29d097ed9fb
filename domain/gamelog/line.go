package gamelog

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"kast/domain/game"
)

// timeLayout is RFC 3339 in UTC with exactly milliseconds.
const timeLayout = "2006-01-02T15:04:05.000Z"

// Genesis is the hash before the first event: 64 zeros.
func Genesis() string { return strings.Repeat("0", 2*sha256.Size) }

// Line is one event in its log, sealed into the chain.
type Line struct {
	game.Record
	Prev string // hash of the event before, 64 hex digits
	Hash string // SHA-256 over the canonical JSON without the field hash, 64 hex digits
	JSON []byte // canonical JSON (RFC 8785)
}

// ErrFormat is what every error of Decode is about.
var ErrFormat = errors.New("not an event of a game log")

// Seal puts a record into the chain after the event with hash prev, its time made one that a log keeps (see [Time]). It
// fails only where a value cannot be written (such as invalid UTF-8), which no record from Decide has.
func Seal(prev string, r game.Record) (Line, error) {
	r.At = Time(r.At)
	w := encode(r)
	w.Prev = prev
	hash, err := w.hash()
	if err != nil {
		return Line{}, fmt.Errorf("seal event %d: %w", r.Seq, err)
	}
	w.Hash = hash
	sealed, err := w.canonical()
	if err != nil {
		return Line{}, fmt.Errorf("seal event %d: %w", r.Seq, err)
	}
	return Line{Record: r, Prev: prev, Hash: w.Hash, JSON: sealed}, nil
}

// Decode reads one event. It is strict: a field that is unknown, missing, doubled, null or out of place is an error
// (wrapping ErrFormat), and so is a number that is no whole one or that not every JSON reader takes exactly. Order and
// blanks are free. It does not check the hash; Verify does. The line keeps b where that is canonical, so b must not be
// changed any more.
func Decode(b []byte) (Line, error) { return read(b, false) }

// DecodeDraft reads one event as Decode does, but takes it without prev or hash or both, as a client writes it that
// leaves the chain to the server. What is left out is empty in the line; Chain fills it in.
func DecodeDraft(b []byte) (Line, error) { return read(b, true) }

func read(b []byte, draft bool) (Line, error) {
	if line, ok := scan(string(b)); ok {
		line.JSON = b
		return line, nil
	}
	return readAny(b, draft)
}

// readAny reads an event in whatever JSON it is written.
func readAny(b []byte, draft bool) (Line, error) {
	var w wire
	if err := json.Unmarshal(b, &w, json.RejectUnknownMembers(true)); err != nil {
		return Line{}, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	r, err := decode(w, draft)
	if err != nil {
		return Line{}, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	// Writing what was read must give what was there: that leaves no way to smuggle a field in or out.
	again := encode(r)
	again.Prev, again.Hash = w.Prev, w.Hash
	want, err := again.canonical()
	if err != nil {
		return Line{}, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	line := Line{Record: r, Prev: w.Prev, Hash: w.Hash, JSON: want}
	if bytes.Equal(b, want) {
		return line, nil
	}
	got := jsontext.Value(bytes.Clone(b))
	if err := got.Canonicalize(); err != nil {
		return Line{}, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if !bytes.Equal(got, want) {
		return Line{}, fmt.Errorf("%w: %s has fields missing, or fields that do not apply", ErrFormat, w.Type)
	}
	return line, nil
}

// Chain seals a whole log of drafts. Where a draft has prev or hash they must be what they come to; else it returns a
// *game.Breach with ErrChain or ErrHash.
func Chain(drafts []Line) ([]Line, error) {
	lines := make([]Line, len(drafts))
	prev := Genesis()
	for i, d := range drafts {
		line, err := Seal(prev, d.Record)
		switch {
		case err != nil:
			return nil, err
		case d.Prev != "" && d.Prev != line.Prev:
			return nil, &game.Breach{Seq: d.Seq, Cause: ErrChain}
		case d.Hash != "" && d.Hash != line.Hash:
			return nil, &game.Breach{Seq: d.Seq, Cause: ErrHash}
		}
		lines[i], prev = line, line.Hash
	}
	return lines, nil
}

// Time gives a time as logs keep it: UTC, whole milliseconds.
func Time(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

// Records returns the records of lines.
func Records(lines []Line) []game.Record {
	records := make([]game.Record, len(lines))
	for i, l := range lines {
		records[i] = l.Record
	}
	return records
}
