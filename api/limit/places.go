package limit

import "sync"

// Places bounds how many things with the same key go on at the same time, and how many in all. It is safe for concurrent use.
type Places struct {
	each, all int
	mu        sync.Mutex
	taken     map[string]int
	total     int
}

// NewPlaces returns Places of which none is taken; 0 is no bound.
func NewPlaces(each, all int) *Places { return &Places{each: each, all: all, taken: map[string]int{}} }

// Take takes a place, until release is called, once or more often; false when there is none.
func (p *Places) Take(key string) (release func(), ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.all > 0 && p.total >= p.all || p.each > 0 && p.taken[key] >= p.each {
		return nil, false
	}
	p.total++
	p.taken[key]++
	return sync.OnceFunc(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.total--
		if p.taken[key]--; p.taken[key] == 0 {
			delete(p.taken, key)
		}
	}), true
}

// Taken is how many places are taken in all.
func (p *Places) Taken() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.total
}
