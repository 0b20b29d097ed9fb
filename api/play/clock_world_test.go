package play_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"kast/api/play"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/repository"
	"kast/repository/sqlite"
)

// tables are those of best play, made once for all tests.
var tables = sync.OnceValue(play.NewTables)

// clockWorld is a store with two services on it, as two processes would be, and a clock that stands still until it is
// moved. When the test ends every log must verify, and come to the state that the services have.
type clockWorld struct {
	*testing.T
	db    *sqlite.DB
	games [2]*play.Service
	host  string
	log   strings.Builder

	mu sync.Mutex
	at time.Time
}

func newClockWorld(t *testing.T) *clockWorld {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "kast.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w := &clockWorld{T: t, db: db, host: uuid.NewString(), at: time.Date(2026, 3, 14, 18, 0, 0, 0, time.UTC)}
	for i := range w.games {
		w.games[i] = play.New(db, play.Options{Now: w.now, Tables: tables()})
	}
	err = db.CreateAccount(t.Context(), repository.Account{ID: w.host, Name: "Ada", CreatedAt: w.at},
		repository.SignIn{ID: w.host, AccountID: w.host, CreatedAt: w.at, RotatedAt: w.at})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.verify)
	return w
}

func (w *clockWorld) verify() {
	ctx := context.Background() // the test's own has ended
	err := w.games[0].EachGame(ctx, func(id string) error {
		lines, _, err := w.games[0].Lines(ctx, id)
		if err != nil {
			return err
		}
		if _, err := w.games[0].Verify(ctx, id); err != nil {
			w.Errorf("game %s: %v", id, err)
		}
		folded := game.Fold(gamelog.Records(lines))
		for i, s := range w.games {
			v, err := s.View(ctx, w.host, id, 0)
			if err != nil {
				return err
			}
			if !reflect.DeepEqual(v.State, folded) {
				w.Errorf("service %d has another state than the log", i)
			}
		}
		return nil
	})
	if err != nil {
		w.Error(err)
	}
}

func (w *clockWorld) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.at
}

func (w *clockWorld) set(at time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at = at
}

func (w *clockWorld) call() play.Call {
	return play.Call{Account: w.host, ID: uuid.NewString(), Request: "r"}
}

// wishes turns kinds of seats, and levels of computers, into wishes.
func wishes(kinds ...string) []play.SeatWish {
	seats := make([]play.SeatWish, len(kinds))
	for i, kind := range kinds {
		seats[i].Kind = play.SeatKind(kind)
		switch kind {
		case "guest":
			seats[i].Name = "Guest"
		case "best", "casual":
			seats[i] = play.SeatWish{Kind: play.SeatBot, Level: game.BotLevel(kind)}
		}
	}
	return seats
}

func (w *clockWorld) create(id game.RulesetID, o game.OptionsChoice, kinds ...string) play.Result {
	w.Helper()
	return w.must(w.games[0].Create(w.Context(), w.call(), play.NewGame{
		Ruleset: id, Dice: game.ServerDice, Visibility: game.Public, Options: o, Seats: wishes(kinds...), Start: true,
	}))
}

func (w *clockWorld) roll(id string) play.Result {
	w.Helper()
	return w.must(w.games[0].Roll(w.Context(), id, w.call(), nil, nil))
}

func (w *clockWorld) must(r play.Result, err error) play.Result {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
	return r
}

func (w *clockWorld) view(id string) play.View {
	w.Helper()
	v, err := w.games[0].View(w.Context(), w.host, id, 0)
	if err != nil {
		w.Fatal(err)
	}
	return v
}

// clocks are those of a service; they are made anew each time, since they remember what went wrong.
func (w *clockWorld) clocks(service int) *play.Clocks {
	return play.NewClocks(w.games[service], w.db, slog.New(slog.NewTextHandler(&w.log, nil)))
}

// tick looks after the clocks of one service at the time that it is.
func (w *clockWorld) tick(service int) {
	w.Helper()
	if err := w.clocks(service).Tick(w.Context(), w.now()); err != nil {
		w.Fatal(err)
	}
	if w.log.Len() > 0 {
		w.Fatal(w.log.String())
	}
}

// after tells who did what in a game after an event: "0 clock entered".
func (w *clockWorld) after(id string, seq int) []string {
	w.Helper()
	l, err := w.games[0].Events(w.Context(), w.host, id, seq, 10000)
	if err != nil {
		w.Fatal(err)
	}
	var told []string
	for _, line := range l.Events {
		told = append(told, what(line))
	}
	return told
}

func what(l gamelog.Line) string {
	by := string(l.By)
	switch e := l.Event.(type) {
	case game.Rolled:
		return seatName(e.Seat) + by + " rolled"
	case game.Held:
		return seatName(e.Seat) + by + " held"
	case game.Entered:
		return seatName(e.Seat) + by + " entered"
	case game.Banked:
		return seatName(e.Seat) + by + " banked"
	case game.Resigned:
		return seatName(e.Seat) + by + " resigned"
	case game.Resumed:
		return by + " resumed"
	case game.Finished:
		return by + " finished"
	default:
		return by + " other"
	}
}

func seatName(seat int) string { return string(rune('0'+seat)) + " " }

func (w *clockWorld) told(id string, seq int, want ...string) {
	w.Helper()
	if diff := cmp.Diff(want, w.after(id, seq)); diff != "" {
		w.Errorf("events after %d (-want +got):\n%s", seq, diff)
	}
}

func refused(err error, code game.Code) bool {
	r, ok := errors.AsType[*game.Refusal](err)
	return ok && r.Code == code
}
