package rest_test

import (
	"math"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"kast/api/play"
	"kast/repository/sqlite"
)

// TestGameAdvice plays games by the API's own advice: what it calls best is allowed, the boxes in the game are those of
// the advice, and the review finds that nothing was given away.
func TestGameAdvice(t *testing.T) {
	t.Parallel()
	for _, ruleset := range []string{"penta", "femlika", "bonanza", "tiotusen"} {
		t.Run(ruleset, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			ada := w.guest("Ada")
			g := ada.newGame(ruleset, "server", "me", "guest")
			for moves := 0; g.Status == "playing" && moves < 5000; moves++ {
				sameBest(t, g, decode[adviceView](ada.get("/v1/games/"+g.ID+"/advice").is(200)))
				g = ada.advised(g).Game
			}
			finished(t, g)
			ada.get("/v1/games/"+g.ID+"/advice").refused(409, "gameNotPlaying")
			r := decode[reviewView](ada.get("/v1/games/" + g.ID + "/review").is(200))
			adds(t, g, r)
			for _, d := range r.Decisions {
				if d.Loss != 0 || d.Done.Do != d.Best.Do || d.By != "player" {
					t.Errorf("by the book, and yet: %+v", d)
				}
			}
			if len(r.Decisions) == 0 {
				t.Error("nothing was decided")
			}
		})
	}
}

// sameBest checks the boxes that a game names as the best.
func sameBest(t *testing.T, g gameView, a adviceView) {
	t.Helper()
	if g.Ruleset == "tiotusen" {
		if g.Turn.Best != nil {
			t.Errorf("best boxes in tiotusen: %v", g.Turn.Best)
		}
		return
	}
	best := []boxValue{}
	for _, action := range a.Actions {
		if action.Do == "enter" && len(best) < 3 {
			best = append(best, boxValue{action.Box, *action.ExpectedTotal})
		}
	}
	want(t, "best", g.Turn.Best, best)
}

type reviewView struct {
	Decisions []struct {
		Seq, Seat, Round, Roll int
		Dice                   []int
		By                     string
		Done, Best             actionView
		Loss                   float64
	}
	Turns []struct {
		Seat, Round, Seq, Gain       int
		Objective                    string
		Expected, Luck, Loss, Result float64
	}
	Seats []struct {
		Seat, Total             int
		StartExpected, Unplayed *float64
		Luck, Loss              float64
	}
}

// adds checks that expectation, luck and loss add up to what came of it, and the gains of tiotusen to the scores.
func adds(t *testing.T, g gameView, r reviewView) {
	t.Helper()
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 1e-6 {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	gains, losses := make([]int, len(g.Seats)), make([]float64, len(g.Seats))
	for _, turn := range r.Turns {
		near("turn", turn.Expected+turn.Luck-turn.Loss, turn.Result)
		gains[turn.Seat] += turn.Gain
	}
	for _, d := range r.Decisions {
		losses[d.Seat] += d.Loss
	}
	want(t, "seats", len(r.Seats), len(g.Seats))
	for i, seat := range r.Seats {
		want(t, "total", []int{seat.Seat, seat.Total}, []int{i, g.Seats[i].Total})
		if g.Ruleset == "tiotusen" {
			want(t, "gains", gains[i], seat.Total)
			continue
		}
		near("losses", losses[i], seat.Loss)
		near("seat", *seat.StartExpected+seat.Luck-seat.Loss, float64(seat.Total)+*seat.Unplayed)
	}
}

// TestReview_WholeGames: the sums hold in games that are played anyhow, with either dice, and in one that ends early.
func TestReview_WholeGames(t *testing.T) {
	t.Parallel()
	for i, ruleset := range []string{"penta", "femlika", "bonanza", "tiotusen"} {
		for j, dice := range []string{"server", "client"} {
			t.Run(ruleset+" "+dice, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				ada := w.guest("Ada")
				g := ada.newGame(ruleset, dice, "me", "guest", "guest")
				tb := tableOf(g, uint64(2*i+j), ada, ada, ada)
				for moves := 0; tb.game.Status == "playing"; moves++ {
					tb.play()
					if moves == 12 {
						r := ada.get("/v1/games/" + g.ID + "/review").is(200)
						if ruleset != "tiotusen" { // of which there are whole turns only
							adds(t, tb.game, decode[reviewView](r))
						}
						ada.get("/v1/games/"+g.ID+"/review", "If-None-Match", r.header.Get("ETag")).is(304)
					}
				}
				adds(t, tb.game, decode[reviewView](ada.get("/v1/games/"+g.ID+"/review").is(200)))
			})
		}
	}
}

