package engine

import (
	"fmt"

	"kast/api/play"
	"kast/api/shape"
	"kast/domain/bestplay"
	"kast/domain/game"
	"kast/domain/solver"
)

// bot gives the move of the computer seat on turn.
func (e *Engine) bot(p adviceParams) (any, error) {
	l, err := e.read(p.Events)
	if err != nil {
		return nil, err
	}
	s := l.state
	switch {
	case s.OnTurn() == game.NoSeat:
		return nil, &game.Refusal{Code: game.GameNotPlaying}
	case s.Seats[s.Turn.Seat].Kind != game.BotSeat:
		return nil, &game.Refusal{Code: game.NotYourTurn}
	}
	var t *solver.Table
	if s.Seats[s.Turn.Seat].BotLevel == game.BotBest {
		if t, err = e.tableFor(s); err != nil {
			return nil, err
		}
	}
	return chosen{Move: moveOf(play.BotMove(t, s), game.ByBot)}, nil
}

// clock gives the move that the game makes for the seat on turn when its time is up.
func (e *Engine) clock(p adviceParams) (any, error) {
	l, err := e.read(p.Events)
	if err != nil {
		return nil, err
	}
	if l.state.OnTurn() == game.NoSeat {
		return nil, &game.Refusal{Code: game.GameNotPlaying}
	}
	t, err := e.tableFor(l.state)
	if err != nil {
		return nil, err
	}
	return chosen{Move: moveOf(bestplay.TimeUp(t, l.state), game.ByClock)}, nil
}

// tableFor gives the table that a move by best play needs; before a roll there is nothing to choose.
func (e *Engine) tableFor(s game.State) (*solver.Table, error) {
	if s.Turn.Fresh {
		return nil, nil
	}
	return e.table(s.Ruleset.ID)
}

// moveOf gives a command as a move; of a roll the dice are still to be thrown.
func moveOf(c game.Command, by game.By) Move {
	m := Move{By: shape.EventBy(by)}
	switch c := c.(type) {
	case game.Roll:
		m.Do, m.Seat, m.Held = DoRoll, &c.Seat, c.Held
	case game.Enter:
		m.Do, m.Seat, m.Box = DoEnter, &c.Seat, shape.Box(c.Box.String())
	case game.Bank:
		m.Do, m.Seat, m.Held = DoBank, &c.Seat, c.Held
	case game.Create, game.Join, game.Leave, game.Start, game.Hold, game.Resign, game.Resume, game.Close:
		panic(fmt.Sprintf("engine: best play does %T", c))
	}
	return m
}
