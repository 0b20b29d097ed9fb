package fill

import (
	"context"
	"slices"
	"time"

	"kast/repository"
)

// notebook is a store for one game at a time: it writes down what the service hands to a store, so that the whole game can
// be handed on at its end. Of a store it does what playing a game takes; anything else that is asked of it is a mistake of
// this package, and panics.
// Names of accounts it does not know: they are in no game.
type notebook struct {
	repository.Games // nil

	game    repository.Game // as it is now; without id there is none
	made    repository.NewGame
	appends []repository.Append
	events  []repository.Event
	played  []repository.Played
}

func (n *notebook) CreateGame(_ context.Context, g repository.NewGame) error {
	if n.game.ID != "" {
		return repository.ErrExists
	}
	n.made, n.game, n.events = g, g.Game, slices.Clone(g.Events)
	return nil
}

func (n *notebook) Append(_ context.Context, a repository.Append) error {
	if a.GameID != n.game.ID {
		return repository.ErrNotFound
	}
	if a.After != n.game.Head {
		return repository.ErrConflict
	}
	n.appends = append(n.appends, a)
	n.events = append(n.events, a.Events...)
	last := a.Events[len(a.Events)-1]
	n.game.Head, n.game.UpdatedAt, n.game.Summary = repository.Head{Seq: last.Seq, Hash: last.Hash}, a.At, a.Summary
	if a.Host != nil {
		n.game.Host = *a.Host
	}
	if a.InviteCode != nil {
		n.game.InviteCode = *a.InviteCode
	}
	switch {
	case a.Seats != nil:
		n.game.Seats = a.Seats
	case len(a.Standings) > 0:
		n.game.Seats = slices.Clone(n.game.Seats) // the service may hold the ones before
		for _, s := range a.Standings {
			n.game.Seats[s.Seat].Standing = s
		}
	}
	return nil
}

func (n *notebook) Game(_ context.Context, id string) (repository.Game, error) {
	if id != n.game.ID {
		return repository.Game{}, repository.ErrNotFound
	}
	g := n.game
	g.Seats = slices.Clone(g.Seats)
	return g, nil
}

func (n *notebook) Recent(ctx context.Context, id string) (repository.Game, error) {
	return n.Game(ctx, id)
}

func (n *notebook) Seed(context.Context, string) ([]byte, error) { return n.made.Seed, nil }

func (n *notebook) Events(_ context.Context, _ string, after, limit int) ([]repository.Event, error) {
	return n.events[min(after, len(n.events)):min(after+limit, len(n.events))], nil
}

func (n *notebook) Due(context.Context, time.Time, int64, int) ([]string, int64, error) {
	return nil, 0, nil
}

func (n *notebook) Uncounted(context.Context, int64, int) ([]string, int64, error) {
	return nil, 0, nil
}

func (n *notebook) Unreviewed(context.Context, int64, int) ([]string, int64, error) {
	if n.game.Summary.Status != finished || n.played != nil {
		return nil, 0, nil
	}
	return []string{n.game.ID}, 0, nil
}

func (n *notebook) PutReview(_ context.Context, _ string, _ repository.Head, seats []repository.Played) error {
	n.played = seats
	return nil
}
