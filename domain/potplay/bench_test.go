package potplay_test

import (
	"testing"

	"kast/domain/dice"
	"kast/domain/pot"
	"kast/domain/potplay"
)

// Positions from the usual to the worst that can be asked for. The last are far from any game.
func BenchmarkEvaluate(b *testing.B) {
	rolled := potplay.Position{Free: 6, First: true, Pot: 450, Dice: dice.MustNew(1, 1, 5, 5, 5, 2)}
	for _, bb := range []struct {
		name string
		p    potplay.Position
	}{
		{"start", potplay.Position{Free: 6, First: true, Pot: 450}},
		{"rolled", rolled},
		{"later", potplay.Position{Points: 300, Groups: pot.Groups{3: 3}, Free: 3, Dice: dice.MustNew(3, 5, 2)}},
		{"pot_million", potplay.Position{Free: 6, First: true, Pot: potplay.MaxAmount}},
		{"need_2050", needing(rolled, 2050)},
		{"own_pot", own(rolled)},
		{"own_pot_need_2050", own(needing(rolled, 2050))},
		{"own_pot_need_11050", own(needing(rolled, 11_050))},
		{"need_worst", needing(potplay.Position{Free: 6, First: true}, 8350)},
		{"own_pot_need_worst", own(needing(potplay.Position{Free: 6, First: true}, 40_350))},
	} {
		b.Run(bb.name, func(b *testing.B) {
			potplay.Evaluate(bb.p) // not what is made once
			b.ReportAllocs()
			for b.Loop() {
				potplay.Evaluate(bb.p)
			}
		})
	}
}

// All that a review asks of a turn: the same solver before a roll, after it, and for what was done.
func BenchmarkSolver_Turn(b *testing.B) {
	start := potplay.Position{Free: 6, First: true, Pot: 450}
	rolled := start
	rolled.Dice = dice.MustNew(1, 2, 5, 4, 3, 3)
	done := potplay.Action{Held: 0b000101, Then: potplay.Roll}
	for b.Loop() {
		var s potplay.Solver
		s.Value(start)
		s.Value(rolled)
		s.Of(rolled, done)
	}
}

// A loop to compare the others with, since machines differ.
func BenchmarkReference(b *testing.B) {
	var values [4096]int64
	for b.Loop() {
		for i := range values {
			values[i] = values[i]*6364136223846793005 + int64(i)
		}
	}
}
