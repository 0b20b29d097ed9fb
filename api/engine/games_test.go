package engine_test

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"kast/api/engine"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/domain/scorecard"
)

// native is an engine in this process.
type native struct{ *engine.Engine }

func (n native) call(t testing.TB, method string, params any) answer {
	t.Helper()
	return answer{t: t, body: n.Call(method, bodyOf(t, params), nil)}
}

// newNative returns an engine that has all tables.
func newNative(t testing.TB) native {
	t.Helper()
	e := engine.New()
	for _, r := range game.Rulesets() {
		table, err := tables().Table(t.Context(), r.ID)
		if err != nil {
			t.Fatal(err)
		}
		if table != nil {
			e.Give(r.ID, table)
		}
	}
	return native{e}
}

// twin is a game that is played twice: at the server, and by an engine. All that the two say must be the same.
type twin struct {
	testing.TB
	*rand.Rand
	server *server
	engine caller
	best   bool // the engine has the table of the game
	id     string
	names  []string
	events []json.RawMessage
	state  game.State

	refused int // how many moves were
}

var seatsOf = map[game.RulesetID][]object{
	game.Penta:    {{"kind": "me"}, {"kind": "guest", "name": "Bo"}, {"kind": "bot", "level": "casual"}},
	game.Femlika:  {{"kind": "guest", "name": "Bo"}, {"kind": "me"}},
	game.Bonanza:  {{"kind": "bot", "level": "casual"}, {"kind": "me"}, {"kind": "guest", "name": "Cy"}, {"kind": "guest", "name": "Di"}},
	game.Tiotusen: {{"kind": "me"}, {"kind": "bot", "level": "best"}, {"kind": "guest", "name": "Bo"}, {"kind": "bot", "level": "casual"}},
}

func newTwin(t testing.TB, e caller, s *server, ruleset game.RulesetID, seed uint64, best bool) *twin {
	t.Helper()
	tw := &twin{
		TB: t, Rand: rand.New(rand.NewPCG(seed, 17)), server: s, engine: e, best: best, id: uuid.NewString(),
	}
	seats := slices.Clone(seatsOf[ruleset])
	if best && ruleset != game.Tiotusen {
		seats[len(seats)-1] = object{"kind": "bot", "level": "best"}
	}
	for _, seat := range seats {
		name, _ := seat["name"].(string)
		if seat["kind"] == "me" {
			name = "Ada"
		}
		tw.names = append(tw.names, name)
	}
	there := s.is(http.StatusCreated, http.MethodPost, "/v1/games", object{
		"id": tw.id, "ruleset": ruleset, "dice": "client", "seats": seats,
	}).ok()
	here := e.call(t, "create", object{
		"id": tw.id, "ruleset": ruleset, "seats": seats, "names": tw.names, "at": tw.now(), "ids": tw.others(there.Events, tw.id),
	}).ok()
	tw.same(there, here)
	return tw
}

func (tw *twin) now() string { return tw.server.at.Format("2006-01-02T15:04:05.000Z") }

// others are the ids of events but for one.
func (tw *twin) others(events []json.RawMessage, id string) []string {
	tw.Helper()
	others := []string{}
	for _, e := range events {
		line, err := gamelog.Decode(e)
		if err != nil {
			tw.Fatal(err)
		}
		if line.ID != id {
			others = append(others, line.ID)
		}
	}
	return others
}

// same compares what a step led to, and takes it.
func (tw *twin) same(there, here said) {
	tw.Helper()
	if diff := cmp.Diff(texts(there.Events), texts(here.Events)); diff != "" {
		tw.Fatalf("events (-server +engine):\n%s", diff)
	}
	if diff := cmp.Diff(plain(tw, there.Game, tw.best), plain(tw, here.Game, tw.best)); diff != "" {
		tw.Fatalf("game (-server +engine):\n%s", diff)
	}
	for _, e := range here.Events {
		line, err := gamelog.Decode(e)
		if err != nil {
			tw.Fatal(err)
		}
		tw.state = game.Evolve(tw.state, line.Record)
	}
	tw.events = append(tw.events, here.Events...)
}

func texts(raw []json.RawMessage) []string {
	lines := make([]string, len(raw))
	for i, r := range raw {
		lines[i] = string(r)
	}
	return lines
}

