package play_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"kast/api/play"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/domain/scorecard"
	"kast/repository"
	"kast/repository/sqlite"
)

// BenchmarkMove is a move with all that belongs to it but HTTP, in games of several lengths that were read before, with
// and without memory of them. A move is answered when it is on the disk; a file system in memory leaves that out, and
// the metric cpu-µs/op leaves out what others do on the machine:
//
//	TMPDIR=/dev/shm go test ./api/play -run '^$' -bench . -benchmem
func BenchmarkMove(b *testing.B) {
	for _, length := range []int{50, 200, 400, 600} {
		for _, cache := range []int{0, -1} {
			b.Run(fmt.Sprintf("events=%d/cache=%t", length, cache == 0), func(b *testing.B) {
				g := newBenchGames(b, length, cache)
				b.ReportAllocs()
				var cpu, began time.Duration
				for done := 0; b.Loop(); done++ {
					if done%benchMoves == 0 {
						b.StopTimer()
						cpu += cpuTime() - began
						g.next(b)
						began = cpuTime()
						if done == 0 {
							cpu = 0
						}
						b.StartTimer()
					}
					if err := g.move(b, length+done%benchMoves); err != nil {
						b.Fatal(err)
					}
				}
				cpu += cpuTime() - began
				b.ReportMetric(float64(cpu.Microseconds())/float64(b.N), "cpu-µs/op")
			})
		}
	}
}

// BenchmarkLoad is a read of a game that this process has not seen before.
func BenchmarkLoad(b *testing.B) {
	for _, length := range []int{50, 200, 400, 600} {
		b.Run(fmt.Sprintf("events=%d", length), func(b *testing.B) {
			g := newBenchGames(b, length, -1)
			g.next(b)
			b.ReportAllocs()
			began := cpuTime()
			for b.Loop() {
				if _, err := g.games.View(b.Context(), g.account, g.id, 0); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((cpuTime()-began).Microseconds())/float64(b.N), "cpu-µs/op")
		})
	}
}

// benchMoves is how many moves are made in a game before the next takes its place, so that its length stays about the
// same.
const benchMoves = 20

// benchGames makes games of one length: copies of the beginning of one game.
type benchGames struct {
	db      *sqlite.DB
	games   *play.Service
	account string
	lines   []gamelog.Line
	seed    []byte
	beside  repository.Game
	id      string // of the present copy
}

func newBenchGames(b *testing.B, length, cache int) *benchGames {
	b.Helper()
	db, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "kast.db"), sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	g := &benchGames{db: db, games: play.New(db, play.Options{CacheBytes: cache, Tables: tables()}), account: uuid.NewString()}
	now := time.Now()
	person := repository.Account{ID: g.account, Name: "N", CreatedAt: now}
	signIn := repository.SignIn{ID: uuid.NewString(), AccountID: g.account, CreatedAt: now, RotatedAt: now}
	if err := db.CreateAccount(b.Context(), person, signIn); err != nil {
		b.Fatal(err)
	}
	n := play.NewGame{
		Ruleset: game.Penta, Dice: game.ServerDice, Visibility: game.Private, Start: true,
		Options: game.OptionsChoice{AutoEnterSeconds: new(0)}, // copies are older than their clock
	}
	n.Seats = append(n.Seats, play.SeatWish{Kind: play.SeatMe})
	for len(n.Seats) < 8 {
		n.Seats = append(n.Seats, play.SeatWish{Kind: play.SeatGuest, Name: "G"})
	}
	r, err := g.games.Create(b.Context(), g.call(), n)
	if err != nil {
		b.Fatal(err)
	}
	g.id = r.State.Game
	if g.seed, err = db.Seed(b.Context(), g.id); err != nil {
		b.Fatal(err)
	}
	for seq := r.State.Seq; seq < length; seq++ {
		if err := g.move(b, seq); err != nil {
			b.Fatal(err)
		}
	}
	if g.lines, g.beside, err = g.games.Lines(b.Context(), g.id); err != nil {
		b.Fatal(err)
	}
	return g
}

// next stores a new copy and reads it once.
func (g *benchGames) next(b *testing.B) {
	b.Helper()
	beside := g.beside
	beside.ID = uuid.NewString()
	events := make([]repository.Event, len(g.lines))
	prev := gamelog.Genesis()
	for i, l := range g.lines {
		if e, ok := l.Event.(game.Created); ok {
			e.Game = beside.ID
			l.Event, l.ID = e, beside.ID
		}
		l, err := gamelog.Seal(prev, l.Record)
		if err != nil {
			b.Fatal(err)
		}
		prev = l.Hash
		events[i] = repository.Event{Seq: l.Seq, ID: l.ID, Hash: l.Hash, JSON: l.JSON}
	}
	beside.Head.Hash = prev
	if err := g.db.CreateGame(b.Context(), repository.NewGame{Game: beside, Seed: g.seed, Events: events}); err != nil {
		b.Fatal(err)
	}
	g.id = beside.ID
	if _, err := g.games.View(b.Context(), g.account, g.id, 0); err != nil {
		b.Fatal(err)
	}
}

func (g *benchGames) call() play.Call { return play.Call{Account: g.account, ID: uuid.NewString()} }

// move makes the move that follows event seq, each of which causes one event: of every turn roll, hold, roll, hold,
// roll, enter.
func (g *benchGames) move(b *testing.B, seq int) (err error) {
	b.Helper()
	const opening = 2 // created, started
	step := seq - opening
	switch step % 6 {
	case 0, 2, 4:
		_, err = g.games.Roll(b.Context(), g.id, g.call(), nil, nil)
	case 1, 3:
		_, err = g.games.Hold(b.Context(), g.id, g.call(), []int{0, 1})
	case 5:
		boxes := scorecard.AllBoxes()
		_, err = g.games.Enter(b.Context(), g.id, g.call(), boxes[step/(6*8)])
	}
	return err
}
