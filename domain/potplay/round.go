package potplay

import "kast/domain/pot"

// round is the play with one set of six dice, until the turn is over or a straight or own pot gives all six back.
type round struct {
	stakes
	graph *graph
	again func(pot int) worth // of all six dice again, with the pot grown
	pots  [totals]worth       // of six dice after an own pot; nothing without one
	here  [sixFree]here
}

// stakes is what stays the same in a round.
type stakes struct {
	goal
	pot      int
	needs350 bool
	spare    int // the turn's points beyond those of the dice aside; 0 in a real turn
}

// goal is what stays the same in a turn.
type goal struct {
	need   int // the gain that is needed; 0 = none
	ownPot bool
}

// here is what may be done at a node: roll on, or stop. Where neither can be told to be the better whatever the other
// nodes offer, there are two choices, the first with the higher chance.
type here struct {
	roll   worth
	choice worth
	second worth
	two    bool
}

// newRound values the nodes with dice aside. None is valued before those that follow it.
func newRound(g *graph, s stakes, again func(pot int) worth) *round {
	r := &round{stakes: s, graph: g, again: again}
	if s.ownPot {
		for k, total := range g.totals {
			r.pots[k] = again(s.pot + s.spare + total)
		}
	}
	for i := range r.here {
		h := &r.here[i]
		h.roll = r.rolling(uint8(i), false)
		h.choice = h.roll
		stop, allowed := r.stopping(uint8(i))
		switch {
		case !allowed:
		case r.need == 0:
			h.choice.gain = max(h.roll.gain, stop.gain)
		case stop.chance > h.roll.chance+sameChance:
			h.choice = stop
		case stop.chance > h.roll.chance:
			h.choice, h.second, h.two = stop, h.roll, true
		case stop.chance >= h.roll.chance-sameChance:
			h.second, h.two = stop, true
		}
	}
	return r
}

// rolling returns the worth of rolling the free dice of a node. A turn's first roll can be a zilch.
func (r *round) rolling(i uint8, first bool) worth {
	n := &r.graph.nodes[i]
	var m mean
	for k := range n.scored {
		m.add(r.best(n.scored[k].next), n.scored[k].orders)
	}
	if n.straight > 0 {
		m.add(r.again(r.pot+pot.StraightPoints), n.straight)
	}
	if r.ownPot {
		for _, f := range n.pots {
			m.add(r.pots[f.total], f.orders)
		}
	}
	if first {
		m.add(worth{gain: points(pot.ZilchPoints)}, n.nothing)
	}
	return m.over(n.orders)
}

// stopping returns the worth of stopping at a node, and whether that is allowed.
func (r *round) stopping(i uint8) (worth, bool) {
	gain := r.spare + r.graph.nodes[i].points
	switch {
	case i == sixFree:
		return worth{}, false
	case gain >= pot.Entry:
		gain += r.pot
	case r.needs350:
		return worth{}, false
	}
	w := worth{gain: points(gain)}
	if r.need > 0 && gain >= r.need {
		w.chance = certain
	}
	return w, true
}

// best returns the worth of the best choice: to which of the nodes the hold leads, and whether to stop there or roll
// on. Among chances that count as equal to the highest it is the one with the highest gain.
func (r *round) best(next []uint8) worth {
	if r.need == 0 {
		best := r.here[next[0]].choice
		for _, i := range next[1:] {
			best.gain = max(best.gain, r.here[i].choice.gain)
		}
		return best
	}
	enough := int64(0)
	for _, i := range next {
		enough = max(enough, r.here[i].choice.chance)
	}
	enough -= sameChance
	best := worth{chance: -certain}
	for _, i := range next {
		h := &r.here[i]
		best = best.or(h.choice, enough)
		if h.two {
			best = best.or(h.second, enough)
		}
	}
	return best
}
