package play

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"kast/domain/gamelog"
	"kast/repository"
)

// Errors of live streams and waiting reads.
var (
	// ErrAhead: the place to go on from is after the last event, or after the last change.
	ErrAhead = errors.New("place is ahead of the log")
	// ErrSignedOut: the sign-in ended while the call waited.
	ErrSignedOut = errors.New("signed out")
)

// End says why a stream ends; empty while it goes on.
type End string

// The reasons why streams end.
const (
	EndShutdown  End = "shutdown"  // the server stops; another, or this one soon, goes on from the same place
	EndSignedOut End = "signedOut" // the sign-in ended, by whatever way
	EndHidden    End = "hidden"    // the account may not see the game any more
	EndGameOver  End = "gameOver"  // the log is complete

	// EndUnavailable: the store does not answer. Streams do not give it: whoever was told an error by one may.
	EndUnavailable End = "unavailable"
)

// Watcher is who follows something live.
type Watcher struct {
	Account string
	SignIn  string // id of the sign-in
	// Lasts looks up whether the sign-in still lasts.
	Lasts func(ctx context.Context) (bool, error)
}

const (
	// ringSize is how many of the newest lines or changes a topic keeps. Who has fallen further behind reads from the store.
	ringSize = 64
	// newsBatch is how many changed games are asked for at a time.
	newsBatch = 100
	// retryNews is how long to wait when the store cannot tell its news.
	retryNews = 250 * time.Millisecond
)

// hub brings the news of the store to those who follow it in this process. One goroutine reads the news, and only while
// somebody follows. What changed is loaded once, however many follow it, and kept in the topic's ring; then each
// follower is woken, without waiting for it, and takes from there what comes after its own place. So a slow follower
// holds up nobody: when it comes back what it needs may have left the ring, and then it is read from the store.
type hub struct {
	store repository.Games

	mu       sync.Mutex
	closed   bool
	all      map[*follower]struct{}
	games    map[string]*gameTopic
	accounts map[string]*accountTopic
	point    repository.Point   // up to where the news was read
	stop     context.CancelFunc // ends the goroutine; nil when none runs
	round    int                // counts the goroutines: one that was ended may have news left, which is old then
}

// follower is what all streams have in common. Its fields below who are the hub's, under its lock.
type follower struct {
	who     Watcher
	wake    chan struct{} // has one place: woken is woken
	end     End
	suspect bool // the sign-in may have ended
	look    bool // the hub does not know what is new: look in the store
}

// gameTopic is a game that is followed.
type gameTopic struct {
	followers map[*follower]struct{}
	game      *repository.Game // the newest state that is known; nil for none
	lines     []gamelog.Line   // the last lines up to the head of game
}

// accountTopic is an account whose games are followed.
type accountTopic struct {
	followers map[*follower]struct{}
	from      int64 // all changes after this one are in changes, once the hub has read of them
	changes   []repository.ChangedGame
}

func newHub(store repository.Games) *hub {
	return &hub{store: store, all: map[*follower]struct{}{}, games: map[string]*gameTopic{}, accounts: map[string]*accountTopic{}}
}

// EndStreams ends all streams and waiting reads, politely, and every new one at once; for the end of the server.
func (s *Service) EndStreams() {
	h := s.live
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for f := range h.all {
		f.end = EndShutdown
		f.rouse()
	}
}

// Followers tells how many streams and waiting reads follow a game in this process.
func (s *Service) Followers(id string) int {
	s.live.mu.Lock()
	defer s.live.mu.Unlock()
	if t := s.live.games[id]; t != nil {
		return len(t.followers)
	}
	return 0
}

// Streams tells how many streams and waiting reads there are in this process.
func (s *Service) Streams() int {
	s.live.mu.Lock()
	defer s.live.mu.Unlock()
	return len(s.live.all)
}

// rouse wakes a follower.
func (f *follower) rouse() {
	select {
	case f.wake <- struct{}{}:
	default: // it is awake, and has still to look
	}
}

// join lets a follower in. What is committed after join has returned reaches it; what was before it has to read. add
// puts it into its topic.
func (h *hub) join(ctx context.Context, who Watcher, add func(*follower)) (*follower, error) {
	// The sign-in is looked up once more, since it may have ended before the follower was let in.
	f := &follower{who: who, wake: make(chan struct{}, 1), suspect: true}
	now, err := h.store.Now(ctx)
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		f.end = EndShutdown
	}
	if h.stop == nil {
		running, stop := context.WithCancel(context.Background())
		h.stop, h.point = stop, now
		h.round++
		go h.run(running, h.round, now)
	}
	h.all[f] = struct{}{}
	add(f)
	return f, nil
}

// leave lets a follower go. remove takes it out of its topic.
func (h *hub) leave(f *follower, remove func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.all, f)
	remove()
	if len(h.all) == 0 && h.stop != nil {
		h.stop()
		h.stop = nil
	}
}

// run reads the news until ctx ends. While the store cannot tell them nobody hears anything; nothing is lost by that.
func (h *hub) run(ctx context.Context, round int, point repository.Point) {
	for ctx.Err() == nil {
		err := h.store.AwaitNews(ctx, point)
		var news repository.News
		if err == nil {
			news, err = h.store.News(ctx, point, newsBatch)
		}
		if err != nil {
			select {
			case <-time.After(retryNews):
			case <-ctx.Done():
			}
			continue
		}
		gone := news.Gone
		for _, c := range h.sort(round, news) {
			gone = h.sendOff(round, gone, c.Changed)
			h.deliver(ctx, round, c)
		}
		h.sendOff(round, gone, news.Point.Games)
		point = news.Point
	}
}

