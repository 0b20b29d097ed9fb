package rest_test

import (
	"fmt"
	"slices"
	"testing"
)

// turn rolls once with the client's dice and enters.
func (c *client) turn(game, box string, dice ...int) changed {
	c.t.Helper()
	c.move(game, "rolls", object{"dice": dice})
	return c.move(game, "entries", object{"box": box})
}

// TestJoker: a further five alike has its own upper box first, then any lower one at full value (D16, D17).
func TestJoker(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	for ruleset, want := range map[string]struct {
		bonus int
		gains map[string]int // with the upper box filled
	}{
		"penta": {100, map[string]int{
			"fullHouse": 125, "smallStraight": 130, "largeStraight": 140, "threeOfAKind": 120, "fourOfAKind": 120, "chance": 120,
		}},
		"bonanza": {50, map[string]int{
			"fullHouse": 75, "smallStraight": 80, "largeStraight": 90, "threeOfAKind": 70, "fourOfAKind": 70, "chance": 70,
		}},
		"femlika": {100, map[string]int{
			"fullHouse": 100, "smallStraight": 100, "largeStraight": 100, "threeOfAKind": 120, "fourOfAKind": 120, "chance": 120,
		}},
	} {
		t.Run(ruleset, func(t *testing.T) {
			c := c.in(t)
			joker := ruleset != "femlika"
			g := c.newGame(ruleset, "client", "me")
			c.turn(g.ID, "fiveOfAKind", 1, 1, 1, 1, 1)
			g = c.move(g.ID, "rolls", object{"dice": []int{4, 4, 4, 4, 4}}).Game
			if joker {
				unchanged := standstill(t, c, g.ID)
				for _, box := range boxes {
					if box != "fours" && box != "fiveOfAKind" {
						c.post("/v1/games/"+g.ID+"/entries", object{"box": box}).refused(422, "boxForbidden")
					}
				}
				c.post("/v1/games/"+g.ID+"/entries", object{"box": "fiveOfAKind"}).refused(422, "boxTaken")
				unchanged()
				if len(g.Turn.Boxes) != 1 || g.Turn.Boxes[0] != (entryView{"fours", 20, want.bonus, true, false, "enter"}) {
					t.Errorf("shown: %+v", g.Turn.Boxes)
				}
			} else {
				ch := c.turnWith(g.ID, "fullHouse")
				wantEntry(t, ch, "fullHouse", 0, 100, false)
				g = c.move(g.ID, "rolls", object{"dice": []int{4, 4, 4, 4, 4}}).Game
			}
			g = c.turnWith(g.ID, "fours").Game
			total := g.Seats[0].Total
			for box, gain := range want.gains {
				if _, filled := g.Seats[0].Card.Boxes[box]; filled {
					continue
				}
				g = c.move(g.ID, "rolls", object{"dice": []int{4, 4, 4, 4, 4}}).Game
				ch := c.turnWith(g.ID, box)
				wantEntry(t, ch, box, gain-want.bonus, want.bonus, joker)
				g = ch.Game
				if got := g.Seats[0].Total - total; got != gain {
					t.Errorf("%s: gained %d, want %d", box, got, gain)
				}
				total = g.Seats[0].Total
			}
			// Nothing is left but other upper boxes: 0, and the bonus all the same.
			c.move(g.ID, "rolls", object{"dice": []int{4, 4, 4, 4, 4}})
			wantEntry(t, c.turnWith(g.ID, "sixes"), "sixes", 0, want.bonus, joker)
		})
	}
}

// turnWith enters the roll that lies.
func (c *client) turnWith(game, box string) changed {
	c.t.Helper()
	return c.move(game, "entries", object{"box": box})
}

func wantEntry(t *testing.T, ch changed, box string, points, bonus int, joker bool) {
	t.Helper()
	e := ch.Events[0]
	want(t, "entry in "+box, []any{e.Type, e.Box, *e.Points, *e.Bonus, *e.Joker}, []any{"entered", box, points, bonus, joker})
}

// TestHeldDiceStay: held dice stay as they are and where they are, in the answer, in the log and in the replay (D19).
func TestHeldDiceStay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	kept := 0
	for i := range 40 {
		g := c.newGame("penta", "server", "me")
		held := [][]int{{0, 2, 4}, {1, 3}, {4}, {0, 1, 2, 3}}[i%4]
		dice := c.move(g.ID, "rolls", nil).Game.Turn.Dice
		for range 2 {
			ch := c.move(g.ID, "rolls", object{"held": held})
			now := ch.Game.Turn.Dice
			for _, p := range held {
				want(t, fmt.Sprintf("die %d", p), now[p], dice[p])
				kept++
			}
			rolled := ch.Events[len(ch.Events)-1]
			want(t, "held in the log", ch.Events[0].Held, held)
			want(t, "dice in the log", rolled.Dice, now)
			want(t, "held after the roll", ch.Game.Turn.Held, []int{})
			frames := decode[list[struct {
				Event eventView
				Game  gameView
			}]](c.get(fmt.Sprintf("/v1/games/%s/replay?after=%d", g.ID, rolled.Seq-1)).is(200)).Items
			want(t, "dice in the replay", [][]int{frames[0].Event.Dice, frames[0].Game.Turn.Dice}, [][]int{now, now})
			dice = now
		}
	}
	want(t, "dice kept", kept, 10*2*(3+2+1+4))
	g := c.newGame("penta", "client", "me")
	c.move(g.ID, "rolls", object{"dice": []int{5, 1, 5, 2, 5}})
	ch := c.move(g.ID, "rolls", object{"held": []int{4, 2, 0}, "dice": []int{5, 6, 5, 6, 5}})
	want(t, "dice", ch.Game.Turn.Dice, []int{5, 6, 5, 6, 5})
}

