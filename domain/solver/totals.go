package solver

import (
	"maps"
	"math"
	"slices"

	"kast/domain/scorecard"
)

// Totals is how likely each final total is.
type Totals struct {
	from   int       // the total of the first chance
	chance []float64 // of each total from there on
}

// Chance returns how likely a total is.
func (t Totals) Chance(total int) float64 {
	if total < t.from || total >= t.from+len(t.chance) {
		return 0
	}
	return t.chance[total-t.from]
}

// Most returns the largest total that can be.
func (t Totals) Most() int { return t.from + len(t.chance) - 1 }

// Mean returns the mean total and the standard deviation of one game.
func (t Totals) Mean() (mean, deviation float64) {
	for i, p := range t.chance {
		mean += p * float64(t.from+i)
	}
	squares := 0.0
	for i, p := range t.chance {
		away := float64(t.from+i) - mean
		squares += p * away * away
	}
	return mean, math.Sqrt(squares)
}

// add adds the chances of other, each times the weight, at totals larger by
// gain.
func (t *Totals) add(other *Totals, weight float64, gain int) {
	first := other.from + gain
	end := first + len(other.chance)
	if t.chance == nil {
		t.from = first
	}
	if first < t.from {
		t.chance = append(make([]float64, t.from-first), t.chance...)
		t.from = first
	}
	if more := end - t.from - len(t.chance); more > 0 {
		t.chance = append(t.chance, make([]float64, more)...)
	}
	to := t.chance[first-t.from:][:len(other.chance)]
	for i, p := range other.chance {
		to[i] += weight * p
	}
}

// Totals works out how likely each final total of a card is when it is played to
// its end by best play. That is exact, but for rounding: from the card it goes
// through all states that best play leads to, level by level, and through all
// throws of each turn.
//
// Of moves that are equally good it takes one to enter before one to hold, of
// entries the one that is first on the card, and of holds one of the most dice.
// Another choice would give the same mean, but not quite the same chances.
//
// From an empty card it takes about a minute and some hundred MiB. It panics
// when a box holds what it cannot hold; [Check] tells.
func (t *Table) Totals(c scorecard.Card) Totals {
	start, class := t.state(c)
	level := map[node][]Totals{start: t.classes(start)}
	level[start][class] = Totals{c.Total(), []float64{1}}
	f := newFlow(t)
	for range start.boxes() {
		next := map[node][]Totals{}
		for _, n := range slices.Sorted(maps.Keys(level)) { // so that rounding is the same each time
			f.visit(n, level[n], next)
			delete(level, n)
		}
		level = next
	}
	var all Totals
	for _, n := range slices.Sorted(maps.Keys(level)) {
		for i := range level[n] {
			if reached(level[n][i]) {
				all.add(&level[n][i], 1, 0)
			}
		}
	}
	return all
}

// classes returns room for what each class of a node comes to.
func (t *Table) classes(n node) []Totals { return make([]Totals, len(t.sums.sum[n.upper()])) }
