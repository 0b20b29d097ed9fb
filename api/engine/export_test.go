package engine

import (
	"kast/domain/game"
	"kast/domain/solver"
)

// Give gives the engine a table that was solved elsewhere.
func (e *Engine) Give(id game.RulesetID, t *solver.Table) { e.tables[id] = t }

// Codes lists the codes of problems beside those of refusals.
func Codes() []Code {
	return []Code{
		codeMalformed, codeNotSeated, codeIDInUse, codeAdviceOff, codeBadLog, codeUnavailable, codeBadOptions, codeInternal,
	}
}