var paths = map[string]string{
	"roll": "/rolls", "hold": "/holds", "enter": "/entries", "bank": "/banks", "resign": "/resignations",
}

// do makes a move at both. A refused one has the same code at both and changes nothing; then it reports false.
func (tw *twin) do(move object) bool {
	tw.Helper()
	tw.server.at = tw.server.at.Add(time.Duration(tw.IntN(500)) * time.Millisecond) // tokens do not last for ever
	id := uuid.NewString()
	call := object{"id": id}
	for field, value := range move {
		if field != "do" && field != "by" && (field != "seat" || move["do"] == "resign") {
			call[field] = value
		}
	}
	status, body := tw.server.do(http.MethodPost, path(tw.id, paths[move["do"].(string)]), call)
	there := answer{t: tw, body: body}.said()
	params := object{
		"events": tw.events, "names": tw.names, "move": move, "at": tw.now(), "ids": append([]string{id}, tw.others(there.Events, id)...),
	}
	if status == http.StatusCreated {
		tw.same(there, tw.engine.call(tw, "move", params).ok())
		return true
	}
	tw.refused++
	if here := tw.engine.call(tw, "move", params).said(); here.Problem == nil || here.Problem.Code != there.Code {
		tw.Fatalf("%v: the server says %s, the engine %+v", move, there.Code, here.Problem)
	}
	return false
}

// step makes a move of the seat on turn: that of the computer, or any that may be.
func (tw *twin) step() {
	tw.Helper()
	if tw.state.Seats[tw.state.Turn.Seat].Kind == game.BotSeat {
		var move object
		said := tw.engine.call(tw, "bot", object{"events": tw.events}).ok()
		if err := json.Unmarshal(said.Move, &move); err != nil {
			tw.Fatal(err)
		}
		if move["do"] == "roll" {
			held, _ := move["held"].([]any)
			move["dice"] = tw.throw(func(i int) bool { return slices.Contains(held, any(float64(i))) })
		}
		if !tw.do(move) {
			tw.Fatalf("the computer's move %v is refused", move)
		}
		return
	}
	for tries := 0; ; tries++ {
		if tries == 1000 {
			tw.Fatalf("no move in %+v", tw.state)
		}
		if move := tw.any(); tw.allowed(move) || tries < 2 {
			if tw.do(move) {
				return
			}
		}
	}
}

// any is a move of the seat on turn, which may not be allowed.
func (tw *twin) any() object {
	held := []int{}
	for i := range tw.state.Ruleset.Dice {
		if tw.IntN(2) == 0 {
			held = append(held, i)
		}
	}
	switch tw.IntN(5) {
	case 0:
		return object{"do": "hold", "held": held}
	case 1:
		return object{"do": "roll", "dice": tw.throw(func(i int) bool { return tw.state.Turn.Held.Has(i) })}
	case 2:
		return object{"do": "roll", "held": held, "dice": tw.throw(func(i int) bool { return slices.Contains(held, i) })}
	case 3:
		return object{"do": "enter", "box": scorecard.AllBoxes()[tw.IntN(scorecard.Boxes)].String()}
	default:
		return object{"do": "bank", "held": held}
	}
}

// throw gives the dice after a roll.
func (tw *twin) throw(kept func(i int) bool) []int {
	faces := make([]int, tw.state.Ruleset.Dice)
	for i := range faces {
		faces[i] = 1 + tw.IntN(6)
		if !tw.state.Turn.Fresh && (kept(i) || tw.state.Turn.Locked.Has(i)) {
			faces[i] = tw.state.Turn.Dice.At(i)
		}
	}
	return faces
}

// allowed asks the rules beforehand, so that most of what is not allowed need not go over HTTP.
func (tw *twin) allowed(move object) bool {
	held, _ := move["held"].([]int)
	by, seat := game.ByPlayer, tw.state.Turn.Seat
	var c game.Command
	switch move["do"] {
	case "hold":
		c = game.Hold{By: by, Seat: seat, Held: held}
	case "roll":
		c = game.Roll{By: by, Seat: seat, Held: held, Dice: move["dice"].([]int)}
	case "enter":
		box, _ := scorecard.ParseBox(move["box"].(string))
		c = game.Enter{By: by, Seat: seat, Box: box}
	default:
		c = game.Bank{By: by, Seat: seat, Held: held}
	}
	_, err := game.Decide(tw.state, c, "")
	return err == nil
}

