package loadtest

import (
	"bufio"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
)

// told is one event of a stream.
type told struct{ id, name, data string }

// tell calls each with the events of a stream until the connection breaks, which it may at any byte, or each wants no
// more; and tells whether it wanted no more.
func tell(lines *bufio.Reader, each func(told) (enough bool)) bool {
	var e told
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return false
		}
		field, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch field {
		case "id":
			e.id = value
		case "event":
			e.name = value
		case "data":
			e.data = value
		case "":
			if e.name != "" && each(e) {
				return true
			}
			e = told{}
		}
	}
}

// follow follows a game from its first event to its end, whatever servers die meanwhile. Each event must come once, and
// in order.
func (s *siege) follow(who person, id string) {
	var got []event
	last := ""
	for over := false; !over && !s.t.Failed(); {
		body := s.get(who, "/v1/games/"+id+"/stream", last)
		if body == nil {
			continue
		}
		over = tell(bufio.NewReader(body), func(e told) bool {
			if e.name == "end" {
				return strings.Contains(e.data, "gameOver")
			}
			var event event
			if err := json.Unmarshal([]byte(e.data), &event); err != nil {
				s.fail("stream of %s: %v in %s", id, err, e.data)
			}
			if event.Seq != len(got)+1 || e.id != strconv.Itoa(event.Seq) {
				s.fail("stream of %s: event %d, id %s, in place %d", id, event.Seq, e.id, len(got)+1)
			}
			got, last = append(got, event), e.id
			return false
		})
		body.Close()
	}
	// These are not told that they caused anything. What differs from what others were told is an error.
	if err := s.ledger.note(id, got, false); err != nil {
		s.fail("stream: %v", err)
	}
}

// followAll follows the games of an account, after a cursor, until it hears that a game is over, whatever servers die
// meanwhile.
func (s *siege) followAll(who person, id, cursor string) {
	seq := 0
	for over := false; !over && !s.t.Failed(); {
		body := s.get(who, "/v1/me/stream", cursor)
		if body == nil {
			continue
		}
		over = tell(bufio.NewReader(body), func(e told) bool {
			if e.id != "" {
				cursor = e.id
			}
			if e.name != "game" {
				return false
			}
			var change struct {
				GameID string `json:"gameId"`
				Seq    int    `json:"seq"`
				Status string `json:"status"`
			}
			if err := json.Unmarshal([]byte(e.data), &change); err != nil {
				s.fail("stream of games: %v in %s", err, e.data)
			}
			if change.GameID != id || change.Seq < seq {
				s.fail("stream of games: %s after event %d of %s", e.data, seq, id)
			}
			seq = change.Seq
			return change.Status == "finished"
		})
		body.Close()
	}
}
