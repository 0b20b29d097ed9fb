package rest_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"kast/api/play"
)

type recordView struct {
	Rank, Total                 int
	AccountID, Name, At, GameID string
}

type statsView struct {
	Ruleset                                         string
	Played, PlayedSolo, PlayedTable, Won, Completed int
	Placements                                      []int
	BestSolo, BestTable, FurtherFives               *int
	Reviewed                                        int
	MeanTotal, UpperBonusRate, MeanLoss, MeanLuck   *float64
}

type diceView struct {
	Faces                    []int
	Rolled, DegreesOfFreedom int
	Expected                 float64
	ChiSquare, PValue        *float64
}

// solo plays a game with client dice to its end, in which nothing but the sum of these five dice counts.
func (c *client) solo(ruleset string, chance ...int) gameView {
	c.t.Helper()
	g := c.create(object{"ruleset": ruleset, "dice": "client", "visibility": "public", "seats": seats("me")})
	for i, box := range boxes {
		dice := []int{6, 6, 5, 5, 4}
		if i > 2 {
			dice = []int{1, 1, 2, 2, 3}
		}
		if box == "chance" {
			dice = chance
		}
		g = c.turn(g.ID, box, dice...).Game
	}
	return g
}

// duel plays a game with client dice against a guest, who gives up after the first turn of the client's.
func (c *client) duel(ruleset, visibility string, chance ...int) gameView {
	c.t.Helper()
	g := c.create(object{"ruleset": ruleset, "dice": "client", "visibility": visibility, "seats": seats("me", "guest")})
	c.turn(g.ID, "chance", chance...)
	return c.move(g.ID, "resignations", object{"seat": 1}).Game
}

func (c *client) records(path string) (all []recordView) {
	c.t.Helper()
	for cursor := ""; ; {
		page := decode[list[recordView]](c.get(path + cursor).is(200))
		all = append(all, page.Items...)
		if page.NextCursor == "" {
			return all
		}
		cursor = "&cursor=" + url.QueryEscape(page.NextCursor)
	}
}

func ranking(all []recordView) []string {
	lines := []string{}
	for _, r := range all {
		lines = append(lines, fmt.Sprint(r.Rank, " ", r.Name, " ", r.Total))
	}
	return lines
}

// TestRecords: the best totals, one of each account, equals in the order in which they were reached.
func TestRecords(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo, cy := w.guest("Ada"), w.guest("Bo"), w.guest("Cy")
	const path = "/v1/rulesets/penta/records?dice=client"
	want(t, "records at first", string(ada.get(path).is(200).body), `{"items":[]}`)

	for _, c := range []struct {
		by   *client
		dice []int
	}{
		{cy, []int{6, 6, 6, 6, 5}},
		{ada, []int{6, 6, 6, 6, 5}},
		{bo, []int{1, 1, 2, 1, 1}},
		{bo, []int{6, 6, 6, 6, 5}},
		{ada, []int{6, 6, 6, 6, 5}},
		{cy, []int{1, 2, 1, 1, 1}},
	} {
		w.clock.advance(time.Minute)
		c.by.solo("penta", c.dice...)
	}
	w.clock.advance(time.Minute)
	dee := w.guest("Dee")
	last := dee.solo("penta", 1, 1, 1, 2, 1)
	ada.solo("femlika", 6, 6, 6, 6, 5)
	gaveUp := dee.newGame("penta", "client", "me")
	dee.turn(gaveUp.ID, "sixes", 6, 6, 6, 6, 6)
	dee.move(gaveUp.ID, "resignations", nil)

	high, low := last.Seats[0].Total+23, last.Seats[0].Total
	order := []string{fmt.Sprint("1 Cy ", high), fmt.Sprint("1 Ada ", high), fmt.Sprint("1 Bo ", high), fmt.Sprint("4 Dee ", low)}
	for _, limit := range []int{1, 2, 3, 4, 5} {
		want(t, "records", ranking(ada.records(fmt.Sprint(path, "&limit=", limit))), order)
	}
	got := ada.records(path)
	want(t, "record", got[3], recordView{Rank: 4, Total: low, AccountID: dee.id, Name: "Dee", At: last.FinishedAt, GameID: last.ID})
	want(t, "kind", ranking(ada.records(path+"&kind=solo")), order)
	want(t, "server dice", ranking(ada.records("/v1/rulesets/penta/records")), []string{})

	// Tables: of a private game nobody is told which it was.
	w.clock.advance(time.Minute)
	bo.duel("penta", "private", 6, 6, 6, 6, 6)
	public := ada.duel("penta", "public", 5, 6, 6, 6, 6)
	got = dee.records(path + "&kind=table")
	want(t, "tables", ranking(got), []string{"1 Bo 30", "2 Ada 29"})
	want(t, "games", []string{got[0].GameID, got[1].GameID}, []string{"", public.ID})

	// tiotusen is played at tables only.
	g := ada.newGame("tiotusen", "server", "me", "guest")
	ada.move(g.ID, "resignations", object{"seat": 1})
	for _, query := range []string{"", "?kind=table", "?dice=server"} {
		want(t, "tiotusen"+query, ranking(bo.records("/v1/rulesets/tiotusen/records"+query)), []string{"1 Ada 0"})
	}
	want(t, "tiotusen alone", ranking(bo.records("/v1/rulesets/tiotusen/records?kind=solo")), []string{})

	// Whoever is deleted is in no list, and a new name is in all.
	cy.delete("/v1/me").is(204)
	ada.do("PATCH", "/v1/me", object{"name": "Adelaide"}).is(200)
	want(t, "without Cy", ranking(dee.records(path)), []string{
		fmt.Sprint("1 Adelaide ", high), fmt.Sprint("1 Bo ", high), fmt.Sprint("3 Dee ", low),
	})
}

