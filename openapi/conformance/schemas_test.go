package conformance_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"kast/domain/game"
)

// schemaOf is the schema of a file of the kit, or of each of its lines; "" for files that have none.
func schemaOf(name string) string {
	switch {
	case strings.HasPrefix(name, "logs/good/"):
		return "schemas/event.schema.json"
	case strings.HasPrefix(name, "schemas/"), !strings.HasSuffix(name, ".json"):
		return ""
	}
	return "schemas/" + strings.TrimSuffix(path.Base(name), ".json") + ".schema.json"
}

func schema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(read(t, name)))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiler.AddResource(path.Base(name), doc); err != nil {
		t.Fatal(err)
	}
	s, err := compiler.Compile(path.Base(name))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return s
}

// TestSchemas: every file is as its schema says, and every schema is that of a file.
func TestSchemas(t *testing.T) {
	used := map[string]bool{}
	for _, name := range append(shipped(t), "manifest.json") {
		of := schemaOf(name)
		if of == "" {
			continue
		}
		s := schema(t, of)
		used[of] = true
		texts := [][]byte{read(t, name)}
		if strings.HasSuffix(name, ".jsonl") {
			texts = slices.Collect(bytes.Lines(texts[0]))
		}
		for i, text := range texts {
			value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if err := s.Validate(value); err != nil {
				t.Errorf("%s, text %d: %v", name, i+1, err)
			}
		}
	}
	for _, name := range shipped(t) {
		if strings.HasPrefix(name, "schemas/") && !used[name] {
			t.Errorf("%s is the schema of no file", name)
		}
	}
}

// TestSchemas_strict: a field that a schema does not know, or one that is missing, is an error.
func TestSchemas_strict(t *testing.T) {
	for _, name := range shipped(t) {
		if !strings.HasPrefix(name, "vectors/") {
			continue
		}
		s := schema(t, schemaOf(name))
		first := decode[[]map[string]any](t, read(t, name))[0]
		for field := range first {
			less := map[string]any{}
			for other, value := range first {
				if other != field {
					less[other] = value
				}
			}
			if s.Validate([]any{anew(t, less)}) == nil {
				t.Errorf("%s: %s may be missing", name, field)
			}
		}
		first["fields"] = 1
		if s.Validate([]any{anew(t, first)}) == nil {
			t.Errorf("%s: any field is taken", name)
		}
	}
}

func anew(t *testing.T, v any) any {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(compact(t, v)))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// manifest lists the kit.
type manifest struct {
	Kit           int            `json:"kit"`
	RulesVersions map[string]int `json:"rulesVersions"`
	Tolerance     float64        `json:"tolerance"`
	Files         []listed       `json:"files"`
}

type listed struct {
	File   string `json:"file"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
	Schema string `json:"schema,omitempty"`
}

// mostBytes is what the kit may weigh: it is to be copied into clients.
const mostBytes = 2 << 20

// TestManifest: every file is listed with its size and hash, and the kit stays small. It runs after the tests that write.
func TestManifest(t *testing.T) {
	m := manifest{Kit: 1, RulesVersions: map[string]int{}, Tolerance: tolerance}
	for _, r := range game.Rulesets() {
		m.RulesVersions[string(r.ID)] = r.Version
	}
	all := 0
	for _, name := range shipped(t) {
		data := read(t, name)
		all += len(data)
		m.Files = append(m.Files, listed{name, len(data), sha256Of(data), schemaOf(name)})
	}
	if all > mostBytes {
		t.Errorf("the kit has %d bytes, at most %d", all, mostBytes)
	}
	slices.SortFunc(m.Files, func(a, b listed) int { return cmp.Compare(a.File, b.File) })
	out, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	current(t, "manifest.json", append(out, '\n'))
}
