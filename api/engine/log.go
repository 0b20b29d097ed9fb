package engine

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"kast/api/play"
	"kast/api/shape"
	"kast/domain/fairness"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/repository"
)

// log is a log that the rules have judged. It is a value: nothing in it is changed once it is made.
type log struct {
	events []jsontext.Value // as the caller has them
	lines  []gamelog.Line
	state  game.State
}

func (l log) head() string { return l.lines[len(l.lines)-1].Hash }

func (l log) is(events []jsontext.Value) bool {
	return slices.EqualFunc(l.events, events, func(a, b jsontext.Value) bool { return bytes.Equal(a, b) })
}

// with is the log with lines at its end, which lead to state.
func (l log) with(lines []gamelog.Line, state game.State) log {
	return log{
		events: slices.Concat(l.events, raw(lines)), lines: slices.Concat(l.lines, lines), state: state,
	}
}

func raw(lines []gamelog.Line) []jsontext.Value {
	events := make([]jsontext.Value, len(lines))
	for i, line := range lines {
		events[i] = line.JSON
	}
	return events
}

// read reads a whole log, which may lack its chain, and lets the rules judge it: what no rule leads to could not be folded.
// Malformed events, *game.Breach.
func (e *Engine) read(events []jsontext.Value) (log, error) {
	if len(events) == 0 {
		return log{}, badField("events", events == nil)
	}
	if l, ok := e.kept(events); ok {
		return l, nil
	}
	drafts, err := play.ReadDrafts(events)
	if err != nil {
		return log{}, err
	}
	l := log{events: events}
	if l.lines, l.state, err = play.Judge(drafts); err != nil {
		return log{}, err
	}
	e.keep(l)
	return l, nil
}

type foldParams struct {
	Events []jsontext.Value `json:"events"`
	Names  []string         `json:"names,omitzero"`
	Seq    *int             `json:"seq,omitzero"` // the last event to fold
}

func (e *Engine) fold(p foldParams) (any, error) {
	l, err := e.read(p.Events)
	if err != nil {
		return nil, err
	}
	if p.Seq == nil {
		return e.folded(l, p.Names)
	}
	if *p.Seq < 1 || *p.Seq > len(l.lines) {
		return nil, badField("seq", false)
	}
	l.lines = l.lines[:*p.Seq]
	l.state = game.Fold(gamelog.Records(l.lines))
	return e.folded(l, p.Names)
}

type verifyParams struct {
	Events     []jsontext.Value `json:"events"`
	Names      []string         `json:"names,omitzero"`
	ServerSeed *string          `json:"serverSeed,omitzero"` // of a game with server dice that is not over
}

func (e *Engine) verify(p verifyParams) (any, error) {
	var seed *fairness.Seed
	if p.ServerSeed != nil {
		s, err := fairness.ParseSeed(*p.ServerSeed)
		if err != nil {
			return nil, badField("serverSeed", false)
		}
		seed = &s
	}
	l, err := e.read(p.Events)
	if err != nil {
		return nil, err
	}
	if _, err := gamelog.Verify(l.lines, seed); err != nil {
		return nil, err
	}
	return e.folded(l, p.Names)
}

func (e *Engine) folded(l log, names []string) (any, error) {
	g, err := e.shape(l, names)
	return folded{Game: g}, err
}

// shape gives a game as the API shows it, at the time of its last event. names are those of accounts and guests, by the
// seat's number in the event created; a table without them has none.
func (e *Engine) shape(l log, names []string) (shape.Game, error) {
	created, _ := l.lines[0].Event.(game.Created)
	if len(names) > len(created.Seats) {
		return shape.Game{}, badField("names", false)
	}
	number := func(seat int) int { return seat }
	for _, line := range l.lines {
		if started, ok := line.Event.(game.Started); ok {
			number = func(seat int) int { return started.Seats[seat] }
			break // a game starts once
		}
	}
	v := play.View{Beside: repository.Game{Seats: make([]repository.Seat, len(l.state.Seats))}, State: l.state, Head: l.head()}
	for i, seat := range l.state.Seats {
		named := seat.Kind == game.AccountSeat || seat.Kind == game.GuestSeat
		if at := number(i); named && at < len(names) {
			v.Beside.Seats[i].Name = names[at]
		}
	}
	const nobody = "" // who looks at it is in no seat
	best := func(s game.State) ([]boxValue, bool) { return play.BestBoxes(s, e.made) }
	return shape.Of(v, nobody, l.lines[len(l.lines)-1].At, best), nil
}
