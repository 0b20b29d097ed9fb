package potplay_test

import (
	"slices"

	"kast/domain/dice"
	"kast/domain/potplay"
)

// This file is a second opinion on best play: the rules once more, over lists of faces, every roll in every order and
// every set of dice, with nothing taken from the packages but the types of a position. Points are floats here, and
// states have a number of points instead of a place in a graph.

type slowGroups [7]int

type slowState struct {
	groups slowGroups
	free   int
	points int
}

type slowWorth struct{ chance, gain float64 }

// slowBetter tells whether a is better than b.
func slowBetter(a, b slowWorth) bool {
	if a.chance > b.chance+1e-9 || b.chance > a.chance+1e-9 {
		return a.chance > b.chance
	}
	return a.gain > b.gain
}

// slowPlay is the play of one set of six dice.
type slowPlay struct {
	pot, need int
	needs350  bool
	ownPot    bool
	again     func(pot int) slowWorth // of six dice after a straight or an own pot
	memo      map[slowState]slowWorth
}

// roll returns the worth of rolling the free dice.
func (p *slowPlay) roll(s slowState, first bool) slowWorth {
	if w, known := p.memo[s]; known && !first {
		return w
	}
	var w slowWorth
	for _, r := range slowRolls[s.free] {
		after := p.rolled(s, r.faces, first)
		w.chance += after.chance * r.share
		w.gain += after.gain * r.share
	}
	if !first {
		p.memo[s] = w
	}
	return w
}

// rolled returns the worth of dice that have fallen.
func (p *slowPlay) rolled(s slowState, faces []int, first bool) slowWorth {
	if slices.Equal(faces, []int{1, 2, 3, 4, 5, 6}) {
		return p.again(p.pot + 1000)
	}
	if all, ok := slowHold(s, faces); ok {
		if p.ownPot {
			return p.again(p.pot + all.points)
		}
		return slowWorth{}
	}
	best, some := slowWorth{}, false
	for _, hold := range slowHolds(s, faces) {
		for _, w := range p.after(hold) {
			if !some || slowBetter(w, best) {
				best, some = w, true
			}
		}
	}
	if !some && first {
		return slowWorth{gain: -1000}
	}
	return best
}

// after returns the worth of rolling on after a hold, and of stopping if that is allowed.
func (p *slowPlay) after(s slowState) []slowWorth {
	all := []slowWorth{p.roll(s, false)}
	if s.points < 350 && p.needs350 {
		return all
	}
	gain := s.points
	if s.points >= 350 {
		gain += p.pot
	}
	stop := slowWorth{gain: float64(gain)}
	if p.need > 0 && gain >= p.need {
		stop.chance = 1
	}
	return append(all, stop)
}

// slowHold sets the faces aside; false where one of them does not score.
func slowHold(s slowState, faces []int) (slowState, bool) {
	before := s.groups
	for face := 1; face <= 6; face++ {
		n := 0
		for _, f := range faces {
			if f == face {
				n++
			}
		}
		switch {
		case n == 0:
		case before[face] > 0:
			for range n {
				s.points += slowGroup(face, s.groups[face])
				s.groups[face]++
			}
		case n >= 3:
			s.points += slowGroup(face, n)
			s.groups[face] = n
		case face == 1:
			s.points += 100 * n
		case face == 5:
			s.points += 50 * n
		default:
			return s, false
		}
		s.free -= n
	}
	return s, true
}

func slowGroup(face, n int) int {
	points := []int{1: 1000, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}[face]
	for range n - 3 {
		points *= 2
	}
	return points
}

// slowHolds returns what every hold of at least one die leads to. It remembers the holds, without the points that were
// there before.
func slowHolds(s slowState, faces []int) []slowState {
	key := slowRoll{groups: s.groups, free: s.free}
	copy(key.faces[:], faces)
	found, known := slowFound[key]
	if !known {
		for m := 1; m < 1<<len(faces); m++ {
			var held []int
			for i, face := range faces {
				if m>>i&1 == 1 {
					held = append(held, face)
				}
			}
			if to, ok := slowHold(slowState{groups: s.groups, free: s.free}, held); ok && !slices.Contains(found, to) {
				found = append(found, to)
			}
		}
		slowFound[key] = found
	}
	found = slices.Clone(found)
	for i := range found {
		found[i].points += s.points
	}
	return found
}

type slowRoll struct {
	groups slowGroups
	free   int
	faces  [6]int
}

var slowFound = map[slowRoll][]slowState{}

// slowShare is a roll, sorted, with its share of all.
type slowShare struct {
	faces []int
	share float64
}

// slowRolls are the different rolls of each number of dice.
var slowRolls = func() (all [7][]slowShare) {
	for n := 1; n <= 6; n++ {
		count := map[[6]int]int{}
		total := 0
		roll := []int{1, 1, 1, 1, 1, 1}[:n]
		for more := true; more; {
			var sorted [6]int
			copy(sorted[:], slices.Sorted(slices.Values(roll)))
			count[sorted]++
			total++
			more = false
			for i := range roll { // like the wheels of a counter
				if roll[i] < 6 {
					roll[i]++
					more = true
					break
				}
				roll[i] = 1
			}
		}
		for faces, k := range count {
			all[n] = append(all[n], slowShare{slices.Clone(faces[:n]), float64(k) / float64(total)})
		}
		slices.SortFunc(all[n], func(a, b slowShare) int { return slices.Compare(a.faces, b.faces) })
	}
	return all
}()

// slowAgain returns what six dice are worth in the midst of a turn, for a need (0 = none) and own pot. The rounds with a
// pot of top or more are worked out by going round and round: each higher pot gains as much more as the chance says, for
// with a need that any stop with 350 points meets, the gain of one that does is all that the pot is good for; and without
// one top is so high that it is the same.
func slowAgain(need, top int, ownPot bool) func(pot int) slowWorth {
	known := map[int]slowWorth{}
	var high slowWorth
	worth := func(pot, need int, again func(int) slowWorth) slowWorth {
		p := &slowPlay{pot: pot, need: need, needs350: true, ownPot: ownPot, again: again, memo: map[slowState]slowWorth{}}
		return p.roll(slowState{free: 6}, false)
	}
	for range 30 {
		high = worth(top, max(1, min(need, top)), func(pot int) slowWorth {
			return slowWorth{chance: high.chance, gain: high.gain + float64(pot-top)*high.chance}
		})
	}
	var again func(pot int) slowWorth
	again = func(pot int) slowWorth {
		if pot >= top {
			w := slowWorth{chance: high.chance, gain: high.gain + float64(pot-top)*high.chance}
			if need == 0 {
				w.chance = 0
			}
			return w
		}
		if _, there := known[pot]; !there {
			known[pot] = worth(pot, need, again)
		}
		return known[pot]
	}
	return again
}

// slowly returns the play of a position, and the state of it.
func slowly(p potplay.Position, again func(pot int) slowWorth) (*slowPlay, slowState) {
	s := slowState{free: p.Free, points: p.Points}
	for face, n := range p.Groups {
		s.groups[face] = int(n)
	}
	return &slowPlay{
		pot: p.Pot, need: p.Need, needs350: p.Needs350, ownPot: p.OwnPot, again: again, memo: map[slowState]slowWorth{},
	}, s
}

// faces returns the dice of a hold.
func faces(d dice.Dice, held dice.Mask) []int {
	var all []int
	for _, i := range held.Positions() {
		all = append(all, d.At(i))
	}
	return all
}
