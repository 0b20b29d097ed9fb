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

// costs are the costs of the holds, by their number in the lattice. The length
// is a power of two so that indices need no check.
type costs [inCosts + 1]lanes

const inCosts = 1<<9 - 1

// expect works out what the partial holds cost before the free dice are rolled,
// from what the throws cost. Each is the mean of the six holds that one die more
// leads to: dice that fall one after the other are as good as dice that fall at
// once.
//
//go:norace
func (c *costs) expect(l *lattice) {
	for i := partial - 1; i >= 0; i-- {
		m := &l.more[i]
		c[i&inCosts].mean(&c[m[0]&inCosts], &c[m[1]&inCosts], &c[m[2]&inCosts],
			&c[m[3]&inCosts], &c[m[4]&inCosts], &c[m[5]&inCosts])
	}
}

// choose works out, from what each hold costs, what the best hold among its dice
// costs: for five dice, and on the way for fewer. All the dice may be kept too.
//
//go:norace
func (c *costs) choose(l *lattice) {
	for i := 1; i < allHolds; i++ {
		best, m := &c[i&inCosts], l.less[i]
		switch len(m) {
		case 1:
			best.lower(&c[m[0]&inCosts])
		case 2:
			best.lower2(&c[m[0]&inCosts], &c[m[1]&inCosts])
		default:
			best.lower3(&c[m[0]&inCosts], &c[m[1]&inCosts], &c[m[2]&inCosts])
			for _, j := range m[3:] {
				best.lower(&c[j&inCosts])
			}
		}
	}
}
