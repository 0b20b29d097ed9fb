package game_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/scorecard"
)

const (
	gameID     = "b161ed31-f302-4a67-8cd3-260dbd6ee96d"
	serverSeed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
	commitment = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd" // of serverSeed
)

// table is a game under test and its log.
type table struct {
	t     testing.TB
	state game.State
	log   []game.Record
}

// create makes a game; with server dice the seed above is its own.
func create(t testing.TB, c game.Create) *table {
	t.Helper()
	g := &table{t: t}
	g.do(c)
	return g
}

// playing makes a game with client dice in which all seats are guests, and starts it.
func playing(t testing.TB, id game.RulesetID, seats int) *table {
	t.Helper()
	return create(t, newGame(id, seats))
}

func newGame(id game.RulesetID, seats int) game.Create {
	return game.Create{
		Game: gameID, Ruleset: id, Dice: game.ClientDice, Visibility: game.Private,
		Seats: slices.Repeat([]game.SeatSpec{{Kind: game.GuestSeat}}, seats), Start: true,
	}
}

// do carries a command out, which must be allowed, and returns what it caused.
func (g *table) do(c game.Command) []game.Caused {
	g.t.Helper()
	d, err := game.Decide(g.state, c, g.seed(c))
	if err != nil {
		g.t.Fatalf("event %d: %#v: %v", g.state.Seq, c, err)
	}
	for _, caused := range d.Events {
		r := record(g.state.Seq+1, caused)
		g.log = append(g.log, r)
		g.state = game.Evolve(g.state, r)
	}
	return d.Events
}

// seed is the server seed that a decision about c is given.
func (g *table) seed(c game.Command) string {
	if create, ok := c.(game.Create); ok && create.Dice == game.ServerDice || g.state.Dice == game.ServerDice {
		return serverSeed
	}
	return ""
}

// refused checks that a command is refused, with the code and reason, and that the state stays as it is.
func (g *table) refused(c game.Command, code game.Code, reason game.Reason) {
	g.t.Helper()
	before := game.Fold(g.log)
	d, err := game.Decide(g.state, c, g.seed(c))
	var refusal *game.Refusal
	if !errors.As(err, &refusal) || refusal.Code != code || refusal.Reason != reason {
		g.t.Errorf("%#v: got %v, %v, want %s (%s)", c, d.Events, err, code, reason)
	}
	if diff := cmp.Diff(before, g.state, comparers()); diff != "" {
		g.t.Errorf("%#v was refused and changed the state (-before +after):\n%s", c, diff)
	}
}

// roll rolls with the hold that stands: the given faces fall at the positions that are rolled, in order.
func (g *table) roll(faces ...int) game.Rolled {
	g.t.Helper()
	caused := g.do(game.Roll{By: game.ByPlayer, Seat: g.state.Turn.Seat, Dice: g.throw(faces...)})
	for _, c := range caused {
		if rolled, ok := c.Event.(game.Rolled); ok {
			return rolled
		}
	}
	g.t.Fatalf("no roll in %v", caused)
	return game.Rolled{}
}

// throw returns the dice on the table after the given faces fell at the positions that are rolled.
func (g *table) throw(faces ...int) []int {
	g.t.Helper()
	rolls := g.state.Rolls().Positions()
	if len(faces) != len(rolls) {
		g.t.Fatalf("%d faces for the positions %v", len(faces), rolls)
	}
	after := g.state.Turn.Dice.Faces()
	if after == nil {
		after = make([]int, g.state.Ruleset.Dice)
	}
	for i, position := range rolls {
		after[position] = faces[i]
	}
	return after
}

// hold holds dice of the given faces among those just rolled, the lowest positions first.
func (g *table) hold(faces ...int) {
	g.t.Helper()
	g.do(game.Hold{By: game.ByPlayer, Seat: g.state.Turn.Seat, Held: g.find(faces...)})
}

// find returns positions of dice just rolled that show the given faces.
func (g *table) find(faces ...int) []int {
	g.t.Helper()
	turn, positions := g.state.Turn, []int{}
	for _, face := range faces {
		at := slices.IndexFunc(turn.Dice.Faces(), func(f int) bool { return f == face })
		for ; at >= 0 && at < turn.Dice.Len(); at++ {
			if turn.Dice.At(at) == face && !turn.Locked.Has(at) && !slices.Contains(positions, at) {
				break
			}
		}
		if at < 0 || at == turn.Dice.Len() {
			g.t.Fatalf("no %v free in %v", faces, turn.Dice.Faces())
		}
		positions = append(positions, at)
	}
	return positions
}

func (g *table) enter(box scorecard.Box) scorecard.Entry {
	g.t.Helper()
	caused := g.do(game.Enter{By: game.ByPlayer, Seat: g.state.Turn.Seat, Box: box})
	return caused[0].Event.(game.Entered).Entry
}

func (g *table) bank() game.Banked {
	g.t.Helper()
	caused := g.do(game.Bank{By: game.ByPlayer, Seat: g.state.Turn.Seat})
	return caused[0].Event.(game.Banked)
}

func (g *table) resign(seat int) []game.Caused {
	g.t.Helper()
	return g.do(game.Resign{By: game.ByPlayer, Seat: seat})
}

// scores returns the points of all seats.
func (g *table) scores() []int {
	var scores []int
	for seat := range g.state.Seats {
		scores = append(scores, g.state.Total(seat))
	}
	return scores
}

func (g *table) placements() []int {
	var placements []int
	for _, seat := range g.state.Seats {
		placements = append(placements, seat.Placement)
	}
	return placements
}

// want compares one thing, and says where in the game it was. When a turn began is left to the tests of the clock.
func want[T any](t testing.TB, what string, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got, comparers(), cmpopts.IgnoreFields(game.Turn{}, "BeganAt", "RolledAt")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// comparers are for values with unexported fields, which are equal when == says so.
func comparers() cmp.Option {
	return cmp.Options{
		cmp.Comparer(func(a, b dice.Dice) bool { return a == b }),
		cmp.Comparer(func(a, b scorecard.Card) bool { return a == b }),
	}
}

// record gives an event a place in the log.
func record(seq int, c game.Caused) game.Record {
	return game.Record{
		Seq: seq, ID: fmt.Sprintf("00000000-0000-4000-8000-%012d", seq), By: c.By, Event: c.Event,
		At: time.Date(2026, 3, 14, 18, 0, seq, 0, time.UTC),
	}
}

// types names the events of a log, for a short comparison.
func types(caused []game.Caused) string {
	var names []string
	for _, c := range caused {
		name := strings.TrimPrefix(fmt.Sprintf("%T", c.Event), "game.")
		names = append(names, strings.ToLower(name)+" by "+string(c.By))
	}
	return strings.Join(names, ", ")
}
