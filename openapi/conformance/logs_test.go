package conformance_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/gamelog"
)

// readLog reads a log of the kit that can be read.
func readLog(t *testing.T, name string) []gamelog.Line {
	t.Helper()
	var log []gamelog.Line
	for text := range bytes.Lines(read(t, name)) {
		line, err := gamelog.Decode(bytes.TrimSuffix(text, []byte("\n")))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		log = append(log, line)
	}
	return log
}

// verdicts is the file of what is to be said of each log.
type verdicts struct {
	Good []goodVerdict `json:"good"`
	Bad  []badVerdict  `json:"bad"`
}

type goodVerdict struct {
	Log          string        `json:"log"`
	Ruleset      string        `json:"ruleset"`
	RulesVersion int           `json:"rulesVersion"`
	DiceMode     string        `json:"diceMode"`
	Seq          int           `json:"seq"`
	Head         string        `json:"head"`
	Status       string        `json:"status"`
	Totals       []int         `json:"totals"`
	Placements   []int         `json:"placements,omitempty"`
	Pot          *int          `json:"pot,omitempty"`
	FinalRound   *finalRound   `json:"finalRound,omitempty"`
	Cards        []cardVerdict `json:"cards,omitempty"`
	Course       []courseStep  `json:"course"`
}

type cardVerdict struct {
	Boxes       map[string]int `json:"boxes"`
	UpperSum    int            `json:"upperSum"`
	UpperBonus  int            `json:"upperBonus"`
	LowerSum    int            `json:"lowerSum"`
	FiveBonuses int            `json:"fiveBonuses"`
	Total       int            `json:"total"`
}

// courseStep is who is on turn and what the totals are, after each event by which the turn passes.
type courseStep struct {
	Seq    int   `json:"seq"`
	OnTurn *int  `json:"onTurn,omitempty"`
	Pot    int   `json:"pot"`
	Totals []int `json:"totals"`
}

type badVerdict struct {
	Log   string `json:"log"`
	What  string `json:"what"`
	Seq   int    `json:"seq"`
	Cause string `json:"cause"`
}

func goodVerdictOf(t *testing.T, name string) goodVerdict {
	t.Helper()
	log := readLog(t, "logs/"+name)
	if _, err := gamelog.Verify(log, nil); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	v := goodVerdict{Log: name, Seq: len(log), Head: log[len(log)-1].Hash}
	var s game.State
	turn := [2]int{game.NoSeat, 0}
	for _, line := range log {
		s = game.Evolve(s, line.Record)
		if now := [2]int{s.OnTurn(), s.Turn.Round}; now != turn {
			turn = now
			step := courseStep{Seq: s.Seq, Pot: s.Pot, Totals: totalsOf(s)}
			if now[0] != game.NoSeat {
				step.OnTurn = &now[0]
			}
			v.Course = append(v.Course, step)
		}
	}
	v.Ruleset, v.RulesVersion, v.DiceMode, v.Status = string(s.Ruleset.ID), s.Ruleset.Version, string(s.Dice), string(s.Status)
	v.Totals, v.Placements, v.FinalRound = totalsOf(s), placementsOf(s), finalOf(s)
	if v.Course == nil {
		v.Course = []courseStep{}
	}
	if s.Ruleset.Engine == game.PotEngine {
		v.Pot = &s.Pot
		return v
	}
	for _, seat := range s.Seats {
		c := seat.Card
		v.Cards = append(v.Cards, cardVerdict{cardOf(c), c.UpperSum(), c.UpperBonus(), c.LowerSum(), c.FiveBonuses(), c.Total()})
	}
	return v
}

// judge says what is wrong with a log, in the order in which the server looks.
func judge(t *testing.T, text []byte) (seq int, cause string) {
	t.Helper()
	var log []gamelog.Line
	for line := range bytes.Lines(text) {
		draft, err := gamelog.DecodeDraft(bytes.TrimSuffix(line, []byte("\n")))
		switch {
		case errors.Is(err, dice.ErrFace):
			return len(log) + 1, string(game.BadDice)
		case err != nil:
			return len(log) + 1, "malformed"
		}
		log = append(log, draft)
	}
	ids := map[string]bool{}
	for i, line := range log {
		if line.Seq != i+1 {
			return line.Seq, "badSequence"
		}
	}
	for _, line := range log {
		if ids[line.ID] {
			return line.Seq, "idInUse"
		}
		ids[line.ID] = true
	}
	_, err := gamelog.Verify(log, nil)
	breach, ok := errors.AsType[*game.Breach](err)
	if !ok {
		t.Fatalf("no breach: %v", err)
	}
	if refusal, ok := errors.AsType[*game.Refusal](err); ok {
		return breach.Seq, string(refusal.Code)
	}
	for cause, is := range map[string]error{
		"brokenChain": gamelog.ErrChain, "wrongHash": gamelog.ErrHash, "notCaused": game.ErrNoCommand, "wrongOutcome": game.ErrDiffers,
		"incomplete": game.ErrIncomplete, "wrongDice": gamelog.ErrDice, "wrongSeed": gamelog.ErrCommitment,
	} {
		if errors.Is(err, is) {
			return breach.Seq, cause
		}
	}
	t.Fatal(err)
	return 0, ""
}

// TestLogs: what the engine says of every log of the kit.
func TestLogs(t *testing.T) {
	good, err := filepath.Glob("logs/good/*.jsonl")
	if err != nil || len(good) == 0 {
		t.Fatalf("no good logs: %v", err)
	}
	var v verdicts
	for _, name := range good {
		v.Good = append(v.Good, goodVerdictOf(t, "good/"+filepath.Base(name)))
	}
	causes := map[string]bool{}
	for _, b := range badLogs(t) {
		name := "bad/" + b.name + ".jsonl"
		current(t, "logs/"+name, b.bytes())
		if seq, cause := judge(t, read(t, "logs/"+name)); seq != b.seq || cause != b.cause {
			t.Errorf("%s: got %d %s, want %d %s", name, seq, cause, b.seq, b.cause)
		}
		causes[b.cause] = true
		v.Bad = append(v.Bad, badVerdict{name, b.what, b.seq, b.cause})
	}
	for _, code := range game.Codes() {
		if !causes[string(code)] {
			t.Errorf("no bad log has the cause %s", code)
		}
	}
	var out strings.Builder
	out.WriteString("{\"good\":")
	out.Write(lines(t, v.Good))
	out.WriteString(",\"bad\":")
	out.Write(lines(t, v.Bad))
	out.WriteString("}\n")
	current(t, "logs/verdicts.json", []byte(out.String()))
}
