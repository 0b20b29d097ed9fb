package play

import (
	"context"
	"time"
)

// AwaitEvents is Events, but as long as there is nothing new it waits for it: until there are events after seq, for the
// given time at most, or until the server stops. had tells whether the caller has already what leads to a head; then
// nothing is new. ErrNotFound, ErrAhead, ErrSignedOut, the context's error.
func (s *Service) AwaitEvents(
	ctx context.Context, who Watcher, id string, after, limit int, wait time.Duration, had func(head string) bool,
) (Log, error) {
	isNew := func(l Log) bool { return len(l.Events) > 0 && !had(l.Head) }
	log, err := s.Events(ctx, who.Account, id, after, limit)
	if err != nil || isNew(log) || wait <= 0 {
		return log, err
	}
	if after > log.Seq {
		return Log{}, ErrAhead
	}
	st, err := s.joinGame(ctx, who, id)
	if err != nil {
		return Log{}, err
	}
	defer st.Close()
	up := time.NewTimer(wait)
	defer up.Stop()
	for over := false; ; {
		end, _, err := s.live.take(ctx, st.follower)
		if err != nil {
			return Log{}, err
		}
		if end == EndSignedOut {
			return Log{}, ErrSignedOut
		}
		log, err := s.Events(ctx, who.Account, id, after, limit)
		if err != nil || isNew(log) || over || end != "" {
			return log, err
		}
		select {
		case <-st.News():
		case <-up.C:
			over = true
		case <-ctx.Done():
			return Log{}, ctx.Err()
		}
	}
}
