package shape

import (
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Games are what servers answer most. The library looks at each value to find out how to write it, which took a tenth of a
// move; what follows knows. It writes the same, byte for byte, which a test holds against the library for whatever fields the
// types have.

// Appender is an answer that writes itself, as the library would.
type Appender interface {
	AppendJSON(to []byte) ([]byte, error)
}

// AppendJSON adds the game to JSON. It fails where a text is not UTF-8, or a number none.
func (g Game) AppendJSON(to []byte) ([]byte, error) {
	w := jsonWriter{to: to}
	w.game(&g)
	return w.to, w.err
}

// jsonWriter writes JSON and keeps the first error.
type jsonWriter struct {
	to  []byte
	err error
}

func (w *jsonWriter) game(g *Game) {
	w.begin('{')
	w.textAs("id", g.ID)
	w.textAs("ruleset", string(g.Ruleset))
	w.numberAs("rulesVersion", g.RulesVersion)
	w.textAs("status", string(g.Status))
	w.textAs("dice", string(g.Dice))
	w.textAs("visibility", string(g.Visibility))
	w.anyTextAs("host", g.Host)
	w.anyTextAs("inviteCode", g.InviteCode)
	w.anyTextAs("watchCode", g.WatchCode)
	w.key("options")
	w.options(&g.Options)
	w.numberAs("seq", g.Seq)
	w.textAs("head", g.Head)
	w.timeAs("serverTime", g.ServerTime)
	w.timeAs("createdAt", g.CreatedAt)
	w.anyTimeAs("startedAt", g.StartedAt)
	w.anyTimeAs("finishedAt", g.FinishedAt)
	w.key("seats")
	w.begin('[')
	for i := range g.Seats {
		w.next()
		w.seat(&g.Seats[i])
	}
	w.end(']')
	if g.Turn != nil {
		w.key("turn")
		w.turn(g.Turn)
	}
	w.anyNumberAs("pot", g.Pot)
	if g.FinalRound != nil {
		w.key("finalRound")
		w.begin('{')
		w.numberAs("seat", g.FinalRound.Seat)
		w.numberAs("score", g.FinalRound.Score)
		w.end('}')
	}
	w.anyTextAs("rematch", g.Rematch)
	w.end('}')
}

func (w *jsonWriter) options(o *Options) {
	w.begin('{')
	w.numberAs("turnSeconds", o.TurnSeconds)
	w.anyNumberAs("autoEnterSeconds", o.AutoEnterSeconds)
	w.boolAs("advice", &o.Advice)
	w.boolAs("ownPot", o.OwnPot)
	w.end('}')
}

func (w *jsonWriter) seat(s *Seat) {
	w.begin('{')
	w.numberAs("seat", s.Seat)
	w.textAs("kind", string(s.Kind))
	w.anyTextAs("accountId", s.AccountID)
	w.anyTextAs("name", s.Name)
	w.anyTextAs("reservedFor", s.ReservedFor)
	w.anyTextAs("botLevel", string(s.BotLevel))
	w.textAs("status", string(s.Status))
	w.numberAs("total", s.Total)
	if s.Placement != 0 {
		w.numberAs("placement", s.Placement)
	}
	w.boolAs("isIn", s.IsIn)
	if c := s.Card; c != nil {
		w.key("card")
		w.begin('{')
		w.numbersByName("boxes", c.Boxes)
		w.numberAs("upperSum", c.UpperSum)
		w.numberAs("upperBonus", c.UpperBonus)
		w.numberAs("lowerSum", c.LowerSum)
		w.numberAs("fiveBonuses", c.FiveBonuses)
		w.numberAs("total", c.Total)
		w.end('}')
	}
	w.end('}')
}

func (w *jsonWriter) turn(t *Turn) {
	w.begin('{')
	w.numberAs("seat", t.Seat)
	w.numberAs("round", t.Round)
	w.numberAs("roll", t.Roll)
	w.anyNumberAs("rollsLeft", t.RollsLeft)
	w.numbersAs("dice", t.Dice)
	w.numbersAs("held", t.Held)
	if t.Locked != nil {
		w.numbersAs("locked", t.Locked)
	}
	if t.Groups != nil {
		w.numbersByName("groups", t.Groups)
	}
	w.anyNumberAs("points", t.Points)
	w.anyNumberAs("heldPoints", t.HeldPoints)
	w.boolAs("needs350", t.Needs350)
	w.key("may")
	w.begin('[')
	for _, m := range t.May {
		w.next()
		w.text(string(m))
	}
	w.end(']')
	if t.Boxes != nil {
		w.key("boxes")
		w.begin('[')
		for i := range t.Boxes {
			w.next()
			w.entry(&t.Boxes[i])
		}
		w.end(']')
	}
	w.boolAs("mustSacrifice", t.MustSacrifice)
	if t.Best != nil {
		w.key("best")
		w.begin('[')
		for _, b := range t.Best {
			w.next()
			w.begin('{')
			w.textAs("box", string(b.Box))
			w.key("expectedTotal")
			w.float(b.ExpectedTotal)
			w.end('}')
		}
		w.end(']')
	}
	w.anyTimeAs("deadline", t.Deadline)
	w.end('}')
}

func (w *jsonWriter) entry(e *Entry) {
	w.begin('{')
	w.textAs("box", string(e.Box))
	w.numberAs("points", e.Points)
	w.numberAs("bonus", e.Bonus)
	w.boolAs("joker", &e.Joker)
	w.boolAs("strike", &e.Strike)
	w.anyTextAs("confirm", string(e.Confirm))
	w.end('}')
}

// begin writes what opens an object or a list, and end what closes it.
func (w *jsonWriter) begin(open byte) { w.to = append(w.to, open) }
func (w *jsonWriter) end(close byte)  { w.to = append(w.to, close) }

// next writes the comma before a value or a field, unless it is the first.
func (w *jsonWriter) next() {
	if last := w.to[len(w.to)-1]; last != '{' && last != '[' {
		w.to = append(w.to, ',')
	}
}

// key begins a field, whose name needs no escapes.
func (w *jsonWriter) key(name string) {
	w.next()
	w.to = append(append(append(w.to, '"'), name...), '"', ':')
}

func (w *jsonWriter) text(s string) {
	to, err := jsontext.AppendQuote(w.to, s)
	if err != nil && w.err == nil {
		w.err = err
	}
	w.to = to
}

func (w *jsonWriter) float(f float64) {
	if abs := math.Abs(f); abs == 0 || abs >= 1e-6 && abs < 1e21 {
		w.to = strconv.AppendFloat(w.to, f, 'f', -1, 64)
		return
	}
	b, err := json.Marshal(f)
	if err != nil && w.err == nil {
		w.err = err
	}
	w.to = append(w.to, b...)
}

func (w *jsonWriter) number(n int) { w.to = strconv.AppendInt(w.to, int64(n), 10) }

func (w *jsonWriter) numberAs(name string, n int) {
	w.key(name)
	w.number(n)
}

func (w *jsonWriter) textAs(name, s string) {
	w.key(name)
	w.text(s)
}

// anyNumberAs writes a field that may be absent, as do anyTextAs, anyTimeAs and boolAs.
func (w *jsonWriter) anyNumberAs(name string, n *int) {
	if n != nil {
		w.numberAs(name, *n)
	}
}

func (w *jsonWriter) anyTextAs(name, s string) {
	if s != "" {
		w.textAs(name, s)
	}
}

func (w *jsonWriter) boolAs(name string, b *bool) {
	if b != nil {
		w.key(name)
		w.to = strconv.AppendBool(w.to, *b)
	}
}

func (w *jsonWriter) timeAs(name string, t time.Time) {
	w.key(name)
	w.to = append(t.UTC().AppendFormat(append(w.to, '"'), TimeLayout), '"')
}

func (w *jsonWriter) anyTimeAs(name string, t *time.Time) {
	if t != nil && !t.IsZero() {
		w.timeAs(name, *t)
	}
}

func (w *jsonWriter) numbersAs(name string, numbers []int) {
	w.key(name)
	w.begin('[')
	for _, n := range numbers {
		w.next()
		w.number(n)
	}
	w.end(']')
}

// numbersByName writes an object with its names in order.
func (w *jsonWriter) numbersByName(name string, numbers map[string]int) {
	names := make([]string, 0, 16)
	for name := range numbers {
		names = append(names, name)
	}
	slices.Sort(names)
	w.key(name)
	w.begin('{')
	for _, name := range names {
		w.next()
		w.text(name)
		w.to = append(w.to, ':')
		w.number(numbers[name])
	}
	w.end('}')
}
