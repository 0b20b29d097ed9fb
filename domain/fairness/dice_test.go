package fairness_test

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kast/domain/dice"
	"kast/domain/fairness"
)

const gameID = "5f0c6f1e-8c1b-4a53-9d0a-3f6f0f7f2b11"

// Dice as another program reckoned them from the same seeds and positions.
func TestSeed_Dice(t *testing.T) {
	three := []string{"abc", "", "x_Y-9"}
	solo := []string{""}
	tests := []struct {
		name string
		seed string
		at   fairness.Position
		want []int
	}{
		{"three seats, the first roll", countingSeed, fairness.Position{gameID, three, 0, 1, 1}, []int{4, 1, 5, 5, 1, 5}},
		{"three seats, a last turn", countingSeed, fairness.Position{gameID, three, 2, 13, 3}, []int{4, 5, 2, 3, 5}},
		{"solo", countingSeed, fairness.Position{gameID, solo, 0, 1, 1}, []int{4, 3, 1, 5, 5}},
		{"two seats without client seeds", countingSeed, fairness.Position{gameID, []string{"", ""}, 1, 1, 1}, []int{5, 5, 5, 1, 1}},
		{"no client seeds at all", strings.Repeat("0", 64), fairness.Position{"g", nil, 0, 1, 1}, []int{5, 3, 5, 2, 3, 6}},
		{
			"a long client seed, a late roll", strings.Repeat("f", 64),
			fairness.Position{gameID, []string{strings.Repeat("A", 64), "b"}, 1, 27, 104},
			[]int{5, 6, 6, 5, 4, 1},
		},
		// In these the block starts with bytes that are skipped:
		{"252 38 186 122 182 46 248", countingSeed, fairness.Position{gameID, solo, 0, 4, 2}, []int{3, 1, 3, 3, 5, 3}},
		{"188 6 252 252 113 68 47 18", countingSeed, fairness.Position{gameID, solo, 0, 5, 2}, []int{3, 1, 6, 3, 6, 1}},
		{"90 253 33 140 110 217 40", countingSeed, fairness.Position{gameID, solo, 0, 5, 3}, []int{1, 4, 3, 3, 2, 5}},
		{"254 233 23 239 254 12 19 35", countingSeed, fairness.Position{gameID, solo, 0, 174, 1}, []int{6, 6, 6, 1, 2, 6}},
		{"44 13 99 255 253 9 209 162", countingSeed, fairness.Position{gameID, solo, 0, 231, 3}, []int{3, 2, 4, 4, 6, 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := mustParse(t, tt.seed)
			got := s.Dice(tt.at, len(tt.want))
			if !slices.Equal(got.Faces(), tt.want) {
				t.Errorf("got %v, want %v", got.Faces(), tt.want)
			}
			if again := s.Dice(tt.at, len(tt.want)); again != got {
				t.Errorf("asked again: got %v, want %v", again.Faces(), got.Faces())
			}
			if fewer := s.Dice(tt.at, 3); fewer != dice.MustNew(tt.want[:3]...) {
				t.Errorf("three of them: got %v, want %v", fewer.Faces(), tt.want[:3])
			}
		})
	}
}

func TestSeed_DiceCount(t *testing.T) {
	s := mustParse(t, countingSeed)
	if got := s.Dice(fairness.Position{}, 0); got != (dice.Dice{}) {
		t.Errorf("no dice: got %v", got.Faces())
	}
	for _, n := range []int{-1, 7} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%d dice: no panic", n)
				}
			}()
			s.Dice(fairness.Position{}, n)
		}()
	}
}

