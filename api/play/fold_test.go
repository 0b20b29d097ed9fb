package play_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"kast/api/play"
	"kast/domain/dice"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/domain/pot"
	"kast/domain/scorecard"
	"kast/repository"
	"kast/repository/sqlite"
)

// foldWorld is a store with several services on it, as several processes would be. Its clock and its randomness are its
// own, so that two worlds in which the same happens are the same.
type foldWorld struct {
	db       *sqlite.DB
	services []*play.Service
	accounts []string
}

func newFoldWorld(t *testing.T, caches ...int) *foldWorld {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "kast.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w := &foldWorld{db: db}
	random := rand.NewChaCha8([32]byte{7})
	now := time.Date(2026, 3, 14, 18, 0, 0, 0, time.UTC)
	var mu sync.Mutex
	clock := func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Second)
		return now
	}
	for _, bytes := range caches {
		locked := readerFunc(func(b []byte) (int, error) {
			mu.Lock()
			defer mu.Unlock()
			return random.Read(b)
		})
		w.services = append(w.services, play.New(db, play.Options{Now: clock, Random: locked, CacheBytes: bytes, Tables: tables()}))
	}
	for i := range 3 {
		id := fmt.Sprintf("00000000-0000-4000-8000-00000000000%d", i)
		w.accounts = append(w.accounts, id)
		err := db.CreateAccount(t.Context(), repository.Account{ID: id, Name: fmt.Sprintf("N%d", i), CreatedAt: now},
			repository.SignIn{ID: id, AccountID: id, CreatedAt: now, RotatedAt: now})
		if err != nil {
			t.Fatal(err)
		}
	}
	return w
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// step is something that anybody may try at any time.
type step struct {
	what    string
	service int
	account int
	game    int
	call    play.Call
	numbers []int
	n       int
}

// newStep draws one: mostly a move, now and then a wrong one, or a call that was made before.
func newStep(r *rand.Rand, made []step) step {
	if len(made) > 0 && r.IntN(8) == 0 {
		again := made[r.IntN(len(made))]
		again.service = r.IntN(2)
		if r.IntN(4) == 0 {
			again.call.Request = "another"
		}
		return again
	}
	steps := []string{
		"join", "join", "start", "play", "play", "play", "play", "play", "play", "play", "play", "play", "play", "play", "play",
		"roll", "hold", "enter", "bank", "view", "view at", "events", "replay", "fairness", "verify",
	}
	if r.IntN(30) == 0 || len(made) == 0 {
		steps = []string{"create", "leave", "resign"}
	}
	s := step{
		what: steps[r.IntN(len(steps))], service: r.IntN(2), account: r.IntN(3), game: r.IntN(3), n: r.IntN(30),
		call: play.Call{Request: "r"},
	}
	if r.IntN(3) > 0 || s.what == "create" {
		var id uuid.UUID
		for i := range id {
			id[i] = byte(r.IntN(256))
		}
		s.call.ID = id.String()
	}
	for i := range 6 {
		if r.IntN(3) == 0 {
			s.numbers = append(s.numbers, i)
		}
	}
	return s
}

// take takes a step in a world. games are those that were made so far.
func (w *foldWorld) take(t *testing.T, s step, games []string) (any, error) {
	t.Helper()
	ctx, p, account := t.Context(), w.services[s.service%len(w.services)], w.accounts[s.account]
	call := s.call
	call.Account = account
	if s.what == "create" {
		rulesets := []game.RulesetID{game.Penta, game.Femlika, game.Bonanza, game.Tiotusen}
		n := play.NewGame{
			Ruleset: rulesets[s.n%4], Dice: game.ServerDice, Visibility: game.Private, Start: s.n%3 > 0,
			Seats: []play.SeatWish{{Kind: play.SeatOpen}, {Kind: play.SeatMe}, {Kind: play.SeatGuest, Name: "G"}, {Kind: play.SeatOpen}},
		}
		if s.n%2 == 0 {
			n.Visibility = game.Public
			n.Seats = n.Seats[:3]
		}
		return p.Create(ctx, call, n)
	}
	if len(games) == 0 {
		return nil, nil
	}
	id := games[max(len(games)-1-s.game, 0)]
	switch s.what {
	case "join":
		beside, err := w.db.Game(ctx, id)
		if err != nil {
			return nil, err
		}
		return p.Join(ctx, id, call, play.JoinWish{InviteCode: beside.InviteCode, ClientSeed: "s"})
	case "leave":
		return p.Leave(ctx, id, play.Call{Account: account})
	case "start":
		return p.Start(ctx, id, call, "h")
	case "play":
		return w.play(t, p, id, call)
	case "roll":
		return p.Roll(ctx, id, call, s.numbers, nil)
	case "hold":
		return p.Hold(ctx, id, call, s.numbers)
	case "enter":
		return p.Enter(ctx, id, call, scorecard.AllBoxes()[s.n%scorecard.Boxes])
	case "bank":
		return p.Bank(ctx, id, call, s.numbers)
	case "resign":
		if s.n > 2 {
			return nil, nil
		}
		return p.Resign(ctx, id, call, s.n)
	case "view":
		return p.View(ctx, account, id, 0)
	case "view at":
		return p.View(ctx, account, id, s.n)
	case "events":
		return p.Events(ctx, account, id, s.n, 5)
	case "replay":
		return p.Replay(ctx, account, id, s.n, 5)
	case "fairness":
		return p.Fairness(ctx, account, id)
	case "verify":
		return p.Verify(ctx, id)
	}
	panic(s.what)
}

