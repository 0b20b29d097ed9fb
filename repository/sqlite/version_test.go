package sqlite

import (
	"compress/gzip"
	"database/sql"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kast/repository"
)

// testdata/version-1.db.gz is a database of schema version 1, as the code of that time wrote it: an account with its
// sign-in, a game under way with the events of log.jsonl in two appends, an open game and one that is over. It is not
// made again: that code is gone, while such files may be anywhere.

// unpack puts a file of testdata where a database can be opened.
func unpack(t *testing.T, name string) string {
	t.Helper()
	packed, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	from, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(from)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "kast.db")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// A database of version 1 opens with all that is in it, and then keeps clocks like a new one.
func TestVersion1(t *testing.T) {
	db := openFile(t, unpack(t, "version-1.db.gz"))
	ctx := t.Context()
	events := readEvents(t, "testdata/log.jsonl")
	last := events[len(events)-1]
	want := repository.Game{
		ID: uuid("game"), Head: repository.Head{Seq: last.Seq, Hash: last.Hash}, Host: uuid("host"),
		CreatedAt: moment, UpdatedAt: moment,
		Summary: repository.Summary{
			Ruleset: "penta", RulesVersion: 1, Status: "playing", Dice: "server", Visibility: "private",
			Options: `{"advice":true,"autoEnterSeconds":0,"turnSeconds":0}`, TurnSeat: 1, Round: 1, StartedAt: moment,
		},
		Seats: []repository.Seat{
			{Standing: repository.Standing{Kind: "account", Total: 12}, AccountID: uuid("host"), Name: "Åsa"},
			{Standing: repository.Standing{Seat: 1, Kind: "guest", Total: 7}, Name: "Örjan"},
		},
	}
	got, err := db.Game(ctx, want.ID)
	same(t, "game", got, want, err)
	log, err := db.Events(ctx, want.ID, 0, 1000)
	same(t, "events", log, events, err)
	seed, err := db.Seed(ctx, want.ID)
	same(t, "seed", string(seed), "0123456789abcdef0123456789abcdef", err)
	named := events[len(events)/2]
	call, err := db.Call(ctx, want.ID, named.ID)
	same(t, "call", call, repository.Call{
		ID: named.ID, AccountID: uuid("host"), Request: "9f86d081884c7d65", FirstSeq: named.Seq, LastSeq: last.Seq,
	}, err)
	host, err := db.Account(ctx, uuid("host"))
	same(t, "account", host, repository.Account{ID: uuid("host"), Name: "Åsa", CreatedAt: moment}, err)
	lobby, err := db.Lobby(ctx, repository.Page{Limit: 9})
	if err != nil || len(lobby.Games) != 1 || lobby.Games[0].ID != uuid("open") {
		t.Errorf("lobby: %+v, %v", lobby, err)
	}
	ids, _, err := db.GameIDs(ctx, 0, 9)
	same(t, "game ids", ids, []string{uuid("game"), uuid("open"), uuid("finished")}, err)

	late := moment.AddDate(100, 0, 0)
	idle, _, err := db.Idle(ctx, late, late, 0, 9)
	same(t, "idle games", idle, []string{want.ID, uuid("open")}, err)

	// There were no clocks, and nobody had noted that a process runs.
	due, _, err := db.Due(ctx, late, 0, 9)
	same(t, "games that are due", due, nil, err)
	beat, err := db.Heartbeat(ctx)
	same(t, "heartbeat", beat, time.Time{}, err)
	ran, err := db.Stretches(ctx)
	same(t, "stretches", ran, []repository.Stretch(nil), err)

	// Dice were not counted, nor games reviewed; and records begin with those who have played already.
	uncounted, _, err := db.Uncounted(ctx, 0, 9)
	same(t, "games not counted", uncounted, []string{uuid("game"), uuid("open"), uuid("finished")}, err)
	unreviewed, _, err := db.Unreviewed(ctx, 0, 9)
	same(t, "games not reviewed", unreviewed, []string{uuid("finished")}, err)
	right, err := db.Recounted(ctx)
	same(t, "records are those of the games", right, true, err)

	// Its games have changed in the order in which they were made.
	news, err := db.News(ctx, repository.Point{}, 9)
	same(t, "changes", news, repository.News{
		Point:   repository.Point{Games: 3},
		Changes: []repository.Change{{GameID: uuid("game"), Seq: last.Seq, Changed: 1}, {GameID: uuid("open"), Seq: 1, Changed: 2}, {GameID: uuid("finished"), Seq: 1, Changed: 3}},
	}, err)

	move := repository.Append{
		GameID: want.ID, After: want.Head, Events: []repository.Event{event(want.ID, want.Head)}, At: moment, Summary: want.Summary,
	}
	move.Summary.Deadline = moment.Add(time.Minute)
	if err := db.Append(ctx, move); err != nil {
		t.Fatal(err)
	}
	due, _, err = db.Due(ctx, late, 0, 9)
	same(t, "games that are due after a move", due, []string{want.ID}, err)
	same(t, "heartbeat", nil, nil, db.Beat(ctx, moment))
	news, err = db.News(ctx, repository.Point{Games: 3}, 9)
	same(t, "changes after a move", news.Changes, []repository.Change{{GameID: want.ID, Seq: last.Seq + 1, Changed: 4}}, err)
}

// An invite code leads to one game: of those that shared one the oldest open one keeps it.
func TestVersion1_Codes(t *testing.T) {
	for change, keeps := range map[string]string{
		`UPDATE games SET invite_code = 'ABC'`:                  uuid("open"),
		`UPDATE games SET invite_code = 'ABC', status = 'open'`: uuid("game"), // which was made first
	} {
		file := unpack(t, "version-1.db.gz")
		before, err := sql.Open("sqlite", file)
		if err != nil {
			t.Fatal(err)
		}
		_, err = before.Exec(change)
		if err := errors.Join(err, before.Close()); err != nil {
			t.Fatal(err)
		}
		db := openFile(t, file)
		g, err := db.GameByInvite(t.Context(), "ABC")
		same(t, "game of the code", g.ID, keeps, err)
		for _, id := range []string{uuid("game"), uuid("open"), uuid("finished")} {
			g, err := db.Game(t.Context(), id)
			same(t, "whether the code is left", g.InviteCode == "ABC", id == keeps, err)
		}
	}
}

// same fails unless there was no error and got is what is wanted.
func same(t *testing.T, what string, got, want any, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	if ids, ok := got.([]string); ok && ids == nil && want == nil {
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// A database that was migrated has the schema of a new one.
func TestVersion1_Schema(t *testing.T) {
	if diff := cmp.Diff(schemaOf(t, openNew(t)), schemaOf(t, openFile(t, unpack(t, "version-1.db.gz")))); diff != "" {
		t.Errorf("schema (-new +migrated):\n%s", diff)
	}
}

// schemaOf returns the statements that make the schema, by name.
func schemaOf(t *testing.T, db *DB) map[string]string {
	t.Helper()
	schema := map[string]string{}
	err := db.read.do(t.Context(), func(c *conn) error {
		return c.query(`SELECT name, coalesce(sql, '') FROM sqlite_schema`, nil, func(r *row) error {
			schema[r.text(0)] = r.text(1)
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return schema
}