// TestTurnUsedUp: no roll too many (D22).
func TestTurnUsedUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, _, g := w.two("penta", "server")
	path := "/v1/games/" + g.ID
	ada.move(g.ID, "rolls", nil)
	ada.post(path+"/rolls", object{"held": []int{0, 1, 2, 3, 4}}).refused(422, "badHold")
	ada.move(g.ID, "holds", object{"held": []int{0, 1, 2, 3, 4}})
	ada.post(path+"/rolls", nil).refused(422, "badHold")
	want(t, "may", ada.game(g.ID).Turn.May, []string{"hold", "enter"})
	ada.move(g.ID, "holds", object{"held": []int{}})
	ada.move(g.ID, "rolls", nil)
	last := ada.move(g.ID, "rolls", object{"held": []int{0}})
	want(t, "may", last.Game.Turn.May, []string{"enter"})
	unchanged := standstill(t, ada, g.ID)
	ada.post(path+"/rolls", nil).refused(422, "noRollsLeft")
	ada.post(path+"/rolls", object{"held": []int{9}}).refused(422, "noRollsLeft")
	ada.post(path+"/holds", object{"held": []int{0}}).refused(422, "noRollsLeft")
	unchanged()
	ada.move(g.ID, "entries", object{"box": "chance"})
	ada.post(path+"/rolls", nil).refused(409, "notYourTurn")
}

// TestEqualTotals: who has as many points is placed the same, wherever they sit (D28).
func TestEqualTotals(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.guest("Ada")
	card := map[string][]int{
		"ones": {1, 1, 1, 2, 3}, "twos": {2, 2, 2, 1, 3}, "threes": {3, 3, 3, 1, 2}, "fours": {4, 4, 4, 1, 2}, "fives": {5, 5, 5, 1, 2},
		"sixes": {6, 6, 6, 1, 2}, "threeOfAKind": {6, 6, 6, 1, 2}, "fourOfAKind": {5, 5, 5, 5, 2}, "fullHouse": {2, 2, 3, 3, 3},
		"smallStraight": {1, 2, 3, 4, 6}, "largeStraight": {1, 1, 2, 2, 3}, "chance": {1, 2, 3, 4, 4}, "fiveOfAKind": {1, 1, 2, 2, 3},
	}
	for _, order := range [][]int{{210, 210, 180}, {180, 210, 210}, {210, 180, 210}} {
		g := c.newGame("femlika", "client", "me", "guest", "guest")
		for _, box := range boxes {
			for _, total := range order {
				dice := card[box]
				if box == "smallStraight" && total == 180 {
					dice = []int{1, 1, 2, 2, 3}
				}
				g = c.turn(g.ID, box, dice...).Game
			}
		}
		want(t, "totals", g.totals(), order)
		placed := make([]int, 3)
		for i, total := range order {
			placed[i] = map[int]int{210: 1, 180: 3}[total]
		}
		want(t, "placements", g.placements(), placed)
		list := decode[list[summaryView]](c.get("/v1/me/games?limit=1").is(200)).Items[0]
		want(t, "placements in the list", gameView{Seats: list.Seats}.placements(), placed)
	}
}

// TestNotPlaying: no move in a game that is open, closed or finished, and none by who does not play (D23).
func TestNotPlaying(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, eve := w.guest("Ada"), w.guest("Eve")
	body := object{"ruleset": "penta", "visibility": "public", "start": false, "seats": seats("me", "open")}
	open := ada.create(body)
	finished := ada.create(object{"ruleset": "penta", "visibility": "public", "seats": seats("me")})
	ada.move(finished.ID, "resignations", nil)
	closed := ada.create(body)
	ch := decode[changed](ada.delete("/v1/games/" + closed.ID + "/seats/me").is(200))
	want(t, "events", ch.types(), []string{"left", "closed"})
	want(t, "status", ch.Game.Status, "closed")
	want(t, "seed of a closed game", len(decode[fairnessView](eve.get("/v1/games/"+closed.ID+"/fairness").is(200)).ServerSeed), 64)
	for _, g := range []gameView{open, finished, closed} {
		unchanged := standstill(t, ada, g.ID)
		for _, route := range []string{"/rolls", "/holds", "/entries", "/banks", "/resignations"} {
			eve.route("POST /v1/games/{id}"+route, g.ID).refused(403, "notSeated")
			if g.ID != closed.ID { // where Ada sits no more
				ada.route("POST /v1/games/{id}"+route, g.ID).refused(409, "gameNotPlaying")
			}
		}
		unchanged()
	}
	eve.post("/v1/games/"+closed.ID+"/seats", nil).refused(409, "gameNotOpen")
	ada.post("/v1/games/"+closed.ID+"/start", nil).refused(409, "gameNotOpen")
	want(t, "closed games", len(decode[list[summaryView]](ada.get("/v1/me/games?status=closed").is(200)).Items), 1)
	lobby := decode[list[summaryView]](eve.get("/v1/games").is(200)).Items
	want(t, "lobby", slices.ContainsFunc(lobby, func(s summaryView) bool { return s.ID != open.ID }), false)
}
