package conformance_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kast/domain/dice"
	"kast/domain/fairness"
	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/domain/pot"
	"kast/domain/scorecard"
)

// badLog is a log with one fault.
type badLog struct {
	name  string
	what  string
	seq   int
	cause string
	lines []string
}

// texts are the lines of a log as they stand.
func texts(log []gamelog.Line) []string {
	var lines []string
	for _, line := range log {
		lines = append(lines, string(line.JSON))
	}
	return lines
}

// resealed makes the chain anew, so that only what the events say is at fault.
func resealed(t *testing.T, log []gamelog.Line) []gamelog.Line {
	t.Helper()
	prev := gamelog.Genesis()
	anew := slices.Clone(log)
	for i, line := range anew {
		anew[i] = sealed(t, prev, line.Record)
		prev = anew[i].Hash
	}
	return anew
}

// changed is a log with another event at seq, chained anew.
func changed(t *testing.T, log []gamelog.Line, seq int, change func(r *game.Record)) []string {
	t.Helper()
	anew := slices.Clone(log)
	change(&anew[seq-1].Record)
	return texts(resealed(t, anew))
}

// event makes a change of a certain event.
func event[E game.Event](change func(e *E)) func(*game.Record) {
	return func(r *game.Record) {
		e, ok := r.Event.(E)
		if !ok {
			panic(fmt.Sprintf("event %d is %T", r.Seq, r.Event))
		}
		change(&e)
		r.Event, _ = any(e).(game.Event)
	}
}

// then is a log with one more event, which nobody asked the rules about.
func then(t *testing.T, log []gamelog.Line, e game.Event) []string {
	t.Helper()
	last := log[len(log)-1]
	r := game.Record{Seq: last.Seq + 1, ID: fmt.Sprintf("00000000-0000-4000-8000-%012d", last.Seq+1), By: game.ByPlayer, At: last.At, Event: e}
	return append(texts(log), string(sealed(t, last.Hash, r).JSON))
}

// written is a log with its line at seq written otherwise.
func written(log []gamelog.Line, seq int, was, is string) []string {
	lines := texts(log)
	if !strings.Contains(lines[seq-1], was) {
		panic(lines[seq-1] + " has no " + was)
	}
	lines[seq-1] = strings.Replace(lines[seq-1], was, is, 1)
	return lines
}

// rewritten is written with the chain made anew, in canonical form, so that only what the line says is at fault.
func rewritten(t *testing.T, log []gamelog.Line, seq int, was, is string) []string {
	t.Helper()
	lines, prev := written(log, seq, was, is), gamelog.Genesis()
	for i, text := range lines {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal([]byte(text), &fields); err != nil {
			t.Fatal(err)
		}
		delete(fields, "hash")
		fields["prev"] = compact(t, prev)
		prev = sha256Of([]byte(canonicalOf(t, string(compact(t, fields)))))
		fields["hash"] = compact(t, prev)
		lines[i] = canonicalOf(t, string(compact(t, fields)))
	}
	return lines
}

// without is a log of which one event was taken out, chained anew.
func without(t *testing.T, log []gamelog.Line, seq int) []string {
	t.Helper()
	return texts(resealed(t, slices.Delete(slices.Clone(log), seq-1, seq)))
}

// cardTable is the beginning of a game of penta: 1 created, 2 started, 3 rolled, 4 held, 5 rolled, 6 entered by seat 0,
// 7 rolled, 8 entered by seat 1, 9 rolled.
func cardTable(t *testing.T) *table {
	t.Helper()
	g := seat(t, game.Penta, 2, false)
	g.must(game.Roll{By: game.ByPlayer, Dice: []int{3, 3, 3, 1, 2}})
	g.must(game.Roll{By: game.ByPlayer, Held: []int{0, 1, 2}, Dice: []int{3, 3, 3, 3, 3}})
	g.must(game.Enter{By: game.ByPlayer, Box: scorecard.FiveOfAKind})
	g.must(game.Roll{By: game.ByPlayer, Seat: 1, Dice: []int{1, 2, 3, 4, 6}})
	g.must(game.Enter{By: game.ByPlayer, Seat: 1, Box: scorecard.SmallStraight})
	g.must(game.Roll{By: game.ByPlayer, Dice: []int{6, 6, 6, 6, 6}})
	return g
}

// potTable is the beginning of a game of tiotusen: 1 created, 2 started, 3 rolled, 4 held, 5 rolled, 6 held, 7 banked by
// seat 0, 8 rolled by seat 1.
func potTable(t *testing.T) *table {
	t.Helper()
	g := seat(t, game.Tiotusen, 2, false)
	g.must(game.Roll{By: game.ByPlayer, Dice: []int{3, 3, 3, 1, 2, 4}})
	g.must(game.Roll{By: game.ByPlayer, Held: []int{0, 1, 2}, Dice: []int{3, 3, 3, 1, 1, 6}})
	g.must(game.Bank{By: game.ByPlayer, Held: []int{3, 4}})
	g.must(game.Roll{By: game.ByPlayer, Seat: 1, Dice: []int{1, 1, 2, 3, 4, 6}})
	return g
}

