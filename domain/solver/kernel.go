package solver

// width is how many states are worked out at once, side by side: enough that
// finding the way through the lattice costs little, few enough that the costs of
// all holds stay in the nearest cache.
const width = 8

// lanes are the costs of as many states.
//
// A cost is a worth with its sign turned, so that the best is the least. On
// amd64 the compiler makes three instructions of min, but six of max, which
// turns the signs before and after.
type lanes [width]float64

// lower lowers each cost to the other one where that is lower.
func (c *lanes) lower(to *lanes) {
	for k := range c {
		c[k] = min(c[k], to[k])
	}
}

// lowest sets each cost to the lowest of four.
func (c *lanes) lowest(x1, x2, x3, x4 *lanes) {
	for k := range c {
		c[k] = min(x1[k], x2[k], x3[k], x4[k])
	}
}

// costs are the costs of the holds, by their number in the lattice. The length
// is a power of two so that indices need no check.
type costs [inCosts + 1]lanes

const inCosts = 1<<9 - 1

// expect works out what the partial holds cost before the free dice are rolled,
// from what the throws cost. Each is the mean of the six holds that one die more
// leads to: dice that fall one after the other are as good as dice that fall at
// once.
func (c *costs) expect(l *lattice) {
	for i := partial - 1; i >= 0; i-- {
		m := &l.more[i]
		to := &c[i&inCosts]
		x1, x2, x3 := &c[m[0]&inCosts], &c[m[1]&inCosts], &c[m[2]&inCosts]
		x4, x5, x6 := &c[m[3]&inCosts], &c[m[4]&inCosts], &c[m[5]&inCosts]
		for k := range to {
			to[k] = (x1[k] + x2[k] + x3[k] + x4[k] + x5[k] + x6[k]) * (1.0 / faces)
		}
	}
}

// choose works out, from what each hold costs, what the best hold among its dice
// costs: for five dice, and on the way for fewer. All the dice may be kept too.
func (c *costs) choose(l *lattice) {
	for i := 1; i < allHolds; i++ {
		to, m := &c[i&inCosts], l.less[i]
		switch len(m) {
		case 1:
			to.lower(&c[m[0]&inCosts])
		case 2:
			x1, x2 := &c[m[0]&inCosts], &c[m[1]&inCosts]
			for k := range to {
				to[k] = min(to[k], x1[k], x2[k])
			}
		case 3:
			x1, x2, x3 := &c[m[0]&inCosts], &c[m[1]&inCosts], &c[m[2]&inCosts]
			for k := range to {
				to[k] = min(to[k], x1[k], x2[k], x3[k])
			}
		case 4:
			x1, x2, x3, x4 := &c[m[0]&inCosts], &c[m[1]&inCosts], &c[m[2]&inCosts], &c[m[3]&inCosts]
			for k := range to {
				to[k] = min(to[k], x1[k], x2[k], x3[k], x4[k])
			}
		case 5:
			x1, x2, x3, x4 := &c[m[0]&inCosts], &c[m[1]&inCosts], &c[m[2]&inCosts], &c[m[3]&inCosts]
			x5 := &c[m[4]&inCosts]
			for k := range to {
				to[k] = min(to[k], x1[k], x2[k], x3[k], x4[k], x5[k])
			}
		}
	}
}
