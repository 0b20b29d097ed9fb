package sqlite

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"kast/repository"
)

var update = flag.Bool("update", false, "write the golden chunk anew")

// readEvents reads a log from a file in testdata.
func readEvents(t testing.TB, file string) (events []repository.Event) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		var e struct {
			Seq      int
			ID, Hash string
		}
		if err := json.Unmarshal(s.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		events = append(events, repository.Event{Seq: e.Seq, ID: e.ID, Hash: e.Hash, JSON: bytes.Clone(s.Bytes())})
	}
	return events
}

// makeChunk makes a chunk of events, with a call that the last one bears.
func makeChunk(t testing.TB, after repository.Head, events []repository.Event) []byte {
	t.Helper()
	last := events[len(events)-1]
	records, err := encodeEvents(after, events, &repository.Call{ID: last.ID, Request: "9f86", FirstSeq: last.Seq - 1, LastSeq: last.Seq})
	if err != nil {
		t.Fatal(err)
	}
	records[len(records)-1].call.player = 300
	prev := make([]byte, 32)
	if after.Seq > 0 {
		prev, _ = encodeHash(after.Hash)
	}
	var chunk []byte
	for _, r := range records {
		chunk = appendRecord(chunk, r, prev)
	}
	return chunk
}

// readAll returns the events and the last call of a chunk.
func readAll(t testing.TB, chunk []byte) (events []repository.Event, call *storedCall) {
	t.Helper()
	err := readChunk(chunk, func(r record, prev []byte) bool {
		e, err := r.event(prev)
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
		if r.call != nil {
			call = r.call
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return events, call
}

func equalEvents(t testing.TB, got, want []repository.Event) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d events, want %d", len(got), len(want))
	}
	for i, w := range want {
		if g := got[i]; g.Seq != w.Seq || g.ID != w.ID || g.Hash != w.Hash || string(g.JSON) != string(w.JSON) {
			t.Errorf("event %d is %v %s\nwant %v %s", i, g, g.JSON, w, w.JSON)
		}
	}
}

// What was written once is read the same for ever, and is written the same still.
func TestChunkIsFrozen(t *testing.T) {
	events := readEvents(t, "testdata/log.jsonl")
	chunk := makeChunk(t, repository.Head{}, events)
	const golden = "testdata/chunk.hex"
	if *update {
		if err := os.WriteFile(golden, []byte(hex.Dump(chunk)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got := hex.Dump(chunk); got != string(want) {
		t.Errorf("the chunk has become another:\n%s\nwant\n%s", got, want)
	}
	got, call := readAll(t, chunk)
	equalEvents(t, got, events)
	if call == nil || call.player != 300 || call.before != 1 || call.after != 0 || call.request() != "9f86" {
		t.Errorf("the call is %+v", call)
	}
}

// Shorthand pays: an event of a real log takes a third of its JSON, and of that its id and hash are most.
func TestChunkIsShort(t *testing.T) {
	events := readEvents(t, "testdata/log.jsonl")
	size := 0
	for _, e := range events {
		size += len(e.JSON)
	}
	if chunk := makeChunk(t, repository.Head{}, events); len(chunk)*3 > size {
		t.Errorf("%d bytes of JSON take %d", size, len(chunk))
	}
}

func TestPhrases(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range append(phrases[:], longPhrases[:]...) {
		if seen[p] {
			t.Errorf("%q is there twice", p)
		}
		seen[p] = true
		// With a value for each code, the phrase is written as its code and the bytes of the values.
		k := known{seq: 7, id: make([]byte, 16), hash: make([]byte, 32), prev: bytes.Repeat([]byte{1}, 32)}
		values := map[byte]string{
			codeID: decodeID(k.id), codeHash: decodeHash(k.hash), codePrev: decodeHash(k.prev), codeSeq: "7",
			codeTime: "2026-03-29T00:30:00.123Z", codeUUID: uuid("u"), codeSum: strings.Repeat("2", 64), codeDigits: "6,5,4",
		}
		text := p
		for code, v := range values {
			text = strings.ReplaceAll(text, string(rune(code)), v)
		}
		short, ok := shorten(nil, []byte(text), k)
		if back, ok2 := expand(nil, short, k); !ok || !ok2 || string(back) != text {
			t.Errorf("%q becomes %x and then %q", text, short, back)
		}
		if want := newPhrase(p); len(short) > 0 && (short[0] >= 0x20 && short[0] != codeLong || len(want.pieces) == 0) {
			t.Errorf("%q becomes %x", text, short)
		}
	}
	if len(longPhrases) > 256 {
		t.Error("there are more phrases than codes")
	}
}

// Whatever the bytes, they come back.
func FuzzEvent(f *testing.F) {
	for _, e := range readEvents(f, "testdata/log.jsonl") {
		f.Add(e.JSON, e.Seq)
	}
	for _, s := range []string{
		"", `"`, "\x00\x01\xff", `":1`, `"2026-13-01T00:00:00.000Z"`, `"2026-03-29T00:30:00.123Z`, `"1969-12-31T23:59:59.999Z"`,
		`"F5FC4957-3C4C-4D49-9301-C7E09B065B4A"`, `"` + strings.Repeat("a", 64) + `"`, "å\xc0",
	} {
		f.Add([]byte(s), 1)
	}
	f.Fuzz(func(t *testing.T, json []byte, seq int) {
		if len(json) == 0 || seq < 1 || seq > 1<<40 {
			return
		}
		prev := strings.Repeat("5", 64)
		e := repository.Event{Seq: seq, ID: "f5fc4957-3c4c-4d49-9301-c7e09b065b4a", Hash: strings.Repeat("ab", 32), JSON: json}
		got, _ := readAll(t, makeChunk(t, repository.Head{Seq: seq - 1, Hash: prev}, []repository.Event{e}))
		equalEvents(t, got, []repository.Event{e})
	})
}

// A damaged chunk is told as such, or read as something; it never brings the reader down.
func FuzzChunk(f *testing.F) {
	chunk := makeChunk(f, repository.Head{}, readEvents(f, "testdata/log.jsonl"))
	f.Add(chunk)
	for i := range chunk {
		bad := bytes.Clone(chunk[:min(i+200, len(chunk))])
		bad[i] ^= 0xff
		f.Add(bad)
		f.Add(chunk[:i])
	}
	f.Fuzz(func(t *testing.T, chunk []byte) {
		err := readChunk(chunk, func(r record, prev []byte) bool {
			if _, err := r.event(prev); err != nil && !errors.Is(err, repository.ErrUnavailable) {
				t.Error(err)
			}
			if r.call != nil {
				_ = r.call.request()
			}
			return true
		})
		if err != nil && !errors.Is(err, repository.ErrUnavailable) {
			t.Error(err)
		}
	})
}
