package gamelog

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// canonical writes an event as RFC 8785 has it: no blanks, the members in the order of their names, numbers and strings
// in their shortest form. It is written out by hand because a log is written again whenever it is read or verified.
func (w *wire) canonical() ([]byte, error) {
	o := object{json: make([]byte, 1, 512)}
	o.json[0] = '{'
	o.text("at", &w.At)
	o.number("bonus", w.Bonus)
	o.text("box", w.Box)
	o.text("by", &w.By)
	o.text("clientSeed", w.ClientSeed)
	list(&o, "clientSeeds", w.ClientSeeds, o.addText)
	o.text("commitment", w.Commitment)
	list(&o, "dice", w.Dice, o.addNumber)
	o.text("diceMode", w.DiceMode)
	o.text("gameId", w.GameID)
	o.text("hash", ifAny(w.Hash))
	list(&o, "held", w.Held, o.addNumber)
	o.text("id", &w.ID)
	o.truth("joker", w.Joker)
	if w.Options != nil {
		o.open("options")
		o.truth("advice", w.Options.Advice)
		o.number("autoEnterSeconds", w.Options.AutoEnterSeconds)
		o.truth("ownPot", w.Options.OwnPot)
		o.number("turnSeconds", w.Options.TurnSeconds)
		o.close()
	}
	o.text("outcome", w.Outcome)
	list(&o, "placements", w.Placements, o.addNumber)
	o.number("points", w.Points)
	o.text("prev", ifAny(w.Prev))
	o.number("rulesVersion", w.RulesVersion)
	o.text("ruleset", w.Ruleset)
	o.number("seat", w.Seat)
	switch {
	case w.Seats == nil:
	case w.Seats.specs != nil:
		list(&o, "seats", &w.Seats.specs, func(seat wireSeat) {
			o.json = append(o.json, '{')
			o.text("botLevel", seat.BotLevel)
			o.text("kind", &seat.Kind)
			o.close()
		})
	default:
		list(&o, "seats", &w.Seats.old, o.addNumber)
	}
	o.number("seq", &w.Seq)
	o.text("serverSeed", w.ServerSeed)
	o.text("type", &w.Type)
	o.text("visibility", w.Visibility)
	o.close()
	return o.json, o.err
}

// hash is the SHA-256 over the canonical bytes without the field hash.
func (w *wire) hash() (string, error) {
	unsealed := *w
	unsealed.Hash = ""
	b, err := unsealed.canonical()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), nil
}

// object is a JSON object that is being written. A member whose value is nil is left out.
type object struct {
	json []byte
	err  error // the first
}

func (o *object) name(name string) {
	if o.json[len(o.json)-1] != '{' {
		o.json = append(o.json, ',')
	}
	o.json = append(o.json, '"')
	o.json = append(o.json, name...)
	o.json = append(o.json, '"', ':')
}

func (o *object) open(name string) {
	o.name(name)
	o.json = append(o.json, '{')
}

func (o *object) close() { o.json = append(o.json, '}') }

func (o *object) text(name string, value *string) {
	if value != nil {
		o.name(name)
		o.addText(*value)
	}
}

func (o *object) number(name string, value *int) {
	if value != nil {
		o.name(name)
		o.addNumber(*value)
	}
}

func (o *object) truth(name string, value *bool) {
	if value != nil {
		o.name(name)
		o.json = strconv.AppendBool(o.json, *value)
	}
}

func list[T any](o *object, name string, values *[]T, add func(T)) {
	if values == nil {
		return
	}
	o.name(name)
	o.json = append(o.json, '[')
	for i, value := range *values {
		if i > 0 {
			o.json = append(o.json, ',')
		}
		add(value)
	}
	o.json = append(o.json, ']')
}

func (o *object) addText(s string) {
	quoted, err := jsontext.AppendQuote(o.json, s)
	if err != nil && o.err == nil {
		o.err = err
	}
	o.json = quoted
}

func (o *object) addNumber(n int) { o.json = strconv.AppendInt(o.json, int64(n), 10) }
