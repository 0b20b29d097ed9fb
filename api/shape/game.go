package shape

import (
	"time"

	"kast/api/play"
	"kast/domain/bestplay"
	"kast/domain/game"
)

// Game is a game at one point of its log.
type Game struct {
	ID           string      `json:"id" format:"uuid"`
	Ruleset      RulesetID   `json:"ruleset"`
	RulesVersion int         `json:"rulesVersion" minimum:"1"`
	Status       GameStatus  `json:"status"`
	Dice         DiceMode    `json:"dice"`
	Visibility   Visibility  `json:"visibility"`
	Host         string      `json:"host,omitzero" format:"uuid"`                     // account id; absent once that account was deleted
	InviteCode   string      `json:"inviteCode,omitzero" minLength:"6" maxLength:"6"` // of a private open game, shown to the host and the seated, once it keeps no seats
	WatchCode    string      `json:"watchCode,omitzero" minLength:"8" maxLength:"8"`  // of a private game that others may watch, shown to the host
	Options      Options     `json:"options"`
	Seq          int         `json:"seq" minimum:"1"`               // of the last event
	Head         string      `json:"head" pattern:"^[0-9a-f]{64}$"` // hash of the last event
	ServerTime   time.Time   `json:"serverTime"`                    // when this was answered
	CreatedAt    time.Time   `json:"createdAt"`
	StartedAt    *time.Time  `json:"startedAt,omitzero"`
	FinishedAt   *time.Time  `json:"finishedAt,omitzero"` // or closed
	Seats        []Seat      `json:"seats"`
	Turn         *Turn       `json:"turn,omitzero"`            // while somebody is on turn
	Pot          *int        `json:"pot,omitzero" minimum:"0"` // tiotusen: points in the pot
	FinalRound   *FinalRound `json:"finalRound,omitzero"`      // tiotusen: once somebody has reached 10 000
	// id of the game that goes on from this one, shown to those who may ask for it
	Rematch string `json:"rematch,omitzero" format:"uuid"`
} // @name Game

// Options are the options of a game: those that its ruleset has.
type Options struct {
	TurnSeconds      int   `json:"turnSeconds" minimum:"0"`               // clock of a turn; 0 = none
	AutoEnterSeconds *int  `json:"autoEnterSeconds,omitzero" minimum:"0"` // scorecard games: after the last roll; 0 = off
	Advice           bool  `json:"advice"`                                // best play is shown while the game runs
	OwnPot           *bool `json:"ownPot,omitzero"`                       // tiotusen: a pot of the final round is the player's own
} // @name Options

// FinalRound is the provisional winner of tiotusen.
type FinalRound struct {
	Seat  int `json:"seat" minimum:"0" maximum:"7"`
	Score int `json:"score" minimum:"10000"`
} // @name FinalRound

// Seat is one seat of a game.
type Seat struct {
	Seat      int      `json:"seat" minimum:"0" maximum:"7"`
	Kind      SeatKind `json:"kind"`
	AccountID string   `json:"accountId,omitzero" format:"uuid"` // of a seat of kind account
	Name      string   `json:"name,omitzero"`                    // of an account or guest, or of the account in reservedFor; absent once the account was deleted
	// of an open seat that is kept for an account
	ReservedFor string     `json:"reservedFor,omitzero" format:"uuid"`
	BotLevel    BotLevel   `json:"botLevel,omitzero"` // of a bot
	Status      SeatStatus `json:"status"`
	Total       int        `json:"total"` // points so far
	Placement   int        `json:"placement,omitzero" minimum:"1" maximum:"8"`
	IsIn        *bool      `json:"isIn,omitzero"` // tiotusen: has banked once
	Card        *Card      `json:"card,omitzero"` // scorecard games
} // @name Seat

// Card is a scorecard.
type Card struct {
	Boxes       map[string]int `json:"boxes" minimum:"0" maximum:"50"` // points by box; only the filled ones
	UpperSum    int            `json:"upperSum" minimum:"0"`
	UpperBonus  int            `json:"upperBonus" minimum:"0" maximum:"35"`
	LowerSum    int            `json:"lowerSum" minimum:"0"`
	FiveBonuses int            `json:"fiveBonuses" minimum:"0"` // for further five alike
	Total       int            `json:"total" minimum:"0"`
} // @name Card

