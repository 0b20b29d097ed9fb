package gamelog_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"kast/domain/dice"
	"kast/domain/fairness"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/domain/pot"
	"kast/domain/scorecard"
)

// FuzzDecode: whatever is read is an error of form, or an event that is written in the canonical way and read as itself.
func FuzzDecode(f *testing.F) {
	for _, line := range sampleLines(f) {
		f.Add(line.JSON)
	}
	for _, text := range []string{"", "{}", `{"seats":[{"kind":"bot"}],"type":"created"}`, `{"seats":[0],"type":"started"}`, `{"seq":-0}`, `{"a":1,"a":2}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		line, err := gamelog.Decode(text)
		if err != nil {
			if !errors.Is(err, gamelog.ErrFormat) {
				t.Fatalf("got %v", err)
			}
			return
		}
		canonical := jsontext.Value(bytes.Clone(text))
		if err := canonical.Canonicalize(); err != nil || !bytes.Equal(canonical, line.JSON) {
			t.Fatalf("%s\nread as %s\ncanonical %s, %v", text, line.JSON, canonical, err)
		}
		again, err := gamelog.Decode(line.JSON)
		if err != nil || !reflect.DeepEqual(again, line) {
			t.Fatalf("%s\nread again as %+v, %v", line.JSON, again, err)
		}
		sealed, err := gamelog.Seal(line.Prev, line.Record)
		if err != nil || !reflect.DeepEqual(sealed.Record, line.Record) {
			t.Fatalf("%s\nsealed as %s, %v", line.JSON, sealed.JSON, err)
		}
	})
}

// FuzzVerify reads a text and puts it, where it is an event, behind the beginning of a game: as it is, and with its number
// and chain made anew. Verify must say what is wrong with it and never panic.
func FuzzVerify(f *testing.F) {
	var logs [][]gamelog.Line
	for i, g := range goldens() {
		log := readGolden(f, g.name)
		logs = append(logs, log)
		for _, at := range []int{0, 1, 2, 3, len(log) / 2, len(log) - 1} {
			f.Add(uint8(i), uint16(at), log[at].JSON)
		}
	}
	f.Fuzz(func(t *testing.T, i uint8, n uint16, text []byte) {
		line, err := gamelog.Decode(text)
		if err != nil {
			return
		}
		log := logs[int(i)%len(logs)]
		log = append([]gamelog.Line(nil), log[:int(n)%len(log)]...)
		verifies(t, append(log, line))
		line.Seq = len(log) + 1
		verifies(t, reseal(t, append(log, line)))
	})
}

// tb is what both testing and rapid offer.
type tb interface {
	Fatalf(format string, args ...any)
}

// verifies checks that there is no other answer than a breach at one of the events, or a state that is their fold.
func verifies(t tb, lines []gamelog.Line) {
	seed := fairness.Seed{}
	for _, seed := range []*fairness.Seed{nil, &seed} {
		state, err := gamelog.Verify(lines, seed)
		var breach *game.Breach
		switch {
		case errors.As(err, &breach):
			if breach.Cause == nil {
				t.Fatalf("a breach without cause: %v", err)
			}
		case err != nil:
			t.Fatalf("got %v, want a breach", err)
		case !reflect.DeepEqual(state, game.Fold(gamelog.Records(lines))):
			t.Fatalf("verified %+v", state)
		}
	}
}

// TestVerify_anything appends events of any content to the beginning of a game, and tries to catch Verify out.
func TestVerify_anything(t *testing.T) {
	t.Run("", rapid.MakeCheck(anyLog(t)))
}

func FuzzVerify_anything(f *testing.F) { f.Fuzz(rapid.MakeFuzz(anyLog(f))) }

func anyLog(t testing.TB) func(t *rapid.T) {
	t.Helper()
	var logs [][]gamelog.Line
	for _, g := range goldens() {
		logs = append(logs, readGolden(t, g.name))
	}
	return func(rt *rapid.T) {
		log := rapid.SampledFrom(logs).Draw(rt, "log")
		lines := append([]gamelog.Line(nil), log[:rapid.IntRange(0, len(log)).Draw(rt, "events")]...)
		for range rapid.IntRange(1, 6).Draw(rt, "more") {
			r := game.Record{Seq: len(lines) + 1, ID: someID, By: rapid.SampledFrom([]game.By{game.ByPlayer, game.ByServer, game.ByBot, game.ByClock}).Draw(rt, "by")}
			if len(lines) > 0 {
				r.Event = anyEvent(rt, game.Fold(gamelog.Records(log)))
			} else {
				r.Event = anyCreated(rt)
			}
			lines = append(lines, gamelog.Line{Record: r})
		}
		verifies(rt, reseal(rt, lines))
		if _, err := game.Check(gamelog.Records(lines), nil); err == nil {
			rt.Logf("%d events are a game", len(lines))
		}
		for _, line := range reseal(rt, lines) {
			again, err := gamelog.Decode(line.JSON)
			if err != nil || !reflect.DeepEqual(again, line) {
				rt.Fatalf("%s\nread as %+v, %v", line.JSON, again, err)
			}
		}
	}
}

// anyEvent is an event that can be written, with any content. Some of it is what a game of this kind might have.
func anyEvent(t *rapid.T, s game.State) game.Event {
	number := func(name string) int {
		return rapid.OneOf(rapid.IntRange(-2, 9), rapid.SampledFrom([]int{-1 << 53, 1<<53 - 1, 1 << 40})).Filter(func(n int) bool { return n > -1<<53 }).Draw(t, name)
	}
	numbers := func(name string) []int { return rapid.SliceOfN(rapid.IntRange(-2, 9), 0, 9).Draw(t, name) }
	text := rapid.SampledFrom([]string{"", "a", "a|b", "å", "\x00", `"\`}).Draw
	seat := number("seat")
	switch rapid.IntRange(0, 12).Draw(t, "type") {
	case 0:
		return anyCreated(t)
	case 1:
		return game.Joined{Seat: seat, ClientSeed: text(t, "seed")}
	case 2:
		return game.Left{Seat: seat}
	case 3:
		e := game.Started{Seats: numbers("seats")}
		for range rapid.IntRange(0, 9).Draw(t, "seeds") {
			e.ClientSeeds = append(e.ClientSeeds, text(t, "seed"))
		}
		return e
	case 4, 5, 6:
		n := rapid.SampledFrom([]int{s.Ruleset.Dice, s.Ruleset.Dice, 0, 1, 5, 6}).Draw(t, "dice")
		return game.Rolled{
			Seat: seat, Dice: dice.MustNew(rapid.SliceOfN(rapid.IntRange(1, 6), n, n).Draw(t, "faces")...),
			Outcome: pot.Outcome(rapid.IntRange(0, 5).Draw(t, "outcome")), Points: number("points"),
		}
	case 7, 8:
		return game.Held{Seat: seat, Held: dice.Mask(rapid.IntRange(0, 63).Draw(t, "held"))}
	case 9:
		box := scorecard.Box(rapid.IntRange(0, scorecard.Boxes-1).Draw(t, "box"))
		return game.Entered{Seat: seat, Entry: scorecard.Entry{Box: box, Points: number("points"), Bonus: number("bonus"), Joker: rapid.Bool().Draw(t, "joker")}}
	case 10:
		return game.Banked{Seat: seat, Points: number("points")}
	case 11:
		return rapid.SampledFrom([]game.Event{game.Resigned{Seat: seat}, game.Resumed{}}).Draw(t, "resigned or resumed")
	}
	seed := rapid.SampledFrom([]string{"", s.ServerSeed, gamelog.Genesis()}).Draw(t, "server seed")
	if rapid.Bool().Draw(t, "closed") {
		return game.Closed{ServerSeed: seed}
	}
	return game.Finished{Placements: numbers("placements"), ServerSeed: seed}
}

func anyCreated(t *rapid.T) game.Created {
	r := rapid.SampledFrom(game.Rulesets()).Draw(t, "ruleset")
	e := game.Created{
		Game: someID, Ruleset: r.ID, RulesVersion: 1, Options: game.Options{Advice: rapid.Bool().Draw(t, "advice")},
		Dice:       rapid.SampledFrom([]game.DiceMode{game.ServerDice, game.ClientDice}).Draw(t, "dice"),
		Visibility: rapid.SampledFrom([]game.Visibility{game.Private, game.Public}).Draw(t, "visibility"),
		Commitment: rapid.SampledFrom([]string{"", gamelog.Genesis()}).Draw(t, "commitment"), Seats: []game.SeatSpec{},
	}
	if r.HasOwnPot() {
		e.Options.OwnPot = rapid.Bool().Draw(t, "own pot")
	}
	if rapid.Bool().Draw(t, "clock") {
		e.Options.TurnSeconds = rapid.SampledFrom([]int{-1, 30, 3600, 1 << 40}).Draw(t, "turn seconds")
	}
	for i := range rapid.IntRange(1, 9).Draw(t, "seats") {
		kind := rapid.SampledFrom([]game.SeatKind{game.AccountSeat, game.OpenSeat, game.GuestSeat, game.BotSeat}).Draw(t, fmt.Sprint("kind ", i))
		e.Seats = append(e.Seats, game.SeatSpec{Kind: kind, BotLevel: rapid.SampledFrom([]game.BotLevel{"", game.BotBest}).Draw(t, "level")})
	}
	return e
}
