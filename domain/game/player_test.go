package game_test

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"kast/domain/dice"
	"kast/domain/fairness"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/domain/pot"
	"kast/domain/scorecard"
)

// chooser is where chance comes from: a seeded generator, or rapid, which can shrink what it chose.
type chooser interface{ IntN(n int) int }

// tb is what both testing and rapid offer. There is no Helper in it: it costs more than the games do.
type tb interface {
	Fatalf(format string, args ...any)
}

// randomGame is a game that is played at random, with what its checks need to know of how it came there.
type randomGame struct {
	tb
	chance chooser
	seed   fairness.Seed
	state  game.State
	log    []game.Record
	ledger ledger
	temper temper
}

// temper is how the players of one game are, so that games differ as a whole and not only move by move.
type temper struct {
	rash    int // percent of moves that are any command at all
	quitter int // per mille of moves that give up
	greedy  int // percent of stops in tiotusen that are not made though they could be
	lucky   int // percent of rolls of client dice that come out as something rare
}

func newRandomGame(t tb, chance chooser, id game.RulesetID) *randomGame {
	g := &randomGame{tb: t, chance: chance}
	for i := range g.seed {
		g.seed[i] = byte(chance.IntN(256))
	}
	g.temper = temper{
		rash:    []int{0, 5, 30}[chance.IntN(3)],
		quitter: []int{0, 0, 5, 50}[chance.IntN(4)],
		greedy:  []int{0, 20, 50}[chance.IntN(3)],
		lucky:   []int{0, 10, 40}[chance.IntN(3)],
	}
	g.apply(g.create(id))
	for g.state.Status == game.StatusOpen {
		g.must(g.gather())
	}
	return g
}

func (g *randomGame) percent(p int) bool { return g.chance.IntN(100) < p }

func pick[T any](chance chooser, from ...T) T { return from[chance.IntN(len(from))] }

// create makes up a game: any ruleset, dice, number and kinds of seats, options.
func (g *randomGame) create(id game.RulesetID) game.Create {
	r, _ := game.Lookup(id)
	c := game.Create{
		Game: gameID, Ruleset: id, Dice: pick(g.chance, game.ServerDice, game.ClientDice),
		Visibility: pick(g.chance, game.Private, game.Public), Start: g.percent(50),
	}
	if c.Dice == game.ServerDice {
		c.Commitment = g.seed.Commitment()
	}
	if r.HasOwnPot() && g.percent(60) {
		c.Options.OwnPot = new(g.percent(80))
	}
	// Few seats more often than many, since a game of eight takes as long as four of two; all numbers occur.
	n := r.MinSeats
	if g.percent(50) {
		n += min(g.chance.IntN(r.MaxSeats-n+1), g.chance.IntN(r.MaxSeats-n+1))
	}
	for range n {
		spec := game.SeatSpec{Kind: pick(g.chance, game.AccountSeat, game.AccountSeat, game.OpenSeat, game.GuestSeat, game.BotSeat)}
		if spec.Kind == game.BotSeat {
			spec.BotLevel = pick(g.chance, game.BotBest, game.BotCasual)
		}
		c.Seats = append(c.Seats, spec)
	}
	return c
}

// gather makes a move in the lobby that is allowed.
func (g *randomGame) gather() game.Command {
	open, taken := 0, 0
	host := game.NoSeat
	for i, seat := range g.state.Seats {
		if seat.Kind == game.OpenSeat {
			open++
			continue
		}
		taken++
		if seat.Kind == game.AccountSeat {
			host = i
		}
	}
	if taken < g.state.Ruleset.MinSeats || open > 0 && g.percent(60) {
		return game.Join{Seat: g.openSeat(), ClientSeed: g.clientSeed(), StartWhenFull: g.percent(30)}
	}
	if open > 0 && g.percent(15) {
		for {
			if seat := g.chance.IntN(len(g.state.Seats)); g.state.Seats[seat].Kind == game.OpenSeat {
				return game.Leave{Seats: []int{seat}, Kept: true}
			}
		}
	}
	if host != game.NoSeat && g.percent(15) {
		return game.Leave{Seats: []int{host}}
	}
	start := game.Start{By: game.ByPlayer, SeedSeat: game.NoSeat}
	if host != game.NoSeat && g.percent(50) {
		start.Seed, start.SeedSeat = g.clientSeed(), host
	}
	return start
}

