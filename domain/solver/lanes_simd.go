//go:build goexperiment.simd && amd64.v3

package solver

import "simd/archsimd"

// This file does what lanes.go does, four lanes in one instruction, and gives the
// same to the last bit. It halves the time of a solve. The package that it needs
// is an experiment of Go's, so it is built only when it is asked for:
//
//	GOEXPERIMENT=simd GOAMD64=v3 go build ./cmd/kast

type four = archsimd.Float64x4

func (c *lanes) lower(x *lanes) {
	c.set(c.head().Min(x.head()), c.tail().Min(x.tail()))
}

func (c *lanes) lower2(x1, x2 *lanes) {
	c.set(c.head().Min(x1.head()).Min(x2.head()), c.tail().Min(x1.tail()).Min(x2.tail()))
}

func (c *lanes) lower3(x1, x2, x3 *lanes) {
	c.set(
		c.head().Min(x1.head()).Min(x2.head()).Min(x3.head()),
		c.tail().Min(x1.tail()).Min(x2.tail()).Min(x3.tail()),
	)
}

func (c *lanes) mean(x1, x2, x3, x4, x5, x6 *lanes) {
	sixth := archsimd.BroadcastFloat64x4(1.0 / faces)
	c.set(
		x1.head().Add(x2.head()).Add(x3.head()).Add(x4.head()).Add(x5.head()).Add(x6.head()).Mul(sixth),
		x1.tail().Add(x2.tail()).Add(x3.tail()).Add(x4.tail()).Add(x5.tail()).Add(x6.tail()).Mul(sixth),
	)
}

func (c *lanes) head() four { return archsimd.LoadFloat64x4((*[4]float64)(c[:4])) }

func (c *lanes) tail() four { return archsimd.LoadFloat64x4((*[4]float64)(c[4:])) }

func (c *lanes) set(head, tail four) {
	head.Store((*[4]float64)(c[:4]))
	tail.Store((*[4]float64)(c[4:]))
	// Else each ordinary instruction that follows would wait for the upper halves.
	archsimd.ClearAVXUpperBits()
}
