package rest_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// conformance is what the kit says of its logs.
type conformance struct {
	Good []struct {
		Log, DiceMode, Head, Status string
		Seq                         int
		Totals, Placements          []int
	}
	Bad []struct {
		Log, What, Cause string
		Seq              int
	}
}

const kit = "../../openapi/conformance/logs/"

func readKit(t *testing.T) conformance {
	t.Helper()
	var c conformance
	data, err := os.ReadFile(kit + "verdicts.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// kitLog is a log of the kit as the body of an upload, byte for byte. id is the game's.
func kitLog(t *testing.T, name string) (id, body string) {
	t.Helper()
	text, err := os.ReadFile(kit + name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var e struct{ GameID string }
		if err := json.Unmarshal(line, &e); err == nil && e.GameID != "" {
			id = strings.ToLower(e.GameID)
		}
	}
	if id == "" {
		id = newUUID() // a log without its beginning
	}
	return id, `{"events":[` + strings.Join(strings.Split(strings.TrimSpace(string(text)), "\n"), ",") + `]}`
}

// The conformance kit tells clients what the server answers to each of its logs; that is what it answers.
func TestConformance(t *testing.T) {
	t.Parallel()
	verdicts := readKit(t)
	uploaded := 0
	for _, v := range verdicts.Good {
		if v.DiceMode != "client" {
			continue
		}
		id, body := kitLog(t, v.Log)
		// Some of the logs are of games with the same id, so each has a server of its own.
		answer := newWorld(t).guest("Ada").upload(id, body)
		if answer.status == http.StatusUnprocessableEntity {
			if got := decode[breach](answer); got.Cause != "alreadySeated" {
				t.Errorf("%s: got %+v", v.Log, got)
			}
			continue // a table of several accounts, which the server wrote
		}
		g := decode[changed](answer.is(http.StatusCreated)).Game
		uploaded++
		got := []any{g.Status, g.Seq, g.Head, g.totals(), slices.DeleteFunc(g.placements(), func(n int) bool { return n == 0 })}
		want := []any{v.Status, v.Seq, v.Head, v.Totals, append([]int{}, v.Placements...)}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", v.Log, diff)
		}
	}
	if uploaded == 0 {
		t.Error("no good log can be uploaded")
	}
	ada := newWorld(t).guest("Ada")
	for _, v := range verdicts.Bad {
		t.Run(v.Log, func(t *testing.T) {
			id, body := kitLog(t, v.Log)
			answer := ada.in(t).upload(id, body)
			switch v.Cause {
			case "malformed":
				answer.refused(http.StatusBadRequest, "malformed")
			case "wrongDice", "wrongSeed": // logs of server dice
				answer.isBreach(t, http.StatusUnprocessableEntity, breach{Code: "badLog", Seq: 1, Cause: "notClientDice"})
			default:
				answer.isBreach(t, http.StatusUnprocessableEntity, breach{Code: "badLog", Seq: v.Seq, Cause: v.Cause})
			}
		})
	}
}