// advice compares best play in the position now.
func (tw *twin) advice() {
	tw.Helper()
	there := tw.server.is(http.StatusOK, http.MethodGet, path(tw.id, "/advice"), nil)
	here := tw.engine.call(tw, "advice", object{"events": tw.events})
	if diff := cmp.Diff(string(there.body), string(here.body)); diff != "" {
		tw.Fatalf("advice (-server +engine):\n%s", diff)
	}
}

// end compares what is told of the whole game: its review, and what it was after some events.
func (tw *twin) end() {
	tw.Helper()
	if tw.best || tw.state.Ruleset.ID == game.Tiotusen {
		there := tw.server.is(http.StatusOK, http.MethodGet, path(tw.id, "/review"), nil)
		here := tw.engine.call(tw, "review", object{"events": tw.events})
		if diff := cmp.Diff(string(there.body), string(here.body)); diff != "" {
			tw.Errorf("review (-server +engine):\n%s", diff)
		}
	}
	for _, seq := range []int{1, 2, 3, len(tw.events) / 2, len(tw.events) - 1, len(tw.events)} {
		there := tw.server.is(http.StatusOK, http.MethodGet, path(tw.id, "?seq=", seq), nil)
		here := tw.engine.call(tw, "fold", object{"events": tw.events, "names": tw.names, "seq": seq}).ok()
		if diff := cmp.Diff(plain(tw, there.body, tw.best), plain(tw, here.Game, tw.best)); diff != "" {
			tw.Errorf("game at %d (-server +engine):\n%s", seq, diff)
		}
	}
	tw.engine.call(tw, "verify", object{"events": tw.events}).ok()
}

// playTwins plays whole games of all rulesets at the server and by an engine.
func playTwins(t *testing.T, e caller, best func(game.RulesetID) bool, games uint64) {
	t.Helper()
	s := newServer(t)
	for _, r := range game.Rulesets() {
		t.Run(string(r.ID), func(t *testing.T) {
			s.TB = t
			for seed := range games {
				tw := newTwin(t, e, s, r.ID, seed, best(r.ID))
				for tw.state.OnTurn() != game.NoSeat {
					if (tw.best || r.ID == game.Tiotusen) && tw.IntN(30) == 0 {
						tw.advice()
					}
					if len(tw.events) > 250 && tw.IntN(8) == 0 { // a game of chance alone may never end
						tw.do(object{"do": "resign", "seat": tw.IntN(len(tw.state.Seats))})
						continue
					}
					tw.step()
				}
				tw.end()
				if tw.refused == 0 {
					t.Error("no move was refused")
				}
			}
		})
	}
}

// Whole games come out the same, byte for byte, at the server and in the engine, refusals included.
func TestGames(t *testing.T) {
	t.Parallel()
	playTwins(t, newNative(t), func(game.RulesetID) bool { return true }, 2)
}

// Of a game with server dice the engine tells the same, while it runs and when it is over: a seat that nobody took is gone, and
// the names stay with those who have them.
func TestServerDice(t *testing.T) {
	t.Parallel()
	s, e, id := newServer(t), newNative(t), uuid.NewString()
	s.is(http.StatusCreated, http.MethodPost, "/v1/games", object{
		"id": id, "ruleset": "bonanza", "start": false,
		"seats": []object{{"kind": "open"}, {"kind": "me"}, {"kind": "guest", "name": "Bo"}, {"kind": "bot", "level": "best"}},
	})
	names := []string{"", "Ada", "Bo", ""}
	same := func() {
		t.Helper()
		var log struct{ Items []json.RawMessage }
		if err := json.Unmarshal(s.is(http.StatusOK, http.MethodGet, path(id, "/events?limit=500"), nil).body, &log); err != nil {
			t.Fatal(err)
		}
		there := s.is(http.StatusOK, http.MethodGet, path(id), nil)
		for _, method := range []string{"fold", "verify"} {
			here := e.call(t, method, object{"events": log.Items, "names": names}).ok()
			g := plain(t, there.body, true)
			delete(g.(object), "inviteCode")
			if diff := cmp.Diff(g, plain(t, here.Game, true)); diff != "" {
				t.Errorf("%s (-server +engine):\n%s", method, diff)
			}
		}
		review := s.is(http.StatusOK, http.MethodGet, path(id, "/review"), nil)
		if diff := cmp.Diff(string(review.body), string(e.call(t, "review", object{"events": log.Items}).body)); diff != "" {
			t.Errorf("review (-server +engine):\n%s", diff)
		}
	}
	same()
	s.is(http.StatusCreated, http.MethodPost, path(id, "/start"), nil)
	same()
	for _, box := range []string{"chance", "ones", "twos"} {
		s.is(http.StatusCreated, http.MethodPost, path(id, "/rolls"), nil)
		same()
		if box != "ones" {
			s.is(http.StatusCreated, http.MethodPost, path(id, "/holds"), object{"held": []int{4, 0}})
			same()
		}
		s.is(http.StatusCreated, http.MethodPost, path(id, "/entries"), object{"box": box})
		same()
	}
	for seat := range 2 {
		s.is(http.StatusCreated, http.MethodPost, path(id, "/resignations"), object{"seat": seat})
		same()
	}
}

