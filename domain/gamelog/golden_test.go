package gamelog_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/domain/scorecard"
)

var update = flag.Bool("update", false, "write the golden logs that are not there yet, and print their hashes")

// The golden logs are those of the conformance kit, so that client teams check themselves against the same bytes. What
// they fold to here, step by step, stays beside this test.
const (
	goldenLogs    = "../../openapi/conformance/logs/good"
	goldenResults = "testdata/v1"
)

// goldenFile is where a golden log or its result is.
func goldenFile(name string) string {
	if strings.HasSuffix(name, ".jsonl") {
		return filepath.Join(goldenLogs, name)
	}
	return filepath.Join(goldenResults, name)
}

// goldenHashes are the SHA-256 of the golden logs and of what they fold to.
//
// DO NOT CHANGE THIS DATA TO FIX A TEST: a stored log must replay the same for ever. What the code makes of these logs
// is what it makes of the games that people have played. A rule that changes raises the version of its ruleset and gets
// logs of its own; these keep being read by the old rules.
var goldenHashes = map[string]string{
	"bonanza-client.jsonl":          "4786025324c10eff0b2db9c5616680eb9b6b3767b00f83c430054ea1e4fc3fb8",
	"bonanza-client.result.json":    "07e825278ab467021dc2ee6c0cdda8fd35b33ac2e8e21904091edd86ba18c52e",
	"bonanza-clock.jsonl":           "ede851e0c33d79c8c029e9a84f1a774d71f2da2af58dd30a2653a625d9e0e7d4",
	"bonanza-clock.result.json":     "17915a25d0dc2a8902f25020b81cb82a1aaf714c0907d4c70ad480f77be501b8",
	"bonanza-server.jsonl":          "0660c8987db74d1ed79a24ae4b55e4d40870b1ab9b451ba10e95f1514f610cde",
	"bonanza-server.result.json":    "4b9dc422cd1db6280b3b2f1212b5ef24a8d0fd76e42709228bc38986395c2b34",
	"femlika-bots.jsonl":            "daf7b3c4cb30a741a843e85237ff0249d70f0de27e3bf7a9371052b24ff51652",
	"femlika-bots.result.json":      "db5efed5d2ec67299639db2764f6502f1ff264d19dd792d7e3054eeaf1bdfa25",
	"femlika-client.jsonl":          "6124504cd4e2f1681e27ccc0ec6cf1c42dd583304eca85ab41c89a66971b70ab",
	"femlika-client.result.json":    "a32ed394b0ebdf0bfed92905116bca253fdf6abe0b460d8a2373268397ad70e5",
	"femlika-server.jsonl":          "cc9314c880831cba520e13b7dda8902b507d89f09c51e85c8b27ca0ea2ce655a",
	"femlika-server.result.json":    "6fced313e5a5c725740f38c7ff4539730878d4c95d6db2e1188583910a498693",
	"lobby-closed.jsonl":            "6ecb9b1c7fea174bfcc7be037afdc77aa7918b7414861b9f20280764e9b2374e",
	"lobby-closed.result.json":      "100fb58c570f561077ebb3120545df4638dcf2a2d87d1bed6f4d81a48d7453bf",
	"penta-auto-entry.jsonl":        "c9b0c83cd5ccb5da5a21e451f467510d0f4ec1a7212aad73e7104154766f7832",
	"penta-auto-entry.result.json":  "03d750a1234599922e9e76439fce309e6b96c19552cff8f3f32322f4a1761b0a",
	"penta-client.jsonl":            "d9d0ebb74c98e1b4d69209512e2aee24730ce1365874acce80f58310a0dc529e",
	"penta-client.result.json":      "d6bb097519eecad9a8592bb9cf2f2fc208e8bc45173dfd7ea03a467693772125",
	"penta-server.jsonl":            "fb3c3c2e9e46d7c3f4dbd8173f71f1e01340fa785e6fc775a979085340e06411",
	"penta-server.result.json":      "e3c24e873d64caca9d9a451c1cb9ca1cfc162087b9d0c99053fb612fbe2ecf94",
	"penta-tie.jsonl":               "6ab587a9867847c1d6270f9763544ea3b363c53d8e5d2f5ab23bad25b9084845",
	"penta-tie.result.json":         "d1b7615fc68b91c302da64f9e78fb0b4fa3dd0c0181ca1aa1d33b223228caf21",
	"tiotusen-bots.jsonl":           "c55078c9a1a58c618ce6b6cd49d4a0e217696aa6a6bba72682653294149df9f2",
	"tiotusen-bots.result.json":     "e30d136cf81155784b6e8dfed66ee6bacbca124c04e3a573a3e3d562cc4c61fa",
	"tiotusen-client.jsonl":         "0552806cfc51358627e41c057bc54492b0a5b0046003f3132ee4fbecedfa34fc",
	"tiotusen-client.result.json":   "3e7ffadd3be4b4d04871580fdcb670ecf2d65e276c398218a0631e38956c9b2e",
	"tiotusen-clock.jsonl":          "fe7358c72d93565e422d1f45b176c12da4b6914f5ee7bff0ca934af7ba9b1568",
	"tiotusen-clock.result.json":    "c9b995a8b1e407cff389fb4ddd496fdeb9e2fe0c979e330e75fb083fac9d38d6",
	"tiotusen-rematch.jsonl":        "0c140bfe814e205cbcc0c05786ee29154cce0cce7ef0bcd30dde1b525b65643a",
	"tiotusen-rematch.result.json":  "7d5da7808459ce0dbe02eab432727fec6f1d168e8c8b2cf0d514d605bdaae36c",
	"tiotusen-resigned.jsonl":       "2c9e43e8c2a8de62ac2fc4325907cf72f090dc93bc3dffa14b474cd5e2217d6e",
	"tiotusen-resigned.result.json": "9429dc2e03f2c803d3efa0a23f2c3955f5f816058cfc401a57c734d9f02a7a12",
	"tiotusen-server.jsonl":         "e198e3ccd7e1e28c9d4af1b620111e33cdd95a908f3a4521e0c626876eef0d20",
	"tiotusen-server.result.json":   "b11feb93906bf13ac43c55ac1ebdc53a7eee8032073408a6f200a4f6868ec3e3",
}