// serverLog is a game with the server's dice that was played to its end.
func serverLog(t *testing.T) []gamelog.Line {
	t.Helper()
	seed := fairness.Seed{1, 2, 3}
	g := &table{t: t, seed: &seed}
	g.must(game.Create{
		Game: gameID, Ruleset: game.Bonanza, Dice: game.ServerDice, Visibility: game.Private, Start: true,
		Commitment: seed.Commitment(), Seats: []game.SeatSpec{{Kind: game.AccountSeat}, {Kind: game.GuestSeat}},
	})
	for range 2 {
		for range 2 {
			g.must(game.Roll{By: game.ByPlayer, Seat: g.state.Turn.Seat, Held: nil, Drawn: seed.Dice(gamelog.Position(g.state), 5)})
		}
		g.must(game.Enter{By: game.ByPlayer, Seat: g.state.Turn.Seat, Box: scorecard.Chance})
	}
	g.must(game.Resign{By: game.ByPlayer, Seat: 1})
	return g.lines
}

// ended is a game of penta that was given up: its last two events are resigned and finished.
func ended(t *testing.T) []gamelog.Line {
	t.Helper()
	g := cardTable(t)
	g.must(game.Resign{By: game.ByPlayer, Seat: 1})
	return g.lines
}

func chainFaults(t *testing.T) []badLog {
	t.Helper()
	log := cardTable(t).lines
	swapped := slices.Clone(log)
	swapped[4], swapped[5] = swapped[5], swapped[4]
	return []badLog{
		{"chain-broken", "prev is another hash than that of the event before", 6, "brokenChain", written(log, 6, log[5].Prev, log[3].Hash)},
		{"chain-genesis", "prev of the first event is not 64 zeros", 1, "brokenChain", written(log, 1, strings.Repeat("0", 64), strings.Repeat("0", 63)+"1")},
		{"chain-hash", "hash is not that of the event", 5, "wrongHash", written(log, 5, log[4].Hash, log[3].Hash)},
		{"chain-die-changed", "a die was changed and its hash was not", 3, "wrongHash", written(log, 3, `"dice":[3,3,3,1,2]`, `"dice":[3,3,3,1,3]`)},
		{"chain-time-changed", "a time was changed and its hash was not", 7, "wrongHash", written(log, 7, `"at":"2026-`, `"at":"2025-`)},
		{"seq-gap", "event 5 is missing", 6, "badSequence", without(t, log, 5)},
		{"seq-from-2", "event 1 is missing", 2, "badSequence", without(t, log, 1)},
		{"seq-twice", "event 4 comes twice", 4, "badSequence", texts(resealed(t, slices.Insert(slices.Clone(log), 4, log[3])))},
		{"seq-swapped", "events 5 and 6 have changed places", 6, "badSequence", texts(resealed(t, swapped))},
		{"id-twice", "two events have the same id", 6, "idInUse", changed(t, log, 6, func(r *game.Record) { r.ID = log[2].ID })},
	}
}

func formFaults(t *testing.T) []badLog {
	t.Helper()
	log := cardTable(t).lines
	return []badLog{
		{"form-unknown-field", "a field that no event has", 5, "malformed", rewritten(t, log, 5, `"at":`, `"and":1,"at":`)},
		{"form-unknown-type", "a type that no event has", 5, "malformed", rewritten(t, log, 5, `"type":"rolled"`, `"type":"thrown"`)},
		{"form-field-missing", "entered without joker", 6, "malformed", rewritten(t, log, 6, `"joker":false,`, ``)},
		{"form-field-elsewhere", "a field of another type of event", 5, "malformed", rewritten(t, log, 5, `"dice":`, `"box":"ones","dice":`)},
		{"form-null", "null where there should be a value", 6, "malformed", rewritten(t, log, 6, `"bonus":0`, `"bonus":null`)},
		{"form-fraction", "a number that is no whole one", 6, "malformed", rewritten(t, log, 6, `"points":50`, `"points":50.5`)},
		{"form-upper-case-id", "an id in capitals", 1, "malformed", rewritten(t, log, 1, gameID, strings.ToUpper(gameID))},
		{"form-time", "a time without milliseconds", 4, "malformed", rewritten(t, log, 4, `.000Z`, `Z`)},
		{"form-box", "a box that no card has", 6, "malformed", rewritten(t, log, 6, `"fiveOfAKind"`, `"sevens"`)},
		{"form-twice", "a field that stands twice", 7, "malformed", written(log, 7, `"seat":1`, `"seat":1,"seat":1`)},
	}
}

