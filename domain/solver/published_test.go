package solver_test

import (
	"encoding/json"
	"flag"
	"math"
	"os"
	"testing"

	"kast/domain/scorecard"
	"kast/domain/solver"
)

// What the page shows beside somebody's own totals.
const publishedFile = "../../api/web/client/src/statistics/totals.json"

var update = flag.Bool("update", false, "work out the totals of empty cards anew and publish them; some minutes of a processor")

// published is how totals of best play fall, in bins.
type published struct {
	Mean      float64   `json:"mean"`
	Deviation float64   `json:"deviation"` // standard deviation of one game
	Width     int       `json:"width"`     // totals in a bin
	From      int       `json:"from"`      // the first total of the first bin
	Shares    []float64 `json:"shares"`    // of all games, by bin; beyond the bins there is less than one in a million
}

const (
	binWidth = 5
	rare     = 5e-7 // what shows nowhere is cut off at the ends
)

func publish(t solver.Totals) published {
	p := published{Width: binWidth}
	mean, deviation := t.Mean()
	p.Mean, p.Deviation = rounded(mean, 6), rounded(deviation, 4)
	for from := 0; from <= t.Most(); from += binWidth {
		share := 0.0
		for total := from; total < from+binWidth; total++ {
			share += t.Chance(total)
		}
		p.Shares = append(p.Shares, share)
	}
	below := 0.0
	for below+p.Shares[0] < rare {
		below += p.Shares[0]
		p.Shares = p.Shares[1:]
		p.From += binWidth
	}
	above := 0.0
	for last := len(p.Shares) - 1; above+p.Shares[last] < rare; last-- {
		above += p.Shares[last]
		p.Shares = p.Shares[:last]
	}
	for i, share := range p.Shares {
		p.Shares[i] = rounded(share, 8)
	}
	return p
}

func rounded(x float64, digits int) float64 {
	power := math.Pow10(digits)
	return math.Round(x*power) / power
}

// The totals that the page shows as those of best play have the mean that the
// solver works out from the rules, to all six digits; and their bins are all of
// them but one game in a million.
func TestTotals_Published(t *testing.T) {
	if *update {
		updatePublished(t)
	}
	all := readPublished(t)
	for _, r := range rulesets {
		t.Run(r.name, func(t *testing.T) {
			p := all[r.name]
			if want := r.table(t).Start(); math.Abs(p.Mean-want) > 6e-7 {
				t.Errorf("mean: got %.6f, want %.6f", p.Mean, want)
			}
			sum, mean, squares := 0.0, 0.0, 0.0
			for i, share := range p.Shares {
				middle := float64(p.From+i*p.Width) + float64(p.Width-1)/2
				sum += share
				mean += share * middle
				squares += share * (middle - p.Mean) * (middle - p.Mean)
			}
			if math.Abs(sum-1) > 3e-6 {
				t.Errorf("sum of the shares: got %.8f, want 1", sum)
			}
			// A bin's games do not lie around its middle alike, but over all bins nearly so.
			if math.Abs(mean-p.Mean) > 0.1 {
				t.Errorf("mean of the bins: got %.3f, want nearly %.3f", mean, p.Mean)
			}
			if deviation := math.Sqrt(squares); math.Abs(deviation-p.Deviation) > 0.1 {
				t.Errorf("standard deviation of the bins: got %.3f, want nearly %.3f", deviation, p.Deviation)
			}
		})
	}
}

func readPublished(t *testing.T) map[string]published {
	t.Helper()
	text, err := os.ReadFile(publishedFile)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]published
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func updatePublished(t *testing.T) {
	t.Helper()
	all := map[string]published{}
	for _, r := range rulesets {
		all[r.name] = publish(r.table(t).Totals(scorecard.Card{}))
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(publishedFile, append(text, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}
