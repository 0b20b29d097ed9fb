package rest_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"
)

// readVectors reads games that were worked out beforehand, apart from this program.
func readVectors[T any](t *testing.T, name string) (vectors []T) {
	t.Helper()
	data, err := os.ReadFile("../../openapi/conformance/vectors/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &vectors); err != nil {
		t.Fatal(err)
	}
	return vectors
}

type scorecardGame struct {
	Ruleset string
	Turns   []struct {
		Dice                 []int
		Box                  string
		Points, Bonus, Total int
		Joker                bool
	}
	UpperSum, UpperBonus, FiveBonuses, Total int
}

// TestVectors_Scorecard plays the solo games with the client's dice. Of every turn it checks what may be entered, what
// the entry gave, and the total.
func TestVectors_Scorecard(t *testing.T) {
	t.Parallel()
	vectors := readVectors[scorecardGame](t, "scorecard-games.json")
	want(t, "vectors", len(vectors), 60)
	w := newWorld(t)
	c := w.guest("Ada")
	for i, v := range vectors {
		t.Run(fmt.Sprintf("%d %s", i, v.Ruleset), func(t *testing.T) {
			c := c.in(t)
			g := c.newGame(v.Ruleset, "client", "me")
			for n, turn := range v.Turns {
				want(t, "round", g.Turn.Round, n+1)
				g = c.move(g.ID, "rolls", object{"dice": turn.Dice}).Game
				if n == i%len(v.Turns) {
					allowedBoxes(t, c, g)
				}
				preview := slices.IndexFunc(g.Turn.Boxes, func(e entryView) bool { return e.Box == turn.Box })
				if preview < 0 {
					t.Fatalf("turn %d: %s is not among %v", n+1, turn.Box, g.Turn.Boxes)
				}
				p := g.Turn.Boxes[preview]
				want(t, "preview", []any{p.Points, p.Bonus, p.Joker, p.Strike}, []any{turn.Points, turn.Bonus, turn.Joker, turn.Points == 0})

				ch := c.move(g.ID, "entries", object{"box": turn.Box})
				e := ch.Events[0]
				want(t, "entry", []any{e.Type, e.Box, *e.Points, *e.Bonus, *e.Joker}, []any{"entered", turn.Box, turn.Points, turn.Bonus, turn.Joker})
				g = ch.Game
				want(t, "total", g.Seats[0].Total, turn.Total)
				want(t, "box on the card", g.Seats[0].Card.Boxes[turn.Box], turn.Points)
			}
			want(t, "status", g.Status, "finished")
			want(t, "placements", g.placements(), []int{1})
			card := g.Seats[0].Card
			want(t, "upper sum, upper bonus, five bonuses, total",
				[]int{card.UpperSum, card.UpperBonus, card.FiveBonuses, card.Total},
				[]int{v.UpperSum, v.UpperBonus, v.FiveBonuses, v.Total})
		})
	}
}

// allowedBoxes checks that all boxes that are not shown are refused, and that no refusal changes anything.
func allowedBoxes(t *testing.T, c *client, g gameView) {
	t.Helper()
	for _, box := range boxes {
		if slices.ContainsFunc(g.Turn.Boxes, func(e entryView) bool { return e.Box == box }) {
			continue
		}
		code := "boxForbidden"
		if _, filled := g.Seats[g.Turn.Seat].Card.Boxes[box]; filled {
			code = "boxTaken"
		}
		c.post("/v1/games/"+g.ID+"/entries", object{"box": box}).refused(422, code)
	}
	want(t, "game after refusals", c.game(g.ID), g)
}

// boxes are all boxes in the order of the card.
var boxes = []string{
	"ones", "twos", "threes", "fours", "fives", "sixes", "threeOfAKind", "fourOfAKind", "fullHouse", "smallStraight",
	"largeStraight", "chance", "fiveOfAKind",
}

type potGame struct {
	Seats  int
	OwnPot bool
	Winner int
	Scores []int
	Steps  []struct {
		Seat                    int
		Do, Outcome             string
		Dice, Values, Scores    []int
		Pot, Points, TurnPoints int
		Over                    bool
	}
}

