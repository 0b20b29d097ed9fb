package gamelog_test

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"kast/domain/gamelog"
)

// refuses checks that a text is no event.
func refuses(t *testing.T, text string) {
	t.Helper()
	line, err := gamelog.Decode([]byte(text))
	if !errors.Is(err, gamelog.ErrFormat) {
		t.Errorf("%s\ngot %+v, %v, want an error of form", text, line, err)
	}
}

func accepts(t *testing.T, text string) gamelog.Line {
	t.Helper()
	line, err := gamelog.Decode([]byte(text))
	if err != nil {
		t.Errorf("%s\ngot %v", text, err)
	}
	return line
}

// raw splits an object into its members.
func raw(t *testing.T, text []byte) map[string]json.RawMessage {
	t.Helper()
	var m map[string]json.RawMessage
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// object writes members in an order of no meaning, with some text behind them.
func object(m map[string]json.RawMessage, more string) string {
	var parts []string
	for _, name := range slices.Backward(slices.Sorted(maps.Keys(m))) {
		parts = append(parts, `"`+name+`" : `+string(m[name]))
	}
	return "{ " + strings.Join(parts, " ,\n") + more + "}"
}

// with is the object with one member changed.
func with(m map[string]json.RawMessage, name, value string) map[string]json.RawMessage {
	m = maps.Clone(m)
	m[name] = json.RawMessage(value)
	return m
}

func without(m map[string]json.RawMessage, name string) map[string]json.RawMessage {
	m = maps.Clone(m)
	delete(m, name)
	return m
}

// otherCase is the name with one letter of the other case.
func otherCase(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// Order and blanks are free, and what is read is written again in the canonical way.
func TestDecode_order(t *testing.T) {
	for _, line := range allLines(t) {
		if got := accepts(t, " \t\r\n"+object(raw(t, line.JSON), "\n ")+" \n"); string(got.JSON) != string(line.JSON) {
			t.Errorf("got %s\nwant %s", got.JSON, line.JSON)
		}
	}
}

// Every field of every type: left out, doubled, in another case, null, of another type.
func TestDecode_fields(t *testing.T) {
	for _, line := range sampleLines(t) {
		m := raw(t, line.JSON)
		accepts(t, object(m, ""))
		refuses(t, object(m, `, "more": 1`))
		refuses(t, object(m, `, "": 1`))
		for name, value := range m {
			optional := name == "clientSeed" || name == "clientSeeds" || name == "commitment" || name == "serverSeed" ||
				name == "placements" || name == "outcome" || name == "points" && gamelog.TypeOf(line.Event) == "rolled"
			if !optional { // whether these may be missing is for the rules to say
				refuses(t, object(without(m, name), ""))
			}
			refuses(t, object(with(m, name, "null"), ""))
			refuses(t, object(m, `, "`+name+`" : `+string(value)))
			refuses(t, object(m, `, "`+otherCase(name)+`" : `+string(value)))
			refuses(t, object(with(without(m, name), otherCase(name), string(value)), ""))
			for _, other := range []string{`"x"`, `""`, "7.5", "true", "{}", `{"a":1}`, `[{}]`, `["x",1]`, "[null]", "[[]]"} {
				if name == "clientSeed" && other == `"x"` || name == "joker" && other == "true" {
					continue // that is of the right type
				}
				refuses(t, object(with(m, name, other), ""))
			}
		}
	}
}

// Fields of other types do not apply.
func TestDecode_fieldsOfOthers(t *testing.T) {
	lines := sampleLines(t)
	all := map[string]json.RawMessage{}
	for _, line := range lines {
		maps.Copy(all, raw(t, line.JSON))
	}
	for _, line := range lines {
		m := raw(t, line.JSON)
		for name, value := range all {
			if _, has := m[name]; has {
				continue
			}
			switch typ := gamelog.TypeOf(line.Event); {
			case typ == "created" && name == "commitment", typ == "joined" && name == "clientSeed", typ == "started" && name == "clientSeeds",
				typ == "rolled" && (name == "outcome" || name == "points"), typ == "finished" && (name == "placements" || name == "serverSeed"),
				typ == "closed" && name == "serverSeed":
				continue // optional; see above
			}
			refuses(t, object(with(m, name, string(value)), ""))
		}
	}
}

// The fields of options and of seats are as strict as those around them.
func TestDecode_nested(t *testing.T) {
	m := raw(t, sampleLines(t)[0].JSON)
	for _, options := range []string{
		`{}`, `{"advice":true,"turnSeconds":0}`, `{"advice":true,"autoEnterSeconds":0}`, `{"autoEnterSeconds":0,"turnSeconds":0}`,
		`{"advice":true,"autoEnterSeconds":0,"turnSeconds":0,"ownPot":false}`, `{"advice":true,"autoEnterSeconds":0,"turnSeconds":0,"x":1}`,
		`{"advice":true,"autoEnterSeconds":0,"turnSeconds":0,"advice":true}`, `{"advice":true,"autoEnterSeconds":0,"turnSeconds":0,"Advice":true}`,
		`{"advice":null,"autoEnterSeconds":0,"turnSeconds":0}`, `{"advice":1,"autoEnterSeconds":0,"turnSeconds":0}`,
		`{"advice":true,"autoEnterSeconds":0.5,"turnSeconds":0}`, `{"advice":true,"autoEnterSeconds":0,"turnSeconds":"0"}`,
		`{"advice":true,"autoEnterSeconds":0,"turnSeconds":9007199254740992}`,
	} {
		refuses(t, object(with(m, "options", options), ""))
	}
	for _, seats := range []string{
		`[]`, `[0]`, `{}`, `[{}]`, `[{"kind":"account"},0]`, `[0,{"kind":"account"}]`, `[{"kind":"Account"}]`, `[{"kind":""}]`, `[{"kind":null}]`,
		`[{"kind":"account","kind":"account"}]`, `[{"kind":"account","Kind":"account"}]`, `[{"kind":"account","x":1}]`, `[null]`,
		`[{"kind":"bot","botLevel":""}]`, `[{"kind":"bot","botLevel":"good"}]`, `[{"kind":"bot","botLevel":null}]`, `[{"botLevel":"best"}]`, `[[]]`,
	} {
		refuses(t, object(with(m, "seats", seats), ""))
	}
	started := raw(t, sampleLines(t)[6].JSON)
	for _, seats := range []string{`[{"kind":"account"}]`, `["0"]`, `[0.5]`, `[null]`, `[0,null]`, `[1e2]`, `0`, `[9007199254740992]`} {
		refuses(t, object(with(started, "seats", seats), ""))
	}
}

// Numbers are whole, are written as such, and are small enough that nobody reads them as others.
func TestDecode_numbers(t *testing.T) {
	for i, name := range map[int]string{2: "seat", 11: "points", 13: "bonus", 15: "seq", 0: "rulesVersion"} {
		m := raw(t, sampleLines(t)[i].JSON)
		for _, value := range []string{
			"0.5", "1.0", "1e2", "1E2", "1e-2", "1e400", "-1e400", "9007199254740992", "-9007199254740992", "9007199254740993",
			"9223372036854775808", "99999999999999999999999", "01", "+1", ".5", "5.", "0x1", "NaN", "Infinity", `"1"`, "1_000", "-",
		} {
			refuses(t, object(with(m, name, value), ""))
		}
		if name != "rulesVersion" {
			accepts(t, object(with(m, name, "9007199254740991"), ""))
		}
	}
	rolled := raw(t, sampleLines(t)[9].JSON)
	for _, value := range []string{"[0]", "[7]", "[1,2,3,4,5,6,1]", "[1.0,2,3,4,5]", "[-1]", `["1"]`, "[null]", "[1,2,3,4,257]", "{}", "1"} {
		refuses(t, object(with(rolled, "dice", value), ""))
	}
	held := raw(t, sampleLines(t)[7].JSON)
	for _, value := range []string{"[6]", "[-1]", "[0,0]", "[1,0]", "[0.5]", "[256]", "[null]", "[4294967296]"} {
		refuses(t, object(with(held, "held", value), ""))
	}
}

func TestDecode_times(t *testing.T) {
	m := raw(t, sampleLines(t)[17].JSON)
	for _, at := range []string{
		"2026-11-29T20:15:45Z", "2026-11-29T20:15:45.6Z", "2026-11-29T20:15:45.678901Z", "2026-11-29T20:15:45.678+00:00", "2026-11-29T21:15:45.678+01:00",
		"2026-11-29T20:15:45.678", "2026-11-29T20:15:45.678z", "2026-11-29 20:15:45.678Z", "2026-11-29t20:15:45.678Z", "2026-11-29T20:15:45,678Z",
		"2026-02-30T20:15:45.678Z", "2026-13-01T20:15:45.678Z", "2026-11-29T24:00:00.000Z", "2026-11-29T20:60:00.000Z", "2026-12-31T23:59:60.000Z",
		"26-11-29T20:15:45.678Z", "12026-11-29T20:15:45.678Z", "-026-11-29T20:15:45.678Z", "2026-1-29T20:15:45.678Z", " 2026-11-29T20:15:45.678Z",
		"2026-11-29T20:15:45.678Z ", "2026-11-29T20:15:45.678ZZ", "20261129T201545.678Z", "1732911345678", "",
	} {
		refuses(t, object(with(m, "at", `"`+at+`"`), ""))
	}
	for _, at := range []string{"1970-01-01T00:00:00.000Z", "2099-12-31T23:59:59.999Z", "0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", "2028-02-29T00:00:00.000Z"} {
		accepts(t, object(with(m, "at", `"`+at+`"`), ""))
	}
}

func TestDecode_ids(t *testing.T) {
	bad := []string{
		"", "x", "0191D9A2-7F3C-7C1E-8A54-3B0F6F7E2D11", "0191d9a27f3c7c1e8a543b0f6f7e2d11", "{0191d9a2-7f3c-7c1e-8a54-3b0f6f7e2d11}",
		"urn:uuid:0191d9a2-7f3c-7c1e-8a54-3b0f6f7e2d11", "0191d9a2-7f3c-7c1e-8a54-3b0f6f7e2d1", "0191d9a2-7f3c-7c1e-8a54-3b0f6f7e2d111",
		"0191d9a2-7f3c-7c1e-8a543-b0f6f7e2d11", "0191d9a2_7f3c_7c1e_8a54_3b0f6f7e2d11", "0191d9a2-7f3c-7c1e-8a54-3b0f6f7e2d1g", "0191d9a2-7f3c-7c1e-8a54-3b0f6f7e2d1\\n",
		"0191d9a2-7f3c-7c1e-8a54-3b0f6f7e2d1\\u0000", "0191d9a2-7f3c-7c1e-8a54-3b0f6f7e2då",
	}
	created := raw(t, sampleLines(t)[0].JSON)
	for _, id := range bad {
		refuses(t, object(with(created, "id", `"`+id+`"`), ""))
		refuses(t, object(with(created, "gameId", `"`+id+`"`), ""))
		if gamelog.ValidID(id) {
			t.Errorf("%s is valid", id)
		}
	}
	for _, id := range []string{someID, "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"} {
		accepts(t, object(with(created, "id", `"`+id+`"`), ""))
	}
	finished, closed := raw(t, sampleLines(t)[18].JSON), raw(t, sampleLines(t)[20].JSON)
	for _, hash := range []string{"", "0", strings.Repeat("0", 63), strings.Repeat("0", 65), strings.Repeat("A", 64), strings.Repeat("g", 64), strings.Repeat("å", 32)} {
		for _, name := range []string{"hash", "prev", "commitment"} {
			refuses(t, object(with(created, name, `"`+hash+`"`), ""))
		}
		refuses(t, object(with(finished, "serverSeed", `"`+hash+`"`), ""))
		refuses(t, object(with(closed, "serverSeed", `"`+hash+`"`), ""))
	}
}

func TestDecode_values(t *testing.T) {
	lines := sampleLines(t)
	for i, fields := range map[int]map[string][]string{
		0: {
			"ruleset": {"Penta", "yatzy", ""}, "diceMode": {"Server", ""}, "visibility": {"secret", ""}, "by": {"Player", "me", ""},
			"type": {"Created", "create", "", "undone"},
		},
		10: {"outcome": {"", "Scored", "win"}},
		13: {"box": {"", "Ones", "yatzy", "13"}},
	} {
		m := raw(t, lines[i].JSON)
		for name, values := range fields {
			for _, value := range values {
				refuses(t, object(with(m, name, `"`+value+`"`), ""))
			}
		}
	}
	refuses(t, object(with(raw(t, lines[0].JSON), "rulesVersion", "2"), ""))
	refuses(t, object(with(raw(t, lines[0].JSON), "rulesVersion", "0"), ""))
	refuses(t, object(with(raw(t, lines[2].JSON), "clientSeed", `""`), "")) // none is absent
	refuses(t, object(with(raw(t, lines[10].JSON), "points", "0"), ""))     // none is absent
}

func TestDecode_noObject(t *testing.T) {
	text := string(sampleLines(t)[17].JSON)
	for _, bad := range []string{
		"", " ", "null", "[]", "0", `""`, "{}", "[" + text + "]", text + text, text + ",", text + "x", text + "\x00", "\ufeff" + text, text[:len(text)-1], text[1:],
		strings.Replace(text, `"by"`, `'by'`, 1), strings.Replace(text, `{`, `{/**/`, 1), strings.Replace(text, `}`, `,}`, 1),
		strings.Replace(text, "player", "play\xffer", 1), strings.Replace(text, "player", `\ud800`, 1), strings.Repeat("[", 100_000), strings.Repeat(`{"a":`, 100_000),
	} {
		refuses(t, bad)
	}
	// These are only other ways to write the same.
	accepts(t, strings.Replace(text, "player", `pl\u0061yer`, 1))
	accepts(t, strings.Replace(string(sampleLines(t)[9].JSON), `"seat":0`, `"seat":-0`, 1))
}
