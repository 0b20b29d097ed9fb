package main

import (
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"testing"
)

// TestScenario plays every game with both kinds of dice to its end: three phones over HTTP on one file, with a server
// that is stopped and started again while all of the games run.
func TestScenario(t *testing.T) {
	db := filepath.Join(t.TempDir(), "kast.db")
	first := startServer(t, db, "--log-level", "warn")
	phones := &phones{t: t, http: client(t), url: first.url, byAccount: map[string]*phone{}}
	anna, bo, cia := phones.register("Anna"), phones.register("Bo"), phones.register("Cia")

	var tables []*table
	for _, ruleset := range []string{"penta", "femlika", "bonanza", "tiotusen"} {
		for _, dice := range []string{"server", "client"} {
			tables = append(tables, newTable(phones, ruleset, dice, anna, bo, cia))
		}
	}
	each(t, tables, func(tb *table) { tb.play(25) })
	if got := first.stop(); got.code != exitOK || got.err != "" {
		t.Fatalf("exit code %d, log:\n%s", got.code, got.err)
	}
	for _, tb := range tables {
		if tb.game.Status != "playing" {
			t.Fatalf("the %s game is %s before the restart", tb.name, tb.game.Status)
		}
	}

	second := startServer(t, db, "--log-level", "warn")
	phones.url = second.url
	each(t, tables, func(tb *table) {
		tb.repeat()
		tb.play(10_000)
	})

	// Beside the server that runs: the operator's tools.
	if got := kast(t, "verify", "--db", db); got.code != exitOK {
		t.Errorf("verify: exit code %d: %s%s", got.code, got.out, got.err)
	} else {
		contains(t, got.out, fmt.Sprintf("%d games, ", len(tables)), ", 0 faults\n")
	}
	file := filepath.Join(t.TempDir(), "copy.db")
	if got := kast(t, "backup", "--db", db, file); got.code != exitOK {
		t.Errorf("backup: exit code %d: %s", got.code, got.err)
	}
	for _, tb := range tables {
		got := kast(t, "replay", "--db", file, tb.game.ID)
		if got.code != exitOK {
			t.Errorf("replay of %s: exit code %d: %s", tb.name, got.code, got.out)
		}
		contains(t, got.out, "Result", "The log holds: ")
		proof := "The dice were the players' own"
		if tb.dice == "server" {
			proof = "The dice proof holds: the seed opens the commitment"
		}
		contains(t, got.out, proof)
		tb.checkEnd()
	}
	if got := second.stop(); got.code != exitOK || got.err != "" {
		t.Errorf("exit code %d, log:\n%s", got.code, got.err)
	}
}

// each plays all tables at once.
func each(t *testing.T, tables []*table, do func(*table)) {
	t.Helper()
	var wg sync.WaitGroup
	for _, tb := range tables {
		wg.Go(func() { do(tb) })
	}
	wg.Wait()
	if t.Failed() {
		t.FailNow()
	}
}

// table is one game, as the phones around it know it: by what the server answered last.
type table struct {
	*phones
	name, ruleset, dice string
	game                gameAnswer
	moves               int
	last                move
	events              changedAnswer // what the last move caused
}

// move is a call that was made, to be made again.
type move struct {
	by   *phone
	path string
	body map[string]any
}

// newTable makes a game, which the others find: a public one in the lobby, a private one by its code.
func newTable(p *phones, ruleset, dice string, host *phone, others ...*phone) *table {
	p.t.Helper()
	tb := &table{phones: p, name: ruleset + " with " + dice + " dice", ruleset: ruleset, dice: dice}
	visibility := map[string]string{"server": "public", "client": "private"}[dice]
	seats := []map[string]any{{"kind": "me"}}
	for range others {
		seats = append(seats, map[string]any{"kind": "open"})
	}
	body := map[string]any{"id": p.newID(), "ruleset": ruleset, "dice": dice, "visibility": visibility, "seats": seats}
	if ruleset == "penta" && dice == "server" {
		body["options"] = map[string]any{"autoEnterSeconds": 60} // a busy machine may not move within three
	}
	tb.game = p.change(host, http.StatusCreated, "/v1/games", body).Game
	if visibility == "public" {
		var lobby struct{ Items []struct{ ID string } }
		p.call(others[0], http.MethodGet, "/v1/games", nil, http.StatusOK, &lobby)
		if !slices.ContainsFunc(lobby.Items, func(g struct{ ID string }) bool { return g.ID == tb.game.ID }) {
			p.t.Errorf("the lobby does not show %s", tb.name)
		}
	}
	code := tb.game.InviteCode
	for i, other := range others {
		body := map[string]any{"id": p.newID()}
		if code != "" {
			body["inviteCode"] = code
		}
		if dice == "server" {
			body["clientSeed"] = fmt.Sprintf("phone-%d", i)
		}
		tb.game = p.change(other, http.StatusCreated, tb.path("seats"), body).Game
	}
	if tb.game.Status != "playing" {
		p.t.Errorf("%s is %s, though nobody is missing", tb.name, tb.game.Status)
	}
	return tb
}

func (tb *table) path(call string) string { return "/v1/games/" + tb.game.ID + "/" + call }

// play makes moves until the game is over, at most the given number.
func (tb *table) play(moves int) {
	for n := 0; n < moves && tb.game.Status == "playing"; n++ {
		if tb.t.Failed() {
			return
		}
		turn := tb.game.Turn
		if tb.moves%40 == 10 {
			tb.outOfTurn()
		}
		if tb.ruleset == "tiotusen" {
			tb.playPot(turn)
		} else {
			tb.playCard(turn)
		}
		tb.moves++
	}
}

