package scorecard_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kast/domain/scorecard"
)

// entriesLine is one case of scorecard-sums.json: what may be entered on a card, summed over the 252 different rolls.
// These numbers were reckoned by a program that shares nothing with this one.
type entriesLine struct {
	Name, Ruleset                                         string
	Card                                                  map[string]int
	Entries, Jokers, Strikes, Bonuses, Sacrifices, Points int
}

func readEntriesFile(t *testing.T) []entriesLine {
	t.Helper()
	var lines []entriesLine
	readVectors(t, "scorecard-sums.json", &lines)
	if len(lines) == 0 {
		t.Fatal("no lines")
	}
	return lines
}

// The sums over all rolls catch any slip in what may be entered where.
func TestRules_EntriesFile(t *testing.T) {
	rolls := differentRolls()
	if len(rolls) != 252 {
		t.Fatalf("got %d rolls, want 252", len(rolls))
	}
	for _, line := range readEntriesFile(t) {
		t.Run(line.Name+" "+line.Ruleset, func(t *testing.T) {
			c, rules := card(line.Card, 0), rulesets()[line.Ruleset]
			var entries, jokers, strikes, bonuses, sacrifices, points int
			for _, faces := range rolls {
				options := rules.Entries(c, counts(faces...))
				for _, e := range options {
					entries++
					jokers += when(e.Joker, 1)
					strikes += when(e.Strike(), 1)
					bonuses += when(e.Bonus > 0, 1)
					points += e.Points + e.Bonus
				}
				sacrifices += when(scorecard.MustSacrifice(options), 1)
			}
			got := []int{entries, jokers, strikes, bonuses, sacrifices, points}
			want := []int{line.Entries, line.Jokers, line.Strikes, line.Bonuses, line.Sacrifices, line.Points}
			if !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

// Every roll, on the cards of the file, against the second opinion. The order of
// the dice is gone from counts; TestScore_AllRolls looks at all orders.
func TestRules_AllRolls(t *testing.T) {
	lines := readEntriesFile(t)
	cards := make([]scorecard.Card, len(lines))
	for i, line := range lines {
		cards[i] = card(line.Card, 0)
	}
	for _, faces := range differentRolls() {
		scores, roll := slowScores(faces), counts(faces...)
		for i, line := range lines {
			got := byID(t, rulesets()[line.Ruleset].Entries(cards[i], roll))
			want := slowEntries(line.Ruleset, line.Card, faces, scores)
			if !maps.Equal(got, want) {
				t.Fatalf("%s %s\n%v (-want +got):\n%s", line.Name, line.Ruleset, faces, cmp.Diff(want, got))
			}
		}
	}
}
