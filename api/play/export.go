package play

import (
	"context"
	"fmt"
	"slices"

	"kast/repository"
)

// Export calls do with every game of an account and its log, oldest first. What is made meanwhile may be left out.
func (s *Service) Export(
	ctx context.Context, account string, do func(repository.Game, []repository.Event) error,
) error {
	var games []string
	for p := (repository.Page{Limit: batch}); ; {
		page, err := s.store.GamesOf(ctx, account, repository.GameFilter{}, p)
		if err != nil {
			return fmt.Errorf("list games: %w", err)
		}
		for _, g := range page.Games {
			games = append(games, g.ID)
		}
		if page.Next == 0 {
			break
		}
		p.Before = page.Next
	}
	for _, id := range slices.Backward(games) {
		beside, err := s.beside(ctx, id)
		if err != nil {
			return err
		}
		events, err := s.store.Events(ctx, id, 0, beside.Head.Seq)
		if err != nil {
			return fmt.Errorf("load log %s: %w", id, err)
		}
		if err := do(beside, events); err != nil {
			return err
		}
	}
	return nil
}
