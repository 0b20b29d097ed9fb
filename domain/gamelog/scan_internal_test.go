package gamelog

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/go-json-experiment/json"
)

// goldenLines returns every line of the golden logs.
func goldenLines(t testing.TB) [][]byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "openapi", "conformance", "logs", "good", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden logs: %v", err)
	}
	var lines [][]byte
	for _, file := range files {
		all, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, bytes.Split(bytes.TrimSpace(all), []byte("\n"))...)
	}
	return lines
}

// TestScan: scan takes the events that a log is made of, and a change in their form is not lost on it.
func TestScan(t *testing.T) {
	scanned := 0
	for _, line := range goldenLines(t) {
		if scan(string(line), &wire{}) {
			scanned++
			continue
		}
		var w wire
		if err := json.Unmarshal(line, &w); err != nil {
			t.Fatal(err)
		}
		switch w.Type {
		case created, started, finished, closed:
		default:
			t.Errorf("not scanned: %s", line)
		}
	}
	if scanned == 0 {
		t.Error("nothing was scanned")
	}
	for name, text := range map[string]string{
		"nothing":                      ``,
		"no object":                    `[]`,
		"an end alone":                 `}`,
		"an end too early":             `{"at":"x"`,
		"a comma too many":             `{"at":"x",}`,
		"no comma":                     `{"at":"x""by":"y"}`,
		"something after the end":      `{"at":"x"} `,
		"a blank":                      `{"at": "x"}`,
		"a name twice":                 `{"at":"x","at":"x"}`,
		"names in another order":       `{"by":"x","at":"y"}`,
		"no name":                      `{"":"x"}`,
		"an unknown name":              `{"atoll":"x"}`,
		"a name of rare events":        `{"commitment":"x"}`,
		"an escape":                    `{"at":"\u0041"}`,
		"a control character":          "{\"at\":\"\x01\"}",
		"a character beyond ASCII":     `{"at":"é"}`,
		"null":                         `{"at":null}`,
		"a number for a string":        `{"at":1}`,
		"a string for a number":        `{"seq":"1"}`,
		"a zero in front":              `{"seq":01}`,
		"a negative zero":              `{"seq":-0}`,
		"a sign alone":                 `{"seq":-}`,
		"a fraction":                   `{"seq":1.5}`,
		"an exponent":                  `{"seq":1e2}`,
		"more digits than anybody has": `{"seq":1234567890}`,
		"a list that does not begin":   `{"dice":1}`,
		"a list that does not end":     `{"dice":[1,2`,
		"a list that ends in a comma":  `{"dice":[1,]}`,
		"a list without commas":        `{"dice":[1 2]}`,
		"half a truth":                 `{"joker":tru}`,
	} {
		if scan(text, &wire{}) {
			t.Errorf("%s is taken: %s", name, text)
		}
	}
}

// FuzzScan: what scan takes, a reader of any JSON takes too, and for the same.
func FuzzScan(f *testing.F) {
	for _, line := range goldenLines(f)[:300] {
		f.Add(string(line))
	}
	f.Fuzz(func(t *testing.T, text string) {
		var got, want wire
		if !scan(text, &got) {
			return
		}
		if err := json.Unmarshal([]byte(text), &want, json.RejectUnknownMembers(true)); err != nil {
			t.Fatalf("%q is taken: %v", text, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q is taken for %+v, want %+v", text, got, want)
		}
	})
}
