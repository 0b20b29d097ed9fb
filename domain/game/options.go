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

// DefaultOptions are the options of a game for which nothing was chosen.
func (r Ruleset) DefaultOptions() Options {
	o := Options{Advice: true}
	if clocksRun {
		o.TurnSeconds, o.AutoEnterSeconds = r.TurnClockTable, r.AutoEnter
	}
	return o
}

// resolve fills the choice up with defaults. It refuses (BadOptions) an option that the ruleset does not have, and a
// value out of its bounds.
func (r Ruleset) resolve(c OptionsChoice) (Options, error) {
	o := r.DefaultOptions()
	if c.Advice != nil {
		o.Advice = *c.Advice
	}
	if c.TurnSeconds != nil {
		if !slices.Contains(r.TurnSeconds(), *c.TurnSeconds) {
			return Options{}, refuse(BadOptions, ReasonTurnSeconds)
		}
		o.TurnSeconds = *c.TurnSeconds
	}
	if c.AutoEnterSeconds != nil {
		if !r.HasAutoEnter() || *c.AutoEnterSeconds < 0 || *c.AutoEnterSeconds > r.AutoEnterBound() {
			return Options{}, refuse(BadOptions, ReasonAutoEnterSeconds)
		}
		o.AutoEnterSeconds = *c.AutoEnterSeconds
	}
	if c.OwnPot != nil {
		if !r.HasOwnPot() {
			return Options{}, refuse(BadOptions, ReasonOwnPot)
		}
		o.OwnPot = *c.OwnPot
	}
	return o, nil
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
