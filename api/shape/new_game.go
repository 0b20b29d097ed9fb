package shape

import (
	"kast/api/play"
	"kast/domain/game"
)

// NewOptions are the options of a new game; absent ones get their defaults.
type NewOptions struct {
	// of tables of two or more with server dice, one of the values that the ruleset lists: bonanza gets 45 unless told
	// otherwise, the others 0, which is none; solo games and games with client dice have none
	TurnSeconds *int `json:"turnSeconds,omitzero" minimum:"0"`
	// scorecard games with server dice, 0 to 60: penta gets 3 unless told otherwise, the others 0, which is off
	AutoEnterSeconds *int  `json:"autoEnterSeconds,omitzero" minimum:"0"`
	Advice           *bool `json:"advice,omitzero" default:"true"` // best play is shown while the game runs
	OwnPot           *bool `json:"ownPot,omitzero"`                // tiotusen: a pot of the final round is the player's own
} // @name NewOptions

// NewSeat is a seat of a new game.
type NewSeat struct {
	Kind  WishKind  `json:"kind"`
	Name  *string   `json:"name,omitzero" minLength:"1" maxLength:"40"` // of a guest, who needs one
	Level *BotLevel `json:"level,omitzero"`                             // of a bot, which needs one
} // @name NewSeat

// FieldError is a field of a request that cannot be read.
type FieldError struct {
	Field   string // its path
	Missing bool   // else it has a value that it cannot have
}

func (e *FieldError) Error() string {
	if e.Missing {
		return e.Field + " is missing"
	}
	return "the value of " + e.Field + " is not allowed"
}

// Wish reads a seat of a new game, which stands at a path. *FieldError.
func (n NewSeat) Wish(at string) (play.SeatWish, error) {
	switch n.Kind {
	case WishMe, WishOpen, WishGuest, WishBot:
	case "":
		return play.SeatWish{}, &FieldError{Field: at + "/kind", Missing: true}
	default:
		return play.SeatWish{}, &FieldError{Field: at + "/kind"}
	}
	switch or(n.Level, BotBest) {
	case BotBest, BotCasual:
	default:
		return play.SeatWish{}, &FieldError{Field: at + "/level"}
	}
	switch {
	case n.Kind == WishGuest && n.Name == nil:
		return play.SeatWish{}, &FieldError{Field: at + "/name", Missing: true}
	case n.Kind != WishGuest && n.Name != nil:
		return play.SeatWish{}, &FieldError{Field: at + "/name"}
	case n.Kind == WishBot && n.Level == nil:
		return play.SeatWish{}, &FieldError{Field: at + "/level", Missing: true}
	case n.Kind != WishBot && n.Level != nil:
		return play.SeatWish{}, &FieldError{Field: at + "/level"}
	}
	return play.SeatWish{Kind: play.SeatKind(n.Kind), Name: or(n.Name, ""), Level: game.BotLevel(or(n.Level, ""))}, nil
}

// or is the value of a field that may be left out.
func or[T any](field *T, absent T) T {
	if field == nil {
		return absent
	}
	return *field
}
