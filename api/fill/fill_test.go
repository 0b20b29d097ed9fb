package fill

import (
	"os"
	"testing"
	"time"

	"kast/api/play"
	"kast/domain/game"
	"kast/repository"
)

// TestFill fills a file and looks whether it is one as a server leaves it: all logs verify, what is kept beside follows
// from them, nothing waits to be done, and everything that there is to play was played.
func TestFill(t *testing.T) {
	m := newMade(t)
	m.fill(t, Options{Games: 200, Workers: 16, SignIns: 1, Seed: 1, Put: m.whole})
	ctx := t.Context()
	games := play.New(m.db, play.Options{Tables: tablesOfBestPlay()})
	kinds, count, events, winners := map[string]int{}, 0, 0, 0
	err := games.EachGame(ctx, func(id string) error {
		n, err := games.Verify(ctx, id)
		if err != nil {
			t.Errorf("game %s: %v", id, err)
		}
		count++
		events += n
		g, err := m.db.Game(ctx, id)
		if err != nil {
			return err
		}
		if g.Summary.Status != finished || !g.Summary.Counted {
			t.Errorf("game %s: %+v", id, g.Summary)
		}
		kinds[g.Summary.Ruleset]++
		kinds[g.Summary.Dice]++
		kinds[g.Summary.Visibility]++
		if len(g.Seats) > 1 {
			kinds["table"]++
		}
		for _, seat := range g.Seats {
			kinds[seat.Kind]++
			if seat.Placement == 1 {
				winners++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if count != 200 || winners < 200 {
		t.Errorf("%d games, %d winners", count, winners)
	}
	if each := events / count; each < 80 || each > 140 {
		t.Errorf("%d events a game", each)
	}
	for _, kind := range []string{
		string(game.Penta), string(game.Femlika), string(game.Bonanza), string(game.Tiotusen),
		string(game.ServerDice), string(game.ClientDice), string(game.Public), string(game.Private), "table", "guest", "account",
	} {
		if kinds[kind] == 0 {
			t.Errorf("nothing is %s: %v", kind, kinds)
		}
	}
	if err := games.VerifyTotals(ctx); err != nil {
		t.Error(err)
	}
	if ids, _, err := m.db.Unreviewed(ctx, 0, 10); len(ids) > 0 || err != nil {
		t.Errorf("not reviewed: %v, %v", ids, err)
	}
	now := time.Now()
	if notices, err := m.db.ClaimNotices(ctx, now, now, 10); len(notices) > 0 || err != nil {
		t.Errorf("notices: %v, %v", notices, err)
	}
	records, err := m.db.Records(ctx,
		repository.RecordFilter{Ruleset: string(game.Penta), Dice: string(game.ClientDice), Kind: repository.SoloRecord}, repository.RecordPage{Limit: 3})
	if err != nil || len(records.Records) < 3 {
		t.Errorf("records: %v, %v", records, err)
	}
	regular, err := m.db.AccountByUsername(ctx, Username(1))
	if err != nil {
		t.Fatal(err)
	}
	if stats, err := m.db.StatsOf(ctx, regular.ID, ""); err != nil || len(stats) < 3 {
		t.Errorf("statistics of the regular: %v, %v", stats, err)
	}
	if err := m.db.Close(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(m.file)
	if err != nil {
		t.Fatal(err)
	}
	const most = 130
	if each := info.Size() / int64(events); each > most {
		t.Errorf("%d bytes an event, want at most %d", each, most)
	}
}

// TestFill_again: a game that goes as a course went has ids, hashes and times of its own, and those of no other game.
func TestFill_again(t *testing.T) {
	m := newMade(t)
	m.fill(t, Options{Games: 30, Workers: 3, Seed: 3, Put: m.whole})
	ids, times := map[string]string{}, map[string]bool{}
	games := play.New(m.db, play.Options{})
	err := games.EachGame(t.Context(), func(id string) error {
		lines, g, err := games.Lines(t.Context(), id)
		for _, l := range lines {
			if ids[l.ID] != "" || ids[l.Hash] != "" {
				t.Errorf("event %d of game %s is in game %s too", l.Seq, id, ids[l.ID])
			}
			ids[l.ID], ids[l.Hash] = id, id
		}
		if at := g.CreatedAt.String(); times[at] {
			t.Errorf("two games began at %s", at)
		} else {
			times[at] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
