package play

import (
	"context"

	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/repository"
)

// View returns a game as it is now, or with seq > 0 as it was after that event. ErrNotFound, also for a seq that the log
// has not reached.
func (s *Service) View(ctx context.Context, account, id string, seq int) (View, error) {
	l, err := s.loadFor(ctx, account, id)
	if err != nil {
		return View{}, err
	}
	if seq == 0 {
		return l.View, nil
	}
	if seq < 0 || seq > l.State.Seq {
		return View{}, ErrNotFound
	}
	lines, err := s.lines(ctx, id, 0, seq)
	if err != nil {
		return View{}, err
	}
	return l.viewAt(game.Fold(gamelog.Records(lines)), head(lines).Hash), nil
}

// Log is a part of a log.
type Log struct {
	Events []gamelog.Line
	Seq    int    // of the last event of the whole log
	Head   string // its hash
	More   bool   // events follow that are not in Events
}

// Events returns the events after seq, at most limit. ErrNotFound.
func (s *Service) Events(ctx context.Context, account, id string, after, limit int) (Log, error) {
	l, err := s.loadFor(ctx, account, id)
	if err != nil {
		return Log{}, err
	}
	last, more := l.part(after, limit)
	lines, err := s.lines(ctx, id, after, last)
	if err != nil {
		return Log{}, err
	}
	return Log{Events: lines, Seq: l.State.Seq, Head: l.Head, More: more}, nil
}

// Frame is an event, with the game as it was after it.
type Frame struct {
	Event gamelog.Line
	View  View
}

// Replay is a part of a game, step by step.
type Replay struct {
	Frames []Frame
	Now    View // the game as it is now
	More   bool // events follow that are not in Frames
}

// Replay returns the steps after seq, at most limit. ErrNotFound.
func (s *Service) Replay(ctx context.Context, account, id string, after, limit int) (Replay, error) {
	l, err := s.loadFor(ctx, account, id)
	if err != nil {
		return Replay{}, err
	}
	last, more := l.part(after, limit)
	lines, err := s.lines(ctx, id, 0, last)
	if err != nil {
		return Replay{}, err
	}
	before := min(after, len(lines))
	r := Replay{Frames: make([]Frame, len(lines)-before), Now: l.View, More: more}
	state := game.Fold(gamelog.Records(lines[:before]))
	for i, line := range lines[before:] {
		state = game.Evolve(state, line.Record)
		r.Frames[i] = Frame{Event: line, View: l.viewAt(state, line.Hash)}
	}
	return r, nil
}

// part tells which is the last of the events after seq, at most limit, and whether others follow.
func (l loaded) part(after, limit int) (last int, more bool) {
	last = min(after+limit, l.State.Seq)
	return last, last < l.State.Seq
}

// Fairness is what anyone needs to check the dice.
type Fairness struct {
	Commitment  string
	ClientSeeds []string // in seat order
	ServerSeed  string   // empty until the game is over
	Head        string   // of the game
}

// Fairness returns the dice proof of a game. ErrNotFound, ErrNotServerDice.
func (s *Service) Fairness(ctx context.Context, account, id string) (Fairness, error) {
	l, err := s.loadFor(ctx, account, id)
	if err != nil {
		return Fairness{}, err
	}
	if l.State.Dice != game.ServerDice {
		return Fairness{}, ErrNotServerDice
	}
	return Fairness{
		Commitment: l.State.Commitment, ClientSeeds: l.State.ClientSeeds(), ServerSeed: l.State.ServerSeed, Head: l.Head,
	}, nil
}

// Lobby lists the public open tables, newest first.
func (s *Service) Lobby(ctx context.Context, p repository.Page) (repository.GamePage, error) {
	return s.store.Lobby(ctx, p)
}

// GamesOf lists the games of an account, newest first.
func (s *Service) GamesOf(
	ctx context.Context, account string, f repository.GameFilter, p repository.Page,
) (repository.GamePage, error) {
	return s.store.GamesOf(ctx, account, f, p)
}
