package play

import (
	"context"
	"fmt"

	"kast/domain/bestplay"
	"kast/domain/fairness"
	"kast/domain/game"
	"kast/domain/solver"
)

// follow goes on for those whose moves nobody sends: the computer's seats, up to the next person's turn or the end of
// the game. With client dice the client moves them. It is part of the same batch, thought out before the writer sees any
// of it; and a computer seat is told the state alone, never the seed.
func (s *Service) follow(ctx context.Context, d *draft, seed *fairness.Seed) error {
	if seed == nil {
		return nil
	}
	for {
		seat := d.state.OnTurn()
		if seat == game.NoSeat || d.state.Seats[seat].Kind != game.BotSeat {
			return nil
		}
		t, err := s.tables.Table(ctx, d.state.Ruleset.ID)
		if err != nil {
			return err
		}
		if err := s.decide(d, BotMove(t, d.state), seed, ""); err != nil {
			return fmt.Errorf("move of a computer seat: %w", err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// BotMove is the move of the computer seat on turn. t is the table of the ruleset; not looked at in the pot game, and for a seat
// of the level casual.
func BotMove(t *solver.Table, s game.State) game.Command {
	if s.Seats[s.Turn.Seat].BotLevel == game.BotCasual {
		return bestplay.Casual(s, game.ByBot)
	}
	return bestplay.Best(t, s, game.ByBot)
}

// timeUp plays the turn of the seat on turn to its end, as the clock does.
func (s *Service) timeUp(ctx context.Context, d *draft, seed *fairness.Seed) error {
	t, err := s.tables.Table(ctx, d.state.Ruleset.ID)
	if err != nil {
		return err
	}
	seat, round := d.state.Turn.Seat, d.state.Turn.Round
	for d.state.OnTurn() == seat && d.state.Turn.Round == round {
		if err := s.decide(d, bestplay.TimeUp(t, d.state), seed, ""); err != nil {
			return fmt.Errorf("move by the clock: %w", err)
		}
	}
	return nil
}
