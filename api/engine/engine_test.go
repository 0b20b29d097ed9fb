package engine_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kast/api/engine"
	"kast/domain/game"
	"kast/openapi"
)

// readLog is a log of the conformance kit.
func readLog(t testing.TB, name string) []json.RawMessage {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "openapi", "conformance", "logs", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var events []json.RawMessage
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		events = append(events, json.RawMessage(slices.Clone(lines.Bytes())))
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return events
}

const id, other, third = "0d9f7e3c-5f5e-4c55-9d0c-3a0f2f9b7a11", "0d9f7e3c-5f5e-4c55-9d0c-3a0f2f9b7a12", "0d9f7e3c-5f5e-4c55-9d0c-3a0f2f9b7a13"

// newGame is what create needs, with changes.
func newGame(changes object) object {
	p := object{
		"id": id, "ruleset": "penta", "seats": []object{{"kind": "me"}, {"kind": "guest", "name": "Bo"}},
		"at": "2026-05-16T09:00:00.000Z", "ids": []string{other},
	}
	for field, value := range changes {
		if p[field] = value; value == nil {
			delete(p, field)
		}
	}
	return p
}

// What cannot be read is malformed, with a word on what it is.
func TestCall_malformed(t *testing.T) {
	t.Parallel()
	e := native{engine.New()}
	log := e.call(t, "create", newGame(nil)).ok().Events
	move := func(fields string) string {
		events := strings.Join(texts(log), ",")
		return fmt.Sprintf(`{"events":[%s],"at":"2026-05-16T09:00:00.000Z","ids":["%s"],"move":%s}`, events, third, fields)
	}
	with := func(changes object) string { return string(bodyOf(t, newGame(changes))) }
	for _, c := range []struct{ method, params, detail string }{
		{"", `{}`, "no such method"},
		{"Fold", `{}`, "no such method"},
		{"fold", ``, "not valid JSON"},
		{"fold", `[]`, "wrong type"},
		{"fold", `null`, "null at"},
		{"fold", `{}`, "events is missing"},
		{"fold", `{"events":[]}`, "events is not"},
		{"fold", `{"events":[],"extra":1}`, `unknown field at "/extra"`},
		{"fold", `{"events":[{"seq":null}]}`, `null at "/events/0/seq"`},
		{"fold", `{"events":[1]}`, "event number 1"},
		{"fold", `{"events":[],"events":[]}`, "not valid JSON"},
		{"fold", `{"events":[]} {}`, "not valid JSON"},
		{"fold", string(bodyOf(t, object{"events": log, "seq": 0})), "seq"},
		{"fold", string(bodyOf(t, object{"events": log, "seq": 3})), "seq"},
		{"fold", string(bodyOf(t, object{"events": log, "names": []string{"", "", ""}})), "names"},
		{"verify", string(bodyOf(t, object{"events": log, "serverSeed": "x"})), "serverSeed"},
		{"solve", `{}`, "ruleset is missing"},
		{"solve", `{"ruleset":"yatzy"}`, "ruleset is not"},
		{"create", with(object{"id": "x"}), "id is not"},
		{"create", with(object{"id": nil}), "id is missing"},
		{"create", with(object{"ruleset": "yatzy"}), "ruleset"},
		{"create", with(object{"seats": nil}), "seats is missing"},
		{"create", with(object{"seats": []object{{"kind": "open"}}}), "seats/0/kind"},
		{"create", with(object{"seats": []object{{"kind": "me"}, {"kind": "guest"}}}), "seats/1/name is missing"},
		{"create", with(object{"seats": []object{{"kind": "me"}, {"kind": "bot"}}}), "seats/1/level is missing"},
		{"create", with(object{"visibility": "secret"}), "visibility"},
		{"create", with(object{"at": "2026-05-16T09:00:00Z"}), "at is not"},
		{"create", with(object{"at": nil}), "at is missing"},
		{"create", with(object{"ids": []string{}}), "ids: too few"},
		{"create", with(object{"ids": []string{"x"}}), "ids/0"},
		{"move", move(`{}`), "move/do is missing"},
		{"move", move(`{"do":"skip"}`), "move/do is not"},
		{"move", move(`{"do":"hold"}`), "move/held is missing"},
		{"move", move(`{"do":"enter"}`), "move/box is missing"},
		{"move", move(`{"do":"enter","box":"onez"}`), "move/box is not"},
		{"move", move(`{"do":"enter","box":"ones","held":[]}`), "move/held"},
		{"move", move(`{"do":"bank","dice":[1]}`), "move/dice"},
		{"move", move(`{"do":"roll","box":"ones"}`), "move/box"},
		{"move", move(`{"do":"roll","seat":8}`), "move/seat"},
		{"move", move(`{"do":"roll","by":"server","dice":[1,2,3,4,5]}`), "move/by"},
		{"move", move(`{"do":"roll","by":"bot","dice":[1,2,3,4,5]}`), "move/by"},
	} {
		said := answer{t: t, body: e.Call(c.method, []byte(c.params), nil)}.said()
		if said.Problem == nil || said.Problem.Code != "malformed" || !strings.Contains(said.Problem.Detail, c.detail) {
			t.Errorf("%s %.100s: got %+v, want %q", c.method, c.params, said.Problem, c.detail)
		}
	}
}

