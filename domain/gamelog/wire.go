package gamelog

import "slices"

// wire is an event as JSON has it. A pointer that is nil is a field that does not apply and is absent.
type wire struct {
	At           string       `json:"at"`
	Bonus        *int         `json:"bonus"`
	Box          *string      `json:"box"`
	By           string       `json:"by"`
	ClientSeed   *string      `json:"clientSeed"`
	ClientSeeds  *[]string    `json:"clientSeeds"`
	Commitment   *string      `json:"commitment"`
	Dice         *[]int       `json:"dice"`
	DiceMode     *string      `json:"diceMode"`
	GameID       *string      `json:"gameId"`
	Hash         string       `json:"hash"`
	Held         *[]int       `json:"held"`
	ID           string       `json:"id"`
	Joker        *bool        `json:"joker"`
	Options      *wireOptions `json:"options"`
	Outcome      *string      `json:"outcome"`
	Placements   *[]int       `json:"placements"`
	Points       *int         `json:"points"`
	Prev         string       `json:"prev"`
	RulesVersion *int         `json:"rulesVersion"`
	Ruleset      *string      `json:"ruleset"`
	Seat         *int         `json:"seat"`
	Seats        *wireSeats   `json:"seats"`
	Seq          int          `json:"seq"`
	ServerSeed   *string      `json:"serverSeed"`
	Type         string       `json:"type"`
	Visibility   *string      `json:"visibility"`
}

// wireOptions are the options of a game: all that its ruleset has.
type wireOptions struct {
	Advice           *bool `json:"advice"`
	AutoEnterSeconds *int  `json:"autoEnterSeconds"`
	OwnPot           *bool `json:"ownPot"`
	TurnSeconds      *int  `json:"turnSeconds"`
}

// wireSeat is a seat of a new game.
type wireSeat struct {
	BotLevel *string `json:"botLevel"`
	Kind     string  `json:"kind"`
}

// exact tells whether all numbers are in the range that RFC 8785 presumes, in which a floating-point number is exact.
// Dice and positions are looked at by the rules.
func (w *wire) exact() bool {
	numbers := []int{w.Seq, value(w.Seat), value(w.Points), value(w.Bonus), value(w.RulesVersion)}
	if w.Options != nil {
		numbers = append(numbers, value(w.Options.TurnSeconds), value(w.Options.AutoEnterSeconds))
	}
	if w.Seats != nil {
		numbers = append(numbers, w.Seats.old...)
	}
	numbers = append(numbers, value(w.Placements)...)
	const most = 1<<53 - 1
	return !slices.ContainsFunc(numbers, func(n int) bool { return int64(n) < -most || int64(n) > most })
}
