package engine

import (
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"kast/api/play"
	"kast/api/shape"
	"kast/domain/bestplay"
	"kast/domain/game"
	"kast/domain/gamelog"
)

type boxValue = bestplay.BoxValue

// Do says what a move does.
type Do string

// What a move does.
const (
	DoRoll   Do = "roll"
	DoHold   Do = "hold"
	DoEnter  Do = "enter"
	DoBank   Do = "bank"
	DoResign Do = "resign"
)

// Move is a move, with the fields of the API's calls.
type Move struct {
	Do   Do            `json:"do"`
	Held []int         `json:"held,omitzero"` // of roll, hold and bank
	Dice []int         `json:"dice,omitzero"` // of roll: all dice of the table after it
	Box  shape.Box     `json:"box,omitzero"`  // of enter
	Seat *int          `json:"seat,omitzero"` // absent: the seat on turn; of resign the one of kind account
	By   shape.EventBy `json:"by,omitzero"`   // clock, where a time that the app keeps was up; else absent, or who moves the seat
}

type createParams struct {
	ID         string            `json:"id"` // of the game
	Ruleset    shape.RulesetID   `json:"ruleset"`
	Visibility *shape.Visibility `json:"visibility,omitzero"`
	Options    *shape.NewOptions `json:"options,omitzero"`
	Seats      []shape.NewSeat   `json:"seats"`
	Names      []string          `json:"names,omitzero"` // absent: those of the guests
	At         string            `json:"at"`
	IDs        []string          `json:"ids,omitzero"` // of the events after the first
}

func (e *Engine) create(p createParams) (any, error) {
	c, names, err := p.command()
	if err != nil {
		return nil, err
	}
	ids, err := readIDs(p.IDs)
	if err != nil {
		return nil, err
	}
	// The first event has the game's id.
	return e.carry(log{}, c, names, p.At, slices.Concat([]string{c.Game}, ids))
}

// command is the game that is asked for, and the names of its guests.
func (p createParams) command() (game.Create, []string, error) {
	none := game.Create{}
	if _, known := game.Lookup(game.RulesetID(p.Ruleset)); !known {
		return none, nil, badField("ruleset", p.Ruleset == "")
	}
	if p.Seats == nil {
		return none, nil, badField("seats", true)
	}
	c := game.Create{
		Ruleset: game.RulesetID(p.Ruleset), Dice: game.ClientDice, Visibility: game.Private, Start: true,
	}
	var err error
	if c.Game, err = readID("id", p.ID); err != nil {
		return none, nil, err
	}
	if p.Visibility != nil {
		c.Visibility = game.Visibility(*p.Visibility)
	}
	if c.Visibility != game.Private && c.Visibility != game.Public {
		return none, nil, badField("visibility", false)
	}
	if p.Options != nil {
		c.Options = game.OptionsChoice(*p.Options)
	}
	wishes, names := make([]play.SeatWish, len(p.Seats)), make([]string, len(p.Seats))
	for i, seat := range p.Seats {
		at := "seats/" + number(i)
		if wishes[i], err = seat.Wish(at); err != nil {
			return none, nil, err
		}
		if seat.Kind == shape.WishOpen { // nobody could join
			return none, nil, badField(at+"/kind", false)
		}
		names[i] = wishes[i].Name
	}
	if p.Names != nil {
		names = p.Names
	}
	c.Seats, err = play.SeatSpecs(wishes)
	return c, names, err
}

type moveParams struct {
	Events []jsontext.Value `json:"events"`
	Names  []string         `json:"names,omitzero"`
	Move   Move             `json:"move"`
	At     string           `json:"at"`
	IDs    []string         `json:"ids"` // the first is that of the move's own event
}

func (e *Engine) move(p moveParams) (any, error) {
	if err := p.Move.check(); err != nil {
		return nil, err
	}
	l, err := e.read(p.Events)
	if err != nil {
		return nil, err
	}
	if l.state.Dice != game.ClientDice {
		return nil, &game.Breach{Seq: 1, Cause: play.ErrNotClientDice}
	}
	c, err := p.Move.command(l.state)
	if err != nil {
		return nil, err
	}
	ids, err := readIDs(p.IDs)
	if err != nil {
		return nil, err
	}
	return e.carry(l, c, p.Names, p.At, ids)
}

