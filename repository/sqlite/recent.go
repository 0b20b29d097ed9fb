package sqlite

import (
	"context"
	"slices"
	"sync"
	"time"

	"kast/repository"
)

const (
	// remembered is how many of a kind are remembered at least while they are in use, and half of how many are at most.
	remembered = 4096
	// signInTrust is how long a sign-in is taken to last that another process may have ended.
	signInTrust = 250 * time.Millisecond
)

// recent is what the store remembers of what was read and written last, so that a call need not ask the file for what it
// knows. What this process writes changes it before the writer's caller is answered. What other processes write makes it
// forget all, as soon as the writer sees that: with the file's lock in its hands, before it does anything else. So an
// append that was decided on what is remembered either finds that nobody has written meanwhile, or is refused.
type recent struct {
	mu    sync.Mutex
	round uint64 // counts from 1 how often all was forgotten; what was read before counts for nothing after
	ins   uint64 // the same for sign-ins
	// checked is when the writer last saw that no other process had written since it last looked.
	checked time.Time

	games   memory[repository.Game]
	signIns memory[knownSignIn]
	seeds   memory[[]byte]
}

// knownSignIn is a sign-in that lasted at a time.
type knownSignIn struct {
	repository.SignIn
	at time.Time
}

func newRecent() *recent { return &recent{round: 1} }

// forget forgets everything.
func (r *recent) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.round++
	r.ins++
	r.games, r.signIns, r.seeds = memory[repository.Game]{}, memory[knownSignIn]{}, memory[[]byte]{}
}

// alone notes that at a time no other process had written.
func (r *recent) alone(at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.checked = at
}

// now is the round of now.
func (r *recent) now() uint64 {
	round, _ := r.rounds()
	return round
}

// rounds are those of now, for what is about to be read.
func (r *recent) rounds() (round, ins uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.round, r.ins
}

// game returns a game with the round in which it is remembered.
func (r *recent) game(id string) (repository.Game, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	g, ok := r.games.get(id)
	g.Seen = r.round
	return g, ok
}

// putGame remembers a game that was read in a round, unless a later state of it is known.
func (r *recent) putGame(g repository.Game, round uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if known, ok := r.games.get(g.ID); round != r.round || ok && known.Head.Seq > g.Head.Seq || isOver(g.Summary) {
		return
	}
	r.games.put(g.ID, g)
}

// appended brings up to date what is known of a game. Of who holds seats and what they are called the append does not say
// enough, so that a game where that changes is forgotten.
func (r *recent) appended(a *repository.Append) {
	r.mu.Lock()
	defer r.mu.Unlock()
	g, ok := r.games.get(a.GameID)
	if !ok {
		return
	}
	if g.Head != a.After || a.Seats != nil || a.Host != nil || a.InviteCode != nil || isOver(a.Summary) {
		r.games.drop(a.GameID)
		return
	}
	last := a.Events[len(a.Events)-1]
	g.Head, g.UpdatedAt, g.Summary = repository.Head{Seq: last.Seq, Hash: last.Hash}, asStored(a.At), a.Summary
	s := &g.Summary
	s.StartedAt, s.FinishedAt, s.Deadline = asStored(s.StartedAt), asStored(s.FinishedAt), asStored(s.Deadline)
	g.Seats = slices.Clone(g.Seats) // others may be reading the ones before
	for _, s := range a.Standings {
		i := slices.IndexFunc(g.Seats, func(old repository.Seat) bool { return old.Seat == s.Seat })
		if i < 0 {
			r.games.drop(a.GameID)
			return
		}
		g.Seats[i].Standing = s
	}
	r.games.put(a.GameID, g)
}

// asStored is a time as the file gives it back.
func asStored(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return time.UnixMilli(t.UnixMilli()).UTC()
}

// signIn returns a sign-in that can be taken to last.
func (r *recent) signIn(id string) (repository.SignIn, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	k, ok := r.signIns.get(id)
	if !ok || time.Since(k.at) > signInTrust && time.Since(r.checked) > signInTrust {
		return repository.SignIn{}, false
	}
	return k.SignIn, true
}

// putSignIn remembers a sign-in that was read in a round, which began at a time.
func (r *recent) putSignIn(s repository.SignIn, at time.Time, ins uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ins == r.ins {
		r.signIns.put(s.ID, knownSignIn{s, at})
	}
}

// forgetSignIn forgets one that has changed or ended.
func (r *recent) forgetSignIn(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ins++
	r.signIns.drop(id)
}

func (r *recent) seed(id string) ([]byte, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.seeds.get(id)
}

func (r *recent) putSeed(id string, seed []byte, round uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if round == r.round {
		r.seeds.put(id, seed)
	}
}

// Recent implements repository.Games.
func (db *DB) Recent(ctx context.Context, id string) (repository.Game, error) {
	if g, ok := db.recent.game(id); ok && ctx.Err() == nil {
		return g, nil
	}
	return db.Game(ctx, id)
}

// RecentSignIn implements repository.Accounts.
func (db *DB) RecentSignIn(ctx context.Context, id string) (repository.SignIn, error) {
	if s, ok := db.recent.signIn(id); ok && ctx.Err() == nil {
		return s, nil
	}
	return db.SignIn(ctx, id)
}

// effect is what a write that was committed does to what is remembered.
type effect func(*recent)

// noEffect is that of writes that touch nothing that is remembered. All others must say what theirs is, else everything is
// forgotten.
func noEffect(*recent) {}

// touches says what the effect of the job is.
func (t *txn) touches(e effect) { *t.effect = e }

// look finds out whether other processes have written since the writer looked last. The transaction must hold the lock.
func (w *writer) look(c *conn) error {
	var version int64
	// It changes when another connection than this one has committed, and none but this one does so in this process.
	if _, err := c.one(`PRAGMA data_version`, nil, func(r *row) error { version = r.num(0); return nil }); err != nil {
		return err
	}
	if c != w.looked || version != w.version {
		w.recent.forget()
		w.logs.round++
		w.changed = 0
		w.looked, w.version = c, version
	}
	w.recent.alone(time.Now())
	return nil
}

// memory keeps values by key, those that were used last. There are two generations: when the young one is full it becomes
// the old one, and what is used of that moves to the new young one.
type memory[V any] struct{ young, old map[string]V }

func (m *memory[V]) get(key string) (v V, ok bool) {
	if v, ok = m.young[key]; ok {
		return v, true
	}
	if v, ok = m.old[key]; ok {
		m.put(key, v)
	}
	return v, ok
}

func (m *memory[V]) put(key string, v V) {
	if _, known := m.young[key]; m.young == nil || !known && len(m.young) >= remembered {
		m.young, m.old = map[string]V{}, m.young
	}
	m.young[key] = v
	delete(m.old, key)
}

func (m *memory[V]) drop(key string) {
	delete(m.young, key)
	delete(m.old, key)
}