// Turn is the turn under way.
type Turn struct {
	Seat          int            `json:"seat" minimum:"0" maximum:"7"`
	Round         int            `json:"round" minimum:"1"`                                    // the how-manieth turn of this seat
	Roll          int            `json:"roll" minimum:"0"`                                     // rolls made in this turn
	RollsLeft     *int           `json:"rollsLeft,omitzero" minimum:"0" maximum:"3"`           // scorecard games
	Dice          []int          `json:"dice" minimum:"1" maximum:"6" maxItems:"6"`            // as they lie; empty before the first roll
	Held          []int          `json:"held" minimum:"0" maximum:"5" maxItems:"6"`            // positions of the hold that stands
	Locked        []int          `json:"locked,omitzero" minimum:"0" maximum:"5" maxItems:"6"` // tiotusen: positions set aside earlier in this turn
	Groups        map[string]int `json:"groups,omitzero" minimum:"3" maximum:"6"`              // tiotusen: by face, how many dice are set aside as a group
	Points        *int           `json:"points,omitzero" minimum:"0"`                          // tiotusen: of the dice set aside
	HeldPoints    *int           `json:"heldPoints,omitzero" minimum:"0"`                      // tiotusen: what the hold that stands would add
	Needs350      *bool          `json:"needs350,omitzero"`                                    // tiotusen: stopping takes 350 points in this turn
	May           []Move         `json:"may"`                                                  // what may be done now; roll and bank: with the hold that stands
	Boxes         []Entry        `json:"boxes,omitzero"`                                       // scorecard games: what may be entered now
	MustSacrifice *bool          `json:"mustSacrifice,omitzero"`                               // scorecard games: nothing that may be entered gives points
	// the best boxes for the whole game, best first, struck ones included; scorecard games played with advice, once best play is worked
	// out after the start of the server
	Best     []BoxValue `json:"best,omitzero" maxItems:"3"`
	Deadline *time.Time `json:"deadline,omitzero"` // when the time of this seat is up; absent where no clock runs
} // @name Turn

// BoxValue is a box that may be entered now, and what that leads to.
type BoxValue struct {
	Box           Box     `json:"box"`
	ExpectedTotal float64 `json:"expectedTotal"` // of this card in the end, what is on it included
} // @name BoxValue

// Entry is a box that may be entered now, and what it would give.
type Entry struct {
	Box     Box     `json:"box"`
	Points  int     `json:"points" minimum:"0" maximum:"50"`
	Bonus   int     `json:"bonus" minimum:"0" maximum:"100"` // for a further five alike
	Joker   bool    `json:"joker"`                           // entered as a joker
	Strike  bool    `json:"strike"`                          // gives 0 points
	Confirm Confirm `json:"confirm,omitzero"`                // what to ask the player first; absent: nothing
} // @name Entry

// Of is a game as one account sees it, at a time; best gives the best boxes where they are known.
func Of(v play.View, viewer string, now time.Time, best func(game.State) ([]bestplay.BoxValue, bool)) Game {
	st := v.State
	g := Game{
		ID: st.Game, Ruleset: RulesetID(st.Ruleset.ID), RulesVersion: st.Ruleset.Version, Status: GameStatus(st.Status),
		Dice: DiceMode(st.Dice), Visibility: Visibility(st.Visibility), Host: v.Beside.Host,
		Options: Options(play.OptionsOf(st.Ruleset, st.Options)), Seq: st.Seq, Head: v.Head,
		ServerTime: now.UTC().Truncate(time.Millisecond), CreatedAt: st.CreatedAt,
		StartedAt: TimeOrNone(st.StartedAt), FinishedAt: TimeOrNone(st.FinishedAt),
		Seats: seatsOf(v), Turn: turnOf(st), Rematch: RematchOf(v, viewer),
	}
	if st.Status == game.StatusOpen && v.Inside(viewer) && !v.Waits() {
		g.InviteCode = v.Beside.InviteCode
	}
	if v.Beside.Host == viewer {
		g.WatchCode = v.Beside.WatchCode
	}
	if st.Ruleset.Engine == game.PotEngine {
		g.Pot = new(st.Pot)
		if st.Final.On() {
			g.FinalRound = &FinalRound{Seat: st.Final.Seat, Score: st.Final.Score}
		}
	}
	if g.Turn != nil {
		if best, known := best(st); known {
			g.Turn.setBest(best)
		}
		g.Turn.Deadline = TimeOrNone(st.Deadline())
	}
	return g
}

// RematchOf is the id of the game that goes on from v, for those who may join that; empty for none.
func RematchOf(v play.View, viewer string) string {
	if !v.Inside(viewer) {
		return ""
	}
	return v.Beside.Rematch
}

func seatsOf(v play.View) []Seat {
	shapes := make([]Seat, len(v.State.Seats))
	for i, seat := range v.State.Seats {
		beside := v.Beside.Seats[i]
		shapes[i] = Seat{
			Seat: i, Kind: SeatKind(seat.Kind), AccountID: beside.AccountID, Name: beside.Name, ReservedFor: beside.KeptFor,
			BotLevel: BotLevel(seat.BotLevel), Status: SeatStatusOf(seat.Resigned()),
			Total: v.State.Total(i), Placement: seat.Placement,
		}
		if v.State.Ruleset.Engine == game.PotEngine {
			shapes[i].IsIn = new(seat.IsIn)
		} else {
			shapes[i].Card = cardOf(seat)
		}
	}
	return shapes
}

// TimeOrNone is a time that is left out where it is zero.
func TimeOrNone(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
