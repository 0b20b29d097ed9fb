package game_test

import (
	"errors"
	"reflect"
	"slices"

	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/pot"
	"kast/domain/scorecard"
)

// ledger keeps the points of a game by the events alone, as somebody with pencil and paper would.
type ledger struct {
	points  []int // a seat, the upper bonus apart
	upper   []int
	pot     int
	entered []int // boxes a seat
	fallen  game.Fallen
}

func (l *ledger) book(before game.State, e game.Event) {
	switch e := e.(type) {
	case game.Started:
		n := len(e.Seats)
		l.points, l.upper, l.entered = make([]int, n), make([]int, n), make([]int, n)
	case game.Entered:
		l.points[e.Seat] += e.Entry.Points + e.Entry.Bonus
		if e.Entry.Box.Upper() {
			l.upper[e.Seat] += e.Entry.Points
		}
		l.entered[e.Seat]++
	case game.Banked:
		l.points[e.Seat] += e.Points
		if before.Turn.Points+before.HeldPoints() >= pot.Entry {
			l.pot = 0
		}
	case game.Rolled:
		for i, face := range e.Dice.Faces() {
			if before.Turn.Fresh || !before.Turn.Locked.Has(i) && !before.Turn.Held.Has(i) {
				l.fallen[face-1]++
			}
		}
		switch e.Outcome {
		case pot.Straight, pot.Pot:
			l.pot += e.Points
		case pot.Zilch:
			l.points[e.Seat] -= 1000
		case pot.NoOutcome, pot.Scored, pot.Bust:
		}
	}
}

func (l *ledger) total(seat int) int {
	if l.upper[seat] >= 63 {
		return l.points[seat] + 35
	}
	return l.points[seat]
}

// try carries a command out if it is allowed. If not, the state must stay as it was.
func (g *randomGame) try(c game.Command) bool {
	shadow := g.state
	shadow.Seats = slices.Clone(g.state.Seats)
	d, err := game.Decide(g.state, c, g.serverSeed(c))
	if err != nil {
		var refusal *game.Refusal
		if !errors.As(err, &refusal) || len(d.Events) != 0 {
			g.Fatalf("event %d: %#v: got %v, %v", g.state.Seq, c, d, err)
		}
		if !reflect.DeepEqual(g.state, shadow) {
			g.Fatalf("event %d: %#v was refused (%v) and changed the state", g.state.Seq, c, err)
		}
		return false
	}
	if len(d.Events) == 0 || d.Named < 0 || d.Named >= len(d.Events) {
		g.Fatalf("event %d: %#v: got %+v", g.state.Seq, c, d)
	}
	for _, caused := range d.Events {
		r := gameRecord(g.state.Seq+1, caused)
		g.ledger.book(g.state, r.Event)
		g.log = append(g.log, r)
		g.state = game.Evolve(g.state, r)
	}
	return true
}

// must carries out a command that is allowed.
func (g *randomGame) must(c game.Command) {
	if !g.try(c) {
		_, err := game.Decide(g.state, c, g.serverSeed(c))
		g.Fatalf("event %d: %#v: %v", g.state.Seq, c, err)
	}
}

func (g *randomGame) apply(c game.Command) {
	g.must(c)
	g.invariants()
}

func (g *randomGame) serverSeed(c game.Command) string {
	if create, ok := c.(game.Create); ok && create.Dice == game.ServerDice || g.state.Dice == game.ServerDice {
		return g.seed.Hex()
	}
	return ""
}

// step makes one move, or lets somebody try one that is not allowed, and checks what must hold after it.
func (g *randomGame) step() {
	if g.percent(g.temper.rash) {
		if !g.try(g.anything()) {
			return // all is as it was
		}
	} else {
		g.must(g.sensible())
	}
	g.invariants()
}

func (g *randomGame) require(ok bool, what string) {
	if !ok {
		g.Fatalf("event %d: %s\n%+v", g.state.Seq, what, g.state)
	}
}

