package play

import (
	"context"
	"fmt"

	"kast/repository"
)

// Changes are the games of an account that changed after a place in the order of all changes.
type Changes struct {
	Games []repository.Game // in the order of their last changes
	Gone  []string          // ids of games that the account has dropped out of, in that order
	Next  int64             // the place to go on from
	More  bool              // there are others, which are in neither
}

// Changes returns the games of an account that changed after a place, 0 for all of them, each once and as it is now, and
// those that it has dropped out of after that place; at most limit together. Who goes on from Next misses none, whatever is written meanwhile: what changes moves to the end. ErrAhead
// when there was no such change yet.
func (s *Service) Changes(ctx context.Context, account string, after int64, limit int) (Changes, error) {
	now, err := s.store.Now(ctx)
	if err != nil {
		return Changes{}, fmt.Errorf("read the place of the last change: %w", err)
	}
	if after > now.Games {
		return Changes{}, ErrAhead
	}
	list, err := s.store.ChangesOf(ctx, account, after, limit+1)
	if err != nil {
		return Changes{}, fmt.Errorf("list changed games: %w", err)
	}
	c := Changes{Next: after, More: len(list) > limit}
	for _, g := range list[:min(len(list), limit)] {
		c.Next = g.Changed
		if g.Gone {
			c.Gone = append(c.Gone, g.ID)
			continue
		}
		c.Games = append(c.Games, g.Game)
	}
	if !c.More {
		c.Next = max(c.Next, now.Games) // all up to there was looked at
	}
	return c, nil
}
