package play

import (
	"container/list"
	"sync"
)

// folds keeps the folds of games that were used last, as many as there is room for. Whoever gets one looks whether its
// head is still the game's: the store may have been written to by others.
type folds struct {
	mu   sync.Mutex
	room int // bytes that are free
	byID map[string]*list.Element
	used list.List // of *kept; first the one used last
}

// kept is an entry of folds.
type kept struct {
	id   string
	fold fold
	size int
}

// newFolds returns a place for so many bytes.
func newFolds(room int) *folds { return &folds{room: room, byID: map[string]*list.Element{}} }

// get returns the fold that is kept of a game, or that of an empty log.
func (c *folds) get(id string) fold {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.byID[id]
	if e == nil {
		return fold{}
	}
	c.used.MoveToFront(e)
	return e.Value.(*kept).fold
}

// put keeps a fold in place of what was kept of the game, and lets go of those that were not used for longest until
// there is room.
func (c *folds) put(id string, f fold) {
	const beside = 256 // what keeping it takes
	size := f.size() + beside
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.byID[id]; e != nil {
		k := e.Value.(*kept)
		c.room += k.size
		k.fold, k.size = f, size
		c.used.MoveToFront(e)
	} else {
		c.byID[id] = c.used.PushFront(&kept{id: id, fold: f, size: size})
	}
	c.room -= size
	for c.room < 0 {
		c.drop(c.used.Back())
	}
}

func (c *folds) drop(e *list.Element) {
	k := c.used.Remove(e).(*kept)
	delete(c.byID, k.id)
	c.room += k.size
}
