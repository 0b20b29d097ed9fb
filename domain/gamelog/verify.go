package gamelog

import (
	"errors"

	"kast/domain/fairness"
	"kast/domain/game"
)

// What Verify finds, as the cause of a *game.Breach; beside these the causes of game.Check.
var (
	ErrChain      = errors.New("the hash of the event before does not match")
	ErrHash       = errors.New("the hash does not match the event")
	ErrCommitment = errors.New("the seed does not open the commitment")
	ErrDice       = errors.New("the dice do not follow from the seed")
)

// Verify checks a whole log: that each event is chained to the one before, that it is what the rules lead to, and that
// every roll of server dice follows from the seed. It returns the state at the end, or a *game.Breach.
//
// A game that is over reveals its seed. While it runs only the server can prove the dice: seed is that secret; nil
// leaves the dice of a running game unproven.
func Verify(lines []Line, seed *fairness.Seed) (game.State, error) {
	prev := Genesis()
	for _, l := range lines {
		if l.Prev != prev {
			return game.State{}, &game.Breach{Seq: l.Seq, Cause: ErrChain}
		}
		if err := checkHash(l); err != nil {
			return game.State{}, &game.Breach{Seq: l.Seq, Cause: err}
		}
		prev = l.Hash
	}
	records := Records(lines)
	proof, err := newProof(records, seed)
	if err != nil {
		return game.State{}, err
	}
	return game.Check(records, proof.roll)
}

// checkHash writes the event again, since JSON is only what it was read from.
func checkHash(l Line) error {
	w := encode(l.Record)
	w.Prev = l.Prev
	hash, err := w.hash()
	if err != nil {
		return err
	}
	if hash != l.Hash {
		return ErrHash
	}
	return nil
}

// proof checks the rolls of one log against its seed; a nil seed proves nothing.
type proof struct{ seed *fairness.Seed }

// newProof takes the seed that the log reveals, or else the one that is given. It fails with a *game.Breach where that
// is not the seed that was committed to: at the event that reveals it, else at the one that commits to it.
func newProof(log []game.Record, given *fairness.Seed) (proof, error) {
	if len(log) == 0 {
		return proof{}, nil
	}
	first, ok := log[0].Event.(game.Created)
	if !ok || first.Dice != game.ServerDice {
		return proof{}, nil // nothing to prove, or refused by game.Check
	}
	seed, at := given, log[0].Seq
	if end, revealed, over := game.End(log); over {
		at = end.Seq
		s, err := fairness.ParseSeed(revealed)
		if err != nil {
			return proof{}, &game.Breach{Seq: at, Cause: ErrCommitment}
		}
		seed = &s
	}
	if seed != nil && !seed.Opens(first.Commitment) {
		return proof{}, &game.Breach{Seq: at, Cause: ErrCommitment}
	}
	return proof{seed: seed}, nil
}

func (p proof) roll(before game.State, r game.Record) error {
	e, ok := r.Event.(game.Rolled)
	if !ok || p.seed == nil {
		return nil
	}
	drawn := p.seed.Dice(Position(before), before.Ruleset.Dice)
	for _, i := range before.Rolls().Positions() {
		if e.Dice.At(i) != drawn.At(i) {
			return ErrDice
		}
	}
	return nil
}

// Position returns where in the stream of server dice the next roll of the seat on turn lies.
func Position(s game.State) fairness.Position {
	return fairness.Position{
		Game: s.Game, ClientSeeds: s.ClientSeeds(), Seat: s.Turn.Seat, Turn: s.Turn.Round, Roll: s.Turn.Roll + 1,
	}
}
