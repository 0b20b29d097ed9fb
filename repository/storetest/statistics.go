package storetest

import (
	"fmt"
	"testing"
	"time"

	"kast/repository"
)

// over is a game that was finished: how its seats stood, and who held them ("" for a guest).
type over struct {
	owners     []string
	standings  []repository.Standing
	ruleset    string        // penta where empty
	dice       string        // server where empty
	visibility string        // public where empty
	after      time.Duration // when it was finished, after moment
	status     string        // finished where empty
}

// solo is a finished game of one seat.
func solo(owner string, total int, after time.Duration) over {
	return over{owners: []string{owner}, standings: []repository.Standing{{Total: total, Placement: 1}}, after: after}
}

// store plays the game: it is made, and ends with an append.
func (o over) store(t *testing.T, s repository.Store) repository.Game {
	t.Helper()
	g := newGame("")
	g.InviteCode = ""
	g.Summary.Status, g.Summary.Counted = "playing", true
	or := func(value, absent string) string {
		if value == "" {
			return absent
		}
		return value
	}
	g.Summary.Ruleset, g.Summary.Dice = or(o.ruleset, "penta"), or(o.dice, "server")
	g.Summary.Visibility = or(o.visibility, "public")
	g.Seats = nil
	for i, owner := range o.owners {
		kind := "account"
		if owner == "" {
			kind = "guest"
		}
		g.Seats = append(g.Seats, repository.Seat{Standing: repository.Standing{Seat: i, Kind: kind}, AccountID: owner})
	}
	create(t, s, g)
	end := next(g.ID, g.Head, 3)
	end.Summary = g.Summary
	end.Summary.Status = or(o.status, "finished")
	end.Summary.FinishedAt = moment.Add(-o.after) // what a client says of itself decides nothing
	end.At = moment.Add(o.after)
	for i, st := range o.standings {
		st.Seat, st.Kind = i, g.Seats[i].Kind
		end.Standings = append(end.Standings, st)
	}
	mustAppend(t, s, end)
	after, _ := load(t, s, g.ID)
	return after
}

// records reads a whole list, page by page.
func records(t *testing.T, s repository.Store, f repository.RecordFilter, limit int) []repository.Record {
	t.Helper()
	var all []repository.Record
	for p := (repository.RecordPage{Limit: limit}); ; {
		l, err := s.Records(t.Context(), f, p)
		if err != nil || len(l.Records) > limit {
			t.Fatalf("Records: %d, %v", len(l.Records), err)
		}
		all = append(all, l.Records...)
		if l.Next == (repository.RecordPlace{}) {
			return all
		}
		if len(l.Records) != limit {
			t.Fatalf("Records: %d of %d, and there are more", len(l.Records), limit)
		}
		p.After = l.Next
	}
}

// told writes records down shortly.
func told(all []repository.Record) []string {
	var lines []string
	for _, r := range all {
		lines = append(lines, fmt.Sprint(r.Rank, " ", r.Name, " ", r.Total))
	}
	return lines
}

func fallen(t *testing.T, s repository.Store) [6]int {
	t.Helper()
	got, err := s.Fallen(t.Context())
	if err != nil {
		t.Fatalf("Fallen: %v", err)
	}
	return got
}

// pending reads a list of games with which something is still to be done.
func pending(t *testing.T, list func(after int64, limit int) ([]string, int64, error), limit int) []string {
	t.Helper()
	var got []string
	for after := int64(0); ; {
		page, next, err := list(after, limit)
		if err != nil || len(page) > limit {
			t.Fatalf("%d ids, %v", len(page), err)
		}
		got = append(got, page...)
		if next == 0 {
			return got
		}
		after = next
	}
}

var soloList = repository.RecordFilter{Ruleset: "penta", Dice: "server", Kind: repository.SoloRecord}

