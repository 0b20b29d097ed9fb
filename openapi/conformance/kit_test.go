package conformance_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

//go:generate go test . -run TestManifest -update

// Nothing of the kit is written anew without being asked to. What -update changes in a file that has been published is a
// change of the rules or a mistake; see README.md on versions.
var update = flag.Bool("update", false, "write the files of the kit that are made from the rules, and the manifest")

// tolerance is how far figures of best play may be from those of the kit.
const tolerance = 1e-6

// current compares a file of the kit with what the rules make of it now, or writes it.
func current(t *testing.T, name string, want []byte) {
	t.Helper()
	if *update {
		write(t, name, want)
		return
	}
	if diff := gocmp.Diff(string(read(t, name)), string(want)); diff != "" {
		t.Errorf("%s (-file +rules):\n%s", name, diff)
	}
}

// nearly is current for figures, which differ in their last digits from one processor to another.
func nearly[T any](t *testing.T, name string, want []T) {
	t.Helper()
	if *update {
		write(t, name, lines(t, want))
		return
	}
	if diff := gocmp.Diff(decode[[]T](t, read(t, name)), want, cmpopts.EquateApprox(0, tolerance), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s (-file +rules):\n%s", name, diff)
	}
}

// lines writes cases as a JSON array, one a line.
func lines[T any](t *testing.T, cases []T) []byte {
	t.Helper()
	var out bytes.Buffer
	out.WriteString("[\n")
	for i, c := range cases {
		out.Write(compact(t, c))
		if i < len(cases)-1 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
	}
	out.WriteString("]\n")
	return out.Bytes()
}

func compact(t *testing.T, v any) []byte {
	t.Helper()
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

func decode[T any](t *testing.T, data []byte) T {
	t.Helper()
	var v T
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.FromSlash(name), data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// shipped are the files of the kit, with slashes, in order: all that lies here but the Go files and the manifest.
func shipped(t *testing.T) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(name, ".go") || name == "manifest.json" {
			return err
		}
		names = append(names, filepath.ToSlash(name))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

// byKey takes the first few of each kind, in the order they came.
type byKey[K cmp.Ordered, T any] struct {
	most  int
	seen  map[K]int
	taken []T
}

func newByKey[K cmp.Ordered, T any](most int) *byKey[K, T] {
	return &byKey[K, T]{most: most, seen: map[K]int{}}
}

// wants tells whether there is room for one more of the kind, and counts it.
func (b *byKey[K, T]) wants(key K) bool {
	b.seen[key]++
	return b.seen[key] <= b.most
}
