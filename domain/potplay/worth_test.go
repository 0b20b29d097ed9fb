package potplay

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"kast/domain/dice"
	"kast/domain/pot"
)

func TestSum(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		var got sum
		want := new(big.Int)
		weights := int64(0)
		for range r.IntN(20) + 1 {
			x := r.Int64N(1<<62) >> r.IntN(62)
			if r.IntN(2) == 0 {
				x = -x
			}
			weight := r.Int64N(2000) + 1
			weights += weight
			got.add(x, weight)
			want.Add(want, new(big.Int).Mul(big.NewInt(x), big.NewInt(weight)))
		}
		want.Add(want, big.NewInt(weights/2)) // to the nearest
		quotient, _ := want.DivMod(want, big.NewInt(weights), new(big.Int))
		if got := got.over(weights); got != quotient.Int64() {
			t.Fatalf("got %d, want %d", got, quotient)
		}
	}
}

func TestTimes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for range 10_000 {
		chance, n := r.Int64N(certain+1)>>r.IntN(60), r.IntN(4*MaxAmount)
		want := new(big.Int).Mul(big.NewInt(chance), big.NewInt(int64(n)))
		want.Add(want, big.NewInt(1<<19)).Rsh(want, 20)
		if got := times(chance, n); got != want.Int64() {
			t.Fatalf("%d units, %d points: got %d, want %d", chance, n, got, want)
		}
	}
	if got := times(certain, 350); got != points(350) {
		t.Errorf("350 points for certain: got %d, want %d", got, points(350))
	}
}

// With n dice left, gains in steps and chances are whole numbers over 6 to the power of n + (n-1) + … + 1. So the
// rounding shows, and must stay within a unit for each die, also with the highest pot.
func TestRounding(t *testing.T) {
	off := func(w int64, unit, dice int64) *big.Int { // by how much w is off, in units of w, for all orders together
		x := new(big.Int).Exp(big.NewInt(6), big.NewInt(dice*(dice+1)/2), nil)
		x.Mul(x, big.NewInt(w))
		x.Add(x, big.NewInt(unit/2))
		x.Mod(x, big.NewInt(unit))
		return x.Sub(x, big.NewInt(unit/2)).Abs(x)
	}
	for _, need := range []int{0, MaxAmount + 1000} {
		for _, needs350 := range []bool{false, true} {
			turn := newTurn(goal{need: need})
			r := turn.round(stakes{goal: turn.goal, pot: MaxAmount, needs350: needs350})
			for i, h := range r.here {
				n := r.graph.nodes[i]
				if n.free > 4 {
					continue // all orders together are too many to tell
				}
				bound := new(big.Int).Exp(big.NewInt(6), big.NewInt(int64(n.free*(n.free+1)/2)), nil)
				bound.Mul(bound, big.NewInt(int64(n.free)))
				if gain := off(h.roll.gain, points(pot.Step), int64(n.free)); gain.Cmp(bound) > 0 {
					t.Errorf("need %d, %+v: the gain %d is off by %d", need, n.aside, h.roll.gain, gain)
				}
				if chance := off(h.roll.chance, certain, int64(n.free)); chance.Cmp(bound) > 0 {
					t.Errorf("need %d, %+v: the chance %d is off by %d", need, n.aside, h.roll.chance, chance)
				}
			}
		}
	}
}

// Figures that differ by less than 1e-9 are equal, others are not.
func TestBestOf(t *testing.T) {
	stop, more, fewer := Action{Held: 0b01, Then: Bank}, Action{Held: 0b11, Then: Roll}, Action{Held: 0b10, Then: Roll}
	tests := []struct {
		name string
		all  []weighed
		want Action
	}{
		{"chance", []weighed{{stop, worth{0, points(900)}}, {more, worth{2 * sameChance, 0}}}, more},
		{"as good as equal chance", []weighed{{stop, worth{sameChance, points(800)}}, {more, worth{0, points(900)}}}, more},
		{"gain", []weighed{{stop, worth{5, points(100)}}, {fewer, worth{5, points(100) + 2*sameGain}}}, fewer},
		{"as good as equal gain", []weighed{{fewer, worth{5, points(100) + sameGain}}, {stop, worth{5, points(100)}}}, stop},
		{"equal but for dice", []weighed{{fewer, worth{5, points(100) + sameGain}}, {more, worth{5, points(100)}}}, more},
		{
			"the highest chance is the measure",
			[]weighed{{stop, worth{0, points(900)}}, {more, worth{sameChance, points(800)}}, {fewer, worth{2 * sameChance, 0}}},
			more,
		},
		{"below zero", []weighed{{more, worth{0, points(-1000)}}, {stop, worth{0, points(-1000)}}}, stop},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.all[bestOf(tt.all)].Action; got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// A round chooses as the list does, in whatever order the choices come.
func TestRound_Best(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	for range 2000 {
		round := &round{stakes: stakes{goal: goal{need: 500}}, graph: rules()}
		var all []weighed
		next := []uint8{}
		for i := range 1 + r.IntN(4) {
			h := &round.here[i]
			h.choice = worth{chance: r.Int64N(6) * sameChance / 2, gain: points(r.IntN(3))}
			all = append(all, weighed{Action{Held: dice.Mask(i)}, h.choice})
			if r.IntN(2) == 0 {
				h.two = true
				h.second = worth{chance: h.choice.chance - r.Int64N(3)*sameChance/2, gain: points(r.IntN(3))}
				all = append(all, weighed{Action{Held: dice.Mask(8 + i)}, h.second})
			}
			next = append(next, uint8(i))
		}
		want := all[bestOf(all)].worth
		r.Shuffle(len(next), func(i, j int) { next[i], next[j] = next[j], next[i] })
		if got := round.best(next); got.gain != want.gain || got.chance < want.chance {
			t.Fatalf("%+v: got %+v, want %+v or a higher chance", all, got, want)
		}
	}
}
