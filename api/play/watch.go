package play

import (
	"context"
	"errors"
	"fmt"

	"kast/domain/game"
	"kast/repository"
)

// maxWatchers is how many may watch one private game.
const maxWatchers = 1000

// RenewWatch gives a private game a watch code, or another one: then nobody watches any more who came by the one before.
// ErrNotFound, ErrHostOnly, ErrNotPrivate.
func (s *Service) RenewWatch(ctx context.Context, account, id string) (View, error) {
	return s.alterAsHost(ctx, account, id, func(l loaded) (c repository.Alteration, err error) {
		if l.State.Visibility != game.Private {
			return c, ErrNotPrivate
		}
		code, err := s.drawCode(watchLength)
		c.WatchCode = &code
		return c, err
	})
}

// EndWatching takes the watch code of a game away, and with it the right of all who watch by it. ErrNotFound,
// ErrHostOnly.
func (s *Service) EndWatching(ctx context.Context, account, id string) error {
	_, err := s.alterAsHost(ctx, account, id, func(l loaded) (c repository.Alteration, err error) {
		if l.Beside.WatchCode != "" {
			c.WatchCode = new("")
		}
		return c, nil
	})
	return err
}

// Watch lets an account watch the game that a watch code leads to, until the host gives it another code or takes it away.
// Who may see the game anyway gets no such right, and so loses its own with its seat.
// ErrNotFound, ErrWatchersFull, ErrNoAccount.
func (s *Service) Watch(ctx context.Context, account, code string) (View, error) {
	code, ok := typed(code, watchLength)
	if !ok {
		return View{}, ErrNotFound
	}
	g, err := s.store.GameByWatch(ctx, code)
	if errors.Is(err, repository.ErrNotFound) {
		return View{}, ErrNotFound
	}
	if err != nil {
		return View{}, fmt.Errorf("look up a watch code: %w", err)
	}
	l, err := s.loadAs(ctx, account, g.ID)
	if err != nil || l.visibleTo(account) {
		return l.View, err
	}
	err = s.store.Watch(ctx, g.ID, code, account, maxWatchers)
	switch {
	case errors.Is(err, repository.ErrNotFound):
		return View{}, ErrNotFound
	case errors.Is(err, repository.ErrFull):
		return View{}, ErrWatchersFull
	case errors.Is(err, repository.ErrNoAccount):
		return View{}, ErrNoAccount
	case err != nil:
		return View{}, fmt.Errorf("watch game %s: %w", g.ID, err)
	}
	l.watcher = account
	return l.View, nil
}

// Watched lists the ids of the games that an account watches by a code, in the order in which they were made.
func (s *Service) Watched(ctx context.Context, account string) ([]string, error) {
	ids, err := s.store.Watched(ctx, account)
	if err != nil {
		return nil, fmt.Errorf("list watched games: %w", err)
	}
	return ids, nil
}

// Unwatch gives up the right to watch a game; seats stay what they are. ErrNotFound.
func (s *Service) Unwatch(ctx context.Context, account, id string) error {
	l, err := s.loadFor(ctx, account, id)
	if err != nil || l.Beside.WatchCode == "" {
		return err
	}
	if err := s.store.Unwatch(ctx, id, account); err != nil {
		return fmt.Errorf("leave off watching game %s: %w", id, err)
	}
	return nil
}
