package main

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"kast/api/play"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/repository"
	"kast/repository/sqlite"
)

// twoGames plays a finished game with server dice, and one that runs.
func twoGames(t *testing.T) (w *world, finished, running string) {
	t.Helper()
	w = newWorld(t, "Anna", "Bo")
	seats := []play.SeatWish{{Kind: play.SeatMe}, {Kind: play.SeatGuest, Name: "Bo"}}
	n := play.NewGame{Ruleset: game.Femlika, Dice: game.ServerDice, Start: true, Seats: seats}
	finished, running = w.create("Anna", n), w.create("Anna", n)
	for range 4 {
		w.playCard("Anna", finished)
	}
	w.must(w.games.Resign(t.Context(), finished, w.call("Anna"), game.NoSeat))
	w.playCard("Anna", running)
	return w, finished, running
}

// forged gives a copy of the database in which one game was changed before it was stored. A store judges nothing, so it
// takes what no call would have led to.
func forged(t *testing.T, w *world, id string, change func(*repository.NewGame)) string {
	t.Helper()
	ctx := t.Context()
	file := filepath.Join(t.TempDir(), "copy.db")
	db, err := sqlite.Open(ctx, file, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, account := range w.players {
		a, err := w.db.Account(ctx, account)
		if err != nil {
			t.Fatal(err)
		}
		signIn := repository.SignIn{ID: account, AccountID: account, CreatedAt: a.CreatedAt, RotatedAt: a.CreatedAt}
		if err := db.CreateAccount(ctx, a, signIn); err != nil {
			t.Fatal(err)
		}
	}
	err = w.games.EachGame(ctx, func(gameID string) error {
		g := repository.NewGame{}
		var err error
		if g.Game, err = w.db.Game(ctx, gameID); err != nil {
			return err
		}
		if g.Events, err = w.db.Events(ctx, gameID, 0, g.Head.Seq); err != nil {
			return err
		}
		if g.Seed, err = w.db.Seed(ctx, gameID); err != nil {
			return err
		}
		if gameID == id {
			change(&g)
		}
		return db.CreateGame(ctx, g)
	})
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// replaced changes a part of an event's JSON that is there once.
func replaced(t *testing.T, g *repository.NewGame, seq int, old, with string) {
	t.Helper()
	e := &g.Events[seq-1]
	if bytes.Count(e.JSON, []byte(old)) != 1 {
		t.Fatalf("%s is not once in %s", old, e.JSON)
	}
	e.JSON = bytes.Replace(e.JSON, []byte(old), []byte(with), 1)
}

func TestVerify_good(t *testing.T) {
	w, finished, running := twoGames(t)
	events := 0
	for _, id := range []string{finished, running} {
		lines, _, err := w.games.Lines(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		events += len(lines)
	}
	// The database is open in this process meanwhile, as it is beside a server.
	got := kast(t, "verify", "--db", w.path)
	if want := fmt.Sprintf("2 games, %d events, 0 faults\n", events); got.code != exitOK || got.out != want || got.err != "" {
		t.Errorf("exit code %d, %q, %q; want 0, %q", got.code, got.out, got.err, want)
	}
}

func TestVerify_faults(t *testing.T) {
	w, finished, running := twoGames(t)
	lines, _, err := w.games.Lines(t.Context(), finished)
	if err != nil {
		t.Fatal(err)
	}
	last := len(lines)
	type newGame = repository.NewGame

	for _, c := range []struct {
		name   string
		game   string
		change func(*testing.T, *newGame)
		says   string
	}{
		{"another seat", finished, func(t *testing.T, g *newGame) {
			t.Helper()
			replaced(t, g, 3, `"seat":0`, `"seat":1`)
		}, ", event 3: the hash does not match the event"},
		{"a seat that is not there", finished, func(t *testing.T, g *newGame) {
			t.Helper()
			replaced(t, g, 3, `"seat":0`, `"seat":9`)
		}, ", event 3: the hash does not match the event"},
		{"a byte that is no JSON", finished, func(t *testing.T, g *newGame) {
			t.Helper()
			replaced(t, g, 4, `{"at"`, `("at"`)
		}, ", event 4: not an event of a game log"},
		{"a blank", finished, func(t *testing.T, g *newGame) {
			t.Helper()
			replaced(t, g, 4, `,"by"`, ` ,"by"`)
		}, ", event 4: the event is not stored as it was written"},
		{"another seed revealed", finished, func(t *testing.T, g *newGame) {
			t.Helper()
			seed := hex(g.Seed)
			replaced(t, g, last, seed, strings.Repeat("0", len(seed)))
		}, fmt.Sprintf(", event %d: the hash does not match the event", last)},
		{"another id", running, func(t *testing.T, g *newGame) {
			t.Helper()
			g.Events[2].ID = g.ID
			g.Events[0].ID = "00000000-0000-4000-8000-000000000000"
		}, ", event 1: the event is not stored as it was written"},
		{"another game's log", running, func(t *testing.T, g *newGame) {
			t.Helper()
			g.ID = "00000000-0000-4000-8000-000000000000"
		}, ", event 1: the event is not stored as it was written"},
		{"the seed of a game that runs", running, func(t *testing.T, g *newGame) {
			t.Helper()
			g.Seed = make([]byte, 32)
		}, ": the seed does not open the commitment"},
		{"a total in lists", running, func(t *testing.T, g *newGame) {
			t.Helper()
			g.Seats[0].Total++
		}, ": what lists know of the game does not match its log; kast rebuild makes that anew"},
		{"a status in lists", finished, func(t *testing.T, g *newGame) {
			t.Helper()
			g.Summary.Status = "playing"
		}, ": what lists know of the game does not match its log"},
	} {
		t.Run(c.name, func(t *testing.T) {
			id := c.game
			file := forged(t, w, c.game, func(g *newGame) {
				c.change(t, g)
				id = g.ID
			})
			got := kast(t, "verify", "--db", file)
			if got.code != exitFailed {
				t.Errorf("exit code %d, want %d", got.code, exitFailed)
			}
			contains(t, got.out, "game "+id, c.says, " 1 fault\n")
			if n := strings.Count(got.out, "\n"); n != 2 {
				t.Errorf("%d lines, want one for the fault and one for the sum:\n%s", n, got.out)
			}
		})
	}
}

// lossy is a store that has lost the end of every log, or knows of a shorter one than it has.
type lossy struct {
	repository.Store
	events, head int
}

func (l lossy) Game(ctx context.Context, id string) (repository.Game, error) {
	g, err := l.Store.Game(ctx, id)
	if err != nil || l.head == 0 {
		return g, err
	}
	events, err := l.Store.Events(ctx, id, l.head-1, 1)
	if err == nil {
		g.Head = repository.Head{Seq: l.head, Hash: events[0].Hash}
	}
	return g, err
}

func (l lossy) Events(ctx context.Context, id string, after, limit int) ([]repository.Event, error) {
	return l.Store.Events(ctx, id, after, min(limit, l.events-after))
}

func TestVerify_end(t *testing.T) {
	w, _, running := twoGames(t)
	for _, c := range []struct {
		name         string
		events, head int
		says         string
	}{
		{"the end is lost", 4, 0, "event 4: the log does not end at its head"},
		{"the head was put back", 1000, 3, "event 4: the log does not end at its head"},
	} {
		t.Run(c.name, func(t *testing.T) {
			games := play.New(lossy{Store: w.db, events: c.events, head: c.head}, play.Options{})
			if _, err := games.Verify(t.Context(), running); err == nil || err.Error() != c.says {
				t.Errorf("%v, want %s", err, c.says)
			}
		})
	}
}

// T11: a log that is whole but was made by other rules, here one point more in a box, is told from a good one: what is
// stored is worked out again, and never shown with other totals in silence.
func TestVerify_otherRules(t *testing.T) {
	w, finished, _ := twoGames(t)
	at := 0
	file := forged(t, w, finished, func(g *repository.NewGame) {
		prev := gamelog.Genesis()
		for i, e := range g.Events {
			line, err := gamelog.Decode(e.JSON)
			if err != nil {
				t.Fatal(err)
			}
			if entered, ok := line.Event.(game.Entered); ok && at == 0 && entered.Entry.Points > 0 {
				entered.Entry.Points++
				line.Event, at = entered, line.Seq
			}
			if line, err = gamelog.Seal(prev, line.Record); err != nil {
				t.Fatal(err)
			}
			prev = line.Hash
			g.Events[i] = repository.Event{Seq: line.Seq, ID: line.ID, Hash: line.Hash, JSON: line.JSON}
		}
		g.Head.Hash = prev
	})
	says := fmt.Sprintf("event %d: the rules lead to another event", at)
	for _, args := range [][]string{{"verify", "--db", file}, {"replay", "--db", file, finished}} {
		got := kast(t, args...)
		if got.code != exitFailed {
			t.Errorf("%s: exit code %d, want %d", args[0], got.code, exitFailed)
		}
		contains(t, got.out, says)
	}
}

// A replay of a log that does not hold tells what the rules can follow, and then what is wrong.
func TestReplay_fault(t *testing.T) {
	w, id, _ := twoGames(t)
	file := forged(t, w, id, func(g *repository.NewGame) { replaced(t, g, 3, `"seat":0`, `"seat":9`) })
	got := kast(t, "replay", "--db", file, id)
	if got.code != exitFailed {
		t.Errorf("exit code %d, want %d", got.code, exitFailed)
	}
	contains(t, got.out, "    2  started", "The log does not hold at event 3: the hash does not match the event.")
	notContains(t, got.out, "rolls")
}

func TestVerify_stopped(t *testing.T) {
	w, _, _ := twoGames(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errOut bytes.Buffer
	if code := run(ctx, []string{"verify", "--db", w.path}, noEnv, &out, &errOut); code != exitFailed {
		t.Errorf("exit code %d, want %d", code, exitFailed)
	}
}

func TestProgress(t *testing.T) {
	var b bytes.Buffer
	newProgress(&b).step(every, "games") // a buffer is no terminal
	if b.Len() > 0 {
		t.Errorf("%q was shown, but not on a terminal", b.String())
	}
	p := progress{w: &b}
	p.step(every-1, "games")
	p.step(every, "games")
	p.clear()
	p.clear()
	if got, want := b.String(), "\r50 games\r\x1b[K"; got != want {
		t.Errorf("shown %q, want %q", got, want)
	}
}

func TestRebuild(t *testing.T) {
	w, finished, running := twoGames(t)
	if got := kast(t, "rebuild", "--db", w.path); got.code != exitOK || got.out != "2 games, 0 rebuilt, 0 faults\n" {
		t.Errorf("exit code %d, %q", got.code, got.out)
	}
	file := forged(t, w, running, func(g *repository.NewGame) { g.Seats[0].Total = 7 })
	if got := kast(t, "rebuild", "--db", file); got.code != exitOK || got.out != "2 games, 1 rebuilt, 0 faults\n" {
		t.Errorf("exit code %d, %q", got.code, got.out)
	}
	if got := kast(t, "verify", "--db", file); got.code != exitOK {
		t.Errorf("after the rebuild: exit code %d, %q", got.code, got.out)
	}
	// A record of somebody who in truth has given up.
	file = forged(t, w, finished, func(g *repository.NewGame) { g.Seats[0].Resigned, g.Summary.Fallen[5] = false, 0 })
	const anew = "records and sums of dice: made anew\n"
	if got := kast(t, "rebuild", "--db", file); got.code != exitOK || got.out != anew+"2 games, 1 rebuilt, 0 faults\n" {
		t.Errorf("exit code %d, %q", got.code, got.out)
	}
	if got := kast(t, "verify", "--db", file); got.code != exitOK {
		t.Errorf("after the rebuild: exit code %d, %q", got.code, got.out)
	}

	// Nobody has touched a game, but what is summed up over all.
	spoil(t, file, `UPDATE fallen SET ones = ones + 1`)
	got := kast(t, "verify", "--db", file)
	if got.code != exitFailed {
		t.Errorf("exit code %d, want %d", got.code, exitFailed)
	}
	contains(t, got.out, "records and sums of dice: not what the games come to; kast rebuild makes them anew\n", " 1 fault\n")
	if got := kast(t, "rebuild", "--db", file); got.code != exitOK || got.out != anew+"2 games, 0 rebuilt, 0 faults\n" {
		t.Errorf("exit code %d, %q", got.code, got.out)
	}

	file = forged(t, w, finished, func(g *repository.NewGame) { replaced(t, g, 3, `"seat":0`, `"seat":9`) })
	got = kast(t, "rebuild", "--db", file)
	if got.code != exitFailed {
		t.Errorf("exit code %d, want %d", got.code, exitFailed)
	}
	contains(t, got.out, "game "+finished+": left as it is: event 3: ", "2 games, 0 rebuilt, 1 fault\n")
	notContains(t, got.out, running)
}

// spoil changes a database behind the program's back.
func spoil(t *testing.T, file, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}
