package conformance_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"kast/domain/dice"
	"kast/domain/fairness"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/domain/pot"
	"kast/domain/scorecard"
)

const gameID = "5f0c6f1e-8c1b-4a53-9d0a-3f6f0f7f2b11"

// table is a game under way and its log.
type table struct {
	t     testing.TB
	seed  *fairness.Seed // of server dice; nil where the client rolls
	state game.State
	lines []gamelog.Line
}

// seat starts a game with client dice, in which all seats are guests but the first, an account's.
func seat(t testing.TB, id game.RulesetID, seats int, ownPot bool) *table {
	t.Helper()
	c := game.Create{
		Game: gameID, Ruleset: id, Dice: game.ClientDice, Visibility: game.Private, Start: true,
		Seats: append([]game.SeatSpec{{Kind: game.AccountSeat}}, slices.Repeat([]game.SeatSpec{{Kind: game.GuestSeat}}, seats-1)...),
	}
	if id == game.Tiotusen {
		c.Options.OwnPot = &ownPot
	}
	g := &table{t: t}
	g.must(c)
	return g
}

// must carries a command out that is allowed, and returns its events.
func (g *table) must(c game.Command) []gamelog.Line {
	g.t.Helper()
	more, refusal := g.do(c)
	if refusal != nil {
		g.t.Fatalf("after event %d: %#v: %v", g.state.Seq, c, refusal)
	}
	return more
}

// do carries a command out, unless it is refused.
func (g *table) do(c game.Command) ([]gamelog.Line, *game.Refusal) {
	g.t.Helper()
	secret := ""
	if g.seed != nil {
		secret = g.seed.Hex()
	}
	d, err := game.Decide(g.state, c, secret)
	if refusal, ok := errors.AsType[*game.Refusal](err); ok {
		return nil, refusal
	}
	if err != nil {
		g.t.Fatal(err)
	}
	from := len(g.lines)
	for _, caused := range d.Events {
		g.add(caused.By, caused.Event)
	}
	return g.lines[from:], nil
}

// add writes an event at the end of the log.
func (g *table) add(by game.By, e game.Event) {
	g.t.Helper()
	seq := len(g.lines) + 1
	g.lines = append(g.lines, sealed(g.t, g.head(), game.Record{
		Seq: seq, ID: fmt.Sprintf("00000000-0000-4000-8000-%012d", seq), By: by, Event: e,
		At: time.Date(2026, 5, 16, 19, 30, seq, 0, time.UTC),
	}))
	g.state = game.Evolve(g.state, g.lines[seq-1].Record)
}

func (g *table) head() string {
	if len(g.lines) == 0 {
		return gamelog.Genesis()
	}
	return g.lines[len(g.lines)-1].Hash
}

func sealed(t testing.TB, prev string, r game.Record) gamelog.Line {
	t.Helper()
	line, err := gamelog.Seal(prev, r)
	if err != nil {
		t.Fatal(err)
	}
	return line
}

// thrown returns the dice on the table once the faces have fallen at the positions that are rolled with a hold; nil is the
// hold that stands.
func (g *table) thrown(held []int, faces ...int) []int {
	g.t.Helper()
	all := dice.All(g.state.Ruleset.Dice)
	rolls := g.state.Rolls()
	if mask, err := dice.MaskOf(held, all.Len()); err == nil && held != nil && !g.state.Turn.Fresh {
		rolls = all &^ (g.state.Turn.Locked | mask)
	}
	if rolls.Len() != len(faces) {
		g.t.Fatalf("%d faces for the positions %v", len(faces), rolls.Positions())
	}
	after := g.state.Turn.Dice.Faces()
	if after == nil {
		after = make([]int, all.Len())
	}
	for i, position := range rolls.Positions() {
		after[position] = faces[i]
	}
	return after
}

// find returns positions of dice just rolled that show the given faces, the lowest first.
func (g *table) find(faces ...int) []int {
	g.t.Helper()
	held := []int{}
	for _, face := range faces {
		at := slices.IndexFunc(dice.All(g.state.Turn.Dice.Len()).Positions(), func(i int) bool {
			return g.state.Turn.Dice.At(i) == face && !g.state.Turn.Locked.Has(i) && !slices.Contains(held, i)
		})
		if at < 0 {
			g.t.Fatalf("no %d free in %v", face, g.state.Turn.Dice.Faces())
		}
		held = append(held, at)
	}
	slices.Sort(held)
	return held
}

// luck is how a game is played at random: all that it does follows from its seed.
type luck struct {
	*rand.Rand
	alike int // percent of rolls that come out alike, or in a row
}

