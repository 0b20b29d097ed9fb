package rest

import (
	"bytes"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"kast/domain/gamelog"
)

// What a call led to writes itself as the library writes it.
func TestChanged_appendJSON(t *testing.T) {
	for _, events := range [][]gamelog.Line{nil, {{JSON: []byte(`{"a":"ö"}`)}}, {{JSON: []byte(`{"a":1}`)}, {JSON: []byte(`{"b":[2]}`)}}} {
		c := changed{Events: eventShapes(events)}
		c.Game.ServerTime, c.Game.CreatedAt = time.UnixMilli(1e12), time.UnixMilli(1e12)
		var b bytes.Buffer
		if err := json.MarshalWrite(&b, struct {
			Events []eventShape `json:"events"`
			Game   []byte       `json:"-"`
		}{Events: c.Events}); err != nil {
			t.Fatal(err)
		}
		game, err := c.Game.AppendJSON(nil)
		if err != nil {
			t.Fatal(err)
		}
		want := string(bytes.TrimSuffix(b.Bytes(), []byte("}"))) + `,"game":` + string(game) + "}"
		got, err := c.AppendJSON(nil)
		if err != nil || string(got) != want {
			t.Errorf("got  %s, %v\nwant %s", got, err, want)
		}
	}
}
