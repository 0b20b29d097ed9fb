package gamelog_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/domain/pot"
	"kast/domain/scorecard"
)

const someID = "0191d9a2-7f3c-7c1e-8a54-3b0f6f7e2d11"

// samples has every type of event, with and without each field that it can have.
func samples() []game.Event {
	return []game.Event{
		game.Created{
			Game: someID, Ruleset: game.Penta, RulesVersion: 1, Dice: game.ServerDice, Visibility: game.Public,
			Commitment: gamelog.Genesis(), Options: game.Options{Advice: true},
			Seats: []game.SeatSpec{{Kind: game.AccountSeat}, {Kind: game.BotSeat, BotLevel: game.BotBest}},
		},
		game.Created{
			Game: someID, Ruleset: game.Tiotusen, RulesVersion: 1, Dice: game.ClientDice, Visibility: game.Private,
			Options: game.Options{OwnPot: true}, Seats: []game.SeatSpec{{Kind: game.GuestSeat}, {Kind: game.OpenSeat}},
		},
		game.Joined{Seat: 1, ClientSeed: "a_b-9"},
		game.Joined{Seat: 1},
		game.Left{Seat: 2},
		game.Started{Seats: []int{0, 2}, ClientSeeds: []string{"", "x"}},
		game.Started{Seats: []int{0}},
		game.Held{Seat: 0, Held: 0b10011},
		game.Held{Seat: 0},
		game.Rolled{Seat: 0, Dice: dice.MustNew(1, 2, 3, 4, 5)},
		game.Rolled{Seat: 1, Dice: dice.MustNew(1, 2, 2, 3, 4, 6), Outcome: pot.Scored},
		game.Rolled{Seat: 0, Dice: dice.MustNew(1, 1, 1, 1, 1, 1), Outcome: pot.Pot, Points: 8000},
		game.Rolled{Seat: 0, Dice: dice.MustNew(2, 2, 3, 3, 4, 4), Outcome: pot.Zilch, Points: -1000},
		game.Entered{Seat: 3, Entry: scorecard.Entry{Box: scorecard.FullHouse, Points: 25, Bonus: 100, Joker: true}},
		game.Entered{Seat: 3, Entry: scorecard.Entry{Box: scorecard.Ones}},
		game.Banked{Seat: 1, Points: 350},
		game.Resigned{Seat: 1},
		game.Resumed{},
		game.Finished{Placements: []int{2, 1}, ServerSeed: gamelog.Genesis()},
		game.Finished{},
		game.Closed{ServerSeed: gamelog.Genesis()},
		game.Closed{},
	}
}

// sampleLines seals each sample by itself.
func sampleLines(t testing.TB) []gamelog.Line {
	t.Helper()
	var lines []gamelog.Line
	for i, e := range samples() {
		at := time.Date(2026, 11, 29, 20, 15, 45, 678_000_000, time.UTC)
		line, err := gamelog.Seal(gamelog.Genesis(), game.Record{Seq: i + 1, ID: someID, At: at, By: game.ByPlayer, Event: e})
		if err != nil {
			t.Fatalf("%T: %v", e, err)
		}
		lines = append(lines, line)
	}
	return lines
}

// allLines are the samples and all golden logs.
func allLines(t testing.TB) []gamelog.Line {
	t.Helper()
	lines := sampleLines(t)
	for _, g := range goldens() {
		lines = append(lines, readGolden(t, g.name)...)
	}
	return lines
}

// The encoder writes fields in an order that is written out by hand. This holds it to what two libraries make of the
// rules: one that knows RFC 8785, and one that sorts keys and leaves out blanks.
func TestSeal_canonical(t *testing.T) {
	for _, line := range allLines(t) {
		want := jsontext.Value(bytes.Clone(line.JSON))
		if err := want.Canonicalize(); err != nil {
			t.Fatalf("%s: %v", line.JSON, err)
		}
		if !bytes.Equal(line.JSON, want) {
			t.Errorf("got %s\nwant %s", line.JSON, want)
		}
		if sorted := sortedJSON(t, members(t, line.JSON)); !bytes.Equal(line.JSON, sorted) {
			t.Errorf("got %s\nwant %s", line.JSON, sorted)
		}
	}
}

func members(t testing.TB, text []byte) map[string]any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var m map[string]any
	if err := d.Decode(&m); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return m
}