func newLuck(seed uint64, alike int) luck { return luck{rand.New(rand.NewPCG(seed, 0)), alike} }

func (r luck) percent(n int) bool { return r.IntN(100) < n }

// faces are n dice.
func (r luck) faces(n int) []int {
	faces := make([]int, n)
	same, rare, row := 1+r.IntN(6), r.percent(r.alike), r.percent(30)
	for i := range faces {
		switch {
		case rare && row:
			faces[i] = i%6 + 1
		case rare:
			faces[i] = same
		default:
			faces[i] = 1 + r.IntN(6)
		}
	}
	return faces
}

// move makes a move of the seat on turn that is allowed.
func (g *table) move(r luck) {
	g.t.Helper()
	s := g.state
	at := s.Turn.Seat
	roll := func() {
		g.must(game.Roll{By: game.ByPlayer, Seat: at, Dice: g.thrown(nil, r.faces(s.Rolls().Len())...)})
	}
	may := s.May()
	switch {
	case s.Turn.Fresh:
		roll()
	case s.Ruleset.Engine == game.PotEngine:
		switch {
		case may.Bank && r.percent(60):
			g.must(game.Bank{By: game.ByPlayer, Seat: at})
		case may.Roll && r.percent(80):
			roll()
		default:
			g.must(game.Hold{By: game.ByPlayer, Seat: at, Held: g.someScoring(r)})
		}
	case may.Roll && r.percent(50):
		roll()
	case may.Hold && r.percent(40):
		held := []int{}
		for i := range s.Ruleset.Dice {
			if r.percent(60) {
				held = append(held, i)
			}
		}
		g.must(game.Hold{By: game.ByPlayer, Seat: at, Held: held})
	default:
		entries := s.Entries()
		g.must(game.Enter{By: game.ByPlayer, Seat: at, Box: entries[r.IntN(len(entries))].Box})
	}
}

// someScoring returns a legal hold of at least one die among those just rolled.
func (g *table) someScoring(r luck) []int {
	legal := legalHolds(g.state)
	return legal[r.IntN(len(legal))].Held
}

// heldFor is a legal hold with its points.
type heldFor struct {
	Held   []int `json:"held"`
	Points int   `json:"points"`
}

// legalHolds are all holds of at least one die that tiotusen allows now, the lowest positions first.
func legalHolds(s game.State) []heldFor {
	found := []heldFor{}
	if s.Turn.Fresh {
		return found
	}
	rolled := dice.All(s.Ruleset.Dice) &^ s.Turn.Locked
	for m := dice.Mask(1); m <= dice.All(s.Ruleset.Dice); m++ {
		if m&^rolled != 0 {
			continue
		}
		if points, _, ok := pot.Hold(s.Turn.Dice.CountsOf(rolled), s.Turn.Dice.CountsOf(m), s.Turn.Groups); ok {
			found = append(found, heldFor{m.Positions(), points})
		}
	}
	return found
}

// The shapes that several files share; the names are those of the API.

type finalRound struct {
	Seat  int `json:"seat"`
	Score int `json:"score"`
}

func finalOf(s game.State) *finalRound {
	if !s.Final.On() {
		return nil
	}
	return &finalRound{s.Final.Seat, s.Final.Score}
}

func mayOf(s game.State) []string {
	moves := []string{}
	m := s.May()
	for _, move := range []struct {
		name string
		may  bool
	}{{"roll", m.Roll}, {"hold", m.Hold}, {"enter", m.Enter}, {"bank", m.Bank}} {
		if move.may {
			moves = append(moves, move.name)
		}
	}
	return moves
}

func totalsOf(s game.State) []int {
	totals := []int{}
	for i := range s.Seats {
		totals = append(totals, s.Total(i))
	}
	return totals
}

func placementsOf(s game.State) []int {
	var placements []int
	for _, seat := range s.Seats {
		if seat.Placement > 0 {
			placements = append(placements, seat.Placement)
		}
	}
	return placements
}

func cardOf(c scorecard.Card) map[string]int {
	boxes := map[string]int{}
	for _, box := range scorecard.AllBoxes() {
		if points, filled := c.Points(box); filled {
			boxes[box.String()] = points
		}
	}
	return boxes
}

func groupsOf(g pot.Groups) map[string]int {
	groups := map[string]int{}
	for face, n := range g {
		if n > 0 {
			groups[strconv.Itoa(face)] = int(n)
		}
	}
	return groups
}

func facesOf(d dice.Dice) []int {
	if d.Len() == 0 {
		return []int{}
	}
	return d.Faces()
}

func scorecardGames() []game.RulesetID {
	return []game.RulesetID{game.Penta, game.Femlika, game.Bonanza}
}
