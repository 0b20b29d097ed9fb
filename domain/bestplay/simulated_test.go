package bestplay_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"kast/domain/bestplay"
	"kast/domain/game"
)

var games = flag.Int("games", 2000, "how many games of each ruleset to simulate by best play; ten times as many by casual play")

// sample gathers figures.
type sample struct{ n, sum, squares float64 }

func (a *sample) add(x float64) { a.n, a.sum, a.squares = a.n+1, a.sum+x, a.squares+x*x }

func (a *sample) mean() float64 { return a.sum / a.n }

// deviation is the standard deviation of one figure, and err that of the mean.
func (a *sample) deviation() float64 { return math.Sqrt(a.squares/a.n - a.mean()*a.mean()) }

func (a *sample) err() float64 { return a.deviation() / math.Sqrt(a.n) }

func (a *sample) String() string {
	return fmt.Sprintf("%.0f: mean %.2f ± %.2f, standard deviation %.1f", a.n, a.mean(), a.err(), a.deviation())
}

// Whole solo games by best play, through the game's own rules, come out as the table expects.
func TestBest_Mean(t *testing.T) {
	for _, id := range scorecardRulesets() {
		t.Run(string(id), func(t *testing.T) {
			t.Parallel()
			best := table(id)
			var totals sample
			for n := range fewer(*games) {
				m := newMatch(t, rand.New(rand.NewPCG(uint64(n), 1)), id, bots(game.BotBest), game.OptionsChoice{})
				for m.state.OnTurn() != game.NoSeat {
					m.do(bestplay.Best(best, m.state, game.ByBot))
				}
				totals.add(float64(m.state.Total(0)))
			}
			t.Logf("best, games %v; expected %.3f", &totals, best.Start())
			if math.Abs(totals.mean()-best.Start()) > 3*totals.err() {
				t.Errorf("mean total: got %v, want %.3f", &totals, best.Start())
			}
		})
	}
}

// What docs/best-play.md says of casual play. The bounds leave room for chance, three standard errors and more, but for
// no other way to play.
var casualMeans = map[game.RulesetID]float64{game.Penta: 216.5, game.Femlika: 215.4, game.Bonanza: 213.1}

func TestCasual_Mean(t *testing.T) {
	for id, want := range casualMeans {
		t.Run(string(id), func(t *testing.T) {
			t.Parallel()
			var totals sample
			for n := range fewer(*games * 10) {
				m := newMatch(t, rand.New(rand.NewPCG(uint64(n), 2)), id, bots(game.BotCasual), game.OptionsChoice{})
				for m.state.OnTurn() != game.NoSeat {
					m.do(bestplay.Casual(m.state, game.ByBot))
				}
				totals.add(float64(m.state.Total(0)))
			}
			t.Logf("casual, games %v", &totals)
			if math.Abs(totals.mean()-want) > 1+3*totals.err() {
				t.Errorf("mean total: got %v, want about %.1f", &totals, want)
			}
		})
	}
}
