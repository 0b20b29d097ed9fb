package main

import (
	"context"
	"regexp"
	"testing"

	"kast/domain/game"
)

func TestSolve(t *testing.T) {
	got := kast(t, "solve", "bonanza")
	shape := regexp.MustCompile(`^bonanza  expected final total 250\.000078, 536448 states, \d+\.\d\d s, \d+ MiB from the system\n$`)
	if got.code != exitOK || got.err != "" || !shape.MatchString(got.out) {
		t.Errorf("exit code %d: %q, %q", got.code, got.out, got.err)
	}
}

func TestSolve_refused(t *testing.T) {
	for ruleset, want := range map[string]string{
		"tiotusen": "tiotusen has no table", "yatzy": "there is no ruleset yatzy", "Penta": "there is no ruleset Penta",
	} {
		got := kast(t, "solve", ruleset)
		if got.code != exitUsage || got.out != "" {
			t.Errorf("%s: exit code %d, %q", ruleset, got.code, got.out)
		}
		contains(t, got.err, want)
	}
	if got := kast(t, "solve", "penta", "femlika"); got.code != exitUsage {
		t.Errorf("two rulesets: exit code %d", got.code)
	}
}

// Whoever interrupts it does not wait for the end.
func TestSolve_interrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	penta, _ := game.Lookup(game.Penta)
	var log syncBuffer
	if err := solve(ctx, streams{out: &log, err: &log}, penta); err == nil || log.String() != "" {
		t.Errorf("%v, %q", err, log.String())
	}
}
