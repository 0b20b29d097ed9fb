package rest

import (
	"fmt"
	"runtime/debug"
)

// panicked is a bug that showed itself in a call.
type panicked struct{ value any }

func (p *panicked) Error() string { return fmt.Sprintf("panic: %v", p.value) }

func stack() string { return string(debug.Stack()) }
