package engine

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"kast/api/play"
	"kast/api/shape"
	"kast/domain/game"
	"kast/domain/gamelog"
)

// Code says why a call led to nothing, in the words of the API: those of a refused move, or one of these.
type Code string

const (
	codeMalformed   Code = "malformed"   // the call cannot be read
	codeNotSeated   Code = "notSeated"   // nobody's own seat can give up
	codeIDInUse     Code = "idInUse"     // an event of the game has this id
	codeAdviceOff   Code = "adviceOff"   // the game is played without advice
	codeBadLog      Code = "badLog"      // the log breaks the rules
	codeUnavailable Code = "unavailable" // best play is not worked out yet
	codeBadOptions  Code = "badOptions"  // options or seats that the game does not allow
	codeInternal    Code = "internal"    // a fault of the engine
)

// Causes of a breach that no upload can have: the dice of a server.
const (
	causeSeed shape.BreachCause = "wrongSeed" // the seed does not open the commitment
	causeDice shape.BreachCause = "wrongDice" // the dice do not follow from the seed
)

// Problem is why a call led to nothing.
type Problem struct {
	Code   Code              `json:"code"`
	Reason game.Reason       `json:"reason,omitzero"` // narrows the code down, for people
	Seq    *int              `json:"seq,omitzero"`    // of badLog: the event at fault
	Cause  shape.BreachCause `json:"cause,omitzero"`  // of badLog: what is wrong with it
	Detail string            `json:"detail,omitzero"` // for who writes the app
}

// callError is a call that cannot be read.
type callError struct{ detail string }

func (e *callError) Error() string { return e.detail }

func malformed(detail string) error { return &callError{detail: detail} }

// badField is a field that is missing, or has a value that it cannot have.
func badField(field string, missing bool) error {
	return &shape.FieldError{Field: field, Missing: missing}
}

// errNotSeated: no seat is the player's own.
var errNotSeated = errors.New("no seat of kind account: name the seat")

// unread says where JSON cannot be read, without repeating what it says there.
func unread(err error) error {
	if null, ok := errors.AsType[*shape.NullError](err); ok {
		return malformed(fmt.Sprintf("null at %q: leave the field out instead", place(null.At)))
	}
	if semantic, ok := errors.AsType[*json.SemanticError](err); ok {
		what := "wrong type or value"
		if errors.Is(err, json.ErrUnknownName) {
			what = "unknown field"
		}
		return malformed(fmt.Sprintf("%s at %q", what, place(semantic.JSONPointer)))
	}
	return malformed("not valid JSON")
}

// place shortens the path to a field: what stands in it is the caller's, and of any length.
func place(p jsontext.Pointer) string {
	const most = 100
	return strings.ToValidUTF8(string(p[:min(len(p), most)]), "")
}

// problemOf maps errors to what is answered.
func problemOf(err error) Problem {
	if breach, ok := errors.AsType[*game.Breach](err); ok {
		return breachProblem(breach)
	}
	if refusal, ok := errors.AsType[*game.Refusal](err); ok {
		return Problem{Code: Code(refusal.Code), Reason: refusal.Reason}
	}
	if event, ok := errors.AsType[*play.EventError](err); ok {
		return Problem{Code: codeMalformed, Detail: fmt.Sprintf("event number %d of the list cannot be read", event.Number)}
	}
	if field, ok := errors.AsType[*shape.FieldError](err); ok {
		return Problem{Code: codeMalformed, Detail: field.Error()}
	}
	if bad, ok := errors.AsType[*callError](err); ok {
		return Problem{Code: codeMalformed, Detail: bad.detail}
	}
	for _, m := range []struct {
		err  error
		code Code
	}{
		{errNotSeated, codeNotSeated},
		{errNoTable, codeUnavailable},
		{play.ErrIDInUse, codeIDInUse},
		{play.ErrAdviceOff, codeAdviceOff},
		{play.ErrBadSeats, codeBadOptions},
	} {
		if errors.Is(err, m.err) {
			return Problem{Code: m.code, Detail: m.err.Error()}
		}
	}
	return Problem{Code: codeInternal, Detail: err.Error()}
}

func breachProblem(b *game.Breach) Problem {
	p := Problem{Code: codeBadLog, Seq: new(max(b.Seq, 1))}
	if refusal, ok := errors.AsType[*game.Refusal](b.Cause); ok {
		p.Reason = refusal.Reason
	}
	var known bool
	switch {
	case errors.Is(b.Cause, gamelog.ErrCommitment):
		p.Cause = causeSeed
	case errors.Is(b.Cause, gamelog.ErrDice):
		p.Cause = causeDice
	default:
		if p.Cause, known = shape.CauseOf(b.Cause); !known {
			return Problem{Code: codeInternal, Detail: b.Error()}
		}
	}
	return p
}

// readID reads a UUID in its usual form and gives it in lower case, as the API does.
func readID(field, s string) (string, error) {
	id := strings.ToLower(s)
	if !gamelog.ValidID(id) {
		return "", badField(field, s == "")
	}
	return id, nil
}

func number(i int) string { return strconv.Itoa(i) }
