package gamelog_test

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kast/domain/dice"
	"kast/domain/fairness"
	"kast/domain/game"
	"kast/domain/gamelog"
)

// isBreach checks where a log is at fault, and by what.
func isBreach(t *testing.T, what string, err error, seq int, causes ...error) {
	t.Helper()
	var breach *game.Breach
	if !errors.As(err, &breach) {
		t.Errorf("%s: got %v, want a breach", what, err)
		return
	}
	ok := slices.ContainsFunc(causes, func(cause error) bool { return errors.Is(err, cause) })
	if breach.Seq != seq || !ok && len(causes) > 0 {
		t.Errorf("%s: got %v, want event %d: one of %v", what, err, seq, causes)
	}
}

// reseal makes the chain anew over records, numbers and all as they are.
func reseal(t rapid.TB, lines []gamelog.Line) []gamelog.Line {
	t.Helper()
	sealed := make([]gamelog.Line, len(lines))
	prev := gamelog.Genesis()
	for i, line := range lines {
		var err error
		if sealed[i], err = gamelog.Seal(prev, line.Record); err != nil {
			t.Fatal(err)
		}
		prev = sealed[i].Hash
	}
	return sealed
}

// change is the log with another event at seq, sealed anew.
func change(t testing.TB, lines []gamelog.Line, seq int, e game.Event) []gamelog.Line {
	t.Helper()
	lines = slices.Clone(lines)
	lines[seq-1].Event = e
	return reseal(t, lines)
}

// find returns the seq of the first event for which is holds.
func find[E game.Event](t *testing.T, lines []gamelog.Line, is func(before game.State, e E) bool) (int, E) {
	t.Helper()
	var s game.State
	for _, line := range lines {
		if e, ok := line.Event.(E); ok && is(s, e) {
			return line.Seq, e
		}
		s = game.Evolve(s, line.Record)
	}
	var none E
	t.Fatalf("no such %T", none)
	return 0, none
}

func seedOf(t *testing.T, lines []gamelog.Line) fairness.Seed {
	t.Helper()
	_, revealed, over := game.End(gamelog.Records(lines))
	seed, err := fairness.ParseSeed(revealed)
	if err != nil || !over {
		t.Fatal(err)
	}
	return seed
}

func TestVerify_empty(t *testing.T) {
	if s, err := gamelog.Verify(nil, nil); err != nil || s.Seq != 0 {
		t.Errorf("got %+v, %v", s, err)
	}
}

// Every beginning of a log is a log, except one that ends between a move and what it caused.
func TestVerify_truncated(t *testing.T) {
	for _, g := range goldens() {
		lines := readGolden(t, g.name)
		for n := range lines {
			_, err := gamelog.Verify(lines[:n], nil)
			_, cutFinish := lines[n].Event.(game.Finished)
			_, cutStart := lines[n].Event.(game.Started)
			switch {
			case cutFinish:
				isBreach(t, g.name, err, n, game.ErrIncomplete)
			case cutStart && lines[n].By == game.ByServer: // as if the host had not wanted to start at once
				if err != nil {
					t.Errorf("%s: %d events: %v", g.name, n, err)
				}
			case err != nil:
				t.Errorf("%s: %d events: %v", g.name, n, err)
			}
		}
	}
}

// Events that are missing, doubled or in another order break the chain; sealed anew they break the count.
func TestVerify_order(t *testing.T) {
	for _, name := range []string{"lobby-closed", "femlika-server", "penta-tie"} {
		lines := readGolden(t, name)
		for i := range lines {
			doubled := slices.Insert(slices.Clone(lines), i, lines[i])
			_, err := gamelog.Verify(doubled, nil)
			isBreach(t, "doubled", err, i+1, gamelog.ErrChain)
			_, err = gamelog.Verify(reseal(t, doubled), nil)
			isBreach(t, "doubled, sealed anew", err, i+1, game.ErrSeq)
			if i == len(lines)-1 {
				break
			}
			dropped := slices.Delete(slices.Clone(lines), i, i+1)
			_, err = gamelog.Verify(dropped, nil)
			isBreach(t, "dropped", err, i+2, gamelog.ErrChain)
			_, err = gamelog.Verify(reseal(t, dropped), nil)
			isBreach(t, "dropped, sealed anew", err, i+2, game.ErrSeq)

			swapped := slices.Clone(lines)
			swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
			_, err = gamelog.Verify(swapped, nil)
			isBreach(t, "swapped", err, i+2, gamelog.ErrChain)
			_, err = gamelog.Verify(reseal(t, swapped), nil)
			isBreach(t, "swapped, sealed anew", err, i+2, game.ErrSeq)
		}
	}
}

// A die that was changed and sealed anew does not follow from the seed, whatever is held.
func TestVerify_dice(t *testing.T) {
	lines := readGolden(t, "penta-server")
	var s game.State
	rolls := 0
	for _, line := range lines {
		if e, ok := line.Event.(game.Rolled); ok {
			for i := range e.Dice.Len() {
				faces := e.Dice.Faces()
				faces[i] = faces[i]%6 + 1
				changed := e
				changed.Dice = dice.MustNew(faces...)
				cause := gamelog.ErrDice
				if !s.Rolls().Has(i) {
					cause = game.ErrDiffers // a kept die changed, seed or no seed
				}
				_, err := gamelog.Verify(change(t, lines, line.Seq, changed), nil)
				isBreach(t, "die", err, line.Seq, cause)
			}
			rolls++
		}
		s = game.Evolve(s, line.Record)
		if rolls == 12 {
			break
		}
	}
}