// A game that was played by the engine alone is taken by the server, with moves of the clock in it.
func TestUpload(t *testing.T) {
	t.Parallel()
	playAlone(t, newNative(t), true)
}

// playAlone plays games of all rulesets by the engine alone, and uploads them.
func playAlone(t *testing.T, e caller, tables bool) {
	t.Helper()
	s := newServer(t)
	for _, r := range game.Rulesets() {
		if !tables && r.ID != game.Tiotusen {
			continue // the clock plays by them
		}
		t.Run(string(r.ID), func(t *testing.T) {
			dice, id, at := rand.New(rand.NewPCG(5, 5)), uuid.NewString(), time.Date(2026, 7, 1, 8, 0, 0, 0, time.UTC)
			names := []string{"Ada", "Bo", ""}
			ids := func() []string { return []string{uuid.NewString(), uuid.NewString(), uuid.NewString()} }
			now := e.call(t, "create", object{
				"id": id, "ruleset": r.ID, "at": at.Format(layout), "ids": ids(), "names": names,
				"seats": []object{{"kind": "me"}, {"kind": "guest", "name": "Bo"}, {"kind": "bot", "level": "casual"}},
			}).ok()
			events := now.Events
			for gameStatus(t, now.Game) == game.StatusPlaying {
				var g struct {
					Turn struct {
						Seat, Roll         int
						Dice, Held, Locked []int
					}
				}
				if err := json.Unmarshal(now.Game, &g); err != nil {
					t.Fatal(err)
				}
				method := "clock"
				if g.Turn.Seat == 2 {
					method = "bot"
				}
				var move struct {
					Do   string `json:"do"`
					Seat int    `json:"seat"`
					By   string `json:"by"`
					Box  string `json:"box,omitempty"`
					Held []int  `json:"held,omitempty"`
					Dice []int  `json:"dice,omitempty"`
				}
				if err := json.Unmarshal(e.call(t, method, object{"events": events}).ok().Move, &move); err != nil {
					t.Fatal(err)
				}
				if move.Do == "roll" {
					for i := range r.Dice {
						face := 1 + dice.IntN(6)
						if slices.Contains(move.Held, i) || slices.Contains(g.Turn.Locked, i) {
							face = g.Turn.Dice[i]
						}
						move.Dice = append(move.Dice, face)
					}
				}
				at = at.Add(time.Second)
				now = e.call(t, "move", object{
					"events": events, "move": move, "at": at.Format(layout), "ids": ids(), "names": names,
				}).ok()
				events = append(events, now.Events...)
			}
			s.TB = t
			there := s.is(http.StatusCreated, http.MethodPut, path(id, "/log"), object{"events": events, "names": []string{"", "Bo", ""}}).ok()
			if diff := cmp.Diff(plain(t, there.Game, tables), plain(t, now.Game, tables)); diff != "" {
				t.Errorf("game (-server +engine):\n%s", diff)
			}
			if gameStatus(t, there.Game) != game.StatusFinished {
				t.Errorf("got %s", there.Game)
			}
		})
	}
}

const layout = "2006-01-02T15:04:05.000Z"
