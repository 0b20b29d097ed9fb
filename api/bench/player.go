package bench

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// player is a person who hosts games, with guests on the same phone. It knows by itself what comes next in a game, so that
// it need not read the answers: the load shall cost little beside the server.
type player struct {
	*caller
	refresh string
	renewed time.Time
	games   []*game
	next    int // of games
	plan    plan
}

// plan is what a player plays.
type plan struct {
	ruleset string
	boxes   []string // of its card
	games   int      // at once, for each player
	seats   int
	holds   int // after each roll but the last of a turn
}

// game is one that is under way.
type game struct {
	path  string
	seq   int        // events so far
	step  int        // moves made in this turn
	turn  int        // turns made by all seats
	boxes [][]string // that are open, by seat
}

// The kinds of calls.
const (
	kindCreate = "create"
	kindRoll   = "roll"
	kindHold   = "hold"
	kindEnter  = "enter"
	kindBare   = "bare"
)

// moveKinds are those that count as moves.
var moveKinds = []string{kindRoll, kindHold, kindEnter}

// tokenAge is after how long a player gets new tokens, well before the old ones end.
const tokenAge = 5 * time.Minute

func (p *player) signUp(ctx context.Context) error {
	if _, err := p.post(ctx, "account", "/v1/accounts", `{"name":"Bench"}`); err != nil {
		return err
	}
	return p.signedIn()
}

// renew gets new tokens where the old ones would end soon.
func (p *player) renew(ctx context.Context) error {
	if time.Since(p.renewed) < tokenAge {
		return nil
	}
	p.token = ""
	if _, err := p.post(ctx, "refresh", "/v1/tokens", `{"refreshToken":"`+p.refresh+`"}`); err != nil {
		return err
	}
	return p.signedIn()
}

func (p *player) signedIn() error {
	var tokens struct {
		AccessToken  string `json:"accessToken"`
		RefreshToken string `json:"refreshToken"`
	}
	if err := p.read(&tokens); err != nil {
		return err
	}
	p.token, p.refresh, p.renewed = tokens.AccessToken, tokens.RefreshToken, time.Now()
	return nil
}

// boxesOf reads which boxes a ruleset's card has.
func boxesOf(ctx context.Context, c *caller, ruleset string) (boxes []string, err error) {
	if err := c.get(ctx, "/v1/rulesets/"+ruleset); err != nil {
		return nil, err
	}
	var rules struct {
		Scorecard struct {
			Boxes []struct {
				ID string `json:"id"`
			} `json:"boxes"`
		} `json:"scorecard"`
	}
	if err := c.read(&rules); err != nil {
		return nil, err
	}
	for _, b := range rules.Scorecard.Boxes {
		boxes = append(boxes, b.ID)
	}
	if len(boxes) == 0 {
		return nil, fmt.Errorf("ruleset %s has no scorecard", ruleset)
	}
	return boxes, nil
}

// create makes a game that starts at once.
func (p *player) create(ctx context.Context) (*game, error) {
	id := uuid.NewString()
	seats := []string{`{"kind":"me"}`}
	for i := 1; i < p.plan.seats; i++ {
		seats = append(seats, fmt.Sprintf(`{"kind":"guest","name":"G%d"}`, i))
	}
	// Clocks are off: how fast a server is must not change what happens.
	body := `{"id":"` + id + `","ruleset":"` + p.plan.ruleset + `","options":{"turnSeconds":0,"autoEnterSeconds":0},"seats":[` +
		strings.Join(seats, ",") + `]}`
	if _, err := p.post(ctx, kindCreate, "/v1/games", body); err != nil {
		return nil, err
	}
	g := &game{path: "/v1/games/" + id}
	var made struct {
		Game struct {
			Seq int `json:"seq"`
		} `json:"game"`
	}
	if err := p.read(&made); err != nil {
		return nil, err
	}
	for range p.plan.seats {
		g.boxes = append(g.boxes, slices.Clone(p.plan.boxes))
	}
	g.seq = made.Game.Seq
	return g, nil
}

// play makes the next move, in turn in each of the player's games. A game that is over gives way to a new one, which is
// made as part of the call.
func (p *player) play(ctx context.Context) error {
	p.next = (p.next + 1) % p.plan.games
	if len(p.games) < p.plan.games {
		g, err := p.create(ctx)
		if err == nil {
			p.games = append(p.games, g)
		}
		return err
	}
	g := p.games[p.next]
	if len(g.boxes[p.plan.seats-1]) == 0 {
		made, err := p.create(ctx)
		if err == nil {
			p.games[p.next] = made
		}
		return err
	}
	return p.move(ctx, g)
}

// move makes the next move of a game: in every turn roll, hold, roll, hold, roll, enter.
func (p *player) move(ctx context.Context, g *game) error {
	part := 1 + p.plan.holds // a roll with its holds
	id := uuid.NewString()
	var err error
	switch step := g.step; {
	case step == 2*part+1:
		err = p.enter(ctx, g, id)
		g.step, g.turn = -1, g.turn+1
	case step%part == 0:
		_, err = p.post(ctx, kindRoll, g.path+"/rolls", `{"id":"`+id+`"}`)
	default:
		held := [...]string{"[0,1]", "[2]", "[1,3,4]"}[step%3]
		_, err = p.post(ctx, kindHold, g.path+"/holds", `{"id":"`+id+`","held":`+held+`}`)
	}
	g.step++
	g.seq++
	return err
}

// enter enters in the first open box. With five alike the rules may ask for another: then the server is asked which.
func (p *player) enter(ctx context.Context, g *game, id string) error {
	seat := g.turn % p.plan.seats
	box := g.boxes[seat][0]
	status, err := p.post(ctx, kindEnter, g.path+"/entries", `{"id":"`+id+`","box":"`+box+`"}`, http.StatusUnprocessableEntity)
	if err != nil {
		return err
	}
	if status == http.StatusUnprocessableEntity {
		var now struct {
			Turn struct {
				Boxes []struct {
					Box string `json:"box"`
				} `json:"boxes"`
			} `json:"turn"`
		}
		if err := p.get(ctx, g.path); err != nil {
			return err
		}
		if err := p.read(&now); err != nil {
			return err
		}
		if len(now.Turn.Boxes) == 0 {
			return fmt.Errorf("%s: box %s was refused, and no other may be entered", g.path, box)
		}
		box = now.Turn.Boxes[0].Box
		if _, err := p.post(ctx, kindEnter, g.path+"/entries", `{"id":"`+uuid.NewString()+`","box":"`+box+`"}`); err != nil {
			return err
		}
	}
	g.boxes[seat] = slices.DeleteFunc(g.boxes[seat], func(b string) bool { return b == box })
	return nil
}