// TestAdviceOff: whoever plays without advice gets none, and the review once it is over.
func TestAdviceOff(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, eve := w.guest("Ada"), w.guest("Eve")
	for _, ruleset := range []string{"penta", "tiotusen"} {
		g := ada.create(object{"ruleset": ruleset, "seats": seats("me", "guest"), "options": object{"advice": false}})
		path := "/v1/games/" + g.ID
		for range 2 {
			if turn := ada.game(g.ID).Turn; turn.Best != nil {
				t.Errorf("best boxes without advice: %v", turn.Best)
			}
			ada.get(path+"/advice").refused(409, "adviceOff")
			ada.get(path+"/review").refused(409, "adviceOff")
			eve.get(path+"/advice").refused(404, "notFound")
			eve.get(path+"/review").refused(404, "notFound")
			if ada.game(g.ID).Turn.Roll == 0 {
				ada.move(g.ID, "rolls", nil)
			}
		}
		ada.move(g.ID, "resignations", nil)
		ada.get(path + "/review").is(200)
		ada.get(path+"/advice").refused(409, "gameNotPlaying")
		eve.get(path+"/review").refused(404, "notFound")
	}
	open := ada.newGame("penta", "server", "me", "open")
	ada.get("/v1/games/"+open.ID+"/advice").refused(409, "gameNotPlaying")
	want(t, "decisions", len(decode[reviewView](ada.get("/v1/games/"+open.ID+"/review").is(200)).Decisions), 0)
	for _, what := range []string{"advice", "review"} {
		w.nobody().get("/v1/games/"+open.ID+"/"+what).refused(401, "unauthenticated")
		ada.get("/v1/games/x/"+what).refused(400, "malformed")
		ada.get("/v1/games/"+newID()+"/"+what).refused(404, "notFound")
	}
}

// TestBest: there are best boxes once something lies there to be entered, in the game now and in its replay.
func TestBest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.guest("Ada")
	g := ada.newGame("penta", "server", "me")
	if g.Turn.Best == nil || len(g.Turn.Best) != 0 {
		t.Errorf("before the roll: %v", g.Turn.Best)
	}
	rolled := ada.move(g.ID, "rolls", nil).Game
	if len(rolled.Turn.Best) != 3 || !slices.IsSortedFunc(rolled.Turn.Best, func(a, b boxValue) int {
		return int(math.Copysign(1, b.ExpectedTotal-a.ExpectedTotal))
	}) {
		t.Errorf("best boxes: %v", rolled.Turn.Best)
	}
	advised := ada.get("/v1/games/" + g.ID + "/advice").is(200)
	want(t, "etag", advised.header.Get("ETag"), `"`+rolled.Head+`"`)
	ada.get("/v1/games/"+g.ID+"/advice", "If-None-Match", advised.header.Get("ETag")).is(304)
	frames := decode[list[struct{ Game gameView }]](ada.get("/v1/games/" + g.ID + "/replay").is(200)).Items
	want(t, "best in the replay", frames[rolled.Seq-1].Game.Turn.Best, rolled.Turn.Best)
	for g = rolled; len(g.Seats[0].Card.Boxes) < 12; g = ada.move(g.ID, "rolls", nil).Game {
		g = ada.move(g.ID, "entries", object{"box": g.Turn.Best[0].Box}).Game
	}
	want(t, "best of one", len(g.Turn.Best), 1)
}

// TestReady: the server says when it can play; until then it is starting.
func TestReady(t *testing.T) {
	t.Parallel()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "kast.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	best := play.NewTables()
	w := newWorldWith(t, db, &clock{at: time.Now()}, best)
	w.faulty = true // 503 is no fault here
	for range 2 {
		want(t, "starting", string(w.nobody().get("/readyz").is(503).body), `{"status":"starting","version":"test"}`)
	}
	w.nobody().get("/healthz").is(200)
	// What needs no table works.
	ada := w.guest("Ada")
	g := ada.newGame("penta", "server", "me")
	ada.move(g.ID, "rolls", nil)
	before := ada.get("/v1/games/" + g.ID).is(200)
	want(t, "best boxes so far", decode[gameView](before).Turn.Best, nil)
	if testing.Short() {
		return
	}
	if err := best.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	// Who asks again is told of the best boxes, though there was no event.
	after := decode[gameView](ada.get("/v1/games/"+g.ID, "If-None-Match", before.header.Get("ETag")).is(200))
	want(t, "best boxes", len(after.Turn.Best), 3)
	want(t, "ready", string(w.nobody().get("/readyz").is(200).body), `{"status":"ok","version":"test"}`)
}

// TestTables_stopped: a server that stops says so to whoever waits for best play.
func TestTables_stopped(t *testing.T) {
	t.Parallel()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "kast.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	best := play.NewTables()
	best.Stop()
	w := newWorldWith(t, db, &clock{at: time.Now()}, best)
	w.faulty = true
	ada := w.guest("Ada")
	ada.post("/v1/rulesets/penta/advice", object{"card": object{"boxes": object{}}, "rollsLeft": 3}).refused(503, "unavailable")
	ada.post("/v1/games", object{"ruleset": "penta", "seats": seats("bot", "me")}).refused(503, "unavailable")
	want(t, "games", string(ada.get("/v1/me/games").is(200).body), `{"items":[]}`)
}
