package game

import "slices"

// MaxClientSeed is the longest client seed, in characters.
const MaxClientSeed = 64

// ValidClientSeed tells whether a client seed is well formed: letters, digits, _ and -, at most 64. The empty one is none.
func ValidClientSeed(seed string) bool {
	if len(seed) > MaxClientSeed {
		return false
	}
	for _, c := range []byte(seed) {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c == '-':
		default:
			return false
		}
	}
	return true
}

func (d *decider) create(c Create) error {
	if d.state.Seq != 0 {
		panic("game: created twice")
	}
	ruleset, ok := Lookup(c.Ruleset)
	if !ok {
		return refuse(WrongRuleset, NoReason)
	}
	options, err := ruleset.resolve(c)
	if err != nil {
		return err
	}
	if (c.Dice == ServerDice) != (c.Commitment != "") {
		return refuse(BadOptions, ReasonCommitment)
	}
	if len(c.Seats) < ruleset.MinSeats || len(c.Seats) > ruleset.MaxSeats {
		return refuse(BadOptions, ReasonSeatCount)
	}
	for _, seat := range c.Seats {
		if (seat.Kind == BotSeat) != (seat.BotLevel != NoBotLevel) {
			return refuse(BadOptions, ReasonBotLevel)
		}
	}
	d.name(ByPlayer, Created{
		Game: c.Game, Ruleset: ruleset.ID, RulesVersion: ruleset.Version, Options: options,
		Dice: c.Dice, Visibility: c.Visibility, Commitment: c.Commitment, Seats: slices.Clone(c.Seats),
	})
	if c.Start {
		d.startIfFull()
	}
	return nil
}

func (d *decider) join(c Join) error {
	if d.state.Status != StatusOpen {
		return refuse(GameNotOpen, NoReason)
	}
	seat := d.state.openSeat()
	if seat == NoSeat {
		return refuse(SeatsFull, NoReason)
	}
	if c.Seat != nil {
		if seat = *c.Seat; !d.state.isOpen(seat) {
			return refuse(BadOptions, ReasonSeatTaken)
		}
	}
	if err := d.checkClientSeed(c.ClientSeed); err != nil {
		return err
	}
	d.name(ByPlayer, Joined{Seat: seat, ClientSeed: c.ClientSeed})
	if c.StartWhenFull {
		d.startIfFull()
	}
	return nil
}

func (d *decider) leave(c Leave) error {
	if d.state.Status != StatusOpen {
		return refuse(GameNotOpen, NoReason)
	}
	if len(c.Seats) == 0 {
		return refuse(BadOptions, ReasonSeat)
	}
	for i, seat := range c.Seats {
		if seat < 0 || seat >= len(d.state.Seats) || d.state.isOpen(seat) != (c.Kept && i == 0) {
			return refuse(BadOptions, ReasonSeat)
		}
		d.cause(ByPlayer, Left{Seat: seat})
	}
	if c.Close && !d.state.seated(AccountSeat) {
		d.cause(ByServer, Closed{ServerSeed: d.reveal()})
	}
	return nil
}

func (d *decider) start(c Start) error {
	if d.state.Status != StatusOpen {
		return refuse(GameNotOpen, NoReason)
	}
	if err := d.checkClientSeed(c.Seed); err != nil {
		return err
	}
	if !mayStart(c.By) {
		panic("game: started by " + string(c.By))
	}
	e := d.started()
	if len(e.Seats) < d.state.Ruleset.MinSeats {
		return refuse(BadOptions, ReasonSeatCount)
	}
	if c.Seed != "" {
		at := slices.Index(e.Seats, c.SeedSeat)
		if at < 0 || c.By != ByPlayer {
			return refuse(BadOptions, ReasonClientSeed)
		}
		e.ClientSeeds[at] = c.Seed
	}
	d.name(c.By, e)
	return nil
}

// mayStart tells who starts a game: a player who asks for it, or the server when the last seat is taken.
func mayStart(by By) bool { return by == ByPlayer || by == ByServer }

// startIfFull starts a game in which no seat is open.
func (d *decider) startIfFull() {
	if d.state.openSeat() == NoSeat {
		d.cause(ByServer, d.started())
	}
}

// started is the start of the game with the seats that are taken now.
func (d *decider) started() Started {
	var e Started
	for i, seat := range d.state.Seats {
		if seat.Kind == OpenSeat {
			continue
		}
		e.Seats = append(e.Seats, i)
		if d.state.Dice == ServerDice {
			e.ClientSeeds = append(e.ClientSeeds, seat.ClientSeed)
		}
	}
	return e
}

func (d *decider) checkClientSeed(seed string) error {
	if !ValidClientSeed(seed) || (seed != "" && d.state.Dice == ClientDice) {
		return refuse(BadOptions, ReasonClientSeed)
	}
	return nil
}
