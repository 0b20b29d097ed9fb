package rest

import (
	"fmt"

	"kast/api/shape"

	"github.com/labstack/echo/v4"

	"kast/docs"
	"kast/domain/game"
	"kast/domain/pot"
	"kast/domain/scorecard"
)

func (s *server) bindRulesets(e *echo.Echo) {
	e.GET("/v1/rulesets", s.rulesets, conditional)
	e.GET("/v1/rulesets/:ruleset", s.ruleset, conditional)
}

// label is a text in both languages.
type label struct {
	Swedish string `json:"sv"`
	English string `json:"en"`
} // @name Label

// engine is the kind of play that a ruleset follows.
type engine string // @name Engine

const (
	engineScorecard engine = "scorecard" // five dice, thirteen boxes, three rolls a turn
	enginePot       engine = "pot"       // six dice, any number of rolls, one common pot
)

// rulesetShape is a game as data.
type rulesetShape struct {
	ID           shape.RulesetID `json:"id"`
	RulesVersion int             `json:"rulesVersion" minimum:"1"`
	Engine       engine          `json:"engine"`
	Name         label           `json:"name"`
	Dice         int             `json:"dice" minimum:"5" maximum:"6"` // on the table
	MinSeats     int             `json:"minSeats" minimum:"1" maximum:"8"`
	MaxSeats     int             `json:"maxSeats" minimum:"1" maximum:"8"`
	Options      []optionBounds  `json:"options"`            // what a new game may choose
	Scorecard    *scorecardRules `json:"scorecard,omitzero"` // of the scorecard engine
	Pot          *potRules       `json:"pot,omitzero"`       // of the pot engine
	Rules        *label          `json:"rules,omitzero"`     // the whole rules as Markdown; not in the list
} // @name Ruleset

// optionName names an option of a game.
type optionName string // @name OptionName

const (
	optionTurnSeconds      optionName = "turnSeconds"
	optionAutoEnterSeconds optionName = "autoEnterSeconds"
	optionAdvice           optionName = "advice"
	optionOwnPot           optionName = "ownPot"
)

// optionBounds is an option that a ruleset has. Numbers have either values or a range, switches neither. What is said
// of turnSeconds is for tables of two or more with server dice; with client dice no clock runs, and a solo game has no
// turn clock, so that these numbers are 0 there.
type optionBounds struct {
	Name          optionName `json:"name"`
	Label         label      `json:"label"`
	DefaultNumber *int       `json:"defaultNumber,omitzero" minimum:"0"`
	DefaultSwitch *bool      `json:"defaultSwitch,omitzero"`
	Values        []int      `json:"values,omitzero" minimum:"0"` // the numbers that may be chosen
	Minimum       *int       `json:"minimum,omitzero" minimum:"0"`
	Maximum       *int       `json:"maximum,omitzero" minimum:"0"`
} // @name OptionBounds

// jokerPolicy says when a further five alike is a joker.
type jokerPolicy string // @name JokerPolicy

const (
	jokerNever       jokerPolicy = "never"
	jokerWhileFifty  jokerPolicy = "whileFifty"  // while the box fiveOfAKind holds 50
	jokerWhileFilled jokerPolicy = "whileFilled" // while the box fiveOfAKind is filled, struck or not
)

// scorecardRules is what the scorecard games do and do not have in common.
type scorecardRules struct {
	Rolls          int         `json:"rolls" minimum:"1"`          // in a turn, at most
	Boxes          []boxShape  `json:"boxes"`                      // in the order of the card
	UpperBonus     int         `json:"upperBonus" minimum:"0"`     // points
	UpperBonusFrom int         `json:"upperBonusFrom" minimum:"0"` // sum of the upper boxes
	FurtherFive    int         `json:"furtherFive" minimum:"0"`    // bonus for a further five alike while the box holds 50
	Joker          jokerPolicy `json:"joker"`
} // @name ScorecardRules

// section is a part of the card.
type section string // @name Section

const (
	sectionUpper section = "upper"
	sectionLower section = "lower"
)

// scoring says how a box counts.
type scoring string // @name Scoring

const (
	scoringFace  scoring = "face"  // sum of the dice of its face
	scoringSum   scoring = "sum"   // sum of all dice, if the dice fit
	scoringFixed scoring = "fixed" // always the same points, if the dice fit
)

// boxShape is one box of the card.
type boxShape struct {
	ID      shape.Box `json:"id"`
	Label   label     `json:"label"`
	Section section   `json:"section"`
	Face    int       `json:"face,omitzero" minimum:"1" maximum:"6"` // of an upper box
	Scoring scoring   `json:"scoring"`
	Points  int       `json:"points,omitzero" minimum:"1"` // of a box that always gives the same
} // @name BoxRules

// potRules are the figures of tiotusen.
type potRules struct {
	Target      int `json:"target"`      // points that start the final round
	Entry       int `json:"entry"`       // points in a turn that are needed to get in, and to take the pot
	Straight    int `json:"straight"`    // points that a straight puts into the pot
	Zilch       int `json:"zilch"`       // what a first roll without a scoring die does to the score
	SingleOne   int `json:"singleOne"`   // points of a single 1
	SingleFive  int `json:"singleFive"`  // points of a single 5
	GroupOfOnes int `json:"groupOfOnes"` // points of three 1s
	GroupFactor int `json:"groupFactor"` // points of three alike of another face, times that face
} // @name PotRules