// TestGolden reads every golden log, verifies it, folds it and compares the result.
func TestGolden(t *testing.T) {
	if *update {
		writeGoldens(t)
	}
	var names []string
	for _, dir := range []string{goldenLogs, goldenResults} {
		files, err := filepath.Glob(dir + "/*")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			names = append(names, filepath.Base(file))
		}
	}
	slices.Sort(names)
	if diff := cmp.Diff(slices.Sorted(maps.Keys(goldenHashes)), names); diff != "" {
		t.Fatalf("files of %s and %s (-want +got):\n%s", goldenLogs, goldenResults, diff)
	}
	for name, want := range goldenHashes {
		if got := fileHash(t, name); got != want {
			t.Errorf("%s was changed: SHA-256 %s, want %s", name, got, want)
		}
	}
	seen := map[string]bool{}
	for _, g := range goldens() {
		t.Run(g.name, func(t *testing.T) {
			lines := readGolden(t, g.name)
			state, err := gamelog.Verify(lines, nil)
			if err != nil {
				t.Fatal(err)
			}
			if folded := game.Fold(gamelog.Records(lines)); !reflect.DeepEqual(folded, state) {
				t.Errorf("folded %+v\nverified %+v", folded, state)
			}
			want, err := os.ReadFile(goldenFile(g.name + ".result.json"))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(resultOf(t, lines))); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
			for trait := range traits(lines) {
				seen[trait] = true
			}
		})
	}
	for _, trait := range allTraits() {
		if !seen[trait] {
			t.Errorf("no golden log has: %s", trait)
		}
	}
}

