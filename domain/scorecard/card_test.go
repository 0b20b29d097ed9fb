package scorecard_test

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kast/domain/scorecard"
)

// card makes a card from the ids of its boxes.
func card(boxes map[string]int, fiveBonuses int) scorecard.Card {
	points := map[scorecard.Box]int{}
	for id, p := range boxes {
		b, ok := scorecard.ParseBox(id)
		if !ok {
			panic("no box " + id)
		}
		points[b] = p
	}
	return scorecard.NewCard(points, fiveBonuses)
}

func TestCard_Zero(t *testing.T) {
	var c scorecard.Card
	if c != scorecard.NewCard(nil, 0) {
		t.Error("the zero card is not the empty card")
	}
	if c.Total() != 0 || c.FilledCount() != 0 || c.Open().Len() != scorecard.Boxes {
		t.Errorf("got total %d, %d filled, %d open", c.Total(), c.FilledCount(), c.Open().Len())
	}
	for _, b := range scorecard.AllBoxes() {
		if points, filled := c.Points(b); points != 0 || filled || c.Filled(b) || !c.Open().Has(b) {
			t.Errorf("%v is not open and empty", b)
		}
	}
}

func TestCard_UpperBonus(t *testing.T) {
	upTo5 := map[string]int{"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15}
	with := func(more map[string]int) map[string]int {
		boxes := maps.Clone(upTo5)
		maps.Copy(boxes, more)
		return boxes
	}
	tests := []struct {
		name              string
		boxes             map[string]int
		sum, bonus, total int
	}{
		{"not there yet", upTo5, 45, 0, 45},
		{"63", with(map[string]int{"sixes": 18}), 63, 35, 98},
		{"62", with(map[string]int{"sixes": 18, "ones": 2}), 62, 0, 62},
		{"64", with(map[string]int{"sixes": 18, "ones": 4}), 64, 35, 99},
		{"before all are filled", map[string]int{"sixes": 30, "fives": 25, "threes": 9}, 64, 35, 99},
		{"lower boxes do not count", map[string]int{"chance": 30, "largeStraight": 40}, 0, 0, 70},
		{"the most there is", map[string]int{"ones": 5, "twos": 10, "threes": 15, "fours": 20, "fives": 25, "sixes": 30}, 105, 35, 140},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := card(tt.boxes, 0)
			if c.UpperSum() != tt.sum || c.UpperBonus() != tt.bonus || c.Total() != tt.total {
				t.Errorf("got sum %d, bonus %d, total %d, want %d, %d, %d",
					c.UpperSum(), c.UpperBonus(), c.Total(), tt.sum, tt.bonus, tt.total)
			}
		})
	}
}

func TestCard_Total(t *testing.T) {
	c := card(map[string]int{
		"fives": 25, "sixes": 30, "fours": 8, "ones": 0,
		"threeOfAKind": 17, "fullHouse": 0, "fiveOfAKind": 50,
	}, 300)
	if got, want := c.UpperSum(), 63; got != want {
		t.Errorf("UpperSum: got %d, want %d", got, want)
	}
	if got, want := c.LowerSum(), 67; got != want {
		t.Errorf("LowerSum: got %d, want %d", got, want)
	}
	if got, want := c.FiveBonuses(), 300; got != want {
		t.Errorf("FiveBonuses: got %d, want %d", got, want)
	}
	if got, want := c.Total(), 63+35+67+300; got != want {
		t.Errorf("Total: got %d, want %d", got, want)
	}
	if got, want := c.FilledCount(), 7; got != want {
		t.Errorf("FilledCount: got %d, want %d", got, want)
	}
}

func TestCard_With(t *testing.T) {
	empty := scorecard.Card{}
	struck := empty.With(scorecard.Entry{Box: scorecard.Ones})
	if points, filled := struck.Points(scorecard.Ones); points != 0 || !filled {
		t.Errorf("a struck box: got %d, %t, want 0, true", points, filled)
	}
	if struck == empty || struck.Open().Has(scorecard.Ones) {
		t.Error("a struck box is still open")
	}
	if empty != (scorecard.Card{}) {
		t.Error("With changed the card it was called on")
	}
	c := struck.With(scorecard.Entry{Box: scorecard.Fours, Points: 20, Bonus: 100, Joker: true})
	if c.UpperSum() != 20 || c.FiveBonuses() != 100 || c.Total() != 120 {
		t.Errorf("got upper sum %d, bonuses %d, total %d", c.UpperSum(), c.FiveBonuses(), c.Total())
	}
	mustPanic(t, "a struck box again", func() { c.With(scorecard.Entry{Box: scorecard.Ones, Points: 3}) })
	mustPanic(t, "no box", func() { c.With(scorecard.Entry{Box: scorecard.Boxes}) })
}

// A card does not depend on the order of its entries, and its parts add up.
func TestCard_AnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		boxes := drawCard(t)
		bonuses := 50 * rapid.IntRange(0, 12).Draw(t, "bonuses")
		c := scorecard.Card{}
		sum, first := 0, true
		for _, id := range rapid.Permutation(slices.Sorted(maps.Keys(boxes))).Draw(t, "order") {
			b, _ := scorecard.ParseBox(id)
			e := scorecard.Entry{Box: b, Points: boxes[id]}
			if first {
				e.Bonus, first = bonuses, false
			}
			c = c.With(e)
			sum += boxes[id]
		}
		if first {
			bonuses = 0
		}
		if want := card(boxes, bonuses); c != want {
			t.Fatalf("got %+v, want %+v", c, want)
		}
		if got, want := c.Total(), sum+bonuses+c.UpperBonus(); got != want {
			t.Fatalf("total: got %d, want %d", got, want)
		}
		if c.FilledCount()+c.Open().Len() != scorecard.Boxes || c.FilledCount() != len(boxes) {
			t.Fatalf("got %d filled, %d open", c.FilledCount(), c.Open().Len())
		}
	})
}

// drawCard draws boxes, by id, with points that they can hold.
func drawCard(t *rapid.T) map[string]int {
	boxes := map[string]int{}
	rolls := rapid.SliceOfN(rapid.IntRange(1, 6), 5, 5)
	for _, id := range ids() {
		switch rapid.SampledFrom([]string{"open", "struck", "rolled"}).Draw(t, id) {
		case "struck":
			boxes[id] = 0
		case "rolled":
			boxes[id] = slowScore(id, rolls.Draw(t, "roll for "+id))
			if id == "fiveOfAKind" {
				boxes[id] = 50
			}
		}
	}
	return boxes
}
