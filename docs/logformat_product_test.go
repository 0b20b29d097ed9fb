package docs_test

import (
	"strings"
	"testing"

	"kast/domain/game"
	"kast/domain/gamelog"
)

// The worked example is a log as Kast itself writes and checks it, byte for
// byte: its hashes were made without this code.
func TestLogFormat_isOurs(t *testing.T) {
	var lines []gamelog.Line
	for text := range strings.Lines(blocks(logFormat(t), "jsonl")[0]) {
		text = strings.TrimSpace(text)
		line, err := gamelog.Decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if string(line.JSON) != text {
			t.Errorf("event %d is written\n%s\nand should be\n%s", line.Seq, line.JSON, text)
		}
		again, err := gamelog.Seal(line.Prev, line.Record)
		if err != nil {
			t.Fatal(err)
		}
		if again.Hash != line.Hash {
			t.Errorf("event %d is sealed with %s, want %s", line.Seq, again.Hash, line.Hash)
		}
		lines = append(lines, line)
	}
	state, err := gamelog.Verify(lines, nil)
	if err != nil || state.Status != game.StatusFinished {
		t.Errorf("status %q, %v", state.Status, err)
	}
}
