package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite testdata/sample.json")

// runs is how often the same sources are read in one test: swag keeps much in
// maps, and an order that depends on them shows only now and then.
const runs = 20

func TestSample(t *testing.T) {
	got, err := generate("testdata/sample")
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/sample.json"
	if *update {
		if err := os.WriteFile(golden, got["openapi.json"], 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(got["openapi.json"]), string(want)); diff != "" {
		t.Errorf("the sample's document differs (-got +want):\n%s", diff)
	}
}

// TestRepeatable runs on the real sources too.
func TestRepeatable(t *testing.T) {
	for _, dirs := range [][]string{{"testdata/sample"}, {"../../api/rest", "../../api/shape"}} {
		t.Run(filepath.Base(dirs[0]), func(t *testing.T) {
			t.Parallel()
			if len(dirs) > 1 {
				skipWithoutREST(t)
			}
			first, err := generate(dirs...)
			if err != nil {
				t.Fatal(err)
			}
			for range runs - 1 {
				next, err := generate(dirs...)
				if err != nil {
					t.Fatal(err)
				}
				for name := range first {
					if !bytes.Equal(first[name], next[name]) {
						t.Fatalf("%s differs from run to run:\n%s", name, cmp.Diff(string(first[name]), string(next[name])))
					}
				}
			}
		})
	}
}

// TestCommitted: what is published is what the annotations say.
func TestCommitted(t *testing.T) {
	skipWithoutREST(t)
	files, err := generate("../../api/rest", "../../api/shape")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the annotations say; run go generate ./...\n%s", name, cmp.Diff(string(got), string(want)))
		}
	}
}

// TestRefused changes one thing of the sample and expects the generation to stop
// with a message that says what is wrong.
func TestRefused(t *testing.T) {
	tests := map[string]struct{ file, old, new, want string }{
		"no operation id":        {"handlers.go", "// @ID          getGame", "//", "GET /v1/games/{id}: no @ID"},
		"no summary":             {"handlers.go", "// @Summary     Get a game", "//", "no @Summary"},
		"no tag":                 {"handlers.go", "// @Tags        games", "//", "needs one tag, has 0"},
		"unknown tag":            {"handlers.go", "// @Tags        games", "// @Tags nowhere", "tag nowhere is not declared"},
		"twice the same id":      {"handlers.go", "leaveGame", "listGames", "@id"},
		"twice the same route":   {"handlers.go", "/v1/games/{id} [delete]", "/v1/games/{id} [get]", "declared multiple times"},
		"no success":             {"handlers.go", "// @Success  204 \"Left\"", "//", "no @Success"},
		"no 404":                 {"handlers.go", "// @Failure     404 {object} problem", "//", "no @Failure 404"},
		"no 412":                 {"handlers.go", "404,412,422", "404,422", "no @Failure 412"},
		"default response":       {"handlers.go", "// @Failure     404", "// @Failure default", "default response"},
		"unknown security":       {"handlers.go", "// @Security anonymous", "// @Security basic", "@Security basic"},
		"unknown code":           {"handlers.go", `problem "notYourTurn"`, `problem "notMyTurn"`, `"notMyTurn" is no problem code`},
		"code of other status":   {"handlers.go", `problem "notYourTurn"`, `problem "badHold"`, "none of"},
		"unknown type":           {"handlers.go", "{object} game ", "{object} gane ", "cannot find type definition: gane"},
		"no title":               {"doc.go", "@title", "@ttitle", "@title"},
		"tag not described":      {"doc.go", "// @tag.description The server itself.", "//", "tag system needs"},
		"host":                   {"doc.go", "// @version     1", "// @version     1\n// @host example.org", "@host"},
		"type without name":      {"types.go", "} // @name Turn", "}", "schema sample.turn"},
		"unknown format":         {"types.go", `json:"id" format:"uuid"`, `json:"id" format:"guid"`, `format "guid"`},
		"misspelt struct tag":    {"types.go", `maxLength:"40"`, `maxlength:"40"`, "tag maxlength is not understood"},
		"bound no number":        {"types.go", `maximum:"50"`, `maximum:"fifty"`, "maximum"},
		"bounds crossed":         {"types.go", `maximum:"50"`, `maximum:"-1"`, "above maximum"},
		"pointer without omit":   {"types.go", `json:"turn,omitzero"`, `json:"turn"`, "answer 200: /properties/turn: a pointer needs omitzero"},
		"omitempty on a number":  {"types.go", `json:"seq,omitzero"`, `json:"seq,omitempty"`, "use omitzero"},
		"field without json tag": {"types.go", "`json:\"luck\"`", "", "needs a json tag"},
		"number as string":       {"types.go", `json:"seq"`, `json:"seq,string"`, "json option string"},
		"tag on a named type":    {"types.go", "Status     status          `json:\"status\"`", "Status     status `json:\"status\" enums:\"a\"`", "belongs to the type"},
		"code without status":    {"types.go", "// 429 too many calls", "// too many calls", "does not begin with a status"},
		"enum by expression":     {"types.go", `= "seatsFull" `, `= "seats" + "Full" `, "one literal"},
		"enum in two files":      {"handlers.go", "package sample", "package sample\n\nconst statusClosed status = \"closed\"", "keep them together"},
		"union of one kind":      {"types.go", "Seats []any", "Seats []int", "no longer a list of values of any type"},
		"interface":              {"types.go", "Luck       float64", "Luck       any", "no type"},
		"unused response codes":  {"types.go", "// 500 a fault", "// 501 a fault", "no problem code has status 500"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for _, file := range []string{"doc.go", "types.go", "handlers.go"} {
				data, err := os.ReadFile(filepath.Join("testdata/sample", file))
				if err != nil {
					t.Fatal(err)
				}
				if file == test.file {
					changed := strings.Replace(string(data), test.old, test.new, 1)
					if changed == string(data) {
						t.Fatalf("%s does not have %q", file, test.old)
					}
					data = []byte(changed)
				}
				if err := os.WriteFile(filepath.Join(dir, file), data, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			_, err := generate(dir)
			if err == nil || !strings.Contains(strings.ToLower(err.Error()), strings.ToLower(test.want)) {
				t.Errorf("got error %v, want one with %q", err, test.want)
			}
		})
	}
}

func skipWithoutREST(t *testing.T) {
	t.Helper()
	if _, err := os.Stat("../../api/rest/doc.go"); err != nil {
		t.Skip("no annotations yet")
	}
}
