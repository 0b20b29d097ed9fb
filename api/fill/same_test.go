package fill

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kast/api/play"
	"kast/repository"
	"kast/repository/sqlite"
)

// tablesOfBestPlay are made once for all tests.
var tablesOfBestPlay = sync.OnceValue(play.NewTables)

// made is a file that was filled.
type made struct {
	db   *sqlite.DB
	file string
}

func newMade(t *testing.T) made {
	t.Helper()
	file := filepath.Join(t.TempDir(), "kast.db")
	db, err := sqlite.Open(t.Context(), file, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return made{db, file}
}

func (m made) fill(t *testing.T, o Options) {
	t.Helper()
	o.Until = time.Date(2026, 3, 14, 18, 2, 11, 0, time.UTC)
	o.Random = rand.NewChaCha8([32]byte{1})
	o.Tables = tablesOfBestPlay()
	if _, err := Fill(t.Context(), m.db, o); err != nil {
		t.Fatal(err)
	}
}

func (m made) whole(ctx context.Context, g repository.NewGame, more []repository.Append, played []repository.Played) error {
	return m.db.PutWhole(ctx, sqlite.Whole{New: g, Appends: more, Played: played})
}

func (m made) stepwise(ctx context.Context, g repository.NewGame, more []repository.Append, played []repository.Played) error {
	if err := m.db.CreateGame(ctx, g); err != nil {
		return err
	}
	head := g.Head
	for _, a := range more {
		if err := m.db.Append(ctx, a); err != nil {
			return err
		}
		last := a.Events[len(a.Events)-1]
		head = repository.Head{Seq: last.Seq, Hash: last.Hash}
	}
	return m.db.PutReview(ctx, g.ID, head, played)
}

// TestSame plays the same games in a notebook, on to PutWhole; in a notebook, on to the calls that play makes; and on the
// store itself. All three leave the same.
func TestSame(t *testing.T) {
	o := Options{Games: 10, Accounts: fewest, Seed: 7, Workers: 1, Anew: true, Notify: true}
	nowhere := func(context.Context, repository.NewGame, []repository.Append, []repository.Played) error { return nil }

	whole, stepwise, direct := newMade(t), newMade(t), newMade(t)
	o.Put = whole.whole
	whole.fill(t, o)
	o.Put = stepwise.stepwise
	stepwise.fill(t, o)
	o.Put, o.direct = nowhere, direct.db
	direct.fill(t, o)

	want := whole.dump(t)
	for name, other := range map[string]made{"stepwise": stepwise, "direct": direct} {
		got := other.dump(t)
		for _, table := range slices.Sorted(maps.Keys(want)) {
			if got[table] != want[table] {
				t.Errorf("%s: table %s is not the same:\n%s\nwant\n%s", name, table, first(got[table], want[table]), first(want[table], got[table]))
			}
		}
	}
	for _, table := range []string{"accounts", "games", "chunks", "seeds", "seats", "players", "bests", "fallen", "notices"} {
		if want[table] == "" {
			t.Errorf("nothing is in %s", table)
		}
	}
}

// first is the first line of a that is not in b.
func first(a, b string) string {
	there := map[string]bool{}
	for line := range strings.Lines(b) {
		there[line] = true
	}
	for line := range strings.Lines(a) {
		if !there[line] {
			return line
		}
	}
	return ""
}

// dump gives all tables as text. Changes are numbered in their order, since many are made of few.
func (m made) dump(t *testing.T) map[string]string {
	t.Helper()
	db, err := sql.Open("sqlite", m.file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	columns := map[string]string{}
	rows, err := db.QueryContext(t.Context(), `SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c
		WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name NOT LIKE 'goose%' ORDER BY t.name, c.cid`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			t.Fatal(err)
		}
		if table == "games" && column == "changed" {
			column = "row_number() OVER (ORDER BY changed)"
		} else {
			column = "quote(" + column + ")"
		}
		columns[table] = strings.TrimPrefix(columns[table]+" || ' ' || "+column, " || ' ' || ")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	text := map[string]string{}
	for table, all := range columns {
		if table == "keys" || table == "sign_ins" {
			continue // they tell the time
		}
		text[table] = lines(t, db, fmt.Sprintf(`SELECT %s FROM %s ORDER BY 1`, all, table))
	}
	// When the accounts were made is the time of the test.
	text["accounts"] = lines(t, db, `SELECT account || hex(id) || name FROM accounts ORDER BY 1`)
	return text
}

func lines(t *testing.T, db *sql.DB, query string) string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var b strings.Builder
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		b.WriteString(line + "\n")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
