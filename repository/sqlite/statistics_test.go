package sqlite

import (
	"path/filepath"
	"testing"

	"kast/repository"
)

// finishedSolo stores a finished game of an account by itself.
func finishedSolo(t *testing.T, db *DB, name string, account string, total int) {
	t.Helper()
	e := event(uuid(name), repository.Head{})
	g := repository.NewGame{
		Game: repository.Game{
			ID: uuid(name), Head: repository.Head{Seq: 1, Hash: e.Hash}, CreatedAt: moment, UpdatedAt: moment, Summary: benchSummary,
			Seats: []repository.Seat{{Standing: repository.Standing{Kind: "account", Total: total, Placement: 1}, AccountID: account}},
		},
		Events: []repository.Event{e},
	}
	g.Summary.Status, g.Summary.FinishedAt, g.Summary.Fallen = "finished", moment, [6]int{1, 2, 3, 4, 5, 6}
	if err := db.CreateGame(t.Context(), g); err != nil {
		t.Fatal(err)
	}
}

// withRecords is a database with two accounts that have played.
func withRecords(t *testing.T, file string) *DB {
	t.Helper()
	db := openFile(t, file)
	for _, name := range []string{"ada", "bo"} {
		a := repository.Account{ID: uuid(name), Name: name, CreatedAt: moment}
		in := repository.SignIn{ID: uuid(name + "in"), AccountID: a.ID, CreatedAt: moment, RotatedAt: moment}
		if err := db.CreateAccount(t.Context(), a, in); err != nil {
			t.Fatal(err)
		}
	}
	finishedSolo(t, db, "one", uuid("ada"), 200)
	finishedSolo(t, db, "two", uuid("ada"), 180)
	finishedSolo(t, db, "three", uuid("bo"), 190)
	return db
}

// Whatever is wrong with records and sums is noticed, and made anew from the games.
func TestRecount(t *testing.T) {
	for what, spoil := range map[string]string{
		"a record too high":    `UPDATE bests SET total = 999`,
		"another time":         `UPDATE bests SET at = at + 1`,
		"another game":         `UPDATE bests SET n = (SELECT max(n) FROM games)`,
		"another game's id":    `UPDATE bests SET game = (SELECT id FROM games WHERE n <> bests.n)`,
		"shown otherwise":      `UPDATE bests SET public = 1 - public`,
		"a record that is not": `INSERT INTO bests SELECT account, 'penta', 'client', 'solo', 1, 1, 1, x'', 0 FROM accounts LIMIT 1`,
		"no records":           `DELETE FROM bests`,
		"a rank too low":       `UPDATE places SET accounts = accounts + 1`,
		"a total of nobody":    `INSERT INTO places VALUES ('penta', 'client', 'solo', 1, 1)`,
		"no ranks":             `DELETE FROM places`,
		"a sum too high":       `UPDATE fallen SET sixes = sixes + 1`,
		"another result":       `UPDATE results SET total = total + 1 WHERE total = 200`,
		"a result of nothing":  `INSERT INTO results SELECT account, 'femlika', n, 'server', 1, 1, 1, 0, 0, 0, NULL, NULL FROM results LIMIT 1`,
		"no results":           `DELETE FROM results`,
	} {
		t.Run(what, func(t *testing.T) {
			db := withRecords(t, filepath.Join(t.TempDir(), "kast.db"))
			kept := keptStatistics(t, db)
			err := db.write.do(t.Context(), func(c *txn) error { _, err := c.exec(spoil, nil); return err })
			if err != nil {
				t.Fatal(err)
			}
			right, err := db.Recounted(t.Context())
			same(t, "right", right, false, err)
			wrong, err := db.Recount(t.Context())
			same(t, "wrong", wrong, true, err)
			same(t, "statistics", keptStatistics(t, db), kept, nil)
			right, err = db.Recounted(t.Context())
			same(t, "right after all", right, true, err)
			wrong, err = db.Recount(t.Context())
			same(t, "wrong after all", wrong, false, err)
		})
	}
}

// keptStatistics reads the rows that are kept for records and sums.
func keptStatistics(t *testing.T, db *DB) (rows [][]any) {
	t.Helper()
	err := db.read.do(t.Context(), func(c *conn) error {
		read := func(r *row) error {
			var one []any
			for _, v := range r.values {
				one = append(one, v)
			}
			rows = append(rows, one)
			return nil
		}
		if err := c.query(`SELECT `+bestColumns+` FROM bests ORDER BY account, ruleset, dice, kind`, nil, read); err != nil {
			return err
		}
		if err := c.query(`SELECT * FROM places ORDER BY ruleset, dice, kind, total`, nil, read); err != nil {
			return err
		}
		if err := c.query(`SELECT `+resultColumns+` FROM results ORDER BY account, ruleset, n`, nil, read); err != nil {
			return err
		}
		return c.query(queryFallen, nil, read)
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// Ranks follow records that are bettered, equalled, and deleted with their accounts.
func TestPlaces(t *testing.T) {
	db := withRecords(t, filepath.Join(t.TempDir(), "kast.db"))
	ranks := func(want ...int) {
		t.Helper()
		f := repository.RecordFilter{Ruleset: "penta", Dice: "server", Kind: repository.SoloRecord}
		var got []int
		for p := (repository.RecordPage{Limit: 1}); ; { // each page asks anew for what is above it
			l, err := db.Records(t.Context(), f, p)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range l.Records {
				got = append(got, r.Total, r.Rank)
			}
			if p.After = l.Next; p.After == (repository.RecordPlace{}) {
				break
			}
		}
		same(t, "totals and ranks", got, want, nil)
		right, err := db.Recounted(t.Context())
		same(t, "right", right, true, err)
	}
	ranks(200, 1, 190, 2)
	finishedSolo(t, db, "four", uuid("bo"), 200)
	ranks(200, 1, 200, 1)
	finishedSolo(t, db, "five", uuid("bo"), 210)
	ranks(210, 1, 200, 2)
	if err := db.DeleteAccount(t.Context(), uuid("bo")); err != nil {
		t.Fatal(err)
	}
	ranks(200, 1)
}

// A game of which another process has changed the counts is counted no less rightly by one that remembers its log.
func TestFallen_twoProcesses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kast.db")
	db, other := openFile(t, file), openFile(t, file)
	l := newLog(t, db, "a")
	move := func(by *DB, fallen [6]int) {
		t.Helper()
		a := l.next()
		a.Summary.Counted, a.Summary.Fallen = true, fallen
		if err := by.Append(t.Context(), a); err != nil {
			t.Fatal(err)
		}
		l.head = repository.Head{Seq: a.Events[0].Seq, Hash: a.Events[0].Hash}
	}
	move(db, [6]int{1, 1, 1, 1, 1, 0})
	sum := benchSummary
	sum.Counted, sum.Fallen = true, [6]int{9, 1, 1, 1, 1, 0}
	if err := other.Rebuild(t.Context(), l.id, l.head, sum, nil); err != nil {
		t.Fatal(err)
	}
	move(db, [6]int{9, 1, 1, 1, 1, 3})
	move(other, [6]int{9, 1, 2, 1, 1, 3})
	got, err := db.Fallen(t.Context())
	same(t, "fallen", got, [6]int{9, 1, 2, 1, 1, 3}, err)
}
