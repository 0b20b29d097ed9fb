package rest_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"kast/domain/fairness"
	"kast/domain/gamelog"
)

// TestWholeGames plays each game to its end, with the server's dice and with the client's, at a table of a host, a guest
// whom the host moves, and two accounts that join.
func TestWholeGames(t *testing.T) {
	t.Parallel()
	for i, ruleset := range []string{"penta", "femlika", "bonanza", "tiotusen"} {
		for j, dice := range []string{"server", "client"} {
			t.Run(ruleset+" "+dice, func(t *testing.T) {
				t.Parallel()
				visibility := []string{"private", "public"}[(i+j)%2]
				wholeGame(t, ruleset, dice, visibility, uint64(2*i+j))
			})
		}
	}
}

func wholeGame(t *testing.T, ruleset, dice, visibility string, seed uint64) {
	t.Helper()
	w := newWorld(t)
	host, bo, cy, outsider := w.guest("Ada"), w.guest("Bo"), w.guest("Cy"), w.guest("Eve")
	g := host.create(object{
		"ruleset": ruleset, "dice": dice, "visibility": visibility, "start": false, "id": newID(),
		"seats": seats("me", "guest", "open", "open"),
	})
	listed(t, host, g, "open")
	inLobby(t, outsider, g, visibility == "public")

	live := map[int]json.RawMessage{}
	note := func(a answer, ch changed) { live[ch.Game.Seq] = decode[struct{ Game json.RawMessage }](a).Game }
	seeds := []string{"", "", "", ""}
	post := func(c *client, what string, place int, body object) {
		if dice == "server" {
			seeds[place] = fmt.Sprintf("seed_%d-X", place)
			body["clientSeed"] = seeds[place]
		}
		if what == "seats" && visibility == "private" {
			body["inviteCode"] = g.InviteCode
		}
		a := c.post("/v1/games/"+g.ID+"/"+what, body).is(201)
		note(a, decode[changed](a))
	}
	post(bo, "seats", 2, object{"id": newID()})
	post(cy, "seats", 3, object{"id": newID()})
	want(t, "status when all have joined", host.game(g.ID).Status, "open")
	post(host, "start", 0, object{"id": newID()})

	started := host.game(g.ID)
	want(t, "status", started.Status, "playing")
	want(t, "invite code once it runs", started.InviteCode, "")
	listed(t, cy, g, "playing")
	inLobby(t, outsider, g, false)

	tb := tableOf(started, seed, host, host, bo, cy)
	tb.seen = note
	for i := 0; tb.game.Status == "playing"; i++ {
		tb.play()
		if i%100 == 0 {
			provesNothingYet(t, host, tb.game)
		}
	}
	finished(t, tb.game)
	for _, c := range []*client{host, bo, cy} {
		listed(t, c, g, "finished")
	}
	logHolds(t, host, g.ID, seeds)
	replays(t, bo, g.ID, live)
}

// finished checks what every finished game says.
func finished(t *testing.T, g gameView) {
	t.Helper()
	if g.Status != "finished" || g.FinishedAt == "" || g.Turn != nil {
		t.Errorf("status %s, finished at %q, turn %v", g.Status, g.FinishedAt, g.Turn)
	}
	totals := g.totals()
	for i, seat := range g.Seats {
		better := 0
		for _, other := range totals {
			if other > seat.Total {
				better++
			}
		}
		// Of equals the provisional winner of tiotusen is placed first.
		least := better + 1
		if seat.Placement < least || seat.Placement > least+1 {
			t.Errorf("seat %d is placed %d, with totals %v", i, seat.Placement, totals)
		}
		if seat.Card != nil {
			sum := 0
			for _, points := range seat.Card.Boxes {
				sum += points
			}
			c := seat.Card
			want(t, "boxes", len(c.Boxes), 13)
			want(t, "sums", []int{c.UpperSum + c.LowerSum, c.Total}, []int{sum, sum + c.UpperBonus + c.FiveBonuses})
			want(t, "total", seat.Total, c.Total)
		}
	}
	if !slices.Contains(g.placements(), 1) {
		t.Errorf("nobody has won: %v", g.placements())
	}
}

// listed checks that a game stands in the caller's list, with this status and no other.
func listed(t *testing.T, c *client, g gameView, status string) {
	t.Helper()
	now := c.game(g.ID)
	for _, s := range []string{"open", "playing", "finished", "closed", ""} {
		for _, ruleset := range []string{"", g.Ruleset, "penta", "tiotusen"} {
			path := "/v1/me/games?limit=7"
			if s != "" {
				path += "&status=" + s
			}
			if ruleset != "" {
				path += "&ruleset=" + ruleset
			}
			items := decode[list[summaryView]](c.get(path).is(200)).Items
			if (s != "" && s != status) || (ruleset != "" && ruleset != g.Ruleset) {
				want(t, path+": items", len(items), 0)
				continue
			}
			if len(items) != 1 {
				t.Fatalf("%s: %d items", path, len(items))
			}
			summarizes(t, items[0], now)
		}
	}
}

