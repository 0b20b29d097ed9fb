package metrics

import (
	"context"
	"time"

	"kast/repository"
)

// Store counts what is written to a store.
func (m *Metrics) Store(s repository.Store) repository.Store { return &store{Store: s, metrics: m} }

type store struct {
	repository.Store
	metrics *Metrics
}

// CreateGame implements repository.Games.
func (s *store) CreateGame(ctx context.Context, g repository.NewGame) error {
	began := time.Now()
	err := s.Store.CreateGame(ctx, g)
	s.metrics.written(began, len(g.Events), err)
	if err == nil {
		s.metrics.games.Inc()
	}
	return err
}

// Append implements repository.Games.
func (s *store) Append(ctx context.Context, a repository.Append) error {
	began := time.Now()
	err := s.Store.Append(ctx, a)
	s.metrics.written(began, len(a.Events), err)
	return err
}

func (m *Metrics) written(began time.Time, events int, err error) {
	m.commit.Observe(time.Since(began).Seconds())
	if err == nil {
		m.events.Add(float64(events))
	}
}
