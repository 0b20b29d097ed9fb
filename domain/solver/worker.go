package solver

import "kast/domain/scorecard"

// worker works out turns, of one node after the other. It is what a goroutine
// needs of its own.
//
// The race detector would make a solve twenty times as slow. So it leaves out
// the arithmetic on what a worker has of its own, in the functions with the
// directive norace. They read nothing else but what never changes. All that
// workers share, it watches: the list of nodes in [run.next], the sums that are
// written in [worker.solve] and read in [worker.after], and the use of a worker
// in [worker.visit].
type worker struct {
	table *Table
	node  node
	open  [parts][]scorecard.Box // the open boxes of each part
	fives [][]scorecard.Entry    // what each throw of five alike may be entered as

	holds costs
	entry [maxPlaces]lanes        // of entering in one box, by place in rolls.points
	best  [parts][maxGroups]lanes // of entering in the best box of a part, by group
}

// visit turns to a node, where some box is open.
func (w *worker) visit(n node) {
	r := w.table.rolls
	w.node = n
	for p := range w.open {
		w.open[p] = w.open[p][:0]
		for _, b := range r.parts[p].boxes {
			if n.open(b) {
				w.open[p] = append(w.open[p], b)
			}
		}
	}
	c := n.card()
	w.fives = w.fives[:0]
	for _, i := range r.fives {
		w.fives = append(w.fives, w.table.rules.Entries(c, w.table.holds.counts[partial+i]))
	}
}

// solve works out all sums of the node.
func (w *worker) solve() {
	t := w.table
	to := t.sums.block(w.node)
	for block := range t.sums.blocksOf(w.node.upper()) {
		w.enter(block)
		for range MaxRolls - 1 {
			w.holds.expect(t.holds)
			w.holds.choose(t.holds)
		}
		w.holds.expect(t.holds)
		for k, cost := range w.holds[noDice] {
			t.worth[to+block][k] = -cost
		}
	}
}

// enter works out what the throws cost when no roll is left, each entered where
// that is best, for one block of sums.
//
//go:norace
func (w *worker) enter(block int) {
	r := w.table.rolls
	for p := range w.open {
		w.enterPart(p, block)
	}
	for i := range throws {
		g := &r.groups[i]
		best := &w.holds[partial+i]
		*best = w.best[0][g[0]%maxGroups]
		best.lower3(&w.best[1][g[1]%maxGroups], &w.best[2][g[2]%maxGroups], &w.best[3][g[3]%maxGroups])
	}
	for i, throw := range r.fives {
		best := &w.holds[partial+throw]
		*best = lanes{}
		for _, e := range w.fives[i] {
			w.after(&w.entry[0], e, block)
			best.lower(&w.entry[0])
		}
	}
}

// enterPart works out what the groups of a part cost, each entered where that is
// best in the part.
//
//go:norace
func (w *worker) enterPart(p, block int) {
	r := w.table.rolls
	groups, best := r.parts[p].groups, &w.best[p]
	clear(best[:len(groups)]) // nothing is worth less than 0
	for _, b := range w.open[p] {
		for place, points := range r.points[b] {
			w.after(&w.entry[place%maxPlaces], scorecard.Entry{Box: b, Points: points}, block)
		}
		for g := range groups {
			best[g%maxGroups].lower(&w.entry[groups[g][b]%maxPlaces])
		}
	}
}

// after works out what an entry costs, with all that comes after it.
func (w *worker) after(to *lanes, e scorecard.Entry, block int) {
	t := w.table
	next := w.node.after(e)
	worth := t.worth[t.sums.block(next):]
	gain := float64(e.Points + e.Bonus)
	if !e.Box.Upper() {
		from := &worth[block]
		for k := range to {
			to[k] = -(gain + from[k])
		}
		return
	}
	// A block may have room for more than its classes. The last one fills it up.
	sums, classes := t.sums.sum[w.node.upper()], &t.sums.class[next.upper()]
	for k := range to {
		sum := sums[min(block*width+k, len(sums)-1)]
		class := classes[min(sum+e.Points, settledSum)]
		bonus := 0.0
		if sum < settledSum && sum+e.Points >= settledSum {
			bonus = scorecard.UpperBonusPoints
		}
		to[k] = -(gain + bonus + worth[class/width][class%width])
	}
}
