package dice

import (
	"errors"
	"fmt"
	"math/bits"
)

// Errors that [MaskOf] returns, wrapped with the position that caused them.
var (
	// ErrPosition tells that there is no die at a position.
	ErrPosition = errors.New("no such position")
	// ErrTwice tells that a position was named more than once.
	ErrTwice = errors.New("position named twice")
)

// Mask is a set of positions: bit i stands for position i. The zero value is
// the empty set.
type Mask uint8

// MaskOf returns the set of the given positions, in any order, among n dice.
// It fails with [ErrPosition] for one outside 0 to n-1 and with [ErrTwice] for
// one that is there already.
func MaskOf(positions []int, n int) (Mask, error) {
	var m Mask
	for _, i := range positions {
		if i < 0 || i >= n || i >= MaxDice {
			return 0, fmt.Errorf("%d of %d dice: %w", i, n, ErrPosition)
		}
		if m.Has(i) {
			return 0, fmt.Errorf("%d: %w", i, ErrTwice)
		}
		m |= 1 << i
	}
	return m, nil
}

// All returns the set of all positions of n dice. It panics when n is not 0 to
// [MaxDice].
func All(n int) Mask {
	if n < 0 || n > MaxDice {
		panic(fmt.Sprintf("dice: all of %d dice", n))
	}
	return 1<<n - 1
}

// Has tells whether position i is in the set.
func (m Mask) Has(i int) bool { return i >= 0 && m>>i&1 == 1 }

// Len returns the number of positions in the set.
func (m Mask) Len() int { return bits.OnesCount8(uint8(m)) }

// Positions returns the positions in ascending order: an empty slice, never
// nil, for the empty set.
func (m Mask) Positions() []int {
	positions := make([]int, 0, m.Len())
	for i := range 8 {
		if m.Has(i) {
			positions = append(positions, i)
		}
	}
	return positions
}
