package play_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"kast/api/play"
	"kast/domain/dice"
	"kast/domain/game"
	"kast/repository"
)

// BenchmarkAdvice is the evaluation of one position with all its actions, for the answer to a call: of a fresh card
// after the first roll in the scorecard games, with all boxes open, and of a first roll in tiotusen. x-reference tells
// how often a loop of a hundred thousand multiply-adds runs in the same time, since machines differ.
//
//	go test ./api/play -run '^$' -bench Advice
func BenchmarkAdvice(b *testing.B) {
	games := newBenchGames(b, 10, 0)
	for _, r := range game.Rulesets() {
		b.Run(string(r.ID), func(b *testing.B) {
			id := games.rolled(b, r)
			if _, err := games.games.Advice(b.Context(), games.account, id); err != nil { // the table is made
				b.Fatal(err)
			}
			var own, reference []time.Duration
			for b.Loop() {
				began := time.Now()
				if _, err := games.games.Advice(b.Context(), games.account, id); err != nil {
					b.Fatal(err)
				}
				own = append(own, time.Since(began))
				if len(own)%16 == 0 {
					began = time.Now()
					multiplyAdd()
					reference = append(reference, time.Since(began))
				}
			}
			if len(reference) > 0 {
				b.ReportMetric(float64(median(own).Nanoseconds())/1000, "µs-median")
				b.ReportMetric(float64(median(own))/float64(median(reference)), "x-reference")
			}
		})
	}
}

// rolled makes a game with client dice, in which a roll lies that all can do something with.
func (g *benchGames) rolled(b *testing.B, r game.Ruleset) string {
	b.Helper()
	n := play.NewGame{Ruleset: r.ID, Dice: game.ClientDice, Visibility: game.Private, Start: true, Seats: wishes("me", "guest")}
	v, err := g.games.Create(b.Context(), g.call(), n)
	if err != nil {
		b.Fatal(err)
	}
	faces := dice.MustNew(1, 1, 5, 2, 3, 6).Faces()[:r.Dice]
	if _, err := g.games.Roll(b.Context(), v.State.Game, g.call(), nil, faces); err != nil {
		b.Fatal(err)
	}
	return v.State.Game
}

// BenchmarkComputers is a game of four computers, from its creation to its end, as one call.
func BenchmarkComputers(b *testing.B) {
	games := newBenchGames(b, 10, 0)
	for _, r := range game.Rulesets() {
		for _, level := range []string{"best", "casual"} {
			b.Run(string(r.ID)+"/"+level, func(b *testing.B) {
				for b.Loop() {
					_, err := games.games.Create(b.Context(), play.Call{Account: games.account, ID: uuid.NewString()}, play.NewGame{
						Ruleset: r.ID, Dice: game.ServerDice, Visibility: game.Private, Start: true,
						Seats: wishes(level, level, level, level),
					})
					if err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkTables is what a server does in the background when it starts, until it is ready.
func BenchmarkTables(b *testing.B) {
	for b.Loop() {
		if err := play.NewTables().Prepare(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkClocks_Tick is a look at the clocks of a thousand games, none of which is due.
func BenchmarkClocks_Tick(b *testing.B) {
	games := newBenchGames(b, 10, 0)
	for range 1000 {
		_, err := games.games.Create(b.Context(), games.call(), play.NewGame{
			Ruleset: game.Bonanza, Dice: game.ServerDice, Visibility: game.Private, Start: true,
			Options: game.OptionsChoice{TurnSeconds: new(90)}, Seats: wishes("me", "guest"),
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	var heart repository.Store = games.db
	clocks := play.NewClocks(games.games, heart, nil)
	for b.Loop() {
		if err := clocks.Tick(b.Context(), time.Now().Add(-time.Hour)); err != nil {
			b.Fatal(err)
		}
	}
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

var sink float64

// multiplyAdd is a loop to compare with.
func multiplyAdd() {
	x := 1.0
	for range 100_000 {
		x = x*0.999999 + 0.5
	}
	sink = x
}
