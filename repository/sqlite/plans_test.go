package sqlite

import (
	"regexp"
	"strings"
	"testing"
)

// No query for a game, an account or a list may read a table from one end to the other, nor sort what it reads.
func TestPlans(t *testing.T) {
	db := openNew(t)
	// Alone of all, the keys are read whole: there are a handful.
	queries := map[string]string{
		"game": queryGame, "lobby": queryLobby, "games of": queryGamesOf, "game ids": queryGameIDs, "log": queryLog,
		"seed": querySeed, "player": queryPlayer, "sign-in": querySignIn,
		"account": accountColumns + `WHERE id = ?`, "account by username": accountColumns + `WHERE username_key = ?`,
	}
	for i, q := range deletions {
		queries["deletion "+string(rune('1'+i))] = q
	}
	// "SCAN p" reads what the subquery p gave, which has a limit.
	scan := regexp.MustCompile(`^SCAN (\w+)`)
	for name, q := range queries {
		var plan []string
		err := db.read.do(t.Context(), func(c *conn) error {
			return c.query(`EXPLAIN QUERY PLAN `+q, make(args, 5), func(r *row) error {
				plan = append(plan, r.text(3))
				return nil
			})
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, step := range plan {
			if m := scan.FindStringSubmatch(step); m != nil && m[1] != "p" {
				t.Errorf("%s: %s\n\t%s", name, step, strings.Join(plan, "\n\t"))
			}
			if strings.HasPrefix(step, "USE TEMP B-TREE") && step != "USE TEMP B-TREE FOR LAST TERM OF ORDER BY" {
				t.Errorf("%s: %s\n\t%s", name, step, strings.Join(plan, "\n\t"))
			}
		}
	}
	// The lobby must not walk past finished games either.
	if !strings.Contains(queryLobby, "INDEXED BY games_lobby") {
		t.Error("the lobby does not insist on its index")
	}
}
