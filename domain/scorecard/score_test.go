package scorecard_test

import (
	"fmt"
	"testing"

	"kast/domain/scorecard"
)

func TestScore(t *testing.T) {
	const (
		one    = scorecard.Ones
		three  = scorecard.ThreeOfAKind
		four   = scorecard.FourOfAKind
		full   = scorecard.FullHouse
		small  = scorecard.SmallStraight
		large  = scorecard.LargeStraight
		chance = scorecard.Chance
		five   = scorecard.FiveOfAKind
	)
	type points map[scorecard.Box]int
	tests := []struct {
		name string
		dice []int
		want points
	}{
		{"no four in a row", []int{3, 4, 4, 6, 6}, points{small: 0, large: 0, chance: 23}},
		{"a twin inside the run", []int{1, 2, 3, 3, 4}, points{small: 30, large: 0}},
		{"a twin inside the run, unsorted", []int{4, 2, 3, 3, 1}, points{small: 30, large: 0}},
		{"four and one are no full house", []int{4, 4, 6, 4, 4}, points{full: 0, three: 22, four: 22, scorecard.Fours: 16}},
		{"three alike count all dice", []int{6, 6, 6, 2, 1}, points{three: 21, four: 0, scorecard.Sixes: 18}},
		{"four alike count all dice", []int{5, 5, 5, 5, 2}, points{four: 22, three: 22}},
		{"four alike are three alike", []int{4, 4, 4, 4, 2}, points{three: 18, four: 18}},
		{"five alike", []int{3, 3, 3, 3, 3}, points{
			three: 15, four: 15, scorecard.Threes: 15, scorecard.Fives: 0,
			chance: 15, five: 50, full: 0, small: 0, large: 0,
		}},
		{"a broken straight", []int{1, 3, 4, 5, 6}, points{small: 30, large: 0}},
		{"low large straight", []int{5, 4, 3, 2, 1}, points{small: 30, large: 40, one: 1}},
		{"high large straight", []int{2, 6, 4, 3, 5}, points{small: 30, large: 40, one: 0}},
		{"middle small straight", []int{2, 3, 4, 5, 5}, points{small: 30, large: 0}},
		{"1 and 6 do not join", []int{5, 6, 1, 2, 3}, points{small: 0, large: 0}},
		{"three and three, broken", []int{1, 2, 3, 5, 6}, points{small: 0, large: 0, chance: 17}},

		{"full house", []int{2, 2, 4, 4, 4}, points{three: 16, four: 0, full: 25, small: 0, large: 0, five: 0, chance: 16}},
		{"full house, unsorted", []int{5, 3, 3, 5, 3}, points{three: 19, four: 0, full: 25, small: 0, large: 0, five: 0, chance: 19}},
		{"four alike", []int{6, 6, 4, 6, 6}, points{three: 28, four: 28, full: 0, small: 0, large: 0, five: 0, chance: 28}},
		{"full house, three lower", []int{3, 3, 3, 5, 5}, points{three: 19, four: 0, full: 25, small: 0, large: 0, five: 0, chance: 19}},
		{"two pairs", []int{2, 2, 4, 4, 5}, points{three: 0, four: 0, full: 0, small: 0, large: 0, five: 0, chance: 17}},
		{"full house of ends", []int{1, 1, 1, 6, 6}, points{three: 15, four: 0, full: 25, small: 0, large: 0, five: 0, chance: 15}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for b, want := range tt.want {
				if got := scorecard.Score(b, counts(tt.dice...)); got != want {
					t.Errorf("%v in %v: got %d, want %d", tt.dice, b, got, want)
				}
			}
		})
	}
}

func TestScore_NoBox(t *testing.T) {
	if got := scorecard.Score(scorecard.Boxes, counts(1, 1, 1, 1, 1)); got != 0 {
		t.Errorf("got %d points in no box", got)
	}
}

// Every order of every roll, in every box, against the second opinion.
func TestScore_AllRolls(t *testing.T) {
	rolls := allRolls()
	if len(rolls) != 7776 {
		t.Fatalf("got %d rolls, want 7776", len(rolls))
	}
	for _, b := range scorecard.AllBoxes() {
		for _, faces := range rolls {
			got, want := scorecard.Score(b, counts(faces...)), slowScore(b.String(), faces)
			if got != want {
				t.Fatalf("%v in %v: got %d, want %d", faces, b, got, want)
			}
		}
	}
}

func ExampleScore() {
	roll := counts(2, 2, 4, 4, 4)
	fmt.Println(scorecard.Score(scorecard.Fours, roll), scorecard.Score(scorecard.FullHouse, roll))
	// Output: 12 25
}
