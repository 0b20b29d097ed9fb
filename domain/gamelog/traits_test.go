package gamelog_test

import (
	"slices"
	"time"

	"kast/domain/game"
	"kast/domain/gamelog"
	"kast/domain/pot"
	"kast/domain/scorecard"
)

// allTraits are what golden logs must have among them.
func allTraits() []string {
	all := []string{
		"by player", "by clock", "by bot", "by server", "dice server", "dice client", "kind account", "kind guest", "kind bot", "kind open",
		"client seed", "seed with the start", "renumbered", "started by itself", "no advice", "joined out of order", "kept seat given up",
		"joker", "joker strike", "joker without bonus", "bonus", "bonus without joker", "five of a kind struck", "upper bonus",
		"group joined", "pot taken", "stop after a straight", "own pot", "overtaken", "winner gave up",
		"resigned on turn", "resigned out of turn", "shared placement", "no result",
		"turn clock", "automatic entry", "rolled by clock", "held by clock", "entered by clock", "banked by clock",
		"entered by clock on a roll of the player", "hold dropped by clock", "best with server dice", "casual with server dice",
	}
	for _, name := range gamelog.Types() {
		all = append(all, "type "+name)
	}
	for _, box := range scorecard.AllBoxes() {
		all = append(all, "box "+box.String(), "struck "+box.String())
	}
	for _, outcome := range []pot.Outcome{pot.Scored, pot.Straight, pot.Pot, pot.Zilch, pot.Bust} {
		all = append(all, "outcome "+outcome.String())
	}
	all = slices.DeleteFunc(all, func(trait string) bool { return trait == "struck chance" }) // no roll strikes it
	for _, r := range game.Rulesets() {
		all = append(all, "ruleset "+string(r.ID))
	}
	return all
}

// traits tells what happens in a log.
func traits(lines []gamelog.Line) map[string]bool {
	have := map[string]bool{}
	var s game.State
	for _, line := range lines {
		have["type "+gamelog.TypeOf(line.Event)], have["by "+string(line.By)] = true, true
		after := game.Evolve(s, line.Record)
		clockTraits(have, s, line)
		traitsOf(have, s, after, line)
		s = after
	}
	return have
}

func traitsOf(have map[string]bool, before, after game.State, line gamelog.Line) {
	is := func(trait string, so bool) { have[trait] = have[trait] || so }
	switch e := line.Event.(type) {
	case game.Created:
		is("dice "+string(e.Dice), true)
		is("ruleset "+string(e.Ruleset), true)
		is("no advice", !e.Options.Advice)
		for _, seat := range e.Seats {
			is("kind "+string(seat.Kind), true)
		}
	case game.Joined:
		is("client seed", e.ClientSeed != "")
		is("joined out of order", e.Seat != slices.IndexFunc(before.Seats, func(seat game.Seat) bool { return seat.Kind == game.OpenSeat }))
	case game.Left:
		is("kept seat given up", before.Seats[e.Seat].Kind == game.OpenSeat)
	case game.Started:
		is("started by itself", line.By == game.ByServer)
		for i, old := range e.Seats {
			is("renumbered", i != old)
			is("seed with the start", e.ClientSeeds != nil && e.ClientSeeds[i] != before.Seats[old].ClientSeed)
		}
	case game.Rolled:
		if e.Outcome != pot.NoOutcome {
			is("outcome "+e.Outcome.String(), true)
		}
		is("own pot", e.Outcome == pot.Pot && after.OnTurn() == e.Seat)
		// Of a face with a group, one or two dice that were held now lie aside with it.
		for face, n := range after.Turn.Groups {
			is("group joined", before.Turn.Seat == after.Turn.Seat && before.Turn.Groups[face] > 0 && n > before.Turn.Groups[face])
		}
	case game.Entered:
		name := "box "
		if e.Entry.Strike() {
			name = "struck "
		}
		is(name+e.Entry.Box.String(), true)
		is("joker", e.Entry.Joker)
		is("joker strike", e.Entry.Joker && e.Entry.Strike())
		is("joker without bonus", e.Entry.Joker && e.Entry.Bonus == 0)
		is("bonus", e.Entry.Bonus > 0)
		is("bonus without joker", e.Entry.Bonus > 0 && !e.Entry.Joker)
		is("five of a kind struck", e.Entry.Strike() && e.Entry.Box == scorecard.FiveOfAKind)
		is("upper bonus", after.Seats[e.Seat].Card.UpperBonus() > 0)
	case game.Banked:
		is("pot taken", before.Pot > 0 && after.Pot == 0)
		is("stop after a straight", before.Turn.Needs350)
		is("overtaken", before.Final.On() && after.Final.Seat != before.Final.Seat)
	case game.Resigned:
		is("resigned on turn", before.OnTurn() == e.Seat)
		is("resigned out of turn", before.OnTurn() != e.Seat)
		is("winner gave up", before.Final.Seat == e.Seat && after.Final.On())
	case game.Finished:
		is("no result", e.Placements == nil)
		sorted := slices.Sorted(slices.Values(e.Placements))
		is("shared placement", len(slices.Compact(sorted)) < len(e.Placements))
	case game.Held, game.Resumed, game.Closed:
	}
}

// clockTraits are those of moves by the clock, and of computer seats with server dice.
func clockTraits(have map[string]bool, before game.State, line gamelog.Line) {
	if before.OnTurn() == game.NoSeat || before.Dice == game.ClientDice {
		return
	}
	switch turn := before.Turn; line.By {
	case game.ByBot:
		have[string(before.Seats[turn.Seat].BotLevel)+" with server dice"] = true
	case game.ByClock:
		name := gamelog.TypeOf(line.Event) + " by clock"
		have[name] = true
		if name == "held by clock" && turn.Held != 0 {
			have["hold dropped by clock"] = true
		}
		if turnClock := turn.BeganAt.Add(time.Duration(before.Options.TurnSeconds) * time.Second); before.Deadline().Equal(turnClock) {
			have["turn clock"] = true
		} else if before.ResumedAt.Before(turn.BeganAt) {
			have["automatic entry"] = true
		}
		if name == "entered by clock" && turn.RolledAt.Before(line.At) {
			have[name+" on a roll of the player"] = true
		}
	case game.ByPlayer, game.ByServer:
	}
}