// invariants checks what holds in every state of every game.
func (g *randomGame) invariants() {
	s := g.state
	g.require(s.Seq == len(g.log), "seq counts the events")
	g.require(s.Fallen == g.ledger.fallen, "the faces of the dice that were rolled are counted")
	if s.Status != game.StatusPlaying {
		g.require(s.OnTurn() == game.NoSeat && s.Turn == game.Turn{Seat: game.NoSeat}, "nobody is on turn in a game that does not run")
		g.require(s.May() == game.May{} && s.Entries() == nil, "nothing may be done in a game that does not run")
		if s.Status == game.StatusFinished {
			g.ranking()
		}
		return
	}
	g.turn()
	g.points()
	g.finalRound()
	g.moves()
}

// turn checks that exactly one seat is on turn, one that plays on, and that its dice lie as they can.
func (g *randomGame) turn() {
	s, t := g.state, g.state.Turn
	g.require(t.Seat >= 0 && t.Seat < len(s.Seats) && t.Seat == s.OnTurn(), "a seat is on turn")
	g.require(!s.Seats[t.Seat].Resigned(), "the seat on turn plays on")
	g.require(t.Round == s.Seats[t.Seat].Turns && t.Round > 0, "the round is the seat's")
	var gaveUp []int
	for i, seat := range s.Seats {
		g.require(seat.Kind != game.OpenSeat, "no seat is open")
		switch {
		case seat.Resigned():
			gaveUp = append(gaveUp, seat.GaveUp)
		case i <= t.Seat:
			g.require(seat.Turns == t.Round, "who sits before the seat on turn has had this round")
		default:
			g.require(seat.Turns == t.Round-1, "who sits after it has not")
		}
	}
	slices.Sort(gaveUp)
	for i, n := range gaveUp {
		g.require(n == i+1, "who gave up is numbered in order")
	}
	all := dice.All(s.Ruleset.Dice)
	g.require(t.Held&t.Locked == 0 && (t.Held|t.Locked)&^all == 0, "held and locked are different dice on the table")
	g.require(t.Dice.Len() == 0 && t.Roll == 0 || t.Dice.Len() == s.Ruleset.Dice && t.Roll > 0, "all dice lie after the first roll")
	if t.Fresh {
		g.require(t.Held|t.Locked == 0 && t.Groups == pot.Groups{} && t.Points == 0 && s.HeldPoints() == 0 && s.Rolls() == all,
			"nothing is kept where all dice are to be rolled")
	}
	if s.Ruleset.Engine == game.ScorecardEngine {
		g.require(t.Roll <= game.MaxRolls && t.Fresh == (t.Roll == 0) && s.RollsLeft() == 3-t.Roll, "three rolls at the most")
		g.require(t.Locked == 0 && t.Points == 0 && !t.Needs350 && s.Pot == 0 && !s.NeedsEntry(), "nothing of the other engine")
	}
}

// points checks that totals are what the events say.
func (g *randomGame) points() {
	s := g.state
	g.require(s.Pot >= 0 && s.Pot%pot.Step == 0 && s.Pot == g.ledger.pot, "the pot is what went into it")
	g.require(s.Turn.Points%pot.Step == 0 && s.Turn.Points >= 0, "points of a turn")
	for i, seat := range s.Seats {
		g.require(s.Total(i) == g.ledger.total(i), "totals add up")
		if s.Ruleset.Engine == game.PotEngine {
			g.require(seat.Score%pot.Step == 0 && seat.Card == scorecard.Card{}, "scores move in steps")
			continue
		}
		card := seat.Card
		g.require(card.Total() == card.UpperSum()+card.UpperBonus()+card.LowerSum()+card.FiveBonuses(), "the card adds up")
		g.require(seat.Score == 0 && !seat.IsIn && card.FilledCount() == g.ledger.entered[i], "a box for each entry")
		filled := seat.Turns
		if i == s.Turn.Seat || seat.Resigned() && filled > card.FilledCount() {
			filled-- // the turn under way, or the one in which it gave up
		}
		g.require(card.FilledCount() == filled, "a box for each turn")
	}
}

