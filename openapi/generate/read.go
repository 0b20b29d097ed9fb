package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/swaggo/swag"
)

// readAnnotations runs swag on these folders and returns Swagger 2.0 as JSON. Only
// they are read: what the API shows is made of their types, and a type of another
// package is an error, not a dependency to follow.
func readAnnotations(dirs []string) ([]byte, error) {
	var log swagLog
	parser := swag.New(
		swag.SetDebugger(&log),
		swag.SetStrict(true),
		swag.SetFieldParserFactory(newFieldReader),
	)
	if err := parser.ParseAPIMultiSearchDir(dirs, "doc.go", 0); err != nil {
		return nil, err
	}
	if len(log.warnings) > 0 {
		return nil, errors.New(strings.Join(log.warnings, "; "))
	}
	return json.Marshal(parser.GetSwagger())
}

// swagLog keeps swag's warnings, which become errors: swag goes on after, say, a
// constant that it cannot evaluate, and gives a poorer document. What it tells
// of its progress is dropped.
type swagLog struct{ warnings []string }

// Printf is called by swag with whatever it has to say.
func (l *swagLog) Printf(format string, v ...any) {
	line := strings.TrimSpace(fmt.Sprintf(format, v...))
	switch {
	case !strings.HasPrefix(line, "warning:"):
	case strings.HasPrefix(line, "warning: failed to get package name"):
		// The tests read folders outside the module; nothing depends on the name.
	default:
		l.warnings = append(l.warnings, line)
	}
}
