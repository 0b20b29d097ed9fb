package pot_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kast/domain/pot"
)

// The sums over all rolls catch any slip in what may be held. A line of the
// file is explained at its top.
func TestHold_HoldsFile(t *testing.T) {
	data, err := os.ReadFile("testdata/holds.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for text := range strings.Lines(string(data)) {
		text = strings.TrimSpace(text)
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		lines++
		t.Run(text, func(t *testing.T) {
			head, tail, _ := strings.Cut(text, ":")
			fields := strings.Fields(head)
			want := []int{}
			for f := range strings.FieldsSeq(tail) {
				want = append(want, atoi(t, f))
			}
			got := sums(atoi(t, fields[0]), fields[1] == "first", parseGroups(t, fields[2:]))
			if !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
	if lines == 0 {
		t.Fatal("no lines")
	}
}

// sums adds up the columns of the file over the rolls of n dice.
func sums(n int, first bool, g pot.Groups) []int {
	var holds, points, most int
	outcomes := make([]int, pot.Bust+1)
	rolls := differentRolls(n)
	for _, faces := range rolls {
		rolled := counts(faces...)
		for _, held := range slowHolds(faces) {
			if p, _, ok := pot.Hold(rolled, counts(held...), g); ok {
				holds++
				points += p
			}
		}
		most += pot.Most(rolled, g)
		outcomes[pot.Classify(rolled, g, first)]++
	}
	return append([]int{len(rolls), holds, points, most}, outcomes[pot.Scored:]...)
}

// parseGroups reads groups such as "3x1", three dice of face 1; "-" for none.
func parseGroups(t *testing.T, fields []string) pot.Groups {
	t.Helper()
	var g pot.Groups
	for _, f := range fields {
		if n, face, ok := strings.Cut(f, "x"); ok {
			g[atoi(t, face)] = uint8(atoi(t, n))
		}
	}
	return g
}

func atoi(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
