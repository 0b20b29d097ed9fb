package play_test

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"kast/api/play"
	"kast/domain/bestplay"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/repository"
	"kast/repository/sqlite"
)

// told is the body of a notice as docs/webhook.md has it.
type told struct {
	Type, Timestamp string
	Data            toldData
}

type toldData struct {
	AccountID, GameID, Ruleset, Kind, Deadline string
	Seq, Seat, Round, Placement                int
	OwnMove                                    *bool
}

// noticeWorld is a store with a service that notifies, and an ear at the store. Every append is judged by what the log
// and the seats say.
type noticeWorld struct {
	*testing.T
	repository.Games        // the store's, overheard
	leaving          string // the account that is being deleted
	db               *sqlite.DB
	service          *play.Service
	accounts         []string
	at               time.Time
	by               string // whose call is under way, empty for nobody's
	states           map[string]game.State
	ids              map[string]bool
	stored, notified int
	latest           []told // of the last append
	seen             map[string]int
}

func newNoticeWorld(t *testing.T) *noticeWorld {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "kast.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w := &noticeWorld{
		T: t, Games: db, db: db, at: time.Date(2026, 3, 14, 18, 0, 0, 0, time.UTC),
		states: map[string]game.State{}, ids: map[string]bool{}, seen: map[string]int{},
	}
	w.service = play.New(w, play.Options{
		Now: func() time.Time { return w.at }, Tables: tables(), Random: rand.NewChaCha8([32]byte{9}), Notify: func() { w.notified++ },
	})
	for i := range 3 {
		id := uuid.NewString()
		w.accounts = append(w.accounts, id)
		err := db.CreateAccount(t.Context(), repository.Account{ID: id, Name: fmt.Sprintf("Secretname%d", i), CreatedAt: w.at},
			repository.SignIn{ID: id, AccountID: id, CreatedAt: w.at, RotatedAt: w.at})
		if err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// CreateGame overhears the store.
func (w *noticeWorld) CreateGame(ctx context.Context, g repository.NewGame) error {
	err := w.Games.CreateGame(ctx, g)
	if err == nil {
		w.judge(g.ID, g.Events, g.Notices)
	}
	return err
}

// Append overhears the store.
func (w *noticeWorld) Append(ctx context.Context, a repository.Append) error {
	err := w.Games.Append(ctx, a)
	if err == nil {
		w.judge(a.GameID, a.Events, a.Notices)
	}
	return err
}

// withdraw takes an account out of its games, as before its deletion.
func (w *noticeWorld) withdraw(ctx context.Context, account string) error {
	w.leaving = account
	defer func() { w.leaving = "" }()
	return w.service.Withdraw(ctx, w.as(account).Account)
}

// judge compares what an append stored with who should be told what.
func (w *noticeWorld) judge(id string, events []repository.Event, notices []repository.Notice) {
	w.Helper()
	before := w.states[id]
	after, by := before, w.by
	for i, e := range events {
		l, err := gamelog.Decode(e.JSON)
		if err != nil {
			w.Fatal(err)
		}
		if i == 0 && l.By == game.ByClock {
			by = "" // a call came when the time was up: before the call the clock moves
		}
		after = game.Evolve(after, l.Record)
	}
	w.states[id] = after
	beside, err := w.db.Game(w.Context(), id)
	if err != nil {
		w.Fatal(err)
	}
	if len(notices) > 0 {
		w.stored++
	}
	w.latest = nil
	got := []string{}
	for _, n := range notices {
		got = append(got, w.read(n, beside, after, by))
	}
	slices.Sort(got)
	want := slices.DeleteFunc(expected(before, after, beside, by), func(told string) bool {
		return w.leaving != "" && strings.HasSuffix(told, w.leaving) // who is being deleted is told nothing more
	})
	if diff := cmp.Diff(want, got); diff != "" {
		w.Errorf("notices after event %d of a game of %s (-want +got):\n%s", after.Seq, after.Ruleset.ID, diff)
	}
}

// owner is the account that moves a seat.
func owner(s game.State, beside repository.Game, seat int) string {
	switch s.Seats[seat].Kind {
	case game.AccountSeat:
		return beside.Seats[seat].AccountID
	case game.GuestSeat:
		return beside.Host
	case game.BotSeat:
		if s.Dice == game.ClientDice {
			return beside.Host
		}
	case game.OpenSeat:
	}
	return ""
}

// expected lists who is to be told what, as "type account".
func expected(before, after game.State, beside repository.Game, by string) []string {
	want := map[string]bool{}
	if after.Status == game.StatusPlaying {
		seat := after.Turn.Seat
		same := before.Status == game.StatusPlaying && before.Turn.Seat == seat && before.Seats[seat].Turns == after.Seats[seat].Turns
		movers := map[string]bool{}
		for i := range after.Seats {
			if !after.Seats[i].Resigned() {
				movers[owner(after, beside, i)] = true
			}
		}
		delete(movers, "")
		if account := owner(after, beside, seat); !same && account != by && len(movers) > 1 {
			want["game.yourTurn "+account] = true
		}
	}
	if after.Status == game.StatusFinished {
		for i, seat := range after.Seats {
			if account := owner(after, beside, i); account != "" && seat.Kind != game.BotSeat {
				want["game.finished "+account] = true
			}
		}
	}
	return append([]string{}, slices.Sorted(maps.Keys(want))...)
}

// read checks what a notice says, and returns its type and account.
func (w *noticeWorld) read(n repository.Notice, beside repository.Game, s game.State, by string) string {
	w.Helper()
	var b told
	if err := json.Unmarshal(n.Body, &b, json.MatchCaseInsensitiveNames(true), json.RejectUnknownMembers(true)); err != nil {
		w.Fatalf("%s: %v", n.Body, err)
	}
	d := b.Data
	if w.ids[n.ID] || n.AccountID != d.AccountID || n.GameID != s.Game || d.GameID != s.Game || d.Ruleset != string(s.Ruleset.ID) ||
		d.Seq != s.Seq || d.Kind != string(s.Seats[d.Seat].Kind) || owner(s, beside, d.Seat) != d.AccountID {
		w.Errorf("notice %+v says %s", n, n.Body)
	}
	w.ids[n.ID] = true
	for _, secret := range []string{"Secretname", "Guest", s.ServerSeed, `"dice"`} {
		if secret != "" && strings.Contains(string(n.Body), secret) {
			w.Errorf("%q is in %s", secret, n.Body)
		}
	}
	at := s.FinishedAt
	if b.Type == "game.yourTurn" {
		at = s.Turn.BeganAt
		deadline := ""
		if due := s.Deadline(); !due.IsZero() {
			deadline = due.Format(time.RFC3339Nano)
		}
		turn := repository.NoticeTurn{Seat: d.Seat, Round: d.Round}
		if parsed, err := time.Parse(time.RFC3339, d.Deadline); err == nil {
			d.Deadline = parsed.Format(time.RFC3339Nano)
		}
		if n.Turn == nil || *n.Turn != turn || turn.Seat != s.Turn.Seat || turn.Round != s.Turn.Round || d.Deadline != deadline ||
			d.OwnMove != nil || d.Placement != 0 {
			w.Errorf("notice %+v says %s", n, n.Body)
		}
		w.seen[fmt.Sprintf("turn of a %s, by somebody's call: %t", d.Kind, by != "")]++
		if d.Deadline != "" {
			w.seen["turn with a deadline"]++
		}
	} else {
		own := slices.ContainsFunc(beside.Seats, func(seat repository.Seat) bool { return seat.AccountID == d.AccountID })
		if n.Turn != nil || d.OwnMove == nil || *d.OwnMove != (d.AccountID == by) || d.Placement != s.Seats[d.Seat].Placement ||
			own != (d.Kind == "account") || d.Round != 0 || d.Deadline != "" {
			w.Errorf("notice %+v says %s", n, n.Body)
		}
		w.seen[fmt.Sprintf("end for a %s, own move: %t", d.Kind, *d.OwnMove)]++
		if s.Seats[d.Seat].Resigned() {
			w.seen["end for one that gave up"]++
		}
	}
	if stamp, err := time.Parse(time.RFC3339, b.Timestamp); err != nil || !stamp.Equal(at) || !n.At.Equal(w.at) {
		w.Errorf("notice %+v says %s, want the time %s", n, n.Body, at)
	}
	w.latest = append(w.latest, b)
	return b.Type + " " + n.AccountID
}

// as says whose call comes next.
func (w *noticeWorld) as(account string) play.Call {
	w.by = account
	return play.Call{Account: account}
}

// moves makes a move for the seat on turn, as whoever moves it.
func (w *noticeWorld) moves(id string, r *rand.Rand) {
	w.Helper()
	s := w.states[id]
	beside, err := w.db.Game(w.Context(), id)
	if err != nil {
		w.Fatal(err)
	}
	call := w.as(owner(s, beside, s.Turn.Seat))
	switch c := bestplay.Casual(s, game.ByPlayer).(type) {
	case game.Roll:
		var faces []int
		if s.Dice == game.ClientDice {
			faces = rolled(s, c.Held, r)
		}
		_, err = w.service.Roll(w.Context(), id, call, c.Held, faces)
	case game.Enter:
		_, err = w.service.Enter(w.Context(), id, call, c.Box)
	case game.Bank:
		_, err = w.service.Bank(w.Context(), id, call, c.Held)
	default:
		w.Fatalf("a move of type %T", c)
	}
	if err != nil && w.states[id].Seq == s.Seq { // else the clock was faster
		w.Fatal(err)
	}
}

// rolled are dice as they may lie on a real table after a roll.
func rolled(s game.State, held []int, r *rand.Rand) []int {
	faces := make([]int, s.Ruleset.Dice)
	for i := range faces {
		faces[i] = 1 + r.IntN(6)
		if !s.Turn.Fresh && s.Turn.Roll > 0 && (s.Turn.Locked.Has(i) || slices.Contains(held, i)) {
			faces[i] = s.Turn.Dice.At(i)
		}
	}
	return faces
}

// TestNotices plays games of several accounts at random: with guests and computers, both kinds of dice, clocks that run
// out, players who give up or are deleted. After each append exactly those are told who should be.
func TestNotices(t *testing.T) {
	t.Parallel()
	w := newNoticeWorld(t)
	r := rand.New(rand.NewPCG(1, 2))
	for range 14 {
		w.randomGame(r)
	}
	if w.stored != w.notified {
		t.Errorf("notices were stored %d times, and the sender was woken %d times", w.stored, w.notified)
	}
	for _, what := range []string{
		"turn of a account, by somebody's call: true", "turn of a account, by somebody's call: false",
		"turn of a guest, by somebody's call: true", "turn of a guest, by somebody's call: false",
		"turn of a bot, by somebody's call: true", "turn with a deadline",
		"end for a account, own move: true", "end for a account, own move: false",
		"end for a guest, own move: true", "end for a guest, own move: false", "end for one that gave up",
	} {
		if w.seen[what] == 0 {
			t.Errorf("never seen: %s; but %v", what, w.seen)
		}
	}
}

func (w *noticeWorld) randomGame(r *rand.Rand) {
	w.Helper()
	ctx := w.Context()
	rules := game.Rulesets()[r.IntN(4)]
	n := play.NewGame{Ruleset: rules.ID, Dice: game.ServerDice, Visibility: game.Public, Start: r.IntN(2) == 0}
	if r.IntN(3) == 0 {
		n.Dice = game.ClientDice
	} else if r.IntN(2) == 0 {
		seconds := 45
		n.Options.TurnSeconds = &seconds
	}
	kinds := []string{"open", []string{"me", "guest"}[r.IntN(2)]}
	for range r.IntN(3) {
		kinds = append(kinds, []string{"open", "guest", "best", "casual"}[r.IntN(4)])
	}
	r.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	n.Seats = wishes(kinds...)
	host := w.accounts[r.IntN(3)]
	made, err := w.service.Create(ctx, w.as(host), n)
	if err != nil {
		w.Fatal(err)
	}
	id := made.State.Game
	for _, account := range w.accounts {
		if account != host || r.IntN(8) == 0 {
			_, _ = w.service.Join(ctx, id, w.as(account), play.JoinWish{}) // some find no seat
		}
	}
	if _, err := w.service.Start(ctx, id, w.as(host), ""); err != nil && !refused(err, game.GameNotOpen) {
		_ = w.withdraw(ctx, host) // too few for this game
	}
	clocks := play.NewClocks(w.service, w.db, slog.New(slog.DiscardHandler))
	for w.states[id].Status == game.StatusPlaying {
		w.at = w.at.Add(time.Second)
		switch {
		case r.IntN(60) == 0: // somebody falls asleep
			w.at = w.at.Add(time.Minute)
			if r.IntN(2) == 0 {
				w.by = ""
				if err := clocks.Tick(ctx, w.at); err != nil {
					w.Fatal(err)
				}
			}
		case r.IntN(400) == 0:
			account := w.accounts[r.IntN(3)]
			_, _ = w.service.Resign(ctx, id, w.as(account), r.IntN(len(w.states[id].Seats)))
		case r.IntN(800) == 0:
			if err := w.withdraw(ctx, w.accounts[r.IntN(3)]); err != nil {
				w.Fatal(err)
			}
		default:
			w.moves(id, r)
		}
	}
}

// TestNotices_example is the life of one game, as docs/webhook.md tells it.
func TestNotices_example(t *testing.T) {
	t.Parallel()
	w := newNoticeWorld(t)
	anna, bo := w.accounts[0], w.accounts[1]
	off := 0
	made, err := w.service.Create(t.Context(), w.as(anna), play.NewGame{
		Ruleset: game.Penta, Dice: game.ServerDice, Visibility: game.Public, Seats: wishes("me", "open", "guest"), Start: true,
		Options: game.OptionsChoice{AutoEnterSeconds: &off},
	})
	if err != nil {
		t.Fatal(err)
	}
	id := made.State.Game
	check := func(when string, want ...toldData) {
		t.Helper()
		var got []toldData
		for _, b := range w.latest {
			got = append(got, b.Data)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", when, diff)
		}
	}
	turn := func(account string, seq, seat int, kind string, round int) toldData {
		return toldData{AccountID: account, GameID: id, Ruleset: "penta", Seq: seq, Seat: seat, Kind: kind, Round: round}
	}
	must := func(_ play.Result, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	play1 := func(account string) {
		t.Helper()
		must(w.service.Roll(t.Context(), id, w.as(account), nil, nil))
		check("after a roll")
		must(w.service.Enter(t.Context(), id, w.as(account), w.states[id].Entries()[0].Box))
	}
	must(w.service.Join(t.Context(), id, w.as(bo), play.JoinWish{}))
	check("Bo takes the last seat, and so starts Anna's turn", turn(anna, w.states[id].Seq, 0, "account", 1))
	play1(anna)
	check("Bo's turn", turn(bo, w.states[id].Seq, 1, "account", 1))
	play1(bo)
	check("the turn of Anna's guest", turn(anna, w.states[id].Seq, 2, "guest", 1))
	play1(anna)
	check("Anna's own turn after her guest's")
	must(w.service.Resign(t.Context(), id, w.as(bo), game.NoSeat))
	check("Bo gives up while it is Anna's turn")
	play1(anna)
	check("Anna and her guest are alone now")
	for w.states[id].Status == game.StatusPlaying {
		play1(anna)
	}
	s, yes, no := w.states[id], true, false
	over := func(account string, seat int, own *bool) toldData {
		return toldData{
			AccountID: account, GameID: id, Ruleset: "penta", Seq: s.Seq, Seat: seat, Kind: "account",
			Placement: s.Seats[seat].Placement, OwnMove: own,
		}
	}
	check("the end", over(anna, 0, &yes), over(bo, 1, &no))
}

// TestNotices_off: without anybody who is to be told, nothing is stored.
func TestNotices_off(t *testing.T) {
	t.Parallel()
	w := newFoldWorld(t, 0)
	ctx := t.Context()
	made, err := w.services[0].Create(ctx, play.Call{Account: w.accounts[0]}, play.NewGame{
		Ruleset: game.Femlika, Dice: game.ServerDice, Visibility: game.Public, Seats: wishes("me", "open"), Start: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.services[0].Join(ctx, made.State.Game, play.Call{Account: w.accounts[1]}, play.JoinWish{}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.services[0].Resign(ctx, made.State.Game, play.Call{Account: w.accounts[1]}, game.NoSeat); err != nil {
		t.Fatal(err)
	}
	if got, err := w.db.ClaimNotices(ctx, time.Now().AddDate(100, 0, 0), time.Now(), 9); err != nil || len(got) > 0 {
		t.Errorf("%d notices, %v", len(got), err)
	}
}

// The examples of docs/webhook.md have the fields of the bodies that are sent, all of them.
func TestNotices_page(t *testing.T) {
	page, err := os.ReadFile("../../docs/webhook.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := regexp.MustCompile("(?s)```json\n(.*?)\n```").FindAllSubmatch(page, -1)
	if len(examples) != 2 {
		t.Fatalf("%d examples", len(examples))
	}
	for _, m := range examples {
		var b told
		if err := json.Unmarshal(m[1], &b, json.MatchCaseInsensitiveNames(true), json.RejectUnknownMembers(true)); err != nil {
			t.Errorf("%s: %v", m[1], err)
		}
		d := b.Data
		if d.AccountID == "" || d.GameID == "" || d.Ruleset == "" || d.Seq == 0 || d.Seat == 0 || d.Kind == "" ||
			(b.Type == "game.yourTurn") != (d.Round > 0 && d.Deadline != "") ||
			(b.Type == "game.finished") != (d.Placement > 0 && d.OwnMove != nil) {
			t.Errorf("%s", m[1])
		}
	}
}

// A log that comes from a device, long after the game, tells of the end as a move would: once, and as new.
func TestNotices_upload(t *testing.T) {
	t.Parallel()
	played := newNoticeWorld(t)
	r := rand.New(rand.NewPCG(3, 4))
	made, err := played.service.Create(t.Context(), played.as(played.accounts[0]), play.NewGame{
		Ruleset: game.Femlika, Dice: game.ClientDice, Visibility: game.Private, Seats: wishes("me", "guest"), Start: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	id := made.State.Game
	for played.states[id].Status == game.StatusPlaying {
		played.moves(id, r)
	}
	lines, _, err := played.service.Lines(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	for _, first := range []int{len(lines), len(lines) / 2} {
		w := newNoticeWorld(t)
		w.at = w.at.AddDate(0, 1, 0)
		for _, part := range [][]gamelog.Line{lines[:first], lines, lines} {
			if _, err := w.service.Upload(t.Context(), w.as(w.accounts[0]).Account, id, play.Upload{Drafts: part}); err != nil {
				t.Fatal(err)
			}
		}
		due, err := w.db.ClaimNotices(t.Context(), w.at, w.at, 9)
		if err != nil || len(due) != 1 || w.stored != 1 || w.notified != 1 || w.seen["end for a account, own move: true"] != 1 ||
			!due[0].At.Equal(w.at) {
			t.Errorf("%v, %v, %v", due, err, w.seen)
		}
	}
}
