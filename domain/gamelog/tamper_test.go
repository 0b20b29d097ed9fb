package gamelog_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"kast/domain/game"
	"kast/domain/gamelog"
)

// A byte that was changed anywhere makes the log unreadable there, or does not fit the chain there.
func TestVerify_everyByte(t *testing.T) {
	for _, name := range []string{"lobby-closed", "femlika-server"} {
		lines := readGolden(t, name)
		for i, line := range lines {
			for at := range line.JSON {
				text := append([]byte(nil), line.JSON...)
				text[at] ^= 1
				changed, err := gamelog.Decode(text)
				if err != nil {
					continue
				}
				tampered := append([]gamelog.Line(nil), lines...)
				tampered[i] = changed
				seq := i + 1
				if changed.Seq != line.Seq {
					seq = changed.Seq // that is what its place is called now
				}
				_, err = gamelog.Verify(tampered, nil)
				isBreach(t, string(text), err, seq, gamelog.ErrChain, gamelog.ErrHash)
			}
		}
	}
}

// How soon a field is found that was changed by who could make the whole chain anew.
var tamperings = map[string]string{
	"seq": "here", "type": "here", "seat": "here", "dice": "here", "outcome": "here", "points": "here", "bonus": "here", "joker": "here",
	"placements": "here", "serverSeed": "here", "rulesVersion": "here", "diceMode": "here",
	"turnSeconds": "here", "seats of started": "here",

	// The dice of the rolls after it would be others.
	"gameId": "later", "commitment": "later", "clientSeeds": "later",

	// Another move that was allowed (also another open seat, or one given up that was kept for somebody), or another game with the same course. Of client seeds those of the start count.
	"held": "maybe", "box": "maybe", "by": "maybe", "kind": "maybe", "ownPot": "maybe", "ruleset": "maybe", "seats of created": "maybe",
	"seat of joined": "maybe", "type of joined": "maybe", "seat of left": "maybe", "seat of resigned": "maybe", "clientSeed": "maybe",

	// Facts of which only the chain keeps a trace. Another time of the automatic entry is one while no clock has moved.
	"at": "never", "id": "never", "visibility": "never", "advice": "never", "autoEnterSeconds": "never",
}

// Every field of every event that is changed by itself: with the old chain it is found where it stands; with the chain
// made anew as soon as the table above says.
func TestVerify_everyField(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range []string{"penta-server", "tiotusen-resigned", "bonanza-server", "femlika-server", "lobby-closed"} {
		lines := readGolden(t, name)
		lines = lines[:min(70, len(lines))]
		seed := seedOf(t, readGolden(t, name))
		for i, line := range lines {
			for field, text := range variants(t, line.JSON) {
				changed, err := gamelog.Decode([]byte(text))
				if err != nil {
					seen[field] = true
					continue // found by its form alone
				}
				tampered := append([]gamelog.Line(nil), lines...)
				tampered[i] = changed
				switch typ := gamelog.TypeOf(line.Event); {
				case field == "seats", field == "seat" && (typ == "joined" || typ == "left" || typ == "resigned"), field == "type" && typ == "joined":
					field += " of " + typ
				}
				what := fmt.Sprintf("%s: event %d: %s", name, i+1, field)
				_, err = gamelog.Verify(tampered, &seed)
				isBreach(t, what, err, changed.Seq, gamelog.ErrChain, gamelog.ErrHash)
				if field == "prev" || field == "hash" {
					continue
				}
				seen[field] = true
				_, err = gamelog.Verify(reseal(t, tampered), &seed)
				switch when := tamperings[field]; when {
				case "here":
					isBreach(t, what+", sealed anew", err, changed.Seq)
				case "later":
					if err == nil && rollsAfter(lines, i) {
						t.Errorf("%s, sealed anew: not found", what)
					}
				case "never":
					if err != nil {
						t.Errorf("%s, sealed anew: %v", what, err)
					}
				case "maybe":
				default:
					t.Errorf("%s: no such field in the table", field)
				}
			}
		}
	}
	for field := range tamperings {
		if !seen[field] {
			t.Errorf("%s was never changed", field)
		}
	}
}

func rollsAfter(lines []gamelog.Line, i int) bool {
	for _, line := range lines[i:] {
		if _, ok := line.Event.(game.Rolled); ok {
			return true
		}
	}
	return false
}

// variants are the event with one field changed each, by the name of the field.
func variants(t *testing.T, text []byte) map[string]string {
	t.Helper()
	m := raw(t, text)
	changed := map[string]string{}
	for name, value := range m {
		switch name {
		case "options":
			options := raw(t, value)
			for option, v := range options {
				changed[option] = object(with(m, name, object(with(options, option, other(option, string(v))), "")), "")
			}
		case "seats":
			if strings.Contains(string(value), "kind") {
				changed["kind"] = object(with(m, name, strings.Replace(string(value), `"account"`, `"guest"`, 1)), "")
				value = json.RawMessage(strings.Replace(string(value), "}]", `},{"kind":"open"},{"kind":"open"},{"kind":"open"},{"kind":"open"}]`, 1))
				changed[name] = object(with(m, name, string(value)), "")
				continue
			}
			changed[name] = object(with(m, name, other(name, string(value))), "")
		default:
			changed[name] = object(with(m, name, other(name, string(value))), "")
		}
	}
	return changed
}

// other is another value of the same kind.
func other(name, value string) string {
	swaps := map[string][]string{
		"by": {`"player"`, `"server"`, `"clock"`}, "diceMode": {`"server"`, `"client"`}, "visibility": {`"private"`, `"public"`},
		"ruleset": {`"penta"`, `"femlika"`, `"bonanza"`, `"tiotusen"`}, "outcome": {`"scored"`, `"bust"`, `"pot"`, `"straight"`, `"zilch"`},
		"box": {`"ones"`, `"twos"`, `"chance"`, `"fullHouse"`, `"fiveOfAKind"`}, "type": {`"left"`, `"resigned"`, `"resumed"`, `"closed"`},
	}[name]
	for i, swap := range swaps {
		if swap == value {
			return swaps[(i+1)%len(swaps)]
		}
	}
	switch {
	case len(swaps) > 0:
		return swaps[0]
	case value == "true":
		return "false"
	case value == "false":
		return "true"
	case value == "[]":
		return "[0]"
	case value == `""`:
		return `"x"`
	case value[0] == '[':
		list := strings.Split(strings.Trim(value, "[]"), ",")
		list[0] = other("", list[0])
		return "[" + strings.Join(list, ",") + "]"
	case name == "at":
		return strings.Replace(value, "Z", "", 1)[:len(value)-3] + next(value[len(value)-3]) + `Z"`
	case value[0] == '"':
		return value[:len(value)-2] + next(value[len(value)-2]) + `"`
	}
	n, _ := strconv.Atoi(value)
	if n == 6 && name == "" {
		return "5" // there is no seventh face
	}
	return strconv.Itoa(n + 1)
}

// next is another digit or letter.
func next(c byte) string {
	if c == '0' {
		return "1"
	}
	return "0"
}
