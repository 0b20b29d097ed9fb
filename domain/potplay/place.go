package potplay

import (
	"kast/domain/dice"
	"kast/domain/pot"
)

// place is a position in its round.
type place struct {
	*round
	node  uint8
	first bool
	dice  dice.Dice // just rolled; none before the roll
}

func (p place) aside() aside { return p.graph.nodes[p.node].aside }

func (p place) outcome() pot.Outcome {
	return pot.Classify(p.dice.Counts(), p.aside().groups, p.first)
}

// fate returns the worth of a roll that leaves no choice.
func (p place) fate() worth {
	a := p.aside()
	switch p.outcome() {
	case pot.Straight:
		return p.again(p.pot + pot.StraightPoints)
	case pot.Pot:
		if p.ownPot {
			return p.again(p.pot + p.spare + a.points() + pot.Most(p.dice.Counts(), a.groups))
		}
	case pot.Zilch:
		return worth{gain: points(pot.ZilchPoints)}
	case pot.Bust, pot.Scored, pot.NoOutcome:
	}
	return worth{}
}

// of returns the worth of an action, and whether it is allowed.
func (p place) of(a Action) (worth, bool) {
	to := p.node
	if p.dice.Len() > 0 {
		held := p.dice.CountsOf(a.Held)
		_, after, ok := pot.Hold(p.dice.Counts(), held, p.aside().groups)
		if !ok || held == (dice.Counts{}) || p.outcome() != pot.Scored || a.Held&^dice.All(p.dice.Len()) != 0 {
			return worth{}, false
		}
		to = p.graph.index[p.aside().with(held, after)]
	} else if a.Held != 0 {
		return worth{}, false
	}
	switch a.Then {
	case Bank:
		return p.stopping(to)
	case Roll:
		if to == sixFree {
			return p.rolling(sixFree, p.first), true
		}
		return p.here[to].roll, true
	}
	return worth{}, false
}

// choices returns all that may be done, in no certain order.
func (p place) choices() []weighed {
	holds := dice.Mask(0)
	if p.dice.Len() > 0 {
		holds = dice.All(p.dice.Len())
	}
	var all []weighed
	for held := dice.Mask(0); held <= holds; held++ {
		if !p.lowest(held) {
			continue
		}
		for _, then := range []Then{Bank, Roll} {
			a := Action{held, then}
			if w, allowed := p.of(a); allowed {
				all = append(all, weighed{a, w})
			}
		}
	}
	return all
}

// lowest tells whether a hold has no die without those of the same face before it.
func (p place) lowest(held dice.Mask) bool {
	var left dice.Counts // dice that are not held, so far
	for i := range p.dice.Len() {
		face := p.dice.At(i)
		if !held.Has(i) {
			left[face]++
		} else if left.Of(face) > 0 {
			return false
		}
	}
	return true
}
