package main

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/uuid"

	"kast/domain/game"
)

// changedByte gives a copy of the database in which one byte of a log was changed, by plain SQL.
func changedByte(t *testing.T, w *world, id string, at int) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "copy.db")
	if err := w.db.Backup(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	chunks := openChunks(t, file)
	for _, c := range chunks.all {
		if c.game == id {
			c.body[at] ^= 0xff
			chunks.write(c, c.body)
			return file
		}
	}
	t.Fatal("the game has no chunk")
	return ""
}

// chunks are the bytes that hold the logs, which the store keeps in two tables.
type chunks struct {
	t   *testing.T
	sql *sql.DB
	all []chunk
}

type chunk struct {
	game, table, column, key string
	row                      int64
	body                     []byte
}

func openChunks(t *testing.T, file string) chunks {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	rows, err := db.Query(`SELECT lower(hex(g.id)), 'chunks', 'body', 'k', c.k, c.body FROM chunks c JOIN games g ON g.n = c.n
		UNION ALL SELECT lower(hex(id)), 'games', 'tail', 'n', n, tail FROM games WHERE length(tail) > 0`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	c := chunks{t: t, sql: db}
	for rows.Next() {
		var one chunk
		if err := rows.Scan(&one.game, &one.table, &one.column, &one.key, &one.row, &one.body); err != nil {
			t.Fatal(err)
		}
		one.game = uuid.MustParse(one.game).String()
		c.all = append(c.all, one)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c chunks) write(one chunk, body []byte) {
	c.t.Helper()
	statement := fmt.Sprintf("UPDATE %s SET %s = ? WHERE %s = ?", one.table, one.column, one.key)
	if _, err := c.sql.Exec(statement, body, one.row); err != nil {
		c.t.Fatal(err)
	}
}

func TestVerify_changedByte(t *testing.T) {
	w, finished, _ := twoGames(t)
	got := kast(t, "verify", "--db", changedByte(t, w, finished, 400))
	if got.code != exitFailed {
		t.Errorf("exit code %d, want %d", got.code, exitFailed)
	}
	if !regexp.MustCompile(`^game ` + finished + `, event [0-9]+: .*\n2 games, [0-9]+ events, 1 fault\n$`).MatchString(got.out) {
		t.Errorf("output:\n%s", got.out)
	}
}

// No byte of a log can be changed unnoticed.
func TestVerify_everyByte(t *testing.T) {
	w, _, _ := twoGames(t)
	step := 7 // a prime, so that no field of a record is left out for good
	if testing.Short() {
		step = 101
	}
	all := openChunks(t, w.path)
	for _, c := range all.all {
		for at := 0; at < len(c.body); at += step {
			changed := bytes.Clone(c.body)
			changed[at] ^= 0xff
			all.write(c, changed)
			_, err := w.games.Verify(t.Context(), c.game)
			if _, isBreach := errors.AsType[*game.Breach](err); !isBreach {
				t.Errorf("byte %d of %s %d: %v", at, c.table, c.row, err)
			}
		}
		all.write(c, c.body)
		if _, err := w.games.Verify(t.Context(), c.game); err != nil {
			t.Fatalf("as it was: %v", err)
		}
	}
}
