package conformance_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"kast/domain/gamelog"
)

// canonicalFile is what a client's chain must do byte for byte.
type canonicalFile struct {
	Values []canonicalValue `json:"values"`
	Events []canonicalEvent `json:"events"`
}

// canonicalValue is a JSON text and its canonical form.
type canonicalValue struct {
	Name      string `json:"name"`
	Text      string `json:"text"`
	Canonical string `json:"canonical"`
	SHA256    string `json:"sha256"`
}

// canonicalEvent is an event as a client might write it, without hash, and what is hashed of it.
type canonicalEvent struct {
	Name   string `json:"name"`
	Text   string `json:"text"`
	Hashed string `json:"hashed"`
	Hash   string `json:"hash"`
	Line   string `json:"line"`
}

func sha256Of(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

func canonicalOf(t *testing.T, text string) string {
	t.Helper()
	v := jsontext.Value(text)
	if err := v.Canonicalize(); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return string(v)
}

// TestCanonical: RFC 8785, for any JSON and for events.
func TestCanonical(t *testing.T) {
	var file canonicalFile
	for _, v := range [][2]string{
		{"blanks and order", "{ \"b\" : 1,\r\n\t\"a\" : [ 2 , 3 ] }"},
		{"names are sorted by UTF-16 units, not by code points", `{"\ufb33":1,"\ud83d\ude00":2,"\u20ac":3,"\u00f6":4,"z":5,"Z":6,"1":7,"":8}`},
		{"names within names", `{"b":{"d":1,"c":2},"a":[{"f":1,"e":2}]}`},
		{"escapes that are not needed", `"\u0041\u002f\/\u00e5\u2028"`},
		{"escapes that are", `"\"\\\u0008\u0009\u000a\u000c\u000d\u0000\u001f\u007f"`},
		{"a character beyond the first plane", `"\ud83c\udfb2"`},
		{"no normalization of letters", `"a\u030a \u00e5"`},
		{"whole numbers in another form", `[1.0,1e2,-0,0.0,100E-2,9007199254740991]`},
		{"fractions and great numbers", `[0.1,1e-7,1.5e300,1e21,123456789012345680000,4.50]`},
		{"literals", `[ true , false , null ]`},
	} {
		canonical := canonicalOf(t, v[1])
		file.Values = append(file.Values, canonicalValue{v[0], v[1], canonical, sha256Of([]byte(canonical))})
	}
	seen := map[string]bool{}
	for _, log := range []string{"logs/good/lobby-closed.jsonl", "logs/good/femlika-server.jsonl", "logs/good/tiotusen-clock.jsonl", "logs/good/tiotusen-resigned.jsonl"} {
		for _, line := range readLog(t, log) {
			kind := gamelog.TypeOf(line.Event)
			if seen[kind] {
				continue
			}
			seen[kind] = true
			var fields map[string]json.RawMessage
			if err := json.Unmarshal(line.JSON, &fields); err != nil {
				t.Fatal(err)
			}
			delete(fields, "hash")
			file.Events = append(file.Events,
				eventCase(t, kind+", as it is hashed", string(compact(t, fields))),
				eventCase(t, kind+", in another order, with blanks and escapes", disguised(fields)))
		}
	}
	for _, kind := range gamelog.Types() {
		if !seen[kind] {
			t.Errorf("no event of type %s", kind)
		}
	}
	var out strings.Builder
	out.WriteString("{\"values\":")
	out.Write(lines(t, file.Values))
	out.WriteString(",\"events\":")
	out.Write(lines(t, file.Events))
	out.WriteString("}\n")
	current(t, "canonical/canonical.json", []byte(out.String()))
}

// eventCase reads an event as the server reads one that a client uploads, and seals it.
func eventCase(t *testing.T, name, text string) canonicalEvent {
	t.Helper()
	draft, err := gamelog.DecodeDraft([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	line := sealed(t, draft.Prev, draft.Record)
	hashed := canonicalOf(t, text)
	if sha256Of([]byte(hashed)) != line.Hash {
		t.Errorf("%s: hashed %s, want %s", name, sha256Of([]byte(hashed)), line.Hash)
	}
	return canonicalEvent{name, text, hashed, line.Hash, string(line.JSON)}
}

// disguised writes the same event otherwise: names backwards, blanks, and the first letter of names and texts escaped.
func disguised(fields map[string]json.RawMessage) string {
	var out bytes.Buffer
	out.WriteString("{ ")
	names := slices.Sorted(maps.Keys(fields))
	slices.Reverse(names)
	for i, name := range names {
		if i > 0 {
			out.WriteString(" ,\n  ")
		}
		out.WriteString(escaped(`"`+name+`"`) + "\t: ")
		out.WriteString(escaped(string(fields[name])))
	}
	out.WriteString("\n}")
	return out.String()
}

// escaped writes the first letter of a JSON text as an escape.
func escaped(text string) string {
	if len(text) < 3 || text[0] != '"' {
		return text
	}
	return `"\u00` + hex.EncodeToString([]byte{text[1]}) + text[2:]
}