// play makes a move that the seat on turn may make: one roll, and then an end of the turn if it is possible.
func (w *foldWorld) play(t *testing.T, p *play.Service, id string, call play.Call) (any, error) {
	t.Helper()
	beside, err := w.db.Game(t.Context(), id)
	if err != nil || beside.Summary.TurnSeat == game.NoSeat {
		return beside, err
	}
	call.Account = beside.Seats[beside.Summary.TurnSeat].AccountID
	if call.Account == "" {
		call.Account = beside.Host
	}
	v, err := p.View(t.Context(), call.Account, id, 0)
	if err != nil {
		return v, err
	}
	turn := v.State.Turn
	switch {
	case turn.Fresh:
		return p.Roll(t.Context(), id, call, nil, nil)
	case v.State.Ruleset.Engine == game.ScorecardEngine:
		return p.Enter(t.Context(), id, call, v.State.Entries()[0].Box)
	}
	free := dice.All(v.State.Ruleset.Dice) &^ turn.Locked
	faces := pot.ScoringFaces(turn.Dice.CountsOf(free), turn.Groups)
	var held []int
	for _, i := range free.Positions() {
		if slices.Contains(faces, turn.Dice.At(i)) {
			held = append(held, i)
		}
	}
	if turn.Points >= 200 {
		return p.Bank(t.Context(), id, call, held)
	}
	return p.Roll(t.Context(), id, call, held, nil)
}

// TestFoldsChangeNothing: the same steps lead to the same answers whether folds are kept or not, and whether one service
// takes them or two, of which one keeps little.
func TestFoldsChangeNothing(t *testing.T) {
	for seed := range uint64(2) {
		r := rand.New(rand.NewPCG(seed, 1))
		without := newFoldWorld(t, -1)
		worlds := map[string]*foldWorld{
			"kept":         newFoldWorld(t, 0),
			"two services": newFoldWorld(t, 0, 6_000),
		}
		var games []string
		var made []step
		reached := 0
		for i := range 300 {
			s := newStep(r, made)
			if s.call.ID != "" {
				made = append(made, s)
			}
			want, wantErr := without.take(t, s, games)
			for name, w := range worlds {
				got, err := w.take(t, s, games)
				if fmt.Sprint(err) != fmt.Sprint(wantErr) || !reflect.DeepEqual(got, want) {
					t.Fatalf("seed %d, step %d %+v, %s:\n got %+v, %v\nwant %+v, %v", seed, i, s, name, got, err, want, wantErr)
				}
			}
			if made, ok := want.(play.Result); ok && wantErr == nil {
				if s.what == "create" && !made.Repeated {
					games = append(games, made.State.Game)
				}
				reached = max(reached, made.State.Seq)
			}
		}
		if reached < 40 {
			t.Errorf("seed %d: %d games, the longest with %d events: the steps lead nowhere", seed, len(games), reached)
		}
	}
}

