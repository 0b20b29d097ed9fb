package play_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kast/api/play"
	"kast/domain/bestplay"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/domain/potplay"
	"kast/domain/scorecard"
	"kast/repository"
)

// Computers move in the same batch as the move before them, up to the next person's turn.
func TestBots_follow(t *testing.T) {
	for _, r := range game.Rulesets() {
		t.Run(string(r.ID), func(t *testing.T) {
			t.Parallel()
			w := newClockWorld(t)
			v := w.create(r.ID, game.OptionsChoice{}, "best", "me", "casual")
			id := v.State.Game
			only(t, v.Events[2:], 0) // the first computer has moved before anybody is asked
			for turn := 1; v.State.Status == game.StatusPlaying; turn++ {
				if v.State.OnTurn() != 1 || v.State.Turn.Round != turn {
					t.Fatalf("turn %d: seat %d is on turn in round %d", turn, v.State.OnTurn(), v.State.Turn.Round)
				}
				for v.State.Status == game.StatusPlaying && v.State.Turn.Round == turn {
					v = w.plays(id)
				}
				own := slices.IndexFunc(v.Events, func(l gamelog.Line) bool { return l.By == game.ByBot })
				if own >= 0 { // else the player's own move has ended the game
					only(t, v.Events[own:], 2, 0)
				}
			}
			w.told(id, v.State.Seq)
			if last := v.Events[len(v.Events)-1]; what(last) != "server finished" {
				t.Errorf("the last event: %s", what(last))
			}
		})
	}
}

// only checks that the events are those of computers, and the end of the game.
func only(t *testing.T, events []gamelog.Line, seats ...byte) {
	t.Helper()
	for _, l := range events {
		told := what(l)
		if _, over := l.Event.(game.Finished); !over && (l.By != game.ByBot || !slices.Contains(seats, told[0]-'0')) {
			t.Errorf("event %d: %s", l.Seq, told)
		}
	}
}

// plays makes a move for the person on turn.
func (w *clockWorld) plays(id string) play.Result {
	w.Helper()
	s := w.view(id).State
	switch {
	case s.Turn.Fresh:
		return w.roll(id)
	case s.Ruleset.Engine == game.ScorecardEngine:
		return w.must(w.games[0].Enter(w.Context(), id, w.call(), s.Entries()[0].Box))
	}
	a, err := w.games[0].Advice(w.Context(), w.host, id)
	if err != nil {
		w.Fatal(err)
	}
	best := a.Pot.Choices[0]
	held := bestplay.OnTable(s, best.Held).Positions()
	if best.Then == potplay.Bank {
		return w.must(w.games[0].Bank(w.Context(), id, w.call(), held))
	}
	return w.must(w.games[0].Roll(w.Context(), id, w.call(), held, nil))
}

// A game of computers alone runs to its end at once; asked for again it is not played again.
func TestBots_alone(t *testing.T) {
	for _, r := range game.Rulesets() {
		t.Run(string(r.ID), func(t *testing.T) {
			t.Parallel()
			w := newClockWorld(t)
			kinds := []string{"best", "casual", "best", "casual", "casual", "best", "casual", "best"}[:r.MaxSeats]
			n := play.NewGame{Ruleset: r.ID, Dice: game.ServerDice, Visibility: game.Public, Seats: wishes(kinds...), Start: true}
			call := w.call()
			first := w.must(w.games[0].Create(t.Context(), call, n))
			if first.State.Status != game.StatusFinished || first.State.ServerSeed == "" || first.State.Seq != len(first.Events) {
				t.Errorf("%s after %d events", first.State.Status, len(first.Events))
			}
			size := 0
			for _, l := range first.Events {
				size += len(l.JSON)
			}
			// One call may cause no more than this, so that it holds up nobody.
			if size > 1<<20 {
				t.Errorf("%d events, %d KiB", len(first.Events), size>>10)
			}
			again := w.must(w.games[1].Create(t.Context(), call, n))
			if !again.Repeated || again.Head != first.Head || !sameLines(again.Events, first.Events) {
				t.Error("the same call again gave another game")
			}
		})
	}
}