func cardFaults(t *testing.T) []badLog {
	t.Helper()
	log, over := cardTable(t).lines, ended(t)
	first := log[:2]
	thrice := slices.Clone(log[:3])
	roll := func(faces ...int) game.Rolled { return game.Rolled{Dice: dice.MustNew(faces...)} }
	rolls := seat(t, game.Penta, 1, false)
	for range 3 {
		rolls.must(game.Roll{By: game.ByPlayer, Dice: []int{1, 2, 3, 4, 6}})
	}
	return []badLog{
		{"wrong-points", "chance is worth another sum", 8, "wrongOutcome", changed(t, log, 8, event(func(e *game.Entered) { e.Entry.Points = 40 }))},
		{"wrong-bonus", "a bonus for a first five of a kind", 6, "wrongOutcome", changed(t, log, 6, event(func(e *game.Entered) { e.Entry.Bonus = 100 }))},
		{"wrong-joker", "a joker that is none", 6, "wrongOutcome", changed(t, log, 6, event(func(e *game.Entered) { e.Entry.Joker = true }))},
		{"wrong-by", "the computer moves a person's seat", 3, "wrongOutcome", changed(t, log, 3, func(r *game.Record) { r.By = game.ByBot })},
		{"box-taken", "a box is filled again", 10, "boxTaken", then(t, log, game.Entered{Entry: scorecard.Entry{Box: scorecard.FiveOfAKind, Points: 50, Bonus: 100}})},
		{"box-forbidden", "a joker goes elsewhere than to its upper box", 10, "boxForbidden", then(t, log, game.Entered{Entry: scorecard.Entry{Box: scorecard.LargeStraight, Points: 40, Bonus: 100, Joker: true}})},
		{"dice-changed-under-hold", "a held die shows another face after the roll", 5, "badDice", changed(t, log, 5, event(func(e *game.Rolled) { e.Dice = dice.MustNew(3, 3, 4, 3, 3) }))},
		{"dice-missing", "four dice", 3, "badDice", changed(t, thrice, 3, event(func(e *game.Rolled) { e.Dice = dice.MustNew(3, 3, 3, 1) }))},
		{"dice-face", "a die that shows 7", 3, "badDice", rewritten(t, thrice, 3, `[3,3,3,1,2]`, `[3,3,3,1,7]`)},
		{"out-of-turn", "the other seat rolls", 3, "notYourTurn", then(t, first, game.Rolled{Seat: 1, Dice: dice.MustNew(1, 2, 3, 4, 5)})},
		{"no-such-seat", "a seat that is not there", 3, "notYourTurn", then(t, first, game.Rolled{Seat: 5, Dice: dice.MustNew(1, 2, 3, 4, 5)})},
		{"enter-before-roll", "an entry before the first roll", 3, "mustRollFirst", then(t, first, game.Entered{Entry: scorecard.Entry{Box: scorecard.Ones}})},
		{"fourth-roll", "a fourth roll", 6, "noRollsLeft", then(t, rolls.lines, roll(1, 2, 3, 4, 5))},
		{"hold-after-third-roll", "a hold when no roll is left", 6, "noRollsLeft", then(t, rolls.lines, game.Held{Held: 3})},
		{"bank-in-penta", "a stop in a scorecard game", 4, "wrongRuleset", then(t, log[:3], game.Banked{Points: 100})},
		{"created-twice", "a second created", 3, "notCaused", then(t, first, log[0].Event)},
		{"not-created", "the first event is not created", 1, "notCaused", texts(resealed(t, renumbered(log[1:])))},
		{"finished-too-early", "finished while boxes are open", 10, "notCaused", then(t, log, game.Finished{Placements: []int{1, 2}})},
		{"finished-missing", "the log ends between the last move and finished", 10, "incomplete", texts(over[:10])},
		{"placements-wrong", "other placements than the points give", 11, "wrongOutcome", changed(t, over, 11, event(func(e *game.Finished) { e.Placements = []int{2, 1} }))},
		{"after-the-end", "a move after finished", 12, "gameNotPlaying", then(t, over, roll(1, 2, 3, 4, 5))},
		{"not-started", "a roll before started", 2, "gameNotPlaying", then(t, log[:1], roll(1, 2, 3, 4, 5))},
		{"joined-after-start", "a seat is taken during the game", 3, "gameNotOpen", then(t, first, game.Joined{Seat: 1})},
		{"joined-when-full", "a seat is taken, but none is open", 2, "seatsFull", then(t, log[:1], game.Joined{Seat: 1})},
		{"clock-with-client-dice", "a turn clock where the phone keeps the time", 1, "badOptions", changed(t, first, 1, event(func(e *game.Created) { e.Options.TurnSeconds = 45 }))},
		{"rules-version", "a version of the rules that is not there", 1, "malformed", changed(t, first, 1, event(func(e *game.Created) { e.RulesVersion = 99 }))},
	}
}