// summarizes checks that a list says of a game what the game says.
func summarizes(t *testing.T, s summaryView, g gameView) {
	t.Helper()
	want(t, "summary", []any{s.ID, s.Ruleset, s.Status, s.Dice, s.Visibility, s.Host, s.Head, s.Seq, s.CreatedAt, s.StartedAt, s.FinishedAt, s.Options},
		[]any{g.ID, g.Ruleset, g.Status, g.Dice, g.Visibility, g.Host, g.Head, g.Seq, g.CreatedAt, g.StartedAt, g.FinishedAt, g.Options})
	bare := slices.Clone(g.Seats)
	for i := range bare {
		bare[i].Card, bare[i].IsIn = nil, nil
	}
	want(t, "seats of the summary", s.Seats, bare)
	switch {
	case (s.Turn == nil) != (g.Turn == nil):
		t.Errorf("turn of the summary: %v, of the game: %v", s.Turn, g.Turn)
	case s.Turn != nil:
		want(t, "turn of the summary", []int{s.Turn.Seat, s.Turn.Round}, []int{g.Turn.Seat, g.Turn.Round})
	}
}

func inLobby(t *testing.T, c *client, g gameView, wanted bool) {
	t.Helper()
	items := decode[list[summaryView]](c.get("/v1/games?status=open").is(200)).Items
	found := slices.ContainsFunc(items, func(s summaryView) bool { return s.ID == g.ID })
	if found != wanted {
		t.Errorf("in the lobby: %t, want %t", found, wanted)
	}
	if found {
		summarizes(t, items[0], decode[gameView](c.get("/v1/games/"+g.ID).is(200)))
	}
}

// provesNothingYet checks that a running game does not give its seed away.
func provesNothingYet(t *testing.T, c *client, g gameView) {
	t.Helper()
	a := c.get("/v1/games/" + g.ID + "/fairness")
	if g.Dice == "client" {
		a.refused(409, "notServerDice")
		return
	}
	a.is(200)
	if _, has := decode[map[string]any](a)["serverSeed"]; has {
		t.Errorf("a running game gives its seed: %s", a.body)
	}
}

// logHolds verifies a log from the bytes of the answers alone, and opens the commitment.
func logHolds(t *testing.T, c *client, id string, seeds []string) {
	t.Helper()
	var lines []gamelog.Line
	for _, event := range c.log(id) {
		l, err := gamelog.Decode(event)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
	}
	state, err := gamelog.Verify(lines, nil)
	if err != nil {
		t.Fatal(err)
	}
	g := c.game(id)
	want(t, "end of the log", []any{state.Seq, string(state.Status), lines[len(lines)-1].Hash}, []any{g.Seq, g.Status, g.Head})

	a := c.get("/v1/games/" + id + "/fairness")
	if g.Dice == "client" {
		a.refused(409, "notServerDice")
		return
	}
	f := decode[fairnessView](a.is(200))
	seed, err := hex.DecodeString(f.ServerSeed)
	if err != nil || len(seed) != len(fairness.Seed{}) {
		t.Fatalf("server seed %q: %v", f.ServerSeed, err)
	}
	sum := sha256.Sum256(seed)
	want(t, "commitment", f.Commitment, hex.EncodeToString(sum[:]))
	want(t, "commitment in the log", f.Commitment, state.Commitment)
	want(t, "client seeds", f.ClientSeeds, seeds)
	want(t, "algorithm", f.Algorithm, "kast-dice/1")
}

// replays checks that frames, the game at each seq, and what the moves answered are the same.
func replays(t *testing.T, c *client, id string, live map[int]json.RawMessage) {
	t.Helper()
	var frames []frame
	for after := "0"; after != ""; {
		page := decode[list[frame]](c.get("/v1/games/" + id + "/replay?limit=200&after=" + after).is(200))
		frames = append(frames, page.Items...)
		after = page.NextCursor
	}
	events := c.log(id)
	if len(frames) != len(events) {
		t.Fatalf("%d frames of %d events", len(frames), len(events))
	}
	for i, f := range frames {
		want(t, "event of the frame", string(f.Event), string(events[i]))
		a := c.get(fmt.Sprintf("/v1/games/%s?seq=%d", id, i+1)).is(200)
		want(t, "game of the frame", string(f.Game), string(a.body))
		var e eventView
		if err := json.Unmarshal(f.Event, &e); err != nil {
			t.Fatal(err)
		}
		want(t, "entity tag", a.header.Get("ETag"), `"`+e.Hash+`"`)
		if then, noted := live[i+1]; noted {
			want(t, fmt.Sprintf("game %d as it was answered live", i+1), withoutInvite(t, a.body), withoutInvite(t, then))
		}
		if t.Failed() {
			t.FailNow()
		}
	}
}

// withoutInvite drops the one thing that a game forgets: its invite code is gone once it has started.
func withoutInvite(t *testing.T, game json.RawMessage) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal(game, &m); err != nil {
		t.Fatal(err)
	}
	maps.DeleteFunc(m, func(k string, _ any) bool { return k == "inviteCode" })
	return m
}
