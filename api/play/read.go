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
	if seq < 0 || seq > len(l.lines) {
		return View{}, ErrNotFound
	}
	return l.at(seq), nil
}

// Log is a part of a log.
type Log struct {
	Events []gamelog.Line
	Head   string // hash of the last event of the whole log
	More   bool   // events follow that are not in Events
}

// Events returns the events after seq, at most limit. ErrNotFound.
func (s *Service) Events(ctx context.Context, account, id string, after, limit int) (Log, error) {
	l, err := s.loadFor(ctx, account, id)
	if err != nil {
		return Log{}, err
	}
	lines, more := part(l.lines, after, limit)
	return Log{Events: lines, Head: l.Head, More: more}, nil
}

// Frame is an event, with the game as it was after it.
type Frame struct {
	Event gamelog.Line
	View  View
}

// Replay is a part of a game, step by step.
type Replay struct {
	Frames []Frame
	Head   string // hash of the last event of the whole log
	More   bool   // events follow that are not in Frames
}

// Replay returns the steps after seq, at most limit. ErrNotFound.
func (s *Service) Replay(ctx context.Context, account, id string, after, limit int) (Replay, error) {
	l, err := s.loadFor(ctx, account, id)
	if err != nil {
		return Replay{}, err
	}
	lines, more := part(l.lines, after, limit)
	r := Replay{Frames: make([]Frame, len(lines)), Head: l.Head, More: more}
	state := game.Fold(gamelog.Records(l.lines[:min(after, len(l.lines))]))
	for i, line := range lines {
		state = game.Evolve(state, line.Record)
		v := View{Beside: l.Beside, State: state, Head: line.Hash}
		v.Beside.Seats = l.ownersAt(state)
		r.Frames[i] = Frame{Event: line, View: v}
	}
	return r, nil
}

func part(lines []gamelog.Line, after, limit int) (some []gamelog.Line, more bool) {
	rest := lines[min(after, len(lines)):]
	if len(rest) > limit {
		return rest[:limit], true
	}
	return rest, false
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