// Whatever a player holds, each rolled position shows the same die.
func TestSeed_DiceStayWithTheirPosition(t *testing.T) {
	s := mustParse(t, countingSeed)
	at := fairness.Position{Game: gameID, ClientSeeds: []string{"a", "b"}, Turn: 1, Roll: 1}
	shown := s.Dice(at, 5)
	at.Roll = 2
	for rolled := range dice.All(5) + 1 {
		after := shown.Replace(s.Dice(at, 5), rolled)
		for i := range 5 {
			want := shown.At(i)
			if rolled.Has(i) {
				want = s.Dice(at, 5).At(i)
			}
			if after.At(i) != want {
				t.Errorf("rolling %v, position %d: got %d, want %d", rolled.Positions(), i, after.At(i), want)
			}
		}
	}
}

// Every part of the seeds and the position matters. Each of the changes gives
// other dice over a few rolls; that two share ten rolls of six by chance is
// beyond reach.
func TestSeed_DiceDependOnEverything(t *testing.T) {
	base := fairness.Position{Game: gameID, ClientSeeds: []string{"a", "b"}, Seat: 1, Turn: 2, Roll: 11}
	run := func(seed string, p fairness.Position) string {
		s := mustParse(t, seed)
		var b strings.Builder
		for range 10 {
			fmt.Fprint(&b, s.Dice(p, 6).Faces())
			p.Turn += 1000
		}
		return b.String()
	}
	change := func(f func(*fairness.Position)) fairness.Position {
		p := base
		p.ClientSeeds = slices.Clone(base.ClientSeeds)
		f(&p)
		return p
	}
	seen := map[string]string{run(countingSeed, base): "nothing"}
	changes := map[string]fairness.Position{
		"game":                change(func(p *fairness.Position) { p.Game = strings.ToUpper(gameID) }),
		"a client seed":       change(func(p *fairness.Position) { p.ClientSeeds[1] = "B" }),
		"client seeds turned": change(func(p *fairness.Position) { slices.Reverse(p.ClientSeeds) }),
		"a seat more":         change(func(p *fairness.Position) { p.ClientSeeds = append(p.ClientSeeds, "") }),
		"a seat in front":     change(func(p *fairness.Position) { p.ClientSeeds = slices.Insert(p.ClientSeeds, 0, "") }),
		"seat":                change(func(p *fairness.Position) { p.Seat = 0 }),
		"turn":                change(func(p *fairness.Position) { p.Turn = 3 }),
		"roll":                change(func(p *fairness.Position) { p.Roll = 12 }),
		"turn and roll": change(func(p *fairness.Position) {
			p.Turn, p.Roll = 21, 1 // the same digits in a row
		}),
	}
	for what, p := range changes {
		got := run(countingSeed, p)
		if other, ok := seen[got]; ok {
			t.Errorf("change of %s gives the same dice as change of %s", what, other)
		}
		seen[got] = what
	}
	if other, ok := seen[run(strings.Replace(countingSeed, "1f", "1e", 1), base)]; ok {
		t.Errorf("change of one bit of the seed gives the same dice as change of %s", other)
	}
}

// Games, seats and turns get dice of their own: 200 games with three full rolls
// each, and 100 pairs of rolls that differ by the seat only.
func TestSeed_DiceDoNotRepeat(t *testing.T) {
	games := map[string]int{}
	pairs := 0
	for i := range 200 {
		s := seedNumber(i)
		p := fairness.Position{Game: gameID, ClientSeeds: []string{"", ""}, Turn: 1}
		text := ""
		for p.Roll = 1; p.Roll <= 3; p.Roll++ {
			text += fmt.Sprint(s.Dice(p, 5).Faces())
		}
		games[text]++
		other := p
		other.Seat = 1
		if i < 100 && s.Dice(p, 5) == s.Dice(other, 5) {
			pairs++
		}
	}
	if len(games) != 200 {
		t.Errorf("got %d different games, want 200", len(games))
	}
	if pairs > 1 {
		t.Errorf("got %d equal pairs of rolls, want at most 1", pairs)
	}
}

// seedNumber makes up a seed for a test.
func seedNumber(i int) fairness.Seed {
	return sha256.Sum256(binary.BigEndian.AppendUint64(nil, uint64(i)))
}