// openSeat is an open seat, or none in particular.
func (g *randomGame) openSeat() *int {
	if g.percent(40) {
		return nil
	}
	for {
		if seat := g.chance.IntN(len(g.state.Seats)); g.state.Seats[seat].Kind == game.OpenSeat {
			return &seat
		}
	}
}

// clientSeed is "" with client dice.
func (g *randomGame) clientSeed() string {
	if g.state.Dice == game.ClientDice {
		return ""
	}
	return pick(g.chance, "", "a", "Bo_17", strings.Repeat("-", 64))
}

// sensible makes a move that is allowed, and that brings the game nearer to its end.
func (g *randomGame) sensible() game.Command {
	s := g.state
	seat, by := s.Turn.Seat, g.by(s.Turn.Seat)
	if g.chance.IntN(1000) < g.temper.quitter {
		seat = g.playing()
		return game.Resign{By: g.moverOf(seat), Seat: seat}
	}
	if s.Ruleset.Engine == game.PotEngine {
		return g.sensiblePot(seat, by)
	}
	switch {
	case s.Turn.Fresh:
		return g.roll(seat, by, nil)
	case s.RollsLeft() > 0 && s.May().Roll && g.percent(45):
		return g.roll(seat, by, pick(g.chance, nil, g.someDice(s.Ruleset.Dice-1), []int{}))
	case s.RollsLeft() > 0 && g.percent(20):
		return game.Hold{By: by, Seat: seat, Held: g.someDice(s.Ruleset.Dice)}
	default:
		entries := s.Entries()
		return game.Enter{By: by, Seat: seat, Box: entries[g.chance.IntN(len(entries))].Box}
	}
}

func (g *randomGame) sensiblePot(seat int, by game.By) game.Command {
	s := g.state
	switch may := s.May(); {
	case s.Turn.Fresh:
		return g.roll(seat, by, nil)
	case may.Bank && !g.percent(g.temper.greedy):
		return game.Bank{By: by, Seat: seat, Held: pick(g.chance, nil, s.Turn.Held.Positions())}
	case may.Roll:
		return g.roll(seat, by, nil)
	default:
		held := g.scoring(g.percent(70))
		if g.percent(30) {
			return g.roll(seat, by, held)
		}
		return game.Hold{By: by, Seat: seat, Held: held}
	}
}

// scoring returns dice just rolled that may be held: all of them, or at least one face of them.
func (g *randomGame) scoring(all bool) []int {
	turn, rolled := g.state.Turn, dice.All(pot.Dice)&^g.state.Turn.Locked
	faces := pot.ScoringFaces(turn.Dice.CountsOf(rolled), turn.Groups)
	if !all {
		faces = []int{faces[g.chance.IntN(len(faces))]}
	}
	var held []int
	for _, i := range rolled.Positions() {
		if slices.Contains(faces, turn.Dice.At(i)) {
			held = append(held, i)
		}
	}
	return held
}

// someDice returns some positions of the first n, in any order.
func (g *randomGame) someDice(n int) []int {
	held := []int{}
	for i := range n {
		if g.percent(50) {
			held = slices.Insert(held, g.chance.IntN(len(held)+1), i)
		}
	}
	return held
}

// roll rolls with a hold, with dice that lie as they may.
func (g *randomGame) roll(seat int, by game.By, held []int) game.Roll {
	c := game.Roll{By: by, Seat: seat, Held: held}
	s := g.state
	if s.Dice == game.ServerDice {
		c.Drawn = g.seed.Dice(gamelog.Position(s), s.Ruleset.Dice)
		return c
	}
	rolls := s.Rolls()
	if held != nil {
		if mask, err := dice.MaskOf(held, s.Ruleset.Dice); err == nil && !s.Turn.Fresh {
			rolls = dice.All(s.Ruleset.Dice) &^ (s.Turn.Locked | mask)
		}
	}
	c.Dice = g.throw(rolls)
	return c
}

