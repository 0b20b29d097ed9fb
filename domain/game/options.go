package game

import "slices"

// Options are what was chosen when a game was made. A ruleset without an option leaves it zero.
type Options struct {
	TurnSeconds      int  // the clock of a turn; 0 = none
	AutoEnterSeconds int  // scorecard games: seconds after the last roll until the game enters; 0 = off
	Advice           bool // best play is shown while the game runs
	OwnPot           bool // tiotusen: in the final round a pot is the player's own
}

// OptionsChoice is what a player asked for; nil leaves the default.
type OptionsChoice struct {
	TurnSeconds      *int
	AutoEnterSeconds *int
	Advice           *bool
	OwnPot           *bool
}

// DefaultOptions are the options of a game with so many seats for which nothing was chosen.
func (r Ruleset) DefaultOptions(seats int, dice DiceMode) Options {
	o := Options{Advice: true}
	if slices.Contains(r.TurnSeconds(seats, dice), r.TurnClockTable) {
		o.TurnSeconds = r.TurnClockTable
	}
	o.AutoEnterSeconds = min(r.AutoEnter, r.AutoEnterBound(dice))
	return o
}

// resolve fills the choice of a new game up with defaults. It refuses (BadOptions) an option that the ruleset does not
// have, and a value out of its bounds.
func (r Ruleset) resolve(c Create) (Options, error) {
	o := r.DefaultOptions(len(c.Seats), c.Dice)
	if c.Options.Advice != nil {
		o.Advice = *c.Options.Advice
	}
	if seconds := c.Options.TurnSeconds; seconds != nil {
		allowed := slices.Contains(r.TurnSeconds(len(c.Seats), c.Dice), *seconds)
		if !allowed && (*seconds != 0 || !c.clockless) {
			return Options{}, refuse(BadOptions, ReasonTurnSeconds)
		}
		o.TurnSeconds = *seconds
	}
	if seconds := c.Options.AutoEnterSeconds; seconds != nil {
		if !r.HasAutoEnter() || *seconds < 0 || *seconds > r.AutoEnterBound(c.Dice) {
			return Options{}, refuse(BadOptions, ReasonAutoEnterSeconds)
		}
		o.AutoEnterSeconds = *seconds
	}
	if c.Options.OwnPot != nil {
		if !r.HasOwnPot() {
			return Options{}, refuse(BadOptions, ReasonOwnPot)
		}
		o.OwnPot = *c.Options.OwnPot
	}
	return o, nil
}

// Adapted is the choice that comes nearest to o, the options of another game of this ruleset, at a table with so many seats:
// a clock that such a table may not have is left to the default.
func (r Ruleset) Adapted(o Options, seats int, dice DiceMode) OptionsChoice {
	c := r.choice(o)
	if !slices.Contains(r.TurnSeconds(seats, dice), o.TurnSeconds) {
		c.TurnSeconds = nil
	}
	if r.HasAutoEnter() && o.AutoEnterSeconds > r.AutoEnterBound(dice) {
		c.AutoEnterSeconds = nil
	}
	return c
}

// choice is the choice that resolves to o: every option that the ruleset has, made explicit.
func (r Ruleset) choice(o Options) OptionsChoice {
	c := OptionsChoice{TurnSeconds: &o.TurnSeconds, Advice: &o.Advice}
	if r.HasAutoEnter() {
		c.AutoEnterSeconds = &o.AutoEnterSeconds
	}
	if r.HasOwnPot() {
		c.OwnPot = &o.OwnPot
	}
	return c
}
