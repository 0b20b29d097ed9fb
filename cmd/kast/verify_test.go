package main

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"kast/api/play"
	"kast/domain/game"
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

// tampered gives a copy of the database in which a statement was carried out that must change one row.
func tampered(t *testing.T, w *world, statement string, args ...any) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "copy.db")
	if err := w.db.Backup(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	result, err := db.Exec(statement, args...)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := result.RowsAffected(); err != nil || n != 1 {
		t.Fatalf("%d rows changed: %v", n, err)
	}
	return file
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
	ofGame := "n = (SELECT n FROM games WHERE id = unhex(replace(?1, '-', '')))"
	replaced := "UPDATE events SET body = CAST(replace(CAST(body AS TEXT), ?3, ?4) AS BLOB) WHERE seq = ?2 AND " + ofGame
	lines, _, err := w.games.Lines(t.Context(), finished)
	if err != nil {
		t.Fatal(err)
	}
	last := len(lines)

	for _, c := range []struct {
		name      string
		statement string
		args      []any
		says      string
	}{
		{"another seat", replaced, []any{finished, 3, `"seat":0`, `"seat":1`},
			"game " + finished + ", event 3: the hash does not match the event"},
		{"a seat that is not there", replaced, []any{finished, 3, `"seat":0`, `"seat":9`},
			"game " + finished + ", event 3: the hash does not match the event"},
		{"a byte that is no JSON", replaced, []any{finished, 4, `{"at"`, `("at"`},
			"game " + finished + ", event 4: not an event of a game log"},
		{"a blank", replaced, []any{finished, 4, `,"by"`, ` ,"by"`},
			"game " + finished + ", event 4: the event is not stored as it was written"},
		{"another seed", replaced, []any{finished, last, `"serverSeed":"` + lastSeed(t, w, finished)[:1], `"serverSeed":"g`},
			fmt.Sprintf("game %s, event %d: ", finished, last)},
		{"an id", "UPDATE events SET id = zeroblob(16) WHERE seq = ?2 AND " + ofGame, []any{running, 3},
			"game " + running + ", event 3: the event is not stored as it was written"},
		{"an event lost", "DELETE FROM events WHERE seq = ?2 AND " + ofGame, []any{finished, 5},
			"game " + finished + ", event 6: the hash of the event before does not match"},
		{"the last event lost", "DELETE FROM events WHERE seq = ?2 AND " + ofGame, []any{finished, last},
			fmt.Sprintf("game %s, event %d: the log does not end at its head", finished, last-1)},
		{"the head put back", "UPDATE games SET seq = ?2, hash = (SELECT hash FROM events e WHERE e.n = games.n AND e.seq = ?2)" +
			" WHERE " + ofGame, []any{running, 3},
			"game " + running + ", event 4: the log does not end at its head"},
		{"the seed of a game that runs", "UPDATE seeds SET seed = zeroblob(32) WHERE ?2 AND " + ofGame, []any{running, true},
			"game " + running + ", event "},
		{"a total in lists", "UPDATE seats SET total = total + 1 WHERE seat = ?2 AND " + ofGame, []any{running, 0},
			"game " + running + ": what lists know of the game does not match its log"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := kast(t, "verify", "--db", tampered(t, w, c.statement, c.args...))
			if got.code != exitFailed {
				t.Errorf("exit code %d, want %d", got.code, exitFailed)
			}
			contains(t, got.out, c.says, " 1 fault\n")
			if n := strings.Count(got.out, "\n"); n != 2 {
				t.Errorf("%d lines, want one for the fault and one for the sum:\n%s", n, got.out)
			}
		})
	}
}

func lastSeed(t *testing.T, w *world, id string) string {
	t.Helper()
	seed, err := w.db.Seed(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return hex(seed)
}

// A replay of a log that does not hold tells what the rules can follow, and then what is wrong.
func TestReplay_fault(t *testing.T) {
	w, id, _ := twoGames(t)
	file := tampered(t, w, "UPDATE events SET body = CAST(replace(CAST(body AS TEXT), '\"seat\":0', '\"seat\":9') AS BLOB)"+
		" WHERE seq = 3 AND n = (SELECT n FROM games WHERE id = unhex(replace(?, '-', '')))", id)
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
	file := tampered(t, w, "UPDATE seats SET total = 7 WHERE seat = 0 AND n = (SELECT max(n) FROM games)")
	if got := kast(t, "rebuild", "--db", file); got.code != exitOK || got.out != "2 games, 1 rebuilt, 0 faults\n" {
		t.Errorf("exit code %d, %q", got.code, got.out)
	}
	if got := kast(t, "verify", "--db", file); got.code != exitOK {
		t.Errorf("after the rebuild: exit code %d, %q", got.code, got.out)
	}
	file = tampered(t, w, "UPDATE events SET hash = zeroblob(32) WHERE seq = 3 AND n = (SELECT min(n) FROM games)")
	got := kast(t, "rebuild", "--db", file)
	if got.code != exitFailed {
		t.Errorf("exit code %d, want %d", got.code, exitFailed)
	}
	contains(t, got.out, "game "+finished+": left as it is: event 3: ", "2 games, 0 rebuilt, 1 fault\n")
	notContains(t, got.out, running)
}
