package play

import (
	"context"
	"errors"

	"kast/domain/bestplay"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/domain/potplay"
	"kast/domain/review"
	"kast/domain/solver"
)

// ErrAdviceOff: the game is played without advice, and it is not over.
var ErrAdviceOff = errors.New("advice is off")

// Advice is best play in a position: that of the scorecard games or of the pot game, whichever it is.
type Advice struct {
	State     game.State
	Head      string
	Scorecard *solver.Evaluation
	Pot       *potplay.Evaluation
}

// Advice tells what the seat on turn does best. ErrNotFound, ErrAdviceOff, ErrNoTable; a *game.Refusal when nobody is on
// turn.
func (s *Service) Advice(ctx context.Context, account, id string) (Advice, error) {
	l, err := s.loadFor(ctx, account, id)
	if err != nil {
		return Advice{}, err
	}
	return AdviceIn(l.State, l.Head, func(id game.RulesetID) (*solver.Table, error) { return s.tables.Table(ctx, id) })
}

// AdviceIn tells what the seat on turn does best in a game whose last event has the hash head; table gives the table of a
// ruleset. ErrAdviceOff, the errors of table; a *game.Refusal when nobody is on turn.
func AdviceIn(state game.State, head string, table func(game.RulesetID) (*solver.Table, error)) (Advice, error) {
	if state.OnTurn() == game.NoSeat {
		return Advice{}, &game.Refusal{Code: game.GameNotPlaying}
	}
	if !state.Options.Advice {
		return Advice{}, ErrAdviceOff
	}
	a := Advice{State: state, Head: head}
	if state.Ruleset.Engine == game.PotEngine {
		e := potplay.Evaluate(bestplay.Position(state))
		a.Pot = &e
		return a, nil
	}
	t, err := table(state.Ruleset.ID)
	if err != nil {
		return Advice{}, err
	}
	e := bestplay.Scorecard(t, state)
	a.Scorecard = &e
	return a, nil
}

// Table returns the table of best play of a scorecard ruleset. ErrNoTable.
func (s *Service) Table(ctx context.Context, id game.RulesetID) (*solver.Table, error) {
	return s.tables.Table(ctx, id)
}

// Tables are those of best play that the service uses.
func (s *Service) Tables() *Tables { return s.tables }

// BestBoxes returns the best boxes for the seat on turn, none before the first roll. It reports false where there are none
// to tell: in the pot game, in a game without advice, and while the table is still being made, for which nobody who reads
// a game shall have to wait.
func (s *Service) BestBoxes(state game.State) (best []bestplay.BoxValue, known bool) {
	return BestBoxes(state, s.tables.Made)
}

// BestBoxes is the method of that name, with the tables that made gives if they are made.
func BestBoxes(
	state game.State, made func(game.RulesetID) (*solver.Table, bool),
) (best []bestplay.BoxValue, known bool) {
	if !tellsBest(state) {
		return nil, false
	}
	if state.Turn.Fresh {
		return nil, true
	}
	t, is := made(state.Ruleset.ID)
	if !is {
		return nil, false
	}
	return bestplay.Boxes(t, state), true
}

// tellsBest tells whether a game tells its best boxes now.
func tellsBest(state game.State) bool {
	return state.OnTurn() != game.NoSeat && state.Ruleset.Engine == game.ScorecardEngine && state.Options.Advice
}

// BestWaits tells whether BestBoxes does not know yet what it will tell once the table is made.
func (s *Service) BestWaits(state game.State) bool {
	if !tellsBest(state) || state.Turn.Fresh {
		return false
	}
	_, made := s.tables.Made(state.Ruleset.ID)
	return !made
}

// Review is a game judged.
type Review struct {
	review.Review
	State game.State
	Head  string
}

// Review judges a game as far as it has been played; while it runs only where advice is on. ErrNotFound, ErrAdviceOff,
// ErrNoTable.
func (s *Service) Review(ctx context.Context, account, id string) (Review, error) {
	l, err := s.loadFor(ctx, account, id)
	if err != nil {
		return Review{}, err
	}
	if err := reviewable(l.State); err != nil {
		return Review{}, err
	}
	lines, err := s.lines(ctx, id, 0, l.log.head.Seq)
	if err != nil {
		return Review{}, err
	}
	return ReviewIn(l.State, lines, func(id game.RulesetID) (*solver.Table, error) { return s.tables.Table(ctx, id) })
}

func reviewable(state game.State) error {
	if state.Status == game.StatusPlaying && !state.Options.Advice {
		return ErrAdviceOff
	}
	return nil
}

// ReviewIn judges a game from its whole log, which leads to state; table gives the table of a ruleset. ErrAdviceOff, the
// errors of table.
func ReviewIn(
	state game.State, lines []gamelog.Line, table func(game.RulesetID) (*solver.Table, error),
) (Review, error) {
	if err := reviewable(state); err != nil {
		return Review{}, err
	}
	t, err := table(state.Ruleset.ID)
	if err != nil {
		return Review{}, err
	}
	return Review{Review: review.Game(t, gamelog.Records(lines)), State: state, Head: head(lines).Hash}, nil
}