func sameLines(a, b []gamelog.Line) bool {
	return slices.EqualFunc(a, b, func(x, y gamelog.Line) bool { return bytes.Equal(x.JSON, y.JSON) })
}

// A repeated move answers the whole batch of then, the computer's turn included.
func TestBots_repeat(t *testing.T) {
	w := newClockWorld(t)
	id := w.create(game.Bonanza, game.OptionsChoice{}, "me", "best", "guest").State.Game
	w.roll(id)
	call := w.call()
	first := w.must(w.games[0].Enter(t.Context(), id, call, scorecard.Chance))
	if len(first.Events) < 3 {
		t.Fatalf("the computer did not move: %v", w.after(id, 2))
	}
	w.roll(id)
	again := w.must(w.games[1].Enter(t.Context(), id, call, scorecard.Chance))
	if !again.Repeated || !sameLines(again.Events, first.Events) {
		t.Error("the same call again gave other events")
	}
}

// Giving up passes the turn on to a computer too, and the game to its end when only computers are left.
func TestBots_resign(t *testing.T) {
	w := newClockWorld(t)
	id := w.create(game.Femlika, game.OptionsChoice{}, "me", "guest", "best", "casual").State.Game
	r := w.must(w.games[0].Resign(t.Context(), id, w.call(), 1))
	if r.State.OnTurn() != 0 {
		t.Fatal("not the host's turn")
	}
	if _, err := w.games[0].Resign(t.Context(), id, w.call(), 2); !errors.Is(err, play.ErrNotSeated) {
		t.Errorf("the host gave up for a computer: %v", err)
	}
	r = w.must(w.games[0].Resign(t.Context(), id, w.call(), game.NoSeat))
	if r.State.Status != game.StatusFinished || r.State.Seats[0].Placement != 3 || r.State.Seats[1].Placement != 4 {
		t.Errorf("%s: %+v", r.State.Status, r.State.Seats)
	}
}

// The host's share in the dice is a person's, never a computer's.
func TestBots_clientSeed(t *testing.T) {
	w := newClockWorld(t)
	made := func(kinds ...string) string {
		return w.must(w.games[0].Create(t.Context(), w.call(), play.NewGame{
			Ruleset: game.Penta, Dice: game.ServerDice, Visibility: game.Public, Seats: wishes(kinds...),
		})).State.Game
	}
	r := w.must(w.games[0].Start(t.Context(), made("best", "guest"), w.call(), "mine"))
	if diff := cmp.Diff([]string{"", "mine"}, r.State.ClientSeeds()); diff != "" {
		t.Error(diff)
	}
	if _, err := w.games[0].Start(t.Context(), made("best", "casual"), w.call(), "mine"); !refused(err, game.BadOptions) {
		t.Errorf("a seed for nobody: %v", err)
	}
}

// With the client's dice computers wait for the client.
func TestBots_clientDice(t *testing.T) {
	w := newClockWorld(t)
	r := w.must(w.games[0].Create(t.Context(), w.call(), play.NewGame{
		Ruleset: game.Penta, Dice: game.ClientDice, Visibility: game.Public, Seats: wishes("best", "me"), Start: true,
	}))
	if r.State.OnTurn() != 0 || len(r.Events) != 2 {
		t.Fatal("a computer moved by itself")
	}
	r = w.must(w.games[0].Roll(t.Context(), r.State.Game, w.call(), nil, []int{1, 2, 3, 4, 5}))
	if r.Events[0].By != game.ByBot {
		t.Errorf("rolled by %s", r.Events[0].By)
	}
}

