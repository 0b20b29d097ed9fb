package rest

import (
	"time"

	"kast/api/shape"

	"github.com/go-json-experiment/json/jsontext"

	"kast/domain/gamelog"
)

// eventShape is one event of a log. Which fields it has follows from its type; docs/log-format.md has the table. It is
// answered as it is stored, byte for byte: the fields here only describe it.
type eventShape struct {
	eventFields
	Prev string `json:"prev" pattern:"^[0-9a-f]{64}$"` // hash of the event before; zeros at seq 1
	Hash string `json:"hash" pattern:"^[0-9a-f]{64}$"` // SHA-256 over the canonical JSON without this field

	stored jsontext.Value
} // @name Event

// eventFields are those of an event but for its place in the chain.
type eventFields struct {
	Seq  int             `json:"seq" minimum:"1"`
	ID   string          `json:"id" format:"uuid"`
	Type shape.EventType `json:"type"`
	At   time.Time       `json:"at"`
	By   shape.EventBy   `json:"by"`

	Seat    *int          `json:"seat,omitzero" minimum:"0" maximum:"7"`
	Dice    []int         `json:"dice,omitzero" minimum:"1" maximum:"6" maxItems:"6"` // all dice of the table after a roll
	Held    []int         `json:"held,omitzero" minimum:"0" maximum:"5" maxItems:"6"` // positions
	Outcome shape.Outcome `json:"outcome,omitzero"`
	Box     shape.Box     `json:"box,omitzero"`
	Points  *int          `json:"points,omitzero"`
	Bonus   *int          `json:"bonus,omitzero" minimum:"0"`
	Joker   *bool         `json:"joker,omitzero"`

	GameID       string           `json:"gameId,omitzero" format:"uuid"`
	Ruleset      shape.RulesetID  `json:"ruleset,omitzero"`
	RulesVersion *int             `json:"rulesVersion,omitzero" minimum:"1"`
	Options      *shape.Options   `json:"options,omitzero"`
	DiceMode     shape.DiceMode   `json:"diceMode,omitzero"`
	Visibility   shape.Visibility `json:"visibility,omitzero"`
	Commitment   string           `json:"commitment,omitzero" pattern:"^[0-9a-f]{64}$"`
	Seats        []any            `json:"seats,omitzero"` // created: {kind, botLevel?}; started: the old number of each seat

	ClientSeed  *string  `json:"clientSeed,omitzero" maxLength:"64"`
	ClientSeeds []string `json:"clientSeeds,omitzero" maxLength:"64"`
	Placements  []int    `json:"placements,omitzero" minimum:"1" maximum:"8"`
	ServerSeed  string   `json:"serverSeed,omitzero" pattern:"^[0-9a-f]{64}$"`
}

// MarshalJSONTo writes the event as it is stored.
func (e eventShape) MarshalJSONTo(to *jsontext.Encoder) error { return to.WriteValue(e.stored) }

func eventShapes(lines []gamelog.Line) []eventShape {
	shapes := make([]eventShape, len(lines))
	for i, l := range lines {
		shapes[i].stored = l.JSON
	}
	return shapes
}
