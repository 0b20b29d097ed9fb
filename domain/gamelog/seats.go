package gamelog

import (
	"bytes"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// wireSeats is the field "seats", which says two things: what the seats of a new game are, and which old number each
// seat of a game that starts had.
type wireSeats struct {
	specs []wireSeat
	old   []int
}

// UnmarshalJSONFrom reads numbers as old seats, anything else as descriptions of seats.
func (s *wireSeats) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	raw, err := d.ReadValue()
	if err != nil {
		return err
	}
	raw = raw.Clone()
	// Most lists are read at the first try.
	if bytes.IndexByte(raw, '{') < 0 && json.Unmarshal(raw, &s.old) == nil {
		return nil
	}
	s.old = nil
	return json.Unmarshal(raw, &s.specs, json.RejectUnknownMembers(true))
}