// Whoever leaves while a computer thinks leaves nothing behind, and may send the call again.
func TestBots_gone(t *testing.T) {
	w := newClockWorld(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, id := range []game.RulesetID{game.Penta, game.Tiotusen} {
		call := w.call()
		n := play.NewGame{Ruleset: id, Dice: game.ServerDice, Visibility: game.Public, Seats: wishes("best", "casual"), Start: true}
		if _, err := w.games[0].Create(ctx, call, n); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", id, err)
		}
		if _, err := w.games[0].View(t.Context(), w.host, call.ID, 0); !errors.Is(err, play.ErrNotFound) {
			t.Errorf("%s: the game is there: %v", id, err)
		}
		w.must(w.games[0].Create(t.Context(), call, n))
	}

	// In a game that runs: the store is asked under the call's context too, so the call is broken off after it was read.
	id := w.create(game.Penta, game.OptionsChoice{}, "me", "best").State.Game
	before := w.roll(id)
	ctx, cancel = context.WithCancel(t.Context())
	impatient := play.New(leaving{w.db, cancel}, play.Options{Now: w.now, Tables: tables()})
	if _, err := impatient.Enter(ctx, id, w.call(), scorecard.Chance); !errors.Is(err, context.Canceled) {
		t.Errorf("the call that was broken off: %v", err)
	}
	if after := w.view(id); after.Head != before.Head {
		t.Error("the call that was broken off left something behind")
	}
}

// leaving is a store whose caller leaves once the seed is read, just before computers think.
type leaving struct {
	repository.Store
	cancel context.CancelFunc
}

func (l leaving) Seed(ctx context.Context, id string) ([]byte, error) {
	defer l.cancel()
	return l.Store.Seed(ctx, id)
}

// D41: corner states, and a computer in them: it does what is allowed, names open boxes only, and comes to the end.
func TestBots_corners(t *testing.T) {
	w := newClockWorld(t)
	for _, id := range []game.RulesetID{game.Penta, game.Femlika, game.Bonanza} {
		v := w.must(w.games[0].Create(t.Context(), w.call(), play.NewGame{
			Ruleset: id, Dice: game.ClientDice, Visibility: game.Public, Seats: wishes("me"), Start: true,
		}))
		g := v.State.Game
		// Five alike is left open; both straights are filled when a straight shows.
		for _, box := range scorecard.AllBoxes() {
			if box == scorecard.FiveOfAKind {
				continue
			}
			for _, faces := range [][]int{{6, 1, 3, 1, 4}, {2, 3, 4, 5, 6}} {
				v = w.must(w.games[0].Roll(t.Context(), g, w.call(), []int{}, faces))
				advised(t, w, v.View)
			}
			v = w.must(w.games[0].Enter(t.Context(), g, w.call(), box))
		}
		v = w.must(w.games[0].Roll(t.Context(), g, w.call(), nil, []int{6, 1, 3, 1, 4}))
		if best := advised(t, w, v.View); len(best) != 1 || best[0] != scorecard.FiveOfAKind {
			t.Errorf("%s: best boxes %v", id, best)
		}
	}
}

// advised checks that the best boxes are open, and that advice is there.
func advised(t *testing.T, w *clockWorld, v play.View) []scorecard.Box {
	t.Helper()
	if _, err := w.games[0].Table(t.Context(), v.State.Ruleset.ID); err != nil {
		t.Fatal(err)
	}
	best, known := w.games[0].BestBoxes(v.State)
	if !known {
		t.Fatal("no best boxes")
	}
	a, err := w.games[0].Advice(t.Context(), w.host, v.State.Game)
	if err != nil || len(a.Scorecard.Actions) == 0 {
		t.Fatalf("no advice: %v", err)
	}
	var boxes []scorecard.Box
	for _, b := range best {
		allowed := slices.ContainsFunc(v.State.Entries(), func(e scorecard.Entry) bool { return e.Box == b.Box })
		if !allowed {
			t.Errorf("%v may not be entered", b.Box)
		}
		boxes = append(boxes, b.Box)
	}
	return boxes
}

// A computer is told the state of the game, as its players are, and that does not know the seed.
func TestBots_noSeed(t *testing.T) {
	w := newClockWorld(t)
	v := w.create(game.Penta, game.OptionsChoice{}, "me", "best", "casual")
	seed, err := w.db.Seed(t.Context(), v.State.Game)
	if err != nil {
		t.Fatal(err)
	}
	w.roll(v.State.Game)
	r := w.must(w.games[0].Enter(t.Context(), v.State.Game, w.call(), scorecard.Chance))
	if state := fmt.Sprintf("%#v", r.State); strings.Contains(state, hex.EncodeToString(seed)) || r.State.ServerSeed != "" {
		t.Error("the state knows the seed")
	}
}
