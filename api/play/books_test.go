package play_test

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"kast/api/play"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/domain/review"
	"kast/repository"
)

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// books is all that statistics tell.
type books struct {
	Fallen  [6]int
	Records map[string][]repository.Record
	Stats   map[string][]repository.Stats
}

// listsOfRecords are all lists of records that there are.
func listsOfRecords() (all []repository.RecordFilter) {
	for _, r := range game.Rulesets() {
		for _, dice := range []game.DiceMode{game.ServerDice, game.ClientDice} {
			for _, kind := range []string{repository.SoloRecord, repository.TableRecord} {
				all = append(all, repository.RecordFilter{Ruleset: string(r.ID), Dice: string(dice), Kind: kind})
			}
		}
	}
	return all
}

// booksOf reads all that statistics tell.
func booksOf(t *testing.T, s *play.Service, accounts []string) (b books) {
	t.Helper()
	b.Records, b.Stats = map[string][]repository.Record{}, map[string][]repository.Stats{}
	var err error
	if b.Fallen, _, _, err = s.Dice(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, f := range listsOfRecords() {
		l, err := s.Records(t.Context(), f, repository.RecordPage{Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		b.Records[fmt.Sprint(f)] = l.Records
	}
	for _, a := range accounts {
		for _, dice := range []game.DiceMode{"", game.ServerDice, game.ClientDice} {
			if b.Stats[a+" "+string(dice)], err = s.Stats(t.Context(), a, dice); err != nil {
				t.Fatal(err)
			}
		}
	}
	return b
}

// expectedBooks works the same out of the logs, as one would by hand.
func expectedBooks(t *testing.T, s *play.Service, accounts []string) (b books) {
	t.Helper()
	ctx := t.Context()
	b.Records, b.Stats = map[string][]repository.Record{}, map[string][]repository.Stats{}
	for _, f := range listsOfRecords() {
		b.Records[fmt.Sprint(f)] = nil
	}
	stats := map[string]*repository.Stats{}
	err := s.EachGame(ctx, func(id string) error {
		lines, beside, err := s.Lines(ctx, id)
		if err != nil {
			return err
		}
		before := game.State{}
		for _, l := range lines {
			if e, ok := l.Event.(game.Rolled); ok && before.Dice == game.ServerDice {
				for i, face := range e.Dice.Faces() {
					if before.Turn.Fresh || !before.Turn.Held.Has(i) && !before.Turn.Locked.Has(i) {
						b.Fallen[face-1]++
					}
				}
			}
			before = game.Evolve(before, l.Record)
		}
		end := before
		if end.Status != game.StatusFinished {
			return nil
		}
		table, err := tables().Table(ctx, end.Ruleset.ID)
		if err != nil {
			return err
		}
		judged := review.Game(table, gamelog.Records(lines)).Seats
		kind := repository.TableRecord
		if len(end.Seats) == 1 {
			kind = repository.SoloRecord
		}
		for i, seat := range end.Seats {
			account := beside.Seats[i].AccountID
			if account == "" || seat.Placement == 0 {
				continue
			}
			r := repository.Record{
				AccountID: account, Name: beside.Seats[i].Name, Total: end.Total(i), At: end.FinishedAt, GameID: id,
				Public: end.Visibility == game.Public,
			}
			f := fmt.Sprint(repository.RecordFilter{Ruleset: string(end.Ruleset.ID), Dice: string(end.Dice), Kind: kind})
			if !seat.Resigned() {
				b.Records[f] = append(b.Records[f], r)
			}
			for _, dice := range []game.DiceMode{"", end.Dice} {
				key := account + " " + string(dice) + " " + string(end.Ruleset.ID)
				if stats[key] == nil {
					stats[key] = &repository.Stats{Ruleset: string(end.Ruleset.ID)}
				}
				sum := stats[key]
				best := &sum.BestSolo
				if kind == repository.SoloRecord {
					sum.Solo++
				} else {
					sum.Tables++
					sum.Placements[seat.Placement-1]++
					best = &sum.BestTable
				}
				if seat.Resigned() {
					continue
				}
				if *best == nil || **best < r.Total {
					*best = new(r.Total)
				}
				sum.Completed++
				sum.Total += r.Total
				sum.Reviewed++
				sum.Loss += int64(math.Round(judged[i].Loss * 1e6))
				sum.Luck += int64(math.Round(judged[i].Luck * 1e6))
				if end.Ruleset.Engine == game.ScorecardEngine {
					bonus := map[game.RulesetID]int{game.Penta: 100, game.Femlika: 100, game.Bonanza: 50}[end.Ruleset.ID]
					sum.FurtherFives += seat.Card.FiveBonuses() / bonus
					if seat.Card.UpperBonus() == 35 {
						sum.UpperBonuses++
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for f, all := range b.Records {
		slices.SortStableFunc(all, func(x, y repository.Record) int { // games come oldest first
			return cmp.Or(cmp.Compare(y.Total, x.Total), x.At.Compare(y.At))
		})
		seen := map[string]bool{}
		all = slices.DeleteFunc(all, func(r repository.Record) bool {
			had := seen[r.AccountID]
			seen[r.AccountID] = true
			return had
		})
		for i := range all {
			all[i].Rank = 1 + slices.IndexFunc(all, func(r repository.Record) bool { return r.Total == all[i].Total })
		}
		b.Records[f] = all
	}
	for _, a := range accounts {
		for _, dice := range []string{"", "server", "client"} {
			all := []repository.Stats{}
			for _, r := range game.Rulesets() {
				if sum := stats[a+" "+dice+" "+string(r.ID)]; sum != nil {
					all = append(all, *sum)
				}
			}
			b.Stats[a+" "+dice] = all
		}
	}
	return b
}

func sameBooks(t *testing.T, what string, got, want books) {
	t.Helper()
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// TestBooks plays games of several accounts at random, by themselves and at tables. What is kept step by step is what
// follows from the logs, and it can be made anew from them.
func TestBooks(t *testing.T) {
	t.Parallel()
	w := newNoticeWorld(t)
	r := rand.New(rand.NewPCG(3, 4))
	ctx := t.Context()
	for i := range 9 {
		w.randomGame(r)
		if i%2 == 0 {
			w.soloGame(r, game.Rulesets()[r.IntN(3)].ID)
		}
	}
	keep := func() {
		t.Helper()
		if err := play.NewBooks(w.service, quiet()).CatchUp(ctx); err != nil {
			t.Fatal(err)
		}
		if err := w.service.VerifyTotals(ctx); err != nil {
			t.Error(err)
		}
	}
	keep()
	want := expectedBooks(t, w.service, w.accounts[:])
	kept := booksOf(t, w.service, w.accounts[:])
	sameBooks(t, "kept step by step", kept, want)
	records := 0
	for _, all := range kept.Records {
		records += len(all)
	}
	if records < 8 || kept.Fallen[0] < 300 {
		t.Errorf("%d records, dice %v: that tests little", records, kept.Fallen)
	}

	// As if all of it came from before it was kept: the server does it by itself.
	forget := func(counted bool) {
		t.Helper()
		err := w.service.EachGame(ctx, func(id string) error {
			g, err := w.db.Game(ctx, id)
			if err != nil {
				return err
			}
			g.Summary.Counted, g.Summary.Fallen = counted, [6]int{}
			standings := make([]repository.Standing, len(g.Seats))
			for i, seat := range g.Seats {
				standings[i] = seat.Standing
				standings[i].FurtherFives, standings[i].UpperBonus = 0, false
				if counted {
					standings[i].Total = 7
				}
			}
			return w.db.Rebuild(ctx, id, g.Head, g.Summary, standings)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	forget(false)
	if err := w.service.EachGame(ctx, func(id string) error { _, err := w.service.Verify(ctx, id); return err }); err != nil {
		t.Errorf("games that are not counted: %v", err)
	}
	keep()
	sameBooks(t, "after an upgrade", booksOf(t, w.service, w.accounts[:]), want)

	// As if somebody had tampered with it.
	forget(true)
	if _, err := w.service.RebuildTotals(ctx); err != nil {
		t.Fatal(err)
	}
	if reflectsNothing := gocmp.Equal(booksOf(t, w.service, w.accounts[:]), want); reflectsNothing {
		t.Error("the statistics do not depend on what is kept")
	}
	if err := w.service.EachGame(ctx, func(id string) error { return w.service.Rebuild(ctx, id) }); err != nil {
		t.Fatal(err)
	}
	if wrong, err := w.service.RebuildTotals(ctx); err != nil || !wrong {
		t.Errorf("totals made anew: wrong is %t, %v", wrong, err)
	}
	keep()
	sameBooks(t, "after a rebuild", booksOf(t, w.service, w.accounts[:]), want)
}

// soloGame plays a game of one account by itself; some are given up.
func (w *noticeWorld) soloGame(r *rand.Rand, id game.RulesetID) {
	w.Helper()
	n := newGame(play.SeatMe)
	n.Ruleset = id
	account := w.accounts[r.IntN(3)]
	made, err := w.service.Create(w.Context(), w.as(account), n)
	if err != nil {
		w.Fatal(err)
	}
	for moves := 0; w.states[made.State.Game].Status == game.StatusPlaying; moves++ {
		w.at = w.at.Add(time.Second)
		if moves > 5 && r.IntN(150) == 0 {
			_, _ = w.service.Resign(w.Context(), made.State.Game, w.as(account), game.NoSeat)
			continue
		}
		w.moves(made.State.Game, r)
	}
}

// Soon after a game is finished it is reviewed, also one that was finished before the server ran; and Keep ends with its
// context.
func TestBooks_Keep(t *testing.T) {
	if _, err := tables().Table(t.Context(), game.Femlika); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		w := newClockWorld(t)
		reviewed := func() int {
			all, err := w.games[0].Stats(t.Context(), w.host, "")
			if err != nil || len(all) > 1 {
				t.Fatalf("%v, %v", all, err)
			}
			if len(all) == 0 {
				return 0
			}
			return all[0].Reviewed
		}
		soloPlayed := func() {
			id := w.create(game.Femlika, game.OptionsChoice{}, "me").State.Game
			for w.view(id).State.Status == game.StatusPlaying {
				w.plays(id)
			}
		}
		soloPlayed()
		time.Sleep(time.Minute)
		if n := reviewed(); n != 0 {
			t.Errorf("%d games are reviewed though nobody does it", n)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{}, 2)
		for i := range w.games { // two processes
			go func() {
				play.NewBooks(w.games[i], slog.New(slog.NewTextHandler(&w.log, nil))).Keep(ctx)
				ended <- struct{}{}
			}()
		}
		time.Sleep(time.Second)
		if n := reviewed(); n != 1 {
			t.Errorf("%d games are reviewed after the start", n)
		}
		soloPlayed()
		time.Sleep(3 * time.Second)
		if n := reviewed(); n != 2 {
			t.Errorf("%d games are reviewed", n)
		}
		cancel()
		<-ended
		<-ended
		if w.log.Len() > 0 {
			t.Error(w.log.String())
		}
	})
}

// scratched is a store in which some logs cannot be read.
type scratched struct {
	repository.Store
	bad map[string]error
}

func (s scratched) Events(ctx context.Context, id string, after, limit int) ([]repository.Event, error) {
	if err, bad := s.bad[id]; bad {
		if err == nil {
			panic("a log that does not fold")
		}
		return nil, err
	}
	return s.Store.Events(ctx, id, after, limit)
}

// What is wrong with one game is logged once, and the others are not kept from the statistics.
func TestBooks_errorOfOne(t *testing.T) {
	w := newClockWorld(t)
	var ids []string
	for range 3 {
		id := w.create(game.Tiotusen, game.OptionsChoice{}, "me", "guest").State.Game
		w.roll(id)
		w.must(w.games[0].Resign(t.Context(), id, w.call(), 1))
		ids = append(ids, id)
	}
	store := scratched{Store: w.db, bad: map[string]error{ids[0]: nil, ids[1]: fmt.Errorf("the disk is scratched")}}
	b := play.NewBooks(play.New(store, play.Options{Now: w.now, Tables: tables()}), slog.New(slog.NewTextHandler(&w.log, nil)))
	for range 3 {
		if err := b.CatchUp(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	left, _, err := w.db.Unreviewed(t.Context(), 0, 9)
	if err != nil || !slices.Equal(left, ids[:2]) {
		t.Errorf("not reviewed: %v, %v", left, err)
	}
	if strings.Count(w.log.String(), "\n") != 2 || !strings.Contains(w.log.String(), ids[0]) || !strings.Contains(w.log.String(), ids[1]) {
		t.Errorf("logged: %s", w.log.String())
	}
	store.bad[ids[0]] = repository.ErrUnavailable
	b = play.NewBooks(play.New(store, play.Options{Now: w.now, Tables: tables()}), quiet())
	if err := b.CatchUp(t.Context()); err == nil {
		t.Error("a store that does not answer is no error")
	}
}
