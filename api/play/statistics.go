package play

import (
	"context"
	"slices"

	"kast/domain/fairness"
	"kast/domain/game"
	"kast/repository"
)

// Records lists the best totals of a ruleset: those of games by oneself, or of tables, with server or client dice.
func (s *Service) Records(ctx context.Context, f repository.RecordFilter, p repository.RecordPage) (repository.RecordList, error) {
	return s.store.Records(ctx, f, p)
}

// Stats sums up the games of an account, ruleset by ruleset in the order in which those are shown; none for a ruleset of
// which no game counts. dice is that of the games to be looked at, empty for all.
func (s *Service) Stats(ctx context.Context, account string, dice game.DiceMode) ([]repository.Stats, error) {
	all, err := s.store.StatsOf(ctx, account, string(dice))
	if err != nil {
		return nil, err
	}
	sorted := make([]repository.Stats, 0, len(all))
	for _, r := range game.Rulesets() {
		for i := range all {
			if all[i].Ruleset == string(r.ID) {
				sorted = append(sorted, all[i])
			}
		}
	}
	return slices.Clip(sorted), nil
}

// Dice tells how often each face has fallen with server dice, the 1 first, and how well that agrees with good dice; false
// where none has fallen yet.
func (s *Service) Dice(ctx context.Context) (fallen [6]int, u fairness.Uniformity, any bool, err error) {
	fallen, err = s.store.Fallen(ctx)
	if err != nil {
		return fallen, u, false, err
	}
	u, any = fairness.Judge(fallen)
	return fallen, u, any, nil
}
