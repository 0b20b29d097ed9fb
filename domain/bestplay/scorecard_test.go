package bestplay_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"kast/domain/bestplay"
	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/scorecard"
)

// scorecardRulesets are those of the rulesets under test that have a card.
func scorecardRulesets() []game.RulesetID {
	return slices.DeleteFunc(rulesets(), func(id game.RulesetID) bool { return id == game.Tiotusen })
}

// corner is a solo game whose card has but some boxes open, with dice on the table.
func corner(t *testing.T, id game.RulesetID, open []scorecard.Box, roll int, faces ...int) *match {
	t.Helper()
	m := newMatch(t, rand.New(rand.NewPCG(4, 1)), id, players(1), game.OptionsChoice{})
	for box := range scorecard.Box(scorecard.Boxes) {
		if !slices.Contains(open, box) {
			m.record(game.Entered{Entry: scorecard.Entry{Box: box}})
		}
	}
	for range roll {
		m.record(game.Rolled{Dice: dice.MustNew(faces...)})
	}
	return m
}

// record folds an event that no rule was asked about.
func (m *match) record(e game.Event) {
	seq := m.state.Seq + 1
	m.state = game.Evolve(m.state, game.Record{Seq: seq, At: start.Add(time.Duration(seq) * time.Second), By: game.ByPlayer, Event: e})
}

func TestCorners(t *testing.T) {
	straights := []scorecard.Box{scorecard.SmallStraight, scorecard.LargeStraight}
	var others []scorecard.Box // all but the straights
	for box := range scorecard.Box(scorecard.Boxes) {
		if !slices.Contains(straights, box) {
			others = append(others, box)
		}
	}
	for _, id := range scorecardRulesets() {
		for _, c := range []struct {
			name  string
			open  []scorecard.Box
			roll  int
			faces []int
		}{
			{"only five alike is open", []scorecard.Box{scorecard.FiveOfAKind}, 1, []int{6, 1, 3, 1, 4}},
			{"only five alike is open, last roll", []scorecard.Box{scorecard.FiveOfAKind}, 3, []int{6, 1, 3, 1, 4}},
			{"a straight that both boxes are filled for", others, 1, []int{1, 2, 3, 4, 5}},
			{"the same, last roll", others, 3, []int{2, 3, 4, 5, 6}},
			{"only one box, which does not fit", []scorecard.Box{scorecard.Ones}, 3, []int{2, 3, 4, 5, 6}},
			{"five alike, the joker may be struck away", []scorecard.Box{scorecard.Ones, scorecard.Chance}, 2, []int{6, 6, 6, 6, 6}},
			{"five alike and nothing but another upper box", []scorecard.Box{scorecard.Twos}, 1, []int{6, 6, 6, 6, 6}},
		} {
			m := corner(t, id, c.open, c.roll, c.faces...)
			boxes := bestplay.Boxes(table(id), m.state)
			if len(boxes) != min(len(m.state.Entries()), bestplay.MaxBoxes) {
				t.Errorf("%s: %s: boxes %v", id, c.name, boxes)
			}
			for i, b := range boxes {
				if !slices.Contains(c.open, b.Box) {
					t.Errorf("%s: %s: box %v is not open", id, c.name, b.Box)
				}
				if i > 0 && b.ExpectedTotal > boxes[i-1].ExpectedTotal+1e-9 {
					t.Errorf("%s: %s: %v is not in order", id, c.name, boxes)
				}
			}
			for who, move := range map[string]game.Command{
				"best":    bestplay.Best(table(id), m.state, game.ByPlayer),
				"casual":  bestplay.Casual(m.state, game.ByPlayer),
				"time up": game.Enter{By: game.ByPlayer, Box: bestplay.TimeUp(table(id), m.state).(game.Enter).Box},
			} {
				if !m.allowed(move) {
					t.Errorf("%s: %s: %s does %#v", id, c.name, who, move)
				}
			}
			for m.state.OnTurn() != game.NoSeat {
				m.do(bestplay.Best(table(id), m.state, game.ByPlayer))
			}
		}
	}
}

// With nothing but five alike open one keeps what there is most of, and the highest is no better than the lowest.
func TestBest_OnlyFiveAlike(t *testing.T) {
	for _, id := range scorecardRulesets() {
		m := corner(t, id, []scorecard.Box{scorecard.FiveOfAKind}, 1, 6, 1, 3, 1, 4)
		got, ok := bestplay.Best(table(id), m.state, game.ByBot).(game.Roll)
		if !ok || !slices.Equal(got.Held, []int{1, 3}) {
			t.Errorf("%s: got %#v, want to hold the two ones", id, got)
		}
	}
}

// Boxes are the best of what may be entered, in the order of their expectations; holds are not among them.
func TestBoxes(t *testing.T) {
	for _, id := range scorecardRulesets() {
		m := newMatch(t, rand.New(rand.NewPCG(4, 2)), id, players(1), game.OptionsChoice{})
		if boxes := bestplay.Boxes(table(id), m.state); boxes != nil {
			t.Errorf("%s: before the first roll: %v", id, boxes)
		}
		for m.state.OnTurn() != game.NoSeat {
			if m.wander(); m.state.OnTurn() == game.NoSeat || m.state.Turn.Fresh {
				continue
			}
			entries := m.state.Entries()
			card := m.state.Seats[0].Card
			boxes := bestplay.Boxes(table(id), m.state)
			if len(boxes) != min(len(entries), bestplay.MaxBoxes) {
				t.Fatalf("%s: %d boxes of %d entries", id, len(boxes), len(entries))
			}
			for _, e := range entries {
				worth := table(id).Value(card.With(e))
				i := slices.IndexFunc(boxes, func(b bestplay.BoxValue) bool { return b.Box == e.Box })
				if i < 0 && worth > boxes[len(boxes)-1].ExpectedTotal+1e-9 {
					t.Fatalf("%s: %v, with %.3f, is better than the last of %v", id, e.Box, worth, boxes)
				}
				if i >= 0 && boxes[i].ExpectedTotal != worth {
					t.Fatalf("%s: %v is worth %v, not %v", id, e.Box, worth, boxes[i].ExpectedTotal)
				}
			}
		}
		if boxes := bestplay.Boxes(table(id), m.state); boxes != nil {
			t.Errorf("%s: after the end: %v", id, boxes)
		}
	}
}
