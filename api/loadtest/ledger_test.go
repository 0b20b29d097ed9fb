package loadtest

import (
	"fmt"
	"sync"
)

// event is what a client reads of an event.
type event struct {
	Seq  int    `json:"seq"`
	ID   string `json:"id"`
	Type string `json:"type"`
	Prev string `json:"prev"`
	Hash string `json:"hash"`
}

// ledger is all that the server has acknowledged.
type ledger struct {
	mu    sync.Mutex
	games map[string]*acknowledged
}

// acknowledged is what clients were told of one game.
type acknowledged struct {
	events map[int]event // as any answer showed them
	caused map[int]bool  // those that a call was told it had caused, for the first time
}

// note takes down the events of an answer. first tells that the answer is to the call that caused them, which there is
// only one of; else it is a repeat or a read. It fails where answers contradict one another.
func (l *ledger) note(id string, events []event, first bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.games == nil {
		l.games = map[string]*acknowledged{}
	}
	g := l.games[id]
	if g == nil {
		g = &acknowledged{events: map[int]event{}, caused: map[int]bool{}}
		l.games[id] = g
	}
	for _, e := range events {
		if known, ok := g.events[e.Seq]; ok && known != e {
			return fmt.Errorf("game %s, event %d: %v was %v before", id, e.Seq, e, known)
		}
		if first && g.caused[e.Seq] {
			return fmt.Errorf("game %s, event %d: caused twice", id, e.Seq)
		}
		g.events[e.Seq] = e
		g.caused[e.Seq] = g.caused[e.Seq] || first
	}
	return nil
}