// renumbered counts a log from 1.
func renumbered(log []gamelog.Line) []gamelog.Line {
	anew := slices.Clone(log)
	for i := range anew {
		anew[i].Seq = i + 1
	}
	return anew
}

func potFaults(t *testing.T) []badLog {
	t.Helper()
	log := potTable(t).lines
	fell := func(seat int, outcome pot.Outcome, points int, faces ...int) game.Rolled {
		return game.Rolled{Seat: seat, Dice: dice.MustNew(faces...), Outcome: outcome, Points: points}
	}
	resigned := seat(t, game.Tiotusen, 3, false)
	resigned.must(game.Resign{By: game.ByPlayer, Seat: 0})
	held := potTable(t)
	held.must(game.Hold{By: game.ByPlayer, Seat: 1, Held: []int{0, 1}})
	return []badLog{
		{"outcome-wrong", "a roll that scores is called a zilch", 3, "wrongOutcome", changed(t, log[:3], 3, event(func(e *game.Rolled) { e.Outcome, e.Points = pot.Zilch, pot.ZilchPoints }))},
		{"pot-points-wrong", "a pot of another amount", 3, "wrongOutcome", then(t, log[:2], fell(0, pot.Pot, 450, 1, 5, 2, 2, 2, 5))},
		{"banked-wrong", "a stop that gives too much", 7, "wrongOutcome", changed(t, log, 7, event(func(e *game.Banked) { e.Points += 50 }))},
		{"banked-too-little", "a stop below 350 points before being in", 10, "cannotBank", then(t, held.lines, game.Banked{Seat: 1, Points: 200})},
		{"nothing-held", "a roll without a hold", 9, "mustHold", then(t, log, fell(1, pot.Scored, 0, 1, 1, 2, 3, 4, 5))},
		{"hold-not-scoring", "a die that does not score is held", 9, "badHold", then(t, log, game.Held{Seat: 1, Held: 0b100})},
		{"hold-locked", "a die that was set aside before is held again", 6, "badHold", changed(t, log, 6, event(func(e *game.Held) { e.Held |= 1 }))},
		{"locked-die-changed", "a die that was set aside shows another face", 5, "badDice", changed(t, log[:5], 5, event(func(e *game.Rolled) { e.Dice = dice.MustNew(4, 3, 3, 1, 1, 6) }))},
		{"entered-in-tiotusen", "an entry in the pot game", 4, "wrongRuleset", then(t, log[:3], game.Entered{Entry: scorecard.Entry{Box: scorecard.Ones, Points: 1}})},
		{"gave-up-and-moves", "a seat that gave up rolls", 4, "notYourTurn", then(t, resigned.lines, fell(0, pot.Zilch, -1000, 2, 2, 3, 3, 4, 4))},
		{"gave-up-twice", "a seat that gave up gives up again", 4, "gameNotPlaying", then(t, resigned.lines, game.Resigned{Seat: 0})},
	}
}

// seedFaults are logs that are right but for the dice, which only the seed tells.
func seedFaults(t *testing.T) []badLog {
	t.Helper()
	log := serverLog(t)
	forge := func(r *game.Record) {
		event(func(e *game.Rolled) {
			faces := e.Dice.Faces()
			faces[2] = faces[2]%6 + 1
			e.Dice = dice.MustNew(faces...)
		})(r)
	}
	seq := slices.IndexFunc(log, func(l gamelog.Line) bool { _, ok := l.Event.(game.Entered); return ok }) // the roll before it
	forged := slices.Clone(log)
	forge(&forged[seq-1].Record)
	// The chance that is entered next goes with the die, so that nothing but the seed speaks against it.
	event(func(e *game.Entered) {
		rolled, _ := forged[seq-1].Event.(game.Rolled)
		e.Entry.Points = rolled.Dice.Counts().Sum()
	})(&forged[seq].Record)
	other := fairness.Seed{9}
	end := len(log)
	return []badLog{
		{"forged-die", "a die that the seed does not give", seq, "wrongDice", texts(resealed(t, forged))},
		{"forged-seed", "the seed at the end does not open the commitment", end, "wrongSeed", changed(t, log, end, event(func(e *game.Finished) { e.ServerSeed = other.Hex() }))},
	}
}

// badLogs are all of them, in the order of the verdicts.
func badLogs(t *testing.T) []badLog {
	t.Helper()
	return slices.Concat(chainFaults(t), formFaults(t), cardFaults(t), potFaults(t), seedFaults(t))
}

func (b badLog) bytes() []byte {
	var out bytes.Buffer
	for _, line := range b.lines {
		out.WriteString(line + "\n")
	}
	return out.Bytes()
}