// In a game that runs, the dice are proven by the seed that its server has, and by nobody else.
func TestVerify_running(t *testing.T) {
	lines := readGolden(t, "tiotusen-server")
	seed := seedOf(t, lines)
	running := lines[:60]
	if _, err := gamelog.Verify(running, &seed); err != nil {
		t.Error(err)
	}
	other := seed
	other[31] ^= 1
	_, err := gamelog.Verify(running, &other)
	isBreach(t, "another seed", err, 1, gamelog.ErrCommitment)

	seq, e := find(t, running, func(_ game.State, e game.Rolled) bool { return e.Outcome.String() == "scored" })
	faces := e.Dice.Faces()
	for i, face := range faces { // a 3 or 4 for the other, such that the roll leads to the same
		if face == 3 || face == 4 {
			faces[i] = 7 - face
			break
		}
	}
	e.Dice = dice.MustNew(faces...)
	changed := change(t, lines, seq, e)[:seq]
	_, err = gamelog.Verify(changed, &seed)
	isBreach(t, "changed die", err, seq, gamelog.ErrDice)
	if _, err = gamelog.Verify(changed, nil); err != nil {
		t.Errorf("without the seed there is nothing to see: %v", err)
	}
	// The seed that is revealed counts, whatever is given with it.
	if _, err = gamelog.Verify(lines, &other); err != nil {
		t.Error(err)
	}
}

func TestVerify_commitment(t *testing.T) {
	for _, name := range []string{"penta-server", "bonanza-server", "lobby-closed"} {
		lines := readGolden(t, name)
		seed := seedOf(t, lines)
		seed[0] ^= 1
		end := len(lines)
		for what, revealed := range map[string]string{"another seed": seed.Hex(), "no seed": "", "no hex": "x"} {
			var e game.Event = game.Closed{ServerSeed: revealed}
			if finished, ok := lines[end-1].Event.(game.Finished); ok {
				finished.ServerSeed = revealed
				e = finished
			}
			_, err := gamelog.Verify(change(t, lines, end, e), nil)
			isBreach(t, name+": "+what, err, end, gamelog.ErrCommitment)
		}
		created := lines[0].Event.(game.Created)
		created.Commitment = seed.Commitment()
		_, err := gamelog.Verify(change(t, lines, 1, created), nil)
		isBreach(t, name+": another commitment", err, end, gamelog.ErrCommitment)
	}
}

// Client dice have nothing to prove; a seed that is given does not matter.
func TestVerify_clientDice(t *testing.T) {
	var seed fairness.Seed
	if _, err := gamelog.Verify(readGolden(t, "penta-client"), &seed); err != nil {
		t.Error(err)
	}
}

// What a rule gives that differs by one constant from the rule of the log is seen, and not folded into other totals.
func TestVerify_otherRules(t *testing.T) {
	penta, pot := readGolden(t, "penta-client"), readGolden(t, "tiotusen-server")
	seq, entered := find(t, penta, func(_ game.State, e game.Entered) bool {
		return e.Entry.Box.String() == "fullHouse" && e.Entry.Points > 0
	})
	entered.Entry.Points += 3
	_, err := gamelog.Verify(change(t, penta, seq, entered), nil)
	isBreach(t, "full house", err, seq, game.ErrDiffers)

	seq, entered = find(t, penta, func(_ game.State, e game.Entered) bool { return e.Entry.Bonus > 0 })
	entered.Entry.Bonus = 50
	_, err = gamelog.Verify(change(t, penta, seq, entered), nil)
	isBreach(t, "bonus", err, seq, game.ErrDiffers)

	for outcome, points := range map[string]int{"straight": 1500, "zilch": -500, "pot": 50} {
		seq, rolled := find(t, pot, func(_ game.State, e game.Rolled) bool { return e.Outcome.String() == outcome })
		rolled.Points = points
		_, err = gamelog.Verify(change(t, pot, seq, rolled), nil)
		isBreach(t, outcome, err, seq, game.ErrDiffers)
	}
	seq, banked := find(t, pot, func(s game.State, _ game.Banked) bool { return s.Pot > 0 })
	banked.Points += 50
	_, err = gamelog.Verify(change(t, pot, seq, banked), nil)
	isBreach(t, "bank", err, seq, game.ErrDiffers)
}

func TestPosition(t *testing.T) {
	lines := readGolden(t, "tiotusen-server")
	var s game.State
	for _, line := range lines {
		if e, ok := line.Event.(game.Rolled); ok {
			p := gamelog.Position(s)
			if p.Game != s.Game || p.Seat != e.Seat || p.Turn != s.Seats[e.Seat].Turns || p.Roll != s.Turn.Roll+1 || !slices.Equal(p.ClientSeeds, s.ClientSeeds()) {
				t.Fatalf("event %d: %+v", line.Seq, p)
			}
		}
		s = game.Evolve(s, line.Record)
	}
}
