package play

import (
	"context"
	"slices"
	"time"

	"kast/domain/game"
	"kast/repository"
)

// GameChange tells that a game of an account has changed, or with Gone that the account is out of it: then only Changed and
// Game count, since it may not see the game any more.
type GameChange struct {
	Changed  int64 // place in the order of all changes
	Game     string
	Gone     bool
	Seq      int // of the last event
	Status   game.Status
	YourTurn bool      // the account moves the seat on turn: its own, or as host a guest's, or a computer's with client dice
	Deadline time.Time // of the seat on turn; zero when no clock runs
}

// AccountStream follows the games of an account from a place on. One goroutine may use it at a time.
type AccountStream struct {
	service *Service
	topic   *accountTopic
	*follower
	at int64 // all changes up to this one were given
}

// FollowAccount follows the games in which the account holds a seat, or has one kept, or is the host, after a place in the
// order of changes; from now on when that is negative. When it drops out of one that is told, and nothing after it. ErrAhead when there was no such change yet. Close ends it.
func (s *Service) FollowAccount(ctx context.Context, who Watcher, after int64) (*AccountStream, error) {
	st := &AccountStream{service: s, at: after}
	var err error
	st.follower, err = s.live.join(ctx, who, func(f *follower) {
		if st.topic = s.live.accounts[who.Account]; st.topic == nil {
			st.topic = &accountTopic{followers: map[*follower]struct{}{}, from: s.live.point.Games}
			s.live.accounts[who.Account] = st.topic
		}
		st.topic.followers[f] = struct{}{}
	})
	if err != nil {
		return nil, err
	}
	now, err := s.store.Now(ctx)
	if err == nil && after > now.Games {
		err = ErrAhead
	}
	if err != nil {
		st.Close()
		return nil, err
	}
	if after < 0 {
		st.at = now.Games
	}
	return st, nil
}

// Close ends the stream.
func (st *AccountStream) Close() {
	st.service.live.leave(st.follower, func() {
		delete(st.topic.followers, st.follower)
		if len(st.topic.followers) == 0 {
			delete(st.service.live.accounts, st.who.Account)
		}
	})
}

// At is the place up to which all changes were given.
func (st *AccountStream) At() int64 { return st.at }

// News has something in it when Next should be called again.
func (st *AccountStream) News() <-chan struct{} { return st.wake }

// Next returns the changes that follow, in order, none when there is nothing new; and why the stream ends, if it does.
// It waits for nobody. After an error, which is the store's or the context's, the stream is no more use.
func (st *AccountStream) Next(ctx context.Context) ([]GameChange, End, error) {
	end, look, err := st.service.live.take(ctx, st.follower)
	if err != nil || end != "" {
		return nil, end, err
	}
	changes, upTo, ready := st.ready(look)
	if !ready {
		changes, err = st.service.store.ChangesOf(ctx, st.who.Account, st.at, readBatch)
		if err != nil {
			return nil, "", err
		}
		if len(changes) == readBatch {
			upTo = 0 // there may be more before that
		}
	}
	told := make([]GameChange, len(changes))
	for i, c := range changes {
		told[i] = changeFor(c, st.who.Account)
		st.at = c.Changed
	}
	st.at = max(st.at, upTo)
	return told, "", nil
}

// ready gives what the topic has of the changes that follow. When that does not reach back far enough it is false: then
// they must be read from the store, which has all up to upTo.
func (st *AccountStream) ready(look bool) (changes []repository.ChangedGame, upTo int64, ready bool) {
	st.service.live.mu.Lock()
	defer st.service.live.mu.Unlock()
	t := st.topic
	if look || st.at < t.from {
		return nil, t.from, false
	}
	next, _ := slices.BinarySearchFunc(t.changes, st.at+1, func(c repository.ChangedGame, at int64) int { return int(c.Changed - at) })
	return t.changes[next:], 0, true
}

func changeFor(c repository.ChangedGame, account string) GameChange {
	if c.Gone {
		return GameChange{Changed: c.Changed, Game: c.ID, Gone: true}
	}
	return GameChange{
		Changed: c.Changed, Game: c.ID, Seq: c.Head.Seq, Status: game.Status(c.Summary.Status),
		YourTurn: movesNext(c.Game, account), Deadline: c.Summary.Deadline,
	}
}

// movesNext tells from what is kept beside a log whether an account moves the seat on turn, as View.moves does.
func movesNext(g repository.Game, account string) bool {
	on := slices.IndexFunc(g.Seats, func(s repository.Seat) bool { return s.Seat == g.Summary.TurnSeat })
	if on < 0 || g.Summary.Status != string(game.StatusPlaying) {
		return false
	}
	switch seat := g.Seats[on]; seat.Kind {
	case string(game.GuestSeat):
		return g.Host == account
	case string(game.BotSeat):
		return g.Host == account && g.Summary.Dice == string(game.ClientDice)
	default:
		return seat.AccountID == account
	}
}
