package rest

import (
	"context"
	"errors"
	"time"

	"github.com/labstack/echo/v4"

	"kast/api/limit"
	"kast/api/play"
)

// newGuesses limits how often codes may be guessed wrong. There are some 600 million invite codes: at the rate of all
// together a guesser who hunts for one of a hundred open tables needs a week for it. That of each address keeps one who
// guesses from keeping the others out.
func newGuesses(now func() time.Time) *limit.Limiter {
	each := limit.Rate{Burst: 10, Every: 6 * time.Second}
	all := limit.Rate{Burst: 600, Every: 100 * time.Millisecond}
	return limit.New(each, all, now)
}

// guessing looks something up by a code that the caller may have guessed. A code that leads nowhere is counted, and
// whoever has named too many of them is sent away before anything is looked up.
func (s *server) guessing(c echo.Context, lookUp func(context.Context) error) error {
	ctx := c.Request().Context()
	try, err := s.guesses.Begin(ctx, address(c))
	if early, ok := errors.AsType[*limit.ExceededError](err); ok {
		return limited(early, text{"Too many wrong codes. Wait %d s.", "För många felaktiga koder. Vänta %d s."})
	}
	if err != nil {
		return err
	}
	wrong := true // also where lookUp panics
	defer func() { try.End(wrong) }()
	err = lookUp(ctx)
	wrong = errors.Is(err, play.ErrNotFound)
	return err
}
