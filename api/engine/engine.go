// Package engine plays games without a server, for apps and pages that do so offline: the rules, the log, the computer's
// moves and best play behind one call that takes and gives JSON. It has no rules of its own. What it says is what the API
// says, in the same words and bytes; docs/engine.md has the methods.
//
// It draws nothing and reads no clock: dice, ids and times come with the call.
package engine

import (
	"errors"
	"slices"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"kast/api/play"
	"kast/api/shape"
	"kast/domain/game"
	"kast/domain/solver"
)

// Engine answers calls. All that it keeps can be made again from what a call brings, but the tables of best play, which
// take their time. Any number of goroutines may call it.
type Engine struct {
	mu     sync.Mutex
	logs   []log // those judged last, the newest first
	tables map[game.RulesetID]*solver.Table
}

// New returns an engine without tables of best play.
func New() *Engine { return &Engine{tables: map[game.RulesetID]*solver.Table{}} }

// Progress hears how much of a table is done.
type Progress func(done, all int)

// Call carries a method out. params is a JSON object, and so is the answer: what the method gives, or {"problem": …}.
// progress, which may be nil, is told how a method that takes long gets on.
func (e *Engine) Call(method string, params []byte, progress Progress) []byte {
	answer, err := e.do(method, params, progress)
	if err != nil {
		answer = refused{Problem: problemOf(err)}
	}
	b, err := shape.Encode(answer)
	if err != nil { // text of the caller's that is no Unicode cannot come this far
		b, _ = shape.Encode(refused{Problem: Problem{Code: codeInternal}})
	}
	return b
}

func (e *Engine) do(method string, params []byte, progress Progress) (any, error) {
	switch method {
	case "create":
		return call(params, e.create)
	case "fold":
		return call(params, e.fold)
	case "verify":
		return call(params, e.verify)
	case "move":
		return call(params, e.move)
	case "bot":
		return call(params, e.bot)
	case "clock":
		return call(params, e.clock)
	case "solve":
		return call(params, func(p solveParams) (any, error) { return e.solve(p, progress) })
	case "advice":
		return call(params, e.advice)
	case "review":
		return call(params, e.review)
	default:
		return nil, malformed("no such method")
	}
}

// call reads the parameters of a method and carries it out.
func call[P any](params []byte, method func(P) (any, error)) (any, error) {
	var p P
	if err := shape.Decode(params, &p); err != nil {
		return nil, unread(err)
	}
	return method(p)
}

// played is what a move led to.
type played struct {
	Events []jsontext.Value `json:"events"` // the new ones
	Game   shape.Game       `json:"game"`
}

// folded is a game.
type folded struct {
	Game shape.Game `json:"game"`
}

// chosen is a move to make.
type chosen struct {
	Move Move `json:"move"`
}

// solved tells that best play of a ruleset is worked out.
type solved struct {
	Ruleset shape.RulesetID `json:"ruleset"`
	// scorecard games: of an empty card
	ExpectedTotal *float64 `json:"expectedTotal,omitzero"`
}

// refused is the answer to a call that led to nothing.
type refused struct {
	Problem Problem `json:"problem"`
}

// table gives the table of best play of a ruleset, nil for the pot game, which needs none. errNoTable.
func (e *Engine) table(id game.RulesetID) (*solver.Table, error) {
	if r, known := game.Lookup(id); known && r.Engine == game.PotEngine {
		return nil, nil
	}
	t, made := e.made(id)
	if !made {
		return nil, errNoTable
	}
	return t, nil
}

// made gives the table of a ruleset, if it was solved.
func (e *Engine) made(id game.RulesetID) (*solver.Table, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	t, ok := e.tables[id]
	return t, ok
}

// errNoTable: best play of the game is not worked out yet.
var errNoTable = errors.New("no table of best play: call solve first")

type solveParams struct {
	Ruleset shape.RulesetID `json:"ruleset"`
}

func (e *Engine) solve(p solveParams, progress Progress) (any, error) {
	r, known := game.Lookup(game.RulesetID(p.Ruleset))
	if !known {
		return nil, badField("ruleset", p.Ruleset == "")
	}
	if r.Engine == game.PotEngine {
		return solved{Ruleset: p.Ruleset}, nil
	}
	t, made := e.made(r.ID)
	if !made {
		var err error
		if t, err = solver.Solve(r.Scorecard, solver.Options{Progress: progress}); err != nil {
			return nil, err
		}
		e.mu.Lock()
		e.tables[r.ID] = t
		e.mu.Unlock()
	}
	return solved{Ruleset: p.Ruleset, ExpectedTotal: new(t.Start())}, nil
}

type adviceParams struct {
	Events []jsontext.Value `json:"events"`
}

func (e *Engine) advice(p adviceParams) (any, error) {
	l, err := e.read(p.Events)
	if err != nil {
		return nil, err
	}
	a, err := play.AdviceIn(l.state, l.head(), e.table)
	if err != nil {
		return nil, err
	}
	return shape.AdviceOf(a), nil
}

func (e *Engine) review(p adviceParams) (any, error) {
	l, err := e.read(p.Events)
	if err != nil {
		return nil, err
	}
	r, err := play.ReviewIn(l.state, l.lines, e.table)
	if err != nil {
		return nil, err
	}
	return shape.ReviewOf(r), nil
}

// keep keeps a log for the next call.
func (e *Engine) keep(l log) {
	const most = 4
	e.mu.Lock()
	defer e.mu.Unlock()
	e.logs = slices.Insert(e.logs, 0, l)
	e.logs = e.logs[:min(len(e.logs), most)]
}

// kept gives a log that was judged before, of just these events.
func (e *Engine) kept(events []jsontext.Value) (log, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for i, l := range e.logs {
		if l.is(events) {
			e.logs = slices.Insert(slices.Delete(e.logs, i, i+1), 0, l)
			return l, true
		}
	}
	return log{}, false
}
