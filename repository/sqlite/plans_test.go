package sqlite

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// No query for a game, an account or a list may read a table from one end to the other, nor sort what it reads.
func TestPlans(t *testing.T) {
	db := openNew(t)
	// Alone of all, the keys are read whole: there are a handful.
	queries := map[string]string{
		"game": queryGame, "lobby": queryLobby, "games of": queryGamesOf, "game ids": queryGameIDs, "log": queryLog,
		"changes": queryChanges, "now": queryNow, "endings": queryEndings, "gone": queryGone,
		"seed": querySeed, "player": queryPlayer, "sign-in": querySignIn, "rematch": linkRematch,
		"any notice": queryAnyNotice, "due notices": queryDueNotices,
		"records": queryRecords, "uncounted": queryUncounted, "unreviewed": queryUnreviewed, "bests of a game": putBestsOf, "statistics": queryStats,
		"results of a game": putResultsOf, "results of a game that go": dropResultsOf,
		"invite": queryInvite, "watch code": queryWatchCode, "watches": queryWatches, "watched": queryWatched,
		"forgotten guests": queryForgotten, "a forgotten guest": queryForgotten + ` AND a.id = ?2`,
		"account": accountColumns + `WHERE id = ?`, "account by username": accountColumns + `WHERE username_key = ?`,
	}
	for i, q := range deletions {
		queries["deletion "+string(rune('1'+i))] = q
	}
	// "SCAN p" reads what the subquery p gave, which has a limit.
	scan := regexp.MustCompile(`^SCAN (\w+)`)
	for name, q := range queries {
		plan := planOf(t, db, q)
		for _, step := range plan {
			if m := scan.FindStringSubmatch(step); m != nil && m[1] != "p" {
				t.Errorf("%s: %s\n\t%s", name, step, strings.Join(plan, "\n\t"))
			}
			if strings.HasPrefix(step, "USE TEMP B-TREE") && step != "USE TEMP B-TREE FOR LAST TERM OF ORDER BY" {
				t.Errorf("%s: %s\n\t%s", name, step, strings.Join(plan, "\n\t"))
			}
		}
	}
	// Of the games that are due all are found at once, and there are few; so they may be put in order.
	due := []string{"SEARCH games USING INDEX games_due (deadline<?)", "USE TEMP B-TREE FOR ORDER BY"}
	if plan := planOf(t, db, queryDue); !slices.Equal(plan, due) {
		t.Errorf("games that are due:\n\t%s", strings.Join(plan, "\n\t"))
	}
	// The games of an account are summed up from one place of the file, and nothing is looked up for each.
	stats := planOf(t, db, queryStats)
	if len(stats) != 2 || stats[1] != "SEARCH r USING PRIMARY KEY (account=?)" {
		t.Errorf("stats:\n\t%s", strings.Join(stats, "\n\t"))
	}
	// So are those that nobody goes on with.
	idle := strings.Join(planOf(t, db, queryIdle), "\n\t")
	for _, step := range []string{
		"SEARCH games USING INDEX games_open (created_at<?)", "SEARCH games USING INDEX games_unfinished (unfinished<?)",
	} {
		if !strings.Contains(idle, step) || strings.Contains(idle, "SCAN") {
			t.Errorf("idle games:\n\t%s", idle)
		}
	}
	// Of the account's games all are looked at, and those that changed are put in order.
	for _, step := range planOf(t, db, queryChangesOf) {
		if m := scan.FindStringSubmatch(step); m != nil && m[1] != "p" {
			t.Errorf("changes of an account: %s", step)
		}
	}
	// Nor are they looked up one by one in players.
	if plan := strings.Join(planOf(t, db, queryChangesOf), "\n\t"); !strings.Contains(plan, "SEARCH pl USING COVERING INDEX players_inside") {
		t.Errorf("changes of an account:\n\t%s", plan)
	}
	// A page of records is read from the list's index, and looks up nothing else for each line but the account.
	for _, step := range planOf(t, db, queryRecords) {
		if !strings.Contains(step, "USING COVERING INDEX bests_list") && strings.HasPrefix(step, "SEARCH b ") || strings.HasPrefix(step, "SEARCH g ") {
			t.Errorf("records: %s", step)
		}
	}
	// The lobby must not walk past finished games either.
	if !strings.Contains(queryLobby, "INDEXED BY games_lobby") {
		t.Error("the lobby does not insist on its index")
	}
}

