package gamelog

// wire is an event as JSON has it. A pointer that is nil is a field that does not apply and is absent. The fields stand
// in the order of their names, as RFC 8785 wants them.
type wire struct {
	At           string       `json:"at"`
	Bonus        *int         `json:"bonus,omitzero"`
	Box          *string      `json:"box,omitzero"`
	By           string       `json:"by"`
	ClientSeed   *string      `json:"clientSeed,omitzero"`
	ClientSeeds  *[]string    `json:"clientSeeds,omitzero"`
	Commitment   *string      `json:"commitment,omitzero"`
	Dice         *[]int       `json:"dice,omitzero"`
	DiceMode     *string      `json:"diceMode,omitzero"`
	GameID       *string      `json:"gameId,omitzero"`
	Hash         string       `json:"hash,omitzero"`
	Held         *[]int       `json:"held,omitzero"`
	ID           string       `json:"id"`
	Joker        *bool        `json:"joker,omitzero"`
	Options      *wireOptions `json:"options,omitzero"`
	Outcome      *string      `json:"outcome,omitzero"`
	Placements   *[]int       `json:"placements,omitzero"`
	Points       *int         `json:"points,omitzero"`
	Prev         string       `json:"prev"`
	Ruleset      *string      `json:"ruleset,omitzero"`
	RulesVersion *int         `json:"rulesVersion,omitzero"`
	Seat         *int         `json:"seat,omitzero"`
	Seats        *wireSeats   `json:"seats,omitzero"`
	Seq          int          `json:"seq"`
	ServerSeed   *string      `json:"serverSeed,omitzero"`
	Type         string       `json:"type"`
	Visibility   *string      `json:"visibility,omitzero"`
}

// wireOptions are the options of a game: all that its ruleset has.
type wireOptions struct {
	Advice           *bool `json:"advice,omitzero"`
	AutoEnterSeconds *int  `json:"autoEnterSeconds,omitzero"`
	OwnPot           *bool `json:"ownPot,omitzero"`
	TurnSeconds      *int  `json:"turnSeconds,omitzero"`
}

// wireSeat is a seat of a new game.
type wireSeat struct {
	BotLevel *string `json:"botLevel,omitzero"`
	Kind     string  `json:"kind"`
}
