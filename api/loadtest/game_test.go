package loadtest

import (
	"math/rand/v2"
	"slices"
)

// game is what a client reads of a game.
type game struct {
	ID         string `json:"id"`
	Ruleset    string `json:"ruleset"`
	Status     string `json:"status"`
	Dice       string `json:"dice"`
	Host       string `json:"host"`
	InviteCode string `json:"inviteCode"`
	Seq        int    `json:"seq"`
	Head       string `json:"head"`
	Seats      []seat `json:"seats"`
	Turn       *turn  `json:"turn"`
}

type seat struct {
	Kind      string `json:"kind"`
	AccountID string `json:"accountId"`
	Status    string `json:"status"`
}

type turn struct {
	Seat       int            `json:"seat"`
	Roll       int            `json:"roll"`
	RollsLeft  int            `json:"rollsLeft"`
	Dice       []int          `json:"dice"`
	Held       []int          `json:"held"`
	Locked     []int          `json:"locked"`
	Groups     map[string]int `json:"groups"`
	Points     int            `json:"points"`
	HeldPoints int            `json:"heldPoints"`
	May        []string       `json:"may"`
	Boxes      []box          `json:"boxes"`
}

type box struct {
	Box    string `json:"box"`
	Points int    `json:"points"`
	Bonus  int    `json:"bonus"`
}

// changed is the answer to a call that changed a game.
type changed struct {
	Events []event `json:"events"`
	Game   game    `json:"game"`
}

func (g game) pot() bool { return g.Ruleset == "tiotusen" }

func (g game) over() bool { return g.Status == "finished" || g.Status == "closed" }

// full tells whether no seat is open.
func (g game) full() bool {
	return !slices.ContainsFunc(g.Seats, func(s seat) bool { return s.Kind == "open" })
}

// mover returns who moves the seat on turn.
func (g game) mover() string {
	if g.Turn == nil {
		return ""
	}
	if s := g.Seats[g.Turn.Seat]; s.Kind == "account" {
		return s.AccountID
	}
	return g.Host
}

// move is what a seat does, before it is a call.
type move struct {
	kind string
	path string
	body map[string]any
}

// next chooses a move of the seat on turn: always one that the rules allow, and seldom a wise one.
func (g game) next(r *rand.Rand) move {
	t := g.Turn
	switch {
	case t.may("enter") && (t.RollsLeft == 0 || r.IntN(3) == 0):
		return move{"enter", "entries", map[string]any{"box": t.best().Box}}
	case t.may("bank") && t.Points+t.HeldPoints >= 300:
		return move{"bank", "banks", map[string]any{}}
	case t.may("hold") && (len(t.Held) == 0 || !t.may("roll")) && r.IntN(3) > 0:
		return move{"hold", "holds", map[string]any{"held": g.choose(r)}}
	}
	held := t.Held
	body := map[string]any{}
	if t.may("hold") && (!t.may("roll") || r.IntN(2) == 0) {
		held = g.choose(r)
		body["held"] = held
	}
	if g.Dice == "client" {
		body["dice"] = g.cast(r, held)
	}
	return move{"roll", "rolls", body}
}

func (t turn) may(what string) bool { return slices.Contains(t.May, what) }

func (t turn) best() box {
	return slices.MaxFunc(t.Boxes, func(a, b box) int { return a.Points + a.Bonus - b.Points - b.Bonus })
}

// choose returns dice to hold, after which a roll is allowed.
func (g game) choose(r *rand.Rand) []int {
	held := []int{}
	if g.pot() {
		counts := map[int]int{}
		for i, face := range g.Turn.Dice {
			if !slices.Contains(g.Turn.Locked, i) {
				counts[face]++
			}
		}
		for i, face := range g.Turn.Dice {
			group := g.Turn.Groups[string(rune('0'+face))] > 0
			if !slices.Contains(g.Turn.Locked, i) && (face == 1 || face == 5 || counts[face] >= 3 || group) {
				held = append(held, i)
			}
		}
		return held
	}
	keep := g.Turn.Dice[r.IntN(len(g.Turn.Dice))]
	for i, face := range g.Turn.Dice {
		if face == keep && len(held) < len(g.Turn.Dice)-1 {
			held = append(held, i)
		}
	}
	return held
}

// cast rolls dice on a table of the client's own.
func (g game) cast(r *rand.Rand, held []int) []int {
	n := 5
	if g.pot() {
		n = 6
	}
	dice := make([]int, n)
	fresh := !g.Turn.may("hold") // all dice are rolled: at the start of a turn, and after a straight
	for i := range dice {
		if !fresh && (slices.Contains(held, i) || slices.Contains(g.Turn.Locked, i)) {
			dice[i] = g.Turn.Dice[i]
		} else {
			dice[i] = 1 + r.IntN(6)
		}
	}
	return dice
}