// planOf returns the steps of a query.
func planOf(t *testing.T, db *DB, query string) (plan []string) {
	t.Helper()
	err := db.read.do(t.Context(), func(c *conn) error {
		return c.query(`EXPLAIN QUERY PLAN `+query, make(args, 40), func(r *row) error {
			plan = append(plan, r.text(3))
			return nil
		})
	})
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return plan
}

// statements are those that the connections of stores have prepared.
type statements struct {
	mu   sync.Mutex
	seen map[string]bool
}

// watched is a store whose statements are collected when it is closed.
type watched struct {
	*DB
	ran *statements
}

func (w watched) Close() error {
	w.ran.collect(w.DB)
	return w.DB.Close()
}

func (s *statements) collect(db *DB) {
	add := func(c *conn) {
		s.mu.Lock()
		defer s.mu.Unlock()
		for query := range c.stmts {
			s.seen[query] = true
		}
	}
	ctx := context.Background()
	if db.write.do(ctx, func(t *txn) error { add(t.conn); return nil }) != nil {
		return // the test has closed it, or worse
	}
	var all []*conn
	for range db.read.size {
		c, err := db.read.acquire(ctx)
		if err != nil {
			break
		}
		all = append(all, c)
		add(c)
	}
	for _, c := range all {
		db.read.release(c)
	}
}

// What no statement but these may do is to read a growing table from one end to the other, or to put what it reads in order.
var (
	// small tables do not grow with what is played: some keys, the migrations, single rows, one for each long pause. What the
	// query p gives has a limit.
	small = []string{"p", "subquery", "CONSTANT", "keys", "fallen", "heartbeat", "stretches", "goose_db_version"}
	// everything is read for the operator's commands, and of the last one that there is a row.
	everything = append([]string{queryDiffers, `SELECT 1 FROM games LIMIT 1`}, recount...)
	// ordered are statements that put a few rows in order: those of one game, of one account, or of what is due.
	ordered = []string{insidersOf, queryDue, queryIdle, queryChangesOf, queryNewsOf, querySignIns}
	// SQLite would look for rows that wait for their game, if it knew of any. It knows of none: nothing may refer to what is
	// not there, not even for a moment.
	parentless = "INSERT INTO games "
)

// check fails where a statement reads too much.
func (s *statements) check(t *testing.T) {
	t.Helper()
	const least = 60
	if len(s.seen) < least {
		t.Errorf("only %d statements were seen", len(s.seen))
	}
	for _, list := range []string{
		queryLobby, queryGamesOf, queryNewsOf, queryPlayed, queryNews, queryChanges, queryGone, queryEndings, queryRecords, queryStats, queryFallen,
		queryDueNotices, queryDue, queryIdle, queryUncounted, queryUnreviewed, queryGameIDs, queryWatched, querySignIns,
		queryStretches,
	} {
		if !s.seen[list] {
			t.Errorf("the contract does not ask for:\n%s", list)
		}
	}
	s.seen[queryChangesOf] = true // which takes more games than the contract makes
	db := openNew(t)
	scan := regexp.MustCompile(`^SCAN (\w+)`)
	for query := range s.seen {
		word, _, _ := strings.Cut(query, " ")
		if !slices.Contains([]string{"SELECT", "INSERT", "UPDATE", "DELETE", "WITH"}, word) || slices.Contains(everything, query) {
			continue
		}
		plan := planOf(t, db, query)
		for _, step := range plan {
			m := scan.FindStringSubmatch(step)
			sorts := strings.HasPrefix(step, "USE TEMP B-TREE") && step != "USE TEMP B-TREE FOR LAST TERM OF ORDER BY" &&
				!slices.ContainsFunc(ordered, func(few string) bool { return strings.Contains(query, few) })
			reads := m != nil && !slices.Contains(small, m[1]) && !strings.HasPrefix(query, parentless)
			if sorts || reads {
				t.Errorf("%s:\n%s\n\t%s", step, query, strings.Join(plan, "\n\t"))
			}
		}
	}
}