var statistics = []test{
	{"Fallen", func(t *testing.T, s repository.Store) {
		equal(t, "fallen at first", fallen(t, s), [6]int{})
		g := newGame("")
		g.Summary.Counted, g.Summary.Fallen = true, [6]int{1, 0, 2, 0, 0, 3}
		create(t, s, g)
		equal(t, "fallen after a creation", fallen(t, s), [6]int{1, 0, 2, 0, 0, 3})
		a := next(g.ID, g.Head, 1)
		a.Summary.Counted, a.Summary.Fallen = true, [6]int{1, 4, 2, 0, 0, 5}
		mustAppend(t, s, a)
		want(t, "the same append again", s.Append(t.Context(), a), repository.ErrConflict)
		equal(t, "fallen after an append", fallen(t, s), [6]int{1, 4, 2, 0, 0, 5})
		other := newGame("")
		other.Summary.Counted, other.Summary.Fallen = true, [6]int{10, 10, 10, 10, 10, 10}
		create(t, s, other)
		equal(t, "fallen in two games", fallen(t, s), [6]int{11, 14, 12, 10, 10, 15})

		got, _ := load(t, s, g.ID)
		sum := got.Summary
		equal(t, "counts of the game", sum.Fallen, a.Summary.Fallen)
		sum.Fallen = [6]int{0, 0, 0, 7, 0, 0}
		if err := s.Rebuild(t.Context(), g.ID, got.Head, sum, nil); err != nil {
			t.Fatalf("Rebuild: %v", err)
		}
		equal(t, "fallen after a rebuild", fallen(t, s), [6]int{10, 10, 10, 17, 10, 10})
	}},

	{"Uncounted", func(t *testing.T, s repository.Store) {
		var made []repository.NewGame
		for i := range 5 {
			g := newGame("")
			g.Summary.Counted = i == 1
			create(t, s, g)
			made = append(made, g)
		}
		list := func(after int64, limit int) ([]string, int64, error) { return s.Uncounted(t.Context(), after, limit) }
		for _, limit := range []int{1, 2, 4, 9} {
			equal(t, "games not counted", pending(t, list, limit), []string{made[0].ID, made[2].ID, made[3].ID, made[4].ID})
		}
		a := next(made[0].ID, made[0].Head, 1)
		a.Summary.Counted, a.Summary.Fallen = true, [6]int{5: 2}
		mustAppend(t, s, a)
		if err := s.Rebuild(t.Context(), made[3].ID, made[3].Head, a.Summary, nil); err != nil {
			t.Fatalf("Rebuild: %v", err)
		}
		equal(t, "games still not counted", pending(t, list, 9), []string{made[2].ID, made[4].ID})
		equal(t, "fallen", fallen(t, s), [6]int{5: 4})
	}},

	{"Records", func(t *testing.T, s repository.Store) {
		a, b, c := account(t, s, "A"), account(t, s, "B"), account(t, s, "C")
		first := solo(a.ID, 200, time.Hour).store(t, s)
		solo(b.ID, 250, 2*time.Hour).store(t, s)
		table := over{
			owners:    []string{a.ID, "", c.ID, b.ID},
			standings: []repository.Standing{{Total: 300, Placement: 1}, {Total: 280, Placement: 2}, {Total: 310, Placement: 4, Resigned: true}, {Total: -50, Placement: 3}},
		}
		table.visibility = "private"
		hidden := table.store(t, s)
		gaveUp := solo(c.ID, 400, 0)
		gaveUp.standings[0] = repository.Standing{Total: 400, Resigned: true}
		gaveUp.store(t, s)
		for _, other := range []over{
			{status: "closed"}, {status: "playing"}, {dice: "client"}, {ruleset: "femlika"},
		} {
			o := solo(a.ID, 999, 0)
			o.status, o.dice, o.ruleset = other.status, other.dice, other.ruleset
			o.store(t, s)
		}

		got := records(t, s, soloList, 9)
		equal(t, "solo", told(got), []string{"1 B 250", "2 A 200"})
		equal(t, "record", got[1], repository.Record{
			Rank: 2, AccountID: a.ID, Name: "A", Total: 200, At: stored.Add(time.Hour), GameID: first.ID, Public: true,
		})
		tables := soloList
		tables.Kind = repository.TableRecord
		got = records(t, s, tables, 9)
		equal(t, "table", told(got), []string{"1 A 300", "2 B -50"})
		equal(t, "game", []any{got[0].GameID, got[0].Public}, []any{hidden.ID, false})
		client := soloList
		client.Dice = "client"
		equal(t, "client dice", told(records(t, s, client, 9)), []string{"1 A 999"})
		for _, none := range []repository.RecordFilter{{}, {Ruleset: "bonanza", Dice: "server", Kind: "solo"}} {
			equal(t, "no records", told(records(t, s, none, 9)), []string(nil))
		}

		if err := s.DeleteAccount(t.Context(), b.ID); err != nil {
			t.Fatalf("DeleteAccount: %v", err)
		}
		equal(t, "solo without B", told(records(t, s, soloList, 9)), []string{"1 A 200"})
		rightly(t, s)
	}},

	// Of an account only the best counts, and of equal ones the first, in whatever order they become known.
	{"RecordsKeepTheBest", func(t *testing.T, s repository.Store) {
		for i, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 3, 0, 1}, {1, 3, 2, 0}} {
			a := account(t, s, fmt.Sprint(i))
			totals, minutes := []int{180, 220, 220, 90}, []int{4, 2, 1, 3}
			games := map[int]string{}
			for _, n := range order {
				games[n] = solo(a.ID, totals[n], time.Duration(minutes[n])*time.Minute).store(t, s).ID
			}
			for _, r := range records(t, s, soloList, 9) {
				if r.AccountID == a.ID && (r.Total != 220 || r.GameID != games[2] || !r.At.Equal(stored.Add(time.Minute))) {
					t.Errorf("order %v: %+v", order, r)
				}
			}
		}
		rightly(t, s)
	}},

	// Equal totals share a rank, also over the bounds of pages; who was first comes first.
	{"RecordsOfEquals", func(t *testing.T, s repository.Store) {
		var want []string
		for i, c := range []struct{ rank, total int }{
			{1, 300}, {2, 250}, {2, 250}, {2, 250}, {2, 250}, {6, 100}, {7, 0}, {7, 0}, {9, -1000}, {9, -1000}, {9, -1000},
		} {
			name := fmt.Sprintf("%02d", i)
			want = append(want, fmt.Sprint(c.rank, " ", name, " ", c.total))
		}
		// Of two that came at the same time the older account comes first; hence in this order.
		for i, total := range []int{300, 250, 250, 250, 250, 100, 0, 0, -1000, -1000, -1000} {
			solo(account(t, s, fmt.Sprintf("%02d", i)).ID, total, time.Duration(i/2)*time.Second).store(t, s)
		}
		for limit := 1; limit <= 12; limit++ {
			equal(t, fmt.Sprint("records by ", limit), told(records(t, s, soloList, limit)), want)
		}
		for _, limit := range []int{0, -1} {
			l, err := s.Records(t.Context(), soloList, repository.RecordPage{Limit: limit})
			if err != nil || len(l.Records) > 0 || l.Next != (repository.RecordPlace{}) {
				t.Errorf("limit %d: %+v, %v", limit, l, err)
			}
		}
	}},

	// Whoever leaves the list or comes into it between two pages, nobody else is passed over or comes twice.
	{"RecordsMove", func(t *testing.T, s repository.Store) {
		var accounts []repository.Account
		for i := range 6 {
			accounts = append(accounts, account(t, s, fmt.Sprint(i)))
			solo(accounts[i].ID, 200, time.Duration(i)*time.Second).store(t, s)
		}
		l, err := s.Records(t.Context(), soloList, repository.RecordPage{Limit: 3})
		if err != nil {
			t.Fatalf("Records: %v", err)
		}
		equal(t, "first page", told(l.Records), []string{"1 0 200", "1 1 200", "1 2 200"})
		if err := s.DeleteAccount(t.Context(), accounts[2].ID); err != nil { // the place itself
			t.Fatalf("DeleteAccount: %v", err)
		}
		solo(accounts[4].ID, 201, 0).store(t, s)
		solo(account(t, s, "new").ID, 150, 0).store(t, s)
		l, err = s.Records(t.Context(), soloList, repository.RecordPage{Limit: 9, After: l.Next})
		if err != nil {
			t.Fatalf("Records: %v", err)
		}
		equal(t, "second page", told(l.Records), []string{"2 3 200", "2 5 200", "6 new 150"})
	}},

	{"Stats", func(t *testing.T, s repository.Store) {
		a, b := account(t, s, "A"), account(t, s, "B")
		one := solo(a.ID, 200, 0)
		one.standings[0].FurtherFives, one.standings[0].UpperBonus = 2, true
		reviewed := one.store(t, s)
		solo(a.ID, 150, 0).store(t, s)
		gaveUp := solo(a.ID, 400, 0)
		gaveUp.standings[0] = repository.Standing{Total: 400, Resigned: true}
		gaveUp.store(t, s)
		closed := solo(a.ID, 400, 0)
		closed.status = "closed"
		closed.store(t, s)
		for _, placement := range []int{1, 1, 3, 8} {
			over{
				owners:    []string{b.ID, a.ID},
				standings: []repository.Standing{{Total: 500, Placement: 1, FurtherFives: 9}, {Total: -10 * placement, Placement: placement, UpperBonus: true}},
			}.store(t, s)
		}
		late := over{
			owners: []string{b.ID, a.ID}, standings: []repository.Standing{{Placement: 1}, {Total: 700, Placement: 2, Resigned: true, FurtherFives: 4}},
		}.store(t, s)
		client := solo(a.ID, 333, 0)
		client.ruleset, client.dice = "tiotusen", "client"
		client.store(t, s)
		for _, g := range []repository.Game{reviewed, late} {
			if err := s.PutReview(t.Context(), g.ID, g.Head, []repository.Played{{Loss: 5_000_000, Luck: -7}, {Loss: 1}}[:len(g.Seats)]); err != nil {
				t.Fatalf("PutReview: %v", err)
			}
		}

		want := repository.Stats{
			Ruleset: "penta", Solo: 2, Tables: 5, Placements: [8]int{2, 1, 1, 0, 0, 0, 0, 1}, BestSolo: new(200), BestTable: new(-10),
			Completed: 6, Total: 350 - 130, FurtherFives: 2, UpperBonuses: 5, Reviewed: 1, Loss: 5_000_000, Luck: -7,
		}
		got, err := s.StatsOf(t.Context(), a.ID, "server")
		if err != nil {
			t.Fatalf("StatsOf: %v", err)
		}
		equal(t, "stats with server dice", got, []repository.Stats{want})
		got, err = s.StatsOf(t.Context(), a.ID, "")
		if err != nil || len(got) != 2 {
			t.Fatalf("StatsOf: %v, %v", got, err)
		}
		for _, one := range got {
			if one.Ruleset == "tiotusen" {
				want = repository.Stats{Ruleset: "tiotusen", Solo: 1, BestSolo: new(333), Completed: 1, Total: 333}
			} else {
				want = repository.Stats{
					Ruleset: "penta", Solo: 2, Tables: 5, Placements: [8]int{2, 1, 1, 0, 0, 0, 0, 1}, BestSolo: new(200), BestTable: new(-10),
					Completed: 6, Total: 350 - 130, FurtherFives: 2, UpperBonuses: 5, Reviewed: 1, Loss: 5_000_000, Luck: -7,
				}
			}
			equal(t, "stats of "+one.Ruleset, one, want)
		}
		for _, nobody := range []string{account(t, s, "C").ID, newID(), "", "x"} {
			got, err := s.StatsOf(t.Context(), nobody, "")
			if err != nil || len(got) > 0 {
				t.Errorf("stats of nobody: %v, %v", got, err)
			}
		}
	}},

	{"Unreviewed", func(t *testing.T, s repository.Store) {
		a := account(t, s, "A")
		var made []repository.Game
		for i := range 5 {
			o := solo(a.ID, 100, 0)
			if i == 1 {
				o.status = "closed"
			}
			made = append(made, o.store(t, s))
		}
		running := game(t, s, a.ID)
		list := func(after int64, limit int) ([]string, int64, error) { return s.Unreviewed(t.Context(), after, limit) }
		for _, limit := range []int{1, 2, 4, 9} {
			equal(t, "games not reviewed", pending(t, list, limit), []string{made[0].ID, made[2].ID, made[3].ID, made[4].ID})
		}
		put := func(id string, head repository.Head) error {
			return s.PutReview(t.Context(), id, head, []repository.Played{{Loss: 1_500_000, Luck: -2_250_000}})
		}
		want(t, "review", put(made[2].ID, made[2].Head), nil)
		want(t, "the same again", put(made[2].ID, made[2].Head), nil)
		want(t, "review of no game", put(newID(), made[2].Head), repository.ErrNotFound)
		want(t, "review of no id", put("x", made[2].Head), repository.ErrNotFound)
		want(t, "review at another head", put(made[0].ID, made[2].Head), repository.ErrConflict)
		want(t, "review of a closed game", put(made[1].ID, made[1].Head), repository.ErrConflict)
		want(t, "review of a running game", put(running.ID, running.Head), repository.ErrConflict)
		equal(t, "games still not reviewed", pending(t, list, 9), []string{made[0].ID, made[3].ID, made[4].ID})

		judged := func() [3]int64 {
			got, err := s.StatsOf(t.Context(), a.ID, "")
			if err != nil || len(got) != 1 {
				t.Fatalf("StatsOf: %v, %v", got, err)
			}
			return [3]int64{int64(got[0].Reviewed), got[0].Loss, got[0].Luck}
		}
		equal(t, "reviewed", judged(), [3]int64{1, 1_500_000, -2_250_000})
		standings := []repository.Standing{made[2].Seats[0].Standing}
		if err := s.Rebuild(t.Context(), made[2].ID, made[2].Head, made[2].Summary, standings); err != nil {
			t.Fatalf("Rebuild: %v", err)
		}
		equal(t, "reviewed after a rebuild", judged(), [3]int64{})
		equal(t, "games not reviewed after a rebuild", pending(t, list, 9), []string{made[0].ID, made[2].ID, made[3].ID, made[4].ID})
	}},
}

// rightly fails unless what was kept step by step is what is worked out anew.
func rightly(t *testing.T, s repository.Store) {
	t.Helper()
	right, err := s.Recounted(t.Context())
	if err != nil || !right {
		t.Errorf("Recounted: %t, %v", right, err)
	}
	wrong, err := s.Recount(t.Context())
	if err != nil || wrong {
		t.Errorf("Recount: wrong is %t, %v", wrong, err)
	}
}
