package potplay_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/potplay"
)

// Whole games by best play, dealt by the game's own rules: turns must gain as much as they were expected to, and those
// that need something must succeed as often. The dice are the same in every run.
func TestBest_WholeGames(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	var gains, chances, ownPotChances tally
	for i := range simulated {
		ownPot := i%2 == 0
		s := startGame(t, 2+i%3, ownPot)
		var solver potplay.Solver
		for s.OnTurn() != game.NoSeat {
			seat := s.OnTurn()
			before := s.Total(seat)
			start := position(s)
			expected := solver.Value(start)
			for turn := s.Seats[seat].Turns; s.OnTurn() == seat && s.Seats[seat].Turns == turn; {
				s = decide(t, s, bestMove(s, &solver, r))
			}
			gain := s.Total(seat) - before
			gains.add(float64(gain) - expected.Gain)
			if start.Need > 0 {
				success := 0.0
				if gain >= start.Need {
					success = 1
				}
				if ownPot {
					ownPotChances.add(success - expected.Chance)
				} else {
					chances.add(success - expected.Chance)
				}
			}
		}
	}
	gains.check(t, "gain")
	chances.check(t, "chance")
	ownPotChances.check(t, "chance with own pot")
}

// tally adds up by how much things came out otherwise than expected.
type tally struct{ n, sum, squares float64 }

func (a *tally) add(x float64) {
	a.n++
	a.sum += x
	a.squares += x * x
}

func (a *tally) check(t *testing.T, name string) {
	t.Helper()
	mean := a.sum / a.n
	deviation := math.Sqrt((a.squares/a.n - mean*mean) / a.n)
	t.Logf("%s: %.0f turns, off by %.4f, standard error %.4f", name, a.n, mean, deviation)
	if math.Abs(mean) > 3*deviation {
		t.Errorf("%s: %.0f turns are off by %.4f, want at most 3 × %.4f", name, a.n, mean, deviation)
	}
}

func startGame(t *testing.T, seats int, ownPot bool) game.State {
	t.Helper()
	create := game.Create{
		Game: "01234567-89ab-4cde-8f01-23456789abcd", Ruleset: game.Tiotusen, Dice: game.ClientDice,
		Visibility: game.Private, Options: game.OptionsChoice{OwnPot: &ownPot}, Start: true,
	}
	for range seats {
		create.Seats = append(create.Seats, game.SeatSpec{Kind: game.GuestSeat})
	}
	return decide(t, game.State{}, create)
}

func decide(t *testing.T, s game.State, c game.Command) game.State {
	t.Helper()
	d, err := game.Decide(s, c, "")
	if err != nil {
		t.Fatalf("%+v: %v", c, err)
	}
	for _, e := range d.Events {
		s = game.Evolve(s, game.Record{Seq: s.Seq + 1, At: time.Unix(0, 0), By: e.By, Event: e.Event})
	}
	return s
}

// position returns where the seat on turn is.
func position(s game.State) potplay.Position {
	p := potplay.Position{
		Needs350: s.NeedsEntry(), Pot: s.Pot, Points: s.Turn.Points, Groups: s.Turn.Groups,
		Free: len(free(s)), First: s.Turn.Roll == 0,
	}
	if s.Final.On() {
		p.Need = s.Final.Score + 50 - s.Total(s.OnTurn())
		p.OwnPot = s.Options.OwnPot
	}
	if !s.Turn.Fresh {
		faces := []int{}
		for _, i := range free(s) {
			faces = append(faces, s.Turn.Dice.At(i))
		}
		p.Dice = dice.MustNew(faces...)
	}
	return p
}

// free returns where the dice lie that are not set aside.
func free(s game.State) []int { return (dice.All(6) &^ s.Turn.Locked).Positions() }

// bestMove returns what best play does now.
func bestMove(s game.State, solver *potplay.Solver, r *rand.Rand) game.Command {
	seat := s.OnTurn()
	held := []int{}
	if !s.Turn.Fresh {
		best, _ := solver.Best(position(s))
		for _, i := range best.Held.Positions() {
			held = append(held, free(s)[i])
		}
		if best.Then == potplay.Bank {
			return game.Bank{By: game.ByPlayer, Seat: seat, Held: held}
		}
	}
	faces := make([]int, 6)
	for i := range faces {
		faces[i] = 1 + r.IntN(6)
		if s.Turn.Dice.Len() > 0 && !rolls(s, held).Has(i) {
			faces[i] = s.Turn.Dice.At(i)
		}
	}
	return game.Roll{By: game.ByPlayer, Seat: seat, Held: held, Dice: faces}
}

// rolls returns the dice that a roll with a hold rolls.
func rolls(s game.State, held []int) dice.Mask {
	if s.Turn.Fresh {
		return dice.All(6)
	}
	kept, _ := dice.MaskOf(held, 6)
	return dice.All(6) &^ (s.Turn.Locked | kept)
}
