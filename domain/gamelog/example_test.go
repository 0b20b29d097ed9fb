package gamelog_test

import (
	"bytes"
	"fmt"
	"os"

	"kast/domain/gamelog"
)

// Reading a log, one event a line, and checking it from the first event to the last.
func ExampleVerify() {
	text, err := os.ReadFile("../../openapi/conformance/logs/good/penta-server.jsonl")
	if err != nil {
		fmt.Println(err)
		return
	}
	var lines []gamelog.Line
	for event := range bytes.Lines(text) {
		line, err := gamelog.Decode(event)
		if err != nil {
			fmt.Println(err)
			return
		}
		lines = append(lines, line)
	}
	state, err := gamelog.Verify(lines, nil)
	fmt.Println(state.Status, err)
	for seat := range state.Seats {
		fmt.Println(state.Total(seat), "points, placed", state.Seats[seat].Placement)
	}

	lines[100].At = lines[99].At
	_, err = gamelog.Verify(lines, nil)
	fmt.Println(err)
	// Output:
	// finished <nil>
	// 113 points, placed 4
	// 284 points, placed 1
	// 199 points, placed 2
	// 181 points, placed 3
	// event 101: the hash does not match the event
}
