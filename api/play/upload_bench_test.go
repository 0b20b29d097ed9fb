package play_test

import (
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"kast/api/play"
	"kast/domain/bestplay"
	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/repository"
	"kast/repository/sqlite"
)

// offlineGame is a finished game of four at one phone, as it is uploaded.
func offlineGame(tb testing.TB, id string) []gamelog.Line {
	tb.Helper()
	chance := rand.New(rand.NewPCG(1, 2))
	var s game.State
	var lines []gamelog.Line
	at := time.Date(2026, 5, 16, 9, 0, 0, 0, time.UTC)
	prev := gamelog.Genesis()
	do := func(c game.Command) {
		d, err := game.Decide(s, c, "")
		if err != nil {
			tb.Fatal(err)
		}
		for _, e := range d.Events {
			line, err := gamelog.Seal(prev, game.Record{Seq: s.Seq + 1, ID: uuid.NewString(), At: at, By: e.By, Event: e.Event})
			if err != nil {
				tb.Fatal(err)
			}
			lines, prev, s = append(lines, line), line.Hash, game.Evolve(s, line.Record)
		}
	}
	guest := game.SeatSpec{Kind: game.GuestSeat}
	do(game.Create{
		Game: id, Ruleset: game.Penta, Dice: game.ClientDice, Visibility: game.Private, Start: true,
		Seats: []game.SeatSpec{{Kind: game.AccountSeat}, guest, guest, guest},
	})
	for s.OnTurn() != game.NoSeat {
		c := bestplay.Casual(s, game.ByPlayer)
		if roll, ok := c.(game.Roll); ok {
			mask, err := dice.MaskOf(roll.Held, dice.MaxDice)
			if err != nil {
				tb.Fatal(err)
			}
			if roll.Held == nil {
				mask = s.Turn.Held
			}
			faces := s.Turn.Dice.Faces()
			roll.Dice = make([]int, s.Ruleset.Dice)
			for i := range roll.Dice {
				if roll.Dice[i] = chance.IntN(6) + 1; mask.Has(i) {
					roll.Dice[i] = faces[i]
				}
			}
			c = roll
		}
		do(c)
	}
	return lines
}

// BenchmarkUpload is an upload of a finished game of four, judged and stored, beside the bare fold of the same log.
func BenchmarkUpload(b *testing.B) {
	db, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "kast.db"), sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := db.Close(); err != nil {
			b.Error(err)
		}
	})
	a := repository.Account{ID: uuid.NewString(), Name: "Ada", CreatedAt: time.Now()}
	in := repository.SignIn{ID: uuid.NewString(), AccountID: a.ID, CreatedAt: a.CreatedAt, RotatedAt: a.CreatedAt}
	if err := db.CreateAccount(b.Context(), a, in); err != nil {
		b.Fatal(err)
	}
	games := play.New(db, play.Options{})
	lines := offlineGame(b, uuid.NewString())
	fold := func() { game.Fold(gamelog.Records(lines)) }

	b.Run("upload", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			id := uuid.NewString()
			drafts := make([]gamelog.Line, len(lines))
			for i, l := range lines {
				drafts[i] = gamelog.Line{Record: l.Record}
			}
			created, _ := drafts[0].Event.(game.Created)
			created.Game = id
			drafts[0].Event = created
			if _, err := games.Upload(b.Context(), a.ID, id, play.Upload{Drafts: drafts}); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(len(lines)), "events")
	})
	b.Run("fold", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			fold()
		}
	})
	b.Run("decode and fold", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			read := make([]gamelog.Line, len(lines))
			for i, l := range lines {
				if read[i], err = gamelog.DecodeDraft(l.JSON); err != nil {
					b.Fatal(err)
				}
			}
			game.Fold(gamelog.Records(read))
		}
	})
}
