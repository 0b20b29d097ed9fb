package bestplay_test

import (
	"math/rand/v2"
	"testing"

	"kast/domain/game"
)

// A game of computers alone always ends, whatever the seats, levels and options: every move of theirs is allowed.
func TestBots_PlayToTheEnd(t *testing.T) {
	const mostMoves = 20_000
	for _, id := range rulesets() {
		t.Run(string(id), func(t *testing.T) {
			t.Parallel()
			best := table(id)
			ruleset, _ := game.Lookup(id)
			for n := range fewer(100) {
				r := rand.New(rand.NewPCG(uint64(n), 3))
				levels := make([]game.BotLevel, ruleset.MinSeats+r.IntN(ruleset.MaxSeats-ruleset.MinSeats+1))
				for i := range levels {
					levels[i] = []game.BotLevel{game.BotBest, game.BotCasual}[r.IntN(2)]
				}
				var o game.OptionsChoice
				if ruleset.HasOwnPot() {
					o.OwnPot = new(n%2 == 0)
				}
				m := newMatch(t, r, id, bots(levels...), o)
				for moves := 0; m.state.OnTurn() != game.NoSeat; moves++ {
					if moves == mostMoves {
						t.Fatalf("game %d: no end after %d moves", n, moves)
					}
					m.do(botMove(m.state, best))
				}
				if m.state.Status != game.StatusFinished {
					t.Fatalf("game %d is %s", n, m.state.Status)
				}
			}
		})
	}
}
