package gamelog

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
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
		if _, ok := scan(string(line)); ok {
			scanned++
			continue
		}
		t.Errorf("not scanned: %s", line)
	}
	if scanned == 0 {
		t.Error("nothing was scanned")
	}
	text := func(parts ...string) string {
		return `{"at":"2026-03-14T18:02:11.000Z",` + strings.Join(parts, ",") + `}`
	}
	by, hash, id := `"by":"player"`, `"hash":"`+Genesis()+`"`, `"id":"11111111-1111-4111-8111-111111111111"`
	prev, seat, seq := `"prev":"`+Genesis()+`"`, `"seat":0`, `"seq":3`
	roll := text(by, `"dice":[1,2,3,4,5]`, hash, id, prev, seat, seq, `"type":"rolled"`)
	hold := text(by, hash, `"held":[0,2]`, id, prev, seat, seq, `"type":"held"`)
	start := text(by, `"clientSeeds":["","a"]`, hash, id, prev, `"seats":[1,0]`, seq, `"type":"started"`)
	finish := text(by, hash, id, `"placements":[2,1]`, prev, seq, `"serverSeed":"`+Genesis()+`"`, `"type":"finished"`)
	create := text(by, `"commitment":"`+Genesis()+`"`, `"diceMode":"server"`, `"gameId":"11111111-1111-4111-8111-111111111111"`, hash, id,
		`"options":{"advice":true,"autoEnterSeconds":0,"turnSeconds":45}`, prev, `"rulesVersion":1`, `"ruleset":"penta"`,
		`"seats":[{"kind":"account"},{"botLevel":"best","kind":"bot"}]`, `"seq":1`, `"type":"created"`, `"visibility":"public"`)
	for name, good := range map[string]string{
		"a creation": create,
		"a roll":     roll, "a hold": hold, "a start": start, "the end of a game": finish,
		"one seed that is empty": strings.Replace(start, `["","a"]`, `[""]`, 1),
		"no hold":                strings.Replace(hold, "[0,2]", "[]", 1),
		"the end of a month":     strings.Replace(roll, "03-14", "02-28", 1),
		"the end of a quarter":   strings.Replace(roll, "03-14", "03-31", 1),
	} {
		if _, ok := scan(good); !ok {
			t.Errorf("%s is not taken: %s", name, good)
		}
	}
	for name, bad := range map[string]string{
		"nothing":                      ``,
		"no object":                    `[]`,
		"an end too early":             roll[:len(roll)-1],
		"something after the end":      roll + " ",
		"a blank":                      strings.Replace(roll, `"seq":3`, `"seq": 3`, 1),
		"a name twice":                 text(by, by, `"dice":[1,2,3,4,5]`, hash, id, prev, seat, seq, `"type":"rolled"`),
		"names in another order":       text(`"dice":[1,2,3,4,5]`, by, hash, id, prev, seat, seq, `"type":"rolled"`),
		"an unknown name":              text(by, `"dice":[1,2,3,4,5]`, hash, id, prev, seat, seq, `"table":1`, `"type":"rolled"`),
		"a missing name":               text(by, `"dice":[1,2,3,4,5]`, hash, id, prev, seq, `"type":"rolled"`),
		"a name of another type":       strings.Replace(hold, `"type":"held"`, `"type":"resigned"`, 1),
		"no dice":                      strings.Replace(roll, "1,2,3,4,5", "", 1),
		"seven dice":                   strings.Replace(roll, "1,2,3,4,5", "1,2,3,4,5,6,1", 1),
		"a seven":                      strings.Replace(roll, "1,2,3,4,5", "1,2,3,4,7", 1),
		"no points":                    strings.Replace(roll, `"prev"`, `"points":0,"prev"`, 1),
		"a position twice":             strings.Replace(hold, "0,2", "2,2", 1),
		"positions that descend":       strings.Replace(hold, "0,2", "2,0", 1),
		"a position of no die":         strings.Replace(hold, "0,2", "0,6", 1),
		"an escape":                    strings.Replace(roll, "player", `pla\u0079er`, 1),
		"null":                         strings.Replace(roll, `"seat":0`, `"seat":null`, 1),
		"a string for a number":        strings.Replace(roll, `"seat":0`, `"seat":"0"`, 1),
		"a zero in front":              strings.Replace(roll, `"seat":0`, `"seat":00`, 1),
		"a negative zero":              strings.Replace(roll, `"seat":0`, `"seat":-0`, 1),
		"a sign alone":                 strings.Replace(roll, `"seat":0`, `"seat":-`, 1),
		"a fraction":                   strings.Replace(roll, `"seat":0`, `"seat":0.5`, 1),
		"more digits than anybody has": strings.Replace(roll, `"seq":3`, `"seq":1234567890`, 1),
		"a list that does not end":     strings.Replace(roll, "4,5]", "4,5", 1),
		"a list that ends in a comma":  strings.Replace(roll, "4,5]", "4,]", 1),
		"a list without commas":        strings.Replace(roll, "4,5]", "4 5]", 1),
		"a day that there is not":      strings.Replace(roll, "03-14", "02-30", 1),
		"a month that there is not":    strings.Replace(roll, "03-14", "13-14", 1),
		"an hour that there is not":    strings.Replace(roll, "T18", "T24", 1),
		"no digit":                     strings.Replace(roll, "T18", "T1:", 1),
		"no milliseconds":              strings.Replace(roll, ".000Z", "Z", 1),
		"capitals":                     strings.Replace(roll, "4111-8111", "4111-A111", 1),
		"somebody else":                strings.Replace(roll, "player", "me", 1),
		"a start of no seats":          strings.Replace(start, "1,0", "", 1),
		"a start without seats":        strings.Replace(start, `,"seats":[1,0]`, "", 1),
		"a start by a seat":            strings.Replace(start, `"seats"`, `"seat":0,"seats"`, 1),
		"a start with placements":      strings.Replace(start, `"prev"`, `"placements":[1,2],"prev"`, 1),
		"no list of seeds":             strings.Replace(start, `["","a"]`, `[]`, 1),
		"a seed that is null":          strings.Replace(start, `["","a"]`, `[null]`, 1),
		"seeds without an end":         strings.Replace(start, `["","a"]`, `["","a"`, 1),
		"an escaped seed":              strings.Replace(start, `"a"`, `"\u0061"`, 1),
		"a seat of two digits":         strings.Replace(start, "1,0", "1,10", 1),
		"seats that end in a comma":    strings.Replace(start, "1,0", "1,", 1),
		"a short server seed":          strings.Replace(finish, `"serverSeed":"0`, `"serverSeed":"`, 1),
		"a ruleset that there is not":  strings.Replace(create, "penta", "yatzy", 1),
		"rules that there are not":     strings.Replace(create, `"rulesVersion":1`, `"rulesVersion":2`, 1),
		"options of another game":      strings.Replace(create, "penta", "tiotusen", 1),
		"an option too few":            strings.Replace(create, `"autoEnterSeconds":0,`, "", 1),
		"an option too many":           strings.Replace(create, `"turnSeconds"`, `"ownPot":true,"turnSeconds"`, 1),
		"a creation with an entry":     strings.Replace(create, `"by"`, `"bonus":0,"box":"ones","by"`, 1),
		"a creation of no seats":       strings.Replace(create, `{"kind":"account"},{"botLevel":"best","kind":"bot"}`, "", 1),
		"seats without an end":         strings.Replace(create, `"bot"}]`, `"bot"}`, 1),
		"a level that there is not":    strings.Replace(create, `"best"`, `"worst"`, 1),
		"a level that is empty":        strings.Replace(create, `"best"`, `""`, 1),
		"a finish with seats":          strings.Replace(finish, `"seq"`, `"seats":[1,0],"seq"`, 1),
	} {
		if _, ok := scan(bad); ok {
			t.Errorf("%s is taken: %s", name, bad)
		}
	}
}

// FuzzScan: what scan takes, the reader of any JSON takes too, and for the same.
func FuzzScan(f *testing.F) {
	for _, line := range goldenLines(f)[:300] {
		f.Add(string(line))
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := scan(text)
		if !ok {
			return
		}
		want, err := readAny([]byte(text), false)
		if err != nil {
			t.Fatalf("%q is taken: %v", text, err)
		}
		if string(want.JSON) != text {
			t.Fatalf("%q is taken, and is not canonical: %s", text, want.JSON)
		}
		got.JSON = want.JSON
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q is taken for %+v, want %+v", text, got, want)
		}
	})
}
