package scorecard_test

import (
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kast/domain/scorecard"
)

// entriesLine is one line of testdata/entries.txt.
type entriesLine struct {
	text    string
	ruleset string
	want    []int
	boxes   map[string]int
}

func readEntriesFile(t *testing.T) []entriesLine {
	t.Helper()
	data, err := os.ReadFile("testdata/entries.txt")
	if err != nil {
		t.Fatal(err)
	}
	var lines []entriesLine
	for text := range strings.Lines(string(data)) {
		text = strings.TrimSpace(text)
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		head, tail, _ := strings.Cut(text, ":")
		fields := strings.Fields(head)
		line := entriesLine{text: text, ruleset: fields[0], boxes: map[string]int{}}
		for _, f := range fields[1:] {
			line.want = append(line.want, atoi(t, f))
		}
		for f := range strings.FieldsSeq(tail) {
			if id, points, ok := strings.Cut(f, "="); ok {
				line.boxes[id] = atoi(t, points)
			}
		}
		lines = append(lines, line)
	}
	if len(lines) == 0 {
		t.Fatal("no lines")
	}
	return lines
}

func atoi(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// The sums over all rolls catch any slip in what may be entered where.
func TestRules_EntriesFile(t *testing.T) {
	rolls := differentRolls()
	if len(rolls) != 252 {
		t.Fatalf("got %d rolls, want 252", len(rolls))
	}
	for _, line := range readEntriesFile(t) {
		t.Run(line.text, func(t *testing.T) {
			c, rules := card(line.boxes, 0), rulesets()[line.ruleset]
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
			if !slices.Equal(got, line.want) {
				t.Errorf("got %v, want %v", got, line.want)
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
		cards[i] = card(line.boxes, 0)
	}
	for _, faces := range differentRolls() {
		scores, roll := slowScores(faces), counts(faces...)
		for i, line := range lines {
			got := byID(t, rulesets()[line.ruleset].Entries(cards[i], roll))
			want := slowEntries(line.ruleset, line.boxes, faces, scores)
			if !maps.Equal(got, want) {
				t.Fatalf("%s\n%v (-want +got):\n%s", line.text, faces, cmp.Diff(want, got))
			}
		}
	}
}
