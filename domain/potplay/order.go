package potplay

import (
	"cmp"
	"math/bits"
)

// weighed is an action with its worth.
type weighed struct {
	Action
	worth
}

// bestOf returns which of the actions is the best, at least one.
func bestOf(all []weighed) int {
	enough := worth{chance: all[0].chance}
	for _, w := range all {
		enough.chance = max(enough.chance, w.chance)
	}
	enough.chance -= sameChance
	first := true
	for _, w := range all {
		if w.chance >= enough.chance && (first || w.gain > enough.gain) {
			enough.gain, first = w.gain, false
		}
	}
	enough.gain -= sameGain
	best := -1
	for i, w := range all {
		if w.chance >= enough.chance && w.gain >= enough.gain && (best < 0 || before(w.Action, all[best].Action) < 0) {
			best = i
		}
	}
	return best
}

// before orders actions that are worth the same, as cmp.Compare does.
func before(a, b Action) int {
	return cmp.Or(
		cmp.Compare(b.Then, a.Then),             // to stop comes first
		cmp.Compare(b.Held.Len(), a.Held.Len()), // then more dice
		// Then lower positions: the first at which the two differ. Turned round, that is the highest bit.
		cmp.Compare(bits.Reverse8(uint8(b.Held)), bits.Reverse8(uint8(a.Held))),
	)
}
