package gamelog_test

import (
	"strings"

	"kast/domain/game"
)

// golden describes a golden log: how it was made, and what must be in it. It is made once; see goldenHashes.
type golden struct {
	name string
	make func(m *maker)
	want []string // traits
}

func goldens() []golden {
	account, open, guest := game.SeatSpec{Kind: game.AccountSeat}, game.SeatSpec{Kind: game.OpenSeat}, game.SeatSpec{Kind: game.GuestSeat}
	bot := game.SeatSpec{Kind: game.BotSeat, BotLevel: game.BotCasual}
	yes, no := true, false
	return append(clockGoldens(), []golden{
		{"penta-server", func(m *maker) { // a lobby with coming and going; the host's seed comes with the start
			m.create(game.Create{Ruleset: game.Penta, Dice: game.ServerDice, Seats: []game.SeatSpec{account, open, open, guest, open}})
			m.do(game.Join{})
			m.do(game.Join{ClientSeed: "Bo_17"})
			m.do(game.Join{ClientSeed: "Cia"})
			m.do(game.Leave{Seats: []int{1}})
			m.do(game.Start{By: game.ByPlayer, Seed: "anna-on-the-sofa", SeedSeat: 0})
			m.play(toTheEnd)
		}, []string{"joker", "bonus", "renumbered"}},
		{"penta-client", func(m *maker) {
			m.lucky = 30
			m.create(game.Create{Ruleset: game.Penta, Dice: game.ClientDice, Seats: []game.SeatSpec{account, bot, guest}, Start: true})
			m.play(toTheEnd)
		}, []string{"joker", "joker strike", "by bot", "by clock"}},
		{"femlika-server", func(m *maker) { // a solo game that is given up
			m.create(game.Create{Ruleset: game.Femlika, Dice: game.ServerDice, Visibility: game.Public, Seats: []game.SeatSpec{account}, Start: true})
			m.play(30)
			m.do(game.Resign{By: game.ByPlayer})
		}, []string{"no result"}},
		{"femlika-client", func(m *maker) { // two of four give up, one of them in its turn
			m.lucky = 30
			m.create(game.Create{Ruleset: game.Femlika, Dice: game.ClientDice, Seats: []game.SeatSpec{guest, guest, guest, account}, Start: true})
			m.play(60)
			m.do(game.Resign{By: game.ByPlayer, Seat: (m.state.Turn.Seat + 2) % 4})
			m.play(120)
			m.do(game.Resign{By: game.ByPlayer, Seat: m.state.Turn.Seat})
			m.play(toTheEnd)
		}, []string{"bonus", "bonus without joker", "resigned on turn", "resigned out of turn"}},
		{"bonanza-server", func(m *maker) { // a table that filled up and started by itself, and was left lying
			m.create(game.Create{Ruleset: game.Bonanza, Dice: game.ServerDice, Options: game.OptionsChoice{Advice: &no}, Seats: []game.SeatSpec{account, open}})
			m.do(game.Join{ClientSeed: "x", StartWhenFull: true})
			m.play(20)
			m.do(game.Resume{})
			m.play(40)
			m.do(game.Close{})
		}, []string{"type closed", "type resumed"}},
		{"bonanza-client", func(m *maker) {
			m.lucky = 25
			m.create(game.Create{Ruleset: game.Bonanza, Dice: game.ClientDice, Seats: []game.SeatSpec{guest, guest, guest, guest}, Start: true})
			m.play(toTheEnd)
		}, []string{"joker", "bonus", "joker without bonus", "five of a kind struck"}},
		{"penta-tie", func(m *maker) { // two who get the same dice and do the same
			m.create(game.Create{Ruleset: game.Penta, Dice: game.ClientDice, Seats: []game.SeatSpec{guest, guest}, Start: true})
			for m.state.OnTurn() != game.NoSeat {
				m.roll(game.ByPlayer, nil)
				faces, box := m.state.Turn.Dice.Faces(), m.state.Entries()[m.chance.IntN(len(m.state.Entries()))].Box
				m.do(game.Enter{By: game.ByPlayer, Box: box})
				m.do(game.Roll{By: game.ByPlayer, Seat: 1, Dice: faces})
				m.do(game.Enter{By: game.ByPlayer, Seat: 1, Box: box})
			}
		}, []string{"shared placement"}},
		{"lobby-closed", func(m *maker) { // nobody came
			m.create(game.Create{Ruleset: game.Tiotusen, Dice: game.ServerDice, Visibility: game.Public, Seats: []game.SeatSpec{account, open, open}, Start: true})
			m.do(game.Join{ClientSeed: strings.Repeat("z", 64)})
			m.do(game.Leave{Seats: []int{0}})
			m.do(game.Leave{Seats: []int{1}, Close: true})
		}, []string{"type closed"}},
		{"tiotusen-rematch", func(m *maker) { // seats that were kept: one is taken out of order, one given up, and it starts without that
			m.create(game.Create{Ruleset: game.Tiotusen, Dice: game.ServerDice, Seats: []game.SeatSpec{open, open, guest, account}, Start: true})
			m.do(game.Join{Seat: new(1), ClientSeed: "Cy", StartWhenFull: true})
			m.do(game.Leave{Seats: []int{0}, Kept: true})
			m.do(game.Start{By: game.ByServer, SeedSeat: game.NoSeat})
			m.play(40)
			m.do(game.Resign{By: game.ByPlayer, Seat: m.state.Turn.Seat})
			m.do(game.Resign{By: game.ByPlayer, Seat: m.state.Turn.Seat})
		}, []string{"joined out of order", "kept seat given up", "started by itself", "renumbered"}},
		{"tiotusen-server", func(m *maker) {
			m.create(game.Create{
				Ruleset: game.Tiotusen, Dice: game.ServerDice, Options: game.OptionsChoice{OwnPot: &yes},
				Seats: []game.SeatSpec{account, open, guest, open, open},
			})
			m.do(game.Join{ClientSeed: "Kalle"})
			m.do(game.Join{})
			m.do(game.Start{By: game.ByPlayer, SeedSeat: game.NoSeat})
			m.play(toTheEnd)
		}, []string{"overtaken", "own pot", "outcome straight", "outcome zilch", "outcome bust", "pot taken", "stop after a straight"}},
		{"tiotusen-client", func(m *maker) { // the provisional winner gives up, and another one leads
			m.lucky = 10
			m.create(game.Create{Ruleset: game.Tiotusen, Dice: game.ClientDice, Seats: []game.SeatSpec{guest, bot, account, guest}, Start: true})
			for m.state.OnTurn() != game.NoSeat {
				if m.state.Final.On() && len(reached(m.state)) > 1 {
					m.do(game.Resign{By: moverOf(m.state, m.state.Final.Seat), Seat: m.state.Final.Seat})
				} else {
					m.move()
				}
			}
		}, []string{"winner gave up", "outcome straight", "outcome pot", "group joined"}},
		{"tiotusen-resigned", func(m *maker) { // all but one give up
			m.create(game.Create{Ruleset: game.Tiotusen, Dice: game.ServerDice, Seats: []game.SeatSpec{account, guest, guest}, Start: true})
			m.play(40)
			m.do(game.Resign{By: game.ByPlayer, Seat: m.state.Turn.Seat})
			m.play(60)
			m.do(game.Resign{By: game.ByPlayer, Seat: m.state.Turn.Seat})
		}, []string{"resigned on turn"}},
	}...)
}

func moverOf(s game.State, seat int) game.By {
	if s.Seats[seat].Kind == game.BotSeat {
		return game.ByBot
	}
	return game.ByPlayer
}

// reached lists the seats that play on with 10 000 or more.
func reached(s game.State) []int {
	var seats []int
	for i, seat := range s.Seats {
		if !seat.Resigned() && seat.Score >= 10_000 {
			seats = append(seats, i)
		}
	}
	return seats
}
