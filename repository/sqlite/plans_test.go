package sqlite

import (
	"regexp"
	"slices"
	"strings"
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
		"records": queryRecords, "uncounted": queryUncounted, "unreviewed": queryUnreviewed, "bests of a game": putBestsOf,
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
	// The games of an account are summed up by ruleset, of which there are four; what is looked up for each is in an index.
	stats := regexp.MustCompile(`^(SEARCH .* USING .*INDEX|SEARCH .* USING PRIMARY KEY|SEARCH \w+ USING INTEGER PRIMARY KEY|CORRELATED|USE TEMP B-TREE FOR GROUP BY)`)
	for _, step := range planOf(t, db, queryStats) {
		if !stats.MatchString(step) {
			t.Errorf("stats: %s", step)
		}
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
	// The lobby must not walk past finished games either.
	if !strings.Contains(queryLobby, "INDEXED BY games_lobby") {
		t.Error("the lobby does not insist on its index")
	}
}

// planOf returns the steps of a query.
func planOf(t *testing.T, db *DB, query string) (plan []string) {
	t.Helper()
	err := db.read.do(t.Context(), func(c *conn) error {
		return c.query(`EXPLAIN QUERY PLAN `+query, make(args, 8), func(r *row) error {
			plan = append(plan, r.text(3))
			return nil
		})
	})
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return plan
}
