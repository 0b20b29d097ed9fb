package game_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kast/domain/game"
)

func seats(kinds ...game.SeatKind) []game.SeatSpec {
	var specs []game.SeatSpec
	for _, kind := range kinds {
		specs = append(specs, game.SeatSpec{Kind: kind})
	}
	return specs
}

// lobby is an open game with server dice: the host's seat and n open ones.
func lobby(t *testing.T, id game.RulesetID, open int) *table {
	t.Helper()
	c := game.Create{
		Game: gameID, Ruleset: id, Dice: game.ServerDice, Commitment: commitment, Visibility: game.Public,
		Seats: seats(game.AccountSeat), Start: true,
	}
	for range open {
		c.Seats = append(c.Seats, game.SeatSpec{Kind: game.OpenSeat})
	}
	return create(t, c)
}

func TestDecide_Create(t *testing.T) {
	for _, r := range game.Rulesets() {
		t.Run(string(r.ID), func(t *testing.T) {
			c := newGame(r.ID, r.MaxSeats)
			c.Start = false
			g := &table{t: t}
			caused := g.do(c)
			want(t, "events", caused, []game.Caused{{By: game.ByPlayer, Event: game.Created{
				Game: gameID, Ruleset: r.ID, RulesVersion: 1, Options: game.Options{Advice: true},
				Dice: game.ClientDice, Visibility: game.Private, Seats: c.Seats,
			}}})
			want(t, "status", g.state.Status, game.StatusOpen)
			want(t, "on turn", g.state.OnTurn(), game.NoSeat)
			want(t, "final round", g.state.Final.On(), false)
			want(t, "may", g.state.May(), game.May{})
			want(t, "created at", g.state.CreatedAt, g.log[0].At)
		})
	}
}

func TestDecide_Create_options(t *testing.T) {
	no, yes := false, true
	for _, c := range []struct {
		ruleset game.RulesetID
		choice  game.OptionsChoice
		want    game.Options
	}{
		{game.Penta, game.OptionsChoice{}, game.Options{Advice: true}},
		{game.Penta, game.OptionsChoice{Advice: &no, TurnSeconds: new(0), AutoEnterSeconds: new(0)}, game.Options{}},
		{game.Tiotusen, game.OptionsChoice{OwnPot: &yes}, game.Options{Advice: true, OwnPot: true}},
		{game.Tiotusen, game.OptionsChoice{OwnPot: &no, Advice: &yes}, game.Options{Advice: true}},
	} {
		create := newGame(c.ruleset, 2)
		create.Options = c.choice
		g := &table{t: t}
		g.do(create)
		want(t, string(c.ruleset), g.state.Options, c.want)
	}
}

func TestDecide_Create_start(t *testing.T) {
	for _, c := range []struct {
		name  string
		seats []game.SeatSpec
		start bool
		want  string
	}{
		{"full", seats(game.AccountSeat, game.GuestSeat), true, "created by player, started by server"},
		{"not wanted", seats(game.AccountSeat, game.GuestSeat), false, "created by player"},
		{"open seat", seats(game.AccountSeat, game.OpenSeat), true, "created by player"},
		{"bot", []game.SeatSpec{{Kind: game.AccountSeat}, {Kind: game.BotSeat, BotLevel: game.BotCasual}}, true, "created by player, started by server"},
	} {
		t.Run(c.name, func(t *testing.T) {
			create := newGame(game.Tiotusen, 0)
			create.Seats, create.Start = c.seats, c.start
			g := &table{t: t}
			want(t, "events", types(g.do(create)), c.want)
			want(t, "plays", g.state.Status == game.StatusPlaying, len(g.log) == 2)
		})
	}
}

func TestDecide_Create_twice(t *testing.T) {
	g := openTable(t)
	mustPanic(t, "created twice", func() { _, _ = game.Decide(g.state, newGame(game.Penta, 1), "") })
}

// The list of seats that a command brings stays the caller's.
func TestDecide_Create_copies(t *testing.T) {
	c := newGame(game.Penta, 2)
	g := create(t, c)
	c.Seats[0].Kind = game.BotSeat
	want(t, "kind in the log", g.log[0].Event.(game.Created).Seats[0].Kind, game.GuestSeat)
}