// TestRecords_refused: what is wrong with a call for records.
func TestRecords_refused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	for range 2 {
		w.guest("Bo").duel("penta", "public", 6, 6, 6, 6, 6)
	}
	const path = "/v1/rulesets/penta/records?kind=table&dice=client&limit=1"
	first := ada.get(path).is(200)
	cursor := decode[list[recordView]](first).NextCursor
	ada.get(path + "&cursor=" + cursor).is(200)
	for _, bad := range []string{
		"kind=Solo", "kind=", "kind=solo&kind=solo", "dice=any", "limit=0", "limit=201", "cursor=x", "cursor=" + oneCursor, "cursor=" + cursor,
		"kind=table&cursor=" + cursor, "dice=client&cursor=" + cursor, "kind=table&dice=client&cursor=" + cursor[:len(cursor)-1] + "!",
	} {
		ada.get("/v1/rulesets/penta/records?"+bad).refused(400, "malformed")
	}
	ada.get("/v1/rulesets/femlika/records?kind=table&dice=client&cursor="+cursor).refused(400, "malformed")
	for _, absent := range []string{"Penta", "yatzy", "penta%20"} {
		ada.get("/v1/rulesets/"+absent+"/records").refused(404, "notFound")
		w.nobody().get("/v1/rulesets/"+absent+"/records").refused(401, "unauthenticated")
	}
	w.nobody().get(path).refused(401, "unauthenticated")
	w.nobody().get(path+"&cursor=x").refused(400, "malformed")
	ada.get(path, "If-None-Match", "x").refused(400, "malformed")
	ada.get(path, "If-None-Match", first.header.Get("ETag")).is(304)
}

func (c *client) stats(query string) []statsView {
	c.t.Helper()
	return decode[struct{ Items []statsView }](c.get("/v1/me/stats" + query).is(200)).Items
}