// What the rules refuse has the API's codes.
func TestCall_refused(t *testing.T) {
	t.Parallel()
	e := native{engine.New()}
	log := e.call(t, "create", newGame(nil)).ok().Events
	quiet := e.call(t, "create", newGame(object{"options": object{"advice": false}})).ok().Events
	bot := e.call(t, "create", newGame(object{"seats": []object{{"kind": "bot", "level": "best"}}})).ok().Events
	over := readLog(t, "good/penta-client.jsonl")
	server := readLog(t, "good/penta-server.jsonl")
	move := func(events []json.RawMessage, ids []string, move object) object {
		return object{"events": events, "move": move, "at": "2026-05-16T09:00:00.000Z", "ids": ids}
	}
	roll := object{"do": "roll", "dice": []int{1, 2, 3, 4, 5}}
	rolled := append(slices.Clone(bot), e.call(t, "move", move(bot, []string{third}, roll)).ok().Events...)
	free := []string{third, "0d9f7e3c-5f5e-4c55-9d0c-3a0f2f9b7a14", "0d9f7e3c-5f5e-4c55-9d0c-3a0f2f9b7a15"}
	for _, c := range []struct {
		name   string
		method string
		params object
		want   problem
	}{
		{"two of mine", "create", newGame(object{"seats": []object{{"kind": "me"}, {"kind": "me"}}}), problem{Code: "badOptions"}},
		{"nine seats", "create", newGame(object{"seats": slices.Repeat([]object{{"kind": "bot", "level": "best"}}, 9)}), problem{Code: "badOptions", Reason: "seatCount"}},
		{"a clock", "create", newGame(object{"options": object{"turnSeconds": 30}}), problem{Code: "badOptions", Reason: "turnSeconds"}},
		{"the game's id again", "create", newGame(object{"ids": []string{id}}), problem{Code: "idInUse"}},
		{"an id that is there", "move", move(log, []string{strings.ToUpper(other)}, roll), problem{Code: "idInUse"}},
		{"no dice", "move", move(log, free, object{"do": "roll"}), problem{Code: "badDice", Reason: "diceMissing"}},
		{"seven", "move", move(log, free, object{"do": "roll", "dice": []int{1, 2, 3, 4, 7}}), problem{Code: "badDice", Reason: "diceFace"}},
		{"another's turn", "move", move(log, free, object{"do": "roll", "seat": 1, "dice": []int{1, 2, 3, 4, 5}}), problem{Code: "notYourTurn"}},
		{"no such seat", "move", move(log, free, object{"do": "roll", "seat": 7, "dice": []int{1, 2, 3, 4, 5}}), problem{Code: "notYourTurn"}},
		{"nobody's seat gives up", "move", move(log, free, object{"do": "resign", "seat": 5}), problem{Code: "gameNotPlaying", Reason: "seat"}},
		{"nobody's own", "move", move(bot, free, object{"do": "resign"}), problem{Code: "notSeated"}},
		{"too early", "move", move(log, free, object{"do": "enter", "box": "ones"}), problem{Code: "mustRollFirst"}},
		{"a bank", "move", move(log, free, object{"do": "bank"}), problem{Code: "wrongRuleset"}},
		{"after the end", "move", move(over, free, roll), problem{Code: "gameNotPlaying"}},
		{"the server's dice", "move", move(server, free, roll), problem{Code: "badLog", Seq: 1, Cause: "notClientDice"}},
		{"no computer", "bot", object{"events": log}, problem{Code: "notYourTurn"}},
		{"no computer any more", "bot", object{"events": over}, problem{Code: "gameNotPlaying"}},
		{"no clock any more", "clock", object{"events": over}, problem{Code: "gameNotPlaying"}},
		{"no table for the computer", "bot", object{"events": rolled}, problem{Code: "unavailable"}},
		{"no table for the clock", "clock", object{"events": rolled}, problem{Code: "unavailable"}},
		{"no table for advice", "advice", object{"events": rolled}, problem{Code: "unavailable"}},
		{"no table for a review", "review", object{"events": over}, problem{Code: "unavailable"}},
		{"advice is off", "advice", object{"events": quiet}, problem{Code: "adviceOff"}},
		{"advice is off, review", "review", object{"events": quiet}, problem{Code: "adviceOff"}},
		{"no advice any more", "advice", object{"events": over}, problem{Code: "gameNotPlaying"}},
		{"half a log", "fold", object{"events": over[1:]}, problem{Code: "badLog", Seq: 2, Cause: "badSequence"}},
		{"cut off", "fold", object{"events": over[:len(over)-1]}, problem{Code: "badLog", Seq: len(over) - 1, Cause: "incomplete"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := e.call(t, c.method, c.params).said().Problem
			if got == nil {
				t.Fatal("not refused")
			}
			got.Detail = ""
			if diff := cmp.Diff(c.want, *got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Every log of the conformance kit gets its verdict.
func TestVerify(t *testing.T) {
	t.Parallel()
	e := native{engine.New()}
	b, err := os.ReadFile("../../openapi/conformance/logs/verdicts.json")
	if err != nil {
		t.Fatal(err)
	}
	var verdicts struct {
		Good, Bad []struct {
			Log   string
			Seq   int
			Cause string
		}
	}
	if err := json.Unmarshal(b, &verdicts); err != nil || len(verdicts.Good) == 0 || len(verdicts.Bad) == 0 {
		t.Fatal(err)
	}
	for _, v := range verdicts.Good {
		var g struct{ Seq int }
		if err := json.Unmarshal(e.call(t, "verify", object{"events": readLog(t, v.Log)}).ok().Game, &g); err != nil || g.Seq != v.Seq {
			t.Errorf("%s: at %d, want %d, %v", v.Log, g.Seq, v.Seq, err)
		}
	}
	for _, v := range verdicts.Bad {
		want := problem{Code: "badLog", Seq: v.Seq, Cause: v.Cause}
		if v.Cause == "malformed" {
			want = problem{Code: "malformed"}
		}
		got := e.call(t, "verify", object{"events": readLog(t, v.Log)}).said().Problem
		if got == nil || got.Code != want.Code || got.Cause != want.Cause || got.Seq != want.Seq {
			t.Errorf("%s: got %+v, want %+v", v.Log, got, want)
		}
	}
}

// What a log comes to does not hang on what the engine was asked before.
func TestCall_forgets(t *testing.T) {
	t.Parallel()
	old := native{engine.New()}
	for _, name := range []string{"penta-client", "penta-tie", "bonanza-client", "tiotusen-client", "femlika-client", "penta-client"} {
		events := readLog(t, "good/"+name+".jsonl")
		for range 2 {
			fresh := native{engine.New()}.call(t, "fold", object{"events": events})
			again := old.call(t, "fold", object{"events": events})
			if string(fresh.body) != string(again.body) {
				t.Errorf("%s: got %s, want %s", name, again.body, fresh.body)
			}
		}
		// One figure changed, all else and the hashes as they were.
		forged := slices.Clone(events)
		last := len(forged) / 2
		forged[last] = json.RawMessage(strings.Replace(string(forged[last]), `"by":"player"`, `"by":"clock"`, 1))
		if string(forged[last]) != string(events[last]) && old.call(t, "fold", object{"events": forged}).said().Problem == nil {
			t.Errorf("%s: a forged event was taken", name)
		}
	}
}

// The codes of problems are the API's.
func TestCodes(t *testing.T) {
	t.Parallel()
	var doc struct {
		Components struct {
			Schemas map[string]struct{ Enum []string }
		}
	}
	if err := json.Unmarshal(openapi.JSON(), &doc); err != nil {
		t.Fatal(err)
	}
	codes := doc.Components.Schemas["ProblemCode"].Enum
	for _, code := range engine.Codes() {
		if !slices.Contains(codes, string(code)) {
			t.Errorf("the API has no code %s", code)
		}
	}
	for _, code := range game.Codes() {
		if !slices.Contains(codes, string(code)) {
			t.Errorf("the API has no code %s", code)
		}
	}
}

// Solving tells how far it is, and gives what package solver does.
func TestSolve(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes some seconds of a processor")
	}
	e := engine.New()
	last, whole := 0, 0
	got := answer{t: t, body: e.Call("solve", []byte(`{"ruleset":"bonanza"}`), func(done, all int) { last, whole = done, all })}
	var solved struct{ ExpectedTotal float64 }
	if err := json.Unmarshal(got.body, &solved); err != nil {
		t.Fatal(err)
	}
	table, err := tables().Table(t.Context(), game.Bonanza)
	if err != nil || solved.ExpectedTotal != table.Start() || last != whole || last == 0 {
		t.Errorf("got %s, %d of %d, want %v, %v", got.body, last, whole, table.Start(), err)
	}
	if again := e.Call("solve", []byte(`{"ruleset":"bonanza"}`), nil); string(again) != string(got.body) {
		t.Errorf("again: %s", again)
	}
	if pot := e.Call("solve", []byte(`{"ruleset":"tiotusen"}`), nil); string(pot) != `{"ruleset":"tiotusen"}` {
		t.Errorf("got %s", pot)
	}
}

// FuzzCall: whatever comes, a JSON object is answered.
func FuzzCall(f *testing.F) {
	e := engine.New()
	create := bodyOf(f, newGame(nil))
	log := native{e}.call(f, "create", newGame(nil)).ok().Events
	client, server := readLog(f, "good/tiotusen-client.jsonl"), readLog(f, "good/penta-server.jsonl")
	f.Add("create", create)
	f.Add("create", bodyOf(f, newGame(object{"ruleset": "tiotusen", "options": object{"ownPot": true}, "names": []string{"x"}})))
	f.Add("solve", []byte(`{"ruleset":"tiotusen"}`))
	for _, events := range [][]json.RawMessage{log, client[:12], client[:40], server[:30]} {
		for _, method := range []string{"fold", "verify", "bot", "clock", "advice", "review"} {
			f.Add(method, bodyOf(f, object{"events": events}))
		}
		for _, move := range []object{
			{"do": "roll", "dice": []int{1, 2, 3, 4, 5}},
			{"do": "roll", "held": []int{0}, "dice": []int{1, 2, 3, 4, 5, 6}},
			{"do": "hold", "held": []int{1, 1}},
			{"do": "enter", "box": "ones"},
			{"do": "bank", "by": "clock"},
			{"do": "resign", "seat": 3},
		} {
			f.Add("move", bodyOf(f, object{"events": events, "move": move, "at": "2026-05-16T09:00:00.000Z", "ids": []string{third}}))
		}
	}
	f.Fuzz(func(t *testing.T, method string, params []byte) {
		if method == "solve" && !strings.Contains(string(params), "tiotusen") {
			return // that takes long, and leaves tables behind
		}
		b := e.Call(method, params, nil)
		var said map[string]json.RawMessage
		if err := json.Unmarshal(b, &said); err != nil || len(said) == 0 {
			t.Fatalf("%s %s: got %s, %v", method, params, b, err)
		}
		if strings.Contains(string(said["problem"]), `"internal"`) {
			t.Fatalf("%s %s: got %s", method, params, b)
		}
	})
}
