package gamelog

import (
	"fmt"

	"kast/domain/game"
)

// The names of the event types in a log. They are frozen: a Go type may be renamed, its name here may not.
const (
	created  = "created"
	joined   = "joined"
	left     = "left"
	started  = "started"
	rolled   = "rolled"
	held     = "held"
	entered  = "entered"
	banked   = "banked"
	resigned = "resigned"
	resumed  = "resumed"
	finished = "finished"
	closed   = "closed"
)

// Types lists the names of all event types.
func Types() []string {
	return []string{created, joined, left, started, rolled, held, entered, banked, resigned, resumed, finished, closed}
}

// TypeOf returns the name of an event's type.
func TypeOf(e game.Event) string {
	switch e.(type) {
	case game.Created:
		return created
	case game.Joined:
		return joined
	case game.Left:
		return left
	case game.Started:
		return started
	case game.Rolled:
		return rolled
	case game.Held:
		return held
	case game.Entered:
		return entered
	case game.Banked:
		return banked
	case game.Resigned:
		return resigned
	case game.Resumed:
		return resumed
	case game.Finished:
		return finished
	case game.Closed:
		return closed
	}
	panic(fmt.Sprintf("gamelog: unknown event %T", e))
}