// finalRound checks who leads.
func (g *randomGame) finalRound() {
	s := g.state
	if !s.Final.On() {
		for _, seat := range s.Seats {
			g.require(seat.Resigned() || seat.Score < pot.Target, "who reaches 10 000 leads")
		}
		return
	}
	leader := s.Seats[s.Final.Seat]
	g.require(!leader.Resigned() && leader.Score == s.Final.Score && leader.Score >= pot.Target, "the leader has its score")
	g.require(s.Turn.Seat != s.Final.Seat, "the game ends when the turn comes to the leader")
	for _, seat := range s.Seats {
		g.require(seat.Resigned() || seat.Score <= s.Final.Score, "nobody has more than the leader")
	}
}

// moves checks that May and Entries say exactly what Decide accepts.
func (g *randomGame) moves() {
	s, may := g.state, g.state.May()
	seat, by := s.Turn.Seat, g.moverOf(s.Turn.Seat)
	roll := game.Roll{By: by, Seat: seat, Drawn: dice.MustNew(slices.Repeat([]int{6}, s.Ruleset.Dice)...)}
	if s.Dice == game.ClientDice {
		roll.Dice = g.throw(s.Rolls())
	}
	g.require(may.Roll == g.allowed(roll), "may roll")
	g.require(may.Bank == g.allowed(game.Bank{By: by, Seat: seat}), "may bank")
	g.require(may.Hold == g.allowed(game.Hold{By: by, Seat: seat, Held: []int{}}), "may hold")
	g.require(may.Roll || may.Hold || may.Enter, "something may be done")

	if s.Turn.Held != 0 || s.Ruleset.Engine == game.PotEngine && !s.Turn.Fresh {
		return // what may be entered does not depend on the hold; in tiotusen one refusal is enough
	}
	entries := s.Entries()
	for _, box := range scorecard.AllBoxes() {
		allowed := g.allowed(game.Enter{By: by, Seat: seat, Box: box})
		listed := len(entries) > 0 && entries[0].Box == box
		if listed {
			entries = entries[1:]
		}
		g.require(allowed == listed, "entries are what may be entered")
		g.require(may.Enter || !allowed, "may enter")
	}
	g.require(len(entries) == 0 && may.Enter == (len(s.Entries()) > 0), "entries in the order of the card")
}

func (g *randomGame) allowed(c game.Command) bool {
	_, err := game.Decide(g.state, c, "")
	return err == nil
}

// ranking checks the placements of a game that was played to its end.
func (g *randomGame) ranking() {
	s := g.state
	if len(s.Seats) == 1 && s.Seats[0].Resigned() {
		g.require(s.Seats[0].Placement == 0, "a solo game that was given up has no result")
		return
	}
	ahead := func(a, b int) bool {
		x, y := s.Seats[a], s.Seats[b]
		switch {
		case x.GaveUp != y.GaveUp && x.GaveUp*y.GaveUp == 0:
			return x.GaveUp == 0
		case x.GaveUp != y.GaveUp:
			return x.GaveUp > y.GaveUp
		case s.Final.Seat == a, s.Final.Seat == b:
			return s.Final.Seat == a
		}
		return s.Total(a) > s.Total(b)
	}
	playOn := 0
	for i, seat := range s.Seats {
		place := 1
		for j := range s.Seats {
			if ahead(j, i) && i != j {
				place++
			}
		}
		g.require(seat.Placement == place, "placements rank the seats")
		if !seat.Resigned() {
			playOn++
		}
	}
	full := s.Ruleset.Engine == game.ScorecardEngine && !slices.ContainsFunc(s.Seats, func(seat game.Seat) bool {
		return !seat.Resigned() && seat.Card.FilledCount() < scorecard.Boxes
	})
	g.require(playOn == 1 && len(s.Seats) > 1 || full || s.Final.On(), "a game ends for a reason")
}