// rulesets serves GET /v1/rulesets.
//
// @Summary  List the games as data
// @ID       listRulesets
// @Tags     rulesets
// @Param    If-None-Match header string false "Entity tag that the caller has"
// @Success  200 {object} rulesetList "All games, without the text of their rules"
// @Router   /v1/rulesets [get]
func (s *server) rulesets(c echo.Context) error {
	list := rulesetList{Items: []rulesetShape{}}
	for _, r := range game.Rulesets() {
		list.Items = append(list.Items, rulesetOf(r))
	}
	return answerHashed(c, list)
}

// rulesetList is all the games.
type rulesetList struct {
	Items []rulesetShape `json:"items"`
} // @name RulesetList

// ruleset serves GET /v1/rulesets/{ruleset}.
//
// @Summary  Read one game as data, with its rules
// @ID       getRuleset
// @Tags     rulesets
// @Param    ruleset       path   shape.RulesetID true  "The game"
// @Param    If-None-Match header string    false "Entity tag that the caller has"
// @Success  200 {object} rulesetShape "The game"
// @Failure  404 {object} problem
// @Router   /v1/rulesets/{ruleset} [get]
func (s *server) ruleset(c echo.Context) error {
	r, ok := game.Lookup(game.RulesetID(c.Param("ruleset")))
	if !ok {
		return &failure{code: codeNotFound}
	}
	shape := rulesetOf(r)
	swedish, sv := docs.Rules(string(r.ID), "sv")
	english, en := docs.Rules(string(r.ID), "en")
	if !sv || !en {
		return fmt.Errorf("the rules of %s are not in the binary", r.ID)
	}
	shape.Rules = &label{Swedish: swedish, English: english}
	return answerHashed(c, shape)
}

func rulesetOf(r game.Ruleset) rulesetShape {
	shape := rulesetShape{
		ID: shape.RulesetID(r.ID), RulesVersion: r.Version, Engine: enginePot, Name: rulesetLabel(r.ID),
		Dice: r.Dice, MinSeats: r.MinSeats, MaxSeats: r.MaxSeats, Options: optionsOf(r),
	}
	if r.Engine == game.ScorecardEngine {
		shape.Engine = engineScorecard
		shape.Scorecard = scorecardOf(r)
		return shape
	}
	shape.Pot = &potRules{
		Target: pot.Target, Entry: pot.Entry, Straight: pot.StraightPoints, Zilch: pot.ZilchPoints,
		SingleOne: pot.SinglePoints(1), SingleFive: pot.SinglePoints(5),
		GroupOfOnes: pot.GroupPoints(1, 3), GroupFactor: pot.GroupPoints(2, 3) / 2,
	}
	return shape
}

func optionsOf(r game.Ruleset) []optionBounds {
	d := r.DefaultOptions(r.MaxSeats, game.ServerDice)
	options := []optionBounds{{
		Name: optionTurnSeconds, Label: optionLabel(optionTurnSeconds), DefaultNumber: &d.TurnSeconds,
		Values: r.TurnSeconds(r.MaxSeats, game.ServerDice),
	}}
	if r.HasAutoEnter() {
		options = append(options, optionBounds{
			Name: optionAutoEnterSeconds, Label: optionLabel(optionAutoEnterSeconds), DefaultNumber: &d.AutoEnterSeconds,
			Minimum: new(0), Maximum: new(r.AutoEnterBound(game.ServerDice)),
		})
	}
	options = append(options, optionBounds{Name: optionAdvice, Label: optionLabel(optionAdvice), DefaultSwitch: &d.Advice})
	if r.HasOwnPot() {
		options = append(options, optionBounds{Name: optionOwnPot, Label: optionLabel(optionOwnPot), DefaultSwitch: &d.OwnPot})
	}
	return options
}

func scorecardOf(r game.Ruleset) *scorecardRules {
	rules := &scorecardRules{
		Rolls: game.MaxRolls, UpperBonus: scorecard.UpperBonusPoints, UpperBonusFrom: scorecard.UpperBonusFrom,
		FurtherFive: r.Scorecard.FurtherFive, Joker: jokerOf(r.Scorecard.Joker),
	}
	for _, box := range scorecard.AllBoxes() {
		rules.Boxes = append(rules.Boxes, boxOf(r.ID, box))
	}
	return rules
}

func jokerOf(p scorecard.JokerPolicy) jokerPolicy {
	switch p {
	case scorecard.JokerNever:
		return jokerNever
	case scorecard.JokerWhileFifty:
		return jokerWhileFifty
	case scorecard.JokerWhileFilled:
		return jokerWhileFilled
	}
	panic(fmt.Sprintf("rest: unknown joker policy %d", p))
}

func boxOf(r game.RulesetID, b scorecard.Box) boxShape {
	shape := boxShape{ID: shape.Box(b.String()), Label: boxLabel(r, b), Section: sectionLower, Scoring: scoringSum}
	if b.Upper() {
		shape.Section, shape.Scoring = sectionUpper, scoringFace
		shape.Face = int(b) + 1
	}
	switch b {
	case scorecard.FullHouse:
		shape.Scoring, shape.Points = scoringFixed, scorecard.FullHousePoints
	case scorecard.SmallStraight:
		shape.Scoring, shape.Points = scoringFixed, scorecard.SmallStraightPoints
	case scorecard.LargeStraight:
		shape.Scoring, shape.Points = scoringFixed, scorecard.LargeStraightPoints
	case scorecard.FiveOfAKind:
		shape.Scoring, shape.Points = scoringFixed, scorecard.FiveOfAKindPoints
	default: // the others count dice
	}
	return shape
}
