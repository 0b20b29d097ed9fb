package game

import (
	"kast/domain/pot"
	"kast/domain/scorecard"
)

// RulesetID names one of the games, as the API and the log do.
type RulesetID string

// The games.
const (
	Penta    RulesetID = "penta"
	Femlika  RulesetID = "femlika"
	Bonanza  RulesetID = "bonanza"
	Tiotusen RulesetID = "tiotusen"
)

// Engine is the kind of play that a ruleset follows.
type Engine uint8

// The engines.
const (
	// ScorecardEngine: five dice, thirteen boxes, three rolls a turn.
	ScorecardEngine Engine = iota
	// PotEngine: six dice, any number of rolls, one common pot.
	PotEngine
)

// Ruleset is one game as data: what its engine needs to know, and what may be chosen when a game is made.
type Ruleset struct {
	ID      RulesetID
	Version int // written into each log; raised when a rule changes
	Engine  Engine
	Dice    int // dice on the table

	MinSeats, MaxSeats int

	// Scorecard holds the rules of a further five alike; of the scorecard engine only.
	Scorecard scorecard.Rules

	// TurnClock are the turn clocks, in seconds, that a table of two or more may have (0 = none), and TurnClockTable
	// the one that it gets unless told otherwise. docs/rules/bonanza.en.md: its tables need a clock.
	TurnClock      []int
	TurnClockTable int
	// AutoEnter is the default number of seconds after the last roll until the game enters for the player, AutoEnterMax
	// the most; of the scorecard engine only. 0 = off.
	AutoEnter, AutoEnterMax int
}

// MaxRolls is how often a turn of the scorecard engine may roll.
const MaxRolls = 3

// Rulesets lists all games, in the order in which they are shown.
func Rulesets() []Ruleset {
	anyClock := []int{0, 30, 45, 60, 90, 3600, 86400, 259200}
	return []Ruleset{
		{
			ID: Penta, Version: 1, Engine: ScorecardEngine, Dice: 5, MinSeats: 1, MaxSeats: 8,
			Scorecard: scorecard.Rules{FurtherFive: 100, Joker: scorecard.JokerWhileFifty},
			TurnClock: anyClock, AutoEnter: 3, AutoEnterMax: 60,
		},
		{
			ID: Femlika, Version: 1, Engine: ScorecardEngine, Dice: 5, MinSeats: 1, MaxSeats: 8,
			Scorecard: scorecard.Rules{FurtherFive: 100, Joker: scorecard.JokerNever},
			TurnClock: anyClock, AutoEnterMax: 60,
		},
		{
			ID: Bonanza, Version: 1, Engine: ScorecardEngine, Dice: 5, MinSeats: 1, MaxSeats: 4,
			Scorecard: scorecard.Rules{FurtherFive: 50, Joker: scorecard.JokerWhileFilled},
			TurnClock: []int{30, 45, 60, 90}, TurnClockTable: 45, AutoEnterMax: 60,
		},
		{
			ID: Tiotusen, Version: 1, Engine: PotEngine, Dice: pot.Dice, MinSeats: 2, MaxSeats: 8,
			TurnClock: anyClock,
		},
	}
}

// Lookup finds a ruleset by its id.
func Lookup(id RulesetID) (Ruleset, bool) {
	for _, r := range Rulesets() {
		if r.ID == id {
			return r, true
		}
	}
	return Ruleset{}, false
}

// HasAutoEnter tells whether the option autoEnterSeconds exists in this game.
func (r Ruleset) HasAutoEnter() bool { return r.Engine == ScorecardEngine }

// HasOwnPot tells whether the option ownPot exists in this game.
func (r Ruleset) HasOwnPot() bool { return r.Engine == PotEngine }

// TurnSeconds lists the turn clocks, in seconds, that a new game may have: none but 0 for a solo game, and for one with
// client dice, where the phone keeps the time.
func (r Ruleset) TurnSeconds(seats int, dice DiceMode) []int {
	if seats < 2 || dice == ClientDice {
		return []int{0}
	}
	return r.TurnClock
}

// AutoEnterBound returns the most seconds that a new game may have for autoEnterSeconds.
func (r Ruleset) AutoEnterBound(dice DiceMode) int {
	if dice == ClientDice {
		return 0
	}
	return r.AutoEnterMax
}
