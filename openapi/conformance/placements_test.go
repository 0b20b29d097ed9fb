package conformance_test

import (
	"fmt"
	"slices"
	"testing"

	"kast/domain/game"
)

// placing is a game that is over: who is placed where.
type placing struct {
	Given struct {
		Ruleset string       `json:"ruleset"`
		Seats   []placedSeat `json:"seats"`
		Winner  *int         `json:"winner,omitempty"`
	} `json:"given"`
	Expect struct {
		Placements []int `json:"placements"`
	} `json:"expect"`
}

type placedSeat struct {
	Total  int `json:"total"`
	GaveUp int `json:"gaveUp"`
}

func placingOf(s game.State) placing {
	var p placing
	p.Given.Ruleset = string(s.Ruleset.ID)
	for i, seat := range s.Seats {
		p.Given.Seats = append(p.Given.Seats, placedSeat{s.Total(i), seat.GaveUp})
	}
	if s.Final.On() {
		p.Given.Winner = &s.Final.Seat
	}
	p.Expect.Placements = append([]int{}, placementsOf(s)...)
	return p
}

// TestPlacements: by points, equal ones sharing; the winner of tiotusen alone; who gave up after all others, the last first.
func TestPlacements(t *testing.T) {
	cases := newByKey[string, placing](2)
	for seed := range uint64(240) {
		r := newLuck(seed, 40)
		id := append(scorecardGames(), game.Tiotusen)[seed%4]
		ruleset, _ := game.Lookup(id)
		seats := max(ruleset.MinSeats, 1+r.IntN(min(5, ruleset.MaxSeats)))
		g := seat(t, id, seats, seed%8 < 4)
		quitters := []int{0, 0, 10, 40}[r.IntN(4)]
		if id != game.Tiotusen {
			quitters /= 4
		}
		for g.state.OnTurn() != game.NoSeat {
			switch at := r.IntN(seats); {
			case r.IntN(1000) < quitters && !g.state.Seats[at].Resigned():
				g.must(game.Resign{By: game.ByPlayer, Seat: at})
			case id == game.Tiotusen:
				g.move(r)
			default:
				g.twin(r)
			}
		}
		p := placingOf(g.state)
		gaveUp, tied := 0, 0
		for i, place := range p.Expect.Placements {
			if slices.Contains(p.Expect.Placements[:i], place) {
				tied++
			}
			if p.Given.Seats[i].GaveUp > 0 {
				gaveUp++
			}
		}
		if cases.wants(fmt.Sprint(id, seats, gaveUp, tied, p.Given.Winner != nil)) {
			cases.taken = append(cases.taken, p)
		}
	}
	t.Logf("%d cases of %d kinds", len(cases.taken), len(cases.seen))
	current(t, "vectors/placements.json", lines(t, cases.taken))
}

// twin takes a turn of a scorecard game in which every seat has the same two rolls to take, so that cards come out equal.
func (g *table) twin(r luck) {
	g.t.Helper()
	at := g.state.Turn.Seat
	face := 1 + g.state.Turn.Round%3
	rolled := []int{face, face, face, 6, 6}
	if r.percent(10) {
		rolled[4] = 5
	}
	g.must(game.Roll{By: game.ByPlayer, Seat: at, Dice: rolled})
	g.must(game.Enter{By: game.ByPlayer, Seat: at, Box: g.state.Entries()[0].Box})
}