func TestDecide_Join(t *testing.T) {
	g := lobby(t, game.Penta, 2)
	want(t, "first", g.do(game.Join{ClientSeed: "Bo_17", StartWhenFull: true}),
		[]game.Caused{{By: game.ByPlayer, Event: game.Joined{Seat: 1, ClientSeed: "Bo_17"}}})
	want(t, "second", g.do(game.Join{StartWhenFull: true}), []game.Caused{
		{By: game.ByPlayer, Event: game.Joined{Seat: 2}},
		{By: game.ByServer, Event: game.Started{Seats: []int{0, 1, 2}, ClientSeeds: []string{"", "Bo_17", ""}}},
	})
	want(t, "kind", g.state.Seats[1].Kind, game.AccountSeat)
	want(t, "on turn", g.state.OnTurn(), 0)
	want(t, "client seeds", g.state.ClientSeeds(), []string{"", "Bo_17", ""})
}

func TestDecide_Join_named(t *testing.T) {
	g := lobby(t, game.Penta, 1)
	d, err := game.Decide(g.state, game.Join{StartWhenFull: true}, serverSeed)
	if err != nil {
		t.Fatal(err)
	}
	want(t, "events", types(d.Events), "joined by player, started by server")
	want(t, "named", d.Named, 0)
}

// Without StartWhenFull a full table waits for its host.
func TestDecide_Join_waits(t *testing.T) {
	g := lobby(t, game.Penta, 1)
	want(t, "events", types(g.do(game.Join{})), "joined by player")
	want(t, "status", g.state.Status, game.StatusOpen)
	g.refused(game.Join{}, game.SeatsFull, game.NoReason)
}

// Whoever has a seat kept takes that one; the log says which, and a check of it believes any that was open.
func TestDecide_Join_seat(t *testing.T) {
	g := lobby(t, game.Penta, 3)
	g.refused(game.Join{Seat: new(0)}, game.BadOptions, game.ReasonSeatTaken)
	g.refused(game.Join{Seat: new(4)}, game.BadOptions, game.ReasonSeatTaken)
	g.refused(game.Join{Seat: new(-1)}, game.BadOptions, game.ReasonSeatTaken)
	want(t, "last", g.do(game.Join{Seat: new(3), ClientSeed: "d", StartWhenFull: true}),
		[]game.Caused{{By: game.ByPlayer, Event: game.Joined{Seat: 3, ClientSeed: "d"}}})
	g.refused(game.Join{Seat: new(3)}, game.BadOptions, game.ReasonSeatTaken)
	want(t, "first", g.do(game.Join{}), []game.Caused{{By: game.ByPlayer, Event: game.Joined{Seat: 1}}})
	want(t, "events", types(g.do(game.Join{Seat: new(2), StartWhenFull: true})), "joined by player, started by server")
	want(t, "client seeds", g.state.ClientSeeds(), []string{"", "", "", "d"})
	if _, err := game.Check(g.log, nil); err != nil {
		t.Error(err)
	}
}

// A seat that was kept for somebody is open. Giving it up changes nothing but that everybody sees it.
func TestDecide_Leave_kept(t *testing.T) {
	g := lobby(t, game.Penta, 2)
	g.do(game.Join{Seat: new(2)})
	before := g.state
	want(t, "events", g.do(game.Leave{Seats: []int{1}, Kept: true, Close: true}),
		[]game.Caused{{By: game.ByPlayer, Event: game.Left{Seat: 1}}})
	before.Seq++
	want(t, "state", g.state, before)
	g.do(game.Start{By: game.ByServer, SeedSeat: game.NoSeat})
	want(t, "seats", len(g.state.Seats), 2)
	if _, err := game.Check(g.log, nil); err != nil {
		t.Error(err)
	}

	alone := create(t, game.Create{
		Game: gameID, Ruleset: game.Penta, Dice: game.ClientDice, Visibility: game.Private,
		Seats: seats(game.OpenSeat, game.GuestSeat),
	})
	want(t, "events", types(alone.do(game.Leave{Seats: []int{0, 1}, Kept: true, Close: true})), "left by player, left by player, closed by server")
	if _, err := game.Check(alone.log, nil); err != nil {
		t.Error(err)
	}
}

