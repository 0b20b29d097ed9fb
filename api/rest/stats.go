package rest

import (
	"github.com/labstack/echo/v4"

	"kast/api/shape"

	"kast/domain/fairness"
	"kast/domain/game"
	"kast/repository"
)

// statsList is what the games of an account come to.
type statsList struct {
	Items []rulesetStats `json:"items"` // only of rulesets of which a game counts, in the order of /v1/rulesets
} // @name Stats

// rulesetStats sums up the finished games of an account by one ruleset. A game of one seat that was given up has no
// result and does not count.
type rulesetStats struct {
	Ruleset     shape.RulesetID `json:"ruleset"`
	Played      int             `json:"played" minimum:"1"`      // playedSolo + playedTable
	PlayedSolo  int             `json:"playedSolo" minimum:"0"`  // games of one seat
	PlayedTable int             `json:"playedTable" minimum:"0"` // games of two seats or more, those included that were given up
	Won         int             `json:"won" minimum:"0"`         // of playedTable: placed first, alone or with others
	Placements  []int           `json:"placements" minimum:"0"`  // of playedTable: how often placed first, second, …; one number for each seat that the ruleset can have

	Completed int      `json:"completed" minimum:"0"` // of played: not given up; what follows is of these games
	BestSolo  *int     `json:"bestSolo,omitzero"`     // highest total of a game of one seat; absent for none
	BestTable *int     `json:"bestTable,omitzero"`    // highest total at a table; absent for none
	MeanTotal *float64 `json:"meanTotal,omitzero"`    // absent where none is completed

	FurtherFives   *int     `json:"furtherFives,omitzero" minimum:"0"`               // scorecard games: how often the bonus for a further five of a kind was paid
	UpperBonusRate *float64 `json:"upperBonusRate,omitzero" minimum:"0" maximum:"1"` // scorecard games: the share of completed games with the upper bonus; absent where none is completed

	Reviewed int      `json:"reviewed" minimum:"0"`          // of completed: those that are reviewed, which follows soon after the end
	MeanLoss *float64 `json:"meanLoss,omitzero" minimum:"0"` // points that decisions gave away, a reviewed game; absent where none is reviewed
	MeanLuck *float64 `json:"meanLuck,omitzero"`             // points that the dice were better than expected, a reviewed game
} // @name RulesetStats

// myStats serves GET /v1/me/stats.
//
// @Summary     Sum up the caller's games
// @Description Ruleset by ruleset, over finished games; closed ones do not count. In tiotusen the means of the review are over the turns that were played for points.
// @ID          getMyStats
// @Tags        statistics
// @Param       dice          query  shape.DiceMode false "Only games with such dice. Absent: all games"
// @Param       If-None-Match header string   false "Entity tag that the caller has"
// @Success     200 {object} statsList "Statistics"
// @Security    bearerAuth
// @Router      /v1/me/stats [get]
func (s *server) myStats(c echo.Context) error {
	dice, err := queryOneOf(c, "dice", "", shape.DiceServer, shape.DiceClient)
	if err != nil {
		return err
	}
	caller, err := s.caller(c)
	if err != nil {
		return err
	}
	all, err := s.play.Stats(c.Request().Context(), caller.AccountID, game.DiceMode(dice))
	if err != nil {
		return err
	}
	list := statsList{Items: make([]rulesetStats, len(all))}
	for i, one := range all {
		list.Items[i] = statsOf(one)
	}
	return answerHashed(c, list)
}

func statsOf(s repository.Stats) rulesetStats {
	rules, _ := game.Lookup(game.RulesetID(s.Ruleset)) // play gives no others
	shape := rulesetStats{
		Ruleset: shape.RulesetID(s.Ruleset), Played: s.Solo + s.Tables, PlayedSolo: s.Solo, PlayedTable: s.Tables,
		Won: s.Placements[0], Placements: s.Placements[:rules.MaxSeats],
		Completed: s.Completed, BestSolo: s.BestSolo, BestTable: s.BestTable, Reviewed: s.Reviewed,
	}
	if rules.Engine == game.ScorecardEngine {
		shape.FurtherFives = &s.FurtherFives
	}
	if s.Completed > 0 {
		shape.MeanTotal = new(float64(s.Total) / float64(s.Completed))
	}
	if s.Completed > 0 && rules.Engine == game.ScorecardEngine {
		shape.UpperBonusRate = new(float64(s.UpperBonuses) / float64(s.Completed))
	}
	if s.Reviewed > 0 {
		shape.MeanLoss = new(float64(s.Loss) / 1e6 / float64(s.Reviewed))
		shape.MeanLuck = new(float64(s.Luck) / 1e6 / float64(s.Reviewed))
	}
	return shape
}

// diceStats tells how the server's dice have fallen.
type diceStats struct {
	Faces            []int    `json:"faces" minimum:"0" minItems:"6" maxItems:"6"` // how often a 1 has fallen, how often a 2, … to the 6
	Rolled           int      `json:"rolled" minimum:"0"`                          // dice in all
	Expected         float64  `json:"expected" minimum:"0"`                        // of each face
	ChiSquare        *float64 `json:"chiSquare,omitzero" minimum:"0"`              // Pearson's statistic; absent where nothing was rolled
	DegreesOfFreedom int      `json:"degreesOfFreedom" minimum:"5" maximum:"5"`
	PValue           *float64 `json:"pValue,omitzero" minimum:"0" maximum:"1"` // how likely good dice are to give a chiSquare of at least this
} // @name DiceStatistics

// dice serves GET /v1/dice.
//
// @Summary     How the server's dice have fallen
// @Description Over all games with server dice, running ones included. A die counts each time that it is rolled, not while it is held or set aside.
// @ID          getDiceStatistics
// @Tags        statistics
// @Param       If-None-Match header string false "Entity tag that the caller has"
// @Success     200 {object} diceStats "Counts, and how well they agree with good dice"
// @Router      /v1/dice [get]
func (s *server) dice(c echo.Context) error {
	fallen, u, any, err := s.play.Dice(c.Request().Context())
	if err != nil {
		return err
	}
	shape := diceStats{Faces: fallen[:], Rolled: u.Dice, Expected: u.Expected, DegreesOfFreedom: fairness.DegreesOfFreedom}
	if any {
		shape.ChiSquare, shape.PValue = &u.ChiSquare, &u.P
	}
	return answerHashed(c, shape)
}
