package rest_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"kast/domain/bestplay"
	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/domain/scorecard"
)

// cuts is how often the line of each of the four goes dead in a game.
const cuts = 20

// follower plays at a table and knows of it only what its stream says. Its line is cut off again and again, wherever it
// happens to be: within an event too.
type follower struct {
	by     *client
	chance *rand.Rand
	game   string
	cuts   int
	state  game.State
	states []game.State // after each event
	until  int          // the seq to which its last move led: before that came by the stream it does not move again
}

// Four clients play whole games through streams alone, each cut off twenty times: nothing is lost, nothing comes twice,
// and each of them has the server's state after every event.
func TestFourClients(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, ruleset := range game.Rulesets() {
		t.Run(string(ruleset.ID), func(t *testing.T) {
			clients := []*client{w.guest("Ada"), w.guest("Bo"), w.guest("Cy"), w.guest("Dan")}
			g := clients[0].create(object{"ruleset": ruleset.ID, "visibility": "public", "seats": seats("me", "open", "open", "open")})
			for _, c := range clients[1:] {
				c.join(g, object{"clientSeed": c.name})
			}
			var all sync.WaitGroup
			followers := make([]*follower, len(clients))
			failed := make([]error, len(clients))
			for i, c := range clients {
				f := &follower{by: c.in(t), chance: rand.New(rand.NewPCG(uint64(i), 4)), game: g.ID}
				followers[i] = f
				all.Go(func() { failed[i] = f.play() })
			}
			all.Wait()
			if err := errors.Join(failed...); err != nil {
				t.Fatal(err)
			}
			log := clients[0].stored(g.ID)
			states := make([]game.State, len(log))
			var s game.State
			for i, line := range log {
				l, err := gamelog.Decode([]byte(line))
				if err != nil {
					t.Fatal(err)
				}
				s = game.Evolve(s, l.Record)
				states[i] = s
			}
			for _, f := range followers {
				if f.cuts < cuts {
					t.Errorf("%s was cut off %d times only", f.by.name, f.cuts)
				}
				if diff := cmp.Diff(states, f.states, cmp.AllowUnexported(dice.Dice{}, scorecard.Card{}, game.State{})); diff != "" {
					t.Errorf("%s: states (-server +client):\n%.2000s", f.by.name, diff)
				}
			}
			// What the API shows of each state is that state.
			for _, s := range states {
				shown := decode[gameView](clients[3].in(t).get(fmt.Sprintf("/v1/games/%s?seq=%d", g.ID, s.Seq)).is(http.StatusOK))
				for i, seat := range shown.Seats {
					if seat.Total != s.Total(i) {
						t.Errorf("event %d: seat %d is shown with %d points, want %d", s.Seq, i, seat.Total, s.Total(i))
					}
				}
			}
		})
	}
}

// play follows the game to its end, and moves whenever it is the turn.
func (f *follower) play() error {
	for f.state.Status != game.StatusFinished {
		if err := f.connect(); err != nil {
			return fmt.Errorf("%s after event %d: %w", f.by.name, f.state.Seq, err)
		}
	}
	return nil
}

// connect follows until the line goes dead or the game is over.
func (f *follower) connect() error {
	ctx, cancel := context.WithTimeout(context.Background(), patience*3)
	defer cancel()
	url := f.by.w.server.URL + "/v1/games/" + f.game + "/stream"
	resume := f.chance.IntN(2) == 0
	if f.state.Seq > 0 && !resume {
		url += "?after=" + strconv.Itoa(f.state.Seq)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+f.by.token)
	if f.state.Seq > 0 && resume {
		req.Header.Set("Last-Event-ID", strconv.Itoa(f.state.Seq))
	}
	resp, err := f.by.w.server.Client().Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errors.New(resp.Status)
	}
	var line io.Reader = resp.Body
	if f.cuts < cuts {
		line = io.LimitReader(resp.Body, 100+f.chance.Int64N(2500))
	}
	err = f.read(bufio.NewReader(line))
	if errors.Is(err, io.EOF) && f.state.Status != game.StatusFinished {
		f.cuts++
		return nil
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// read takes in events until the line ends: io.EOF then. What was cut in the middle is forgotten.
func (f *follower) read(lines *bufio.Reader) error {
	id, data := "", ""
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return err
		}
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch name {
		case "id":
			id = value
		case "data":
			data = value
		case "":
			if id != "" {
				if err := f.take(id, data); err != nil {
					return err
				}
			}
			id, data = "", ""
		}
	}
}

func (f *follower) take(id, data string) error {
	l, err := gamelog.Decode([]byte(data))
	if err != nil {
		return err
	}
	if l.Seq != f.state.Seq+1 || id != strconv.Itoa(l.Seq) {
		return fmt.Errorf("event %d (id %s) came after event %d", l.Seq, id, f.state.Seq)
	}
	f.state = game.Evolve(f.state, l.Record)
	f.states = append(f.states, f.state)
	return f.move()
}

// move makes a move where this client is on turn. What it leads to comes by the stream.
func (f *follower) move() error {
	seat := f.state.OnTurn()
	if seat == game.NoSeat || f.state.Seq < f.until || f.by.id != f.owner(seat) {
		return nil
	}
	path, body := "", object{"id": uuid.NewString()}
	switch c := bestplay.Casual(f.state, game.ByPlayer).(type) {
	case game.Roll:
		path = "rolls"
		body["held"] = c.Held
	case game.Hold:
		path = "holds"
		body["held"] = c.Held
	case game.Enter:
		path, body["box"] = "entries", c.Box.String()
	case game.Bank:
		path = "banks"
		body["held"] = c.Held
	default:
		return fmt.Errorf("a move %T", c)
	}
	if held, ok := body["held"].([]int); ok && held == nil {
		delete(body, "held")
	}
	a := f.by.post("/v1/games/"+f.game+"/"+path, body)
	if a.status != http.StatusCreated {
		return fmt.Errorf("%s: %d %s", path, a.status, a.body)
	}
	f.until = decode[changed](a).Game.Seq
	return nil
}

// owner is who sits on a seat. Accounts are not in the log: the client asks once who the others are.
func (f *follower) owner(seat int) string {
	return f.by.game(f.game).Seats[seat].AccountID
}
