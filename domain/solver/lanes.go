//go:build !(goexperiment.simd && amd64.v3)

package solver

// lower lowers each cost to the other one where that is lower.
//
//go:norace
func (c *lanes) lower(x *lanes) {
	for k := range c {
		c[k] = min(c[k], x[k])
	}
}

// lower2 lowers each cost to the lowest of two others.
//
//go:norace
func (c *lanes) lower2(x1, x2 *lanes) {
	for k := range c {
		c[k] = min(c[k], x1[k], x2[k])
	}
}

// lower3 lowers each cost to the lowest of three others.
//
//go:norace
func (c *lanes) lower3(x1, x2, x3 *lanes) {
	for k := range c {
		c[k] = min(c[k], x1[k], x2[k], x3[k])
	}
}

// mean sets each cost to the mean of six.
//
//go:norace
func (c *lanes) mean(x1, x2, x3, x4, x5, x6 *lanes) {
	for k := range c {
		c[k] = (x1[k] + x2[k] + x3[k] + x4[k] + x5[k] + x6[k]) * (1.0 / faces)
	}
}