// carry decides a command on what a log, which may be empty, has led to. ids are those of what it causes: first that of the
// event that the command is named for, then the others' in order; some may be left over.
func (e *Engine) carry(l log, c game.Command, names []string, at string, ids []string) (any, error) {
	when, err := time.Parse(shape.TimeLayout, at)
	if err != nil {
		return nil, badField("at", at == "")
	}
	head := gamelog.Genesis()
	if len(l.lines) > 0 {
		head = l.head()
	}
	if !free(l, ids) {
		return nil, play.ErrIDInUse
	}
	others := 0
	lines, state, err := play.Carry(l.state, head, c, "", when, func(named bool) (string, error) {
		i := 0
		if !named {
			others++
			i = others
		}
		if i >= len(ids) {
			return "", malformed("ids: too few; a move causes at most three events")
		}
		return ids[i], nil
	})
	if err != nil {
		return nil, err
	}
	l = l.with(lines, state)
	g, err := e.shape(l, names)
	if err != nil {
		return nil, err
	}
	e.keep(l)
	return played{Events: raw(lines), Game: g}, nil
}

// readIDs reads the ids of events that are to come.
func readIDs(ids []string) ([]string, error) {
	read := make([]string, len(ids))
	for i, id := range ids {
		var err error
		if read[i], err = readID("ids/"+number(i), id); err != nil {
			return nil, err
		}
	}
	return read, nil
}

// free tells whether no event of a log has one of these ids, and none is there twice.
func free(l log, ids []string) bool {
	for i, id := range ids {
		taken := slices.ContainsFunc(l.lines, func(line gamelog.Line) bool { return line.ID == id })
		if taken || slices.Contains(ids[:i], id) {
			return false
		}
	}
	return true
}

// check looks whether a move has the fields that it needs, and no others.
func (m Move) check() error {
	roll, hold, enter, bank, resign := m.Do == DoRoll, m.Do == DoHold, m.Do == DoEnter, m.Do == DoBank, m.Do == DoResign
	_, box := m.Box.Parse()
	switch {
	case !roll && !hold && !enter && !bank && !resign:
		return badField("move/do", m.Do == "")
	case hold && m.Held == nil:
		return badField("move/held", true)
	case (enter || resign) && m.Held != nil:
		return badField("move/held", false)
	case !roll && m.Dice != nil:
		return badField("move/dice", false)
	case enter != box || !enter && m.Box != "":
		return badField("move/box", m.Box == "")
	case m.Seat != nil && (*m.Seat < 0 || *m.Seat > maxSeat):
		return badField("move/seat", false)
	}
	return nil
}

// maxSeat is the highest seat number that any game has.
const maxSeat = 7

// command is the move in a game. errNotSeated, and where it would be made by somebody who cannot make it, malformed.
func (m Move) command(s game.State) (game.Command, error) {
	seat := s.OnTurn()
	if m.Do == DoResign {
		seat = slices.IndexFunc(s.Seats, func(seat game.Seat) bool { return seat.Kind == game.AccountSeat })
	}
	if m.Seat != nil {
		seat = *m.Seat
	}
	if seat == game.NoSeat && m.Do == DoResign {
		return nil, errNotSeated
	}
	by := game.ByPlayer // of a seat that is not there, which the rules refuse
	if seat >= 0 && seat < len(s.Seats) {
		by = play.Mover(s, seat)
	}
	switch game.By(m.By) {
	case "", by:
	case game.ByClock:
		by = game.ByClock
	default:
		return nil, badField("move/by", false)
	}
	switch m.Do {
	case DoRoll:
		return game.Roll{By: by, Seat: seat, Held: m.Held, Dice: m.Dice}, nil
	case DoHold:
		return game.Hold{By: by, Seat: seat, Held: m.Held}, nil
	case DoEnter:
		box, _ := m.Box.Parse()
		return game.Enter{By: by, Seat: seat, Box: box}, nil
	case DoBank:
		return game.Bank{By: by, Seat: seat, Held: m.Held}, nil
	case DoResign:
	}
	return game.Resign{By: by, Seat: seat}, nil
}