// do makes a move of the seat on turn.
func (tb *table) do(call string, body map[string]any) {
	body["id"] = tb.newID()
	by := tb.byAccount[tb.game.Seats[tb.game.Turn.Seat].AccountID]
	tb.last = move{by: by, path: tb.path(call), body: body}
	before := tb.game.Seq
	tb.events = tb.change(by, http.StatusCreated, tb.last.path, body)
	tb.game = tb.events.Game
	if len(tb.events.Events) == 0 || tb.game.Seq != before+len(tb.events.Events) {
		tb.t.Errorf("%s: %d events brought it from %d to %d", tb.name, len(tb.events.Events), before, tb.game.Seq)
	}
}

// repeat makes the last move again, as a phone does that lost the answer. It must change nothing.
func (tb *table) repeat() {
	again := tb.change(tb.last.by, http.StatusOK, tb.last.path, tb.last.body)
	if again.Game.Head != tb.game.Head || fmt.Sprint(again.Events) != fmt.Sprint(tb.events.Events) {
		tb.t.Errorf("%s: the same call again caused %v, at %s", tb.name, again.Events, again.Game.Head)
	}
}

// outOfTurn tries to move while it is somebody else's turn.
func (tb *table) outOfTurn() {
	other := tb.game.Seats[(tb.game.Turn.Seat+1)%len(tb.game.Seats)].AccountID
	var problem struct{ Code string }
	tb.call(tb.byAccount[other], http.MethodPost, tb.path("rolls"), map[string]any{"id": tb.newID()},
		http.StatusConflict, &problem)
	if problem.Code != "notYourTurn" {
		tb.t.Errorf("%s: code %q of a roll out of turn", tb.name, problem.Code)
	}
}

// roll rolls all dice that are not kept, by hand where the dice are the players'.
func (tb *table) roll(turn *turnAnswer, held []int) {
	body := map[string]any{}
	if held != nil {
		body["held"] = held
	}
	if tb.dice == "client" {
		n := 5
		if tb.ruleset == "tiotusen" {
			n = 6
		}
		dice := make([]int, n)
		for i := range dice {
			if len(turn.Dice) > 0 && (slices.Contains(held, i) || slices.Contains(turn.Locked, i)) {
				dice[i] = turn.Dice[i]
			} else {
				dice[i] = tb.die()
			}
		}
		body["dice"] = dice
	}
	tb.do("rolls", body)
}

// playCard makes one move of a scorecard game: it keeps the face that came most, and enters where it gives most.
func (tb *table) playCard(turn *turnAnswer) {
	keep := most(turn.Dice)
	if slices.Contains(turn.May, "roll") && len(keep) < 5 {
		tb.roll(turn, keep)
		return
	}
	top := turn.Boxes[0]
	for _, b := range turn.Boxes {
		if b.Points+b.Bonus > top.Points+top.Bonus {
			top = b
		}
	}
	tb.do("entries", map[string]any{"box": top.Box})
}

// playPot makes one move of tiotusen: it holds all that scores, and stops at 350.
func (tb *table) playPot(turn *turnAnswer) {
	switch {
	case turn.Points+turn.HeldPoints >= 350 && slices.Contains(turn.May, "bank"):
		tb.do("banks", map[string]any{})
	case len(turn.Held) > 0:
		tb.roll(turn, turn.Held)
	case slices.Contains(turn.May, "hold"):
		tb.do("holds", map[string]any{"held": scoring(turn)})
	default:
		tb.roll(turn, nil)
	}
}

// scoring gives the positions of the dice just rolled that score.
func scoring(turn *turnAnswer) []int {
	count := map[int]int{}
	for i, face := range turn.Dice {
		if !slices.Contains(turn.Locked, i) {
			count[face]++
		}
	}
	var held []int
	for i, face := range turn.Dice {
		joins := turn.Groups[fmt.Sprint(face)] > 0
		if !slices.Contains(turn.Locked, i) && (face == 1 || face == 5 || count[face] >= 3 || joins) {
			held = append(held, i)
		}
	}
	return held
}

// checkEnd looks at the finished game as everybody sees it, and at its log.
func (tb *table) checkEnd() {
	for _, p := range tb.byAccount {
		var g gameAnswer
		tb.call(p, http.MethodGet, "/v1/games/"+tb.game.ID, nil, http.StatusOK, &g)
		if g.Status != "finished" || g.Turn != nil || g.Head != tb.game.Head {
			tb.t.Errorf("%s: %s, turn %v, seq %d", tb.name, g.Status, g.Turn, g.Seq)
		}
		for _, seat := range g.Seats {
			if seat.Placement < 1 || seat.Placement > len(g.Seats) {
				tb.t.Errorf("%s: placement %d", tb.name, seat.Placement)
			}
		}
	}
	for after := 0; after < tb.game.Seq; {
		var log struct{ Items []struct{ Seq int } }
		path := fmt.Sprintf("%s?limit=500&after=%d", tb.path("events"), after)
		tb.call(tb.last.by, http.MethodGet, path, nil, http.StatusOK, &log)
		for _, e := range log.Items {
			if after++; e.Seq != after {
				tb.t.Fatalf("%s: event %d where %d belongs", tb.name, e.Seq, after)
			}
		}
		if len(log.Items) == 0 {
			tb.t.Fatalf("%s: the log ends at %d of %d", tb.name, after, tb.game.Seq)
		}
	}
}
