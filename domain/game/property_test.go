package game_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime/debug"
	"testing"

	"pgregory.net/rapid"

	"kast/domain/game"
	"kast/domain/gamelog"
)

var onlyGame = flag.Int("game", -1, "of the random games, play this one of each ruleset")

// maxMoves is far beyond what a game of eight takes.
const maxMoves = 20_000

// TestRandomGames plays many whole games of each ruleset; see the invariants for what is checked after every move. A
// game depends on its number alone, so that one that fails can be played again with -game.
func TestRandomGames(t *testing.T) {
	// The games leave much behind and need little at a time: collecting it less often saves a quarter of the time.
	collect := debug.SetGCPercent(800)
	t.Cleanup(func() { debug.SetGCPercent(collect) })
	const chunk = 250
	games := randomGames
	if testing.Short() {
		games /= 20
	}
	for _, r := range game.Rulesets() {
		for first := 0; first < games; first += chunk {
			t.Run(fmt.Sprintf("%s/%d", r.ID, first), func(t *testing.T) {
				t.Parallel()
				for n := first; n < min(first+chunk, games); n++ {
					if *onlyGame < 0 || *onlyGame == n {
						playRandom(numbered{t, n}, r.ID, n)
					}
				}
			})
		}
	}
}

// numbered says in which game a test failed.
type numbered struct {
	*testing.T
	n int
}

func (t numbered) Fatalf(format string, args ...any) {
	t.T.Fatalf("game %d: "+format, append([]any{t.n}, args...)...)
}

func playRandom(t tb, id game.RulesetID, n int) {
	g := newRandomGame(t, rand.New(rand.NewPCG(uint64(n), uint64(len(id)))), id)
	for moves := 0; g.state.OnTurn() != game.NoSeat; moves++ {
		if moves == maxMoves {
			t.Fatalf("no end after %d moves", moves)
		}
		g.step()
	}
	for range 10 { // nothing moves a game that is over
		if c := g.anything(); g.try(c) {
			t.Fatalf("%#v was allowed after the end", c)
		}
	}
	g.replay(n%4 == 0) // reading JSON takes longer than playing
}

// replay checks that the log leads to the same state by every way that reads it, written as JSON and read again or not.
func (g *randomGame) replay(decode bool) {
	if folded := game.Fold(g.log); !reflect.DeepEqual(folded, g.state) {
		g.Fatalf("folded at once: %+v\nstep by step: %+v", folded, g.state)
	}
	prev := gamelog.Genesis()
	lines := make([]gamelog.Line, len(g.log))
	for i, r := range g.log {
		sealed, err := gamelog.Seal(prev, r)
		if err != nil {
			g.Fatalf("event %d: %v", r.Seq, err)
		}
		prev, lines[i] = sealed.Hash, sealed
		if !decode {
			continue
		}
		line, err := gamelog.Decode(sealed.JSON)
		switch {
		case err != nil:
			g.Fatalf("event %d: %v\n%s", r.Seq, err, sealed.JSON)
		case !reflect.DeepEqual(line, sealed):
			g.Fatalf("event %d: %s became %s", r.Seq, sealed.JSON, line.JSON)
		}
		lines[i] = line
	}
	s, err := gamelog.Verify(lines, &g.seed)
	if err != nil {
		g.Fatalf("%v\n%s", err, lines[len(lines)-1].JSON)
	}
	if !reflect.DeepEqual(s, g.state) {
		g.Fatalf("verified: %+v\nplayed: %+v", s, g.state)
	}
}

// drawn lets rapid choose, and shrink what it chose.
type drawn struct{ *rapid.T }

func (d drawn) IntN(n int) int { return rapid.IntRange(0, n-1).Draw(d.T, "") }

// TestGame_stateMachine plays the beginning of games with any commands mixed in; what fails is shrunk to few moves.
func TestGame_stateMachine(t *testing.T) {
	for _, r := range game.Rulesets() {
		t.Run(string(r.ID), rapid.MakeCheck(stateMachine(r.ID)))
	}
}

func FuzzGame(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) {
		stateMachine(rapid.SampledFrom(game.Rulesets()).Draw(t, "ruleset").ID)(t)
	}))
}

func stateMachine(id game.RulesetID) func(t *rapid.T) {
	return func(t *rapid.T) {
		g := newRandomGame(t, drawn{t}, id)
		for range rapid.IntRange(0, 60).Draw(t, "moves") {
			if g.state.OnTurn() == game.NoSeat {
				break
			}
			g.step()
		}
		g.replay(true)
	}
}
