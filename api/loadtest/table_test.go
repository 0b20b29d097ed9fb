package loadtest

import "sync"

// table is a game that several clients play, each at its own pace. It tells them when somebody has seen the game move
// on, which a phone would learn from the server.
type table struct {
	mu      sync.Mutex
	game    game
	changed chan struct{} // closed when game is another
}

func newTable() *table { return &table{changed: make(chan struct{})} }

// saw takes in the game as an answer showed it. Answers may come out of order.
func (t *table) saw(g game) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if g.Seq <= t.game.Seq {
		return
	}
	t.game = g
	close(t.changed)
	t.changed = make(chan struct{})
}

// latest returns the game as far as anybody has seen it, and what tells that it moves on.
func (t *table) latest() (game, <-chan struct{}) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.game, t.changed
}