// What another game was played with is carried over, as far as this table may have it.
func TestRuleset_Adapted(t *testing.T) {
	penta, _ := game.Lookup(game.Penta)
	bonanza, _ := game.Lookup(game.Bonanza)
	tiotusen, _ := game.Lookup(game.Tiotusen)
	for name, c := range map[string]struct {
		r     game.Ruleset
		o     game.Options
		seats int
		want  game.Options
	}{
		"all of them":          {penta, game.Options{TurnSeconds: 90, AutoEnterSeconds: 10}, 2, game.Options{TurnSeconds: 90, AutoEnterSeconds: 10}},
		"a clock, alone":       {bonanza, game.Options{TurnSeconds: 45, Advice: true}, 1, game.Options{Advice: true}},
		"older than clocks":    {bonanza, game.Options{}, 3, game.Options{TurnSeconds: 45}},
		"of the pot game":      {tiotusen, game.Options{OwnPot: true, TurnSeconds: 3600}, 4, game.Options{OwnPot: true, TurnSeconds: 3600}},
		"more than is allowed": {penta, game.Options{AutoEnterSeconds: 99}, 1, game.Options{AutoEnterSeconds: 3}},
	} {
		g := create(t, game.Create{
			Game: gameID, Ruleset: c.r.ID, Dice: game.ServerDice, Commitment: commitment, Visibility: game.Private,
			Options: c.r.Adapted(c.o, c.seats, game.ServerDice), Seats: seats(slices.Repeat([]game.SeatKind{game.AccountSeat}, c.seats)...),
		})
		want(t, name, g.state.Options, c.want)
	}
}

func TestDecide_Leave(t *testing.T) {
	g := lobby(t, game.Penta, 2)
	g.do(game.Join{ClientSeed: "a"})
	g.do(game.Join{ClientSeed: "b"})
	want(t, "events", g.do(game.Leave{Seats: []int{1}}), []game.Caused{{By: game.ByPlayer, Event: game.Left{Seat: 1}}})
	want(t, "seat", g.state.Seats[1], game.Seat{Kind: game.OpenSeat})

	// The seat that was freed is the first to be taken again, and nothing of the one before is left on it.
	want(t, "joined", g.do(game.Join{}), []game.Caused{{By: game.ByPlayer, Event: game.Joined{Seat: 1}}})
	want(t, "client seeds", g.state.ClientSeeds(), []string{"", "", "b"})
}

func TestDecide_Leave_close(t *testing.T) {
	t.Run("others stay", func(t *testing.T) {
		g := lobby(t, game.Penta, 1)
		g.do(game.Join{})
		want(t, "events", types(g.do(game.Leave{Seats: []int{0}, Close: true})), "left by player")
	})
	t.Run("last account", func(t *testing.T) {
		c := newGame(game.Penta, 0)
		c.Dice, c.Commitment = game.ServerDice, commitment
		c.Seats = seats(game.AccountSeat, game.OpenSeat, game.GuestSeat)
		g := create(t, c)
		want(t, "events", g.do(game.Leave{Seats: []int{0, 2}, Close: true}), []game.Caused{
			{By: game.ByPlayer, Event: game.Left{Seat: 0}},
			{By: game.ByPlayer, Event: game.Left{Seat: 2}},
			{By: game.ByServer, Event: game.Closed{ServerSeed: serverSeed}},
		})
		want(t, "status", g.state.Status, game.StatusClosed)
		want(t, "seed", g.state.ServerSeed, serverSeed)
	})
	t.Run("not wanted", func(t *testing.T) {
		g := lobby(t, game.Penta, 1)
		want(t, "events", types(g.do(game.Leave{Seats: []int{0}})), "left by player")
		want(t, "status", g.state.Status, game.StatusOpen)
	})
}

func TestDecide_Start_renumbers(t *testing.T) {
	g := lobby(t, game.Bonanza, 3)
	g.do(game.Join{ClientSeed: "a"})
	g.do(game.Join{ClientSeed: "b"})
	g.do(game.Leave{Seats: []int{1}})
	want(t, "events", g.do(game.Start{By: game.ByPlayer, Seed: "host", SeedSeat: 0}), []game.Caused{
		{By: game.ByPlayer, Event: game.Started{Seats: []int{0, 2}, ClientSeeds: []string{"host", "b"}}},
	})
	want(t, "seats", g.state.Seats, []game.Seat{
		{Kind: game.AccountSeat, ClientSeed: "host", Turns: 1}, {Kind: game.AccountSeat, ClientSeed: "b"},
	})
	want(t, "turn", g.state.Turn, game.Turn{Seat: 0, Round: 1, Fresh: true})
	want(t, "started at", g.state.StartedAt, g.log[len(g.log)-1].At)
}

