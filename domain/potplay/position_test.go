package potplay_test

import (
	"errors"
	"testing"

	"kast/domain/dice"
	"kast/domain/pot"
	"kast/domain/potplay"
)

func TestPosition_Check(t *testing.T) {
	start := potplay.Position{Free: 6, First: true}
	aside := potplay.Position{Points: 400, Groups: pot.Groups{3: 3}, Free: 2}
	with := func(p potplay.Position, change func(*potplay.Position)) potplay.Position {
		change(&p)
		return p
	}
	tests := []struct {
		name string
		p    potplay.Position
		want error
	}{
		{"a first roll", start, nil},
		{"not in", with(start, func(p *potplay.Position) { p.Needs350 = true }), nil},
		{"after a straight", potplay.Position{Needs350: true, Pot: 1000, Free: 6}, nil},
		{"dice aside", aside, nil},
		{"points of no dice", with(aside, func(p *potplay.Position) { p.Points = 50 }), nil},
		{"the most", with(aside, func(p *potplay.Position) { p.Pot, p.Points = 1_000_000, 1_000_000 }), nil},
		{"any need", with(aside, func(p *potplay.Position) { p.Need = 1_234_567 }), nil},
		{"five in a group", potplay.Position{Points: 4000, Groups: pot.Groups{1: 5}, Free: 1}, nil},
		{"dice", with(aside, func(p *potplay.Position) { p.Dice = dice.MustNew(3, 3) }), nil},

		{"pot below 0", with(start, func(p *potplay.Position) { p.Pot = -50 }), potplay.ErrAmount},
		{"pot between steps", with(start, func(p *potplay.Position) { p.Pot = 75 }), potplay.ErrAmount},
		{"pot too high", with(start, func(p *potplay.Position) { p.Pot = 1_000_050 }), potplay.ErrAmount},
		{"points below 0", with(aside, func(p *potplay.Position) { p.Points = -50 }), potplay.ErrAmount},
		{"points between steps", with(aside, func(p *potplay.Position) { p.Points = 1 }), potplay.ErrAmount},
		{"points too high", with(aside, func(p *potplay.Position) { p.Points = 1_000_050 }), potplay.ErrAmount},
		{"need below 0", with(start, func(p *potplay.Position) { p.Need = -1 }), potplay.ErrAmount},
		{"group of two", with(aside, func(p *potplay.Position) { p.Groups[3] = 2 }), potplay.ErrGroups},
		{"group of seven", with(aside, func(p *potplay.Position) { p.Groups[3] = 7 }), potplay.ErrGroups},
		{"group of face 0", with(aside, func(p *potplay.Position) { p.Groups = pot.Groups{0: 3} }), potplay.ErrGroups},
		{"no die free", with(aside, func(p *potplay.Position) { p.Free = 0 }), potplay.ErrFree},
		{"seven free", potplay.Position{Free: 7}, potplay.ErrFree},
		{"seven dice", with(aside, func(p *potplay.Position) { p.Free = 4 }), potplay.ErrFree},
		{"two groups", with(aside, func(p *potplay.Position) { p.Groups[2] = 3 }), potplay.ErrFree},
		{"six dice beside free ones", with(aside, func(p *potplay.Position) { p.Groups[3] = 6 }), potplay.ErrFree},
		{"points with six free", potplay.Position{Points: 50, Free: 6}, potplay.ErrSixFree},
		{"first with dice aside", with(aside, func(p *potplay.Position) { p.First = true }), potplay.ErrFirst},
		{"too few dice", with(aside, func(p *potplay.Position) { p.Dice = dice.MustNew(3) }), potplay.ErrDice},
		{"too many dice", with(aside, func(p *potplay.Position) { p.Dice = dice.MustNew(3, 3, 3) }), potplay.ErrDice},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.p.Check()
			if !errors.Is(err, tt.want) {
				t.Fatalf("got %v, want %v", err, tt.want)
			}
			defer func() {
				refused := recover() != nil
				if want := err != nil && tt.name != "pot too high"; refused != want {
					t.Errorf("evaluating it panics: %t, want %t", refused, want)
				}
			}()
			potplay.Evaluate(tt.p)
		})
	}
}
