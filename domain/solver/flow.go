package solver

import (
	"math"
	"slices"

	"kast/domain/scorecard"
)

// flow follows best play forward: it tells how likely each end of a turn is.
type flow struct {
	table *Table
	work  worker
	first [throws]float64  // how likely each throw of five dice is
	keeps [throws][]uint16 // the holds of some of a throw's dice, of more dice first

	held [MaxRolls]costs // what holds cost, by rolls left: one or two

	ends   []scorecard.Entry // all that a turn of the node may end in
	cost   []lanes           // of each of the ends
	endsOf [throws][]int     // by throw: its ends, in the order of the card
	chance []float64         // of each of the ends
}

func newFlow(t *Table) *flow {
	f := &flow{table: t, work: worker{table: t}}
	l := t.holds
	chance := make([]float64, allHolds)
	chance[noDice] = 1
	spread(l, chance)
	copy(f.first[:], chance[partial:])
	for i := range throws {
		// Less than all five of its dice: what is left when one is taken away, and so on.
		seen := map[uint16]bool{}
		for todo := slices.Clone(l.less[partial+i]); len(todo) > 0; todo = todo[1:] {
			if h := todo[0]; !seen[h] {
				seen[h] = true
				f.keeps[i] = append(f.keeps[i], h)
				todo = append(todo, l.less[h]...)
			}
		}
		slices.SortFunc(f.keeps[i], func(a, b uint16) int { return int(b) - int(a) })
	}
	return f
}

// spread rolls the free dice of all partial holds.
func spread(l *lattice, chance []float64) {
	for h := range partial {
		if p := chance[h] / faces; p > 0 {
			for _, more := range l.more[h] {
				chance[more] += p
			}
			chance[h] = 0
		}
	}
}

// visit adds to the next level what the turns of a node lead to, which come with
// these chances of totals, by class.
func (f *flow) visit(n node, come []Totals, next map[node][]Totals) {
	w, t := &f.work, f.table
	w.visit(n)
	f.listEnds(n)
	for block := range t.sums.blocksOf(n.upper()) {
		if !slices.ContainsFunc(come[block*width:min((block+1)*width, len(come))], reached) {
			continue
		}
		for i, e := range f.ends {
			w.after(&f.cost[i], e, block)
		}
		w.enter(block)
		for left := 1; left < MaxRolls; left++ {
			w.holds.expect(t.holds)
			f.held[left] = w.holds
			w.holds.choose(t.holds)
		}
		for lane := 0; lane < width && block*width+lane < len(come); lane++ {
			if from := &come[block*width+lane]; reached(*from) {
				f.turn(lane)
				f.pass(n, t.sums.sum[n.upper()][block*width+lane], from, next)
			}
		}
	}
}

func reached(t Totals) bool { return t.chance != nil }

// listEnds lists what turns of the node may end in.
func (f *flow) listEnds(n node) {
	w, t := &f.work, f.table
	f.ends = f.ends[:0]
	known := map[scorecard.Entry]int{}
	for i := range throws {
		f.endsOf[i] = f.endsOf[i][:0]
		five := slices.Index(t.rolls.fives, i)
		for b := range scorecard.Box(scorecard.Boxes) {
			var entry scorecard.Entry
			switch {
			case five >= 0:
				at := slices.IndexFunc(w.fives[five], func(e scorecard.Entry) bool { return e.Box == b })
				if at < 0 {
					continue
				}
				entry = w.fives[five][at]
			case n.open(b):
				entry = scorecard.Entry{Box: b, Points: t.rolls.pointsOf(i, b)}
			default:
				continue
			}
			at, ok := known[entry]
			if !ok {
				at = len(f.ends)
				known[entry] = at
				f.ends = append(f.ends, entry)
			}
			f.endsOf[i] = append(f.endsOf[i], at)
		}
	}
	f.cost = slices.Grow(f.cost[:0], len(f.ends))[:len(f.ends)]
	f.chance = slices.Grow(f.chance[:0], len(f.ends))[:len(f.ends)]
}

// turn works out how likely each end of a turn is, for one lane.
func (f *flow) turn(lane int) {
	clear(f.chance)
	now := f.first
	var rolled [allHolds]float64
	for left := MaxRolls - 1; left >= 0; left-- {
		clear(rolled[:])
		for i, p := range now {
			if p == 0 {
				continue
			}
			end, cost := f.bestEnd(i, lane)
			if left > 0 {
				if hold, less := f.bestHold(i, left, lane); less < cost-Tie {
					rolled[hold] += p
					continue
				}
			}
			f.chance[end] += p
		}
		spread(f.table.holds, rolled[:])
		copy(now[:], rolled[partial:])
	}
}

// bestEnd returns the best entry of a throw: of equal ones the first on the card.
func (f *flow) bestEnd(throw, lane int) (end int, cost float64) {
	cost = math.Inf(1)
	for _, e := range f.endsOf[throw] {
		cost = min(cost, f.cost[e][lane])
	}
	at := slices.IndexFunc(f.endsOf[throw], func(e int) bool { return f.cost[e][lane] <= cost+Tie })
	return f.endsOf[throw][at], cost
}

// bestHold returns the best hold of a throw: of equal ones one of the most dice.
func (f *flow) bestHold(throw, left, lane int) (hold uint16, cost float64) {
	cost = math.Inf(1)
	for _, h := range f.keeps[throw] {
		if c := f.held[left][h][lane]; c < cost-Tie {
			hold, cost = h, c
		}
	}
	return hold, cost
}

// pass adds what a state comes with to the states that its turn ends in.
func (f *flow) pass(n node, sum int, from *Totals, next map[node][]Totals) {
	sums := f.table.sums
	for i, e := range f.ends {
		if f.chance[i] == 0 {
			continue
		}
		gain, after := e.Points+e.Bonus, n.after(e)
		to := next[after]
		if to == nil {
			to = f.table.classes(after)
			next[after] = to
		}
		reach := sum
		if e.Box.Upper() {
			reach = min(sum+e.Points, settledSum)
			if sum < settledSum && reach == settledSum {
				gain += scorecard.UpperBonusPoints
			}
		}
		to[sums.class[after.upper()][reach]].add(from, f.chance[i], gain)
	}
}