// throw lets dice of the table fall at the given positions. Luck makes the rare things of the rules common.
func (g *randomGame) throw(rolls dice.Mask) []int {
	n := g.state.Ruleset.Dice
	faces := g.state.Turn.Dice.Faces()
	if faces == nil {
		faces = make([]int, n)
	}
	alike, straight := 0, 0
	if g.percent(g.temper.lucky) {
		if alike = g.chance.IntN(7); alike == 0 {
			straight = 1 + g.chance.IntN(n)
		}
	}
	for i := range faces {
		switch {
		case faces[i] != 0 && !rolls.Has(i):
		case alike > 0:
			faces[i] = alike
		case straight > 0:
			faces[i] = (straight+i)%n + 1
		default:
			faces[i] = 1 + g.chance.IntN(6)
		}
	}
	return faces
}

// by is who moves a seat on turn; a clock may where one runs, and with client dice always.
func (g *randomGame) by(seat int) game.By {
	if (g.state.Dice == game.ClientDice || !g.state.Deadline().IsZero()) && g.percent(5) {
		return game.ByClock
	}
	return g.moverOf(seat)
}

func (g *randomGame) moverOf(seat int) game.By {
	if seat >= 0 && seat < len(g.state.Seats) && g.state.Seats[seat].Kind == game.BotSeat {
		return game.ByBot
	}
	return game.ByPlayer
}

// playing is a seat that plays on.
func (g *randomGame) playing() int {
	for {
		if seat := g.chance.IntN(len(g.state.Seats)); !g.state.Seats[seat].Resigned() {
			return seat
		}
	}
}

// anything is a command of any kind with arguments of any kind, of which few are allowed.
func (g *randomGame) anything() game.Command {
	seat := g.state.Turn.Seat
	if g.percent(30) {
		seat = g.chance.IntN(len(g.state.Seats)+2) - 1
	}
	by := g.moverOf(seat)
	switch g.chance.IntN(20) {
	case 0:
		return game.Join{
			Seat: pick(g.chance, nil, &seat, new(-1), new(99)), ClientSeed: pick(g.chance, "", "a", "å", "a|b"), StartWhenFull: g.percent(50),
		}
	case 1:
		return game.Leave{
			Seats: pick(g.chance, nil, []int{seat}, []int{0, 0}, []int{-1}, []int{99}), Kept: g.percent(30), Close: g.percent(50),
		}
	case 2:
		return game.Start{By: pick(g.chance, game.ByPlayer, game.ByServer), Seed: pick(g.chance, "", "x", "|"), SeedSeat: seat}
	case 3:
		return game.Resume{}
	case 4:
		if g.percent(5) {
			return game.Close{}
		}
		return game.Resign{By: by, Seat: pick(g.chance, -1, len(g.state.Seats), 99)}
	case 5, 6, 7:
		return game.Enter{By: by, Seat: seat, Box: scorecard.Box(g.chance.IntN(scorecard.Boxes + 2))}
	case 8, 9, 10:
		return game.Bank{By: by, Seat: seat, Held: g.anyHold()}
	case 11, 12, 13, 14:
		return game.Hold{By: by, Seat: seat, Held: g.anyHold()}
	default:
		c := g.roll(seat, by, g.anyHold())
		if g.percent(50) {
			c.Dice = pick(g.chance, nil, []int{}, []int{1, 2, 3}, []int{0, 1, 2, 3, 4, 5}, []int{1, 2, 3, 4, 7}, []int{1, 2, 3, 4, 5, 6, 1},
				[]int{6, 6, 6, 6, 6}, []int{6, 6, 6, 6, 6, 6})
		}
		return c
	}
}

// anyHold is a hold of any form: none, empty, positions doubled, out of range, locked.
func (g *randomGame) anyHold() []int {
	switch g.chance.IntN(4) {
	case 0:
		return nil
	case 1:
		return g.someDice(g.state.Ruleset.Dice)
	}
	held := []int{}
	for range g.chance.IntN(4) {
		held = append(held, g.chance.IntN(9)-1)
	}
	return held
}

// gameRecord is record, without the cost of formatting.
func gameRecord(seq int, c game.Caused) game.Record {
	digits := strconv.Itoa(seq)
	return game.Record{
		Seq: seq, ID: "00000000-0000-4000-8000-"[:36-12] + "000000000000"[len(digits):] + digits, By: c.By, Event: c.Event,
		At: time.UnixMilli(1_770_000_000_000 + int64(seq)).UTC(),
	}
}
