package solver

import "kast/domain/scorecard"

// Entries lets tests solve rules that none of the games has.
type Entries = entries

// SolveEntries is [Solve] for any rules.
func SolveEntries(rules Entries, o Options) (*Table, error) { return solve(rules, o) }

// Sums returns how many upper sums cards come to and how many of them the table
// keeps apart, over all sets of open upper boxes.
func (t *Table) Sums() (cards, classes int) {
	for set := range upperSets {
		cards += t.sums.cards[set]
		classes += len(t.sums.sum[set])
	}
	return cards, classes
}

// Bytes returns what the values of the table take in memory.
func (t *Table) Bytes() int { return len(t.worth) * width * 8 }

// State is what the future of a card depends on.
type State struct{ node, sum int }

// StateOf returns the state of a card.
func (t *Table) StateOf(c scorecard.Card) State {
	n, sum := t.state(c)
	return State{int(n), sum}
}

// Unsolved returns a table of the rules in which nothing is worth anything.
func Unsolved(rules Entries) *Table { return newTable(rules) }