// TestVectors_Tiotusen plays the games with the client's dice, all seats by one account and its guests.
func TestVectors_Tiotusen(t *testing.T) {
	t.Parallel()
	vectors := readVectors[potGame](t, "tiotusen-games.json")
	want(t, "vectors", len(vectors), 14)
	w := newWorld(t)
	c := w.guest("Ada")
	for i, v := range vectors {
		t.Run(fmt.Sprintf("%d seats %d ownPot %t", i, v.Seats, v.OwnPot), func(t *testing.T) {
			c := c.in(t)
			kinds := append([]string{"me"}, slices.Repeat([]string{"guest"}, v.Seats-1)...)
			g := c.create(object{
				"ruleset": "tiotusen", "dice": "client", "seats": seats(kinds...), "options": object{"ownPot": v.OwnPot},
			})
			for n, step := range v.Steps {
				at := fmt.Sprintf("step %d, %s: ", n, step.Do)
				if t.Failed() {
					t.Fatalf("before %s", at)
				}
				want(t, at+"on turn", g.onTurn(), step.Seat)
				var ch changed
				switch step.Do {
				case "roll":
					ch = c.move(g.ID, "rolls", object{"dice": placed(g.Turn, step.Dice)})
					rolled := ch.Events[0]
					want(t, at+"event", rolled.Type, "rolled")
					want(t, at+"outcome", rolled.Outcome, step.Outcome)
					want(t, at+"points of the roll", pointsOf(rolled), pointsOfRoll(step.Outcome, step.Pot-*g.Pot))
				case "hold":
					ch = c.move(g.ID, "holds", object{"held": positionsOf(g.Turn, step.Values)})
					turn := ch.Game.Turn
					want(t, at+"turn points", *turn.Points+*turn.HeldPoints, step.TurnPoints)
					g = ch.Game
					continue
				case "bank":
					ch = c.move(g.ID, "banks", object{})
					want(t, at+"points", *ch.Events[0].Points, step.Points)
					want(t, at+"over", ch.Game.Status == "finished", step.Over)
				}
				g = ch.Game
				want(t, at+"pot", *g.Pot, step.Pot)
				want(t, at+"scores", g.totals(), step.Scores)
			}
			want(t, "status", g.Status, "finished")
			want(t, "scores", g.totals(), v.Scores)
			want(t, "placements", g.placements(), ranked(v.Scores, v.Winner))
		})
	}
}

// pointsOf are the points of an event; 0 for none.
func pointsOf(e eventView) int {
	if e.Points == nil {
		return 0
	}
	return *e.Points
}

// pointsOfRoll are the points that a roll moves.
func pointsOfRoll(outcome string, intoPot int) int {
	switch outcome {
	case "straight", "pot":
		return intoPot
	case "zilch":
		return -1000
	}
	return 0
}

// placed puts the values of the dice that roll on their places on the table.
func placed(t *turnView, rolled []int) []int {
	if len(rolled) == 6 {
		return rolled
	}
	after := slices.Clone(t.Dice)
	for i := range after {
		if !slices.Contains(t.Locked, i) && !slices.Contains(t.Held, i) {
			after[i], rolled = rolled[0], rolled[1:]
		}
	}
	return after
}

// positionsOf finds places of dice just rolled that show these values.
func positionsOf(t *turnView, values []int) []int {
	held := []int{}
	for _, v := range values {
		for i, face := range t.Dice {
			if face == v && !slices.Contains(t.Locked, i) && !slices.Contains(held, i) {
				held = append(held, i)
				break
			}
		}
	}
	return held
}

// ranked places seats by score, the winner before its equals.
func ranked(scores []int, winner int) []int {
	placements := make([]int, len(scores))
	for i := range scores {
		placements[i] = 1
		for j := range scores {
			ahead := scores[j] > scores[i] || scores[j] == scores[i] && j == winner
			if i != winner && j != i && ahead {
				placements[i]++
			}
		}
	}
	return placements
}
