package gamelog

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/go-json-experiment/json"
)

// wire is an event as JSON has it. A pointer that is nil is a field that does not apply and is absent. The fields stand
// in the order of their names, as RFC 8785 wants them, so that what is written is canonical without sorting it again:
// the strings of a log are written as RFC 8785 has them anyway, and its numbers are whole and small.
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
	RulesVersion *int         `json:"rulesVersion,omitzero"`
	Ruleset      *string      `json:"ruleset,omitzero"`
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

// exact tells whether all numbers are in the range that RFC 8785 presumes, in which a floating-point number is exact.
// Dice and positions are looked at by the rules.
func (w wire) exact() bool {
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

// canonical writes RFC 8785 bytes.
func (w wire) canonical() ([]byte, error) { return json.Marshal(w) }

// hash is the SHA-256 over the canonical bytes without the field hash.
func (w wire) hash() (string, error) {
	w.Hash = ""
	b, err := w.canonical()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), nil
}