// TestFoldsAtOnce: two services move and read the same games at the same time. Every answer shows a game as it was after
// one event of its log: that with the answer's head.
func TestFoldsAtOnce(t *testing.T) {
	w := newFoldWorld(t, 0, 4_000)
	ctx, host := t.Context(), w.accounts[0]
	var games []string
	for range 3 {
		r, err := w.services[0].Create(ctx, play.Call{Account: host}, play.NewGame{
			Ruleset: game.Penta, Dice: game.ServerDice, Visibility: game.Public, Start: true,
			Seats: []play.SeatWish{{Kind: play.SeatMe}, {Kind: play.SeatGuest, Name: "G"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, r.State.Game)
	}
	type seen struct {
		head  string
		state game.State
	}
	views := make([][]seen, 8)
	var all sync.WaitGroup
	for n := range views {
		all.Go(func() {
			r := rand.New(rand.NewPCG(2, uint64(n)))
			for range 60 {
				p, id, call := w.services[r.IntN(2)], games[r.IntN(len(games))], play.Call{Account: host, ID: uuid.NewString()}
				var v play.View
				var err error
				switch r.IntN(4) {
				case 0:
					v, err = p.View(ctx, host, id, 0)
				default:
					var res play.Result
					if r.IntN(2) == 0 {
						res, err = p.Roll(ctx, id, call, nil, nil)
					} else {
						res, err = p.Enter(ctx, id, call, scorecard.AllBoxes()[r.IntN(scorecard.Boxes)])
					}
					v = res.View
				}
				if _, refused := errors.AsType[*game.Refusal](err); refused {
					continue
				}
				if err != nil {
					t.Errorf("game %s: %v", id, err)
					return
				}
				views[n] = append(views[n], seen{v.Head, v.State})
			}
		})
	}
	all.Wait()
	after := map[string]game.State{}
	events := 0
	for _, id := range games {
		if _, err := w.services[0].Verify(ctx, id); err != nil {
			t.Errorf("game %s: %v", id, err)
		}
		lines, _, err := w.services[0].Lines(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		events += len(lines)
		for i, l := range lines {
			after[l.Hash] = game.Fold(gamelog.Records(lines[:i+1]))
		}
	}
	count := 0
	for _, v := range views {
		for _, s := range v {
			count++
			if want, ok := after[s.head]; !ok || !reflect.DeepEqual(s.state, want) {
				t.Errorf("a game was shown with head %s as\n%+v, want\n%+v", s.head, s.state, want)
			}
		}
	}
	if count < 100 || events < 50 {
		t.Errorf("%d answers and %d events: nothing was going on", count, events)
	}
}

// TestFoldsKnowWhoSatWhere: before the start seats had other numbers, and some had holders who left.
func TestFoldsKnowWhoSatWhere(t *testing.T) {
	for name, cache := range map[string]int{"kept": 0, "not kept": -1} {
		t.Run(name, func(t *testing.T) {
			w := newFoldWorld(t, cache)
			p, ctx := w.services[0], t.Context()
			host, stays, leaves := w.accounts[0], w.accounts[1], w.accounts[2]
			r, err := p.Create(ctx, play.Call{Account: host}, play.NewGame{
				Ruleset: game.Penta, Dice: game.ServerDice, Visibility: game.Public,
				Seats: []play.SeatWish{{Kind: play.SeatOpen}, {Kind: play.SeatMe}, {Kind: play.SeatOpen}},
			})
			if err != nil {
				t.Fatal(err)
			}
			id := r.State.Game
			for _, do := range []func() (play.Result, error){
				func() (play.Result, error) { return p.Join(ctx, id, play.Call{Account: leaves}, play.JoinWish{}) },
				func() (play.Result, error) { return p.Join(ctx, id, play.Call{Account: stays}, play.JoinWish{}) },
				func() (play.Result, error) { return p.Leave(ctx, id, play.Call{Account: leaves}) },
				func() (play.Result, error) { return p.Start(ctx, id, play.Call{Account: host}, "") },
			} {
				if _, err := do(); err != nil {
					t.Fatal(err)
				}
			}
			replay, err := p.Replay(ctx, host, id, 0, 100)
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range [][]string{
				{"", host, ""},
				{"", host, ""}, // who left is not remembered
				{"", host, stays},
				{"", host, stays},
				{host, stays},
			} {
				v, err := p.View(ctx, host, id, i+1)
				if err != nil {
					t.Fatal(err)
				}
				for what, seats := range map[string][]repository.Seat{"view": v.Beside.Seats, "replay": replay.Frames[i].View.Beside.Seats} {
					var got []string
					for _, seat := range seats {
						got = append(got, seat.AccountID)
					}
					if !slices.Equal(got, want) {
						t.Errorf("after event %d the %s has %v, want %v", i+1, what, got, want)
					}
				}
			}
		})
	}
}
