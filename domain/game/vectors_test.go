package game_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"testing"

	"kast/domain/game"
	"kast/domain/scorecard"
)

func readVectors(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile("../../openapi/conformance/vectors/" + name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

func TestVectors_Scorecard(t *testing.T) {
	var vectors []struct {
		Ruleset string
		Turns   []struct {
			Dice                 []int
			Box                  string
			Points, Bonus, Total int
			Joker                bool
		}
		UpperSum, UpperBonus, FiveBonuses, Total int
	}
	readVectors(t, "scorecard-games.json", &vectors)
	want(t, "vectors", len(vectors), 60)
	for i, v := range vectors {
		t.Run(fmt.Sprintf("%d %s", i, v.Ruleset), func(t *testing.T) {
			g := playing(t, game.RulesetID(v.Ruleset), 1)
			for n, turn := range v.Turns {
				want(t, "round", g.state.Turn.Round, n+1)
				g.roll(turn.Dice...)
				g.allowedBoxes()
				box, ok := scorecard.ParseBox(turn.Box)
				if !ok {
					t.Fatalf("no box %q", turn.Box)
				}
				entry := scorecard.Entry{Box: box, Points: turn.Points, Bonus: turn.Bonus, Joker: turn.Joker}
				want(t, fmt.Sprintf("entry of turn %d", n+1), g.enter(box), entry)
				want(t, fmt.Sprintf("total after turn %d", n+1), g.state.Total(0), turn.Total)
			}
			card := g.state.Seats[0].Card
			want(t, "status", g.state.Status, game.StatusFinished)
			want(t, "placements", g.placements(), []int{1})
			want(t, "upper sum, upper bonus, five bonuses, total",
				[]int{card.UpperSum(), card.UpperBonus(), card.FiveBonuses(), card.Total()},
				[]int{v.UpperSum, v.UpperBonus, v.FiveBonuses, v.Total})
		})
	}
}

// allowedBoxes checks that Entries lists what Decide accepts, and with the same points.
func (g *table) allowedBoxes() {
	g.t.Helper()
	entries := map[scorecard.Box]scorecard.Entry{}
	for _, e := range g.state.Entries() {
		entries[e.Box] = e
	}
	for _, box := range scorecard.AllBoxes() {
		d, err := game.Decide(g.state, game.Enter{By: game.ByPlayer, Seat: g.state.Turn.Seat, Box: box}, "")
		entry, listed := entries[box]
		var refusal *game.Refusal
		switch {
		case listed && (err != nil || d.Events[0].Event.(game.Entered).Entry != entry):
			g.t.Errorf("event %d: %v is listed as %+v, got %v, %v", g.state.Seq, box, entry, d.Events, err)
		case !listed && (!errors.As(err, &refusal) || refusal.Code != game.BoxTaken && refusal.Code != game.BoxForbidden):
			g.t.Errorf("event %d: %v is not listed, got %v, %v", g.state.Seq, box, d.Events, err)
		}
	}
}

func TestVectors_Tiotusen(t *testing.T) {
	var vectors []struct {
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
	readVectors(t, "tiotusen-games.json", &vectors)
	want(t, "vectors", len(vectors), 14)
	for i, v := range vectors {
		t.Run(fmt.Sprintf("%d seats %d ownPot %t", i, v.Seats, v.OwnPot), func(t *testing.T) {
			c := newGame(game.Tiotusen, v.Seats)
			c.Options.OwnPot = &v.OwnPot
			g := create(t, c)
			for n, step := range v.Steps {
				at := fmt.Sprintf("step %d, %s", n, step.Do)
				if t.Failed() {
					t.Fatalf("before %s", at)
				}
				want(t, at+": on turn", g.state.OnTurn(), step.Seat)
				switch step.Do {
				case "roll":
					before := g.state.Pot
					rolled := g.roll(step.Dice...)
					want(t, at+": outcome", rolled.Outcome.String(), step.Outcome)
					if step.Outcome == "pot" || step.Outcome == "straight" {
						want(t, at+": points", rolled.Points, step.Pot-before)
					}
				case "hold":
					g.hold(step.Values...)
					want(t, at+": turn points", g.state.Turn.Points+g.state.HeldPoints(), step.TurnPoints)
					continue
				case "bank":
					want(t, at+": points", g.bank().Points, step.Points)
					want(t, at+": over", g.state.Status == game.StatusFinished, step.Over)
				}
				want(t, at+": pot", g.state.Pot, step.Pot)
				want(t, at+": scores", g.scores(), step.Scores)
			}
			want(t, "status", g.state.Status, game.StatusFinished)
			want(t, "scores", g.scores(), v.Scores)
			want(t, "placement of the winner", g.state.Seats[v.Winner].Placement, 1)
			want(t, "placements", g.placements(), ranked(v.Scores, v.Winner))
		})
	}
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