// sort wakes those whose sign-in may have ended, and tells which of the changes somebody may be waiting for.
func (h *hub) sort(round int, news repository.News) (wanted []repository.Change) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.round != round {
		return nil
	}
	// From here on a new topic counts these changes as read. It is right in that: whoever makes one looks in the store next.
	h.point = news.Point
	if len(news.Ended) > 0 {
		for f := range h.all {
			if news.Missed || slices.Contains(news.Ended, repository.MarkOf(f.who.SignIn)) {
				f.suspect = true
				f.rouse()
			}
		}
	}
	if len(h.accounts) > 0 {
		return news.Changes // whose games these are only the store knows
	}
	return slices.DeleteFunc(news.Changes, func(c repository.Change) bool { return h.games[c.GameID] == nil })
}

// sendOff tells followers of accounts that have dropped out of games, by changes up to a number, and returns the others.
func (h *hub) sendOff(round int, gone []repository.Departure, upTo int64) []repository.Departure {
	if len(gone) == 0 || gone[0].Changed > upTo {
		return gone
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for len(gone) > 0 && gone[0].Changed <= upTo {
		if a := h.accounts[gone[0].AccountID]; a != nil && h.round == round {
			a.put(repository.ChangedGame{Game: repository.Game{ID: gone[0].GameID}, Changed: gone[0].Changed, Gone: true})
		}
		gone = gone[1:]
	}
	return gone
}

// deliver loads a game that has changed, and puts it where it is waited for.
func (h *hub) deliver(ctx context.Context, round int, c repository.Change) {
	after, followed := h.known(c.GameID)
	g, err := h.store.Game(ctx, c.GameID)
	var lines []gamelog.Line
	if err == nil && followed && after < g.Head.Seq {
		lines, err = readLines(ctx, h.store, c.GameID, max(after, g.Head.Seq-ringSize), g.Head.Seq)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.round != round {
		return
	}
	t := h.games[c.GameID]
	if err != nil {
		if t != nil {
			t.game, t.lines = nil, nil
			lookAll(t.followers)
		}
		for _, a := range h.accounts {
			a.from, a.changes = c.Changed, nil
			lookAll(a.followers)
		}
		return
	}
	if t != nil {
		t.put(g, lines)
	}
	for _, id := range holders(g) {
		if a := h.accounts[id]; a != nil {
			a.put(repository.ChangedGame{Game: g, Changed: c.Changed})
		}
	}
}

// known tells up to where a topic has the lines of its game.
func (h *hub) known(id string) (after int, followed bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.games[id]
	if t == nil || t.game == nil {
		return 0, t != nil
	}
	return t.game.Head.Seq, true
}

// lookAll wakes followers of whose topic the news could not be loaded: each looks for itself.
func lookAll(followers map[*follower]struct{}) {
	for f := range followers {
		f.look = true
		f.rouse()
	}
}

// put makes g the newest state, with the lines that lead to it.
func (t *gameTopic) put(g repository.Game, lines []gamelog.Line) {
	known := 0
	if t.game != nil {
		known = t.game.Head.Seq
	}
	if g.Head.Seq < known {
		return
	}
	for len(lines) > 0 && lines[0].Seq <= known {
		lines = lines[1:]
	}
	if g.Head.Seq > known && (len(lines) == 0 || lines[0].Seq != known+1) {
		t.lines = nil
	}
	// A new array, since others may be reading the one of before.
	all := slices.Concat(t.lines, lines)
	t.lines = all[max(0, len(all)-ringSize):]
	t.game = &g
	for f := range t.followers {
		f.rouse()
	}
}

// put adds a change.
func (t *accountTopic) put(c repository.ChangedGame) {
	if c.Changed <= t.from {
		return // the topic is younger
	}
	t.changes = append(slices.Clip(t.changes), c)
	if extra := len(t.changes) - ringSize; extra > 0 {
		t.from = t.changes[extra-1].Changed
		t.changes = t.changes[extra:]
	}
	for f := range t.followers {
		f.rouse()
	}
}

// holders lists the accounts whose game it is: the host, those of the seats, and those for whom seats are kept.
func holders(g repository.Game) []string {
	var accounts []string
	add := func(id string) {
		if id != "" && !slices.Contains(accounts, id) {
			accounts = append(accounts, id)
		}
	}
	add(g.Host)
	for _, seat := range g.Seats {
		add(seat.AccountID)
		add(seat.KeptFor)
	}
	return accounts
}

// take reads what the hub has told a follower, and looks up its sign-in where that may have ended.
func (h *hub) take(ctx context.Context, f *follower) (end End, look bool, err error) {
	h.mu.Lock()
	end, look = f.end, f.look
	suspect := f.suspect
	f.look, f.suspect = false, false
	h.mu.Unlock()
	if end != "" || !suspect {
		return end, look, nil
	}
	lasts, err := f.who.Lasts(ctx)
	if err == nil && !lasts {
		end = EndSignedOut
	}
	return end, look, err
}