func sortedJSON(t testing.TB, m map[string]any) []byte {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(m); err != nil {
		t.Fatal(err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// The chain, worked out without the package.
func TestSeal_chain(t *testing.T) {
	for _, g := range goldens() {
		prev := strings.Repeat("0", 64)
		for i, line := range readGolden(t, g.name) {
			m := members(t, line.JSON)
			if m["prev"] != prev || m["prev"] != line.Prev {
				t.Errorf("%s: event %d: prev is %v, want %s", g.name, i+1, m["prev"], prev)
			}
			hash := m["hash"]
			delete(m, "hash")
			sum := sha256.Sum256(sortedJSON(t, m))
			if prev = hex.EncodeToString(sum[:]); hash != prev || line.Hash != prev {
				t.Errorf("%s: event %d: hash is %v, want %s", g.name, i+1, hash, prev)
			}
		}
	}
}

// A log keeps times in UTC and whole milliseconds, whatever it is given.
func TestSeal_time(t *testing.T) {
	stockholm := time.FixedZone("", 2*60*60)
	at := time.Date(2026, 7, 1, 1, 30, 0, 123_999_999, stockholm)
	line, err := gamelog.Seal(gamelog.Genesis(), game.Record{Seq: 1, ID: someID, At: at, By: game.ByServer, Event: game.Resumed{}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := members(t, line.JSON)["at"], "2026-06-30T23:30:00.123Z"; got != want {
		t.Errorf("got %v, want %s", got, want)
	}
	again, err := gamelog.Decode(line.JSON)
	if diff := cmp.Diff(line, again); diff != "" || err != nil {
		t.Errorf("%v (-sealed +decoded):\n%s", err, diff)
	}
}

// What cannot be written is an error: invalid UTF-8, which no decision has in it.
func TestSeal_errors(t *testing.T) {
	record := game.Record{Seq: 1, ID: someID, By: game.ByPlayer, Event: game.Joined{ClientSeed: "\xff"}}
	if _, err := gamelog.Seal(gamelog.Genesis(), record); err == nil {
		t.Error("sealed")
	}
}

// The types and their fields, in full. They are in logs that were written long ago: a name can come, none can change.
func TestNames_frozen(t *testing.T) {
	want := map[string][]string{ // the fields that an event of the type has
		"created": {
			"commitment diceMode gameId options rulesVersion ruleset seats visibility",
			"diceMode gameId options rulesVersion ruleset seats visibility",
		},
		"joined":   {"clientSeed seat", "seat"},
		"left":     {"seat"},
		"started":  {"clientSeeds seats", "seats"},
		"held":     {"held seat"},
		"rolled":   {"dice seat", "dice outcome seat", "dice outcome points seat"},
		"entered":  {"bonus box joker points seat"},
		"banked":   {"points seat"},
		"resigned": {"seat"},
		"resumed":  {""},
		"finished": {"placements serverSeed", ""},
		"closed":   {"serverSeed", ""},
	}
	got := map[string][]string{}
	for _, line := range sampleLines(t) {
		m := members(t, line.JSON)
		for name := range strings.FieldsSeq("at by hash id prev seq type") { // all events have these
			if _, ok := m[name]; !ok {
				t.Errorf("%s has no %s", line.JSON, name)
			}
			delete(m, name)
		}
		typ, fields := gamelog.TypeOf(line.Event), strings.Join(slices.Sorted(maps.Keys(m)), " ")
		if !slices.Contains(got[typ], fields) {
			got[typ] = append(got[typ], fields)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	order := "created joined left started rolled held entered banked resigned resumed finished closed"
	if got := strings.Join(gamelog.Types(), " "); got != order {
		t.Errorf("types: got %s, want %s", got, order)
	}
}

// One event of each kind to the letter, as they stand in logs.
func TestNames_letter(t *testing.T) {
	lines := sampleLines(t)
	const common = `"id":"0191d9a2-7f3c-7c1e-8a54-3b0f6f7e2d11"`
	for i, want := range map[int]string{
		0: `"options":{"advice":true,"autoEnterSeconds":0,"turnSeconds":0},"prev":"` + gamelog.Genesis() + `","rulesVersion":1,` +
			`"ruleset":"penta","seats":[{"kind":"account"},{"botLevel":"best","kind":"bot"}],"seq":1,"type":"created","visibility":"public"}`,
		1: `"options":{"advice":false,"ownPot":true,"turnSeconds":0}`,
		2: `{"at":"2026-11-29T20:15:45.678Z","by":"player","clientSeed":"a_b-9","hash":"`,
		5: `"seats":[0,2],"seq":6,"type":"started"}`,
		7: `"held":[0,1,4],` + common,
		8: `"held":[],` + common,
	} {
		if !strings.Contains(string(lines[i].JSON), want) {
			t.Errorf("%s\nhas not %s", lines[i].JSON, want)
		}
	}
}

// The names of enums, to the letter.
func TestNames_values(t *testing.T) {
	got := map[string]bool{}
	for _, line := range allLines(t) {
		m := members(t, line.JSON)
		for _, field := range []string{"by", "diceMode", "visibility", "outcome", "ruleset", "box"} {
			if value, ok := m[field].(string); ok {
				got[field+" "+value] = true
			}
		}
	}
	want := strings.Fields("by:player by:clock by:bot by:server diceMode:server diceMode:client visibility:private visibility:public " +
		"outcome:scored outcome:straight outcome:pot outcome:zilch outcome:bust ruleset:penta ruleset:femlika ruleset:bonanza ruleset:tiotusen " +
		"box:ones box:twos box:threes box:fours box:fives box:sixes box:threeOfAKind box:fourOfAKind box:fullHouse box:smallStraight " +
		"box:largeStraight box:chance box:fiveOfAKind")
	for _, name := range want {
		if name = strings.Replace(name, ":", " ", 1); !got[name] {
			t.Errorf("no line has %s", name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("got %d values, want %d: %v", len(got), len(want), got)
	}
	if files, _ := filepath.Glob(goldenLogs + "/*.jsonl"); len(files) != len(goldens()) {
		t.Errorf("%d golden logs for %d descriptions", len(files), len(goldens()))
	}
}
