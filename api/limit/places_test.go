package limit

import (
	"strconv"
	"sync"
	"testing"
)

func TestPlaces(t *testing.T) {
	p := NewPlaces(2, 3)
	take := func(key string) func() {
		t.Helper()
		release, ok := p.Take(key)
		if !ok {
			t.Fatalf("no place for %q", key)
		}
		return release
	}
	none := func(key string) {
		t.Helper()
		if _, ok := p.Take(key); ok {
			t.Errorf("a place for %q", key)
		}
	}
	first := take("a")
	take("a")
	none("a")
	b := take("b")
	none("b")
	none("c") // none at all
	first()
	first() // once is enough
	if p.Taken() != 2 {
		t.Errorf("%d places are taken", p.Taken())
	}
	take("c")
	none("a")
	b()
	if _, kept := p.taken["b"]; kept {
		t.Error("a key is kept that has no place")
	}
	take("a")
}

// However many come at once, and without bounds all of them.
func TestPlaces_atOnce(t *testing.T) {
	for _, bound := range []int{0, 7} {
		p := NewPlaces(bound, 0)
		var all sync.WaitGroup
		got := make(chan func(), 1000)
		for i := range 1000 {
			all.Go(func() {
				if release, ok := p.Take("key " + strconv.Itoa(i%2)); ok {
					got <- release
				}
			})
		}
		all.Wait()
		close(got)
		if want := map[int]int{0: 1000, 7: 14}[bound]; len(got) != want || p.Taken() != want {
			t.Errorf("bound %d: %d places, %d taken", bound, len(got), p.Taken())
		}
		for release := range got {
			release()
		}
		if p.Taken() != 0 || len(p.taken) != 0 {
			t.Errorf("bound %d: %d taken at the end", bound, p.Taken())
		}
	}
}
