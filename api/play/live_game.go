package play

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/repository"
)

// GameStream follows the log of one game from a place on. One goroutine may use it at a time.
type GameStream struct {
	service *Service
	id      string
	topic   *gameTopic
	*follower
	seq  int // of the last event that was given
	seen int // of the last event that is known to be there
	over bool
}

// FollowGame follows a game's log after seq. ErrNotFound; ErrAhead when the log has not come to seq. Close ends it.
func (s *Service) FollowGame(ctx context.Context, who Watcher, id string, seq int) (*GameStream, error) {
	st, err := s.joinGame(ctx, who, id)
	if err != nil {
		return nil, err
	}
	l, err := s.loadFor(ctx, who.Account, id)
	if err == nil && seq > l.State.Seq {
		err = ErrAhead
	}
	if err != nil {
		st.Close()
		return nil, err
	}
	st.seq, st.seen, st.over = seq, l.State.Seq, seq == l.State.Seq && isOver(l.State.Status)
	return st, nil
}

// joinGame lets somebody into the topic of a game, without looking whether there is such a game.
func (s *Service) joinGame(ctx context.Context, who Watcher, id string) (*GameStream, error) {
	st := &GameStream{service: s, id: id}
	var err error
	st.follower, err = s.live.join(ctx, who, func(f *follower) {
		if st.topic = s.live.games[id]; st.topic == nil {
			st.topic = &gameTopic{followers: map[*follower]struct{}{}}
			s.live.games[id] = st.topic
		}
		st.topic.followers[f] = struct{}{}
	})
	return st, err
}

// Close ends the stream.
func (st *GameStream) Close() {
	st.service.live.leave(st.follower, func() {
		delete(st.topic.followers, st.follower)
		if len(st.topic.followers) == 0 {
			delete(st.service.live.games, st.id)
		}
	})
}

// News has something in it when Next should be called again.
func (st *GameStream) News() <-chan struct{} { return st.wake }

// Next returns the lines that follow, none when there is nothing new; and why the stream ends after them, if it does.
// It waits for nobody. After an error, which is the store's or the context's, the stream is no more use.
func (st *GameStream) Next(ctx context.Context) ([]gamelog.Line, End, error) {
	end, look, err := st.service.live.take(ctx, st.follower)
	if err != nil || end != "" {
		return nil, end, err
	}
	if st.over {
		return nil, EndGameOver, nil
	}
	lines, look, err := st.ready(ctx, look)
	if look && err == nil {
		lines, err = st.read(ctx)
	}
	switch {
	case errors.Is(err, ErrNotFound):
		return nil, EndHidden, nil
	case err != nil || len(lines) == 0:
		return nil, "", err
	}
	last := lines[len(lines)-1]
	st.seq = last.Seq
	_, finished := last.Event.(game.Finished)
	_, closed := last.Event.(game.Closed)
	if st.over = finished || closed; st.over {
		return lines, EndGameOver, nil
	}
	return lines, "", nil
}

// ready gives what the topic has of the lines that follow. more is true when the store has to be read, since the topic
// does not have them, or since by what it knows the account may not see them: that may be old.
func (st *GameStream) ready(ctx context.Context, look bool) (lines []gamelog.Line, more bool, err error) {
	lines, watches, more := st.kept(look)
	if !watches || more {
		return lines, more, nil
	}
	still, err := st.service.store.Watches(ctx, st.id, st.who.Account)
	return lines, !still, err
}

// kept is ready without the store: watches is true when that must say whether the account may watch.
func (st *GameStream) kept(look bool) (lines []gamelog.Line, watches, more bool) {
	st.service.live.mu.Lock()
	defer st.service.live.mu.Unlock()
	g := st.topic.game
	if look || g == nil || g.Head.Seq < st.seen {
		return nil, false, look || st.seq < st.seen
	}
	st.seen = g.Head.Seq
	shown := shownTo(*g, st.who.Account)
	first := st.seen - len(st.topic.lines)
	if st.seq < first || !shown && g.WatchCode == "" {
		return nil, false, true
	}
	return st.topic.lines[min(st.seq-first, len(st.topic.lines)):], !shown, false
}

// readBatch is how many lines are read from the store at a time.
const readBatch = 100

// read gives the lines that follow from the store. ErrNotFound when the account may not see them.
func (st *GameStream) read(ctx context.Context) ([]gamelog.Line, error) {
	g, err := st.service.beside(ctx, st.id)
	if err != nil {
		return nil, err
	}
	if !shownTo(g, st.who.Account) {
		watches := false
		if g.WatchCode != "" {
			if watches, err = st.service.store.Watches(ctx, st.id, st.who.Account); err != nil {
				return nil, fmt.Errorf("load watchers of game %s: %w", st.id, err)
			}
		}
		if !watches {
			return nil, ErrNotFound
		}
	}
	st.seen = max(st.seen, g.Head.Seq)
	return st.service.lines(ctx, st.id, st.seq, min(st.seen, st.seq+readBatch))
}

// shownTo tells from what is kept beside a log whether an account may see the game, as View.visibleTo does but for those
// who were let in to watch.
func shownTo(g repository.Game, account string) bool {
	return g.Summary.Visibility == string(game.Public) || slices.Contains(holders(g), account)
}

func isOver(s game.Status) bool { return s == game.StatusFinished || s == game.StatusClosed }