// The seed of the start goes to the host's seat, wherever that is after the open ones before it are gone.
func TestDecide_Start_seedSeat(t *testing.T) {
	g := lobby(t, game.Penta, 2)
	g.do(game.Join{ClientSeed: "a"})
	g.do(game.Join{ClientSeed: "b"})
	g.do(game.Leave{Seats: []int{0}})
	g.refused(game.Start{By: game.ByPlayer, Seed: "x", SeedSeat: 0}, game.BadOptions, game.ReasonClientSeed)
	g.refused(game.Start{By: game.ByPlayer, Seed: "x", SeedSeat: game.NoSeat}, game.BadOptions, game.ReasonClientSeed)
	g.refused(game.Start{By: game.ByPlayer, Seed: "x", SeedSeat: 3}, game.BadOptions, game.ReasonClientSeed)
	g.refused(game.Start{By: game.ByServer, Seed: "x", SeedSeat: 2}, game.BadOptions, game.ReasonClientSeed)
	g.do(game.Start{By: game.ByPlayer, Seed: "x", SeedSeat: 2})
	want(t, "client seeds", g.state.ClientSeeds(), []string{"a", "x"})
}

func TestDecide_Start_clientDice(t *testing.T) {
	g := openTable(t)
	want(t, "events", g.do(game.Start{By: game.ByPlayer, SeedSeat: game.NoSeat}),
		[]game.Caused{{By: game.ByPlayer, Event: game.Started{Seats: []int{0}}}})
}

func TestDecide_Start_nobodySeated(t *testing.T) {
	g := openTable(t)
	g.do(game.Leave{Seats: []int{0}})
	g.refused(game.Start{By: game.ByPlayer, SeedSeat: game.NoSeat}, game.BadOptions, game.ReasonSeatCount)
}

func TestDecide_Start_by(t *testing.T) {
	g := openTable(t)
	mustPanic(t, "started by clock", func() { _, _ = game.Decide(g.state, game.Start{By: game.ByClock}, "") })
}

func TestValidClientSeed(t *testing.T) {
	for seed, valid := range map[string]bool{
		"": true, "a": true, "azAZ09_-": true, strings.Repeat("x", 64): true,
		strings.Repeat("x", 65): false, "a b": false, "a,b": false, "a|b": false, "å": false, "a\n": false, "a\x00": false, "a.b": false,
	} {
		want(t, seed, game.ValidClientSeed(seed), valid)
		g := lobby(t, game.Penta, 1)
		if !valid {
			g.refused(game.Join{ClientSeed: seed}, game.BadOptions, game.ReasonClientSeed)
			g.refused(game.Start{By: game.ByPlayer, Seed: seed, SeedSeat: 0}, game.BadOptions, game.ReasonClientSeed)
		}
	}
}

func TestDecide_Close(t *testing.T) {
	for name, g := range map[string]*table{"open": openTable(t), "playing": playing(t, game.Tiotusen, 2)} {
		t.Run(name, func(t *testing.T) {
			want(t, "events", g.do(game.Close{}), []game.Caused{{By: game.ByServer, Event: game.Closed{}}})
			want(t, "status", g.state.Status, game.StatusClosed)
			want(t, "on turn", g.state.OnTurn(), game.NoSeat)
			want(t, "may", g.state.May(), game.May{})
			want(t, "finished at", g.state.FinishedAt, g.log[len(g.log)-1].At)
			want(t, "placement", g.state.Seats[0].Placement, 0)
		})
	}
}

func TestDecide_Resume(t *testing.T) {
	playing(t, game.Tiotusen, 2).refused(game.Resume{}, game.GameNotPlaying, game.NoReason) // client dice have no clock

	g := serverGame(t, game.Tiotusen)
	before := g.state
	want(t, "events", g.do(game.Resume{}), []game.Caused{{By: game.ByServer, Event: game.Resumed{}}})
	before.Seq++
	before.ResumedAt = g.log[len(g.log)-1].At
	want(t, "state", g.state, before)
}