func fileHash(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(goldenFile(name))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// readGolden reads a golden log, of which every line must be the canonical form of itself.
func readGolden(t testing.TB, name string) []gamelog.Line {
	t.Helper()
	b, err := os.ReadFile(goldenFile(name + ".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var lines []gamelog.Line
	for text := range bytes.Lines(b) {
		text = bytes.TrimSuffix(text, []byte("\n"))
		line, err := gamelog.Decode(text)
		if err != nil {
			t.Fatalf("%s: event %d: %v", name, len(lines)+1, err)
		}
		if !bytes.Equal(line.JSON, text) {
			t.Fatalf("%s: event %d: %s is written as %s", name, len(lines)+1, text, line.JSON)
		}
		lines = append(lines, line)
	}
	return lines
}

// writeGoldens makes the logs that are missing. It never changes one that is there.
func writeGoldens(t *testing.T) {
	t.Helper()
	for _, g := range goldens() {
		file := goldenFile(g.name + ".jsonl")
		if _, err := os.Stat(file); err == nil {
			continue
		}
		lines := g.search(t)
		var text bytes.Buffer
		for _, line := range lines {
			text.Write(line.JSON)
			text.WriteByte('\n')
		}
		for name, content := range map[string][]byte{file: text.Bytes(), goldenFile(g.name + ".result.json"): resultOf(t, lines)} {
			if err := os.WriteFile(name, content, 0o600); err != nil {
				t.Fatal(err)
			}
			t.Logf("%q: %q,", filepath.Base(name), fileHash(t, filepath.Base(name)))
		}
	}
}

// search plays with one seed after the other until the game has all that is wanted of it.
func (g golden) search(t *testing.T) []gamelog.Line {
	t.Helper()
	for seed := range uint64(5_000) {
		m := newMaker(t, seed)
		g.make(m)
		have := traits(m.lines)
		if !slices.ContainsFunc(g.want, func(trait string) bool { return !have[trait] }) {
			t.Logf("%s: seed %d, %d events", g.name, seed, len(m.lines))
			return m.lines
		}
	}
	t.Fatalf("%s: no game with all of %v", g.name, g.want)
	return nil
}

// result is what a golden log folds to: the end, and in short every step on the way.
type result struct {
	Game, Ruleset, Status, ServerSeed, Head string
	Seats                                   []resultSeat
	Pot                                     int
	Final                                   [2]int // seat and score
	Steps                                   []string
}

type resultSeat struct {
	Kind, BotLevel, ClientSeed                       string
	Total, Placement, GaveUp, Turns                  int
	IsIn                                             bool
	Boxes                                            map[string]int
	UpperSum, UpperBonus, LowerSum, FiveBonuses, All int
}

func resultOf(t testing.TB, lines []gamelog.Line) []byte {
	t.Helper()
	var s game.State
	r := result{}
	for _, line := range lines {
		s = game.Evolve(s, line.Record)
		r.Steps = append(r.Steps, step(s, line))
	}
	r.Game, r.Ruleset, r.Status, r.ServerSeed = s.Game, string(s.Ruleset.ID), string(s.Status), s.ServerSeed
	r.Head, r.Pot, r.Final = lines[len(lines)-1].Hash, s.Pot, [2]int{s.Final.Seat, s.Final.Score}
	for i, seat := range s.Seats {
		boxes := map[string]int{}
		for _, box := range scorecard.AllBoxes() {
			if points, filled := seat.Card.Points(box); filled {
				boxes[box.String()] = points
			}
		}
		r.Seats = append(r.Seats, resultSeat{
			Kind: string(seat.Kind), BotLevel: string(seat.BotLevel), ClientSeed: seat.ClientSeed,
			Total: s.Total(i), Placement: seat.Placement, GaveUp: seat.GaveUp, Turns: seat.Turns, IsIn: seat.IsIn, Boxes: boxes,
			UpperSum: seat.Card.UpperSum(), UpperBonus: seat.Card.UpperBonus(), LowerSum: seat.Card.LowerSum(),
			FiveBonuses: seat.Card.FiveBonuses(), All: seat.Card.Total(),
		})
	}
	b, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	return append(b, '\n')
}

// step is the state after an event, in one line.
func step(s game.State, line gamelog.Line) string {
	turn := s.Turn
	text := fmt.Sprintf("%d %s: seat %d round %d roll %d dice %v held %v locked %v points %d+%d pot %d may %v", s.Seq, gamelog.TypeOf(line.Event),
		turn.Seat, turn.Round, turn.Roll, turn.Dice.Faces(), turn.Held.Positions(), turn.Locked.Positions(), turn.Points, s.HeldPoints(), s.Pot, s.May())
	for i := range s.Seats {
		text += fmt.Sprintf(" %d", s.Total(i))
	}
	return text
}
