package rest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"kast/domain/game"
	"kast/domain/gamelog"
)

// device is a phone that plays a game with its own dice and without the server. It writes the log that it will upload.
type device struct {
	dice  *rand.Rand
	at    time.Time
	state game.State
	lines []gamelog.Line
}

// newDevice starts a game on a phone. It is not started when a seat is open.
func newDevice(seed uint64, id string, ruleset game.RulesetID, kinds ...game.SeatKind) *device {
	d := &device{dice: rand.New(rand.NewPCG(seed, 0)), at: time.Date(2026, 5, 16, 9, 0, 0, 0, time.UTC)}
	var seats []game.SeatSpec
	for _, kind := range kinds {
		seat := game.SeatSpec{Kind: kind}
		if kind == game.BotSeat {
			seat.BotLevel = game.BotCasual
		}
		seats = append(seats, seat)
	}
	d.must(game.Create{
		Game: id, Ruleset: ruleset, Dice: game.ClientDice, Visibility: game.Private, Seats: seats, Start: true,
	})
	return d
}

// fork is the same game on another phone.
func (d *device) fork(seed uint64) *device {
	other := *d
	other.dice, other.lines = rand.New(rand.NewPCG(seed, 1)), slices.Clone(d.lines)
	return &other
}

func (d *device) must(c game.Command) {
	if err := d.do(c); err != nil {
		panic(fmt.Sprintf("%+v: %v", c, err))
	}
}

// do carries a command out; a refused one changes nothing.
func (d *device) do(c game.Command) error {
	decision, err := game.Decide(d.state, c, "")
	if err != nil {
		return err
	}
	d.at = d.at.Add(time.Duration(d.dice.IntN(20_000)) * time.Millisecond)
	for _, e := range decision.Events {
		id, err := uuid.NewRandomFromReader(randomBytes{d.dice})
		if err != nil {
			return err
		}
		prev := gamelog.Genesis()
		if len(d.lines) > 0 {
			prev = d.lines[len(d.lines)-1].Hash
		}
		line, err := gamelog.Seal(prev, game.Record{Seq: d.state.Seq + 1, ID: id.String(), At: d.at, By: e.By, Event: e.Event})
		if err != nil {
			return err
		}
		d.lines = append(d.lines, line)
		d.state = game.Evolve(d.state, line.Record)
	}
	return nil
}

type randomBytes struct{ *rand.Rand }

func (r randomBytes) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return len(b), nil
}

// move makes one move of the seat on turn that the rules allow. It reports false when the game is over.
func (d *device) move() bool {
	seat := d.state.OnTurn()
	if seat == game.NoSeat {
		return false
	}
	by := game.ByPlayer
	if d.state.Seats[seat].Kind == game.BotSeat {
		by = game.ByBot
	}
	for {
		var c game.Command
		switch d.dice.IntN(4) {
		case 0:
			c = game.Hold{By: by, Seat: seat, Held: d.positions()}
		case 1:
			c = d.roll(by, seat, d.positions())
		case 2:
			c = game.Bank{By: by, Seat: seat, Held: d.positions()}
		case 3:
			entries := d.state.Entries()
			if len(entries) == 0 {
				continue
			}
			c = game.Enter{By: by, Seat: seat, Box: entries[d.dice.IntN(len(entries))].Box}
		}
		if d.do(c) == nil {
			return true
		}
	}
}

func (d *device) roll(by game.By, seat int, held []int) game.Roll {
	faces := make([]int, d.state.Ruleset.Dice)
	now := d.state.Turn.Dice.Faces()
	for i := range faces {
		kept := slices.Contains(held, i) || slices.Contains(d.state.Turn.Locked.Positions(), i)
		if kept && i < len(now) {
			faces[i] = now[i]
		} else {
			faces[i] = d.dice.IntN(6) + 1
		}
	}
	return game.Roll{By: by, Seat: seat, Held: held, Dice: faces}
}

// positions are any of the dice, none as often as not before the first roll.
func (d *device) positions() []int {
	held := []int{}
	if d.state.Turn.Roll == 0 {
		return held
	}
	for i := range d.state.Ruleset.Dice {
		if d.dice.IntN(3) == 0 {
			held = append(held, i)
		}
	}
	return held
}

// play makes so many moves, or all that are left.
func (d *device) play(moves int) *device {
	for range moves {
		if !d.move() {
			break
		}
	}
	return d
}

// toTheEnd is more moves than any game has.
const toTheEnd = 100_000

// log is what is uploaded of the first n events, with the chain or without it.
func (d *device) log(n int, chained bool) object {
	events := make([]object, n)
	for i, line := range d.lines[:n] {
		decoder := json.NewDecoder(bytes.NewReader(line.JSON))
		if err := decoder.Decode(&events[i]); err != nil {
			panic(err)
		}
		if !chained {
			maps.DeleteFunc(events[i], func(name string, _ any) bool { return name == "prev" || name == "hash" })
		}
	}
	return object{"events": events}
}

// all is the whole log as it is uploaded.
func (d *device) all() object { return d.log(len(d.lines), true) }

// deviceOf is a phone that has loaded a game from the server.
func deviceOf(t testing.TB, seed uint64, log []string) *device {
	t.Helper()
	d := &device{dice: rand.New(rand.NewPCG(seed, 2)), at: time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)}
	for _, line := range log {
		l, err := gamelog.Decode([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		d.lines = append(d.lines, l)
		d.state = game.Evolve(d.state, l.Record)
	}
	return d
}
