// Package dice holds the dice on the table: which face lies at which
// position, how many there are of each face, and which positions a player
// picks out.
//
// Positions are fixed: a die keeps its place through all rolls of a turn, and
// nothing in this package ever sorts dice. What only depends on how many dice
// show a face (all scoring does) works on [Counts] instead.
package dice

import (
	"errors"
	"fmt"
)

// MaxDice is the most dice that any of the games has on the table.
const MaxDice = 6

// Errors that [New] returns, wrapped with the value that caused them.
var (
	// ErrFace tells that a face is not 1 to 6.
	ErrFace = errors.New("face is not 1 to 6")
	// ErrCount tells that there are more dice than [MaxDice].
	ErrCount = errors.New("too many dice")
)

// Dice is a row of up to [MaxDice] dice, each at a fixed position from 0. The
// zero value is no dice. Dice are equal (==) when they show the same faces at
// the same positions.
type Dice struct {
	faces [MaxDice]uint8 // 0 from position n on
	n     uint8
}

// New returns dice that show the given faces, position by position. It fails
// with [ErrFace] or [ErrCount].
func New(faces ...int) (Dice, error) {
	if len(faces) > MaxDice {
		return Dice{}, fmt.Errorf("%d dice: %w", len(faces), ErrCount)
	}
	var d Dice
	for i, face := range faces {
		if face < 1 || face > 6 {
			return Dice{}, fmt.Errorf("%d: %w", face, ErrFace)
		}
		d.faces[i] = uint8(face)
	}
	d.n = uint8(len(faces))
	return d, nil
}

// MustNew is [New] for tables and tests: it panics where New fails.
func MustNew(faces ...int) Dice {
	d, err := New(faces...)
	if err != nil {
		panic("dice: " + err.Error())
	}
	return d
}

// Len returns the number of dice.
func (d Dice) Len() int { return int(d.n) }

// At returns the face at position i. It panics when there is no such position.
func (d Dice) At(i int) int { return int(d.faces[:d.n][i]) }

// Faces returns the faces, position by position, in a slice of the caller's
// own: nil for no dice.
func (d Dice) Faces() []int {
	if d.n == 0 {
		return nil
	}
	faces := make([]int, d.n)
	for i := range faces {
		faces[i] = int(d.faces[i])
	}
	return faces
}

// Counts returns how many dice show each face.
func (d Dice) Counts() Counts { return d.CountsOf(All(d.Len())) }

// CountsOf returns how many of the dice at the positions in m show each face.
// Positions without a die count nothing.
func (d Dice) CountsOf(m Mask) Counts {
	var c Counts
	for i, face := range d.faces[:d.n] {
		if m.Has(i) {
			c[face]++
		}
	}
	return c
}

// Replace returns d with the dice at the positions in m taken from the same
// positions of from; the others keep what they show. No dice become from
// itself when m holds all its positions: that is the first roll of a turn.
// Replace panics when a die would be missing: the two differ in length, or m
// leaves a position of no dice open.
func (d Dice) Replace(from Dice, m Mask) Dice {
	if d.n == 0 && m == All(from.Len()) {
		return from
	}
	if d.n != from.n {
		panic(fmt.Sprintf("dice: %d dice replaced from %d", d.n, from.n))
	}
	for i := range d.faces[:d.n] {
		if m.Has(i) {
			d.faces[i] = from.faces[i]
		}
	}
	return d
}
