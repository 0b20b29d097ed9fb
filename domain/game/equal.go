package game

import (
	"fmt"
	"slices"
)

// equal tells whether two events say the same, to the field: a list that is absent is not an empty one.
func equal(a, b Event) bool {
	switch a := a.(type) {
	case Created:
		b, ok := b.(Created)
		return ok && a.Game == b.Game && a.Ruleset == b.Ruleset && a.RulesVersion == b.RulesVersion && a.Options == b.Options &&
			a.Dice == b.Dice && a.Visibility == b.Visibility && a.Commitment == b.Commitment && equalList(a.Seats, b.Seats)
	case Started:
		b, ok := b.(Started)
		return ok && equalList(a.Seats, b.Seats) && equalList(a.ClientSeeds, b.ClientSeeds)
	case Finished:
		b, ok := b.(Finished)
		return ok && equalList(a.Placements, b.Placements) && a.ServerSeed == b.ServerSeed
	case Joined, Left, Rolled, Held, Entered, Banked, Resigned, Resumed, Closed:
		return a == b
	}
	panic(fmt.Sprintf("game: unknown event %T", a))
}

func equalList[T comparable](a, b []T) bool {
	return (a == nil) == (b == nil) && slices.Equal(a, b)
}