// review lets the server review what is finished, which it does by itself in the background.
func (w *world) review() {
	w.t.Helper()
	if err := play.NewBooks(w.games, nil).CatchUp(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// TestStats: what one's games come to.
func TestStats(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, bo := w.guest("Ada"), w.guest("Bo")
	want(t, "stats at first", string(ada.get("/v1/me/stats").is(200).body), `{"items":[]}`)

	low := ada.solo("femlika", 1, 1, 1, 1, 2)
	high := ada.solo("femlika", 6, 6, 6, 6, 5)
	totals := []int{low.Seats[0].Total, high.Seats[0].Total}
	completed := []string{low.ID, high.ID}
	for range 2 { // won, in both cases by the guest's giving up
		completed = append(completed, ada.duel("femlika", "private", 3, 3, 3, 3, 1).ID)
	}
	lost := bo.create(object{"ruleset": "femlika", "visibility": "public", "seats": seats("me", "open")})
	ada.join(lost, nil)
	ada.move(lost.ID, "resignations", nil)
	alone := ada.newGame("femlika", "client", "me") // without a result
	ada.turn(alone.ID, "sixes", 6, 6, 6, 6, 6)
	ada.move(alone.ID, "resignations", nil)
	ada.newGame("femlika", "server", "me") // runs

	sum := float64(totals[0] + totals[1] + 13 + 13)
	before := statsView{
		Ruleset: "femlika", Played: 5, PlayedSolo: 2, PlayedTable: 3, Won: 2, Placements: []int{2, 1, 0, 0, 0, 0, 0, 0}, Completed: 4,
		BestSolo: &totals[1], BestTable: new(13), MeanTotal: new(sum / 4), FurtherFives: new(0), UpperBonusRate: new(0.0),
	}
	got := ada.stats("")
	want(t, "stats before the review", got, []statsView{before})
	w.review()
	loss, luck := 0.0, 0.0
	for _, id := range completed {
		r := decode[reviewView](ada.get("/v1/games/" + id + "/review").is(200))
		loss += r.Seats[0].Loss / 4
		luck += r.Seats[0].Luck / 4
	}
	got = ada.stats("")
	if len(got) != 1 || got[0].Reviewed != 4 || got[0].MeanLoss == nil || got[0].MeanLuck == nil {
		t.Fatalf("stats after the review: %+v", got)
	}
	if math.Abs(*got[0].MeanLoss-loss) > 1e-6 || math.Abs(*got[0].MeanLuck-luck) > 1e-6 || loss < 1 {
		t.Errorf("mean loss %v and luck %v a game, want %v and %v", *got[0].MeanLoss, *got[0].MeanLuck, loss, luck)
	}

	// Only these dice; a tie is won by both (D28).
	want(t, "server dice", ada.stats("?dice=server"), []statsView{{
		Ruleset: "femlika", Played: 1, PlayedTable: 1, Placements: []int{0, 1, 0, 0, 0, 0, 0, 0}, FurtherFives: new(0),
	}})
	own := ada.stats("?dice=client")[0]
	want(t, "client dice", []int{own.Played, own.Won, own.Placements[0], own.Placements[1]}, []int{4, 2, 2, 0})
	tie := bo.create(object{"ruleset": "bonanza", "dice": "client", "visibility": "public", "seats": seats("me", "open")})
	tied := ada.join(tie, nil).Game
	for _, box := range boxes {
		for _, by := range []*client{bo, ada} {
			dice := []int{1, 1, 2, 2, 3}
			if box == "fiveOfAKind" || box == "sixes" { // five alike, and that in the last box of the upper part
				dice = []int{6, 6, 6, 6, 6}
			}
			tied = by.turn(tie.ID, box, dice...).Game
		}
	}
	want(t, "placements", tied.placements(), []int{1, 1})
	for _, by := range []*client{ada, bo} {
		all := by.stats("?dice=client")
		last := all[len(all)-1]
		want(t, "tie", []any{last.Ruleset, last.Played, last.Won, last.Placements, *last.BestTable}, []any{"bonanza", 1, 1, []int{1, 0, 0, 0}, tied.Seats[0].Total})
	}

	// Tiotusen has no card.
	g := ada.newGame("tiotusen", "server", "me", "guest")
	ada.move(g.ID, "resignations", object{"seat": 1})
	w.review()
	pot := ada.get("/v1/me/stats?dice=server").is(200)
	all := decode[struct{ Items []map[string]any }](pot).Items
	want(t, "rulesets", len(all), 2)
	for _, absent := range []string{"furtherFives", "upperBonusRate", "bestSolo"} {
		if v, has := all[1][absent]; has {
			t.Errorf("tiotusen has %s: %v", absent, v)
		}
	}
	want(t, "tiotusen", []any{all[1]["ruleset"], all[1]["won"], all[1]["reviewed"], all[1]["meanTotal"]}, []any{"tiotusen", 1.0, 1.0, 0.0})

	ada.get("/v1/me/stats", "If-None-Match", ada.get("/v1/me/stats").header.Get("ETag")).is(304)
	ada.get("/v1/me/stats?dice=all").refused(400, "malformed")
	w.nobody().get("/v1/me/stats?dice=all").refused(400, "malformed")
	w.nobody().get("/v1/me/stats").refused(401, "unauthenticated")
}

// TestStats_bonuses: further fives of a kind and the upper bonus.
func TestStats_bonuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	for _, ruleset := range []string{"penta", "bonanza", "femlika"} {
		g := ada.newGame(ruleset, "client", "me")
		ada.turn(g.ID, "fiveOfAKind", 2, 2, 2, 2, 2)
		for face, box := range boxes[:6] {
			five := []int{face + 1, face + 1, face + 1, face + 1, face + 1}
			ada.turn(g.ID, box, five...)
		}
		var card *cardView
		for _, box := range boxes[6:12] {
			card = ada.turn(g.ID, box, 1, 2, 2, 3, 6).Game.Seats[0].Card
		}
		want(t, ruleset, []any{card.UpperBonus, card.FiveBonuses}, []any{35, map[string]int{"penta": 600, "femlika": 600, "bonanza": 300}[ruleset]})
	}
	ada.solo("bonanza", 1, 2, 3, 4, 6)
	for _, s := range ada.stats("") {
		want(t, s.Ruleset, []any{*s.FurtherFives, *s.UpperBonusRate}, []any{6, map[string]float64{"penta": 1, "femlika": 1, "bonanza": 0.5}[s.Ruleset]})
	}
}

// TestDice: how the server's dice have fallen is what the logs say, of running games too; those of clients do not count.
func TestDice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	nobody, ada := w.nobody(), w.guest("Ada")
	first := nobody.get("/v1/dice").is(200)
	want(t, "dice at first", string(first.body), `{"faces":[0,0,0,0,0,0],"rolled":0,"expected":0,"degreesOfFreedom":5}`)
	ada.solo("penta", 1, 1, 1, 1, 2)
	want(t, "dice of clients", string(nobody.get("/v1/dice").body), string(first.body))

	var faces [6]int
	for i, ruleset := range []string{"penta", "tiotusen", "bonanza"} {
		g := ada.newGame(ruleset, "server", "me", "guest")
		tb := tableOf(g, uint64(i), ada, ada)
		for moves := 0; tb.game.Status == "playing" && (ruleset != "bonanza" || moves < 20); moves++ {
			tb.play()
		}
		countFaces(t, ada.log(g.ID), &faces)
	}
	a := nobody.get("/v1/dice").is(200)
	d := decode[diceView](a)
	n, chi := 0, 0.0
	for _, count := range faces {
		n += count
	}
	for _, count := range faces {
		chi += math.Pow(float64(count)-float64(n)/6, 2) / (float64(n) / 6)
	}
	want(t, "faces", d.Faces, faces[:])
	want(t, "dice", []any{d.Rolled, d.DegreesOfFreedom, d.Expected}, []any{n, 5, float64(n) / 6})
	if d.ChiSquare == nil || d.PValue == nil || math.Abs(*d.ChiSquare-chi) > 1e-9 || *d.PValue < 1e-6 {
		t.Errorf("%s, want chi-square %v", a.body, chi)
	}
	nobody.get("/v1/dice", "If-None-Match", a.header.Get("ETag")).is(304)
	nobody.get("/v1/dice", "If-None-Match", "x").refused(400, "malformed")
	want(t, "with a token", string(ada.get("/v1/dice").is(200).body), string(a.body))
}

// countFaces counts the dice that were rolled, by what the log says of held ones.
func countFaces(t *testing.T, log []json.RawMessage, faces *[6]int) {
	t.Helper()
	locked, held := []int{}, []int{}
	for _, raw := range log {
		var e struct {
			Type, Outcome string
			Seat          int
			Dice, Held    []int
		}
		if err := json.Unmarshal(raw, &e); err != nil {
			t.Fatal(err)
		}
		switch e.Type {
		case "held":
			held = e.Held
		case "entered", "banked":
			locked, held = nil, nil
		case "rolled":
			if e.Outcome != "" {
				locked = append(locked, held...)
			} else {
				locked = held
			}
			for i, face := range e.Dice {
				if !slices.Contains(locked, i) {
					faces[face-1]++
				}
			}
			held = nil
			if !strings.Contains("scored", e.Outcome) {
				locked = nil
			}
		}
	}
}