// A seed is revealed only where there is one to reveal, even if a caller has one at hand.
func TestDecide_revealsNoSeedOfClientDice(t *testing.T) {
	for name, c := range map[string]game.Command{"close": game.Close{}, "resign": game.Resign{By: game.ByPlayer}} {
		d, err := game.Decide(playing(t, game.Penta, 1).state, c, serverSeed)
		if err != nil {
			t.Fatal(err)
		}
		_, seed, over := game.End([]game.Record{record(1, d.Events[len(d.Events)-1])})
		want(t, name+": over", over, true)
		want(t, name+": seed", seed, "")
	}
}

// An earlier state is not touched by what comes after it.
func TestEvolve_pure(t *testing.T) {
	for _, r := range game.Rulesets() {
		g := playing(t, r.ID, 3)
		faces := []int{1, 1, 1, 2, 3, 4}[6-r.Dice:]
		commands := []game.Command{
			game.Roll{By: game.ByPlayer, Dice: faces},
			game.Hold{By: game.ByPlayer, Held: []int{0}},
			game.Resign{By: game.ByPlayer},
			game.Resign{By: game.ByPlayer, Seat: 1},
		}
		var states, copies []game.State
		for _, c := range commands {
			states, copies = append(states, g.state), append(copies, game.Fold(g.log))
			g.do(c)
		}
		if diff := cmp.Diff(copies, states, comparers()); diff != "" {
			t.Errorf("%s: (-before +after):\n%s", r.ID, diff)
		}
	}
}

func TestEvolve_panics(t *testing.T) {
	g := playing(t, game.Tiotusen, 2)
	next := func(e game.Event) game.Record { return record(g.state.Seq+1, game.Caused{By: game.ByPlayer, Event: e}) }
	mustPanic(t, "event 4 cannot follow event 2", func() { game.Evolve(g.state, game.Record{Seq: 4, At: time.Time{}, Event: game.Resumed{}}) })
	mustPanic(t, "unknown event <nil>", func() { game.Evolve(g.state, next(nil)) })
	mustPanic(t, "without outcome", func() { game.Evolve(g.state, next(game.Rolled{})) })
	mustPanic(t, "unknown ruleset", func() { game.Evolve(game.State{}, record(1, game.Caused{Event: game.Created{Ruleset: "yatzy"}})) })
}

func TestDecide_panics(t *testing.T) {
	g := serverGame(t, game.Femlika)
	mustPanic(t, "unknown command <nil>", func() { _, _ = game.Decide(g.state, nil, "") })
	mustPanic(t, "0 dice drawn where 5 are needed", func() { _, _ = game.Decide(g.state, game.Roll{By: game.ByPlayer}, "") })

	// By whom a seat is never moved. A clock does not run in a game of server dice that has none.
	for _, by := range []game.By{game.ByClock, game.ByBot, game.ByServer, "somebody"} {
		mustPanic(t, "seat 0 moved by "+string(by), func() { _, _ = game.Decide(g.state, game.Roll{By: by}, "") })
		mustPanic(t, "seat 1 moved by "+string(by), func() { _, _ = game.Decide(g.state, game.Resign{By: by, Seat: 1}, "") })
	}
}

// Computer seats of a game with client dice are moved by the bot, the others by their player, and either by a clock.
func TestDecide_by(t *testing.T) {
	c := newGame(game.Penta, 1)
	c.Seats = append(c.Seats, game.SeatSpec{Kind: game.BotSeat, BotLevel: game.BotBest})
	g := create(t, c)
	dice := []int{1, 1, 1, 1, 1}
	mustPanic(t, "seat 0 moved by bot", func() { _, _ = game.Decide(g.state, game.Roll{By: game.ByBot, Dice: dice}, "") })
	g.do(game.Roll{By: game.ByPlayer, Dice: dice})
	want(t, "events", types(g.do(game.Enter{By: game.ByClock})), "entered by clock")
	mustPanic(t, "seat 1 moved by player", func() { _, _ = game.Decide(g.state, game.Roll{By: game.ByPlayer, Seat: 1, Dice: dice}, "") })
	g.do(game.Roll{By: game.ByBot, Seat: 1, Dice: dice})
	want(t, "events", types(g.do(game.Roll{By: game.ByBot, Seat: 1, Held: []int{0}, Dice: dice})), "held by bot, rolled by bot")
	if _, err := game.Check(g.log, nil); err != nil {
		t.Error(err)
	}
}
